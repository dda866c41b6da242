import { call, listQuery, page, row } from '../kit/call.ts'
import { boolean, decimal, defaulted, id, integer, name, optional, set, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'

/** A floor of a building; lowest first. */
export const levels = resource({
  path: 'buildings/:id/Levels',
  entity: 'levels',
  names: { one: 'Level', many: 'Levels' },
  permission: { view: 'Projects.View', create: 'Projects.Update', update: 'Projects.Update', delete: 'Projects.Update' },
  isPickableByStaff: true,
  owner: 'project',
  parent: 'buildingId',
  fields: {
    name: name('Name'),
    shortName: optional(text('Short name', { max: 20 })),
    order: optional(integer('Order', { min: -999, max: 99_999 })),
    elevation: optional(decimal('Elevation', { min: -99_999, max: 99_999, unit: 'ft' }, 2)),
    /** Height that cables rise to. */
    ceilingHeightFt: defaulted(decimal('Ceiling height', { max: 1000, unit: 'ft' }, 2), 10),
  },
  computed: { buildingId: id('Building'), buildingName: text('Building'), projectId: id('Project'), spacesCount: integer('Spaces') },
  list: {
    columns: ['name', 'shortName', 'order', 'elevation', 'ceilingHeightFt', 'spacesCount'],
    optionalColumns: ['buildingId', 'buildingName', 'projectId', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['name', 'shortName'],
    sort: ['order'],
  },
  ref: ['name', 'shortName', 'order'],
})

export const levelNames = call({
  method: 'GET',
  path: '/projects/:id/Levels/typeHead',
  permission: 'Projects.View',
  summary: 'Search the levels of a project by name, for filters',
  query: {
    ...listQuery,
    all: optional(boolean('All')),
    ids: optional(set('Levels', integer('Level'))),
    buildingIds: optional(set('Buildings', integer('Building'))),
  },
  response: page(row(levels)),
})
