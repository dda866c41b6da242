import { array, call, page, row, standardCalls } from '../kit/call.ts'
import { id } from '../kit/field.ts'
import { spaceEquipment } from './space-equipment.ts'
import { spaces } from './spaces.ts'

export const spacesOfTemplate = call({
  method: 'GET',
  path: '/spaces/Template/:templateId',
  permission: 'SpaceTemplates.View',
  summary: 'Spaces that were made from the template',
  query: standardCalls(spaces).list.query,
  answer: page(row(spaces)),
})

/** Adds to what stands there; the space does not become one of the template's. */
export const addTemplate = call({
  method: 'POST',
  path: '/spaces/:id/AddTemplate',
  permission: 'ProjectEquipment.Update',
  summary: 'Put the contents of a space template into a space',
  body: { spaceTemplateId: id('Space template') },
  answer: array(row(spaceEquipment)),
})
