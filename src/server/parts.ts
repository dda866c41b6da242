import { setTimeout as pause } from 'node:timers/promises'
import { type FileStore, isStoreReachable } from './tools/file-store.ts'

const everyMs = 5000

/**
 * Looks every few seconds at the parts that no pulse watches, so that whoever asks for health waits for none of them. `jobs` are late when some
 * have waited for more than ten minutes, which means that no worker runs. Nothing new is known while the database is away, which has a word of its own.
 */
export function watchParts(files: FileStore, hasLateJobs: () => Promise<boolean>) {
  const closing = new AbortController()
  let parts: { files: 'up' | 'away'; jobs: 'up' | 'late' } = { files: 'up', jobs: 'up' }
  async function look() {
    while (!closing.signal.aborted) {
      const [isThere, isLate] = await Promise.all([isStoreReachable(files), hasLateJobs().catch(() => parts.jobs === 'late')])
      parts = { files: isThere ? 'up' : 'away', jobs: isLate ? 'late' : 'up' }
      await pause(everyMs, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
    }
  }
  void look()
  return { state: () => parts, close: () => closing.abort() }
}
