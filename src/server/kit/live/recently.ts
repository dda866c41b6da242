import type { ChangeMessage } from './bus.ts'

/** To whom something was told, or what has changed and which permissions know of it. */
type Said = { to: string[] | 'all' } | Pick<ChangeMessage, 'event' | 'needs'>

/** Minutes of a busy day, and a moment of an import that changes everything. */
const mostKept = 1000

/** What was said on this node lately, oldest first. */
export function createRecentEvents(now: () => number = () => performance.now()) {
  let words: { at: number; said: Said }[] = []
  /** Of what was said before nobody knows any more. */
  let knownSince = now()
  return {
    keep(said: Said) {
      words.push({ at: now(), said })
      if (words.length < mostKept) return
      // All at once: whoever asks for earlier is not told wrong, and looks again.
      knownSince = now()
      words = []
    },
    /** What was said in the last milliseconds; undefined where that is not known. */
    since(ms: number): Said[] | undefined {
      const from = now() - ms
      // Also what is no number.
      if (!(from >= knownSince)) return undefined
      return words.filter(({ at }) => at >= from).map(({ said }) => said)
    },
  }
}
