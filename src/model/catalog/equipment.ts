import { IndustryType } from '../companies/enums.ts'
import { manufacturers } from '../companies/manufacturers.ts'
import { productFamilies, productFamilyNames } from '../companies/product-families.ts'
import type { Field, Fields } from '../kit/description.ts'
import {
  boolean,
  choice,
  choices,
  date,
  decimal,
  defaulted,
  group,
  image,
  integer,
  longText,
  money,
  name,
  optional,
  pattern,
  reference,
  text,
  url,
  uuid,
} from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { object } from '../kit/response-fields.ts'
import { categories } from './categories.ts'
import { EquipmentAvailability, InstallerCode, MissingFact, ProviderCode, RackAccessory, WirelessProtocol } from './enums.ts'
import { cableSpec, networkPorts, ports, powerSpecs, technicalDocuments } from './equipment-parts.ts'

const inches = (label: string) => optional(decimal(label, { max: 100_000, unit: 'in' }, 2))

const family = optional(reference('Product family', () => productFamilies))
/** −1 means "not applicable" in the API (see `noProductFamily`). */
const familyOrNone: typeof family = { ...family, check: (value, report) => (value === -1 ? null : family.check(value, report)) }

const units: Field<number, 'number'> = decimal('Rack units', { max: 60 }, 1)
const halfUnits: typeof units = {
  ...units,
  check(value, report) {
    const clean = units.check(value, report)
    if (typeof clean === 'number' && !Number.isInteger(clean * 2)) report('Only steps of 0.5 are valid')
    return clean
  },
}

/** Fields also visible to external users of the manufacturer (`externalEquipments`). Internal fields are defined in the resource itself. */
export const toldFields = {
  /** Symbol on drawings; several pieces of equipment may share one. */
  tag: pattern('Tag', /^[A-Z0-9._/-]+$/, 'Only capital letters, digits and - . _ / are valid', { min: 1, max: 30 }),
  model: name('Model', { min: 1, max: 100 }),
  partNumber: optional(text('Part number', { max: 50 })),
  description: optional(longText('Description', { max: 1000 })),
  manufactureId: reference('Manufacturer', () => manufacturers),
  productFamilyId: familyOrNone,
  categoryId: reference('Category', () => categories),
  industryType: defaulted(choice('Industry', IndustryType), IndustryType.Undefined),
  availability: defaulted(choice('Availability', EquipmentAvailability), EquipmentAvailability.Available),
  msrpPrice: { ...defaulted(money('MSRP'), 0), isZeroMissing: true },
  /** Date the MSRP was last confirmed. */
  priceDate: optional(date('Price date')),
  defaultProvider: optional(choice('Provider', ProviderCode)),
  defaultInstaller: optional(choice('Installer', InstallerCode)),
  url: optional(url('Web page')),
  imageUrl: optional(image()),
  widthIn: inches('Width'),
  heightIn: inches('Height'),
  depthIn: inches('Depth'),
  weightLb: optional(decimal('Weight', { max: 1_000_000, unit: 'lb' }, 2)),
  isRackMountable: defaulted(boolean('Rack-mountable'), false),
  rackUnits: optional(halfUnits),
  rackAccessory: optional(choice('Rack accessory', RackAccessory)),
  /** Only for displays. */
  diagonalIn: optional(decimal('Screen diagonal', { max: 1000, unit: 'in' }, 2)),
  /** Nominal angle of a loudspeaker, for the coverage on plans. */
  dispersionDegrees: optional(decimal('Dispersion', { max: 179, unit: '°' }, 2)),
  /** Horizontal angle of a camera at its widest. */
  fieldOfViewDegrees: optional(decimal('Field of view', { max: 360, unit: '°' }, 2)),
  /** Measured heat load; if missing, it is derived from the power supplies. */
  heatLoadWatts: optional(decimal('Heat load', { max: 1_000_000, unit: 'W' }, 2)),
  poeBudgetWatts: optional(decimal('PoE budget', { max: 100_000, unit: 'W' }, 2)),
  powerSpecs: defaulted(powerSpecs, []),
  networkPorts: defaulted(networkPorts, []),
  wirelessProtocols: defaulted(choices('Wireless', WirelessProtocol), []),
  ports: defaulted(ports, []),
  cableSpec,
  /** Cable is purchased in multiples of this length. */
  stockLengthFt: optional(decimal('Stock length', { max: 100_000, unit: 'ft' }, 2)),
  revitFamilyName: optional(text('Revit family')),
  revitTypeName: optional(text('Revit type')),
  revitFamilyFileId: optional(uuid('Revit family file')),
  wireCadLink: optional(
    group('WireCAD definition', {
      id: optional(uuid('Id')),
      manufacturerName: name('Manufacturer in WireCAD', { min: 1 }),
      equipmentName: name('Equipment in WireCAD', { min: 1 }),
    }),
  ),
  technicalDocuments: defaulted(technicalDocuments, []),
  notes: optional(longText('Notes')),
} satisfies Fields

/** Rack-mountable equipment needs a height. */
export const lacksRackUnits = ({
  isRackMountable,
  rackUnits,
}: {
  readonly isRackMountable?: boolean
  readonly rackUnits?: number | null
}) => isRackMountable === true && !(rackUnits && rackUnits > 0)

/** A product that can be placed in a space. Spaces keep referencing it after deletion. */
export const equipments = resource({
  path: 'equipments',
  route: '/equipment',
  names: { one: 'Equipment', many: 'Equipment' },
  permission: 'Equipments',
  isPickableByStaff: true,
  fields: {
    ...toldFields,
    /** Internal: in no sheet and never visible to external users. */
    internalNotes: optional(longText('Internal notes')),
  },
  computed: {
    /** Heat in watts, null if unknown. */
    watts: optional(decimal('Power', { unit: 'W' }, 2)),
    /** Usage in the projects visible to the caller; only in the detail response. */
    projectsCount: integer('Projects'),
    spacesCount: integer('Spaces'),
    templatesCount: integer('Space templates'),
    totalQuantity: integer('Quantity'),
    revitFamilyFile: optional(
      object('Revit family file', { id: uuid('Id'), name: text('Name'), url: image('Address'), size: integer('Size') }),
    ),
  },
  list: {
    columns: [
      'imageUrl',
      'tag',
      'model',
      'manufacture',
      'productFamily',
      'category',
      'availability',
      'watts',
      'rackUnits',
      'msrpPrice',
      'priceDate',
      'partNumber',
      'weightLb',
    ],
    minWindowWidths: { productFamily: 1440, watts: 1440, rackUnits: 1440, priceDate: 1920, partNumber: 1920, weightLb: 1920 },
    optionalColumns: [
      'description',
      'defaultProvider',
      'defaultInstaller',
      'industryType',
      'widthIn',
      'heightIn',
      'depthIn',
      'rackAccessory',
      'diagonalIn',
      'dispersionDegrees',
      'fieldOfViewDegrees',
      'poeBudgetWatts',
      'stockLengthFt',
      'createDate',
      'updateDate',
      'createdBy',
      'updatedBy',
    ],
    search: ['tag', 'model', 'partNumber', 'description', 'manufacture.name', 'productFamily.name', 'category.name'],
    sort: ['manufacture', 'model'],
    filters: {
      categoryIds: { label: 'Category', kind: 'reference', field: 'categoryId', resource: () => categories },
      manufacturerIds: { label: 'Manufacturer', kind: 'reference', field: 'manufactureId', resource: () => manufacturers },
      productFamilyIds: {
        label: 'Product family',
        kind: 'reference',
        field: 'productFamilyId',
        resource: () => productFamilies,
        names: () => productFamilyNames,
        parentFilter: 'manufacturerIds',
        contextKey: 'manufactureName',
      },
      makes: { label: 'Make', kind: 'text' },
      providers: { label: 'Provider', kind: 'choice', field: 'defaultProvider', options: ProviderCode },
      installers: { label: 'Installer', kind: 'choice', field: 'defaultInstaller', options: InstallerCode },
      availabilities: { label: 'Availability', kind: 'choice', field: 'availability', options: EquipmentAvailability },
      rackAccessories: { label: 'Rack accessory', kind: 'choice', field: 'rackAccessory', options: RackAccessory },
      missing: { label: 'Missing', kind: 'choice', options: MissingFact },
      isInUse: { label: 'In use', kind: 'boolean' },
      msrpFrom: { label: 'MSRP', kind: 'range', field: 'msrpPrice', endParameter: 'msrpTo' },
      wattsFrom: { label: 'Power', kind: 'range', field: 'watts', endParameter: 'wattsTo' },
      rackUnitsFrom: { label: 'Rack units', kind: 'range', field: 'rackUnits', endParameter: 'rackUnitsTo' },
      widthFrom: { label: 'Width', kind: 'range', field: 'widthIn', endParameter: 'widthTo' },
      weightFrom: { label: 'Weight', kind: 'range', field: 'weightLb', endParameter: 'weightTo' },
    },
  },
  title: 'model',
  unique: ['model', 'wireCadLink'],
  ref: ['model', 'tag', 'imageUrl'],
  picker: ['manufacture', 'category', 'availability', 'rackAccessory', 'msrpPrice'],
  logs: true,
  recent: true,
  image: true,
  stats: ['projects', 'spaces', 'spaceTemplates', 'equipmentGroups', 'racks'],
  exportCategory: 100,
})

export const equipmentCounters = {
  projectsCount: integer('Projects'),
  spacesCount: integer('Spaces'),
  spaceTemplatesCount: integer('Space templates'),
  equipmentGroupsCount: integer('Equipment groups'),
  racksCount: integer('Racks'),
  totalQuantity: integer('Quantity'),
  totalMsrpPrice: money('Total MSRP'),
  documentsCount: integer('Documents'),
}
