import { setTimeout as pause } from 'node:timers/promises'
import { type FileStore, isStoreReachable } from './tools/file-store.ts'

const everyMs = 5000

/**
 * Polls dependencies without a heartbeat every few seconds, so that health requests never wait for them. `jobs` is late if jobs have waited
 * for more than ten minutes, which means that no worker runs. While the database is down, which has its own status, the last job status is
 * retained.
 */
export function watchParts(files: FileStore, hasLateJobs: () => Promise<boolean>) {
  const closing = new AbortController()
  let parts: { files: 'up' | 'away'; jobs: 'up' | 'late' } = { files: 'up', jobs: 'up' }
  async function poll() {
    while (!closing.signal.aborted) {
      const [isThere, isLate] = await Promise.all([isStoreReachable(files), hasLateJobs().catch(() => parts.jobs === 'late')])
      parts = { files: isThere ? 'up' : 'away', jobs: isLate ? 'late' : 'up' }
      await pause(everyMs, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
    }
  }
  void poll()
  return { state: () => parts, close: () => closing.abort() }
}
