import { CompanyType } from '../companies/enums.ts'
import type { ResponseOf } from '../kit/call.ts'
import { call, fileTaskShape, items, mergePatch, nothing, row, shape } from '../kit/call.ts'
import {
  boolean,
  choice,
  defaulted,
  email,
  id,
  instant,
  integer,
  list,
  longText,
  money,
  name,
  optional,
  percent,
  set,
  text,
  uuid,
} from '../kit/field.ts'
import { arrayField, object, objects } from '../kit/response-fields.ts'
import { pricedLineFields, substituteFields, totalsFields } from './bid-contents.ts'
import { addendumFields, bidPackages } from './bid-packages.ts'
import { BidInvitationState, SubstituteDecision } from './enums.ts'

const view = 'ProjectBudget.View'
const update = 'ProjectBudget.Update'
const at = '/projects/:id/BidPackages/:itemId'
const version = { rowVersion: optional(integer('Row version', { min: 1 })) }
const reason = longText('Reason', { min: 1, max: 2000 })

export const issuePackage = call({
  method: 'PUT',
  path: `${at}/Issue`,
  permission: update,
  summary: 'Send a bid package to its bidders',
  body: version,
  response: row(bidPackages),
})
export const reopenPackage = call({
  method: 'PUT',
  path: `${at}/Reopen`,
  permission: update,
  summary: 'Reopen a closed bid package until a later deadline',
  body: { dueAt: instant('Due'), reason, ...version },
  response: row(bidPackages),
})
export const cancelPackage = call({
  method: 'PUT',
  path: `${at}/Cancel`,
  permission: update,
  summary: 'Stop a bid package and notify its bidders',
  body: { reason, ...version },
  response: row(bidPackages),
})
export const awardPackage = call({
  method: 'PUT',
  path: `${at}/Award`,
  permission: update,
  summary: 'Accept a bid of a closed package and notify all bidders',
  body: {
    invitationId: id('Bidder'),
    rationale: longText('Rationale', { min: 1 }),
    /** Replace the usual texts of the mails. */
    awardText: optional(longText('Text to the winner')),
    regretText: optional(longText('Text to the others')),
    ...version,
  },
  response: row(bidPackages),
})

const estimate = optional(money('Our estimate', { max: 1e15 }))
export const bidLines = call({
  method: 'GET',
  path: `${at}/Lines`,
  permission: view,
  summary: 'List the lines of a bid package, as issued in its revision',
  response: { ...items(shape({ ...pricedLineFields, estimateUnitPrice: estimate, contractedUnitPrice: estimate })), isCurrent: true },
})

const companyRefFields = { id: id(), name: text('Name'), type: choice('Type', CompanyType) }
const personFields = { email: text('E-mail'), userId: optional(uuid('User')), name: optional(text('Name')) }
export const invitationFields = {
  id: id(),
  company: object('Company', companyRefFields),
  people: objects('People', personFields),
  state: choice('State', BidInvitationState),
  viewedAt: optional(instant('Viewed')),
  sentAt: optional(instant('Sent')),
  submittedAt: optional(instant('Submitted')),
  bidVersion: optional(integer('Version')),
  declinedReason: optional(longText('Reason')),
  /** An addendum replaced the revision after the bid was submitted: it counts as withdrawn unless it is submitted again. */
  mustResubmit: boolean('Must submit again'),
}
export const invitation = shape(invitationFields)
export type BidInvitation = ResponseOf<typeof addBidInvitation>
export const bidInvitations = call({
  method: 'GET',
  path: `${at}/Invitations`,
  permission: view,
  summary: 'List the invited bidders of a bid package, without any amount',
  response: items(invitation),
})
export const addBidInvitation = call({
  method: 'POST',
  path: `${at}/Invitations`,
  permission: update,
  summary: 'Invite a company to bid',
  body: {
    companyType: choice('Company type', CompanyType),
    companyId: id('Company'),
    people: list('People', { email: email(), userId: optional(uuid('User')) }, { min: 1, max: 50 }),
  },
  response: invitation,
  status: 201,
})
export const removeBidInvitation = call({
  method: 'DELETE',
  path: `${at}/Invitations/:invitationId`,
  permission: update,
  summary: 'Remove a bidder that has not submitted a bid',
  response: nothing,
})
export const sendBidInvitation = call({
  method: 'POST',
  path: `${at}/Invitations/:invitationId/Send`,
  permission: update,
  summary: 'Send the invitation mail again',
  response: invitation,
})

const addendum = shape(addendumFields)
export const bidAddenda = call({
  method: 'GET',
  path: `${at}/Addenda`,
  permission: view,
  summary: 'List the addenda of a bid package',
  response: items(addendum),
})
export const addBidAddendum = call({
  method: 'POST',
  path: `${at}/Addenda`,
  permission: update,
  summary: 'Add an addendum; it may move the deadline and replace the revision',
  body: {
    title: name('Title', { min: 1 }),
    text: optional(longText('Text')),
    dueAt: optional(instant('Due')),
    revisionId: optional(id('Revision')),
    fileIds: defaulted(set('Files', uuid('File'), { max: 50 }), []),
  },
  response: addendum,
  status: 201,
})

const questionFields = {
  id: id(),
  invitationId: id('Bidder'),
  company: text('Company'),
  text: longText('Question'),
  askedAt: instant('Asked'),
  answer: optional(longText('Answer')),
  answeredAt: optional(instant('Answered')),
  isPublished: boolean('Published'),
}
const question = shape(questionFields)
export const bidQuestions = call({
  method: 'GET',
  path: `${at}/Questions`,
  permission: view,
  summary: 'List the questions of the bidders',
  response: items(question),
})
export const answerBidQuestion = mergePatch({
  path: `${at}/Questions/:questionId/Answer`,
  permission: update,
  summary: 'Set the answer of a question; a published answer is shown to all bidders without naming who asked',
  body: { answer: longText('Answer', { min: 1 }), isPublished: defaulted(boolean('Published'), true) },
  response: question,
})

const amount = (label: string) => money(label, { min: -1e15, max: 1e15 })
const adjustmentFields = {
  amount: amount('Adjustment'),
  reason: text('Reason', { max: 2000 }),
  by: optional(text('By')),
  date: instant('Date'),
}
const proposedFields = {
  ...substituteFields,
  decision: optional(choice('Decision', SubstituteDecision)),
  comment: optional(longText('Comment')),
  equipmentId: optional(id('In the catalog')),
}
const cellFields = {
  invitationId: id('Bidder'),
  unitPrice: optional(amount('Unit price')),
  extended: optional(amount('Extended')),
  differencePercent: optional(percent('Difference', { min: -1e12, max: 1e12 })),
  isExcluded: boolean('Excluded'),
  isMissing: boolean('Missing'),
  isLow: boolean('Low'),
  isOutlier: boolean('Outlier'),
}
const comparedBidFields = {
  invitationId: id('Bidder'),
  company: object('Company', companyRefFields),
  version: integer('Version'),
  submittedAt: instant('Submitted'),
  signedBy: text('Signed by'),
  ...totalsFields,
  adjustments: amount('Adjustments'),
  leveledTotal: amount('Leveled total'),
  exclusions: arrayField('Exclusions', text('')),
  qualifications: arrayField('Qualifications', text('')),
  missingAddenda: arrayField('Addenda not acknowledged', integer('')),
  fingerprint: text('Fingerprint'),
}
const keyCellFields = { invitationId: id('Bidder'), amount: optional(amount('Amount')) }
const adjusted = { adjustment: object('Adjustment', adjustmentFields) }
const comparisonResponse = shape({
  outlierPercent: integer('Outlier from'),
  bids: objects('Bids', comparedBidFields),
  rows: objects('Rows', {
    rowKey: text('Row'),
    name: text('Name'),
    space: pricedLineFields.space,
    areaGroup: pricedLineFields.areaGroup,
    category: pricedLineFields.category,
    equipment: pricedLineFields.equipment,
    quantity: integer('Quantity'),
    estimate: object('Our estimate', { unitPrice: optional(amount('Unit price')), extended: optional(amount('Extended')) }),
    contractedUnitPrice: optional(amount('Contracted')),
    median: optional(amount('Median')),
    low: optional(amount('Low')),
    spreadPercent: optional(percent('Spread', { min: 0, max: 1e15 })),
    cells: objects('Cells', cellFields, { ...adjusted, substitute: object('Substitute', proposedFields), note: text('Note') }),
  }),
  costRows: objects('Costs', { key: text('Key'), name: text('Name'), cells: objects('Cells', keyCellFields, adjusted) }),
  alternates: objects('Alternates', { code: text('Code'), name: text('Name'), cells: objects('Cells', keyCellFields) }),
  unitPrices: objects('Unit prices', { name: text('Name'), unit: optional(text('Unit')), cells: objects('Cells', keyCellFields) }),
})
export type Comparison = ResponseOf<typeof readComparison>
export const readComparison = call({
  method: 'GET',
  path: `${at}/Comparison`,
  permission: view,
  summary: 'Compare the bids of a closed package line by line',
  query: { groupBy: optional(text('Order', { max: 20, hint: 'space, category or product' })) },
  response: { ...comparisonResponse, isCurrent: true },
})
export const adjustBid = call({
  method: 'PUT',
  path: `${at}/Adjustments`,
  permission: update,
  summary: 'Add a correction to a bid that makes it comparable, or remove it with an amount of null',
  body: {
    invitationId: id('Bidder'),
    rowKey: text('Row', { min: 1, max: 60 }),
    amount: optional(money('Amount', { min: -99_999_999.99 })),
    reason: optional(longText('Reason', { max: 2000 })),
  },
  response: shape({ adjustments: amount('Adjustments'), leveledTotal: amount('Leveled total') }),
})
export const decideSubstitute = mergePatch({
  path: `${at}/Substitutes/:invitationId/:lineKey`,
  params: { lineKey: text('Line', { min: 1, max: 40 }) },
  permission: update,
  summary: 'Accept or reject a substitute that a bidder proposes',
  body: { decision: choice('Decision', SubstituteDecision), comment: optional(longText('Comment', { max: 2000 })) },
  response: shape(proposedFields),
})
export const exportBidComparison = call({
  method: 'GET',
  path: `${at}/Comparison/Export`,
  permission: view,
  summary: 'Export the comparison as a workbook with live formulas to the download center',
  response: shape(fileTaskShape),
  status: 202,
})
export const bidTabulation = call({
  method: 'GET',
  path: `${at}/Tabulation`,
  permission: view,
  summary: 'Generate the bid tabulation as a PDF in the download center',
  response: shape(fileTaskShape),
  status: 202,
})
