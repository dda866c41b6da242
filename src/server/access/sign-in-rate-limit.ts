import { isIP } from 'node:net'
import type { Context } from '../kit/request/context.ts'
import { tooManyRequests } from '../kit/request/errors.ts'
import { is, type Queryable, queryRows } from '../kit/sql/row-types.ts'

/** Minutes in which failed attempts count, across all nodes. */
const brakeMinutes = 15
export const brakes = { email: 10, ip: 50 }

const triedShape = { subject: is.text, failures: is.number, seconds: is.number }
const tried = `select subject, failures, extract(epoch from since + $2::interval - now())::int as seconds from sign_in_brakes
  where subject = any($1) and since > now() - $2::interval`
const count = `insert into sign_in_brakes (subject, failures) select s, 1 from unnest($1::text[]) s
  on conflict (subject) do update set failures = case when sign_in_brakes.since > now() - $2::interval then sign_in_brakes.failures + 1 else 1 end,
    since = case when sign_in_brakes.since > now() - $2::interval and sign_in_brakes.failures + 1 < 10 then sign_in_brakes.since else now() end`
const rateLimitValues = (subjects: string[]) => [subjects, `${brakeMinutes} minutes`]

/** Key for counting attempts by address. IPv6 addresses count per /64 network; an IPv4 address in IPv6 notation counts as itself. */
export const fromAddress = (kind: string, ip: string) => `${kind}:${networkAddress(ip)}`

function networkAddress(ip: string): string {
  const [address = ''] = ip.split('%')
  if (isIP(address) !== 6) return address
  const [head = [], tail = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const groups = [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail].map((group) => Number.parseInt(group, 16))
  const isMapped = groups.slice(0, 6).join() === '0,0,0,0,0,65535'
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

export async function checkBrakes(ctx: Context, subjects: [string, number][]) {
  const limits = new Map(subjects)
  for (const { subject, failures, seconds } of await ctx.rows(triedShape, tried, rateLimitValues([...limits.keys()])))
    if (failures >= (limits.get(subject) ?? 0)) throw tooManyRequests(seconds)
}

/** Runs outside the request's transaction, which an error rolls back. */
export async function countFailure(ctx: Context, subjects: string[]) {
  await ctx.services.isolated((apart) => apart.run(count, rateLimitValues(subjects)))
}

const mostKnown = 20_000

/**
 * Rate limit for secrets sent with every request: API tokens and calendar URLs. After too many wrong secrets, an address is blocked and
 * cannot test any, even the right one. Previously valid secrets stay usable, and repeating the same wrong secret counts as one attempt.
 */
export function guessBrake(kind: string, read: Queryable, write: Queryable) {
  const isRight = new Map<string, boolean>()
  return async <T>(hash: string, ip: string, find: () => Promise<T | undefined>): Promise<T | undefined> => {
    const before = isRight.get(hash)
    if (before === false) return undefined
    const subject = fromAddress(`${kind}-ip`, ip)
    if (before === undefined) {
      const [braked] = await queryRows(read, triedShape, tried, rateLimitValues([subject]))
      if (braked && braked.failures >= brakes.ip) throw tooManyRequests(braked.seconds)
    }
    const found = await find()
    if (isRight.size > mostKnown) isRight.clear()
    isRight.set(hash, found !== undefined)
    if (found === undefined && before === undefined) await write.query(count, rateLimitValues([subject]))
    return found
  }
}
