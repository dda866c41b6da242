import { type ComponentType, createElement, lazy, type ReactNode, useEffect, useState } from 'react'
import { loadWithRetry } from '../look/load-with-retry.ts'
import { CallError } from './client.ts'
import { showError } from './errors.ts'

const loadPart = <P>(load: () => Promise<P>) => loadWithRetry(load, () => showError(new CallError(0, undefined)))

/** Lazily loads a part of a page. The page stays as it is until the code arrives. Pages themselves use `lazyRouteComponent`. */
export const lazyPart = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>) => lazy(() => loadPart(load))

/**
 * Lazily loads a dialog, which appears as soon as its code arrives. With Suspense, React would hold it back for 0.3 s after it shows
 * nothing.
 */
export function lazyDialog<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): (props: P) => ReactNode {
  let known: ComponentType<P> | undefined
  return function LazyDialog(props) {
    const [Dialog, setDialog] = useState(() => known)
    useEffect(() => {
      if (known) return setDialog(() => known)
      let isGone = false
      void loadPart(load).then((loaded) => {
        known = loaded.default
        if (!isGone) setDialog(() => known)
      })
      return () => {
        isGone = true
      }
    }, [])
    return Dialog ? createElement(Dialog, props) : null
  }
}

/** Code that an action needs. `whenLoaded` runs the action at once if the code is there, so that it opens complete and with its focus. */
export function useLoaded<P>(load: () => Promise<P>) {
  const [part, setPart] = useState<P>()
  const whenLoaded = (run: () => void) => {
    if (part) return run()
    void loadPart(load).then((loaded) => {
      setPart(loaded)
      run()
    })
  }
  return { part, whenLoaded }
}
