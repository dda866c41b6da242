import { array, call, nothing, row } from '../kit/call.ts'
import { boolean, id, integer, longText, money, name, optional, set } from '../kit/field.ts'
import { type RowOf, resource } from '../kit/resource.ts'
import { groupsWithEquipment } from '../templates/space-templates.ts'
import type { spaceEquipment } from './space-equipment.ts'

/** A named part of a room ("Lectern", "Front wall", "Rack") that carries its own list of equipment. */
export const areaGroups = resource({
  path: 'spaces/:id/AreaGroups',
  entity: 'areaGroups',
  names: { one: 'Area group', many: 'Area groups' },
  permission: {
    view: 'ProjectEquipment.View',
    create: 'ProjectEquipment.Update',
    update: 'ProjectEquipment.Update',
    delete: 'ProjectEquipment.Update',
  },
  owner: 'project',
  parent: 'spaceId',
  fields: {
    name: name('Name'),
    order: optional(integer('Order', { min: 0, max: 99_999 })),
    notes: optional(longText('Notes')),
  },
  computed: {
    spaceId: id('Space'),
    projectId: id('Project'),
    equipmentCount: integer('Equipment'),
    totalMsrpPrice: money('Equipment, MSRP'),
  },
  list: {
    columns: ['name', 'order', 'notes', 'equipmentCount', 'totalMsrpPrice'],
    more: ['spaceId', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['name'],
    sort: ['order'],
  },
})

/** The group new spaces begin with, unless their maker does not want it. */
export const defaultAreaGroup = 'General'
/** What stands in no group comes last, under this. */
export const noAreaGroup = { id: 0, name: 'No Area Group' }

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
  summary: 'The area groups of a space with their equipment',
  answer: groupsWithEquipment<AreaGroupOfSpace>(),
})

export const orderAreaGroups = call({
  method: 'PUT',
  path: '/spaces/:id/AreaGroups/Order',
  permission: 'ProjectEquipment.Update',
  summary: 'Put the area groups into another order',
  body: { ids: set('Area groups', id('Area group'), { min: 1 }) },
  answer: array(row(areaGroups)),
})

export const deleteAreaGroup = call({
  method: 'DELETE',
  path: '/spaces/:id/AreaGroups/:itemId',
  permission: 'ProjectEquipment.Update',
  summary: 'Delete an area group; its equipment goes to no group unless it is to be deleted too',
  query: { deleteEquipment: optional(boolean('Delete the equipment too')) },
  answer: nothing,
})
