import { useRef } from 'react'
import { undoChangeSet } from '../../model/activity/change-sets.ts'
import { useShortcuts } from '../kit/look/keys.ts'
import { toast } from '../kit/look/toasts.tsx'
import { useSerialQueue } from '../kit/request/ahead.ts'
import { invalidateEntity } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'

/** What bulk changes touch; their pages are read again after one and after its undoing. */
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

/** What was done and that it was undone stand in one place: an Undo that has been used is not offered any more. */
const toastOf = (changeSetId: number) => `change set ${changeSetId}`

async function undo(changeSetId: number) {
  try {
    const { keptCount } = await request(undoChangeSet, { params: { id: changeSetId } })
    refreshTouched()
    toast.success(keptCount > 0 ? `Undone, except ${keptCount} that had been changed since.` : 'Undone.', { id: toastOf(changeSetId) })
  } catch (error) {
    showError(error)
  }
}

/** Long enough to read what happened and think about it. */
const duration = 10_000

/** Says what was done in bulk and offers to take it back on the spot. */
export function tellOfChangeSet(text: string, changeSetId: number | null | undefined) {
  toast.success(text, changeSetId ? { id: toastOf(changeSetId), undo: () => void undo(changeSetId), duration } : {})
}

interface Deed {
  back: () => Promise<unknown>
}

/** What a person did on this page, the last first to be taken back, with Ctrl+Z or where its notification offers it. */
export function useUndo() {
  const deeds = useRef<Deed[]>([])
  async function takeBack(deed: Deed) {
    if (!deeds.current.includes(deed)) return
    deeds.current = deeds.current.filter((one) => one !== deed)
    await deed.back()
  }
  const acting = useRef(new Set<Promise<unknown>>())
  const inTurn = useSerialQueue()
  /** What was done a moment ago may not be answered yet; it is the last all the same. */
  async function takeBackLast() {
    while (acting.current.size > 0) await Promise.allSettled(acting.current)
    const last = deeds.current.at(-1)
    if (last) await takeBack(last)
    else toast.info('There is nothing to undo.')
  }
  useShortcuts({
    undo: () => void inTurn(takeBackLast),
  })
  function note(back: Deed['back']) {
    const deed = { back }
    deeds.current = [...deeds.current.slice(-99), deed]
    return deed
  }
  return {
    /** An act until its deed is noted: Ctrl+Z waits for it. */
    async during<T>(act: Promise<T>): Promise<T> {
      acting.current.add(act)
      try {
        return await act
      } finally {
        acting.current.delete(act)
      }
    },
    /** How something that shows by itself is taken back. */
    note,
    /** The same for an act that was written down, and says that it happened. */
    told(text: string, changeSetId: number | null | undefined) {
      if (!changeSetId) return toast.success(text)
      const deed = note(() => undo(changeSetId))
      toast.success(text, { id: toastOf(changeSetId), undo: () => void takeBack(deed), duration })
    },
    noteSet: (changeSetId: number | null | undefined) => changeSetId && note(() => undo(changeSetId)),
  }
}
export type Undo = ReturnType<typeof useUndo>
