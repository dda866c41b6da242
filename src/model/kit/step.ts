import type { Permission } from '../permissions.ts'
import { typedKeys } from './keys.ts'

/** One transition of a state machine, as data: permission, source states, and target. The server enforces it and the page renders it. */
export interface Transition<State extends object> {
  label: string
  /** Permission for the step; of several, all are required. */
  permission: Permission | readonly Permission[]
  from: { readonly [K in keyof State]?: readonly State[K][] }
  to: Partial<State>
  comment?: 'required' | 'optional'
}

export function canStartFrom<State extends object>(step: Transition<State>, state: State): boolean {
  return typedKeys(step.from).every((key) => step.from[key]?.includes(state[key]) ?? true)
}

const stepPermissions = (step: Pick<Transition<object>, 'permission'>): readonly Permission[] =>
  typeof step.permission === 'string' ? [step.permission] : step.permission

export function availableTransitions<State extends object>(
  steps: Record<string, Transition<State>>,
  state: State,
  held: ReadonlySet<string>,
): string[] {
  const isOpen = (step: Transition<State>) => canStartFrom(step, state) && stepPermissions(step).every((permission) => held.has(permission))
  return Object.entries(steps).flatMap(([name, step]) => (isOpen(step) ? [name] : []))
}
