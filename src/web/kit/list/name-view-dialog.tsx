import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DialogFoot } from '../look/confirm.tsx'
import table from '../parts/table.module.css'
import { CallError } from '../request/client.ts'
import { showError } from '../request/errors.ts'
import type { SavedView } from './saved-view-actions.ts'
import css from './saved-views.module.css'

interface Props {
  view?: SavedView
  onClose: () => void
  save: (name: string, isDefault: boolean) => Promise<unknown>
}

export default function NameViewDialog({ view, onClose, save }: Props) {
  const [name, setName] = useState(view?.name ?? '')
  const [isDefault, setDefault] = useState(view?.isDefault ?? false)
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    setSaving(true)
    try {
      await save(name, isDefault)
      onClose()
    } catch (error) {
      const words = error instanceof CallError ? error.fields?.name?.join(' ') : undefined
      if (words) setProblem(words)
      else showError(error)
      setSaving(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={view ? 'Rename the view' : 'Save this view'} size={440}>
      <form noValidate onSubmit={submit}>
        <TextInput
          data-autofocus
          required
          label="Name"
          description={view ? undefined : 'Search, filters, order and columns are saved as they are now.'}
          maxLength={60}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        <label className={css.check}>
          <input
            type="checkbox"
            className={table.check}
            checked={isDefault}
            onChange={(event) => setDefault(event.currentTarget.checked)}
          />
          Open the list with it
        </label>
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            {view ? 'Rename' : 'Save'}
          </Button>
        </DialogFoot>
      </form>
    </Modal>
  )
}
