import { expect, it } from 'vitest'
import { startApp } from '../../../../test/kit/start.ts'
import { removeStrayContents, removeUnownedFiles } from './file-sweep.ts'

const app = await startApp()
const sweep = () => app.product.work(removeUnownedFiles)

async function upload(name: string) {
  const form = new FormData()
  form.append('file', new Blob([`contents of ${name}`]), name)
  return (await app.admin('POST', '/api/files', form)).body as { id: string; url: string }
}
const ageFiles = (ids: string[], days = 31) =>
  app.sql(`update files set create_date = now() - $2 * interval '1 day' where id = any($1)`, [ids, days])
const isThere = async ({ url }: { url: string }) => (await app.call('GET', url)).status === 200

it('removes files without references for thirty days, and no others', async () => {
  const [unowned, young, picture, asset, mentioned] = [
    await upload('unowned.txt'),
    await upload('young.txt'),
    await upload('picture.txt'),
    await upload('asset.txt'),
    await upload('mentioned.txt'),
  ]
  await app.sql('update users set avatar_url = $2 where id = $1', [app.admin.userId, picture.url.split('?')[0]])
  expect((await app.admin('POST', '/api/assets', { name: 'Letterhead', fileId: asset.id })).status).toBe(201)
  // The deepest place a document stores a file id: inside an array of an object.
  await app.sql(`insert into jobs (name, input, run_after) values ('none', $1, now() + interval '1 day')`, [
    JSON.stringify({ deep: [{ fileId: mentioned.id }] }),
  ])
  await ageFiles([unowned.id, picture.id, asset.id, mentioned.id])
  await ageFiles([young.id], 29)

  expect(await sweep()).toBe(1)
  expect(await Promise.all([unowned, young, picture, asset, mentioned].map(isThere))).toEqual([false, true, true, true, true])
  expect((await app.sql('select id from files where id = $1', [unowned.id])).length).toBe(0)
  expect(await sweep()).toBe(0)
})

it('keeps a file whose owner is deleted but can be restored', async () => {
  const file = await upload('logo.txt')
  const { status } = await app.admin('POST', '/api/assets', { name: 'Gone for now', fileId: file.id })
  expect(status).toBe(201)
  expect(await app.sql(`update assets set is_deleted = true where file_id = $1 returning id`, [file.id])).toHaveLength(1)
  await ageFiles([file.id])
  await sweep()
  expect(await isThere(file)).toBe(true)
})

it('removes contents without a row on the second pass', async () => {
  const { files } = app.product.services
  const keptFile = await upload('kept.txt')
  await files.put('ab/stray.txt', Buffer.from('written before a kill'))
  const sweep = (before: ReadonlySet<string>) => app.product.work((ctx) => removeStrayContents(ctx, files, before))
  const found = await sweep(new Set())
  expect(found).toEqual(new Set(['ab/stray.txt']))
  expect(await files.exists('ab/stray.txt')).toBe(true)
  expect(await sweep(found)).toEqual(new Set())
  expect(await files.exists('ab/stray.txt')).toBe(false)
  expect(await isThere(keptFile)).toBe(true)
})
