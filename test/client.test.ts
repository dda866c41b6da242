import { expect, expectTypeOf, it } from 'vitest'
import { connect, DnaError } from '../src/client/dna-client.ts'
import { uploadAvatar } from '../src/model/access/account-calls.ts'
import { signalTypes } from '../src/model/catalog/signal-types.ts'
import { clients } from '../src/model/companies/clients.ts'
import { readSystemStatus } from '../src/model/settings/system-status.ts'
import { startApp } from './kit/start.ts'

const app = await startApp()
const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const permissions = ['Clients.View', 'Clients.Create', 'Clients.Update', 'Clients.Delete', 'AppSettings.View']
const { token } = (await app.admin('POST', '/api/account/Tokens', { name: 'Client', permissions, expiresDate: day })).body
const dna = connect({ address: `${app.url}/`, token })

it('creates, finds, updates and deletes with the types of the calls', async () => {
  const api = dna.of(clients)
  const created = await api.create?.({ body: { name: 'By the client', abbreviatedName: 'BTC' } })
  expectTypeOf(created?.name).toEqualTypeOf<string | undefined>()
  if (!created) throw new Error('Clients can be made')
  const { items, total } = await api.list({ query: { search: 'By the client', itemsPerPage: 5 } })
  expect([total, items[0]?.id]).toEqual([1, created.id])
  const changed = await api.update?.({ params: { id: created.id }, body: { name: 'By the client, again', abbreviatedName: 'BTC' } })
  expect(changed).toMatchObject({ id: created.id, name: 'By the client, again', rowVersion: 2 })
  await api.remove?.({ params: { id: created.id } })
  const readError = await api.read({ params: { id: created.id } }).catch((error: unknown) => error)
  expect(readError).toBeInstanceOf(DnaError)
  expect(readError).toMatchObject({ status: 404, body: { errorType: 'NotFound' } })
})

it('applies a repeated POST once, and reports the error of a rejection', async () => {
  const body = { name: 'Only once', abbreviatedName: 'ONCE' }
  const post = () => dna.of(clients).create?.({ body, idempotencyKey: 'the same' })
  expect((await post())?.id).toBe((await post())?.id)
  await expect(dna.of(signalTypes).list()).rejects.toMatchObject({ status: 403 })
  await expect(connect({ address: app.url, token: 'dna_wrong' }).of(clients).list()).rejects.toMatchObject({ status: 401 })
  const invalidCreate = dna.of(clients).create?.({ body: { name: '' } })
  await expect(invalidCreate).rejects.toMatchObject({ status: 400, body: { errorType: 'Validation' } })
})

it('calls routes without a resource', async () => {
  const status = await dna.call(readSystemStatus)
  expectTypeOf(status.version).toEqualTypeOf<string>()
  expect(status.parts.map(({ name }) => name)).toContain('Database')
  const file = { data: new Blob(['x']), name: 'me.png' }
  await expect(dna.call(uploadAvatar, { file })).rejects.toMatchObject({ status: 403 })
})
