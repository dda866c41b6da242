import { ActionIcon, Button, Menu, TextInput } from '@mantine/core'
import { useState } from 'react'
import { MentionPlace } from '../../model/inbox/mentions.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { leads } from '../../model/projects/leads.ts'
import { type leadNotes, projectNotes } from '../../model/projects/project-notes.ts'
import { projects } from '../../model/projects/projects.ts'
import { mentioning } from '../inbox/public.tsx'
import { removeRows } from '../kit/form/dialogs.tsx'
import { DateTime } from '../kit/look/format.tsx'
import { IconDots, IconPencil, IconPin, IconPinnedFilled, IconPlus, IconSearch, IconTrash } from '../kit/look/icons.ts'
import { EmptyState, FormDialog, Panel, Skeletons, UserAvatar } from '../kit/pages.tsx'
import { RichText } from '../kit/parts/rich-text.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { resourceCalls, useCall, useList } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { useSearchText } from '../kit/request/typing-pause.ts'
import { ProjectTab } from './project-head.tsx'
import css from './project-tabs.module.css'

type Of = typeof projectNotes | typeof leadNotes
type Note = RowOf<typeof projectNotes>
const pageSize = 25

/** Pinned and dated notes. They can be edited even in a closed project. */
export function ProjectNotesPage() {
  return (
    <ProjectTab title="Notes">
      {(project) => (
        <div className={css.page}>
          <Notes subject={projectNotes} id={project.id} />
        </div>
      )}
    </ProjectTab>
  )
}

export function NotesPanel({ subject, id }: { subject: Of; id: number }) {
  return (
    <Panel title="Notes" isFlush>
      <Notes subject={subject} id={id} isPart />
    </Panel>
  )
}

function Notes({ subject, id, isPart }: { subject: Of; id: number; isPart?: boolean }) {
  const [typed, setTyped] = useState('')
  const search = useSearchText(typed)
  const [size, setSize] = useState(pageSize)
  const [dialog, setDialog] = useState<{ id?: number }>()
  const list = useList(subject, { search, itemsPerPage: size }, { params: { id }, isQuiet: true })
  const { items, total = 0 } = list.data ?? {}
  const under = { id }
  const mayCreate = can(subject.permission.create)
  return (
    <>
      <header className={css.head}>
        {!isPart && <h2>Notes</h2>}
        <span className={css.count} role="status">
          {items && total.toLocaleString('en-US')}
        </span>
        <span className={css.actions}>
          {(total > 5 || search) && (
            <TextInput
              className={css.search}
              aria-label="Search notes"
              placeholder="Search"
              leftSection={<IconSearch size={14} />}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          )}
          {mayCreate && (
            <Button variant={isPart ? 'default' : undefined} leftSection={<IconPlus size={16} />} onClick={() => setDialog({})}>
              New note
            </Button>
          )}
        </span>
      </header>
      {list.error && !items && <LoadError error={list.error} title="Notes" onRetry={() => void list.refetch()} />}
      {!list.error && !items && <Skeletons rows={4} columns={1} />}
      {items?.length === 0 &&
        (search ? (
          <EmptyState text={`No notes say "${search}".`} action="Clear search" onAction={() => setTyped('')} />
        ) : (
          <EmptyState
            text="No notes yet. Write down what others should know."
            action={mayCreate ? 'New note' : undefined}
            onAction={() => setDialog({})}
          />
        ))}
      <ul className={css.notes} aria-label="Notes">
        {items?.map((note) => (
          <NoteItem key={note.id} {...{ subject, note, under }} onEdit={() => setDialog({ id: note.id })} />
        ))}
      </ul>
      {items && items.length < total && (
        <div className={css.more}>
          <Button variant="default" loading={list.isFetching} onClick={() => setSize(Math.min(200, size + pageSize))}>
            Show more
          </Button>
        </div>
      )}
      <FormDialog
        resource={subject}
        under={under}
        opened={dialog !== undefined}
        id={dialog?.id}
        onClose={() => setDialog(undefined)}
        controls={{ body: mentioning(subject === projectNotes ? projects : leads, { id, place: MentionPlace.Notes }) }}
      />
    </>
  )
}

function NoteItem({ subject, note, under, onEdit }: { subject: Of; note: Note; under: { id: number }; onEdit: () => void }) {
  const { update } = resourceCalls(subject)
  const { mutate } = useCall(update!)
  const mayChange = can(subject.permission.update)
  const mayDelete = can(subject.permission.delete)
  const pin = () =>
    mutate({
      params: { id: under.id, itemId: note.id },
      body: { title: note.title, body: note.body, isPinned: !note.isPinned, rowVersion: note.rowVersion },
    })
  return (
    <li className={css.note}>
      <h3>
        {note.isPinned && <IconPinnedFilled size={14} aria-label="Pinned" />}
        {note.title}
      </h3>
      <div className={css.by}>
        {note.createdBy && <UserAvatar user={note.createdBy} withName />}
        <DateTime value={note.createDate} />
        {note.rowVersion > 1 && note.updateDate !== note.createDate && (
          <span>
            changed by {note.updatedBy?.firstName ?? 'somebody'} {note.updatedBy?.lastName}
          </span>
        )}
      </div>
      {(mayChange || mayDelete) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon className={css.buttons} aria-label={`Actions for ${note.title}`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {mayChange && (
              <>
                <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
                  Edit
                </Menu.Item>
                <Menu.Item leftSection={<IconPin size={16} />} onClick={pin}>
                  {note.isPinned ? 'Unpin' : 'Pin'}
                </Menu.Item>
              </>
            )}
            {mayDelete && (
              <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => void removeRows(subject, [note], under)}>
                Delete
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      <div className={css.text}>
        <RichText html={note.body} />
      </div>
    </li>
  )
}
