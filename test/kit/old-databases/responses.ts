import type { Asking, Row } from './client.ts'
import type { Ids } from './row-maker.ts'

/** Calls whose responses depend on the time, the machine or the version, that generate files, or that are long without adding coverage. */
const passing =
  /openapi|^\/(account|auditLogs|dashboard|externalDashboard|externalBids|externalEquipments|externalProjects|enumerations|environment|files|integrations|spotlight)|Widgets|Hubspot|LiveOverview|Export|download$|Recent|Exist$|Permissions$|\/Kinds$|Duplicates|Health|Ranking|InRange$|\/(All|Lite|LiteWithFamilies|Makes)$/

const isList = (call: Row) => (call.parameters ?? []).some(({ name }: Row) => name === 'itemsPerPage')

function fillPath(path: string, ids: Ids): string | undefined {
  const parts = path.replace(/^\/api/, '').split('/')
  const known = parts.map((part, index) =>
    /^\{/.test(part) ? (ids[part.slice(1, -1)] ?? ids[`${parts[index - 3]} ${parts[index - 1]}`] ?? ids[parts[index - 1]!]) : part,
  )
  return known.includes(undefined) ? undefined : known.join('/')
}

export function listReadCalls(document: Row, sets: Ids[]): { lists: string[]; singles: string[] } {
  const lists = new Set<string>()
  const singles = new Set<string>()
  for (const [path, { get: call }] of Object.entries<Row>(document.paths))
    for (const ids of call ? sets : []) {
      const address = fillPath(path, ids)
      if (address && !passing.test(address)) (isList(call) ? lists : singles).add(address)
    }
  return { lists: [...lists], singles: [...singles] }
}

export async function readTotal(admin: Asking, path: string): Promise<number | string> {
  const { status, body } = await admin.ask('GET', `${path}?itemsPerPage=50`)
  return status === 200 ? (body.total ?? (body.items ?? body.rows ?? body).length ?? 'no rows') : `status ${status}`
}

/** Removes what changes over time from a response: URL signatures, timestamps and available actions. */
export function lasting(answer: unknown): unknown {
  if (typeof answer === 'string') return answer.startsWith('/api/files/') ? answer.split('?')[0] : answer
  if (Array.isArray(answer)) return answer.map(lasting)
  if (answer === null || typeof answer !== 'object') return answer
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([key]) => !['ageDays', 'actions'].includes(key))
      .map(([key, value]) => [key, lasting(value)]),
  )
}

export async function requestEach<T>(paths: string[], fetchOne: (path: string) => Promise<T>): Promise<Map<string, T>> {
  const answers = new Map<string, T>()
  const waiting = [...paths]
  const item = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) answers.set(path, await fetchOne(path))
  }
  await Promise.all([item(), item(), item(), item()])
  return answers
}

/** Lists where a response lacks or contradicts an earlier one. Additional content is not a difference. */
export function contradictions(once: unknown, now: unknown, location: string): string[] {
  if (once === null || typeof once !== 'object')
    return once === now ? [] : [`${location}: ${JSON.stringify(once)} is ${JSON.stringify(now)}`]
  if (now === null || typeof now !== 'object') return [`${location}: ${JSON.stringify(once)} is ${JSON.stringify(now)}`]
  if (Array.isArray(once) && once.length !== (now as unknown[]).length)
    return [`${location}: ${once.length} are ${(now as unknown[]).length}`]
  return Object.entries(once).flatMap(([key, value]) => contradictions(value, (now as Row)[key], `${location} ${key}`))
}
