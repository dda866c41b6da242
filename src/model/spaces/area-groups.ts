import { array, call, nothing, row } from '../kit/call.ts'
import { boolean, id, integer, longText, money, name, optional, set } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'

/** A named part of a room ("Lectern", "Front wall", "Rack") with its own list of equipment. */
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
  isPickableByStaff: true,
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
    optionalColumns: ['spaceId', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['name'],
    sort: ['order'],
  },
})

/** Initial group of a new space, unless its creator opts out. */
export const defaultAreaGroup = 'General'
/** Lines without a group come last, under this name. */
export const noAreaGroup = { id: 0, name: 'No Area Group' }

export const orderAreaGroups = call({
  method: 'PUT',
  path: '/spaces/:id/AreaGroups/Order',
  permission: 'ProjectEquipment.Update',
  summary: 'Reorder the area groups of a space',
  body: { ids: set('Area groups', id('Area group'), { min: 1 }) },
  response: array(row(areaGroups)),
})

export const deleteAreaGroup = call({
  method: 'DELETE',
  path: '/spaces/:id/AreaGroups/:itemId',
  permission: 'ProjectEquipment.Update',
  summary: 'Delete an area group; its equipment stays ungrouped unless deleted with it',
  query: { deleteEquipment: optional(boolean('Delete the equipment too')) },
  response: nothing,
})
