import { manufacturers } from '../companies/manufacturers.ts'
import { productFamilies } from '../companies/product-families.ts'
import { call, listQuery, page, shape } from '../kit/call.ts'
import { boolean, id, integer, optional, set, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { categories } from './categories.ts'
import { EquipmentAvailability } from './enums.ts'
import { equipments } from './equipment.ts'

const {
  tag,
  model,
  partNumber,
  description,
  manufactureId,
  productFamilyId,
  categoryId,
  industryType,
  availability,
  msrpPrice,
  priceDate,
  defaultProvider,
  defaultInstaller,
  url,
  imageUrl,
  widthIn,
  heightIn,
  depthIn,
  weightLb,
  isRackMountable,
  rackUnits,
  rackAccessory,
  diagonalIn,
  heatLoadWatts,
  poeBudgetWatts,
  powerSpecs,
  networkPorts,
  wirelessProtocols,
  ports,
  cableSpec,
  stockLengthFt,
  revitFamilyName,
  revitTypeName,
  revitFamilyFileId,
  wireCadLink,
  technicalDocuments,
  notes,
} = equipments.fields

/** What a filter offers: of the rows somebody may see, not of the whole catalog. */
const choicesOf = <P extends string>(filter: P, what: string) =>
  call({
    method: 'GET',
    path: `/externalEquipments/Filters/${filter}`,
    permission: 'ExternalEquipment.View',
    summary: `${what} of the equipment I may see`,
    query: { ...listQuery, all: optional(boolean('All')), ids: optional(set(what, integer(what))) },
    answer: page(shape({ id: id(), name: text('Name') })),
  })
export const externalCategories = choicesOf('Categories', 'Categories')
export const externalManufacturers = choicesOf('Manufacturers', 'Manufacturers')
export const externalFamilies = choicesOf('ProductFamilies', 'Product families')

/** Equipment as people of its manufacturer see it: all the catalog says of it but what is for colleagues, and nothing of where it is used. */
export const externalEquipments = resource({
  path: 'externalEquipments',
  route: '/external-equipments',
  names: { one: 'Equipment', many: 'Equipment' },
  permission: { view: 'ExternalEquipment.View' },
  fields: {
    tag,
    model,
    partNumber,
    description,
    manufactureId,
    productFamilyId,
    categoryId,
    industryType,
    availability,
    msrpPrice,
    priceDate,
    defaultProvider,
    defaultInstaller,
    url,
    imageUrl,
    widthIn,
    heightIn,
    depthIn,
    weightLb,
    isRackMountable,
    rackUnits,
    rackAccessory,
    diagonalIn,
    heatLoadWatts,
    poeBudgetWatts,
    powerSpecs,
    networkPorts,
    wirelessProtocols,
    cableSpec,
    stockLengthFt,
    revitFamilyName,
    revitTypeName,
    revitFamilyFileId,
    wireCadLink,
    technicalDocuments,
    notes,
  },
  /** Ports have a table of their own, and nothing is written here. */
  computed: { watts: equipments.computed.watts, revitFamilyFile: equipments.computed.revitFamilyFile, ports },
  list: {
    columns: ['imageUrl', 'tag', 'model', 'manufacture', 'category', 'availability', 'watts', 'rackUnits', 'msrpPrice'],
    more: ['productFamily', 'partNumber', 'description', 'priceDate', 'widthIn', 'heightIn', 'depthIn', 'weightLb', 'updateDate'],
    search: ['tag', 'model', 'partNumber', 'description', 'manufacture.name', 'productFamily.name', 'category.name'],
    sort: ['manufacture', 'model'],
    filters: {
      categoryIds: { label: 'Category', kind: 'reference', field: 'categoryId', of: () => categories, names: () => externalCategories },
      manufacturerIds: {
        label: 'Manufacturer',
        kind: 'reference',
        field: 'manufactureId',
        of: () => manufacturers,
        names: () => externalManufacturers,
      },
      productFamilyIds: {
        label: 'Product family',
        kind: 'reference',
        field: 'productFamilyId',
        of: () => productFamilies,
        names: () => externalFamilies,
      },
      availabilities: { label: 'Availability', kind: 'choice', field: 'availability', options: EquipmentAvailability },
    },
  },
  title: 'model',
  ref: ['model', 'tag', 'imageUrl'],
  exportCategory: 100,
})
