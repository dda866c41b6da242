import { useCallback, useState } from 'react'

/**
 * What is shown before the server has answered, by key; of what stands under one key the latest counts. `show` answers how it is
 * let go, which leaves alone what was shown later.
 */
export function useAhead<K, V>() {
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
