import { call, file, items, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { id, instant, longText, optional, text } from '../kit/field.ts'
import { objects } from '../kit/response-fields.ts'

const approvableShape = {
  revisionId: optional(id('Revision')),
  taskId: optional(id('File')),
  title: text('Title'),
  fingerprint: text('Fingerprint'),
}
export type Approvable = ValuesOf<typeof approvableShape>

const fields = {
  id: id(),
  /** The approved item: a revision, or the file of a download task. */
  ...approvableShape,
  note: optional(text('Note')),
  name: text('Name'),
  company: optional(text('Company')),
  createDate: instant('Date'),
  proofUrl: text('Proof', { max: 2048 }),
  fileUrl: optional(text('File', { max: 2048 })),
}
export type Approval = ValuesOf<typeof fields>
export const approval = shape(fields)

export const projectApprovals = call({
  method: 'GET',
  path: '/projects/:id/Approvals',
  permission: 'ProjectReports.View',
  summary: 'List the approvals of a project by external users, newest first',
  response: items(approval),
})

const permission = 'ExternalProjects.View'
export const externalApprovals = call({
  method: 'GET',
  path: '/externalProjects/:id/Approvals',
  permission,
  summary: 'List the approvals of a project shared with me and what is waiting for mine, where access includes approval',
  response: shape({ items: objects('Approved', fields), waiting: objects('Waiting', approvableShape) }),
})
/** Exactly one is set. */
const approvable = { revisionId: approvableShape.revisionId, taskId: approvableShape.taskId }
export const approvalPaper = call({
  method: 'GET',
  path: '/externalProjects/:id/Approvals/Paper',
  permission,
  summary: 'Preview the approval record as a PDF, without approving',
  query: { ...approvable, note: optional(longText('Note', { max: 2000 })) },
  response: file,
})
export const approve = call({
  method: 'POST',
  path: '/externalProjects/:id/Approvals',
  permission,
  summary: 'Approve the latest revision or a shared proposal; a record of the approval is kept',
  body: {
    ...approvable,
    /** Fingerprint of the item the user reviewed; a mismatch means that another one was issued since. */
    fingerprint: text('Fingerprint', { min: 1, max: 64 }),
    note: optional(longText('Note', { max: 2000 })),
  },
  response: approval,
  status: 201,
})
