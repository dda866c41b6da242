import { categories } from '../catalog/categories.ts'
import { InstallerCode, ProviderCode } from '../catalog/enums.ts'
import { IndustryType } from '../companies/enums.ts'
import { array, call, nothing, row, shape, standardCalls } from '../kit/call.ts'
import type { Fields, Permissions, Resource, ValuesOf } from '../kit/description.ts'
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
  references,
  richText,
  text,
} from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { arrayField, namedRef, objects, rowField } from '../kit/response-fields.ts'
import { doneTogether, lineChangesBody } from '../spaces/line-concurrency.ts'
import { categoryOfLine, equipmentOfLine } from '../spaces/space-equipment.ts'
import { verificationTemplates } from './verification-templates.ts'

export const groupWithEquipment = <R extends Resource>(line: () => R) => ({
  id: id(),
  name: name('Name'),
  order: optional(integer('Order')),
  notes: optional(longText('Notes')),
  rowVersion: integer('Row version'),
  equipment: arrayField('Equipment', rowField('Line', line)),
  equipmentCount: integer('Equipment'),
  totalMsrpPrice: money('Equipment, MSRP'),
})
const areaGroupOfTemplate = groupWithEquipment(() => templateEquipment)
export type AreaGroupOfTemplate = ValuesOf<typeof areaGroupOfTemplate>

/** Standard equipment of a kind of room, by area group; new spaces start with a copy. */
export const spaceTemplates = resource({
  path: 'spaceTemplates',
  route: '/space-templates',
  names: { one: 'Space template', many: 'Space templates' },
  permission: 'SpaceTemplates',
  isPickableByStaff: true,
  fields: {
    name: name('Name'),
    description: optional(richText('Description')),
    imageUrl: optional(image()),
    industryType: optional(choice('Industry', IndustryType)),
    /** Initial value of spaces created from it. */
    defaultComplexity: optional(integer('Complexity', { min: 1, max: 5 })),
    /** Checklists that its spaces get when their project enters construction administration. */
    verificationTemplateIds: defaulted(
      references('Verification', () => verificationTemplates),
      [],
    ),
  },
  computed: {
    equipmentCount: integer('Equipment'),
    /** Existing spaces created from it, limited to projects visible to the caller. */
    countTemplateUsed: integer('Used in spaces'),
    totalMsrpPrice: money('Equipment, MSRP'),
    areaGroups: objects('Area groups', areaGroupOfTemplate),
  },
  list: {
    columns: ['imageUrl', 'name', 'equipmentCount', 'countTemplateUsed', 'totalMsrpPrice', 'updateDate'],
    optionalColumns: ['industryType', 'defaultComplexity', 'createDate', 'createdBy', 'updatedBy'],
    search: ['name', 'description'],
    sort: ['name'],
    filters: { categoryIds: { label: 'Category', kind: 'reference', resource: () => categories } },
  },
  logs: true,
  recent: true,
  image: true,
  exportCategory: 130,
})

export const templateAreaGroups = resource({
  path: 'spaceTemplates/:id/AreaGroups',
  entity: 'templateAreaGroups',
  names: { one: 'Area group', many: 'Area groups' },
  permission: templatePermissions(),
  parent: 'spaceTemplateId',
  fields: {
    name: name('Name'),
    order: optional(integer('Order', { min: 0, max: 99_999 })),
    notes: optional(longText('Notes')),
  },
  computed: { spaceTemplateId: id('Space template') },
  list: { columns: ['name', 'order', 'notes'], optionalColumns: ['spaceTemplateId'], search: ['name'], sort: ['order'] },
})

/** Parts of a template require permission to update the template. */
function templatePermissions(): Permissions {
  const { view, update } = spaceTemplates.permission
  return { view, create: update, update, delete: update }
}

const templateLineFields = {
  equipmentId: id('Equipment'),
  areaGroupId: optional(id('Area group')),
  quantity: quantity(),
  provider: optional(choice('Provider', ProviderCode)),
  installer: optional(choice('Installer', InstallerCode)),
  unitPriceOverride: optional(money('Agreed unit price')),
  isExisting: defaulted(boolean('Existing'), false),
  label: optional(text('Label')),
  notes: optional(longText('Notes')),
} satisfies Fields

export const templateEquipment = resource({
  path: 'spaceTemplates/:id/Equipment',
  entity: 'templateEquipment',
  names: { one: 'Equipment', many: 'Equipment' },
  permission: templatePermissions(),
  parent: 'spaceTemplateId',
  fields: templateLineFields,
  computed: {
    spaceTemplateId: id('Space template'),
    equipment: equipmentOfLine,
    category: categoryOfLine,
    manufacture: namedRef('Manufacturer'),
    productFamily: optional(namedRef('Product family')),
    areaGroup: optional(namedRef('Area group')),
    unitMsrpPrice: { ...money('Unit'), isZeroMissing: { unless: 'unitPriceOverride' } },
    extendedMsrpPrice: { ...money('Extended'), isZeroMissing: { unless: 'unitPriceOverride' } },
    watts: optional(decimal('Power', { unit: 'W' }, 2)),
  },
  list: {
    columns: [
      'equipment',
      'category',
      'manufacture',
      'areaGroup',
      'quantity',
      'provider',
      'installer',
      'label',
      'unitMsrpPrice',
      'extendedMsrpPrice',
    ],
    optionalColumns: [
      'productFamily',
      'unitPriceOverride',
      'isExisting',
      'watts',
      'notes',
      'createDate',
      'updateDate',
      'createdBy',
      'updatedBy',
    ],
    search: [],
    sort: ['category', 'equipment'],
  },
  title: 'label',
  ref: [],
})

export const listTemplateAreaGroups = call({
  method: 'GET',
  path: '/spaceTemplates/:id/AreaGroups',
  permission: spaceTemplates.permission.view,
  summary: 'List the area groups of a space template with their equipment',
  response: array(shape(areaGroupOfTemplate)),
})

export const deleteTemplateAreaGroup = call({
  method: 'DELETE',
  path: '/spaceTemplates/:id/AreaGroups/:itemId',
  permission: 'SpaceTemplates.Update',
  summary: 'Delete an area group of a template; its equipment stays ungrouped unless deleted with it',
  query: { deleteEquipment: optional(boolean('Delete the equipment too')) },
  response: nothing,
})

/** The equipment of a line cannot change; remove the line and add another. */
export const updateTemplateLine = call({
  ...standardCalls(templateEquipment).update!,
  path: '/spaceTemplates/:id/Equipment/:itemId',
  params: {},
  body: { ...omit(templateLineFields, 'equipmentId'), rowVersion: optional(integer('Row version', { min: 1 })) },
})

export const changeTemplateLines = call({
  method: 'POST',
  path: '/spaceTemplates/:id/Equipment/Together',
  permission: 'SpaceTemplates.Update',
  summary: 'Add, update and remove lines of a space template in one undoable change',
  body: lineChangesBody(templateLineFields),
  response: doneTogether,
})

function omit<F extends Fields, K extends keyof F>(fields: F, key: K): Omit<F, K> {
  const { [key]: _, ...rest } = fields
  return rest
}

export const cloneTemplate = call({
  method: 'POST',
  path: '/spaceTemplates/:id/Clone',
  permission: 'SpaceTemplates.Create',
  summary: 'Clone a space template under another name',
  body: { name: name('Name') },
  response: row(spaceTemplates),
  status: 201,
})

/** The space keeps its own source template. */
export const templateFromSpace = call({
  method: 'POST',
  path: '/spaceTemplates/FromSpace/:spaceId',
  permission: { all: ['SpaceTemplates.Create', 'ProjectEquipment.View'] },
  summary: 'Create a space template from a space',
  body: {
    name: name('Name'),
    description: optional(richText('Description')),
    industryType: optional(choice('Industry', IndustryType)),
    defaultComplexity: optional(integer('Complexity', { min: 1, max: 5 })),
  },
  response: row(spaceTemplates),
  status: 201,
})
