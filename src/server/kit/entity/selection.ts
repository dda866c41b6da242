import type { UserRef } from '../../../model/kit/description.ts'
import type { Permission } from '../../../model/permissions.ts'
import type { Actor, Context } from '../request/context.ts'
import type { Column, Row } from './rows.ts'

interface Seen {
  text: string
  columns: readonly Column[]
  positions: number[]
}
/** Cached by the mask permissions the user holds: users with the same ones see the same columns. */
const seenBy = new WeakMap<readonly Column[], { masks: Permission[]; known: Map<string, Seen> }>()

function visibleSelection(columns: readonly Column[], { held }: Pick<Actor, 'held'>, first: number): Seen {
  let entry = seenBy.get(columns)
  if (!entry) {
    entry = { masks: [...new Set(columns.flatMap(({ field }) => field.mask ?? []))], known: new Map() }
    seenBy.set(columns, entry)
  }
  const key = `${first} ${entry.masks.filter((mask) => held.has(mask)).join()}`
  const known = entry.known.get(key)
  if (known) return known
  const seen = columns.filter(({ field }) => !field.mask || held.has(field.mask))
  const positions: number[] = []
  let at = first
  for (const { expressions } of seen) {
    positions.push(at)
    at += expressions.length
  }
  // Values are read by position. One short alias for all saves describing and parsing sixty names per response.
  const text = seen.flatMap(({ expressions }) => expressions.map((expression) => `${expression} v`)).join(', ')
  const found = { text, columns: seen, positions }
  entry.known.set(key, found)
  return found
}

/** External users see only themselves, and only the name of a row's creator (domain 4.4). */
function maskPerson(key: string, person: unknown, { userId }: Actor) {
  if (typeof person !== 'object' || person === null) return null
  if ('id' in person && person.id === userId) return person
  const { firstName, lastName }: Partial<UserRef> = person
  return key === 'createdBy' ? { firstName, lastName } : null
}
/** External users may not filter or sort by this user column. */
export const hidesUserColumn = ({ isExternal }: Actor, { key, field }: Pick<Column, 'key' | 'field'>) =>
  isExternal && field.kind === 'user' && key !== 'createdBy'

export function selectColumns(columns: readonly Column[], { actor, addresses }: Pick<Context, 'actor' | 'addresses'>, first = 0) {
  const { text, columns: seen, positions } = visibleSelection(columns, actor, first)
  return {
    text,
    read(values: unknown[]): Row {
      const row: Record<string, unknown> = {}
      for (let i = 0; i < seen.length; i++) row[seen[i]!.key] = seen[i]!.read(values, positions[i]!, addresses)
      if (actor.isExternal) for (const { key, field } of seen) if (field.kind === 'user') row[key] = maskPerson(key, row[key], actor)
      // The columns come from the resource's fields, so this cast gives the row its type.
      return row as Row
    },
  }
}

/** Reads the visible columns of the rows that `from` selects; `from` may include further clauses. */
export async function listVisibleRows(ctx: Context, columns: readonly Column[], from: string, values: unknown[]): Promise<Row[]> {
  const { text, read } = selectColumns(columns, ctx)
  return (await ctx.lists(`select ${text} from ${from}`, values)).map(read)
}
