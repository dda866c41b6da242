import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createCategory, createConnector, createEquipment, createSignalType, uploadPicture } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import { connectorPhysicalTypes } from './connector-physical-types.ts'

const house = await startApp()

entityContract(connectorPhysicalTypes, house, {
  prepare: async () => ({ imageUrl: await uploadPicture(house, 'connectorPhysicalTypes') }),
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

it('starts with the connectors of the initial data', async () => {
  const { body } = await house.admin('GET', '/api/connectorPhysicalTypes', undefined, { query: { search: 'Euroblock', sortBy: 'name' } })
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['Euroblock 3.5 mm', 'Euroblock 5.08 mm'])
})

it('counts the ports that use it, and is kept while one does', async () => {
  const { id, name } = await createConnector(house)
  const device = await createEquipment(house, { ports: [port(id), { ...port(id), name: 'IN 2' }] })
  expect((await house.admin('GET', `/api/connectorPhysicalTypes/${id}`)).body.usedCount).toBe(2)
  const refused = await house.admin('DELETE', `/api/connectorPhysicalTypes/${id}`)
  expect(refused).toMatchObject({ status: 409, body: { message: `${name} is used by 2 equipment ports and cannot be deleted.` } })

  await house.admin('DELETE', `/api/equipments/${device.id}`)
  expect((await house.admin('GET', `/api/connectorPhysicalTypes/${id}`)).body.usedCount).toBe(0)
  expect((await house.admin('DELETE', `/api/connectorPhysicalTypes/${id}`)).status).toBe(204)
})

it('is kept while a signal type or the end of a cable names it', async () => {
  const { id, name } = await createConnector(house)
  await createSignalType(house, { compatibleConnectorIds: [id] })
  const path = `/api/connectorPhysicalTypes/${id}`
  expect((await house.admin('DELETE', path)).body.message).toBe(`${name} is used by 1 signal type and cannot be deleted.`)

  const other = await createConnector(house)
  const category = await createCategory(house, { isCable: true })
  const sides = { A: { sideTermination: 1, connectorPhysicalTypeId: other.id }, B: { sideTermination: 2 } }
  await createEquipment(house, { categoryId: category.id, cableSpec: { termination: 2, sides } })
  const refused = await house.admin('DELETE', `/api/connectorPhysicalTypes/${other.id}`)
  expect(refused.body.message).toBe(`${other.name} is used by 1 cable and cannot be deleted.`)
})
