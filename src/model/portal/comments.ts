import { call, items, page, paging, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { enumeration, type ValueOf } from '../kit/enumeration.ts'
import { boolean, choice, defaulted, id, instant, integer, longText, optional, text, uuid } from '../kit/field.ts'
import { object } from '../kit/response-fields.ts'

export const CommentSubject = enumeration('CommentSubject', {
  Space: [1, 'Space'],
  Line: [2, 'Equipment'],
  Document: [3, 'Drawing'],
})
export type CommentSubject = ValueOf<typeof CommentSubject>

const author = {
  firstName: text('First name'),
  lastName: text('Last name'),
  company: optional(text('Company')),
  isExternal: boolean('Outside'),
}
export type CommentAuthor = ValuesOf<typeof author>

export const comment = shape({
  id: id(),
  /** First comment of the thread; null if this comment starts one. */
  threadId: optional(id('Thread')),
  subject: choice('About', CommentSubject),
  subjectId: id('About which'),
  subjectName: text('Subject name'),
  spaceId: optional(id('Space')),
  text: text('Comment'),
  by: object('By', author),
  createDate: instant('Date'),
  resolvedDate: optional(instant('Resolved')),
  resolvedBy: optional(object('Resolved by', author)),
})

const subjectQuery = {
  subject: optional(choice('About', CommentSubject)),
  subjectId: optional(id('About which')),
  isResolved: optional(boolean('Resolved')),
  page: paging.page,
  itemsPerPage: defaulted(integer('Threads per page', { min: 1, max: 200 }), 50),
}
export const mostInThread = 200
/** All comments of a page of threads; the total counts threads. Both thread counts are independent of the filter. */
const comments = page(comment, { openThreads: integer('Open threads'), resolvedThreads: integer('Resolved threads') })
const commentFields = {
  subject: choice('About', CommentSubject),
  subjectId: id('About which'),
  threadId: optional(id('Thread')),
  text: longText('Comment', { min: 1, max: 2000 }),
}
const resolving = { isResolved: defaulted(boolean('Resolved'), true) }
const thread = { threadId: optional(id('Thread')) }
const people = items(shape({ id: uuid('Id'), ...author }))

export const projectComments = call({
  method: 'GET',
  path: '/projects/:id/Comments',
  permission: 'ProjectNotes.View',
  summary: 'List the comments on the spaces, lines and drawings of a project, newest thread first, oldest comment first in each',
  query: subjectQuery,
  response: comments,
})
export const projectCommentPeople = call({
  method: 'GET',
  path: '/projects/:id/Comments/People',
  permission: 'ProjectNotes.View',
  summary: 'List who can be mentioned in comments on a project',
  query: thread,
  response: people,
})
export const addProjectComment = call({
  method: 'POST',
  path: '/projects/:id/Comments',
  permission: 'ProjectNotes.Create',
  summary: 'Comment on a space, line or drawing, or reply; visible to external users',
  body: commentFields,
  response: comment,
  status: 201,
})
export const resolveProjectComment = call({
  method: 'PUT',
  path: '/projects/:id/Comments/:commentId/Resolve',
  permission: 'ProjectNotes.Update',
  summary: 'Resolve or reopen a comment thread',
  body: resolving,
  response: comment,
})

const permission = 'ExternalProjects.View'
export const externalComments = call({
  method: 'GET',
  path: '/externalProjects/:id/Comments',
  permission,
  summary:
    'List the comments of a project shared with me, where access includes comments, newest thread first, oldest comment first in each',
  query: subjectQuery,
  response: comments,
})
export const externalCommentPeople = call({
  method: 'GET',
  path: '/externalProjects/:id/Comments/People',
  permission,
  summary: 'List who can be mentioned in a reply: the people in the thread',
  query: thread,
  response: people,
})
export const addExternalComment = call({
  method: 'POST',
  path: '/externalProjects/:id/Comments',
  permission,
  summary: 'Comment on a project shared with me, or reply, where access includes comments',
  body: commentFields,
  response: comment,
  status: 201,
})
export const resolveExternalComment = call({
  method: 'PUT',
  path: '/externalProjects/:id/Comments/:commentId/Resolve',
  permission,
  summary: 'Resolve or reopen a comment thread of a project shared with me, where access includes comments',
  body: resolving,
  response: comment,
})
