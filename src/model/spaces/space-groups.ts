import { call } from '../kit/call.ts'
import type { RowOf } from '../kit/resource.ts'
import { groupsWithEquipment } from '../templates/space-templates.ts'
import type { spaceEquipment } from './space-equipment.ts'

export interface AreaGroupOfSpace {
  id: number
  name: string
  order: number | null
  notes: string | null
  rowVersion: number
  /** Rows like those of the list, but without the space, building and level they stand in and without their authors. */
  equipment: RowOf<typeof spaceEquipment>[]
  equipmentCount: number
  totalMsrpPrice: number
}

export const listAreaGroups = call({
  method: 'GET',
  path: '/spaces/:id/AreaGroups',
  permission: 'ProjectEquipment.View',
  summary: 'List the area groups of a space with their equipment',
  answer: groupsWithEquipment<AreaGroupOfSpace['equipment'][number]>(),
})
