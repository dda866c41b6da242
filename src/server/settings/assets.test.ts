import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import { assets } from './assets.ts'

const app = await startApp()
const upload = async (name: string, content: string) => {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  return (await app.admin('POST', '/api/files', form)).body
}
const names = async (caller: Caller) => (await caller('GET', '/api/assets')).body.items.map(({ name }: { name: string }) => name)

it('stores files for internal users, and some for external users', async () => {
  const file = await upload('border é.txt', 'ANSI D')
  const sheet = await createRow(app, '/api/assets', { name: 'Sheet border', category: 3, fileId: file.id })
  expect(sheet).toMatchObject({ fileName: 'border é.txt', size: 6, category: 3, isPublicToExternal: false })
  expect(await (await fetch(app.url + sheet.url)).text()).toBe('ANSI D')
  await createRow(app, '/api/assets', { name: 'Logo', category: 1, fileId: (await upload('logo.txt', 'x')).id, isPublicToExternal: true })

  const reader = await app.signInAs([])
  const outside = await app.signInAs([], { external: true })
  expect(await names(reader)).toEqual(['Logo', 'Sheet border'])
  expect(await names(outside)).toEqual(['Logo'])
  const [logo] = (await outside('GET', '/api/assets')).body.items
  expect([logo.updatedBy, Object.keys(logo.createdBy).sort()]).toEqual([null, ['firstName', 'lastName']])
  expect((await outside('GET', `/api/assets/${sheet.id}`)).status).toBe(404)
  expect((await outside('GET', '/api/assets/query')).body.total).toBe(1)
  expect((await reader('GET', `/api/assets/${sheet.id}`)).body.name).toBe('Sheet border')
  expect((await reader('GET', '/api/assets', undefined, { query: { categories: 3 } })).body.total).toBe(1)
  expect((await app.call('GET', '/api/assets')).status).toBe(401)

  const form = new FormData()
  form.append('image', new Blob(['x']), 'a.png')
  for (const answer of [
    await reader('POST', '/api/assets', { name: 'Mine', fileId: file.id }),
    await reader('PUT', `/api/assets/${sheet.id}`, { name: 'Mine', fileId: file.id }),
    await reader('DELETE', `/api/assets/${sheet.id}`),
    await reader('POST', '/api/assets/Image', form),
  ])
    expect(answer.status).toBe(403)
})

it('requires a unique name and an existing file, and can be replaced and deleted', async () => {
  const file = await upload('a.txt', 'one')
  const asset = await createRow(app, '/api/assets', { name: 'Title block', fileId: file.id })
  const twice = await app.admin('POST', '/api/assets', { name: 'title BLOCK', fileId: file.id })
  expect(twice.status).toBe(409)
  for (const [fileId, message] of [
    ['00000000-0000-4000-8000-000000000000', 'File not found.'],
    [undefined, messages.required],
  ])
    expect((await app.admin('POST', '/api/assets', { name: 'Other', fileId })).body.fields.fileId).toEqual([message])
  const next = await upload('b.txt', 'two')
  const changed = await app.admin('PUT', `/api/assets/${asset.id}`, { name: 'Title block', fileId: next.id, rowVersion: 1 })
  expect(changed.body).toMatchObject({ fileName: 'b.txt', rowVersion: 2 })
  expect((await app.admin('PUT', `/api/assets/${asset.id}`, { name: 'Title block', fileId: next.id, rowVersion: 1 })).status).toBe(409)
  expect((await app.admin('DELETE', `/api/assets/${asset.id}`)).status).toBe(204)
  expect((await app.admin('GET', `/api/assets/${asset.id}`)).status).toBe(404)
})

it('sets the logo of the app', async () => {
  const file = await upload('mark.svg', '<svg/>')
  await createRow(app, '/api/assets', { name: 'Mark', category: 1, fileId: file.id })
  await app.admin('PUT', '/api/appSettings/general.logoFileId', { value: file.id })
  const { logoUrl } = (await app.call('GET', '/api/environment')).body
  expect(logoUrl).toContain(`/api/files/${file.id}/mark.svg?expires=`)
  expect((await fetch(app.url + logoUrl)).status).toBe(200)
})

entityContract(assets, app, {
  valid: { name: 'Sheet', category: 3, isPublicToExternal: true },
  prepare: async () => {
    const fileId = (await upload('sheet.txt', 'ANSI D')).id
    // A user who can see this asset may use its file in others.
    await createRow(app, '/api/assets', { name: 'First of its file', fileId })
    return { fileId }
  },
  invalid: [
    ['name', '', messages.required],
    ['category', 99, messages.unknown],
    ['fileId', '00000000-0000-4000-8000-000000000000', 'File not found.'],
  ],
  as: (permissions) => app.signInAs(permissions.length < 10 ? [...new Set([...permissions, 'AppSettings.View'] as const)] : permissions),
})
