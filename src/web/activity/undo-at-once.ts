import { undoChangeSet } from '../../model/activity/change-sets.ts'
import { toast } from '../kit/look/toasts.tsx'
import { refresh } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'

/** What bulk changes touch; their pages are read again after one and after its undoing. */
const touched = ['equipments', 'spaceEquipment', 'spaces', 'projects', 'equipmentGroups', 'changeSets', 'Manufactures']
export const refreshTouched = () => touched.forEach((entity) => void refresh(entity))

/** Says what was done in bulk and offers to take it back on the spot. */
export function tellOfChangeSet(text: string, changeSetId: number | null | undefined) {
  async function undo() {
    try {
      const { keptCount } = await request(undoChangeSet, { params: { id: changeSetId! } })
      refreshTouched()
      toast.success(keptCount > 0 ? `Undone, except ${keptCount} that had been changed since.` : 'Undone.')
    } catch (error) {
      showError(error)
    }
  }
  toast.success(text, changeSetId ? { undo: () => void undo(), duration: 10_000 } : {})
}
