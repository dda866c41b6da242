import { call, items, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, defaulted, email, id, instant, list, longText, name, optional, text } from '../kit/field.ts'
import { object, objects } from '../kit/response-fields.ts'
import { ReportType } from './enums.ts'

const recipientFields = { email: email(), name: optional(text('Name', { max: 200 })) }
export type PaperRecipient = ValuesOf<typeof recipientFields>

/** A report sent to the client: the exact file stays, so it can be shown at any time (domain 34.6). */
export const sendReport = call({
  method: 'POST',
  path: '/projects/:id/Reports/:taskId/Send',
  permission: 'ProjectReports.View',
  summary: 'Send a report to the client, as an attachment or as a link to the portal, and store the exact file',
  body: {
    to: list('Recipients', recipientFields, { min: 1, max: 50 }),
    subject: name('Subject', { min: 1, max: 200 }),
    message: longText('Message', { min: 1 }),
    /** People without access to the reports of the project get the file instead. */
    asLink: defaulted(boolean('As a link'), false),
  },
  response: shape({ id: id(), sentDate: instant('Sent') }),
  status: 201,
})

const sentPaperFields = {
  id: id(),
  fileName: text('File'),
  fileUrl: text('Address of the file'),
  reportType: choice('Report', ReportType),
  fingerprint: text('SHA-256'),
  revision: optional(object('Revision', { id: id(), code: text('Code') })),
  sentDate: instant('Sent'),
  sentBy: optional(object('Sent by', { id: text('Id'), name: text('Name') })),
  to: objects('Recipients', { email: text('E-mail'), name: optional(text('Name')) }),
  subject: text('Subject'),
  openedDate: optional(instant('Opened')),
  acceptedDate: optional(instant('Accepted')),
  acceptedBy: optional(text('Accepted by')),
  supersededById: optional(id('Superseded by')),
}
export type SentPaper = ValuesOf<typeof sentPaperFields>
export const sentPapers = call({
  method: 'GET',
  path: '/projects/:id/SentPapers',
  permission: 'ProjectReports.View',
  summary: 'List the reports sent to the client, newest first',
  response: items(shape(sentPaperFields)),
})
