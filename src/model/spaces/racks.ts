import { equipments } from '../catalog/equipment.ts'
import { array, call, row } from '../kit/call.ts'
import { boolean, choice, decimal, defaulted, id, integer, list, optional, reference, set } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { objects } from '../kit/response-fields.ts'
import { RackHalf, RackMountType, RackSide, RackType } from './enums.ts'
import { placementShape } from './rack-placing.ts'
import { rackNames } from './space-equipment.ts'
import { spaces } from './spaces.ts'

/** A rack of a project with its location, build, and placements (domain 6.4, 23). */
export const racks = resource({
  path: 'projects/:id/Racks',
  entity: 'racks',
  names: { one: 'Rack', many: 'Racks' },
  permission: {
    view: 'ProjectEquipment.View',
    create: 'ProjectEquipment.Update',
    update: 'ProjectEquipment.Update',
    delete: 'ProjectEquipment.Update',
  },
  isPickableByStaff: true,
  owner: 'project',
  parent: 'projectId',
  fields: {
    ...rackNames.fields,
    spaceId: optional(reference('Space', () => spaces)),
    /** Enclosure product, from a rack category. */
    equipmentId: optional(reference('Enclosure', () => equipments)),
    heightRU: defaulted(integer('Height', { min: 1, max: 60, unit: 'RU' }), 42),
    rackType: defaulted(choice('Type', RackType), RackType.Cabinet),
    mountType: defaulted(choice('Mounting', RackMountType), RackMountType.Floor),
    /** Between the front and rear rails. */
    mountingDepthIn: optional(decimal('Mounting depth', { min: 1, max: 100, unit: 'in' }, 2)),
    maxWeightLb: optional(decimal('Load limit', { min: 1, max: 100_000, unit: 'lb' }, 2)),
    /** Displayed numbering of units; placements always count from 1 at the bottom. */
    startingUnit: defaulted(integer('Lowest number', { min: 0, max: 999 }), 1),
    isDescending: defaulted(boolean('Numbered from the top down'), false),
  },
  computed: {
    projectId: id('Project'),
    placements: objects('Placements', placementShape),
    unitsCount: integer('Units'),
  },
  list: {
    columns: ['name', 'space', 'heightRU', 'rackType', 'mountType', 'unitsCount'],
    optionalColumns: [
      'equipment',
      'mountingDepthIn',
      'maxWeightLb',
      'startingUnit',
      'isDescending',
      'placements',
      'projectId',
      'createDate',
      'updateDate',
      'createdBy',
      'updatedBy',
    ],
    search: ['name'],
    sort: ['name'],
    filters: { spaceIds: { label: 'Space', kind: 'reference', field: 'spaceId', resource: () => spaces } },
  },
})

/** Position of a unit; a missing half is assigned, left before right. */
const placementFields = {
  ...placementShape,
  face: defaulted(placementShape.face, RackSide.Front),
  half: defaulted(placementShape.half, RackHalf.None),
}

export const fillWithBlanks = call({
  method: 'POST',
  path: '/projects/:id/Racks/:itemId/Blanks',
  permission: 'ProjectEquipment.Update',
  summary: 'Fill the free front units of a rack with blank panels, added to the equipment of its space',
  body: { equipmentId: id('Blank panel') },
  response: row(racks, { blankUnitIds: set('Blanks', id('Unit')) }),
  status: 201,
})

export const takeBlanksOut = call({
  method: 'PUT',
  path: '/projects/:id/Racks/:itemId/Blanks',
  permission: 'ProjectEquipment.Update',
  summary: 'Remove blank panels from a rack and from the equipment of its space',
  body: { unitIds: set('Blanks', id('Unit'), { min: 1, max: 60 }), rowVersion: optional(integer('Row version', { min: 1 })) },
  response: row(racks),
})

export const placeInRacks = call({
  method: 'PUT',
  path: '/projects/:id/Racks/Placements',
  permission: 'ProjectEquipment.Update',
  summary: 'Set the placements of racks; each list replaces its rack, all or none',
  body: {
    racks: list(
      'Racks',
      {
        rackId: id('Rack'),
        /** Row version the list is based on; if it has changed, the request is rejected with 409 and the current state. */
        rowVersion: optional(integer('Row version', { min: 1 })),
        placements: list('Placements', placementFields, { max: 500 }),
      },
      { min: 1, max: 50 },
    ),
  },
  response: array(row(racks)),
})
