import { useCallback, useRef, useState } from 'react'
import { showError } from './errors.ts'

/**
 * Optimistic values by key. The most recent value for a key wins until the server responds. `show` returns a function that removes its
 * values without affecting later ones.
 */
export function useOptimisticValues<K, V>() {
  const [all, setAll] = useState<readonly ReadonlyMap<K, V>[]>([])
  const show = useCallback((values: ReadonlyMap<K, V>) => {
    // Copies the map, so each action removes only its own values even if the same map is shown twice.
    const mine = new Map(values)
    setAll((now) => [...now, mine])
    return () => setAll((now) => now.filter((layer) => layer !== mine))
  }, [])
  const at = useCallback((key: K) => all.findLast((layer) => layer.has(key))?.get(key), [all])
  return { show, at }
}

/** Runs async actions one at a time, in call order. A failure is reported and does not block the next action. */
export function useSerialQueue() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback(<T>(run: () => Promise<T>): Promise<T | undefined> => {
    const mine = last.current.then(run).catch((error: unknown) => {
      showError(error)
      return undefined
    })
    last.current = mine
    return mine
  }, [])
}

/**
 * Text of an editable cell: typed text, else the optimistic value, else the stored value. `save` receives the text shown when editing began
 * and returns true if it was written. Otherwise the text remains in edit mode.
 */
export function useCellEditor(stored: string, save: (text: string, seen: string) => Promise<boolean>) {
  const [typed, setTyped] = useState<string>()
  const { show, at } = useOptimisticValues<'text', string>()
  const shown = at('text') ?? stored
  async function write(text: string) {
    setTyped(undefined)
    if (text === shown) return
    const release = show(new Map([['text', text]]))
    const isWritten = await save(text, shown)
    release()
    // Keeps newer input if the user is already typing again.
    if (!isWritten) setTyped((now) => now ?? text)
  }
  return { typed, shown, type: setTyped, write, restore: () => setTyped(undefined) }
}
