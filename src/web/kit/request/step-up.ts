import { useSyncExternalStore } from 'react'

/** Open question of a request that the server refused until the user confirms their identity. Requests at the same time share it. */
let open: { promise: Promise<boolean>; answer: (isConfirmed: boolean) => void } | undefined
const watchers = new Set<() => void>()
const notify = () => {
  for (const watcher of watchers) watcher()
}

/** Asks the user to confirm their identity. Resolves to false if they cancel, or if the page cannot show the dialog. */
export function confirmIdentity(): Promise<boolean> {
  if (open) return open.promise
  if (watchers.size === 0) return Promise.resolve(false)
  let answer: (isConfirmed: boolean) => void = () => undefined
  const promise = new Promise<boolean>((resolve) => {
    answer = (isConfirmed) => {
      open = undefined
      resolve(isConfirmed)
      notify()
    }
  })
  open = { promise, answer }
  notify()
  return promise
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Answers the open question; undefined if there is none. */
export const useIdentityQuestion = () => useSyncExternalStore(subscribe, () => open?.answer)
