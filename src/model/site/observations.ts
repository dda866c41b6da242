import { CompanyType } from '../companies/enums.ts'
import { choice, date, decimal, defaulted, id, instant, integer, longText, name, optional, reference, text, uuid } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { arrayField, namedRef, objects, personField } from '../kit/response-fields.ts'
import { canStartFrom, type Transition } from '../kit/step.ts'
import { spaces } from '../spaces/spaces.ts'
import { units } from '../spaces/units.ts'
import { ObservationSeverity, ObservationState } from './enums.ts'
import { siteVisits } from './site-visits.ts'

/** Company that must act: a contractor of the project, or the client. Both fields are set, or neither. */
export const responsibleFields = {
  companyType: optional(choice('Kind of company', CompanyType)),
  companyId: optional(id('Company')),
}

/** Place on a plan, in feet from its origin. */
export const planFields = {
  planId: optional(id('Plan')),
  x: optional(decimal('X', { min: -100_000, max: 100_000, unit: 'ft' }, 4)),
  y: optional(decimal('Y', { min: -100_000, max: 100_000, unit: 'ft' }, 4)),
}

export const siteFile = {
  id: uuid('File'),
  name: text('Name'),
  contentType: text('Type'),
  size: integer('Size', { max: Number.MAX_SAFE_INTEGER }),
  url: text('Address', { max: 2048 }),
  createDate: instant('Date'),
  createdBy: optional(personField('By')),
}

export const observationEvent = {
  state: choice('State', ObservationState),
  by: optional(personField('By')),
  date: instant('Date'),
  comment: optional(longText('Comment')),
  photoIds: arrayField('Photos', uuid('Photo')),
}

/** One item of the punch list. */
export const observations = resource({
  path: 'projects/:id/Observations',
  entity: 'observations',
  names: { one: 'Observation', many: 'Observations' },
  permission: 'ProjectNotes',
  owner: 'project',
  parent: 'projectId',
  hasSteps: true,
  fields: {
    title: name('Title', { min: 1 }),
    spaceId: optional(reference('Space', () => spaces)),
    unitId: optional(reference('Device', () => units)),
    ...planFields,
    ...responsibleFields,
    severity: defaulted(choice('Severity', ObservationSeverity), ObservationSeverity.Minor),
    dueDate: optional(date('Due')),
    note: optional(longText('Note')),
    visitId: optional(reference('Site visit', () => siteVisits)),
  },
  computed: {
    projectId: id('Project'),
    number: text('Number'),
    state: choice('State', ObservationState),
    company: optional(namedRef('Company')),
    photoCount: integer('Photos'),
    photos: objects('Photos', siteFile),
    history: objects('History', observationEvent),
  },
  list: {
    columns: ['number', 'title', 'space', 'severity', 'state', 'company', 'dueDate', 'photoCount'],
    optionalColumns: [
      'unit',
      'note',
      'planId',
      'x',
      'y',
      'companyType',
      'companyId',
      'visit',
      'projectId',
      'createDate',
      'updateDate',
      'createdBy',
      'updatedBy',
    ],
    search: ['number', 'title', 'note'],
    sort: ['number'],
    filters: {
      states: { label: 'State', kind: 'choice', field: 'state', options: ObservationState },
      severities: { label: 'Severity', kind: 'choice', field: 'severity', options: ObservationSeverity },
      spaceIds: { label: 'Space', kind: 'reference', field: 'spaceId', resource: () => spaces },
      unitIds: { label: 'Device', kind: 'reference', field: 'unitId', resource: () => units },
      companyTypes: { label: 'Kind of company', kind: 'choice', field: 'companyType', options: CompanyType },
      dueFrom: { label: 'Due', kind: 'dates', field: 'dueDate', endParameter: 'dueTo' },
    },
  },
  title: 'title',
  ref: ['number', 'title'],
  logs: true,
})

interface Observed {
  state: ObservationState
}
const { Open, Ready, Closed } = ObservationState
const permission = 'ProjectNotes.Update'

/** The company reports an item as done, and the consultant closes or returns it. Both may also act on a closed or unreported item. */
export const observationSteps = {
  Ready: { label: 'Ready for review', permission, from: { state: [Open] }, to: { state: Ready }, comment: 'optional' },
  Close: { label: 'Close', permission, from: { state: [Open, Ready] }, to: { state: Closed }, comment: 'optional' },
  Return: { label: 'Return', permission, from: { state: [Ready, Closed] }, to: { state: Open }, comment: 'required' },
} as const satisfies Record<string, Transition<Observed>>
export type ObservationStep = keyof typeof observationSteps

export const stepObstacle = (step: ObservationStep, row: Observed): string | undefined => {
  const transition: Transition<Observed> = observationSteps[step]
  return canStartFrom(transition, row) ? undefined : `${step} is not possible while ${ObservationState.label(row.state)}.`
}
