import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createCategory, createConnector, createEquipment, createSignalType } from '../../../test/kit/fixtures/catalog.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import {
  type CadDefinition,
  cadItems,
  cadLibrary,
  chooseCad,
  createCadRequest,
  readRequest,
  transitionCad,
} from '../../../test/kit/fixtures/wire-cad.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { IntegrationAction } from '../../model/integrations/enums.ts'
import { internalPermissions } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'

/** Tests each action on approval (domain 13.2). */
const app = await startApp()
const { admin } = app
const { Create, Link, LinkAndUpdate } = IntegrationAction
const equipment = async (id: number) => (await admin('GET', `/api/equipments/${id}`)).body

async function carriedOut(
  definitions: CadDefinition[],
  choice: AnyRow = {},
  { by = admin, fields = {} }: { by?: Caller; fields?: AnyRow } = {},
) {
  const request = await createCadRequest(admin, cadLibrary(definitions), fields)
  const category = await createCategory(app)
  await chooseCad(admin, request, { all: { chosenCategoryId: category.id, ...choice } })
  expect((await transitionCad(admin, request, 'Submit')).status).toBe(200)
  expect(await transitionCad(by, request, 'Approve')).toMatchObject({ status: 200 })
  await expect.poll(async () => (await readRequest(admin, request)).linkStatus).toBeGreaterThanOrEqual(3)
  return { request, category, items: await cadItems(admin, request), after: await readRequest(admin, request) }
}
const port = (name: string, more: string) => `<Inputs><Port Name="${name}" ${more}/></Inputs>`

it('creates linked equipment for review, with its manufacturer and a tag from the model', async () => {
  const guid = randomUUID()
  const connector = await createConnector(app, { code: 'XL9' })
  const signal = await createSignalType(app)
  const maker = uniqueName('Brand new')
  const inside = `<Inputs><Port Name="IN 1" Connector="xl9" SignalType="${signal.name}" Gender="Male"/></Inputs><Output Name="OUT"/><Mystery/>`
  const more =
    'EquipmentDescription="A box" EquipmentWeight="2" EquipmentWeightValue="kg" EquipmentHeight="44.45" EquipmentHeightValue="mm" EquipmentPower="35" EquipmentVoltage="120" EquipmentWidth="wide"'
  const { items, category, after } = await carriedOut([{ guid, maker, model: 'Box 9 Pro', more, inside }])
  expect(after).toMatchObject({ linkStatus: 3, counts: { done: 1, failed: 0 }, linksPostedDate: null })
  expect(items[0]).toMatchObject({ isApplied: true, applyError: null })
  expect(items[0]?.notes).toEqual([
    'Width "wide" was not understood.',
    '1 port of the kind "Mystery" not understood.',
    'Port OUT was left out: its connector is not named.',
  ])
  expect(await equipment(items[0]?.equipment.id)).toMatchObject({
    tag: 'BOX-9-PRO',
    model: 'Box 9 Pro',
    description: 'A box',
    manufacture: { name: maker },
    category: { id: category.id },
    availability: 4,
    weightLb: 4.41,
    heightIn: 1.75,
    widthIn: null,
    watts: 35,
    powerSpecs: [{ voltage: 120, watts: 35 }],
    // The cable end is male, so the device port is female.
    ports: [{ name: 'IN 1', direction: 1, gender: 2, connectorPhysicalType: { id: connector.id }, signalTypes: [{ id: signal.id }] }],
    wireCadLink: { id: guid, manufacturerName: maker, equipmentName: 'Box 9 Pro' },
  })
  const again = await createCadRequest(admin, cadLibrary([{ guid, maker, model: 'Box 9 Pro', more }]))
  expect(again.counts).toMatchObject({ fullyLinked: 1, toDo: 0 })
})

it('creates missing connectors and signal types with permission, and omits ports otherwise', async () => {
  const uniqueNames = () => ({ connector: uniqueName('Plug'), signal: uniqueName('Sig') })
  const device = ({ connector, signal }: { connector: string; signal: string }): CadDefinition => ({
    maker: uniqueName('Maker'),
    model: uniqueName('Model'),
    inside: port('IN', `Connector="${connector}" SignalType="${signal}"`),
  })
  const may = uniqueNames()
  const applied = await carriedOut([device(may)])
  expect((await equipment(applied.items[0]?.equipment.id)).ports).toMatchObject([
    { connectorPhysicalType: { name: may.connector }, signalTypes: [{ name: may.signal }] },
  ])
  const mayNot = uniqueNames()
  const by = await app.signInAs(internalPermissions.filter((name) => name !== 'ConnectorPhysicalTypes.Create'))
  const left = await carriedOut([device(mayNot)], {}, { by })
  expect((await equipment(left.items[0]?.equipment.id)).ports).toEqual([])
  expect(left.items[0]?.notes).toEqual([`Port IN was left out: there is no connector ${mayNot.connector}.`])
  expect(left.after.linkStatus).toBe(3)
})

it('links, and changes no other field', async () => {
  const device = await createEquipment(app, { weightLb: 1 })
  const guid = randomUUID()
  const { items } = await carriedOut([{ guid, maker: device.manufacture.name, model: device.model, more: 'EquipmentWeight="9"' }], {
    action: Link,
  })
  expect(items[0]).toMatchObject({ isApplied: true, equipment: { id: device.id } })
  expect(await equipment(device.id)).toMatchObject({ weightLb: 1, wireCadLink: { id: guid, equipmentName: device.model } })
})

it('links and updates only differing fields from WireCAD', async () => {
  const connector = await createConnector(app)
  const device = await createEquipment(app, {
    description: 'Ours',
    weightLb: 1,
    depthIn: 7,
    powerSpecs: [{ type: 1, availability: 2, watts: 20, voltage: 120, plug: 'NEMA' }],
    ports: [
      { name: 'KEPT', direction: 1, connectorPhysicalTypeId: connector.id, label: 'Ours' },
      { name: 'GONE', direction: 1, connectorPhysicalTypeId: connector.id },
    ],
  })
  const more = 'EquipmentDescription="Theirs" EquipmentWeight="9" EquipmentPower="55"'
  const inside = `<Input Name="kept"/><Output Name="NEW" Connector="${connector.name}"/>`
  const definition = { guid: randomUUID(), maker: device.manufacture.name, model: device.model, more, inside }
  const { items } = await carriedOut([definition], { action: LinkAndUpdate })
  expect(items[0]).toMatchObject({ isApplied: true, applyError: null })
  const after = await equipment(device.id)
  expect(after).toMatchObject({
    description: 'Theirs',
    weightLb: 9,
    depthIn: 7,
    watts: 55,
    powerSpecs: [{ watts: 55, voltage: 120, plug: 'NEMA' }],
    ports: [
      { id: device.ports.find(({ name }: AnyRow) => name === 'KEPT').id, name: 'KEPT', label: 'Ours' },
      { name: 'NEW', direction: 2, connectorPhysicalType: { id: connector.id } },
    ],
  })
  expect((await createCadRequest(admin, cadLibrary([definition]))).counts).toMatchObject({ fullyLinked: 1 })
})

it('processes each item separately: failures are reported and can be retried', async () => {
  const project = await createProject(app)
  const existing = await createEquipment(app, {
    wireCadLink: { id: randomUUID(), manufacturerName: 'Somebody', equipmentName: uniqueName('Else') },
  })
  const free = await createEquipment(app)
  const named = (device: AnyRow) => ({ maker: device.manufacture.name, model: device.model })
  const { request, items, after } = await carriedOut(
    [named(existing), named(free), { maker: uniqueName('Maker'), model: `Long ${'x'.repeat(120)}` }],
    {},
    { fields: { projectId: project.id } },
  )
  expect(after).toMatchObject({ state: 3, linkStatus: 4, linkError: '2 items of 3 failed.', counts: { done: 1, failed: 2 } })
  expect(items.map(({ isApplied, applyError }) => [isApplied, applyError])).toEqual([
    [false, `${existing.model} is linked to Somebody ${existing.wireCadLink.equipmentName} in WireCAD.`],
    [true, null],
    [false, 'Model: More than 100 characters are NOT allowed!'],
  ])
  expect((await cadItems(admin, request, { isFailed: true })).length).toBe(2)
  expect((await admin('GET', '/api/inbox')).body.items).toEqual(
    expect.arrayContaining([expect.objectContaining({ title: `${request.name} was partly completed`, text: '2 items of 3 failed.' })]),
  )
  const device = await equipment(existing.id)
  await admin('PUT', `/api/equipments/${existing.id}`, {
    ...device,
    manufactureId: device.manufacture.id,
    categoryId: device.category.id,
    wireCadLink: null,
  })
  expect((await transitionCad(admin, request, 'Retry')).body).toMatchObject({ linkStatus: 1 })
  await expect.poll(async () => (await readRequest(admin, request)).linkError).toBe('1 item of 3 failed.')
  expect((await cadItems(admin, request)).map(({ isApplied }) => isApplied)).toEqual([true, true, false])
  expect(
    (await transitionCad(await app.signInAs(['WireCadIntegrationRequests.View', 'WireCadIntegrationRequests.Update']), request, 'Retry'))
      .status,
  ).toBe(404)
})

it('creates no duplicate: for an existing model, and for an item done before an interruption', async () => {
  const device = await createEquipment(app)
  const { items } = await carriedOut([{ maker: device.manufacture.name, model: device.model }], { action: Create })
  expect(items[0]?.applyError).toBe('This model is already taken.')
  const done = await carriedOut([{ maker: uniqueName('Maker'), model: uniqueName('Once') }])
  const count = async () => (await app.sql('select count(*)::int as n from equipments'))[0]?.n
  const before = await count()
  await app.sql('update wire_cad_requests set link_status = 4 where id = $1', [done.request.id])
  await transitionCad(admin, done.request, 'Retry')
  await expect.poll(async () => (await readRequest(admin, done.request)).linkStatus).toBe(3)
  expect(await count()).toBe(before)
})

it("uses the approver's permissions at the time of execution", async () => {
  const by = await app.signInAs([...internalPermissions], { isNew: true })
  const request = await createCadRequest(admin, cadLibrary([{ maker: uniqueName('Maker'), model: uniqueName('Model') }]))
  await chooseCad(admin, request, { all: { chosenCategoryId: (await createCategory(app)).id } })
  await transitionCad(admin, request, 'Submit')
  // Delays the job until the permission is revoked.
  await app.sql(
    `create or replace function hold_jobs() returns trigger language plpgsql as $$ begin new.run_after := now() + interval '1 day'; return new; end $$`,
  )
  await app.sql('create trigger hold_jobs before insert on jobs for each row execute function hold_jobs()')
  await transitionCad(by, request, 'Approve')
  await app.sql('drop trigger hold_jobs on jobs')
  await app.sql(`update roles set permissions = array_remove(permissions, 'Equipments.Create') where id = $1`, [by.roleId])
  await app.sql('update jobs set run_after = now()')
  await expect.poll(async () => (await readRequest(admin, request)).linkStatus).toBe(4)
  expect((await cadItems(admin, request))[0]?.applyError).toBe('The approver does not hold Equipments.Create.')
})
