import type { Refusal } from '../kit/request/http.ts'
import type { Logger } from '../tools/log.ts'

/** Entries per user, route, and status in a minute. The rest is only counted, so that a loop does not fill the log. */
const mostLogged = 5
const windowMs = 60_000
const mostKnown = 10_000

/** Security log of rejected requests of signed-in users (domain 33): who, what, when, from where. It contains no body, token, or query. */
export function createRefusalLog(log: Logger, count: (refusal: Refusal) => void, store: (refusal: Refusal) => void, now = Date.now) {
  const recent = new Map<string, { since: number; times: number }>()
  return (refusal: Refusal) => {
    count(refusal)
    const key = `${refusal.user ?? refusal.ip} ${refusal.method} ${refusal.route} ${refusal.status}`
    let known = recent.get(key)
    if (!known || now() - known.since >= windowMs) {
      if (recent.size >= mostKnown) recent.clear()
      const omitted = Math.max(0, (known?.times ?? 0) - mostLogged)
      known = { since: now(), times: 0 }
      recent.set(key, known)
      if (omitted > 0) log.warn({ event: 'refusal', ...refusal, omitted }, 'more requests were refused before')
    }
    known.times++
    if (known.times > mostLogged) return
    log.warn({ event: 'refusal', ...refusal }, 'a request was refused')
    store(refusal)
  }
}
