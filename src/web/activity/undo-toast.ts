import { useRef } from 'react'
import { undoChangeSet } from '../../model/activity/change-sets.ts'
import { useShortcuts } from '../kit/look/keys.ts'
import { toast } from '../kit/look/toasts.tsx'
import { invalidateEntity } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { useSerialQueue } from '../kit/request/optimistic.ts'

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

interface UndoableEdit {
  back: () => Promise<unknown>
}

export function useUndo() {
  const actions = useRef<UndoableEdit[]>([])
  async function takeBack(action: UndoableEdit) {
    if (!actions.current.includes(action)) return
    actions.current = actions.current.filter((item) => item !== action)
    await action.back()
  }
  const acting = useRef(new Set<Promise<unknown>>())
  const inTurn = useSerialQueue()
  /** Waits for pending actions, because the latest action may still be in progress. */
  async function takeBackLast() {
    while (acting.current.size > 0) await Promise.allSettled(acting.current)
    const last = actions.current.at(-1)
    if (last) await takeBack(last)
    else toast.info('There is nothing to undo.')
  }
  useShortcuts({
    undo: () => void inTurn(takeBackLast),
  })
  function note(back: UndoableEdit['back']) {
    const action = { back }
    actions.current = [...actions.current.slice(-99), action]
    return action
  }
  return {
    /** Tracks an action until its undo is registered; Ctrl+Z waits for it. */
    async during<T>(work: Promise<T>): Promise<T> {
      acting.current.add(work)
      try {
        return await work
      } finally {
        acting.current.delete(work)
      }
    },
    note,
    told(text: string, changeSetId: number | null | undefined) {
      if (!changeSetId) return toast.success(text)
      const action = note(() => undoFromToast(changeSetId))
      toast.success(text, { id: toastId(changeSetId), undo: () => void takeBack(action), duration })
    },
    noteSet: (changeSetId: number | null | undefined) => changeSetId && note(() => undoFromToast(changeSetId)),
  }
}
export type Undo = ReturnType<typeof useUndo>
