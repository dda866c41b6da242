import { Button, Modal, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { ResponseOf } from '../../model/kit/call.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { type Approvable, type Approval, approve, externalApprovals } from '../../model/portal/approvals.ts'
import type { externalProject } from '../../model/projects/external-projects.ts'
import { confirm, leaveQuestion } from '../kit/form/dialogs.tsx'
import { DateTime } from '../kit/look/format.tsx'
import { IconCircleCheck, IconEye } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { useLeaveQuestion } from '../kit/request/leave-question.ts'
import { openFile } from '../kit/request/open-file.ts'
import { session } from '../kit/request/session.ts'
import css from './portal.module.css'

type Project = ResponseOf<typeof externalProject>

const shortPrint = (fingerprint: string) =>
  `SHA-256 ${fingerprint.slice(0, 4)} ${fingerprint.slice(4, 8)} ${fingerprint.slice(8, 12)} … ${fingerprint.slice(-4)}`

function approvalScopeText({ revisionId }: Approvable, { spaceCount, equipmentCount, documentCount, isLive }: Project) {
  if (revisionId === null) return 'You approve this file as it is now. It is under Reports.'
  if (isLive) return 'You approve what was issued, not what has changed since.'
  const parts = [
    formatCount(spaceCount, 'space'),
    ...(equipmentCount === undefined ? [] : [formatCount(equipmentCount, 'item')]),
    ...(!documentCount ? [] : [formatCount(documentCount, 'drawing')]),
  ]
  const last = parts.length > 1 ? ` and ${parts.pop()}` : ''
  return `You approve what the revision contains: ${parts.join(', ')}${last}.`
}

const proofPreviewUrl = ({ id }: Project, { revisionId, taskId }: Approvable, note: string) => {
  const query = new URLSearchParams(revisionId === null ? { taskId: String(taskId) } : { revisionId: String(revisionId) })
  if (note.trim()) query.set('note', note.trim())
  return `/api/externalProjects/${id}/Approvals/Paper?${query}`
}

const readPaper = (project: Project, item: Approvable, note: string) =>
  openFile({ name: `Approval of ${item.title}.pdf`, url: proofPreviewUrl(project, item, note) })

export function ApprovalPanel({ project }: { project: Project }) {
  const { data } = useRead(externalApprovals, { params: { id: project.id } }, { isQuiet: true })
  if (!data) return null
  return (
    <>
      {data.waiting.map((item) => (
        <Waiting key={`${item.revisionId} ${item.taskId}`} one={item} project={project} />
      ))}
      {data.items.map((item) => (
        <Given key={item.id} one={item} />
      ))}
    </>
  )
}

/** Approval bar at the page bottom for narrow screens, so that it is not buried below the equipment. */
export function ApprovalBar({ project }: { project: Project }) {
  const { data } = useRead(externalApprovals, { params: { id: project.id } }, { isQuiet: true })
  const [one, setOne] = useState<Approvable>()
  const note = useNote()
  const waiting = data?.waiting ?? []
  const [first] = waiting
  const close = () => {
    note.set('')
    setOne(undefined)
  }
  const confirmApproval = async () => {
    if (!note.isWritten || (await confirm(leaveQuestion))) close()
  }
  if (!first || session().isView) return null
  return (
    <div className={css.bar}>
      <span>
        {waiting.length === 1 ? approvalScopeText(first, project) : `${formatCount(waiting.length, 'item')} to approve.`} Your name, the
        date and the fingerprint are kept with a PDF.
      </span>
      <span className={css.deeds}>
        {waiting.map((item) => (
          <Button key={`${item.revisionId} ${item.taskId}`} leftSection={<IconCircleCheck size={16} />} onClick={() => setOne(item)}>
            Approve {item.title}
          </Button>
        ))}
        {waiting.length === 1 && (
          <Button variant="default" leftSection={<IconEye size={16} />} onClick={() => readPaper(project, first, '')}>
            PDF
          </Button>
        )}
      </span>
      <Modal opened={one !== undefined} onClose={() => void confirmApproval()} title={`Approve ${one?.title}`}>
        {one && (
          <>
            {waiting.length > 1 && <p>{approvalScopeText(one, project)}</p>}
            <ApproveForm one={one} project={project} note={note} onDone={close} />
          </>
        )}
      </Modal>
    </div>
  )
}

function Waiting({ one, project }: { one: Approvable; project: Project }) {
  const note = useNote()
  return (
    <section className={css.approval} data-waiting={!session().isView || undefined}>
      <h2>Approve {one.title}</h2>
      <p>{approvalScopeText(one, project)} Your name, the date, your note and this fingerprint are kept with a PDF.</p>
      {!session().isView && <ApproveForm one={one} project={project} note={note} />}
    </section>
  )
}

function useNote() {
  const [text, set] = useState('')
  const isWritten = text.trim() !== ''
  useLeaveQuestion(isWritten, () => set(''))
  return { text, set, isWritten }
}

interface FormProps {
  one: Approvable
  project: Project
  note: ReturnType<typeof useNote>
  onDone?: () => void
}

function ApproveForm({ one, project, note, onDone }: FormProps) {
  const { revisionId, taskId, fingerprint, title } = one
  const { mutate, isPending } = useCall(approve, {
    onDone: () => {
      toast.success(`You have approved ${title}.`)
      onDone?.()
    },
  })
  return (
    <>
      <span className={css.print}>{shortPrint(fingerprint)}</span>
      <button type="button" className={css.link} onClick={() => readPaper(project, one, note.text)}>
        Preview the record as a PDF
      </button>
      <Textarea
        label="Note, optional"
        autosize
        minRows={2}
        maxLength={2000}
        value={note.text}
        onChange={({ currentTarget }) => note.set(currentTarget.value)}
      />
      <Button
        leftSection={<IconCircleCheck size={16} />}
        loading={isPending}
        onClick={() => mutate({ params: { id: project.id }, body: { revisionId, taskId, fingerprint, note: note.text.trim() || null } })}
      >
        Approve {title}
      </Button>
    </>
  )
}

function Given({ one }: { one: Approval }) {
  return (
    <section className={css.approval}>
      <h2>{one.title}</h2>
      <span>
        <StatePill tone="good">Approved</StatePill>
      </span>
      <p>
        {[one.name, one.company].filter(Boolean).join(', ')}, <DateTime value={one.createDate} />
      </p>
      {one.note && <p>{one.note}</p>}
      <span className={css.print}>{shortPrint(one.fingerprint)}</span>
      <button type="button" className={css.link} onClick={() => openFile({ name: `Approval of ${one.title}.pdf`, url: one.proofUrl })}>
        PDF
      </button>
    </section>
  )
}
