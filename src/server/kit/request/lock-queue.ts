import { perApp } from './context.ts'
import { unavailable } from './errors.ts'

/** More requests than this waiting for one lock are rejected. */
const mostWaiting = 100
const longestWaitMs = 60_000
const busy = () => unavailable('Others are changing the same thing. Please try again.')

/** Locks held by transactions of this process, each with the requests that wait for it, in order of arrival. */
const linesOf = perApp(() => new Map<string, (() => void)[]>())

/** Another transaction of this process holds a lock that the statement needs. The transaction is rolled back, waits, and runs again. */
export class LockHeld extends Error {
  readonly keys: readonly string[]
  constructor(keys: readonly string[]) {
    super(`Held by another request: ${keys.join(', ')}`)
    this.keys = keys
  }
}

/**
 * Locks of one unit of work (decision 98). Only a unit without a transaction waits, and takes its locks in one order, so that no two wait
 * for each other.
 */
export function createLocks(services: object) {
  const lines = linesOf(services)
  const held = new Set<string>()
  let refusal: LockHeld | undefined

  const release = () => {
    for (const key of held) {
      const next = lines.get(key)?.shift()
      if (next) next()
      else lines.delete(key)
    }
    held.clear()
  }

  function enter(key: string): Promise<void> | undefined {
    const line = lines.get(key)
    if (!line) return void lines.set(key, [])
    if (line.length >= mostWaiting) throw busy()
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        line.splice(line.indexOf(turn), 1)
        reject(busy())
      }, longestWaitMs)
      line.push(turn)
    })
  }

  return {
    /** Called before a statement that takes these locks; throws instead of waiting. */
    take(keys: readonly string[]) {
      const missing = keys.filter((key) => !held.has(key))
      if (missing.some((key) => lines.has(key))) {
        refusal = new LockHeld(missing)
        throw refusal
      }
      for (const key of missing) {
        lines.set(key, [])
        held.add(key)
      }
    },
    /** The error of `take`, also if the handler has caught it. */
    refusal: () => refusal,
    /** Waits until this unit holds the keys and those it held before. */
    async wait(keys: readonly string[]) {
      const wanted = [...new Set([...held, ...keys])].sort()
      refusal = undefined
      release()
      for (const key of wanted) {
        await enter(key)
        held.add(key)
      }
    },
    release,
  }
}
