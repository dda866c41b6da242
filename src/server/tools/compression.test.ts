import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/kit/start.ts'

const house = await startApp()

it('packs long answers for who unpacks them, and says the same', async () => {
  const ask = (accepted?: string, path = '/api/categories?itemsPerPage=50') =>
    house.admin('GET', path, undefined, { headers: accepted ? { 'accept-encoding': accepted } : {} })
  const { body: plain, headers } = await ask()
  expect(headers.get('content-encoding')).toBe(null)
  expect(headers.get('vary')).toBe('accept-encoding')
  const length = Number(headers.get('content-length'))
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
  ] as const) {
    const answer = await ask(accepted)
    expect(answer.headers.get('content-encoding'), accepted).toBe(encoding)
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(length / 4)
    expect(JSON.parse(unpack(answer.body).toString('utf8'))).toEqual(plain)
  }
  expect((await ask('gzip;q=0')).body).toEqual(plain)
  // A response that fits one packet is not compressed.
  const short = await ask('br', '/api/environment')
  expect(short.headers.get('content-encoding')).toBe(null)
  expect(short.headers.get('vary')).toBe(null)
})
