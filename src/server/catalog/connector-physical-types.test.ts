import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createCategory, createConnector, createEquipment, createSignalType, uploadPicture } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import { connectorPhysicalTypes } from './connector-physical-types.ts'

const app = await startApp()

entityContract(connectorPhysicalTypes, app, {
  prepare: async () => ({ imageUrl: await uploadPicture(app, 'connectorPhysicalTypes') }),
  valid: {
    name: 'XLR 7',
    code: 'XLR7',
    availableGenders: [1, 2],
    pinCount: 7,
    pinStyle: 1,
    isNetwork: true,
    isBareWire: true,
    notes: 'Rare',
  },
  invalid: [
    ['name', '', messages.required],
    ['code', 'x'.repeat(21), messages.maxLength(20)],
    ['availableGenders[1]', 4, messages.unknown],
    ['pinCount', -1, messages.minimum(0)],
    ['pinStyle', 3, messages.unknown],
  ],
})

const port = (connectorPhysicalTypeId: number) => ({ name: 'IN', direction: 1, connectorPhysicalTypeId })

it('lists the initial connectors', async () => {
  const { body } = await app.admin('GET', '/api/connectorPhysicalTypes', undefined, { query: { search: 'Euroblock', sortBy: 'name' } })
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['Euroblock 3.5 mm', 'Euroblock 5.08 mm'])
})

it('counts the ports that use it, and rejects deletion while in use', async () => {
  const { id, name } = await createConnector(app)
  const device = await createEquipment(app, { ports: [port(id), { ...port(id), name: 'IN 2' }] })
  expect((await app.admin('GET', `/api/connectorPhysicalTypes/${id}`)).body.usedCount).toBe(2)
  const refused = await app.admin('DELETE', `/api/connectorPhysicalTypes/${id}`)
  expect(refused).toMatchObject({ status: 409, body: { message: `${name} is used by 2 equipment ports and cannot be deleted.` } })

  await app.admin('DELETE', `/api/equipments/${device.id}`)
  expect((await app.admin('GET', `/api/connectorPhysicalTypes/${id}`)).body.usedCount).toBe(0)
  expect((await app.admin('DELETE', `/api/connectorPhysicalTypes/${id}`)).status).toBe(204)
})

it('rejects deletion while a signal type or a cable end uses it', async () => {
  const { id, name } = await createConnector(app)
  await createSignalType(app, { compatibleConnectorIds: [id] })
  const path = `/api/connectorPhysicalTypes/${id}`
  expect((await app.admin('DELETE', path)).body.message).toBe(`${name} is used by 1 signal type and cannot be deleted.`)

  const other = await createConnector(app)
  const category = await createCategory(app, { isCable: true })
  const sides = { A: { sideTermination: 1, connectorPhysicalTypeId: other.id }, B: { sideTermination: 2 } }
  await createEquipment(app, { categoryId: category.id, cableSpec: { termination: 2, sides } })
  const refused = await app.admin('DELETE', `/api/connectorPhysicalTypes/${other.id}`)
  expect(refused.body.message).toBe(`${other.name} is used by 1 cable and cannot be deleted.`)
})
