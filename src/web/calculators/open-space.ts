import { useEffect, useSyncExternalStore } from 'react'

export interface OpenSpace {
  name: string
  watts: number
  hardwareCost: number
  installFactor: number
  /** Square feet. */
  totalArea: number
}

let current: OpenSpace | undefined
const watchers = new Set<() => void>()
function become(next: OpenSpace | undefined) {
  current = next
  for (const watcher of watchers) watcher()
}

export function useOfferToTools({ name, watts, hardwareCost, installFactor, totalArea }: OpenSpace) {
  useEffect(() => {
    become({ name, watts, hardwareCost, installFactor, totalArea })
    return () => become(undefined)
  }, [name, watts, hardwareCost, installFactor, totalArea])
}

export const useOpenSpace = () =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => current,
  )
