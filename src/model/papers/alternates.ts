import { call, items, row, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import {
  boolean,
  choice,
  defaulted,
  id,
  instant,
  integer,
  list,
  longText,
  money,
  name,
  optional,
  quantity,
  set,
  text,
} from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { object, objects } from '../kit/response-fields.ts'
import { AlternateKind } from './enums.ts'

const addedFields = {
  spaceId: id('Space'),
  areaGroupId: optional(id('Area group')),
  equipmentId: id('Equipment'),
  quantity: quantity(),
  unitPriceOverride: optional(money('Agreed unit price')),
}
export type AddedByAlternate = ValuesOf<typeof addedFields>

const itemFields = {
  isAdded: boolean('Added'),
  /** Null for what is added. */
  lineId: optional(id('Line')),
  space: object('Space', { id: id(), name: text('Name'), number: optional(text('Number')) }),
  manufacturer: optional(text('Manufacturer')),
  model: text('Model'),
  quantity: quantity(),
}
export type AlternateItem = ValuesOf<typeof itemFields>
/** Can be negative: a saving. */
const difference = money('Difference', { min: -1e15, max: 1e15 })

/** A choice offered to the client: equipment that is added, replaced or left out, with its price (domain 34.6). */
export const alternates = resource({
  path: 'projects/:id/Alternates',
  entity: 'alternates',
  names: { one: 'Alternate', many: 'Alternates' },
  permission: {
    view: 'ProjectBudget.View',
    create: 'ProjectBudget.Update',
    update: 'ProjectBudget.Update',
    delete: 'ProjectBudget.Update',
  },
  owner: 'project',
  parent: 'projectId',
  logs: true,
  hasSteps: true,
  fields: {
    code: name('Code', { min: 1, max: 100 }),
    name: name('Name', { min: 1 }),
    description: optional(longText('Description')),
    kind: choice('Kind', AlternateKind),
    /** Lines that are replaced or left out. */
    lineIds: defaulted(set('Lines', id('Line'), { max: 500 }), []),
    added: defaulted(list('Added equipment', addedFields, { max: 500 }), []),
  },
  computed: {
    projectId: id('Project'),
    /** Price and installation of what is added, less those of the lines. */
    difference,
    isChosen: boolean('Chosen'),
    chosenDate: optional(instant('Chosen on')),
    chosenBy: optional(text('Chosen by')),
    appliedDate: optional(instant('Applied')),
    items: objects('Items', itemFields),
  },
  list: {
    columns: ['code', 'name', 'kind', 'difference', 'isChosen', 'appliedDate'],
    optionalColumns: [
      'description',
      'lineIds',
      'added',
      'chosenDate',
      'chosenBy',
      'projectId',
      'createDate',
      'updateDate',
      'createdBy',
      'updatedBy',
    ],
    search: ['code', 'name', 'description'],
    sort: ['code'],
    filters: {
      kinds: { label: 'Kind', kind: 'choice', field: 'kind', options: AlternateKind },
      isChosen: { label: 'Chosen', kind: 'boolean', field: 'isChosen' },
    },
  },
  title: 'name',
  ref: ['code', 'name'],
})

const chosenBody = { isChosen: boolean('Chosen'), rowVersion: optional(integer('Row version', { min: 1 })) }
export const chooseAlternate = call({
  method: 'PUT',
  path: '/projects/:id/Alternates/:itemId/Choose',
  permission: 'ProjectBudget.Update',
  summary: 'Mark an alternate as chosen, or take the choice back',
  body: chosenBody,
  response: row(alternates),
})
export const applyAlternates = call({
  method: 'POST',
  path: '/projects/:id/Alternates/Apply',
  permission: { all: ['ProjectBudget.View', 'ProjectEquipment.Update'] },
  summary: 'Change the equipment of the project as chosen alternates say, as one change set',
  body: { ids: set('Alternates', id('Alternate'), { min: 1, max: 100 }) },
  response: shape({
    removedLines: integer('Removed lines'),
    addedLines: integer('Added lines'),
    changeSetId: optional(id('Change set')),
  }),
})

const externalAlternate = {
  id: id(),
  code: text('Code'),
  name: text('Name'),
  description: optional(longText('Description')),
  kind: choice('Kind', AlternateKind),
  difference,
  isChosen: boolean('Chosen'),
  isApplied: boolean('Applied'),
  /** Empty unless access includes equipment. */
  items: objects('Items', itemFields),
  rowVersion: integer('Row version'),
}
export type ExternalAlternate = ValuesOf<typeof externalAlternate>
export const externalAlternates = call({
  method: 'GET',
  path: '/externalProjects/:id/Alternates',
  permission: 'ExternalProjects.View',
  summary: 'List the alternates of a project shared with me, where access includes prices',
  response: items(shape(externalAlternate)),
})
export const externalChooseAlternate = call({
  method: 'PUT',
  path: '/externalProjects/:id/Alternates/:alternateId/Choose',
  permission: 'ExternalProjects.View',
  summary: 'Mark an alternate of a project shared with me as chosen, where access includes prices',
  body: chosenBody,
  response: shape(externalAlternate),
})
