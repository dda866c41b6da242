import { isIP } from 'node:net'
import type { Context } from '../kit/request/context.ts'
import { tooManyRequests } from '../kit/request/errors.ts'
import { is, type Queryable, queryRows } from '../kit/sql/row-types.ts'

/** Minutes in which failed attempts count, across all nodes. */
const brakeMinutes = 15
export const brakes = { email: 10, ip: 50 }

const countedShape = { subject: is.text, attempts: is.number, seconds: is.number }
/** Window of the row's subject: the minutes at the same place of the second parameter. */
const span = `($2::int[])[array_position($1::text[], sign_in_brakes.subject)] * interval '1 minute'`
/**
 * Counts an attempt for each subject, in one statement, so that attempts at the same time see each other. The window starts with the first
 * attempt, and again with the tenth. The order of the rows prevents deadlocks.
 */
const count = `insert into sign_in_brakes (subject, failures) select s, 1 from unnest($1::text[]) s order by s
  on conflict (subject) do update set failures = case when sign_in_brakes.since > now() - ${span} then sign_in_brakes.failures + 1 else 1 end,
    since = case when sign_in_brakes.since > now() - ${span} and sign_in_brakes.failures + 1 <> 10 then sign_in_brakes.since else now() end
  returning subject, failures as attempts, greatest(1, extract(epoch from since + ${span} - now()))::int as seconds`
const takeBack = 'update sign_in_brakes set failures = failures - 1 where subject = any($1) and failures > 0'
type Limit = readonly [subject: string, most: number, minutes?: number]
const rateLimitValues = (limits: readonly Limit[]) => [
  limits.map(([subject]) => subject),
  limits.map(([, , minutes]) => minutes ?? brakeMinutes),
]

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

/**
 * Counts an attempt before it is made. Throws 429 if one of the subjects has had its attempts. Runs outside the request's transaction,
 * which an error rolls back. Call `attemptSucceeded` afterwards if only failures count.
 */
export async function countAttempt(ctx: Context, limits: readonly Limit[]) {
  const subjects = limits.map(([subject]) => subject)
  const counted = await ctx.services.isolated((apart) => apart.rows(countedShape, count, rateLimitValues(limits)))
  const most = new Map(limits.map(([subject, attempts]) => [subject, attempts]))
  const blocked = counted.find(({ subject, attempts }) => attempts > (most.get(subject) ?? 0))
  if (!blocked) return
  // A rejected attempt does not count, so that repeating it does not block the user or the address for longer.
  await ctx.services.isolated((apart) => apart.run(takeBack, [subjects]))
  throw tooManyRequests(blocked.seconds)
}

/** Forgets an attempt that was right. */
export const attemptSucceeded = (ctx: Context, subjects: readonly string[]) =>
  ctx.services.isolated((apart) => apart.run(takeBack, [subjects]))

/** Forgets all attempts on a subject. */
export const forgetAttempts = (ctx: Context, subject: string) => ctx.run('delete from sign_in_brakes where subject = $1', [subject])

const mostKnown = 20_000

/**
 * Rate limit for secrets sent with every request: API tokens and calendar URLs. After too many wrong secrets, an address is blocked and
 * cannot test any, even the right one. Previously valid secrets stay usable, and repeating the same wrong secret counts as one attempt.
 */
export function guessBrake(kind: string, write: Queryable) {
  const isRight = new Map<string, boolean>()
  return async <T>(hash: string, ip: string, find: () => Promise<T | undefined>): Promise<T | undefined> => {
    const before = isRight.get(hash)
    if (before === false) return undefined
    if (before) return find()
    const subject = fromAddress(`${kind}-ip`, ip)
    const [counted] = await queryRows(write, countedShape, count, rateLimitValues([[subject, brakes.ip]]))
    const isBlocked = counted !== undefined && counted.attempts > brakes.ip
    const found = isBlocked ? undefined : await find()
    if (isBlocked || found !== undefined) await write.query(takeBack, [[subject]])
    if (isBlocked) throw tooManyRequests(counted.seconds)
    if (isRight.size > mostKnown) isRight.clear()
    isRight.set(hash, found !== undefined)
    return found
  }
}
