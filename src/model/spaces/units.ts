import { boolean, id, integer, name, optional } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { object } from '../kit/response-fields.ts'
import { equipmentOfUnit } from './rack-devices.ts'
import { racks } from './racks.ts'
import { spaceShape } from './space-equipment.ts'

/** One item of a line with its own label for drawings, racks, and cables (domain 22). Created and deleted with the quantity. */
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
    /** Number of the unit within its line, from 1 to the quantity. */
    unitIndex: integer('Number in its line'),
    equipment: object('Equipment', equipmentOfUnit),
    space: object('Space', spaceShape),
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
      rackIds: { label: 'Rack Affiliation', kind: 'reference', resource: () => racks },
      isPlaced: { label: 'Placed', kind: 'boolean' },
      /** Has rack ears or is a rack accessory: shelf, vent, blank, or drawer. */
      isForRacks: { label: 'For racks', kind: 'boolean' },
    },
  },
  title: 'label',
  ref: ['label'],
})
