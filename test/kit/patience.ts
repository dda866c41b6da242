import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/** How many processes want a processor at this moment; what the average has not heard of yet. */
function runnable(): number {
  try {
    return Number(/ (\d+)\//.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/**
 * A time limit for a machine as busy as this one is now. Limits only end what would never come: whatever a test waits for it
 * waits for as an event, and how long a busy machine takes to bring it about proves nothing about the product.
 */
export function timeoutMs(quietMs: number): number {
  const wantedPerProcessor = Math.max(loadavg()[0]!, runnable()) / availableParallelism()
  return Math.round(quietMs * Math.max(2, 2 * wantedPerProcessor))
}
