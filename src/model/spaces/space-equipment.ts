import { categories } from '../catalogue/categories.ts'
import { EquipmentAvailability, InstallerCode, ProviderCode } from '../catalogue/enums.ts'
import { equipments } from '../catalogue/equipment.ts'
import { manufacturers } from '../companies/manufacturers.ts'
import { productFamilies, productFamilyNames } from '../companies/product-families.ts'
import { namedRef, namedShape, object } from '../kit/answered.ts'
import type { Fields, ValueIn, ValuesOf } from '../kit/description.ts'
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
import { resource } from '../kit/resource.ts'
import { areaGroups } from './area-groups.ts'
import { buildings } from './buildings.ts'
import { circuits } from './circuits.ts'
import { levelNames, levels } from './levels.ts'

/** What a person decides about equipment in a space. */
export const lineFields = {
  quantity: quantity(),
  provider: optional(choice('Provider', ProviderCode)),
  installer: optional(choice('Installer', InstallerCode)),
  installerName: optional(text('Installer name')),
  /** Instead of the price in the catalogue. */
  unitPriceOverride: optional(money('Agreed unit price')),
  /** The owner has it already: it costs nothing in the opinion of probable cost. */
  isExisting: defaulted(boolean('Existing'), false),
  label: optional(text('Label')),
  notes: optional(longText('Notes')),
} satisfies Fields
/** The same with what and where. */
export const newLineFields = {
  equipmentId: id('Equipment'),
  areaGroupId: optional(id('Area group')),
  /** The rack of the project it belongs to. */
  rackId: optional(id('Rack')),
  ...lineFields,
} satisfies Fields

/** What stands for a product. */
export const productShape = { id: id(), tag: text('Tag'), model: text('Model') }
/** What stands for a space. */
export const spaceShape = { ...namedShape, spaceNumber: optional(text('Space number')) }
export const equipmentOfLine = object('Equipment', {
  ...productShape,
  partNumber: optional(text('Part number')),
  description: optional(text('Description')),
  imageUrl: optional(image('Picture')),
  availability: choice('Availability', EquipmentAvailability),
  isDeleted: boolean('Deleted'),
})
export type EquipmentOfLine = ValueIn<typeof equipmentOfLine>
/** The category of what stands in a line. */
export const categoryOfLine = object('Category', { ...namedShape, number: integer('Number'), icon: optional(text('Icon')) })
const placeShape = { ...namedShape, shortName: optional(text('Short name')), order: integer('Order') }

/** What lines can stand together by. */
export const LineGrouping = enumeration('LineGrouping', {
  Space: ['space', 'Space'],
  Category: ['category', 'Category'],
  Manufacturer: ['manufacturer', 'Manufacturer'],
  None: ['none', 'None'],
})
/** The sums of everything that matches in one group, not only of the page. */
export const lineGroupShape = {
  id: id(),
  name: text('Name'),
  lines: integer('Lines'),
  equipmentCount: integer('Equipment'),
  totalMsrpPrice: money('Equipment, MSRP'),
}
export type LineGroup = ValuesOf<typeof lineGroupShape>

/** Racks as lines point to them: by name. What a rack is else knows spaces, which know their lines; it is listed as `racks`. */
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

/** So many of one product in one place of a space. Lists show those of a whole project; spaces write them. */
export const spaceEquipment = resource({
  path: 'projects/:id/Equipment',
  entity: 'spaceEquipment',
  names: { one: 'Equipment', many: 'Equipment' },
  permission: { view: 'ProjectEquipment.View' },
  owner: 'project',
  parent: 'projectId',
  /** Who supplies and installs is known of every line: its maker says so, or the product does. */
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
    /** The one it belongs to, else the first its units stand in. */
    rack: optional(namedRef('Rack')),
    /** The one it belongs to, wherever its units stand. */
    rackId: optional(id('Rack affiliation')),
    unitMsrpPrice: { ...money('Unit'), isMissingAtZero: { unless: 'unitPriceOverride' } },
    extendedMsrpPrice: { ...money('Extended'), isMissingAtZero: { unless: 'unitPriceOverride' } },
    /** Heat of one piece in watts; nothing when unknown. */
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
      categoryIds: { label: 'Category', kind: 'reference', of: () => categories },
      manufacturerIds: { label: 'Manufacturer', kind: 'reference', of: () => manufacturers },
      productFamilyIds: {
        label: 'Product family',
        kind: 'reference',
        of: () => productFamilies,
        names: () => productFamilyNames,
        within: 'manufacturerIds',
        place: 'manufactureName',
      },
      buildingIds: { label: 'Building', kind: 'reference', of: () => buildings },
      levelIds: {
        label: 'Level',
        kind: 'reference',
        of: () => levels,
        names: () => levelNames,
        within: 'buildingIds',
        place: 'buildingName',
      },
      spaceIds: { label: 'Space', kind: 'reference' },
      rackIds: { label: 'Rack affiliation', kind: 'reference', of: () => rackNames },
      areaGroupIds: { label: 'Area group', kind: 'reference', of: () => areaGroups },
      equipmentIds: { label: 'Equipment', kind: 'reference', of: () => equipments },
      providers: { label: 'Provider', kind: 'choice', field: 'provider', options: ProviderCode },
      installers: { label: 'Installer', kind: 'choice', field: 'installer', options: InstallerCode },
      installerNames: { label: 'Installer name', kind: 'text', field: 'installerName' },
      /** Leaves every line; the sums of each group come with the page. */
      groupBy: { label: 'Group by', kind: 'choice', options: LineGrouping },
    },
  },
  title: 'label',
  ref: [],
  exportCategory: 116,
})

/** A line as its form edits it; it is listed as `spaceEquipment`. */
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
