import type { ValuesOf } from '../kit/description.ts'
import { enumeration } from '../kit/enumeration.ts'
import {
  choice,
  decimal,
  group,
  id,
  image,
  integer,
  json,
  list,
  longText,
  money,
  name,
  optional,
  percent,
  reference,
  richText,
  text,
} from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { arrayField, namedShape, object, objects } from '../kit/response-fields.ts'
import { spaceTemplates } from '../templates/space-templates.ts'
import { buildings } from './buildings.ts'
import { SpaceStatus } from './enums.ts'
import { levelNames, levels } from './levels.ts'
import { spaceBudgetShape } from './space-budget.ts'
import { lineGroupShape, newLineFields } from './space-equipment.ts'
import { areaGroupOfSpace } from './space-groups.ts'
import { limitFields, linesByFigure } from './space-limits.ts'

export const SpaceGrouping = enumeration('SpaceGrouping', {
  Level: ['level', 'Building and level'],
  Building: ['building', 'Building'],
  None: ['none', 'None'],
})
export const spaceGroupShape = { ...lineGroupShape, area: decimal('Area', { unit: 'sq ft' }) }
export type SpaceGroup = ValuesOf<typeof spaceGroupShape>

export const spaces = resource({
  path: 'spaces',
  names: { one: 'Space', many: 'Spaces' },
  hasSteps: true,
  permission: {
    view: 'Projects.View',
    create: 'Projects.Update',
    update: 'Projects.Update',
    delete: 'Projects.Update',
    restore: 'SpaceTemplates.Restore',
  },
  isPickableByStaff: true,
  owner: 'project',
  fields: {
    projectId: id('Project'),
    levelId: reference('Level', () => levels),
    name: name('Name'),
    spaceNumber: optional(text('Space number', { max: 50 })),
    imageUrl: optional(image()),
    spaceTemplateId: optional(reference('Space template', () => spaceTemplates)),
    complexity: optional(integer('Complexity', { min: 1, max: 5 })),
    area: optional(decimal('Area', { unit: 'sq ft' }, 2)),
    capacity: optional(integer('Seats', { min: 0, max: 999_999 })),
    limits: optional(group('Limits', limitFields)),
    /** Viewing requirements of displays: the farthest seat, and the smallest element as a percentage of the image height. */
    farthestViewerFt: optional(decimal('Farthest viewer', { min: 0.1, max: 1000, unit: 'ft' }, 2)),
    elementHeightPercent: optional(percent('Element height', { min: 0.1, hint: '4% if left empty' })),
    description: optional(richText('Description')),
    notes: optional(longText('Notes')),
    /** Initial equipment; only on create. */
    equipment: optional(list('Equipment', newLineFields, { max: 1000 })),
  },
  computed: {
    project: object('Project', { ...namedShape, number: optional(text('Number')) }),
    buildingId: reference('Building', () => buildings),
    status: choice('Status', SpaceStatus),
    equipmentCount: integer('Equipment'),
    totalMsrpPrice: money('Equipment, MSRP'),
    areaGroups: objects('Area groups', areaGroupOfSpace),
    budget: object('Budget', spaceBudgetShape),
    linesOver: object('Lines over a limit', {}, linesByFigure),
    /** Template version the space was last updated from. */
    templateVersionId: optional(id('State of the template')),
    nextStatuses: arrayField('Next statuses', choice('Status', SpaceStatus)),
    /** Only for a deleted space: conflicts that prevent its restoration. */
    space: json<unknown>('Space'),
    conflicts: arrayField('Conflicts', text('Conflict')),
  },
  list: {
    columns: ['name', 'spaceNumber', 'building', 'level', 'status', 'complexity', 'area', 'equipmentCount', 'totalMsrpPrice', 'updateDate'],
    optionalColumns: [
      'projectId',
      'project',
      'spaceTemplate',
      'capacity',
      'farthestViewerFt',
      'elementHeightPercent',
      'imageUrl',
      'createDate',
      'createdBy',
      'updatedBy',
    ],
    search: ['name', 'spaceNumber', 'building.name', 'level.name', 'project.name', 'project.number'],
    sort: ['building', 'level', 'spaceNumber'],
    filters: {
      projectId: { label: 'Project', kind: 'reference', field: 'projectId' },
      buildingIds: { label: 'Building', kind: 'reference', field: 'buildingId', resource: () => buildings },
      levelIds: {
        label: 'Level',
        kind: 'reference',
        field: 'levelId',
        resource: () => levels,
        names: () => levelNames,
        parentFilter: 'buildingIds',
        contextKey: 'buildingName',
      },
      spaceTemplateIds: { label: 'Space template', kind: 'reference', field: 'spaceTemplateId', resource: () => spaceTemplates },
      spaceStatuses: { label: 'Status', kind: 'choice', field: 'status', options: SpaceStatus },
      groupBy: { label: 'Group by', kind: 'choice', options: SpaceGrouping },
    },
  },
  ref: ['name', 'spaceNumber'],
  unique: ['spaceNumber'],
  picker: ['projectId', 'level', 'building'],
  logs: true,
  image: true,
  exportCategory: 115,
})
