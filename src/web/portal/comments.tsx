import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AnswerOf } from '../../model/kit/call.ts'
import type { CommentAuthor, projectComments } from '../../model/portal/comments.ts'
import { DateTime } from '../kit/look/format.tsx'
import { EmptyState, Skeletons } from '../kit/pages.tsx'
import { Failure } from '../kit/parts/small-parts.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import css from './comments.module.css'
import type { About, CommentRoom } from './rooms.ts'
import { WriteComment } from './write-comment.tsx'

type Comment = AnswerOf<typeof projectComments>['items'][number]

interface Props {
  room: CommentRoom
  /** One thing; without it all that was said about the project. */
  about?: About
  /** Marks what comes from inside or outside: for pages of the firm. */
  isInside?: boolean
  empty: string
}

/** Threads, the open ones first, and below them a place to begin another. */
export function Comments({ room, about, isInside, empty }: Props) {
  const [showsResolved, setShowsResolved] = useState(false)
  const { data, error, refetch } = useRead(
    room.calls.read,
    { params: { id: room.id }, query: { subject: about?.subject ?? null, subjectId: about?.subjectId ?? null } },
    { isQuiet: true },
  )
  if (!data) return error ? <Failure error={error} title="Comments" onRetry={() => void refetch()} /> : <Skeletons rows={3} columns={1} />
  const threads = data.items.filter(({ threadId }) => threadId === null)
  const open = threads.filter(({ resolvedDate }) => resolvedDate === null)
  const resolved = threads.filter(({ resolvedDate }) => resolvedDate !== null)
  const show = (first: Comment) => (
    <Thread
      key={first.id}
      room={room}
      comments={[first, ...data.items.filter(({ threadId }) => threadId === first.id)]}
      isNamed={!about}
      isInside={isInside}
    />
  )
  return (
    <>
      {threads.length === 0 && <EmptyState text={empty} />}
      <ul className={css.threads} aria-label="Comments">
        {open.map(show)}
        {showsResolved && resolved.map(show)}
      </ul>
      {resolved.length > 0 && (
        <div className={css.resolved}>
          <Button variant="subtle" size="compact-sm" aria-expanded={showsResolved} onClick={() => setShowsResolved(!showsResolved)}>
            {showsResolved ? 'Hide resolved' : `Resolved ${resolved.length}`}
          </Button>
        </div>
      )}
      {about && room.mayWrite && (
        <WriteComment key={`${about.subject} ${about.subjectId}`} room={room} {...about} label="Write a comment" />
      )}
    </>
  )
}

interface ThreadProps {
  room: CommentRoom
  comments: Comment[]
  /** Says what it is about. */
  isNamed: boolean
  isInside?: boolean
}

function Thread({ room, comments, isNamed, isInside }: ThreadProps) {
  const [isReplying, setReplying] = useState(false)
  const { mutate, isPending } = useCall(room.calls.resolve)
  const [first] = comments
  if (!first) return null
  const { id, subject, subjectId, subjectName, resolvedDate, resolvedBy } = first
  const isResolved = resolvedDate !== null
  return (
    <li className={css.thread}>
      {isNamed && <h3 className={css.about}>{subjectName}</h3>}
      {comments.map((comment) => (
        <Said key={comment.id} comment={comment} isInside={isInside} />
      ))}
      {isResolved && resolvedBy && (
        <p className={css.acts}>
          <span className={css.quiet}>
            Resolved by {nameOf(resolvedBy)}, <DateTime value={resolvedDate} />
          </span>
        </p>
      )}
      {isReplying ? (
        <WriteComment
          room={room}
          subject={subject}
          subjectId={subjectId}
          threadId={id}
          label={`Reply to ${nameOf(first.by)}`}
          onDone={() => setReplying(false)}
        />
      ) : (
        <div className={css.acts}>
          {room.mayWrite && (
            <Button variant="default" size="compact-sm" onClick={() => setReplying(true)}>
              Reply
            </Button>
          )}
          {room.mayResolve && (
            <Button
              variant="default"
              size="compact-sm"
              loading={isPending}
              onClick={() => mutate({ params: { id: room.id, commentId: id }, body: { isResolved: !isResolved } })}
            >
              {isResolved ? 'Open again' : 'Resolve'}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

const nameOf = ({ firstName, lastName }: CommentAuthor) => `${firstName} ${lastName}`
const initials = ({ firstName, lastName }: CommentAuthor) => `${firstName.charAt(0)}${lastName.charAt(0)}`

function Said({ comment: { by, createDate, text, threadId }, isInside }: { comment: Comment; isInside?: boolean }) {
  return (
    <article className={threadId === null ? css.comment : `${css.comment} ${css.reply}`}>
      <span className={css.face} aria-hidden>
        {initials(by)}
      </span>
      <div className={css.head}>
        <b>{nameOf(by)}</b>
        <span className={css.quiet}>
          <DateTime value={createDate} />
        </span>
        {by.company && <span className={css.quiet}>{by.company}</span>}
        {isInside && <span className={css.badge}>{by.isExternal ? 'From outside' : 'Shared with client'}</span>}
      </div>
      <p className={css.text}>{text}</p>
    </article>
  )
}
