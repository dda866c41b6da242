import { object } from '../kit/answered.ts'
import { boolean, id, integer, name, optional } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { equipmentOfUnit } from './rack-devices.ts'
import { racks } from './racks.ts'
import { spaceShape } from './space-equipment.ts'

/** One piece of a line, with a label of its own on drawings, racks and cables (domain 22). Made and dropped with the quantity. */
export const units = resource({
  path: 'projects/:id/Units',
  entity: 'units',
  names: { one: 'Unit', many: 'Units' },
  permission: { view: 'ProjectEquipment.View', update: 'ProjectEquipment.Update' },
  owner: 'project',
  parent: 'projectId',
  fields: { label: name('Label', { max: 100 }) },
  computed: {
    projectId: id('Project'),
    lineId: id('Line'),
    /** From 1 to the quantity of the line. */
    unitIndex: integer('Number in its line'),
    equipment: object('Equipment', equipmentOfUnit),
    space: object('Space', spaceShape),
    /** The rack its line belongs to. */
    rackId: optional(id('Rack affiliation')),
    isPlaced: boolean('Placed'),
  },
  list: {
    columns: ['label', 'equipment', 'space', 'unitIndex', 'isPlaced'],
    optionalColumns: ['rackId', 'lineId', 'projectId', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: [],
    sort: ['label'],
    filters: {
      lineIds: { label: 'Line', kind: 'reference' },
      rackIds: { label: 'Rack Affiliation', kind: 'reference', of: () => racks },
      isPlaced: { label: 'Placed', kind: 'boolean' },
      /** With rack ears, or made for racks: shelves, vents, blanks, drawers. */
      isForRacks: { label: 'For racks', kind: 'boolean' },
    },
  },
  title: 'label',
  ref: ['label'],
})
