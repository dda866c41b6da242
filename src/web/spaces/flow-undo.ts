import { useRef, useState } from 'react'
import type { ResponseOf } from '../../model/kit/call.ts'
import { readDiagram } from '../../model/spaces/diagram.ts'
import { toast } from '../kit/look/toasts.tsx'
import { useSerialQueue } from '../kit/request/ahead.ts'
import { request } from '../kit/request/client.ts'

export type Diagram = ResponseOf<typeof readDiagram>

export interface Deed {
  words: string
  /** Takes it back, upon the diagram as it stands now; nothing where somebody has changed since what it would change. */
  back: (now: Diagram) => Promise<unknown> | undefined
}
/** So many can be taken back, the last first. */
const most = 50

/** What this person has done to the signal flow, and the way back; what others do lies outside of it. */
export function useFlowUndo(spaceId: number, read: () => Promise<unknown>) {
  const deeds = useRef<readonly Deed[]>([])
  const [last, setLast] = useState<Deed>()
  /** What is taken back is written by then. */
  const inTurn = useSerialQueue()
  function keep(all: readonly Deed[]) {
    deeds.current = all
    setLast(all.at(-1))
  }
  async function takeBack(deed: Deed | undefined) {
    if (!deed) return
    if (!deeds.current.includes(deed)) return void toast.info('This can no longer be undone.')
    keep(deeds.current.filter((one) => one !== deed))
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
