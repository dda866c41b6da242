import { expect, it } from 'vitest'
import { companyKinds } from '../src/model/companies/company-stats.ts'
import { CompanyType } from '../src/model/companies/enums.ts'
import {
  createCategory,
  createConnector,
  createEquipment,
  createManufacturer,
  createProductFamily,
  createRow,
  createSignalType,
} from './kit/fixtures/catalog.ts'
import { createProject } from './kit/fixtures/projects.ts'
import { startApp } from './kit/start.ts'
import { uniqueName } from './kit/unique-names.ts'

/** Rows that others reference cannot be deleted, and the response names the references. Without them, deletion succeeds. */
const house = await startApp()
type Row = Record<string, any>
const remove = async (path: string) => {
  const { status, body } = await house.admin('DELETE', `/api/${path}`)
  return status === 409 ? body.message : status
}
async function guarded(path: string, message: string, free: () => Promise<unknown>) {
  expect(await remove(path)).toBe(message)
  await free()
  expect(await remove(path)).toBe(204)
  expect((await house.admin('GET', `/api/${path}`)).status).toBe(404)
}
const gone =
  (...paths: string[]) =>
  async () => {
    for (const path of paths) expect(await remove(path)).toBe(204)
  }

it('a category by equipment and by the categories below it', async () => {
  const parent = await createCategory(house)
  const child = await createCategory(house, { parentId: parent.id })
  const devices = [await createEquipment(house, { categoryId: child.id }), await createEquipment(house, { categoryId: child.id })]
  expect(await remove(`categories/${parent.id}`)).toBe(`${parent.name} is used by 1 category and cannot be deleted.`)
  const equipment = devices.map(({ id }) => `equipments/${id}`)
  await guarded(`categories/${child.id}`, `${child.name} is used by 2 pieces of equipment and cannot be deleted.`, gone(...equipment))
  expect(await remove(`categories/${parent.id}`)).toBe(204)
})

it('a manufacturer by equipment, by representatives and by projects that name it', async () => {
  const maker = await createManufacturer(house)
  const device = await createEquipment(house, { manufactureId: maker.id })
  const agent = await createRow(house, '/api/representatives', { name: uniqueName('Agent'), manufacturerIds: [maker.id] })
  const project = await createProject(house)
  const naming = (companies: Row[]) => house.admin('PUT', `/api/projects/${project.id}/Companies`, { companies })
  await naming([{ companyType: CompanyType.Manufacture, companyId: maker.id }])
  const said = (things: string) => `${maker.name} is used by 1 ${things} and cannot be deleted.`
  const path = `Manufactures/${maker.id}`
  expect(await remove(path)).toBe(said('piece of equipment'))
  await gone(`equipments/${device.id}`)()
  expect(await remove(path)).toBe(said('representative'))
  await gone(`representatives/${agent.id}`)()
  await guarded(path, said('project'), () => naming([]))
})

it('a product family by equipment', async () => {
  const maker = await createManufacturer(house)
  const family = await createProductFamily(house, maker.id)
  const device = await createEquipment(house, { manufactureId: maker.id, productFamilyId: family.id })
  const path = `Manufactures/${maker.id}/ProductFamilies/${family.id}`
  await guarded(path, `${family.name} is used by 1 piece of equipment and cannot be deleted.`, gone(`equipments/${device.id}`))
})

it('a connector type by ports, by signal types and by cables', async () => {
  const { id, name } = await createConnector(house)
  const port = (at: number) => ({ direction: 1, name: `IN ${at}`, connectorPhysicalTypeId: id })
  const device = await createEquipment(house, { ports: [port(1), port(2)] })
  const signal = await createSignalType(house, { compatibleConnectorIds: [id] })
  const cable = await createEquipment(house, {
    categoryId: (await createCategory(house, { isCable: true })).id,
    cableSpec: { termination: 2, sides: { A: { sideTermination: 1, connectorPhysicalTypeId: id } } },
  })
  const path = `connectorPhysicalTypes/${id}`
  expect(await remove(path)).toBe(`${name} is used by 2 equipment ports and cannot be deleted.`)
  await gone(`equipments/${device.id}`)()
  expect(await remove(path)).toBe(`${name} is used by 1 signal type and cannot be deleted.`)
  await gone(`signalTypes/${signal.id}`)()
  await guarded(path, `${name} is used by 1 cable and cannot be deleted.`, gone(`equipments/${cable.id}`))
})

it('a signal type by ports', async () => {
  const signal = await createSignalType(house)
  const connector = await createConnector(house)
  const port = { direction: 1, name: 'IN', connectorPhysicalTypeId: connector.id, signalTypeIds: [signal.id] }
  const device = await createEquipment(house, { ports: [port] })
  await guarded(
    `signalTypes/${signal.id}`,
    `${signal.name} is used by 1 equipment port and cannot be deleted.`,
    gone(`equipments/${device.id}`),
  )
})

const named = companyKinds.filter(([type]) => type !== CompanyType.Client && type !== CompanyType.Manufacture)
it.each(named.map(([type, resource]) => [resource.names.one, type, resource.path] as const))(
  '%s by projects and leads that name it',
  async (_, companyType, path) => {
    const company = await createRow(house, `/api/${path}`, { name: uniqueName('Company') })
    const projects = [await createProject(house), await createProject(house)]
    const lead = await createRow(house, '/api/leads', { name: uniqueName('Lead') })
    const naming = (at: string, companies: Row[]) => house.admin('PUT', `/api/${at}/Companies`, { companies })
    const item = { companyType, companyId: company.id }
    for (const { id } of projects) await naming(`projects/${id}`, [item])
    expect((await naming(`leads/${lead.id}`, [item])).status).toBe(200)
    expect(await remove(`${path}/${company.id}`)).toBe(`${company.name} is used by 2 projects and cannot be deleted.`)
    for (const { id } of projects) await naming(`projects/${id}`, [])
    await guarded(`${path}/${company.id}`, `${company.name} is used by 1 lead and cannot be deleted.`, () => naming(`leads/${lead.id}`, []))
  },
)

it('a client and an equipment group go also when used', async () => {
  const project = await createProject(house)
  expect(await remove(`clients/${project.client.id}`)).toBe(204)
  expect((await house.admin('GET', `/api/projects/${project.id}`)).body.clientState).toBe(3)
  const device = await createEquipment(house)
  const group = await createRow(house, '/api/equipmentGroups', {
    name: uniqueName('Group'),
    items: [{ equipmentId: device.id, quantity: 1 }],
  })
  expect(await remove(`equipments/${device.id}`)).toBe(204)
  expect(await remove(`equipmentGroups/${group.id}`)).toBe(204)
})
