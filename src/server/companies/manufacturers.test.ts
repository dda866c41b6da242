import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import {
  createCategory,
  createEquipment,
  createManufacturer,
  createProductFamily,
  createRow,
  uploadPicture,
} from '../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createLine, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { noProductFamily } from '../../model/companies/product-families.ts'
import { messages } from '../../model/kit/rules.ts'
import { manufacturers } from './manufacturers.ts'

const app = await startApp()
type Row = Record<string, any>
const readManufacturers = async (path: string, query: Row = {}) =>
  (await app.admin('GET', `/api/Manufactures${path}`, undefined, { query })).body

entityContract(manufacturers, app, {
  valid: {
    name: 'Loud & Clear',
    website: 'https://loud.example',
    supportUrl: 'http://help.loud.example',
    industryTypes: [1],
    phone: '+1 555 0100',
    email: 'office@loud.example',
    address: { addressLine1: '1 Main Street', addressLine2: 'Suite 4', city: 'Denver', state: 'CO', postalCode: '80014', country: 'US' },
    notes: 'Answers at once',
    hubspotCompanyId: '4712',
  },
  prepare: async () => ({ logoUrl: await uploadPicture(app, 'Manufactures') }),
  invalid: [
    ['name', '', messages.required],
    ['supportUrl', 'ftp://loud.example', messages.url],
    ['logoUrl', 'https://elsewhere.example/logo.png', messages.url],
  ],
})

it('lists its families after "not applicable"', async () => {
  const maker = await createManufacturer(app)
  const [second, tenth] = [
    await createProductFamily(app, maker.id, { name: 'Series 2' }),
    await createProductFamily(app, maker.id, { name: 'Series 10', description: 'Newer' }),
  ]
  const families = [
    { id: -1, name: 'Product Family not applicable', description: '' },
    { id: second.id, name: 'Series 2', description: '' },
    { id: tenth.id, name: 'Series 10', description: 'Newer' },
  ]
  expect((await readManufacturers(`/${maker.id}`)).productFamilies).toEqual(families)
  const all = await readManufacturers('/All')
  expect(all.items).toHaveLength(all.total)
  expect(all.items.find(({ id }: Row) => id === maker.id)).toEqual({
    id: maker.id,
    name: maker.name,
    logoUrl: null,
    productFamilies: families,
  })
})

it('lists only manufacturers whose equipment is in use', async () => {
  const [maker, other] = [await createManufacturer(app), await createManufacturer(app)]
  const category = await createCategory(app)
  const device = await createEquipment(app, { manufactureId: maker.id, categoryId: category.id })
  await createEquipment(app, { manufactureId: other.id })
  const lite = [{ id: maker.id, name: maker.name, logoUrl: null }]
  expect(await readManufacturers('/Lite', { categoryIds: category.id })).toEqual({ items: lite, total: 1 })
  expect(await readManufacturers('/Lite', { equipmentIds: device.id })).toEqual({ items: lite, total: 1 })
  expect((await readManufacturers('/LiteWithFamilies', { categoryIds: category.id })).items).toEqual([
    { ...lite[0], productFamilies: [noProductFamily] },
  ])
  expect((await readManufacturers('/Lite', { categoryIds: 999_999 })).total).toBe(0)
  expect((await readManufacturers('/Lite')).items.map(({ id }: Row) => id)).toEqual(expect.arrayContaining([maker.id, other.id]))
})

it('counts its rows and lists the rows of each counter', async () => {
  const maker = await createManufacturer(app)
  const family = await createProductFamily(app, maker.id)
  await createEquipment(app, { manufactureId: maker.id, productFamilyId: family.id })
  const old = await createEquipment(app, { manufactureId: maker.id, availability: 5 })
  const seller = await createRow(app, '/api/representatives', { name: 'Sells it', manufacturerIds: [maker.id] })
  expect(await readManufacturers(`/${maker.id}/Stats`)).toEqual({
    equipmentCount: 2,
    deprecatedCount: 1,
    productFamiliesCount: 1,
    representativesCount: 1,
    projectsCount: 0,
    spacesCount: 0,
    contactsCount: 0,
  })
  expect(await readManufacturers(`/${maker.id}/Stats/equipments`, { search: old.model })).toMatchObject({
    total: 1,
    items: [{ id: old.id }],
  })
  expect(await readManufacturers(`/${maker.id}/Stats/productFamilies`)).toMatchObject({
    total: 1,
    items: [{ id: family.id, equipmentCount: 1 }],
  })
  expect(await readManufacturers(`/${maker.id}/Stats/representatives`)).toMatchObject({ total: 1, items: [{ id: seller.id }] })
  expect((await app.admin('GET', `/api/Manufactures/${maker.id}/Stats/nonsense`)).status).toBe(404)
  expect((await app.admin('GET', '/api/Manufactures/999999/Stats/equipments')).status).toBe(404)
  expect((await readManufacturers(`/${maker.id}`)).equipmentCount).toBe(2)
})

it('cannot be deleted while it has equipment or a representative', async () => {
  const maker = await createManufacturer(app)
  const seller = await createRow(app, '/api/representatives', { name: 'Sells too', manufacturerIds: [maker.id] })
  const device = await createEquipment(app, { manufactureId: maker.id })
  const remove = () => app.admin('DELETE', `/api/Manufactures/${maker.id}`)
  expect((await remove()).body.message).toBe(`${maker.name} is used by 1 piece of equipment and cannot be deleted.`)
  await app.admin('DELETE', `/api/equipments/${device.id}`)
  expect((await remove()).body.message).toBe(`${maker.name} is used by 1 representative and cannot be deleted.`)
  await app.admin('DELETE', `/api/representatives/${seller.id}`)
  expect((await remove()).status).toBe(204)
})

it('accepts an image from a user who may update it', async () => {
  const form = () => {
    const data = new FormData()
    data.append('image', new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>']), 'logo.svg')
    return data
  }
  const writer = await app.signInAs(['Manufacturers.Update', 'Manufacturers.View'])
  const { status, body } = await writer('POST', '/api/Manufactures/Image', form())
  expect(status).toBe(200)
  const maker = await createManufacturer(app, { logoUrl: body.url })
  expect((await app.call('GET', maker.logoUrl)).headers.get('content-type')).toContain('svg')
  const reader = await app.signInAs(['Manufacturers.View'])
  expect((await reader('POST', '/api/Manufactures/Image', form())).status).toBe(403)
})

it('is listed for the visible projects and spaces that use its equipment', async () => {
  const [maker, other] = [await createManufacturer(app), await createManufacturer(app)]
  const device = await createEquipment(app, { manufactureId: maker.id })
  await createEquipment(app, { manufactureId: other.id })
  const project = await createProject(app)
  const space = await createSpace(app, project)
  await createLine(app, space, device)
  const ids = async (query: Row, caller = app.admin) =>
    (await caller('GET', '/api/Manufactures/Lite', undefined, { query })).body.items.map(({ id }: Row) => id)
  expect(await ids({ projectIds: project.id })).toEqual([maker.id])
  expect(await ids({ spaceIds: space.id, equipmentIds: device.id })).toEqual([maker.id])
  expect(await ids({ spaceIds: space.id, categoryIds: 999_999 })).toEqual([])
  expect(await ids({ projectIds: 999_999 })).toEqual([])
  const categories = async (query: Row) =>
    (await app.admin('GET', '/api/categories/query', undefined, { query })).body.items.map(({ id }: Row) => id)
  expect(await categories({ projectIds: project.id })).toEqual([device.category.id])
  expect(await categories({ spaceIds: space.id, manufacturerIds: maker.id })).toEqual([device.category.id])
  expect(await categories({ spaceIds: space.id, manufacturerIds: other.id })).toEqual([])
  await addToAccessList(app, project, app.admin.userId)
  const stranger = await app.signInAs(['Manufacturers.View', 'Projects.View'])
  expect(await ids({ projectIds: project.id }, stranger)).toEqual([])
})
