import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { QueryOf, ResponseOf } from '../../model/kit/call.ts'
import { fullName } from '../../model/kit/names.ts'
import type { CommentAuthor, projectComments } from '../../model/portal/comments.ts'
import { DateTime } from '../kit/look/format.tsx'
import { EmptyState, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { callKey, useCall } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import css from './comments.module.css'
import type { About, CommentRoom } from './rooms.ts'
import { WriteComment } from './write-comment.tsx'

type Comment = ResponseOf<typeof projectComments>['items'][number]

interface Props {
  room: CommentRoom
  about?: About
  isInside?: boolean
  empty: string
}

export function Comments({ room, about, isInside, empty }: Props) {
  const [showsResolved, setShowsResolved] = useState(false)
  const open = useComments(room, about, false)
  const resolved = useComments(room, about, true, showsResolved)
  const { data, error, refetch } = open
  const counted = data?.pages.at(-1)
  if (!counted)
    return error ? <LoadError error={error} title="Comments" onRetry={() => void refetch()} /> : <Skeletons rows={3} columns={1} />
  const { openThreads, resolvedThreads } = counted
  return (
    <>
      {openThreads + resolvedThreads === 0 && <EmptyState text={empty} />}
      <Threads {...{ room, about, isInside }} comments={open} label="Comments" />
      {resolvedThreads > 0 && (
        <div className={css.resolved}>
          <Button variant="subtle" size="compact-sm" aria-expanded={showsResolved} onClick={() => setShowsResolved(!showsResolved)}>
            {showsResolved ? 'Hide resolved' : `Resolved ${resolvedThreads.toLocaleString('en-US')}`}
          </Button>
        </div>
      )}
      {showsResolved && resolvedThreads > 0 && <Threads {...{ room, about, isInside }} comments={resolved} label="Resolved comments" />}
      {about && room.mayWrite && (
        <WriteComment key={`${about.subject} ${about.subjectId}`} room={room} {...about} label="Write a comment" />
      )}
    </>
  )
}

const pageSize = 50

function useComments(room: CommentRoom, about: About | undefined, isResolved: boolean, enabled = true) {
  const { read } = room.calls
  const params = { id: room.id }
  const query: QueryOf<typeof read> = {
    subject: about?.subject ?? null,
    subjectId: about?.subjectId ?? null,
    isResolved,
    itemsPerPage: pageSize,
  }
  return useInfiniteQuery({
    queryKey: [...callKey(read, { params, query }), 'pages'],
    queryFn: ({ pageParam, signal }) => request(read, { params, query: { ...query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length + 1 : undefined),
    enabled,
    meta: { isQuiet: true },
  })
}

interface ThreadsProps extends Omit<Props, 'empty'> {
  comments: ReturnType<typeof useComments>
  label: string
}
function Threads({ room, about, isInside, comments: of, label }: ThreadsProps) {
  const { data, error, refetch, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = of
  if (!data) return error ? <LoadError error={error} title={label} onRetry={() => void refetch()} /> : <Skeletons rows={3} columns={1} />
  // Removes duplicates, because a new thread can shift others to the next page.
  const comments = [...new Map(data.pages.flatMap(({ items }) => items).map((comment) => [comment.id, comment])).values()]
  // The server returns the newest thread first; the page shows it last, above the input.
  const threads = comments.filter(({ threadId }) => threadId === null).reverse()
  return (
    <>
      {isFetchNextPageError && <LoadError error={error} title="Earlier comments" onRetry={() => void fetchNextPage()} />}
      {hasNextPage && !isFetchNextPageError && (
        <div className={css.earlier}>
          <Button variant="subtle" size="compact-sm" loading={isFetching} onClick={() => void fetchNextPage()}>
            Show earlier
          </Button>
        </div>
      )}
      <ul className={css.threads} aria-label={label}>
        {threads.map((first) => (
          <Thread
            key={first.id}
            room={room}
            comments={[first, ...comments.filter(({ threadId }) => threadId === first.id)]}
            isNamed={!about}
            isInside={isInside}
          />
        ))}
      </ul>
    </>
  )
}

interface ThreadProps {
  room: CommentRoom
  comments: Comment[]
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
            Resolved by {fullName(resolvedBy)}, <DateTime value={resolvedDate} />
          </span>
        </p>
      )}
      {isReplying ? (
        <WriteComment
          room={room}
          subject={subject}
          subjectId={subjectId}
          threadId={id}
          label={`Reply to ${fullName(first.by)}`}
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

const initials = ({ firstName, lastName }: CommentAuthor) => `${firstName.charAt(0)}${lastName.charAt(0)}`

function Said({ comment: { by, createDate, text, threadId }, isInside }: { comment: Comment; isInside?: boolean }) {
  return (
    <article className={threadId === null ? css.comment : `${css.comment} ${css.reply}`}>
      <span className={css.face} aria-hidden>
        {initials(by)}
      </span>
      <div className={css.head}>
        <b>{fullName(by)}</b>
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
