import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createCategory, createConnector, createEquipment, createSignalType } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { LinkType } from '../../model/catalog/enums.ts'
import { messages } from '../../model/kit/rules.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { signalTypes } from './signal-types.ts'

const app = await startApp()
const hdmi = {
  name: 'HDMI',
  abbreviation: 'HDMI',
  color: '#0055aa',
  lineStyle: 'dashed',
  industryType: 1,
  cableNumberPrefix: 'V',
  cableStartNumber: 100,
  allowsMany: true,
  linkType: 3,
  lengthLimitM: 12.5,
  notes: 'Carries picture and sound',
}

entityContract(signalTypes, app, {
  valid: hdmi,
  prepare: async () => ({
    compatibleConnectorIds: [(await createConnector(app)).id, (await createConnector(app)).id],
    defaultCableEquipmentId: (await createEquipment(app, { categoryId: (await createCategory(app, { isCable: true })).id })).id,
  }),
  invalid: [
    ['name', '', messages.required],
    ['name', 'HDMI  2', messages.whiteSpaces],
    ['name', 'x'.repeat(201), messages.maxLength(200)],
    ['abbreviation', 'x'.repeat(21), messages.maxLength(20)],
    ['color', 'blue', messages.color],
    ['lineStyle', 'wavy', messages.unknown],
    ['cableStartNumber', 1.5, messages.integer],
    ['cableStartNumber', -1, messages.minimum(0)],
    ['cableStartNumber', 1_000_000, messages.maximum(999_999)],
  ],
})

it('includes the links of domain 27, the strictest per signal, and the shared-port types', async () => {
  const { items } = (await app.admin('GET', '/api/signalTypes', undefined, { query: { itemsPerPage: -1 } })).body
  const first = new Map(items.map((type: AnyRow) => [type.name, type]))
  const links = {
    HDMI: 'HDMI 4K60',
    DisplayPort: 'DisplayPort',
    SDI: '3G-SDI',
    HDBaseT: 'HDBaseT 4K',
    USB: 'USB 3.0',
    'RS-232': 'RS-232 at 19.2 kbaud',
    Ethernet: 'Ethernet or Dante',
    'AV over IP': 'Ethernet or Dante',
    'Dante or AES67': 'Ethernet or Dante',
  }
  for (const [name, link] of Object.entries(links)) {
    const linkType = LinkType.values.find(({ label }) => label === link)?.value
    expect(first.get(name), name).toMatchObject({ linkType, lengthLimitM: null, allowsMany: false })
  }
  for (const name of ['Speaker 70 V', 'RS-485']) expect(first.get(name), name).toMatchObject({ linkType: null, allowsMany: true })
})

it('cannot be deleted while a port of active equipment carries it', async () => {
  const type = await createSignalType(app)
  const connector = await createConnector(app)
  const port = { name: 'OUT', direction: 2, connectorPhysicalTypeId: connector.id, signalTypeIds: [type.id] }
  const device = await createEquipment(app, { ports: [port] })
  const path = `/api/signalTypes/${type.id}`
  expect((await app.admin('GET', path)).body.usedCount).toBe(1)
  const refused = await app.admin('DELETE', path)
  expect(refused).toMatchObject({ status: 409, body: { message: `${type.name} is used by 1 equipment port and cannot be deleted.` } })
  await app.admin('DELETE', `/api/equipments/${device.id}`)
  expect((await app.admin('DELETE', path)).status).toBe(204)
})

it('accepts only existing connectors, and only a cable as default', async () => {
  const connector = await createConnector(app)
  const cable = await createEquipment(app, { categoryId: (await createCategory(app, { isCable: true })).id })
  const loudspeaker = await createEquipment(app)
  const type = await createSignalType(app, { compatibleConnectorIds: [connector.id], defaultCableEquipmentId: cable.id })
  expect(type).toMatchObject({ compatibleConnectorIds: [connector.id], defaultCableEquipment: { id: cable.id, model: cable.model } })

  const input = { name: 'Odd', abbreviation: 'ODD', compatibleConnectorIds: [999_999], defaultCableEquipmentId: loudspeaker.id }
  const { status, body } = await app.admin('POST', '/api/signalTypes', input)
  expect(status).toBe(400)
  expect(Object.keys(body.fields)).toEqual(['compatibleConnectorIds', 'defaultCableEquipmentId'])
})
