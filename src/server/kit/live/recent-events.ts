import type { ChangeMessage } from './bus.ts'

type RecentEvent = { to: string[] | 'all' } | Pick<ChangeMessage, 'event' | 'needs'>

/** Messages cached: minutes of a busy day, or a moment of a large import. */
const mostKept = 1000

export function createRecentEvents(now: () => number = () => performance.now()) {
  let history: { at: number; recentEvent: RecentEvent }[] = []
  let knownSince = now()
  return {
    keep(recentEvent: RecentEvent) {
      history.push({ at: now(), recentEvent })
      if (history.length < mostKept) return
      // Clears everything at once: a client that requests events since an earlier time reloads.
      knownSince = now()
      history = []
    },
    since(ms: number): RecentEvent[] | undefined {
      const from = now() - ms
      // Also covers NaN.
      if (!(from >= knownSince)) return undefined
      return history.filter(({ at }) => at >= from).map(({ recentEvent: said }) => said)
    },
  }
}
