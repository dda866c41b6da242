import type { ResponseOf } from '../kit/call.ts'
import { call, file, fileTaskShape, mergePatch, page, paging, shape } from '../kit/call.ts'
import { boolean, choice, id, instant, integer, longText, money, optional, text } from '../kit/field.ts'
import { arrayField, object, objects } from '../kit/response-fields.ts'
import { bidContentFields, pricedLineFields, totalsField } from './bid-contents.ts'
import { addendaField, bidPackages } from './bid-packages.ts'
import { BidInvitationState, BidPackageState } from './enums.ts'

const permission = 'ExternalProjects.View'
const at = '/externalBids/:id'

const summaryFields = {
  id: id(),
  number: text('Number'),
  name: text('Name'),
  project: text('Project'),
  firm: optional(text('Firm')),
  company: text('Company'),
  packageState: choice('Package', BidPackageState),
  state: choice('State', BidInvitationState),
  dueAt: instant('Due'),
  serverTime: instant('Now'),
  closesInMs: integer('Closes in', { min: 0, max: Number.MAX_SAFE_INTEGER }),
  bidVersion: optional(integer('Version')),
  submittedAt: optional(instant('Submitted')),
  mustResubmit: boolean('Must submit again'),
}
export const externalBids = call({
  method: 'GET',
  path: '/externalBids',
  permission,
  summary: 'List the bid packages I am invited to',
  query: paging,
  response: { ...page(shape(summaryFields)), isCurrent: true },
})

const draftFields = { ...bidContentFields, totals: totalsField, rowVersion: integer('Row version'), updateDate: optional(instant('Saved')) }
/** Lines that an addendum changed after they were priced. */
const priceAgain = arrayField('Price again', text(''))
const draftField = object('Draft', { ...draftFields, priceAgain })
const versionFields = {
  version: integer('Version'),
  submittedAt: instant('Submitted'),
  name: text('Signed by'),
  fingerprint: text('Fingerprint'),
  isWithdrawn: boolean('Withdrawn'),
  totals: totalsField,
}
const packageFields = bidPackages.fields
const detail = shape({
  ...summaryFields,
  instructions: packageFields.instructions,
  validityDays: integer('Valid for'),
  files: objects('Files', { fileId: text('File'), name: text('Name'), url: text('Address', { max: 2048 }) }),
  costLines: objects('Cost lines', { key: text('Key'), name: text('Name') }),
  alternates: objects('Alternates', { code: text('Code'), name: text('Name'), description: optional(longText('Description')) }),
  allowances: objects('Allowances', { name: text('Name'), amount: money('Amount') }),
  unitPrices: objects('Unit prices', { name: text('Name'), unit: optional(text('Unit')) }),
  requiredTerms: arrayField('Required terms', text('')),
  checklist: arrayField('Scope questions', text('')),
  revision: object('Revision', { code: text('Code'), title: text('Title'), issueDate: text('Issued') }),
  lines: objects('Lines', pricedLineFields),
  addenda: addendaField,
  questions: objects('Questions', {
    id: id(),
    text: longText('Question'),
    askedAt: instant('Asked'),
    answer: optional(longText('Answer')),
    answeredAt: optional(instant('Answered')),
    isMine: boolean('Mine'),
  }),
  draft: draftField,
  versions: objects('Versions', versionFields),
  declinedReason: optional(longText('Reason')),
})
export type ExternalBid = ResponseOf<typeof externalBid>
export const externalBid = call({
  method: 'GET',
  path: at,
  permission,
  summary: 'Get a bid package I am invited to, with my draft and my submitted bids',
  response: { ...detail, isCurrent: true },
})
export const saveBidDraft = mergePatch({
  path: `${at}/Draft`,
  permission,
  summary: 'Update the draft of my bid',
  body: { ...bidContentFields, rowVersion: optional(integer('Row version', { min: 0 })) },
  response: shape({ ...draftFields, priceAgain }),
})
export const submitBid = call({
  method: 'POST',
  path: `${at}/Submit`,
  permission,
  summary: 'Submit my draft as a new version of my bid, with a name typed as signature',
  body: { name: text('Name', { min: 1, max: 200 }) },
  response: shape({
    version: integer('Version'),
    submittedAt: instant('Submitted'),
    fingerprint: text('Fingerprint'),
    totals: totalsField,
  }),
})
export const withdrawBid = call({
  method: 'PUT',
  path: `${at}/Withdraw`,
  permission,
  summary: 'Recall my submitted bid',
  response: detail,
})
export const declineBid = call({
  method: 'PUT',
  path: `${at}/Decline`,
  permission,
  summary: 'Decline to bid',
  body: { reason: optional(longText('Reason', { max: 2000 })) },
  response: detail,
})
export const intendToBid = call({
  method: 'PUT',
  path: `${at}/Intend`,
  permission,
  summary: 'Mark that I intend to bid',
  response: detail,
})
export const askBidQuestion = call({
  method: 'POST',
  path: `${at}/Questions`,
  permission,
  summary: 'Send a question about a bid package',
  body: { text: longText('Question', { min: 1 }) },
  response: shape({ id: id(), text: longText('Question'), askedAt: instant('Asked') }),
  status: 201,
})
export const uploadBidFile = call({
  method: 'POST',
  path: `${at}/Files`,
  permission,
  summary: 'Upload a file of my bid; staff can open it after the close',
  upload: 'file',
  response: shape({ id: text('File'), name: text('Name') }),
  status: 201,
})
export const bidWorkbook = call({
  method: 'GET',
  path: `${at}/Workbook`,
  permission,
  summary: 'Download the price form as a workbook',
  response: file,
})
export const readBidWorkbook = call({
  method: 'POST',
  path: `${at}/Workbook/Read`,
  permission,
  summary: 'Check a filled workbook; nothing is stored',
  upload: 'file',
  response: shape({
    ...bidContentFields,
    problems: objects('Problems', { sheet: text('Sheet'), row: integer('Row'), column: text('Column'), message: text('Message') }),
  }),
})
export const bidReceipt = call({
  method: 'GET',
  path: `${at}/Receipt`,
  permission,
  summary: 'Generate the receipt of a submitted bid as a PDF in the download center',
  query: { version: optional(integer('Version', { min: 1 })) },
  response: shape(fileTaskShape),
  status: 202,
})
