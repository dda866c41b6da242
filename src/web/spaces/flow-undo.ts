import { useRef, useState } from 'react'
import type { ResponseOf } from '../../model/kit/call.ts'
import { readDiagram } from '../../model/spaces/diagram.ts'
import { toast } from '../kit/look/toasts.tsx'
import { request } from '../kit/request/client.ts'
import { useSerialQueue } from '../kit/request/optimistic.ts'

export type Diagram = ResponseOf<typeof readDiagram>

export interface Deed {
  words: string
  /** Undoes the action on the current diagram. Returns undefined if another user has changed the affected parts since. */
  back: (now: Diagram) => Promise<unknown> | undefined
}
const most = 50

/** Undo history of this user's changes. Other users' changes are not included. */
export function useFlowUndo(spaceId: number, read: () => Promise<unknown>) {
  const deeds = useRef<readonly Deed[]>([])
  const [last, setLast] = useState<Deed>()
  /** Runs undo steps one at a time, after the action they undo has been saved. */
  const inTurn = useSerialQueue()
  function keep(all: readonly Deed[]) {
    deeds.current = all
    setLast(all.at(-1))
  }
  async function takeBack(deed: Deed | undefined) {
    if (!deed) return
    if (!deeds.current.includes(deed)) return void toast.info('This can no longer be undone.')
    keep(deeds.current.filter((item) => item !== deed))
    const back = deed.back(await request(readDiagram, { params: { id: spaceId } }))
    await back
    await read()
    if (back) toast.success(`Undone: ${deed.words}`)
    else toast.info(`This was changed in the meantime and can no longer be undone: ${deed.words}`)
  }
  return {
    last,
    inTurn,
    did(deed: Deed) {
      keep([...deeds.current.slice(1 - most), deed])
      return deed
    },
    undo: (deed?: Deed) => inTurn(() => takeBack(deed ?? deeds.current.at(-1))),
  }
}
