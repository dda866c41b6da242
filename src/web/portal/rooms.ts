import {
  addExternalComment,
  addProjectComment,
  CommentSubject,
  externalCommentPeople,
  externalComments,
  projectCommentPeople,
  projectComments,
  resolveExternalComment,
  resolveProjectComment,
} from '../../model/portal/comments.ts'
import { can } from '../kit/request/can.ts'
import { session } from '../kit/request/session.ts'

export interface CommentRoom {
  calls: {
    read: typeof projectComments | typeof externalComments
    people: typeof projectCommentPeople | typeof externalCommentPeople
    add: typeof addProjectComment | typeof addExternalComment
    resolve: typeof resolveProjectComment | typeof resolveExternalComment
  }
  id: number
  mayWrite: boolean
  mayResolve: boolean
}

export const staffCommentRoom = (id: number): CommentRoom => ({
  calls: { read: projectComments, people: projectCommentPeople, add: addProjectComment, resolve: resolveProjectComment },
  id,
  mayWrite: can(addProjectComment.permission),
  mayResolve: can(resolveProjectComment.permission),
})
export const externalCommentRoom = (id: number): CommentRoom => ({
  calls: { read: externalComments, people: externalCommentPeople, add: addExternalComment, resolve: resolveExternalComment },
  id,
  mayWrite: !session().isView,
  mayResolve: !session().isView,
})

export interface About {
  subject: CommentSubject
  subjectId: number
}

export function parseNumberParam(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' ? number : undefined
}
export function parseCommentSubject(subject: unknown, of: unknown): About | undefined {
  const kind = CommentSubject.values.find(({ value }) => value === parseNumberParam(subject))?.value
  const subjectId = parseNumberParam(of)
  return kind === undefined || subjectId === undefined ? undefined : { subject: kind, subjectId }
}
