import { CompanyType } from '../companies/enums.ts'
import { drawingDocuments } from '../drawings/drawing-documents.ts'
import { boolean, choice, date, defaulted, id, instant, longText, name, optional, reference, text, user } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { namedRef } from '../kit/response-fields.ts'
import { canStartFrom, type Transition } from '../kit/step.ts'
import { spaces } from '../spaces/spaces.ts'
import { RfiImpact, RfiState } from './enums.ts'
import { planFields, responsibleFields } from './observations.ts'

/** Request for information: a question of the construction site. */
export const rfis = resource({
  path: 'projects/:id/Rfis',
  entity: 'rfis',
  names: { one: 'RFI', many: 'RFIs' },
  permission: 'ProjectNotes',
  owner: 'project',
  parent: 'projectId',
  hasSteps: true,
  fields: {
    subject: name('Subject', { min: 1 }),
    question: longText('Question', { min: 1 }),
    proposedAnswer: optional(longText('Proposed answer')),
    ...responsibleFields,
    dueDate: optional(date('Due')),
    costImpact: defaulted(choice('Cost impact', RfiImpact), RfiImpact.Unknown),
    scheduleImpact: defaulted(choice('Schedule impact', RfiImpact), RfiImpact.Unknown),
    spaceId: optional(reference('Space', () => spaces)),
    lineId: optional(id('Equipment line')),
    documentId: optional(reference('Drawing', () => drawingDocuments)),
    ...planFields,
  },
  computed: {
    projectId: id('Project'),
    number: text('Number'),
    answer: optional(longText('Answer')),
    answeredDate: optional(instant('Answered')),
    answeredById: optional(user('Answered by')),
    state: choice('State', RfiState),
    isOverdue: boolean('Overdue'),
    company: optional(namedRef('Company')),
  },
  list: {
    columns: ['number', 'subject', 'company', 'state', 'dueDate', 'isOverdue', 'costImpact', 'scheduleImpact'],
    optionalColumns: [
      'question',
      'proposedAnswer',
      'answer',
      'answeredDate',
      'answeredBy',
      'space',
      'lineId',
      'document',
      'planId',
      'x',
      'y',
      'companyType',
      'companyId',
      'projectId',
      'createDate',
      'updateDate',
      'createdBy',
      'updatedBy',
    ],
    search: ['number', 'subject', 'question', 'answer'],
    sort: ['number'],
    filters: {
      states: { label: 'State', kind: 'choice', field: 'state', options: RfiState },
      isOverdue: { label: 'Overdue', kind: 'boolean' },
      spaceIds: { label: 'Space', kind: 'reference', field: 'spaceId', resource: () => spaces },
      companyTypes: { label: 'Kind of company', kind: 'choice', field: 'companyType', options: CompanyType },
      dueFrom: { label: 'Due', kind: 'dates', field: 'dueDate', endParameter: 'dueTo' },
    },
  },
  title: 'subject',
  ref: ['number', 'subject'],
  logs: true,
})

interface Asked {
  state: RfiState
}
const { Open, Answered, Closed } = RfiState
const permission = 'ProjectNotes.Update'
export const rfiSteps = {
  Answer: { label: 'Answer', permission, from: { state: [Open] }, to: { state: Answered } },
  Close: { label: 'Close', permission, from: { state: [Answered] }, to: { state: Closed } },
  Reopen: { label: 'Reopen', permission, from: { state: [Answered, Closed] }, to: { state: Open }, comment: 'required' },
} as const satisfies Record<string, Transition<Asked>>
export type RfiStep = keyof typeof rfiSteps

export const rfiObstacle = (step: RfiStep, row: Asked): string | undefined => {
  const transition: Transition<Asked> = rfiSteps[step]
  return canStartFrom(transition, row) ? undefined : `${step} is not possible while ${RfiState.label(row.state)}.`
}

export const isRfiOverdue = ({ state, dueDate }: Asked & { dueDate: string | null }, today: string) =>
  state === RfiState.Open && dueDate !== null && dueDate < today
