import type { Permission } from '../permissions.ts'
import { keysOf } from './keys.ts'

/** One move of a state machine, as data: who may make it, from which states, to which. The server obeys it, the page draws it. */
export interface Transition<State extends object> {
  label: string
  /** All are needed. */
  permission: Permission | readonly Permission[]
  from: { readonly [K in keyof State]?: readonly State[K][] }
  to: Partial<State>
  comment?: 'required' | 'optional'
}

/** Whether the state allows the step; permissions and guards are checked apart. */
export function canStartFrom<State extends object>(step: Transition<State>, state: State): boolean {
  return keysOf(step.from).every((key) => step.from[key]?.includes(state[key]) ?? true)
}

const permissionsOf = (step: Pick<Transition<object>, 'permission'>): readonly Permission[] =>
  typeof step.permission === 'string' ? [step.permission] : step.permission

/** The names of the steps open to somebody who holds these permissions. */
export function availableTransitions<State extends object>(
  steps: Record<string, Transition<State>>,
  state: State,
  held: ReadonlySet<string>,
): string[] {
  const isOpen = (step: Transition<State>) => canStartFrom(step, state) && permissionsOf(step).every((permission) => held.has(permission))
  return Object.entries(steps).flatMap(([name, step]) => (isOpen(step) ? [name] : []))
}
