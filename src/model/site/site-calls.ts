import { call, fileTaskShape, row, shape } from '../kit/call.ts'
import { choice, date, defaulted, id, integer, longText, optional, set, uuid } from '../kit/field.ts'
import { ObservationSeverity, SitePaper, SubmittalOutcome, TestResult } from './enums.ts'
import { observations, responsibleFields } from './observations.ts'
import { rfis } from './rfis.ts'
import { siteFileIds } from './site-visits.ts'
import { submittals } from './submittals.ts'

const version = { rowVersion: optional(integer('Row version', { min: 1 })) }
const update = 'ProjectNotes.Update'
const comment = { comment: optional(longText('Comment')) }
const params = { itemId: id('Id') }

export const receiveSubmittal = call({
  method: 'PUT',
  path: '/projects/:id/Submittals/:itemId/Receive',
  params,
  permission: update,
  summary: 'Mark a submittal as received; its review is due after the working days of the settings',
  body: { receivedDate: date('Received'), fileIds: siteFileIds('Files'), ...version },
  response: row(submittals),
})
export const returnSubmittal = call({
  method: 'PUT',
  path: '/projects/:id/Submittals/:itemId/Return',
  params,
  permission: update,
  summary: 'Send back a reviewed submittal; two of the outcomes open the next resubmittal',
  body: {
    outcome: choice('Outcome', SubmittalOutcome),
    comments: optional(longText('Comments')),
    fileIds: siteFileIds('Files'),
    ...version,
  },
  response: row(submittals),
})
export const generateSubmittals = call({
  method: 'POST',
  path: '/projects/:id/Submittals/Generate',
  permission: 'ProjectNotes.Create',
  summary: 'Create an expected submittal for each manufacturer and category of a revision that has none',
  /** The latest revision unless given. */
  body: { revisionId: optional(id('Revision')) },
  response: shape({ created: integer('Created') }),
})

export const answerRfi = call({
  method: 'PUT',
  path: '/projects/:id/Rfis/:itemId/Answer',
  params,
  permission: update,
  summary: 'Send the answer to an RFI',
  body: { answer: longText('Answer', { min: 1 }), ...version },
  response: row(rfis),
})
export const closeRfi = call({
  method: 'PUT',
  path: '/projects/:id/Rfis/:itemId/Close',
  params,
  permission: update,
  summary: 'Close an answered RFI',
  body: version,
  response: row(rfis),
})
export const reopenRfi = call({
  method: 'PUT',
  path: '/projects/:id/Rfis/:itemId/Reopen',
  params,
  permission: update,
  summary: 'Reopen an RFI with a reason; its answer stays until the next one',
  body: { reason: longText('Reason', { min: 1 }), ...version },
  response: row(rfis),
})

export const observationReady = call({
  method: 'PUT',
  path: '/projects/:id/Observations/:itemId/Ready',
  params,
  permission: update,
  summary: 'Mark an observation as ready for review',
  body: { ...comment, ...version },
  response: row(observations),
})
export const closeObservation = call({
  method: 'PUT',
  path: '/projects/:id/Observations/:itemId/Close',
  params,
  permission: update,
  summary: 'Close an observation',
  body: { ...comment, ...version },
  response: row(observations),
})
export const returnObservation = call({
  method: 'PUT',
  path: '/projects/:id/Observations/:itemId/Return',
  params,
  permission: update,
  summary: 'Reopen an observation whose review failed, with a comment',
  body: { comment: longText('Comment', { min: 1 }), ...version },
  response: row(observations),
})
/** Photos in one request, each at most 10 MB. */
export const mostPhotos = 20
export const addObservationPhotos = call({
  method: 'POST',
  path: '/projects/:id/Observations/:itemId/Photos',
  params,
  permission: { any: ['ProjectNotes.Create', update] },
  summary: 'Add photos to an observation, JPEG or PNG',
  upload: 'files',
  body: comment,
  response: row(observations),
  status: 201,
})

/** Results of one test, as the tester enters them. */
export const testResultFields = {
  result: choice('Result', TestResult),
  measured: optional(longText('Measured', { max: 200 })),
  note: optional(longText('Note')),
}
export const observationOfTest = {
  severity: defaulted(choice('Severity', ObservationSeverity), ObservationSeverity.Major),
  ...responsibleFields,
  dueDate: optional(date('Due')),
  note: optional(longText('Note')),
}

export const siteVisitReport = call({
  method: 'GET',
  path: '/projects/:id/SiteVisits/:itemId/Report',
  params,
  permission: 'ProjectNotes.View',
  summary: 'Request the field report of a site visit as a PDF',
  response: shape(fileTaskShape),
  status: 202,
})

export const sitePaper = call({
  method: 'GET',
  path: '/projects/:id/SitePapers/:kind',
  params: { kind: choice('Document', SitePaper) },
  permission: 'ProjectNotes.View',
  summary: 'Request the punch list, the submittal register, the RFI log or the verification report as a PDF',
  response: shape(fileTaskShape),
  status: 202,
})

export const fileIdSet = (label: string) => optional(set(label, uuid('File'), { max: 100 }))
