import { address } from '../companies/company.ts'
import { array, call, nothing, row, shape } from '../kit/call.ts'
import { id, integer, longText, name, optional, set, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { objects } from '../kit/response-fields.ts'
import { levels } from './levels.ts'

const levelShape = { id: id(), name: levels.fields.name, shortName: levels.fields.shortName }

export const buildings = resource({
  path: 'projects/:id/Buildings',
  entity: 'buildings',
  names: { one: 'Building', many: 'Buildings' },
  permission: { view: 'Projects.View', create: 'Projects.Update', update: 'Projects.Update', delete: 'Projects.Update' },
  isPickableByStaff: true,
  owner: 'project',
  parent: 'projectId',
  fields: {
    name: name('Name'),
    shortName: optional(text('Short name', { max: 20 })),
    /** Only if it differs from the project's address. */
    address: address(),
    order: optional(integer('Order', { min: 0, max: 99_999 })),
    notes: optional(longText('Notes')),
  },
  computed: {
    projectId: id('Project'),
    levelsCount: integer('Levels'),
    spacesCount: integer('Spaces'),
    levels: objects('Levels', { ...levelShape, order: integer('Order'), elevation: levels.fields.elevation }),
  },
  list: {
    columns: ['name', 'shortName', 'levelsCount', 'spacesCount', 'order'],
    optionalColumns: ['projectId', 'address', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['name', 'shortName'],
    sort: ['order'],
  },
  ref: ['name', 'shortName', 'order'],
})

/** Also deletes the building's levels; the client shows their number before the request. */
export const deleteBuilding = call({
  method: 'DELETE',
  path: '/projects/:id/Buildings/:itemId',
  permission: 'Projects.Update',
  summary: 'Delete a building',
  query: { levelsCount: optional(integer('Number of levels that may be deleted with it', { min: 0 })) },
  response: nothing,
})
export const orderBuildings = call({
  method: 'PUT',
  path: '/projects/:id/Buildings/Order',
  permission: 'Projects.Update',
  summary: 'Reorder the buildings of a project',
  body: { ids: set('Buildings', id('Building'), { min: 1 }) },
  response: array(row(buildings)),
})
export const orderLevels = call({
  method: 'PUT',
  path: '/buildings/:id/Levels/Order',
  permission: 'Projects.Update',
  summary: 'Reorder the levels of a building',
  body: { ids: set('Levels', id('Level'), { min: 1 }) },
  response: array(row(levels)),
})

export const buildingsAndLevels = call({
  method: 'GET',
  path: '/spaces/BuildingsAndLevels/Project/:projectId',
  permission: 'Projects.View',
  summary: 'List the buildings and levels of a project',
  response: array(
    shape({
      id: id(),
      name: name('Name'),
      shortName: optional(text('Short name')),
      levels: objects('Levels', levelShape),
    }),
  ),
})
