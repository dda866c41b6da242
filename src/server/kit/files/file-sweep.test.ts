import { expect, it } from 'vitest'
import { startApp } from '../../../../test/kit/start.ts'
import { removeStrayContents, removeUnownedFiles } from './file-sweep.ts'

const house = await startApp()
const sweep = () => house.product.work(removeUnownedFiles)

async function upload(name: string) {
  const form = new FormData()
  form.append('file', new Blob([`contents of ${name}`]), name)
  return (await house.admin('POST', '/api/files', form)).body as { id: string; url: string }
}
const grown = (ids: string[], days = 31) =>
  house.sql(`update files set create_date = now() - $2 * interval '1 day' where id = any($1)`, [ids, days])
const isThere = async ({ url }: { url: string }) => (await house.call('GET', url)).status === 200

it('removes what nobody points to for thirty days, and nothing else', async () => {
  const [unowned, young, picture, asset, mentioned] = [
    await upload('unowned.txt'),
    await upload('young.txt'),
    await upload('picture.txt'),
    await upload('asset.txt'),
    await upload('mentioned.txt'),
  ]
  await house.sql('update users set avatar_url = $2 where id = $1', [house.admin.userId, picture.url.split('?')[0]])
  expect((await house.admin('POST', '/api/assets', { name: 'Letterhead', fileId: asset.id })).status).toBe(201)
  // The deepest place a document stores a file id: inside an array of an object.
  await house.sql(`insert into jobs (name, input, run_after) values ('none', $1, now() + interval '1 day')`, [
    JSON.stringify({ deep: [{ fileId: mentioned.id }] }),
  ])
  await grown([unowned.id, picture.id, asset.id, mentioned.id])
  await grown([young.id], 29)

  expect(await sweep()).toBe(1)
  expect(await Promise.all([unowned, young, picture, asset, mentioned].map(isThere))).toEqual([false, true, true, true, true])
  expect((await house.sql('select id from files where id = $1', [unowned.id])).length).toBe(0)
  expect(await sweep()).toBe(0)
})

it('keeps a file whose owner is deleted and may come back', async () => {
  const file = await upload('logo.txt')
  const { status } = await house.admin('POST', '/api/assets', { name: 'Gone for now', fileId: file.id })
  expect(status).toBe(201)
  expect(await house.sql(`update assets set is_deleted = true where file_id = $1 returning id`, [file.id])).toHaveLength(1)
  await grown([file.id])
  await sweep()
  expect(await isThere(file)).toBe(true)
})

it('removes contents without a row when they are found a second time', async () => {
  const { files } = house.product.services
  const kept = await upload('kept.txt')
  await files.put('ab/stray.txt', Buffer.from('written before a kill'))
  const look = (before: ReadonlySet<string>) => house.product.work((ctx) => removeStrayContents(ctx, files, before))
  const found = await look(new Set())
  expect(found).toEqual(new Set(['ab/stray.txt']))
  expect(await files.exists('ab/stray.txt')).toBe(true)
  expect(await look(found)).toEqual(new Set())
  expect(await files.exists('ab/stray.txt')).toBe(false)
  expect(await isThere(kept)).toBe(true)
})
