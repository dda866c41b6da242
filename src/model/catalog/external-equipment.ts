import { manufacturers } from '../companies/manufacturers.ts'
import { productFamilies } from '../companies/product-families.ts'
import { call, listQuery, page, shape } from '../kit/call.ts'
import { boolean, id, integer, optional, set, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { categories } from './categories.ts'
import { EquipmentAvailability, InstallerCode, ProviderCode } from './enums.ts'
import { equipments, toldFields } from './equipment.ts'

const { ports, ...fields } = toldFields
const { computed } = equipments

const filterChoicesCall = <P extends string>(filter: P, noun: string) =>
  call({
    method: 'GET',
    path: `/externalEquipments/Filters/${filter}`,
    permission: 'ExternalEquipment.View',
    summary: `List the ${noun.toLowerCase()} of the equipment shared with me`,
    query: {
      ...listQuery,
      all: optional(boolean('All')),
      ids: optional(set(noun, integer(noun))),
      manufacturerIds: optional(set('Manufacturers', integer('Manufacturer'))),
    },
    response: page(shape({ id: id(), name: text('Name') })),
  })
export const externalCategories = filterChoicesCall('Categories', 'Categories')
export const externalManufacturers = filterChoicesCall('Manufacturers', 'Manufacturers')
export const externalFamilies = filterChoicesCall('ProductFamilies', 'Product families')

/** Equipment as visible to external users of its manufacturer: all catalog fields except internal ones, and no usage data. */
export const externalEquipments = resource({
  path: 'externalEquipments',
  route: '/external-equipments',
  names: { one: 'Equipment', many: 'Equipment' },
  permission: { view: 'ExternalEquipment.View' },
  fields,
  /** Ports are stored in their own table and are read-only here. */
  computed: { watts: computed.watts, revitFamilyFile: computed.revitFamilyFile, ports },
  list: {
    columns: ['imageUrl', 'tag', 'model', 'manufacture', 'category', 'availability', 'watts', 'rackUnits', 'msrpPrice'],
    optionalColumns: [
      'productFamily',
      'partNumber',
      'description',
      'priceDate',
      'widthIn',
      'heightIn',
      'depthIn',
      'weightLb',
      'updateDate',
    ],
    search: ['tag', 'model', 'partNumber', 'description', 'manufacture.name', 'productFamily.name', 'category.name'],
    sort: ['manufacture', 'model'],
    filters: {
      categoryIds: {
        label: 'Category',
        kind: 'reference',
        field: 'categoryId',
        resource: () => categories,
        names: () => externalCategories,
      },
      manufacturerIds: {
        label: 'Manufacturer',
        kind: 'reference',
        field: 'manufactureId',
        resource: () => manufacturers,
        names: () => externalManufacturers,
      },
      productFamilyIds: {
        label: 'Product family',
        kind: 'reference',
        field: 'productFamilyId',
        resource: () => productFamilies,
        names: () => externalFamilies,
        parentFilter: 'manufacturerIds',
      },
      makes: { label: 'Make', kind: 'text' },
      providers: { label: 'Provider', kind: 'choice', field: 'defaultProvider', options: ProviderCode },
      installers: { label: 'Installer', kind: 'choice', field: 'defaultInstaller', options: InstallerCode },
      availabilities: { label: 'Availability', kind: 'choice', field: 'availability', options: EquipmentAvailability },
    },
  },
  title: 'model',
  ref: ['model', 'tag', 'imageUrl'],
  exportCategory: 100,
})
