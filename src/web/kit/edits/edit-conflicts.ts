import { useRef, useState } from 'react'

/**
 * Edit conflict: another user's value beside this user's. Neither is lost until the user picks one or enters a new value. A new value is
 * saved on top of the other user's version, which the page may not have loaded yet.
 */
export interface EditConflict<T = unknown> {
  key: string
  detail: T
  subject: string
  theirs: string
  mine: string
  keepMine: () => void
  takeTheirs: () => void
}

/** Open conflicts, at most one per key. */
export function useEditConflicts<T>() {
  const all = useRef<readonly EditConflict<T>[]>([])
  const [conflicts, setConflicts] = useState<readonly EditConflict<T>[]>([])
  const keep = (next: readonly EditConflict<T>[]) => {
    all.current = next
    setConflicts(next)
  }
  return {
    conflicts,
    settle: (key: string) => keep(all.current.filter((item) => item.key !== key)),
    ask: (item: EditConflict<T>) => keep([...all.current, item]),
    /** Closes a conflict when a newer value is entered for the same key. */
    supersede: (key: string) => all.current.find((item) => item.key === key)?.takeTheirs(),
  }
}
