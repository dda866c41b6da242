import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { onCleanup } from '../../../../test/kit/cleanup.ts'
import { startApp } from '../../../../test/kit/start.ts'
import * as workers from '../../tools/run-in-worker.ts'
import { removeFile } from './files.ts'

const app = await startApp()
onCleanup(workers.closeWorkers)

async function upload(name: string, content: Buffer | string) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
  return (await app.admin('POST', '/api/files', form)).body as { url: string }
}
const drawing = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#0055aa' } })
    .tiff()
    .toBuffer()
const fetchFile = (url: string) => app.call('GET', url)

it('converts a TIFF to PNG', async () => {
  const { url } = await upload('plan.tiff', await drawing())
  const answer = await fetchFile(`${url}&as=png`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(await sharp(answer.body).metadata()).toMatchObject({ format: 'png', width: 30, height: 20 })
  const [pixel] = [...(await sharp(answer.body).raw().toBuffer()).subarray(0, 3)].map(String)
  expect(pixel).toBe('0')
})

it('keeps the original file unchanged', async () => {
  const content = await drawing()
  const { url } = await upload('plan.tiff', content)
  expect((await fetchFile(url)).body.equals(content)).toBe(true)
})

it('rejects other types and broken files', async () => {
  const text = await fetchFile(`${(await upload('plan.tiff', 'not a picture')).url}&as=png`)
  expect([text.status, text.body.errors]).toEqual([415, ['This is not a TIFF.']])
  const half = (await drawing()).subarray(0, 60)
  expect((await fetchFile(`${(await upload('plan.tiff', half)).url}&as=png`)).status).toBe(400)
})

it('converts a file once, also under concurrent requests', async () => {
  const worker = vi.spyOn(workers, 'runInWorker')
  const { url } = await upload('plan.tiff', await drawing())
  const shown = async () => (await fetchFile(`${url}&as=png`)).body
  const all = await Promise.all([shown(), shown(), shown()])
  all.push(await shown())
  expect(worker.mock.calls.map(([task]) => task)).toEqual(['tiff'])
  for (const png of all) expect(png.equals(all[0])).toBe(true)
  const broken = (await upload('plan.tiff', (await drawing()).subarray(0, 60))).url
  for (let time = 0; time < 3; time++) expect((await fetchFile(`${broken}&as=png`)).status).toBe(400)
  expect(worker).toHaveBeenCalledTimes(2)
  worker.mockRestore()
})

it('deletes its converted copy with it', async () => {
  const { url } = await upload('plan.tiff', await drawing())
  const keys = async () => {
    let count = 0
    for await (const _ of app.product.services.files.list()) count++
    return count
  }
  const before = await keys()
  await fetchFile(`${url}&as=png`)
  expect(await keys()).toBe(before + 1)
  const [, id = null] = /files\/([0-9a-f-]{36})/.exec(url) ?? []
  await app.product.services.isolated((ctx) => removeFile(ctx, id))
  await expect.poll(keys).toBe(before - 1)
})

it('converts only for users who may open the file', async () => {
  const { url } = await upload('plan.tiff', await drawing())
  expect((await fetchFile(`${url.split('?')[0]}?as=png`)).status).toBe(401)
  expect((await app.admin('GET', `${url.split('?')[0]}?as=png`)).status).toBe(200)
})

it('returns the requested byte range and rejects an invalid one', async () => {
  const { url } = await upload('plan.txt', '0123456789')
  const part = async (range: string) => {
    const { status, headers, body } = await app.call('GET', url, undefined, { headers: { range } })
    return [status, headers.get('content-range'), body?.toString() ?? '']
  }
  expect(await part('bytes=2-5')).toEqual([206, 'bytes 2-5/10', '2345'])
  expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
  expect(await part('bytes=7-99999999999999999999')).toEqual([206, 'bytes 7-9/10', '789'])
  for (const none of ['bytes=5-2', 'bytes=10-', 'bytes=10-12', 'bytes=99999999999999999999-'])
    expect(await part(none), none).toEqual([416, 'bytes */10', ''])
  for (const other of ['bytes=a-b', 'lines=1-2', 'bytes=-', 'bytes=1-2,4-5'])
    expect(await part(other), other).toEqual([200, null, '0123456789'])
})
