import { useEffect, useSyncExternalStore } from 'react'

let claimed: string | undefined
const watchers = new Set<() => void>()
function claim(path: string | undefined) {
  claimed = path
  for (const watcher of watchers) watcher()
}

/** Sets the active menu entry for pages whose URL does not determine it, for example a project under the list of its stage. */
export function useMenuEntry(path: string | undefined) {
  useEffect(() => {
    claim(path)
    return () => claim(undefined)
  }, [path])
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
export const useClaimedEntry = () => useSyncExternalStore(subscribe, () => claimed)
