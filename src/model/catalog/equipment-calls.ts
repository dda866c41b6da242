import { manufacturers } from '../companies/manufacturers.ts'
import { productFamilies } from '../companies/product-families.ts'
import { array, cachedFile, call, listQuery, mergePatch, nothing, page, row, shape, value } from '../kit/call.ts'
import type { Field, Fields, Ref, Resource, ValueIn, ValuesOf } from '../kit/description.ts'
import {
  boolean,
  checkShape,
  choice,
  defaulted,
  id,
  image,
  instant,
  integer,
  list,
  name,
  optional,
  reference,
  set,
  text,
  uuid,
} from '../kit/field.ts'
import { mapKeys } from '../kit/keys.ts'
import type { WriteValues } from '../kit/resource.ts'
import { arrayField, literalField, namedShape, object, objects, oneOfFields, personField, rowField } from '../kit/response-fields.ts'
import { checkRows, isMissing, messages } from '../kit/rules.ts'
import { statsCall, statsRowsCall } from '../kit/stats.ts'
import { categories } from './categories.ts'
import { CreatePortDirection, TechnicalDocumentType } from './enums.ts'
import { equipmentCounters, equipments } from './equipment.ts'
import { documentFields, portFields, shownPort } from './equipment-parts.ts'

/** Part of a name: keeps its surrounding spaces, because the space before the number belongs to it. */
const untrimmed = (field: Field<string, 'text'>): Field<string, 'text'> => ({
  ...field,
  check: (value, report) => (field.check(value, report) && typeof value === 'string' ? value : ''),
})

const referred = (label: string, { ref, fields }: Resource): Field<Ref> =>
  object(label, { ...namedShape, ...Object.fromEntries(Object.entries(fields).filter(([key]) => ref.includes(key))) })

const { tag, model, description, imageUrl, availability, msrpPrice, heatLoadWatts, rackUnits } = equipments.fields
const { watts, totalQuantity, projectsCount } = equipments.computed
const choiceShape = { id: id(), tag, model, imageUrl, manufacture: referred('Manufacturer', manufacturers), msrpPrice }
export type EquipmentChoice = ValuesOf<typeof choiceShape>
const summaryShape = {
  ...choiceShape,
  description,
  category: referred('Category', categories),
  productFamily: optional(referred('Product family', productFamilies)),
  availability,
  heatLoadWatts,
  /** Stated heat load, otherwise computed from the power supplies. */
  watts,
  rackUnits,
  totalQuantity,
  projectsCount,
}

export const equipmentSummary = call({
  method: 'GET',
  path: '/equipments/:id/Summary',
  permission: 'Equipments.View',
  summary: 'Get a summary of equipment',
  response: shape(summaryShape),
})

export const equipmentIllustration = call({
  method: 'GET',
  path: '/equipments/:id/Illustration',
  permission: { any: ['Equipments.View', 'ExternalEquipment.View'] },
  summary: 'Get an SVG picture of equipment, drawn from its data',
  response: cachedFile('image/svg+xml'),
})

export const equipmentStats = statsCall(equipments, equipmentCounters)
export const manufacturerEquipment = statsRowsCall(manufacturers, 'equipments', equipments)

export const equipmentMakes = call({
  method: 'GET',
  path: '/equipments/Makes',
  permission: 'Equipments.View',
  summary: 'List the names of manufacturers with equipment',
  response: array(value(name('Make'))),
})

const foundShape = {
  text: text('Text'),
  /** True if tag, model, or part number match exactly; otherwise the match is approximate. */
  isExact: boolean('Exact'),
  items: objects('Equipment', choiceShape),
}
export type FoundEquipment = ValuesOf<typeof foundShape>

export const findEquipment = call({
  method: 'POST',
  path: '/equipments/Find',
  permission: 'Equipments.View',
  summary: 'Match texts to equipment by tag, model, part number, or the closest match',
  body: { texts: set('Texts', text('Text', { min: 1, max: 100 }), { min: 1, max: 200 }) },
  response: array(shape(foundShape)),
})

export const cloneEquipment = call({
  method: 'POST',
  path: '/equipments/:id/Clone',
  permission: 'Equipments.Create',
  summary: 'Clone equipment under another model',
  body: {
    model: equipments.fields.model,
    tag: optional(equipments.fields.tag),
    manufactureId: optional(equipments.fields.manufactureId),
    includeDocuments: defaulted(boolean('With documents'), true),
  },
  response: row(equipments),
  status: 201,
})

export const createPorts = call({
  method: 'POST',
  path: '/equipments/:id/Ports',
  permission: 'Equipments.Update',
  summary: 'Add ports to equipment, numbered when there are several',
  body: {
    direction: choice('Direction', CreatePortDirection),
    name: untrimmed(text('Name', { min: 1, max: 60 })),
    count: defaulted(integer('Count', { min: 1, max: 128 }), 1),
    startNumber: defaulted(integer('First number', { min: 0, max: 99_999 }), 1),
    leadingZeros: defaulted(integer('Digits', { min: 0, max: 4 }), 0),
    suffix: optional(untrimmed(text('Suffix', { max: 20 }))),
    ...portFields,
  },
  response: array(shape(shownPort)),
  status: 201,
})

const fileShape = {
  /** The document id for a technical document; the file id for the image and the Revit family. */
  id: uuid('Id'),
  name: text('Name'),
  url: optional(image('Address')),
  contentType: optional(text('Content type')),
  size: optional(integer('Size')),
  source: literalField('Source', 'Image', 'Technical document', 'Revit family'),
  type: optional(choice('Type', TechnicalDocumentType)),
  createDate: optional(instant('Created')),
  createdBy: optional(personField('Created by')),
}
export type EquipmentFile = ValuesOf<typeof fileShape>
const oneFile = shape(fileShape)
export const equipmentFiles = call({
  method: 'GET',
  path: '/equipments/:id/Files',
  permission: 'Equipments.View',
  summary: 'List the image, technical documents and Revit family of equipment',
  response: page(oneFile),
})
export const addEquipmentFile = call({
  method: 'POST',
  path: '/equipments/:id/Files',
  permission: 'Equipments.Update',
  summary: 'Add a technical document to equipment',
  body: documentFields,
  response: oneFile,
  status: 201,
})
export const changeEquipmentFile = mergePatch({
  path: '/equipments/:id/Files/:fileId',
  params: { fileId: uuid('Document') },
  permission: 'Equipments.Update',
  summary: 'Update a technical document of equipment',
  body: documentFields,
  response: oneFile,
})
export const removeEquipmentFile = call({
  method: 'DELETE',
  path: '/equipments/:id/Files/:fileId',
  params: { fileId: uuid('Document') },
  permission: 'Equipments.Update',
  summary: 'Delete a technical document of equipment',
  response: nothing,
})

const reason = literalField('Reason', 'model', 'tag', 'partNumber')
export type DuplicateReason = ValueIn<typeof reason>
const equipmentRow = rowField('Equipment', () => equipments)
const duplicates = oneOfFields(
  'Duplicates',
  object('Duplicate', { equipment: equipmentRow, reasons: arrayField('Reasons', reason) }),
  object('Duplicates', { key: text('Key'), reason, equipments: arrayField('Equipment', equipmentRow) }),
)

/** With a candidate, returns equipment that may be the same product. Without one, returns groups of duplicates in the whole catalog. */
export const equipmentDuplicates = call({
  method: 'GET',
  path: '/equipments/Duplicates',
  permission: 'Equipments.View',
  summary: 'List possible duplicates of equipment',
  query: {
    manufactureId: optional(reference('Manufacturer', () => manufacturers)),
    model: optional(text('Model', { max: 100 })),
    tag: optional(text('Tag', { max: 30 })),
    partNumber: optional(text('Part number', { max: 50 })),
    categoryId: optional(id('Category')),
    excludeId: optional(id('Except')),
    page: listQuery.page,
    itemsPerPage: listQuery.itemsPerPage,
  },
  response: page(value(duplicates)),
})

/** Field kinds with more than one value, or whose value is unique to one piece of equipment. */
const ownKinds = ['list', 'group', 'choices', 'references', 'json', 'richText', 'image', 'file', 'uuid'] as const
type OneValue = string | number | boolean | null
type KeysOf<F extends Fields> = {
  [K in keyof F & string]: ValueIn<F[K]> extends OneValue ? (F[K]['kind'] extends (typeof ownKinds)[number] ? never : K) : never
}[keyof F & string]
export type BulkKey = KeysOf<typeof equipments.fields>
const { fields }: { fields: Fields } = equipments
const isBulkKey = (key: string): key is BulkKey => !ownKinds.some((kind) => kind === fields[key]?.kind)
export const bulkKeys = Object.keys(fields).filter(isBulkKey)

const bulkFields = mapKeys(bulkKeys, (key): Field => equipments.fields[key])
const whichRow = { id: id('Equipment'), rowVersion: optional(integer('Row version', { min: 1 })) }
export const mostBulkRows = 500
export type BulkRow = { id: number; rowVersion: number | null } & Pick<WriteValues<typeof equipments>, BulkKey>

/** Partial rows: omitted fields stay unchanged. */
const bulkRows: Field<BulkRow[]> = {
  ...(list('Rows', { ...whichRow, ...bulkFields }, { min: 1, max: mostBulkRows }) as Field),
  check: (value, report) =>
    isMissing(value)
      ? (report(messages.required) as unknown as BulkRow[])
      : checkRows(
          value,
          { min: 1, max: mostBulkRows },
          (row, index) => {
            const named = Object.entries(bulkFields).filter(([key]) => typeof row === 'object' && row !== null && Object.hasOwn(row, key))
            return checkShape({ ...whichRow, ...Object.fromEntries(named) }, row, index) as unknown as BulkRow
          },
          report,
        ),
}

/** Atomic: one outdated or invalid row rejects the whole update; the response names the rows. */
export const bulkUpdateEquipment = call({
  method: 'PUT',
  path: '/equipments/BulkUpdate',
  permission: 'Equipments.BulkUpdate',
  summary: 'Update up to 500 pieces of equipment at once',
  body: { rows: bulkRows },
  response: shape({ items: arrayField('Equipment', equipmentRow), changed: integer('Changed'), changeSetId: optional(id('Change set')) }),
})
