import { equipments } from '../catalog/equipment.ts'
import { CompanyType } from '../companies/enums.ts'
import { choice, date, defaulted, id, integer, longText, name, optional, reference, set, text, user } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { namedRef, object, objects } from '../kit/response-fields.ts'
import { canStartFrom, type Transition } from '../kit/step.ts'
import { BallInCourt, SubmittalKind, SubmittalOutcome, SubmittalState } from './enums.ts'
import { responsibleFields, siteFile } from './observations.ts'

const seriesRef = { id: id(), number: text('Number') }

/** A document or sample of a contractor for review. Resubmittals form a series. */
export const submittals = resource({
  path: 'projects/:id/Submittals',
  entity: 'submittals',
  names: { one: 'Submittal', many: 'Submittals' },
  permission: 'ProjectNotes',
  owner: 'project',
  parent: 'projectId',
  hasSteps: true,
  fields: {
    title: name('Title', { min: 1 }),
    kind: defaulted(choice('Kind', SubmittalKind), SubmittalKind.ProductData),
    specSection: optional(text('Specification section', { max: 100 })),
    ...responsibleFields,
    lineIds: defaulted(set('Equipment lines', id('Line'), { max: 1000 }), []),
    expectedDate: optional(date('Expected')),
    reviewerId: optional(user('Reviewer')),
    /** Product proposed instead of that of the lines. */
    substituteEquipmentId: optional(reference('Proposed substitute', () => equipments)),
  },
  computed: {
    projectId: id('Project'),
    number: text('Number'),
    receivedDate: optional(date('Received')),
    dueDate: optional(date('Review due')),
    returnedDate: optional(date('Returned')),
    outcome: optional(choice('Outcome', SubmittalOutcome)),
    comments: optional(longText('Comments')),
    state: choice('State', SubmittalState),
    ballInCourt: optional(choice('Ball in court', BallInCourt)),
    daysInCourt: optional(integer('Days in court')),
    company: optional(namedRef('Company')),
    files: objects('Files', siteFile),
    next: optional(object('Resubmittal', seriesRef)),
    previous: optional(object('Resubmittal of', seriesRef)),
  },
  list: {
    columns: ['number', 'title', 'kind', 'company', 'state', 'ballInCourt', 'daysInCourt', 'dueDate', 'outcome'],
    optionalColumns: [
      'specSection',
      'expectedDate',
      'receivedDate',
      'returnedDate',
      'reviewer',
      'lineIds',
      'substituteEquipment',
      'comments',
      'companyType',
      'companyId',
      'projectId',
      'createDate',
      'updateDate',
      'createdBy',
      'updatedBy',
    ],
    search: ['number', 'title', 'specSection'],
    sort: ['number'],
    filters: {
      states: { label: 'State', kind: 'choice', options: SubmittalState },
      ballsInCourt: { label: 'Ball in court', kind: 'choice', options: BallInCourt },
      kinds: { label: 'Kind', kind: 'choice', field: 'kind', options: SubmittalKind },
      outcomes: { label: 'Outcome', kind: 'choice', field: 'outcome', options: SubmittalOutcome },
      reviewerIds: { label: 'Reviewer', kind: 'user', field: 'reviewerId' },
      companyTypes: { label: 'Kind of company', kind: 'choice', field: 'companyType', options: CompanyType },
      dueFrom: { label: 'Review due', kind: 'dates', field: 'dueDate', endParameter: 'dueTo' },
    },
  },
  title: 'title',
  ref: ['number', 'title'],
  logs: true,
})

interface Submitted {
  state: SubmittalState
}
const permission = 'ProjectNotes.Update'
/** The state after a step is derived, so no target is listed. */
export const submittalSteps = {
  Receive: { label: 'Receive', permission, from: { state: [SubmittalState.Expected] }, to: {} },
  Return: { label: 'Return', permission, from: { state: [SubmittalState.InReview] }, to: {} },
} as const satisfies Record<string, Transition<Submitted>>
type SubmittalStep = keyof typeof submittalSteps

export const submittalObstacle = (step: SubmittalStep, row: Submitted): string | undefined => {
  const transition: Transition<Submitted> = submittalSteps[step]
  return canStartFrom(transition, row) ? undefined : `${step} is not possible while ${SubmittalState.label(row.state)}.`
}
