import { useCallback, useRef, useState } from 'react'
import { showError } from './errors.ts'

/**
 * What is shown before the server has answered, by key; of what stands under one key the latest counts. `show` answers how it is
 * let go, which leaves alone what was shown later.
 */
export function useOptimisticValues<K, V>() {
  const [all, setAll] = useState<readonly ReadonlyMap<K, V>[]>([])
  const show = useCallback((values: ReadonlyMap<K, V>) => {
    // Of one act alone, however often the same map is shown.
    const mine = new Map(values)
    setAll((now) => [...now, mine])
    return () => setAll((now) => now.filter((one) => one !== mine))
  }, [])
  const at = useCallback((key: K) => all.findLast((one) => one.has(key))?.get(key), [all])
  return { show, at }
}

/** One act after the other: what is written next stands upon what the last has made. What fails is told, and holds up nothing. */
export function useSerialQueue() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback(<T>(act: () => Promise<T>): Promise<T | undefined> => {
    const mine = last.current.then(act).catch((error: unknown) => {
      showError(error)
      return undefined
    })
    last.current = mine
    return mine
  }, [])
}

/**
 * The text of a cell: what is being typed, else what is on its way, else what is kept. `save` gets what stood there when the text
 * was entered, and answers whether it was written; if not, the text is typed still.
 */
export function useCellEditor(kept: string, save: (text: string, seen: string) => Promise<boolean>) {
  const [typed, setTyped] = useState<string>()
  const { show, at } = useOptimisticValues<'text', string>()
  const shown = at('text') ?? kept
  async function write(text: string) {
    setTyped(undefined)
    if (text === shown) return
    const letGo = show(new Map([['text', text]]))
    const isWritten = await save(text, shown)
    letGo()
    // Unless the next is being typed already.
    if (!isWritten) setTyped((now) => now ?? text)
  }
  return { typed, shown, type: setTyped, write, restore: () => setTyped(undefined) }
}
