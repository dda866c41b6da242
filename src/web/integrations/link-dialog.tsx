import { Button, Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { RemoteProject } from '../../model/integrations/project-links.ts'
import { DialogFoot } from '../kit/form/dialogs.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { Skeletons } from '../kit/pages.tsx'
import { useRead } from '../kit/request/call.ts'
import { CallError } from '../kit/request/client.ts'
import type { LinkKind } from './kinds.ts'
import css from './links.module.css'

interface Props {
  kind: LinkKind
  project: { id: number; name: string } | undefined
  onClose: () => void
  onDone: () => void
}

export function LinkDialog({ kind, project, onClose, onDone }: Props) {
  return (
    <Modal opened={project !== undefined} onClose={onClose} title={`Link a ${kind.thing}`} size={560} keepMounted={false}>
      {project && <Search key={project.id} kind={kind} project={project} onClose={onClose} onDone={onDone} />}
    </Modal>
  )
}

function Search({ kind, project, onClose, onDone }: Props & { project: { id: number; name: string } }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isLinking, setLinking] = useState(false)
  const [search] = useDebouncedValue(typed.trim(), 400)
  const read = useRead(kind.find, { query: { search } }, { enabled: search !== '', isQuiet: true })
  const items = search ? read.data?.items : undefined

  async function pick(item: RemoteProject) {
    setLinking(true)
    setProblem(undefined)
    try {
      await kind.link(project.id, item)
      toast.success(`${project.name} is linked to ${item.name}.`)
      onClose()
    } catch (error) {
      setProblem(error instanceof CallError || error instanceof Error ? error.message : 'This did not work. Please try again.')
    }
    setLinking(false)
    onDone()
  }

  return (
    <>
      <TextInput
        label={kind.service === 'jira' ? 'Name or key' : 'Beginning of its name'}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div aria-live="polite">
        {(problem ?? (search && read.error?.message)) && (
          <p className={css.problem} role="alert">
            {problem ?? read.error?.message}
          </p>
        )}
        {read.isFetching && !items && <Skeletons rows={3} columns={1} />}
        {items?.length === 0 && <p className="dna-muted">{kind.name} has nothing with this name.</p>}
      </div>
      <ul className={css.found} aria-label={`Found in ${kind.name}`}>
        {items?.map((item) => (
          <li key={item.id}>
            <button type="button" disabled={isLinking} onClick={() => void pick(item)}>
              <b>{item.name}</b>
              {item.key && <span>{item.key}</span>}
            </button>
          </li>
        ))}
      </ul>
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </DialogFoot>
    </>
  )
}
