import { useState, useSyncExternalStore } from 'react'
import { useShortcuts } from '../look/keys.ts'
import { toast } from '../look/toasts.tsx'
import { isTemporaryOutage } from '../request/call.ts'
import { showError } from '../request/errors.ts'
import { useUnloadQuestion } from '../request/leave-question.ts'
import { createEditHistory, type Notice, type Step } from './edit-history.ts'

/** Long enough to read the notification and react. */
const undoMs = 10_000

/** An undone step replaces the notification that offered to undo it, so that a used Undo is not offered again. */
function toastNotice(notice: Notice) {
  if (notice.kind === 'undone') toast.success(`Undone: ${notice.step.label}`, { id: notice.step.id })
  else if (notice.kind === 'redone') toast.success(`Redone: ${notice.label}`)
  else if (notice.kind === 'nothing') toast.info(notice.isRedo ? 'There is nothing to redo.' : 'There is nothing to undo.')
  else if (notice.kind === 'gone') toast.info('This can no longer be undone.')
  else if (notice.kind === 'overtaken') toast.info(notice.reason)
  else if (notice.kind === 'unreachable') toast.warning('The server is not responding. Nothing was changed.')
  else showError(notice.error)
}

interface HistoryOptions {
  canEdit?: boolean
  /** Reverts what is not saved yet; Ctrl+Z calls it first. Returns false if there is nothing unsaved. */
  revertUnsaved?: () => boolean
}

/**
 * The undo history of a page that saves each edit at once, with the keys for undo and redo. Closing the tab while an edit is being saved asks
 * first; another page of the app can be opened, because its edits are still saved.
 */
export function useEditHistory({ canEdit = true, revertUnsaved }: HistoryOptions = {}) {
  const [history] = useState(() => createEditHistory({ tell: toastNotice, isOutage: isTemporaryOutage }))
  const state = useSyncExternalStore(history.subscribe, history.getState)
  const undoLast = () => {
    if (!revertUnsaved?.()) void history.undo()
  }
  useShortcuts({
    undo: canEdit ? undoLast : undefined,
    redo: canEdit ? () => void history.redo() : undefined,
  })
  useUnloadQuestion(state.pendingCount > 0)
  return {
    ...history,
    undoLast,
    /** The label of the last saved edit. */
    last: state.done.at(-1)?.label,
    /** The label of the last undone edit. */
    next: state.undone.at(-1)?.label,
    /** Shows a notification of the edit, with an Undo for exactly this one. */
    offerUndo(step: Step | undefined) {
      if (step) toast.success(step.label, { id: step.id, undo: () => void history.undo(step), duration: undoMs })
    },
  }
}
export type PageHistory = ReturnType<typeof useEditHistory>
