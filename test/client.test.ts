import { expect, expectTypeOf, it } from 'vitest'
import { connect, DnaError } from '../src/client/dna-client.ts'
import { uploadAvatar } from '../src/model/access/account-calls.ts'
import { signalTypes } from '../src/model/catalog/signal-types.ts'
import { clients } from '../src/model/companies/clients.ts'
import { readSystemStatus } from '../src/model/settings/system-status.ts'
import { startApp } from './kit/start.ts'

const house = await startApp()
const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const permissions = ['Clients.View', 'Clients.Create', 'Clients.Update', 'Clients.Delete', 'AppSettings.View']
const { token } = (await house.admin('POST', '/api/account/Tokens', { name: 'Client', permissions, expiresDate: day })).body
const dna = connect({ address: `${house.url}/`, token })

it('makes, finds, changes and deletes with the types of the calls themselves', async () => {
  const api = dna.of(clients)
  const made = await api.create?.({ body: { name: 'By the client', abbreviatedName: 'BTC' } })
  expectTypeOf(made?.name).toEqualTypeOf<string | undefined>()
  if (!made) throw new Error('Clients can be made')
  const { items, total } = await api.list({ query: { search: 'By the client', itemsPerPage: 5 } })
  expect([total, items[0]?.id]).toEqual([1, made.id])
  const changed = await api.update?.({ params: { id: made.id }, body: { name: 'By the client, again', abbreviatedName: 'BTC' } })
  expect(changed).toMatchObject({ id: made.id, name: 'By the client, again', rowVersion: 2 })
  await api.remove?.({ params: { id: made.id } })
  const gone = await api.read({ params: { id: made.id } }).catch((error: unknown) => error)
  expect(gone).toBeInstanceOf(DnaError)
  expect(gone).toMatchObject({ status: 404, body: { errorType: 'NotFound' } })
})

it('does the same post once, and says what it is refused', async () => {
  const body = { name: 'Only once', abbreviatedName: 'ONCE' }
  const post = () => dna.of(clients).create?.({ body, idempotencyKey: 'the same' })
  expect((await post())?.id).toBe((await post())?.id)
  await expect(dna.of(signalTypes).list()).rejects.toMatchObject({ status: 403 })
  await expect(connect({ address: house.url, token: 'dna_wrong' }).of(clients).list()).rejects.toMatchObject({ status: 401 })
  const wrong = dna.of(clients).create?.({ body: { name: '' } })
  await expect(wrong).rejects.toMatchObject({ status: 400, body: { errorType: 'Validation' } })
})

it('calls what belongs to no resource', async () => {
  const status = await dna.call(readSystemStatus)
  expectTypeOf(status.version).toEqualTypeOf<string>()
  expect(status.parts.map(({ name }) => name)).toContain('Database')
  const file = { data: new Blob(['x']), name: 'me.png' }
  await expect(dna.call(uploadAvatar, { file })).rejects.toMatchObject({ status: 403 })
})
