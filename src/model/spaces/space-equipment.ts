import { categories } from '../catalog/categories.ts'
import { EquipmentAvailability, InstallerCode, ProviderCode } from '../catalog/enums.ts'
import { equipments } from '../catalog/equipment.ts'
import { manufacturers } from '../companies/manufacturers.ts'
import { productFamilies, productFamilyNames } from '../companies/product-families.ts'
import type { Fields, ValuesOf } from '../kit/description.ts'
import { enumeration } from '../kit/enumeration.ts'
import {
  boolean,
  choice,
  decimal,
  defaulted,
  id,
  image,
  integer,
  longText,
  money,
  name,
  optional,
  quantity,
  reference,
  text,
} from '../kit/field.ts'
import { formatCount } from '../kit/plural.ts'
import { resource } from '../kit/resource.ts'
import { namedRef, namedShape, object } from '../kit/response-fields.ts'
import { areaGroups } from './area-groups.ts'
import { buildings } from './buildings.ts'
import { circuits } from './circuits.ts'
import { levelNames, levels } from './levels.ts'

export const lineFields = {
  quantity: quantity(),
  provider: optional(choice('Provider', ProviderCode)),
  installer: optional(choice('Installer', InstallerCode)),
  installerName: optional(text('Installer name')),
  /** Overrides the catalog price. */
  unitPriceOverride: optional(money('Agreed unit price')),
  /** Existing equipment of the owner: excluded from the opinion of probable cost. */
  isExisting: defaulted(boolean('Existing'), false),
  label: optional(text('Label')),
  notes: optional(longText('Notes')),
} satisfies Fields
export const newLineFields = {
  equipmentId: id('Equipment'),
  areaGroupId: optional(id('Area group')),
  rackId: optional(id('Rack')),
  ...lineFields,
} satisfies Fields

export const productShape = { id: id(), tag: text('Tag'), model: text('Model') }
export const spaceShape = { ...namedShape, spaceNumber: optional(text('Space number')) }
export const equipmentOfLine = object('Equipment', {
  ...productShape,
  partNumber: optional(text('Part number')),
  description: optional(text('Description')),
  imageUrl: optional(image('Picture')),
  availability: choice('Availability', EquipmentAvailability),
  isDeleted: boolean('Deleted'),
})
export const categoryOfLine = object('Category', { ...namedShape, number: integer('Number'), icon: optional(text('Icon')) })
const placeShape = { ...namedShape, shortName: optional(text('Short name')), order: integer('Order') }

export const LineGrouping = enumeration('LineGrouping', {
  Space: ['space', 'Space'],
  Category: ['category', 'Category'],
  Manufacturer: ['manufacturer', 'Manufacturer'],
  None: ['none', 'None'],
})
/** Sums over all matching rows of the group, not only those of the page. */
export const lineGroupShape = {
  id: id(),
  name: text('Name'),
  lines: integer('Lines'),
  equipmentCount: integer('Equipment'),
  totalMsrpPrice: money('Equipment, MSRP'),
}
export type LineGroup = ValuesOf<typeof lineGroupShape>

/** Racks by name only, for references from lines. The full resource is `racks`; it depends on spaces, which depend on their lines. */
export const rackNames = resource({
  path: 'projects/:id/Racks',
  entity: 'racks',
  names: { one: 'Rack', many: 'Racks' },
  permission: { view: 'ProjectEquipment.View' },
  owner: 'project',
  parent: 'projectId',
  fields: { name: name('Name', { max: 60 }) },
  computed: {},
  list: { columns: ['name'], search: ['name'], sort: ['name'] },
})

/** A quantity of one product in an area group of a space. Read-only project-wide list; lines are edited in their space. */
export const spaceEquipment = resource({
  path: 'projects/:id/Equipment',
  entity: 'spaceEquipment',
  names: { one: 'Equipment', many: 'Equipment' },
  permission: { view: 'ProjectEquipment.View' },
  owner: 'project',
  parent: 'projectId',
  /** Always set on a line: explicitly, or from the product. */
  fields: { ...lineFields, provider: choice('Provider', ProviderCode), installer: choice('Installer', InstallerCode) },
  computed: {
    projectId: id('Project'),
    equipment: equipmentOfLine,
    category: categoryOfLine,
    manufacture: namedRef('Manufacturer'),
    productFamily: optional(namedRef('Product family')),
    space: object('Space', spaceShape),
    building: object('Building', placeShape),
    level: object('Level', placeShape),
    areaGroup: optional(namedRef('Area group')),
    circuit: optional(namedRef('Circuit')),
    /** Assigned rack, otherwise the rack of its first placed unit. */
    rack: optional(namedRef('Rack')),
    /** Assigned rack, regardless of where its units are placed. */
    rackId: optional(id('Rack affiliation')),
    unitMsrpPrice: { ...money('Unit'), isZeroMissing: { unless: 'unitPriceOverride' } },
    extendedMsrpPrice: { ...money('Extended'), isZeroMissing: { unless: 'unitPriceOverride' } },
    /** Heat per item in watts; null if unknown. */
    watts: optional(decimal('Power', { unit: 'W' }, 2)),
    rackUnits: optional(decimal('Rack units', { unit: 'RU' }, 1)),
  },
  list: {
    columns: ['equipment', 'manufacture', 'space', 'areaGroup', 'quantity', 'provider', 'installer', 'unitMsrpPrice', 'extendedMsrpPrice'],
    optionalColumns: [
      'category',
      'installerName',
      'productFamily',
      'building',
      'level',
      'label',
      'circuit',
      'rack',
      'rackId',
      'isExisting',
      'unitPriceOverride',
      'watts',
      'rackUnits',
      'notes',
      'createDate',
      'updateDate',
      'createdBy',
      'updatedBy',
      'projectId',
    ],
    search: [],
    sort: ['building', 'level', 'space', 'category', 'equipment'],
    filters: {
      categoryIds: { label: 'Category', kind: 'reference', resource: () => categories },
      manufacturerIds: { label: 'Manufacturer', kind: 'reference', resource: () => manufacturers },
      productFamilyIds: {
        label: 'Product family',
        kind: 'reference',
        resource: () => productFamilies,
        names: () => productFamilyNames,
        parentFilter: 'manufacturerIds',
        contextKey: 'manufactureName',
      },
      buildingIds: { label: 'Building', kind: 'reference', resource: () => buildings },
      levelIds: {
        label: 'Level',
        kind: 'reference',
        resource: () => levels,
        names: () => levelNames,
        parentFilter: 'buildingIds',
        contextKey: 'buildingName',
      },
      spaceIds: { label: 'Space', kind: 'reference' },
      rackIds: { label: 'Rack affiliation', kind: 'reference', resource: () => rackNames },
      areaGroupIds: { label: 'Area group', kind: 'reference', resource: () => areaGroups },
      equipmentIds: { label: 'Equipment', kind: 'reference', resource: () => equipments },
      providers: { label: 'Provider', kind: 'choice', field: 'provider', options: ProviderCode },
      installers: { label: 'Installer', kind: 'choice', field: 'installer', options: InstallerCode },
      installerNames: { label: 'Installer name', kind: 'text', field: 'installerName' },
      /** Does not filter; adds the sums of each group to the response. */
      groupBy: { label: 'Group by', kind: 'choice', options: LineGrouping },
    },
  },
  title: 'label',
  ref: [],
  exportCategory: 116,
})

/** Lines as edited in a form; the list resource is `spaceEquipment`. */
export const spaceLines = resource({
  path: 'spaces/:id/Equipment',
  entity: 'spaceEquipment',
  names: { one: 'Equipment', many: 'Equipment' },
  permission: { view: 'ProjectEquipment.View', update: 'ProjectEquipment.Update' },
  owner: 'project',
  parent: 'spaceId',
  fields: {
    areaGroupId: optional(reference('Area group', () => areaGroups)),
    circuitId: optional(reference('Circuit', () => circuits)),
    rackId: optional(id('Rack')),
    ...lineFields,
  },
  computed: {},
  list: { columns: ['quantity'], search: [], sort: [] },
  title: 'label',
  ref: [],
})

export const formatLineCount = (count: number) => formatCount(count, 'line')
