import { call, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, date, id, integer, longText, optional, text } from '../kit/field.ts'
import { object, objects } from '../kit/response-fields.ts'
import { BallInCourt, ObservationSeverity, ObservationState, RfiState, SubmittalKind, SubmittalOutcome, SubmittalState } from './enums.ts'
import { observationEvent, siteFile } from './observations.ts'

const space = { id: id(), name: text('Name'), number: optional(text('Number')) }

const observation = {
  id: id(),
  number: text('Number'),
  title: text('Title'),
  note: optional(text('Note')),
  space: optional(object('Space', space)),
  severity: choice('Severity', ObservationSeverity),
  state: choice('State', ObservationState),
  dueDate: optional(date('Due')),
  rowVersion: integer('Row version'),
}
const observationDetail = { ...observation, photos: objects('Photos', siteFile), history: objects('History', observationEvent) }
export type ExternalObservation = ValuesOf<typeof observationDetail>

const submittal = {
  id: id(),
  number: text('Number'),
  title: text('Title'),
  kind: choice('Kind', SubmittalKind),
  specSection: optional(text('Specification section')),
  expectedDate: optional(date('Expected')),
  receivedDate: optional(date('Received')),
  dueDate: optional(date('Review due')),
  state: choice('State', SubmittalState),
  ballInCourt: optional(choice('Ball in court', BallInCourt)),
  outcome: optional(choice('Outcome', SubmittalOutcome)),
  comments: optional(text('Comments')),
  rowVersion: integer('Row version'),
}
export type ExternalSubmittal = ValuesOf<typeof submittal>

const rfi = {
  id: id(),
  number: text('Number'),
  subject: text('Subject'),
  question: text('Question'),
  proposedAnswer: optional(text('Proposed answer')),
  dueDate: optional(date('Due')),
  isOverdue: boolean('Overdue'),
  answer: optional(text('Answer')),
  state: choice('State', RfiState),
  rowVersion: integer('Row version'),
}
export type ExternalRfi = ValuesOf<typeof rfi>

const permission = 'ExternalProjects.View'
const version = { rowVersion: optional(integer('Row version', { min: 1 })) }

export const externalSite = call({
  method: 'GET',
  path: '/externalProjects/:id/Site',
  permission,
  summary: 'Get what is assigned to my company on the site of a project shared with me, where access includes the site',
  response: shape({
    observations: objects('Observations', observation),
    submittals: objects('Submittals', submittal),
    rfis: objects('RFIs', rfi),
  }),
})
export const externalObservation = call({
  method: 'GET',
  path: '/externalProjects/:id/Observations/:observationId',
  params: { observationId: id('Observation') },
  permission,
  summary: 'Get an observation assigned to my company',
  response: shape(observationDetail),
})
export const externalObservationReady = call({
  method: 'PUT',
  path: '/externalProjects/:id/Observations/:observationId/Ready',
  params: { observationId: id('Observation') },
  permission,
  summary: 'Mark an observation assigned to my company as ready for review',
  body: { comment: optional(longText('Comment')), ...version },
  response: shape(observationDetail),
})
export const externalObservationPhotos = call({
  method: 'POST',
  path: '/externalProjects/:id/Observations/:observationId/Photos',
  params: { observationId: id('Observation') },
  permission,
  summary: 'Add photos to an observation assigned to my company, JPEG or PNG',
  upload: 'files',
  body: { comment: optional(longText('Comment')) },
  response: shape(observationDetail),
  status: 201,
})
export const externalAnswerRfi = call({
  method: 'PUT',
  path: '/externalProjects/:id/Rfis/:rfiId/Answer',
  params: { rfiId: id('RFI') },
  permission,
  summary: 'Send the answer to an RFI assigned to my company',
  body: { answer: longText('Answer', { min: 1 }), ...version },
  response: shape(rfi),
})
export const externalSubmit = call({
  method: 'POST',
  path: '/externalProjects/:id/Submittals/:submittalId/Files',
  params: { submittalId: id('Submittal') },
  permission,
  summary: 'Upload the files of a submittal expected from my company; it is received today',
  upload: 'files',
  response: shape(submittal),
  status: 201,
})
