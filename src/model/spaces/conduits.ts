import { decimal, id, integer, longText, name, optional, reference, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { spaces } from './spaces.ts'

/** A conduit of a project for cables (domain 25). */
export const conduits = resource({
  path: 'projects/:id/Conduits',
  entity: 'conduits',
  names: { one: 'Conduit', many: 'Conduits' },
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
    name: name('Name', { max: 60 }),
    fromSpaceId: optional(reference('From', () => spaces)),
    toSpaceId: optional(reference('To', () => spaces)),
    /** Trade size: 3/4", 1 1/4". */
    tradeSize: optional(text('Trade size', { max: 20 })),
    innerDiameterIn: optional(decimal('Inner diameter', { max: 100, unit: 'in' }, 3)),
    notes: optional(longText('Notes')),
  },
  computed: { projectId: id('Project'), cablesCount: integer('Cables') },
  list: {
    columns: ['name', 'fromSpace', 'toSpace', 'tradeSize', 'innerDiameterIn', 'cablesCount'],
    optionalColumns: ['notes', 'projectId', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['name', 'tradeSize'],
    sort: ['name'],
    filters: { spaceIds: { label: 'Space', kind: 'reference', resource: () => spaces } },
  },
})
