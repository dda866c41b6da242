import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/** Number of runnable processes now, which the load average does not include yet. */
function runnable(): number {
  try {
    return Number(/ (\d+)\//.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/**
 * Scales a timeout by the current machine load. Timeouts only end hangs: tests wait for events, and the duration on a busy machine proves
 * nothing about the app.
 */
export function timeoutMs(quietMs: number): number {
  const wantedPerProcessor = Math.max(loadavg()[0]!, runnable()) / availableParallelism()
  return Math.round(quietMs * Math.max(2, 2 * wantedPerProcessor))
}
