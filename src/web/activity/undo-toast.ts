import { undoChangeSet } from '../../model/activity/change-sets.ts'
import type { Change } from '../kit/edits/edit-history.ts'
import { useEditHistory } from '../kit/edits/use-edit-history.ts'
import { toast } from '../kit/look/toasts.tsx'
import { invalidateEntity } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'

/** Entities that bulk changes affect; their pages reload after a change and after its undo. */
const touched = [
  'equipments',
  'spaceEquipment',
  'spaces',
  'spaceTemplates',
  'projects',
  'equipmentGroups',
  'changeSets',
  'Manufactures',
  'drawingDocuments',
]
export const refreshTouched = () => touched.forEach((entity) => void invalidateEntity(entity))

/** The change and its undo share one toast id, so a used Undo is no longer offered. */
const toastId = (changeSetId: number) => `change set ${changeSetId}`

async function undoFromToast(changeSetId: number) {
  try {
    const { keptCount } = await request(undoChangeSet, { params: { id: changeSetId } })
    refreshTouched()
    toast.success(keptCount > 0 ? `Undone, except ${keptCount} that had been changed since.` : 'Undone.', { id: toastId(changeSetId) })
  } catch (error) {
    showError(error)
  }
}

/** Long enough to read the toast and react, in ms. */
const duration = 10_000

export function toastChangeSet(text: string, changeSetId: number | null | undefined) {
  toast.success(text, changeSetId ? { id: toastId(changeSetId), undo: () => void undoFromToast(changeSetId), duration } : {})
}

/** Undoes a change set, except rows that another user has changed since. */
const undoSet =
  (changeSetId: number): Change =>
  async () => {
    const { id, keptCount } = await request(undoChangeSet, { params: { id: changeSetId } })
    refreshTouched()
    if (keptCount > 0) toast.info(`Undone, except ${keptCount} that had been changed since.`)
    return undoSet(id)
  }

export function useUndo() {
  const history = useEditHistory()
  const noteSet = (label: string, changeSetId: number | null | undefined) =>
    changeSetId ? history.note(label, undoSet(changeSetId)) : undefined
  return {
    ...history,
    noteSet,
    told(text: string, changeSetId: number | null | undefined) {
      const step = noteSet(text, changeSetId)
      if (step) history.offerUndo(step)
      else toast.success(text)
    },
  }
}
export type Undo = ReturnType<typeof useUndo>
