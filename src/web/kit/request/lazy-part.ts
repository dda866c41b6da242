import { type ComponentType, lazy, useState } from 'react'
import { loadWithRetry } from '../look/load-with-retry.ts'
import { CallError } from './client.ts'
import { showError } from './errors.ts'

const loadPart = <P>(load: () => Promise<P>) => loadWithRetry(load, () => showError(new CallError(0, undefined)))

/** Lazily loads a part of a page. The page stays as it is until the code arrives. Pages themselves use `lazyRouteComponent`. */
export const lazyPart = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>) => lazy(() => loadPart(load))

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
