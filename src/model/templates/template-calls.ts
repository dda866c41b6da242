import { array, call, listQuery, page, row, shape, standardCalls, value } from '../kit/call.ts'
import { boolean, defaulted, id, integer, json, optional, reference, set, text } from '../kit/field.ts'
import { spaceEquipment } from '../spaces/space-equipment.ts'
import { spaces } from '../spaces/spaces.ts'
import type { Cause, Difference } from './drift.ts'
import { spaceTemplates } from './space-templates.ts'

export const spacesOfTemplate = call({
  method: 'GET',
  path: '/spaces/Template/:templateId',
  params: { templateId: id('Space template') },
  permission: 'SpaceTemplates.View',
  summary: 'List the spaces created from a template',
  query: standardCalls(spaces).list.query,
  answer: page(row(spaces)),
})

/** Adds to what stands there; the space does not become one of the template's. */
export const addTemplate = call({
  method: 'POST',
  path: '/spaces/:id/AddTemplate',
  permission: 'ProjectEquipment.Update',
  summary: 'Add the contents of a space template to a space',
  body: { spaceTemplateId: reference('Space template', () => spaceTemplates) },
  answer: array(row(spaceEquipment)),
})

/** One way in which a space is not what its template is, in words. `cause`: who changed it since the space took it over. */
export interface DriftRow {
  kind: Difference['kind']
  cause: Cause
  /** Its equipment cannot be added any more, so it stays out. */
  isBlocked: boolean
  areaGroup: string | null
  equipment: { id: number; tag: string; model: string } | null
  quantity: number | null
  fields: { field: string; label: string; cause: Cause; was: string | null; template: string | null; space: string | null }[]
}

export const templateDrift = call({
  method: 'GET',
  path: '/spaces/:id/TemplateDrift',
  permission: 'ProjectEquipment.View',
  summary: 'Compare a space with the template it was created from',
  answer: shape({
    template: json<{ id: number; name: string; isDeleted: boolean } | null>('Space template'),
    /** Of these differences, how many the template brings. */
    pending: integer('To be taken over'),
    kept: integer('Changed in the space'),
    differences: json<DriftRow[]>('Differences'),
  }),
})

/** What applying the template would do, or did, to one space. */
export interface SpacePush {
  id: number
  name: string
  spaceNumber: string | null
  project: { id: number; name: string; number: string | null }
  /** Why nothing can be done there. */
  reason: string | null
  added: number
  removed: number
  changed: number
  /** Differences that hands made in the space and that stay. */
  kept: number
  equipmentCount: { before: number; after: number }
  totalMsrpPrice: { before: number; after: number }
}

const pushNeeds = { all: ['SpaceTemplates.View', 'ProjectEquipment.View'] } as const
export const spacesBehindTemplate = call({
  method: 'GET',
  path: '/spaceTemplates/:id/Drift',
  permission: pushNeeds,
  summary: 'List the spaces created from a template, with what applying it now would change',
  query: { search: listQuery.search, page: listQuery.page, itemsPerPage: listQuery.itemsPerPage },
  answer: page(value(json<SpacePush>('Space'))),
})

/** At once. */
export const mostPushed = 200

export const pushTemplate = call({
  method: 'POST',
  path: '/spaceTemplates/:id/Push',
  permission: { all: ['SpaceTemplates.View', 'ProjectEquipment.Update'] },
  summary: 'Apply template changes to spaces created from it; manual changes there are kept',
  body: {
    spaceIds: set('Spaces', id('Space'), { min: 1, max: mostPushed }),
    dryRun: defaulted(boolean('Only show what it would do'), false),
    /** What the dry run answered; anything else that has come in between refuses the act. */
    previewKey: optional(text('Preview', { max: 64 })),
  },
  answer: shape({
    spaces: json<SpacePush[]>('Spaces'),
    previewKey: text('Preview'),
    changeSetId: optional(id('Change set')),
  }),
})
