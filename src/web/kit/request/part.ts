import { type ComponentType, lazy } from 'react'
import { loadWithRetry } from '../look/patiently.ts'
import { CallError } from './client.ts'
import { showError } from './errors.ts'

/** A part of a page whose code comes when it is wanted. Until then the page stays as it is; pages themselves are `lazyRouteComponent`s. */
export const lazyPart = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>) =>
  lazy(() => loadWithRetry(load, () => showError(new CallError(0, undefined))))
