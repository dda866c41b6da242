import { tooManyRequests } from './errors.ts'

/** More queued requests of one user than this are rejected with 429. */
const mostInLine = 8
interface Line {
  count: number
  last: Promise<unknown>
}
const lines = new Map<string, Line>()

/** Runs a user's slow work one item at a time, so that one user cannot occupy all workers. */
export async function runInUserQueue<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const line: Line = lines.get(userId) ?? { count: 0, last: Promise.resolve() }
  if (line.count >= mostInLine) throw tooManyRequests(10)
  lines.set(userId, line)
  line.count++
  const before = line.last
  const turn = before.then(work, work)
  line.last = turn
  try {
    return await turn
  } finally {
    if (--line.count === 0) lines.delete(userId)
  }
}
