/**
 * Changes stored values and resolves to the change that reverses it, or to null if nothing can. A change that another user's change has
 * overtaken throws `OvertakenEdit`. Every other error is the server's answer.
 */
export type Change = () => Promise<Change | null>

/** The stored values are no longer those that the step wrote, so undoing it would erase a later change. */
export class OvertakenEdit extends Error {
  /** True if the later change is the user's own, so that the step can be undone after it. */
  readonly isKept: boolean
  constructor(message: string, { isKept = false } = {}) {
    super(message)
    this.isKept = isKept
  }
}

/** A saved edit that can be undone, or an undone edit that can be redone. */
export interface Step {
  /** Identifies the notification that offers to undo this step. */
  id: string
  label: string
  reverse: Change
}

/** Outcome of an edit, undo, or redo, for the user. */
export type Notice =
  | { kind: 'undone'; step: Step }
  | { kind: 'redone'; label: string }
  | { kind: 'nothing'; isRedo: boolean }
  | { kind: 'gone' }
  | { kind: 'overtaken'; reason: string }
  | { kind: 'refused'; error: unknown }
  | { kind: 'unreachable' }

interface HistoryState {
  done: readonly Step[]
  undone: readonly Step[]
  /** Edits, undos and redos that the server has not answered yet. */
  pendingCount: number
}

const maxSteps = 100
let lastId = 0
const without = (steps: readonly Step[], step: Step) => steps.filter((item) => item !== step)

interface Surroundings {
  tell: (notice: Notice) => void
  /** True if the error means that the server could not be reached and nothing was changed. */
  isOutage: (error: unknown) => boolean
}

/**
 * Undo and redo of edits that are saved at once. Edits, undos and redos run one at a time in the order in which they were asked for, so two
 * presses before an answer undo two edits. A refused edit leaves no step. A step stays if the server cannot be reached, and is dropped if the
 * server refuses it or another user has changed the same values.
 */
export function createEditHistory({ tell, isOutage }: Surroundings) {
  let state: HistoryState = { done: [], undone: [], pendingCount: 0 }
  let tail: Promise<unknown> = Promise.resolve()
  const tracked = new Set<Promise<unknown>>()
  const listeners = new Set<() => void>()

  function set(next: Partial<HistoryState>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  /** A failure is reported and does not block what follows. */
  function enqueue<T>(run: () => Promise<T>): Promise<T | undefined> {
    set({ pendingCount: state.pendingCount + 1 })
    const mine = tail
      .then(run)
      .catch((error: unknown) => {
        tell({ kind: 'refused', error })
        return undefined
      })
      .finally(() => set({ pendingCount: state.pendingCount - 1 }))
    tail = mine
    return mine
  }

  function note(label: string, reverse: Change): Step {
    const step = { id: `edit ${++lastId}`, label, reverse }
    set({ done: [...state.done, step].slice(-maxSteps), undone: [] })
    return step
  }

  async function reverse(from: 'done' | 'undone', chosen: Step | undefined) {
    const step = chosen ?? state[from].at(-1)
    if (!step) return tell({ kind: 'nothing', isRedo: from === 'undone' })
    // A toast may offer a step that Ctrl+Z has undone already.
    if (!state[from].includes(step)) return tell({ kind: 'gone' })
    const to = from === 'done' ? 'undone' : 'done'
    try {
      const back = await step.reverse()
      const opposite = back ? [...state[to], { ...step, reverse: back }] : state[to]
      set({ [from]: without(state[from], step), [to]: opposite })
      tell(from === 'done' ? { kind: 'undone', step } : { kind: 'redone', label: step.label })
    } catch (error) {
      if (isOutage(error)) return tell({ kind: 'unreachable' })
      const isKept = error instanceof OvertakenEdit && error.isKept
      if (!isKept) set({ [from]: without(state[from], step) })
      if (error instanceof OvertakenEdit) tell({ kind: 'overtaken', reason: error.message })
      else tell({ kind: 'refused', error })
    }
  }

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    enqueue,
    /** Saves an edit and remembers its reversal. Resolves to undefined if the server refused it or it cannot be reversed. */
    run: (label: string, change: Change) =>
      enqueue(async () => {
        const back = await change()
        return back ? note(label, back) : undefined
      }),
    /** Remembers an edit that is saved already. */
    note,
    /** Undo waits for this work, because its step is noted only when it is done. */
    async track<T>(work: Promise<T>): Promise<T> {
      tracked.add(work)
      try {
        return await work
      } finally {
        tracked.delete(work)
      }
    },
    /** Undoes this step, or the last one. */
    undo: (step?: Step) =>
      enqueue(async () => {
        while (tracked.size > 0) await Promise.allSettled(tracked)
        await reverse('done', step)
      }),
    redo: () => enqueue(() => reverse('undone', undefined)),
  }
}
