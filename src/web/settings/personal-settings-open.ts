import { useSyncExternalStore } from 'react'

let isOpen = false
const watchers = new Set<() => void>()
export function openPersonalSettings(now: boolean) {
  isOpen = now
  for (const watcher of watchers) watcher()
}
const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
export const useIsPersonalSettingsOpen = () => useSyncExternalStore(subscribe, () => isOpen)
