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
const app = await startApp()
type Row = Record<string, any>
const deletePath = async (path: string) => {
  const { status, body } = await app.admin('DELETE', `/api/${path}`)
  return status === 409 ? body.message : status
}
async function guarded(path: string, message: string, free: () => Promise<unknown>) {
  expect(await deletePath(path)).toBe(message)
  await free()
  expect(await deletePath(path)).toBe(204)
  expect((await app.admin('GET', `/api/${path}`)).status).toBe(404)
}
const deletePaths =
  (...paths: string[]) =>
  async () => {
    for (const path of paths) expect(await deletePath(path)).toBe(204)
  }

it('protects a category used by equipment or by subcategories', async () => {
  const parent = await createCategory(app)
  const child = await createCategory(app, { parentId: parent.id })
  const devices = [await createEquipment(app, { categoryId: child.id }), await createEquipment(app, { categoryId: child.id })]
  expect(await deletePath(`categories/${parent.id}`)).toBe(`${parent.name} is used by 1 category and cannot be deleted.`)
  const equipment = devices.map(({ id }) => `equipments/${id}`)
  await guarded(
    `categories/${child.id}`,
    `${child.name} is used by 2 pieces of equipment and cannot be deleted.`,
    deletePaths(...equipment),
  )
  expect(await deletePath(`categories/${parent.id}`)).toBe(204)
})

it('protects a manufacturer used by equipment, representatives or projects', async () => {
  const maker = await createManufacturer(app)
  const device = await createEquipment(app, { manufactureId: maker.id })
  const agent = await createRow(app, '/api/representatives', { name: uniqueName('Agent'), manufacturerIds: [maker.id] })
  const project = await createProject(app)
  const naming = (companies: Row[]) => app.admin('PUT', `/api/projects/${project.id}/Companies`, { companies })
  await naming([{ companyType: CompanyType.Manufacture, companyId: maker.id }])
  const inUseMessage = (noun: string) => `${maker.name} is used by 1 ${noun} and cannot be deleted.`
  const path = `Manufactures/${maker.id}`
  expect(await deletePath(path)).toBe(inUseMessage('piece of equipment'))
  await deletePaths(`equipments/${device.id}`)()
  expect(await deletePath(path)).toBe(inUseMessage('representative'))
  await deletePaths(`representatives/${agent.id}`)()
  await guarded(path, inUseMessage('project'), () => naming([]))
})

it('protects a product family used by equipment', async () => {
  const maker = await createManufacturer(app)
  const family = await createProductFamily(app, maker.id)
  const device = await createEquipment(app, { manufactureId: maker.id, productFamilyId: family.id })
  const path = `Manufactures/${maker.id}/ProductFamilies/${family.id}`
  await guarded(path, `${family.name} is used by 1 piece of equipment and cannot be deleted.`, deletePaths(`equipments/${device.id}`))
})

it('protects a connector type used by ports, signal types or cables', async () => {
  const { id, name } = await createConnector(app)
  const port = (at: number) => ({ direction: 1, name: `IN ${at}`, connectorPhysicalTypeId: id })
  const device = await createEquipment(app, { ports: [port(1), port(2)] })
  const signal = await createSignalType(app, { compatibleConnectorIds: [id] })
  const cable = await createEquipment(app, {
    categoryId: (await createCategory(app, { isCable: true })).id,
    cableSpec: { termination: 2, sides: { A: { sideTermination: 1, connectorPhysicalTypeId: id } } },
  })
  const path = `connectorPhysicalTypes/${id}`
  expect(await deletePath(path)).toBe(`${name} is used by 2 equipment ports and cannot be deleted.`)
  await deletePaths(`equipments/${device.id}`)()
  expect(await deletePath(path)).toBe(`${name} is used by 1 signal type and cannot be deleted.`)
  await deletePaths(`signalTypes/${signal.id}`)()
  await guarded(path, `${name} is used by 1 cable and cannot be deleted.`, deletePaths(`equipments/${cable.id}`))
})

it('protects a signal type used by ports', async () => {
  const signal = await createSignalType(app)
  const connector = await createConnector(app)
  const port = { direction: 1, name: 'IN', connectorPhysicalTypeId: connector.id, signalTypeIds: [signal.id] }
  const device = await createEquipment(app, { ports: [port] })
  await guarded(
    `signalTypes/${signal.id}`,
    `${signal.name} is used by 1 equipment port and cannot be deleted.`,
    deletePaths(`equipments/${device.id}`),
  )
})

const named = companyKinds.filter(([type]) => type !== CompanyType.Client && type !== CompanyType.Manufacture)
it.each(named.map(([type, resource]) => [resource.names.one, type, resource.path] as const))(
  'protects %s used by projects and leads',
  async (_, companyType, path) => {
    const company = await createRow(app, `/api/${path}`, { name: uniqueName('Company') })
    const projects = [await createProject(app), await createProject(app)]
    const lead = await createRow(app, '/api/leads', { name: uniqueName('Lead') })
    const naming = (at: string, companies: Row[]) => app.admin('PUT', `/api/${at}/Companies`, { companies })
    const item = { companyType, companyId: company.id }
    for (const { id } of projects) await naming(`projects/${id}`, [item])
    expect((await naming(`leads/${lead.id}`, [item])).status).toBe(200)
    expect(await deletePath(`${path}/${company.id}`)).toBe(`${company.name} is used by 2 projects and cannot be deleted.`)
    for (const { id } of projects) await naming(`projects/${id}`, [])
    await guarded(`${path}/${company.id}`, `${company.name} is used by 1 lead and cannot be deleted.`, () => naming(`leads/${lead.id}`, []))
  },
)

it('deletes a client and an equipment group even when used', async () => {
  const project = await createProject(app)
  expect(await deletePath(`clients/${project.client.id}`)).toBe(204)
  expect((await app.admin('GET', `/api/projects/${project.id}`)).body.clientState).toBe(3)
  const device = await createEquipment(app)
  const group = await createRow(app, '/api/equipmentGroups', {
    name: uniqueName('Group'),
    items: [{ equipmentId: device.id, quantity: 1 }],
  })
  expect(await deletePath(`equipments/${device.id}`)).toBe(204)
  expect(await deletePath(`equipmentGroups/${group.id}`)).toBe(204)
})
