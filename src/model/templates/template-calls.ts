import { array, call, listQuery, page, row, shape, standardCalls } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, defaulted, id, integer, money, optional, reference, set, text } from '../kit/field.ts'
import { namedShape, object, objects } from '../kit/response-fields.ts'
import { productShape, spaceEquipment, spaceShape } from '../spaces/space-equipment.ts'
import { spaces } from '../spaces/spaces.ts'
import { cause, differenceKind } from './drift.ts'
import { spaceTemplates } from './space-templates.ts'

export const spacesOfTemplate = call({
  method: 'GET',
  path: '/spaces/Template/:templateId',
  params: { templateId: id('Space template') },
  permission: 'SpaceTemplates.View',
  summary: 'List the spaces created from a template',
  query: standardCalls(spaces).list.query,
  response: page(row(spaces)),
})

/** Adds to the existing equipment; the space is not linked to the template. */
export const addTemplate = call({
  method: 'POST',
  path: '/spaces/:id/AddTemplate',
  permission: 'ProjectEquipment.Update',
  summary: 'Add the contents of a space template to a space',
  body: { spaceTemplateId: reference('Space template', () => spaceTemplates) },
  response: array(row(spaceEquipment)),
})

/** One difference between a space and its template, as text. `cause` is the side that changed since the last update. */
const driftRow = {
  kind: differenceKind,
  cause,
  /** Skipped, because its equipment can no longer be added. */
  isBlocked: boolean('Blocked'),
  areaGroup: optional(text('Area group')),
  equipment: optional(object('Equipment', productShape)),
  quantity: optional(integer('Quantity')),
  fields: objects('Fields', {
    field: text('Field'),
    label: text('Label'),
    cause,
    was: optional(text('Was')),
    template: optional(text('In the template')),
    space: optional(text('In the space')),
  }),
}
export type DriftRow = ValuesOf<typeof driftRow>

export const templateDrift = call({
  method: 'GET',
  path: '/spaces/:id/TemplateDrift',
  permission: 'ProjectEquipment.View',
  summary: 'Compare a space with the template it was created from',
  response: shape({
    template: optional(object('Space template', { ...namedShape, isDeleted: boolean('Deleted') })),
    pending: integer('To be applied'),
    kept: integer('Changed in the space'),
    differences: objects('Differences', driftRow),
  }),
})

/** Preview or result of applying the template to one space. */
const spacePush = {
  ...spaceShape,
  project: spaces.computed.project,
  reason: optional(text('Reason')),
  added: integer('Added'),
  removed: integer('Removed'),
  changed: integer('Changed'),
  /** Manual edits in the space that stay. */
  kept: integer('Kept'),
  equipmentCount: object('Equipment', { before: integer('Before'), after: integer('After') }),
  totalMsrpPrice: object('Equipment, MSRP', { before: money('Before'), after: money('After') }),
}
export type SpacePush = ValuesOf<typeof spacePush>

const pushNeeds = { all: ['SpaceTemplates.View', 'ProjectEquipment.View'] } as const
export const spacesBehindTemplate = call({
  method: 'GET',
  path: '/spaceTemplates/:id/Drift',
  permission: pushNeeds,
  summary: 'List the spaces created from a template, with what applying it now would change',
  query: { search: listQuery.search, page: listQuery.page, itemsPerPage: listQuery.itemsPerPage },
  response: page(shape(spacePush)),
})

export const mostPushed = 200

export const pushTemplate = call({
  method: 'POST',
  path: '/spaceTemplates/:id/Push',
  permission: { all: ['SpaceTemplates.View', 'ProjectEquipment.Update'] },
  summary: 'Apply template changes to spaces created from it; manual changes there are kept',
  body: {
    spaceIds: set('Spaces', id('Space'), { min: 1, max: mostPushed }),
    dryRun: defaulted(boolean('Only show what it would do'), false),
    /** Key returned by the dry run. If anything has changed since, the request is rejected. */
    previewKey: optional(text('Preview', { max: 64 })),
  },
  response: shape({
    spaces: objects('Spaces', spacePush),
    previewKey: text('Preview'),
    changeSetId: optional(id('Change set')),
  }),
})
