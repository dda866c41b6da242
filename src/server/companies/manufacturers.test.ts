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

const house = await startApp()
type Row = Record<string, any>
const get = async (path: string, query: Row = {}) => (await house.admin('GET', `/api/Manufactures${path}`, undefined, { query })).body

entityContract(manufacturers, house, {
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
  prepare: async () => ({ logoUrl: await uploadPicture(house, 'Manufactures') }),
  invalid: [
    ['name', '', messages.required],
    ['supportUrl', 'ftp://loud.example', messages.url],
    ['logoUrl', 'https://elsewhere.example/logo.png', messages.url],
  ],
})

it('lists its families behind the one that means none', async () => {
  const maker = await createManufacturer(house)
  const [second, tenth] = [
    await createProductFamily(house, maker.id, { name: 'Series 2' }),
    await createProductFamily(house, maker.id, { name: 'Series 10', description: 'Newer' }),
  ]
  const families = [
    { id: -1, name: 'Product Family not applicable', description: '' },
    { id: second.id, name: 'Series 2', description: '' },
    { id: tenth.id, name: 'Series 10', description: 'Newer' },
  ]
  expect((await get(`/${maker.id}`)).productFamilies).toEqual(families)
  const all = await get('/All')
  expect(all.items).toHaveLength(all.total)
  expect(all.items.find(({ id }: Row) => id === maker.id)).toEqual({
    id: maker.id,
    name: maker.name,
    logoUrl: null,
    productFamilies: families,
  })
})

it('is named only where its equipment is used', async () => {
  const [maker, other] = [await createManufacturer(house), await createManufacturer(house)]
  const category = await createCategory(house)
  const device = await createEquipment(house, { manufactureId: maker.id, categoryId: category.id })
  await createEquipment(house, { manufactureId: other.id })
  const lite = [{ id: maker.id, name: maker.name, logoUrl: null }]
  expect(await get('/Lite', { categoryIds: category.id })).toEqual({ items: lite, total: 1 })
  expect(await get('/Lite', { equipmentIds: device.id })).toEqual({ items: lite, total: 1 })
  expect((await get('/LiteWithFamilies', { categoryIds: category.id })).items).toEqual([{ ...lite[0], productFamilies: [noProductFamily] }])
  expect((await get('/Lite', { categoryIds: 999_999 })).total).toBe(0)
  expect((await get('/Lite')).items.map(({ id }: Row) => id)).toEqual(expect.arrayContaining([maker.id, other.id]))
})

it('counts what it has, and shows the rows behind the counters', async () => {
  const maker = await createManufacturer(house)
  const family = await createProductFamily(house, maker.id)
  await createEquipment(house, { manufactureId: maker.id, productFamilyId: family.id })
  const old = await createEquipment(house, { manufactureId: maker.id, availability: 5 })
  const seller = await createRow(house, '/api/representatives', { name: 'Sells it', manufacturerIds: [maker.id] })
  expect(await get(`/${maker.id}/Stats`)).toEqual({
    equipmentCount: 2,
    deprecatedCount: 1,
    productFamiliesCount: 1,
    representativesCount: 1,
    projectsCount: 0,
    spacesCount: 0,
    contactsCount: 0,
  })
  expect(await get(`/${maker.id}/Stats/equipments`, { search: old.model })).toMatchObject({ total: 1, items: [{ id: old.id }] })
  expect(await get(`/${maker.id}/Stats/productFamilies`)).toMatchObject({ total: 1, items: [{ id: family.id, equipmentCount: 1 }] })
  expect(await get(`/${maker.id}/Stats/representatives`)).toMatchObject({ total: 1, items: [{ id: seller.id }] })
  expect((await house.admin('GET', `/api/Manufactures/${maker.id}/Stats/nonsense`)).status).toBe(404)
  expect((await house.admin('GET', '/api/Manufactures/999999/Stats/equipments')).status).toBe(404)
  expect((await get(`/${maker.id}`)).equipmentCount).toBe(2)
})

it('is kept while it has equipment or somebody sells for it', async () => {
  const maker = await createManufacturer(house)
  const seller = await createRow(house, '/api/representatives', { name: 'Sells too', manufacturerIds: [maker.id] })
  const device = await createEquipment(house, { manufactureId: maker.id })
  const remove = () => house.admin('DELETE', `/api/Manufactures/${maker.id}`)
  expect((await remove()).body.message).toBe(`${maker.name} is used by 1 piece of equipment and cannot be deleted.`)
  await house.admin('DELETE', `/api/equipments/${device.id}`)
  expect((await remove()).body.message).toBe(`${maker.name} is used by 1 representative and cannot be deleted.`)
  await house.admin('DELETE', `/api/representatives/${seller.id}`)
  expect((await remove()).status).toBe(204)
})

it('takes a picture from whoever may write it', async () => {
  const form = () => {
    const data = new FormData()
    data.append('image', new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>']), 'logo.svg')
    return data
  }
  const writer = await house.signInAs(['Manufacturers.Update', 'Manufacturers.View'])
  const { status, body } = await writer('POST', '/api/Manufactures/Image', form())
  expect(status).toBe(200)
  const maker = await createManufacturer(house, { logoUrl: body.url })
  expect((await house.call('GET', maker.logoUrl)).headers.get('content-type')).toContain('svg')
  const reader = await house.signInAs(['Manufacturers.View'])
  expect((await reader('POST', '/api/Manufactures/Image', form())).status).toBe(403)
})

it('is named for the projects and spaces its equipment stands in, as far as they are seen', async () => {
  const [maker, other] = [await createManufacturer(house), await createManufacturer(house)]
  const device = await createEquipment(house, { manufactureId: maker.id })
  await createEquipment(house, { manufactureId: other.id })
  const project = await createProject(house)
  const space = await createSpace(house, project)
  await createLine(house, space, device)
  const ids = async (query: Row, who = house.admin) =>
    (await who('GET', '/api/Manufactures/Lite', undefined, { query })).body.items.map(({ id }: Row) => id)
  expect(await ids({ projectIds: project.id })).toEqual([maker.id])
  expect(await ids({ spaceIds: space.id, equipmentIds: device.id })).toEqual([maker.id])
  expect(await ids({ spaceIds: space.id, categoryIds: 999_999 })).toEqual([])
  expect(await ids({ projectIds: 999_999 })).toEqual([])
  const categories = async (query: Row) =>
    (await house.admin('GET', '/api/categories/query', undefined, { query })).body.items.map(({ id }: Row) => id)
  expect(await categories({ projectIds: project.id })).toEqual([device.category.id])
  expect(await categories({ spaceIds: space.id, manufacturerIds: maker.id })).toEqual([device.category.id])
  expect(await categories({ spaceIds: space.id, manufacturerIds: other.id })).toEqual([])
  // A hidden project reveals no manufacturers.
  await addToAccessList(house, project, house.admin.userId)
  const stranger = await house.signInAs(['Manufacturers.View', 'Projects.View'])
  expect(await ids({ projectIds: project.id }, stranger)).toEqual([])
})
