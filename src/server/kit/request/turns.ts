import { tooManyRequests } from './errors.ts'

/** Who asks for more at once than anybody needs is told to come again. */
const mostInLine = 8
interface Line {
  count: number
  last: Promise<unknown>
}
const lines = new Map<string, Line>()

/** Slow work for people: each has one turn after the other, so that nobody fills the workers that all of them wait for. */
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
