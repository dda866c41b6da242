import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/kit/start.ts'

const app = await startApp()

it('compresses long responses by accept-encoding, with identical content', async () => {
  const fetchPacked = (accepted?: string, path = '/api/categories?itemsPerPage=50') =>
    app.admin('GET', path, undefined, { headers: accepted ? { 'accept-encoding': accepted } : {} })
  const { body: plain, headers } = await fetchPacked()
  expect(headers.get('content-encoding')).toBe(null)
  expect(headers.get('vary')).toBe('accept-encoding')
  const length = Number(headers.get('content-length'))
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
  ] as const) {
    const answer = await fetchPacked(accepted)
    expect(answer.headers.get('content-encoding'), accepted).toBe(encoding)
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(length / 4)
    expect(JSON.parse(unpack(answer.body).toString('utf8'))).toEqual(plain)
  }
  expect((await fetchPacked('gzip;q=0')).body).toEqual(plain)
  // A response that fits one packet is not compressed.
  const short = await fetchPacked('br', '/api/environment')
  expect(short.headers.get('content-encoding')).toBe(null)
  expect(short.headers.get('vary')).toBe(null)
})
