import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { confirm, leaveQuestion } from '../look/confirm.tsx'
import { session } from './session.ts'

/**
 * Asks before a link, Back or a reload discards input. `ofSearch` also asks before the search parameters change. A signed-out user is not
 * asked, because the draft is retained. Returns a function that disables the check, for a form that saves and then navigates.
 */
export function useLeaveQuestion(isDirty: boolean, discard: () => void, ofSearch = false): () => void {
  const isLetGo = useRef(false)
  const holds = () => isDirty && !isLetGo.current && session().user !== null
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      holds() && (current.pathname !== next.pathname || (ofSearch && JSON.stringify(current.search) !== JSON.stringify(next.search))),
    enableBeforeUnload: holds,
    withResolver: true,
  })
  const { status, proceed, reset } = blocker
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for each attempt to leave
  useEffect(() => {
    if (status !== 'blocked') return
    void confirm(leaveQuestion).then((isLeaving) => {
      if (!isLeaving) return reset()
      discard()
      proceed()
    })
  }, [status])
  return () => {
    isLetGo.current = true
  }
}

/** The browser asks before the tab closes or reloads while `isBusy`. Other pages of the app open without a question. */
export function useUnloadQuestion(isBusy: boolean) {
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isBusy])
}
