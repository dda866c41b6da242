import { Button, Modal } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { savedViews, shareSavedView } from '../../../model/settings/saved-views.ts'
import { MultiPicker } from '../form/picker.tsx'
import { DialogFoot } from '../look/confirm.tsx'
import { toast } from '../look/toasts.tsx'
import { invalidateEntity } from '../request/call.ts'
import { CallError, request } from '../request/client.ts'
import { showError } from '../request/errors.ts'
import type { SavedView } from './saved-view-actions.ts'

/** Shares a view with access groups. Members see only the rows and columns their own permissions allow. */
export default function ShareViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const [ids, setIds] = useState<number[]>(view.accessGroupIds)
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    setSaving(true)
    try {
      await request(shareSavedView, { params: { id: view.id }, body: { accessGroupIds: ids } })
      await invalidateEntity(savedViews.entity)
      toast.success(ids.length > 0 ? `The view "${view.name}" is shared.` : `The view "${view.name}" is private again.`)
      onClose()
    } catch (error) {
      const words = error instanceof CallError ? error.fields?.accessGroupIds?.join(' ') : undefined
      if (words) setProblem(words)
      else showError(error)
      setSaving(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={`Share the view "${view.name}"`} size={440}>
      <form noValidate onSubmit={submit}>
        <MultiPicker
          data-autofocus
          resource={savedViews.fields.accessGroupIds.resource!()}
          label="Access groups"
          description="Their members may use the view. Only you can change it."
          placeholder={ids.length > 0 ? undefined : 'Nobody else'}
          value={ids}
          error={problem}
          closesOnChoice
          openOnFocus={false}
          onChange={(chosen) => {
            setIds(chosen.map(Number))
            setProblem(undefined)
          }}
        />
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            Save
          </Button>
        </DialogFoot>
      </form>
    </Modal>
  )
}
