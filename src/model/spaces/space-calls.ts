import { InstallerCode, ProviderCode } from '../catalog/enums.ts'
import { equipmentGroups } from '../catalog/equipment-groups.ts'
import { activityShape, array, call, fileTaskShape, mergePatch, nothing, page, row, shape, standardCalls, value } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import {
  boolean,
  choice,
  date,
  decimal,
  defaulted,
  factor,
  group,
  id,
  image,
  integer,
  list,
  longText,
  money,
  name,
  optional,
  pattern,
  quantity,
  reference,
  set,
  text,
  uuid,
} from '../kit/field.ts'
import { namedRef, namedShape, type ObjectValues, object, objects, oneOfFields, recordField, rowField } from '../kit/response-fields.ts'
import { messages } from '../kit/rules.ts'
import { complexityFactor } from './complexity.ts'
import { SpaceStatus } from './enums.ts'
import { spaceBudgetShape } from './space-budget.ts'
import {
  categoryOfLine,
  equipmentOfLine,
  lineFields,
  lineGroupShape,
  newLineFields,
  spaceEquipment,
  spaceShape,
} from './space-equipment.ts'
import { limitOfSwitches, overLimit } from './space-limits.ts'
import { spaceGroupShape, spaces } from './spaces.ts'

const version = { rowVersion: optional(integer('Row version', { min: 1 })) }

export const spaceLogs = { ...standardCalls(spaces).logs!, permission: 'ProjectActivityLogs.View' as const }

const entry = optional(object('Entry', activityShape))
export const firstAndLastLog = call({
  method: 'GET',
  path: '/spaces/:id/GetFirstAndLastActivityLogInRange',
  permission: 'ProjectActivityLogs.View',
  summary: 'Get the first and last activity of a space in a date range',
  query: {
    from: optional(date('From')),
    to: optional(date('To')),
    types: optional(set('Types', integer('Type'))),
    userIds: optional(set('Users', uuid('User'))),
  },
  response: shape({ first: entry, last: entry }),
})

export const bulkDeleteSpaces = call({
  method: 'POST',
  path: '/spaces/BulkDelete',
  permission: 'Projects.Update',
  summary: 'Delete several spaces of a project, all or none',
  body: { ids: set('Spaces', id('Space'), { min: 1, max: 200 }) },
  response: shape({ deleted: integer('Deleted') }),
})

export const spaceNameExists = call({
  method: 'GET',
  path: '/spaces/Project/:projectId/Space/Name/Exist',
  permission: 'Projects.View',
  summary: 'Check whether a space name is taken in a project',
  query: { spaceName: name('Name'), excludeId: optional(id('Except')) },
  response: value(boolean('Exists')),
})
export const spaceNumberExists = call({
  method: 'GET',
  path: '/spaces/Project/:projectId/Space/Number/Exist',
  permission: 'Projects.View',
  summary: 'Check whether a space number is taken on a level',
  query: { spaceNumber: text('Space number', { max: 50 }), levelId: id('Level'), excludeId: optional(id('Except')) },
  response: value(boolean('Exists')),
})

const filterChoice = { id: oneOfFields('Id', id(), uuid('Id')), name: text('Name') }
const moreOfChoice = {
  shortName: optional(text('Short name')),
  firstName: text('First name'),
  lastName: text('Last name'),
  avatarUrl: optional(image('Picture')),
  icon: optional(text('Icon')),
  logoUrl: optional(image('Logo')),
}
export type FilterChoice = ObjectValues<typeof filterChoice, typeof moreOfChoice>
export const spaceFilter = call({
  method: 'GET',
  path: '/spaces/Projects/:projectId/Spaces/filter/:filterName',
  permission: 'Projects.View',
  params: { filterName: text('Filter', { max: 60 }) },
  summary: 'List the filter values in use by the spaces of a project',
  response: page(shape(filterChoice, moreOfChoice)),
})

export const spacesWithEquipment = call({
  method: 'GET',
  path: '/spaces/Equipment/:equipmentId',
  permission: 'Equipments.View',
  summary: 'List the spaces that contain a piece of equipment, with quantities',
  query: standardCalls(spaces).list.query,
  response: page({ ...row(spaces), fields: { quantity: quantity() } }),
})

export const setSpaceStatus = call({
  method: 'PUT',
  path: '/spaces/:id/SetStatus',
  permission: 'Projects.Update',
  summary: 'Set the status of a space',
  body: { status: choice('Status', SpaceStatus), comment: optional(longText('Comment')), ...version },
  response: row(spaces),
})

const copyBody = {
  name: name('Name'),
  imageUrl: optional(image()),
  spaceNumber: optional(text('Space number', { max: 50 })),
  projectId: id('Project'),
  levelId: id('Level'),
}
export const cloneSpace = call({
  method: 'POST',
  path: '/spaces/:id/Clone',
  permission: 'Projects.Update',
  summary: 'Clone a space within its project',
  body: copyBody,
  response: row(spaces),
  status: 201,
})
export const cloneSpaceToProject = call({
  method: 'POST',
  path: '/spaces/:id/CloneToProject',
  permission: { all: ['Projects.View', 'Projects.Update'] },
  summary: 'Clone a space to another project',
  body: copyBody,
  response: row(spaces),
  status: 201,
})

export const addEquipment = call({
  method: 'POST',
  path: '/spaces/:id/Equipment',
  permission: 'ProjectEquipment.Update',
  summary: 'Add equipment to a space',
  body: newLineFields,
  response: row(spaceEquipment),
  status: 201,
})
export const addGroup = call({
  method: 'POST',
  path: '/spaces/:id/AddGroup',
  permission: 'ProjectEquipment.Update',
  summary: 'Add an equipment group to a space',
  body: {
    equipmentGroupId: reference('Equipment group', () => equipmentGroups),
    areaGroupId: optional(id('Area group')),
    multiplier: defaulted(integer('How many times', { min: 1, max: 999 }), 1),
  },
  response: array(row(spaceEquipment)),
})
export const updateLine = mergePatch({
  path: '/spaces/:id/Equipment/:lineId',
  params: { lineId: id('Equipment') },
  permission: 'ProjectEquipment.Update',
  summary: 'Update an equipment line',
  body: {
    areaGroupId: optional(id('Area group')),
    circuitId: optional(id('Circuit')),
    rackId: optional(id('Rack')),
    ...lineFields,
    ...version,
  },
  response: row(spaceEquipment),
})
export const deleteLine = call({
  method: 'DELETE',
  path: '/spaces/:id/Equipment/:lineId',
  params: { lineId: id('Equipment') },
  permission: 'ProjectEquipment.Update',
  summary: 'Remove an equipment line from a space',
  response: nothing,
})

/** Accepts hypothetical equipment instead of the actual one. Saves nothing. */
export const suggestedComplexity = call({
  method: 'POST',
  path: '/spaces/:id/SuggestedComplexity',
  permission: 'Projects.View',
  summary: 'Suggest the design complexity of a space from its contents',
  body: { equipment: optional(list('Equipment', { equipmentId: id('Equipment'), quantity: quantity() }, { max: 1000 })) },
  response: shape({
    suggestedComplexity: integer('Complexity', { min: 1, max: 5 }),
    score: decimal('Score'),
    factors: objects('Factors', complexityFactor),
  }),
})

/** Moves an area group, or part of it, to another space of the project. Group 0 means lines without a group. */
export const moveAreaGroup = call({
  method: 'POST',
  path: '/spaces/MoveAreaGroupEquipmentToAnotherSpace',
  permission: 'ProjectEquipment.Update',
  summary: 'Move equipment of an area group into another space',
  body: {
    sourceSpaceId: id('Source space'),
    areaGroupId: id('Area group'),
    targetSpaceId: id('Target space'),
    /** If omitted, a group of the same name is found or created. */
    targetAreaGroupId: optional(id('Target area group')),
    /** If omitted, the whole group moves. */
    lineIds: optional(set('Equipment', id('Equipment'), { max: 1000 })),
    /** Quantity to move by line id; defaults to the whole line. */
    quantities: optional(recordField('Quantities', quantity())),
  },
  response: shape({ source: rowField('Source', () => spaces), target: rowField('Target', () => spaces) }),
})

const listedSpaces = standardCalls(spaces).list
/** `groupBy` adds the sums of each level or building over all matching rows. */
export const listSpaces = {
  ...listedSpaces,
  query: { ...listedSpaces.query, groupBy: optional(pattern('Group by', /^(level|building|none)$/i, messages.unknown)) },
  response: page(row(spaces), {}, { groups: list('Sums', spaceGroupShape) }),
}

const listed = standardCalls(spaceEquipment).list
/** All equipment of a project; `groupBy` adds the sums of each space, category, or manufacturer over all matching rows. */
export const listEquipment = {
  ...listed,
  query: { ...listed.query, groupBy: optional(pattern('Group by', /^(space|category|manufacturer|none)$/i, messages.unknown)) },
  response: page(row(spaceEquipment), {}, { groups: list('Sums', lineGroupShape) }),
}

const budgetOfPart = { ...namedShape, spacesCount: integer('Spaces'), ...spaceBudgetShape }
export type BudgetOfPart = ValuesOf<typeof budgetOfPart>
const spaceOverLimit = { ...spaceShape, over: objects('Over', overLimit, limitOfSwitches) }
export type SpaceOverLimit = ValuesOf<typeof spaceOverLimit>

export const spaceBudgets = call({
  method: 'GET',
  path: '/projects/:id/SpaceBudgets',
  permission: 'ProjectEquipment.View',
  summary: 'Get power, heat, weight, ports and price of a project, its buildings and levels',
  response: shape({
    project: object('Project', budgetOfPart),
    buildings: objects('Buildings', { ...budgetOfPart, levels: objects('Levels', budgetOfPart) }),
    spacesOver: objects('Spaces over a limit', spaceOverLimit),
  }),
})

const installerName = text('Installer name')

/** Updates provider, installer, or rack of many lines atomically; omitted fields stay unchanged. */
export const bulkEquipment = call({
  method: 'PUT',
  path: '/projects/:id/Equipment/Bulk',
  permission: 'ProjectEquipment.Update',
  summary: 'Set the provider, installer, rack and area group of many lines of a project',
  body: {
    lineIds: set('Lines', id('Line'), { min: 1, max: 500 }),
    set: group('What to change', {
      provider: optional(choice('Provider', ProviderCode)),
      installer: optional(choice('Installer', InstallerCode)),
      /** An empty text clears the name. */
      installerName: {
        ...optional(installerName),
        check: (value, report) => (value === '' ? '' : value === undefined || value === null ? null : installerName.check(value, report)),
      },
      /** Assigned rack of the project; 0 removes it. */
      rackId: optional(integer('Rack', { min: 0 })),
      areaGroupName: optional(name('Area group')),
    }),
  },
  response: shape({ updated: integer('Updated'), changeSetId: optional(id('Change set')) }),
})

export const installerNames = call({
  method: 'GET',
  path: '/projects/:id/Equipment/InstallerNames',
  permission: 'ProjectEquipment.View',
  summary: 'List the installers of a project',
  response: array(value(text('Installer name'))),
})

const quoteFilters = {
  search: optional(text('Search', { max: 200 })),
  providers: optional(set('Provider', choice('Provider', ProviderCode))),
  installers: optional(set('Installer', choice('Installer', InstallerCode))),
  categoryIds: optional(set('Category', integer('Category'))),
  manufacturerIds: optional(set('Manufacturer', integer('Manufacturer'))),
}
/** One row of a quote: same product, provider, installer, and price, anywhere in the space. */
const quoteRow = {
  equipment: equipmentOfLine,
  category: categoryOfLine,
  manufacture: namedRef('Manufacturer'),
  provider: choice('Provider', ProviderCode),
  installer: choice('Installer', InstallerCode),
  quantity: quantity(),
  unitMsrpPrice: money('Unit'),
  isAgreed: boolean('Agreed'),
  extendedMsrpPrice: money('Extended'),
  installationCost: money('Installation'),
  totalPrice: money('Total price'),
}
export type QuoteRow = ValuesOf<typeof quoteRow>

export const masterQuotes = call({
  method: 'GET',
  path: '/spaces/:id/MasterQuotes',
  permission: 'ProjectEquipment.View',
  summary: 'Get the master quote of a space: one row per product, responsibility and price',
  query: quoteFilters,
  response: shape({
    items: objects('Rows', quoteRow),
    total: integer('Rows'),
    sums: object('Sums', { msrp: money('MSRP'), installation: money('Installation'), total: money('Total price') }),
    installationFactor: factor('Installation factor'),
  }),
})

export const exportMasterQuote = call({
  method: 'GET',
  path: '/spaces/:id/MasterQuotes/Export',
  permission: 'ProjectEquipment.View',
  summary: 'Export the master quote of a space as a workbook',
  query: quoteFilters,
  response: shape(fileTaskShape),
  status: 202,
})
