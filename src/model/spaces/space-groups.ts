import { array, call, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { groupWithEquipment } from '../templates/space-templates.ts'
import { spaceEquipment } from './space-equipment.ts'

/** Lines like those of the list, but without space, building, level, and authors. */
export const areaGroupOfSpace = groupWithEquipment(() => spaceEquipment)
export type AreaGroupOfSpace = ValuesOf<typeof areaGroupOfSpace>

export const listAreaGroups = call({
  method: 'GET',
  path: '/spaces/:id/AreaGroups',
  permission: 'ProjectEquipment.View',
  summary: 'List the area groups of a space with their equipment',
  response: array(shape(areaGroupOfSpace)),
})
