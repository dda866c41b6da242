import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { mentionedIn, nameBegun, withName } from '../../model/inbox/mentions.ts'
import { fullName } from '../../model/kit/names.ts'
import type { CommentSubject } from '../../model/portal/comments.ts'
import { useCall, useRead } from '../kit/request/call.ts'
import { useLeaveQuestion } from '../kit/request/leave-question.ts'
import css from './comments.module.css'
import type { CommentRoom } from './rooms.ts'

const mostOffered = 5

interface Props {
  room: CommentRoom
  subject: CommentSubject
  subjectId: number
  threadId?: number
  label: string
  onDone?: () => void
}

export function WriteComment({ room, subject, subjectId, threadId, label, onDone }: Props) {
  const [text, setText] = useState('')
  useLeaveQuestion(text.trim() !== '', () => setText(''), true)
  const { calls, id } = room
  const { mutate, isPending } = useCall(calls.add, {
    onDone: () => {
      setText('')
      onDone?.()
    },
  })
  const { data } = useRead(
    calls.people,
    { params: { id }, query: { threadId: threadId ?? null } },
    { enabled: text.includes('@'), isQuiet: true },
  )
  const people = data?.items ?? []
  const begun = nameBegun(text)?.toLowerCase()
  const isWhole = begun !== undefined && mentionedIn(`@${begun}`, people).length > 0
  const offered =
    begun === undefined || isWhole ? [] : people.filter((person) => fullName(person).toLowerCase().includes(begun)).slice(0, mostOffered)
  const send = () => mutate({ params: { id }, body: { subject, subjectId, threadId: threadId ?? null, text } })
  return (
    <form
      className={css.write}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) send()
      }}
    >
      <Textarea
        aria-label={label}
        placeholder={label}
        autosize
        minRows={2}
        maxLength={2000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {offered.length > 0 && (
        <span className={css.offered} role="status">
          Mention{' '}
          {offered.map((person) => (
            <Button key={person.id} size="compact-xs" variant="default" onClick={() => setText(withName(text, person))}>
              {person.firstName} {person.lastName}
              {person.company && `, ${person.company}`}
            </Button>
          ))}
        </span>
      )}
      <div className={css.send}>
        {onDone && (
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        )}
        <Button type="submit" variant={onDone ? undefined : 'default'} loading={isPending} disabled={!text.trim()}>
          {threadId === undefined ? 'Comment' : 'Reply'}
        </Button>
      </div>
    </form>
  )
}
