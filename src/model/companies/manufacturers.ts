import { listShape, plainListCalls } from '../access/access-lists.ts'
import { call, page, shape } from '../kit/call.ts'
import { group, id, image, integer, list, longText, name, optional, set, text, url } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { statsCall, statsRowsCall } from '../kit/stats.ts'
import { companyComputed, companyCounters, companyFields, companyList } from './company.ts'
import { productFamilies } from './product-families.ts'

const familiesOfList = list('Product families', { id: id(), name: name('Name'), description: longText('Description') })

/** An equipment manufacturer. The API uses `Manufactures` and `manufacture`, like the specification. */
export const manufacturers = resource({
  path: 'Manufactures',
  entity: 'manufacturers',
  route: '/manufacturers',
  names: { one: 'Manufacturer', many: 'Manufacturers' },
  permission: 'Manufacturers',
  isPickableByStaff: true,
  fields: { ...companyFields, supportUrl: optional(url('Support')) },
  computed: {
    ...companyComputed,
    equipmentCount: integer('Equipment'),
    productFamilies: familiesOfList,
    representativeIds: set('Representatives', id('Representative')),
    accessList: group('Access list', listShape),
  },
  list: companyList('equipmentCount', 'productFamilies'),
  ref: ['name', 'logoUrl'],
  logs: true,
  recent: true,
  image: true,
  stats: ['equipments', 'productFamilies', 'projects', 'spaces', 'representatives', 'contacts'],
  exportCategory: 121,
})

const liteShape = { id: id(), name: name('Name'), logoUrl: optional(image('Logo')) }
const withFamilies = { ...liteShape, productFamilies: familiesOfList }
const view = 'Manufacturers.View' as const
/** Manufacturers with equipment that matches all of these filters. */
const usedIn = {
  search: optional(text('Search', { max: 200 })),
  categoryIds: optional(set('Category', integer('Category'))),
  equipmentIds: optional(set('Equipment', integer('Equipment'))),
  projectIds: optional(set('Project', integer('Project'))),
  spaceIds: optional(set('Space', integer('Space'))),
}

export const allManufacturers = call({
  method: 'GET',
  path: '/Manufactures/All',
  permission: view,
  summary: 'List all manufacturers with their product families',
  response: page(shape(withFamilies)),
})
export const liteManufacturers = call({
  method: 'GET',
  path: '/Manufactures/Lite',
  permission: view,
  summary: 'List manufacturers in use, for filters',
  query: usedIn,
  response: page(shape(liteShape)),
})
export const liteManufacturersWithFamilies = call({
  method: 'GET',
  path: '/Manufactures/LiteWithFamilies',
  permission: view,
  summary: 'List manufacturers in use with their product families, for filters',
  query: usedIn,
  response: page(shape(withFamilies)),
})

export const manufacturerStats = statsCall(manufacturers, {
  equipmentCount: integer('Equipment'),
  deprecatedCount: integer('Deprecated'),
  productFamiliesCount: integer('Product families'),
  spacesCount: integer('Spaces'),
  representativesCount: integer('Representatives'),
  ...companyCounters,
})
export const manufacturerFamilies = statsRowsCall(manufacturers, 'productFamilies', productFamilies)

export const manufacturerAccessList = plainListCalls('Manufactures/:id/AccessList', 'a manufacturer', view, 'Manufacturers.Update')
