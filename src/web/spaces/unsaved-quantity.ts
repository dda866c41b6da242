import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from '../kit/look/toasts.tsx'
import { session } from '../kit/request/session.ts'
import type { PlacedLine } from './line-saving.ts'

/** Typed quantity, and the line as it was when editing began. */
interface Unsaved {
  quantity: number
  from: Pick<PlacedLine, 'quantity' | 'rowVersion'>
}

const storageKey = (line: PlacedLine) => `unsaved-quantity:${session().user?.id}:${line.id}`

function readUnsaved(line: PlacedLine): Unsaved | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(line)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const againAfter = 3000

/** Keeps an unsaved quantity while the server is unavailable, even across a reload, and saves it once the server responds. */
export function useUnsaved(line: PlacedLine, change: (quantity: number, seen: PlacedLine) => Promise<boolean>) {
  const [unsaved, setUnsaved] = useState(() => readUnsaved(line))
  function keep(next: Unsaved | undefined) {
    if (next) sessionStorage.setItem(storageKey(line), JSON.stringify(next))
    else sessionStorage.removeItem(storageKey(line))
    setUnsaved(next)
  }
  async function save(quantity: number, seen: PlacedLine) {
    const next = { quantity, from: { quantity: seen.quantity, rowVersion: seen.rowVersion } }
    // Stored before sending, so it is not lost if the page closes meanwhile.
    if (unsaved) keep(next)
    const hasAnswer = await change(quantity, seen)
    keep(hasAnswer ? undefined : next)
    if (!hasAnswer && !unsaved)
      toast.warning('The server is not responding. What you typed is kept here and will be saved as soon as it responds.')
  }
  const again = useEffectEvent(() => {
    if (unsaved) void save(unsaved.quantity, { ...line, ...unsaved.from })
  })
  useEffect(() => {
    if (!unsaved) return
    const timer = setTimeout(again, againAfter)
    addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', again)
    }
  }, [unsaved])
  return { quantity: unsaved?.quantity, save, drop: () => unsaved && keep(undefined) }
}
