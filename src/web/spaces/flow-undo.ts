import { useRef, useState } from 'react'
import type { ResponseOf } from '../../model/kit/call.ts'
import { readDiagram } from '../../model/spaces/diagram.ts'
import { toast } from '../kit/look/toasts.tsx'
import { request } from '../kit/request/client.ts'
import { useSerialQueue } from '../kit/request/optimistic.ts'

export type Diagram = ResponseOf<typeof readDiagram>

export interface UndoableEdit {
  message: string
  /** Undoes the action on the current diagram. Returns undefined if another user has changed the affected parts since. */
  back: (now: Diagram) => Promise<unknown> | undefined
}
const most = 50

export function useFlowUndo(spaceId: number, read: () => Promise<unknown>) {
  const actions = useRef<readonly UndoableEdit[]>([])
  const [last, setLast] = useState<UndoableEdit>()
  /** Runs undo steps one at a time, after the action they undo has been saved. */
  const inTurn = useSerialQueue()
  function keep(all: readonly UndoableEdit[]) {
    actions.current = all
    setLast(all.at(-1))
  }
  async function takeBack(action: UndoableEdit | undefined) {
    if (!action) return
    if (!actions.current.includes(action)) return void toast.info('This can no longer be undone.')
    keep(actions.current.filter((item) => item !== action))
    const back = action.back(await request(readDiagram, { params: { id: spaceId } }))
    await back
    await read()
    if (back) toast.success(`Undone: ${action.message}`)
    else toast.info(`This was changed in the meantime and can no longer be undone: ${action.message}`)
  }
  return {
    last,
    inTurn,
    did(action: UndoableEdit) {
      keep([...actions.current.slice(1 - most), action])
      return action
    },
    undo: (action?: UndoableEdit) => inTurn(() => takeBack(action ?? actions.current.at(-1))),
  }
}
