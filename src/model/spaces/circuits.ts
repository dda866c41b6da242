import { boolean, defaulted, id, integer, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'

/** A branch circuit that feeds equipment of a space (domain 25). */
export const circuits = resource({
  path: 'spaces/:id/Circuits',
  entity: 'circuits',
  names: { one: 'Circuit', many: 'Circuits' },
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
    panel: text('Panel', { min: 1, max: 40 }),
    number: text('Number', { min: 1, max: 20 }),
    breakerAmps: defaulted(integer('Breaker', { min: 1, max: 1000, unit: 'A' }), 20),
    voltage: defaulted(integer('Voltage', { min: 1, max: 1000, unit: 'V' }), 120),
    isDedicated: defaulted(boolean('Dedicated'), false),
  },
  computed: {
    spaceId: id('Space'),
    projectId: id('Project'),
    name: text('Circuit'),
    linesCount: integer('Lines'),
  },
  list: {
    columns: ['panel', 'number', 'breakerAmps', 'voltage', 'isDedicated', 'linesCount'],
    optionalColumns: ['name', 'spaceId', 'projectId', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['panel', 'number'],
    sort: ['panel', 'number'],
  },
  title: 'number',
  ref: ['name'],
})
