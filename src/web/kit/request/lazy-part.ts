import { type ComponentType, lazy } from 'react'
import { loadWithRetry } from '../look/load-with-retry.ts'
import { CallError } from './client.ts'
import { showError } from './errors.ts'

/** Lazily loads a part of a page. The page stays as it is until the code arrives. Pages themselves use `lazyRouteComponent`. */
export const lazyPart = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>) =>
  lazy(() => loadWithRetry(load, () => showError(new CallError(0, undefined))))
