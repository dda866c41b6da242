import { Button, FileButton, Loader, Modal, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { missingWords } from '../../model/integrations/services.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { projects } from '../../model/projects/projects.ts'
import { cadRequests } from '../../model/wire-cad/cad-requests.ts'
import { createCadRequest, listCadProjects, readCadStatus } from '../../model/wire-cad/request-calls.ts'
import { ConnectionsLink } from '../integrations/public.tsx'
import { DialogFoot } from '../kit/form/dialogs.tsx'
import { IconTrash, IconUpload } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { Picker, ReasonButton, Strip } from '../kit/pages.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { CallError } from '../kit/request/client.ts'
import type { CadRequest } from './cad-texts.tsx'
import css from './wire-cad.module.css'

interface Props {
  opened: boolean
  onClose: () => void
  onMade: (request: CadRequest) => void
}

export function NewRequestDialog({ opened, onClose, onMade }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="New WireCAD request" size={640} keepMounted={false}>
      <NewRequest onClose={onClose} onMade={onMade} />
    </Modal>
  )
}

const sources = [
  { value: 'files', label: 'Files' },
  { value: 'pull', label: 'Pull from WireCAD' },
]
type Problems = Record<string, string[]>
const fileStem = (name: string) => name.replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, 100)

function NewRequest({ onClose, onMade }: Omit<Props, 'opened'>) {
  const [source, setSource] = useState('files')
  const [files, setFiles] = useState<File[]>([])
  const [name, setName] = useState<string>()
  const [projectId, setProjectId] = useState<number | null>(null)
  const [wireCadProject, setWireCadProject] = useState<{ id: string; name: string }>()
  const [note, setNote] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const isPull = source === 'pull'
  // Defaults the name to the source's name until the user changes it.
  const shownName = name ?? (isPull ? (wireCadProject?.name ?? '') : fileStem(files[0]?.name ?? ''))
  const { mutate, isPending } = useCall(createCadRequest, {
    invalidates: [cadRequests],
    onDone(request) {
      toast.success(isPull ? `${request.name} is being read from WireCAD.` : `${formatCount(request.itemsCount, 'item')} read.`)
      onClose()
      onMade(request)
    },
    onError(error) {
      if (!(error instanceof CallError) || !error.fields) return false
      setProblems(error.fields)
      return true
    },
  })
  function add(more: readonly File[]) {
    setProblems({})
    setFiles((known) => [...known.filter((file) => !more.some((other) => other.name === file.name)), ...more])
  }
  function make() {
    const about = { name: shownName, projectId, note: note || null, wireCadProjectId: wireCadProject?.id ?? null }
    setProblems({})
    mutate(isPull ? { body: { ...about, pull: true } } : { body: about, files })
  }
  const missing = isPull ? !wireCadProject && 'Choose a WireCAD project first' : files.length === 0 && 'Choose a file first'
  return (
    <div className={`dna-fields ${css.fields}`}>
      <SegmentedControl fullWidth data={sources} value={source} onChange={setSource} aria-label="Source" />
      {isPull ? (
        <PullFrom chosen={wireCadProject?.id} onChoose={setWireCadProject} problems={problems.wireCadProjectId} />
      ) : (
        <Files
          files={files}
          onAdd={add}
          onRemove={(removed) => setFiles(files.filter((file) => file !== removed))}
          problems={problems.files}
        />
      )}
      <TextInput
        label="Name"
        data-autofocus
        required
        maxLength={200}
        value={shownName}
        error={problems.name?.[0]}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Picker
        resource={projects}
        label="Project"
        description="With a project, quantities are compared room by room."
        value={projectId}
        error={problems.projectId?.[0]}
        onChange={(id) => setProjectId(id === null ? null : Number(id))}
      />
      <Textarea label="Note" autosize minRows={2} maxLength={4000} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <ReasonButton reason={missing || (shownName.trim() === '' && 'Enter a name first')} loading={isPending} onClick={make}>
          {isPull ? 'Pull' : 'Upload'}
        </ReasonButton>
      </DialogFoot>
    </div>
  )
}

const kinds = '.xml,.xlsx,.csv,.txt,.json'

function Files({
  files,
  onAdd,
  onRemove,
  problems,
}: {
  files: File[]
  onAdd: (more: File[]) => void
  onRemove: (removed: File) => void
  problems?: string[]
}) {
  const [isOver, setOver] = useState(false)
  const reset = useRef<() => void>(null)
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onAdd([...event.dataTransfer.files])
  }
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the button */}
      <div
        className={css.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileButton
          multiple
          accept={kinds}
          resetRef={reset}
          onChange={(chosen) => {
            onAdd(chosen)
            reset.current?.()
          }}
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={16} />}>
              {files.length > 0 ? 'Add files' : 'Choose files'}
            </Button>
          )}
        </FileButton>
        <span className={css.hint}>
          A product specification (XML), the Systems grid of a project (xlsx), or items as csv or json. Several files become one request.
        </span>
      </div>
      <ul className={css.files} aria-label="Files">
        {files.map((file) => (
          <li key={file.name}>
            {file.name}
            <Button variant="subtle" size="compact-xs" aria-label={`Remove ${file.name}`} onClick={() => onRemove(file)}>
              <IconTrash size={14} />
            </Button>
          </li>
        ))}
      </ul>
      {problems && (
        <p className={css.bad} role="alert">
          {problems.join(' ')}
        </p>
      )}
    </div>
  )
}

interface PullProps {
  chosen: string | undefined
  onChoose: (project: { id: string; name: string } | undefined) => void
  problems?: string[]
}

function PullFrom({ chosen, onChoose, problems }: PullProps) {
  const status = useRead(readCadStatus)
  const isConfigured = status.data?.isConfigured ?? false
  const there = useRead(listCadProjects, {}, { enabled: isConfigured, isQuiet: true })
  if (status.data && !isConfigured)
    return (
      <Strip tone="quiet">
        <span>
          The bridge to WireCAD is not configured. Missing: {missingWords(status.data.missing)}. Files can be uploaded without it.{' '}
          <ConnectionsLink />
        </span>
      </Strip>
    )
  if (there.error)
    return (
      <Strip tone="warning">
        <span>{there.error.message}</span>
        <Button variant="default" size="xs" onClick={() => void there.refetch()}>
          Try again
        </Button>
      </Strip>
    )
  if (!there.data) return <Loader size={20} aria-label="Asking WireCAD" />
  const { items } = there.data
  return (
    <NativeSelect
      label="Project in WireCAD"
      required
      error={problems?.[0]}
      data={[
        { value: '', label: items.length === 0 ? 'WireCAD has no projects' : 'Choose…' },
        ...items.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) => onChoose(items.find(({ id }) => id === value))}
    />
  )
}
