import type { UserRef } from '../../../model/kit/description.ts'
import type { Permission } from '../../../model/permissions.ts'
import type { Actor, Context } from '../request/context.ts'
import type { Column, Row } from './rows.ts'

interface Seen {
  text: string
  columns: readonly Column[]
  /** Where the values of each column begin. */
  places: number[]
}
/** What is seen of the same columns is the same for all who hold the same of the permissions they ask for. */
const seenBy = new WeakMap<readonly Column[], { masks: Permission[]; known: Map<string, Seen> }>()

function seenOf(columns: readonly Column[], { held }: Pick<Actor, 'held'>, first: number): Seen {
  let of = seenBy.get(columns)
  if (!of) {
    of = { masks: [...new Set(columns.flatMap(({ field }) => field.mask ?? []))], known: new Map() }
    seenBy.set(columns, of)
  }
  const key = `${first} ${of.masks.filter((mask) => held.has(mask)).join()}`
  const known = of.known.get(key)
  if (known) return known
  const seen = columns.filter(({ field }) => !field.mask || held.has(field.mask))
  const places: number[] = []
  let at = first
  for (const { expressions } of seen) {
    places.push(at)
    at += expressions.length
  }
  // Values are known by their places: one short name for all saves describing and reading sixty of them with every answer.
  const text = seen.flatMap(({ expressions }) => expressions.map((expression) => `${expression} v`)).join(', ')
  const found = { text, columns: seen, places }
  of.known.set(key, found)
  return found
}

/** People outside are told of themselves, and of who made something the name alone (domain 4.4). */
function toldOutside(key: string, person: unknown, { userId }: Actor) {
  if (typeof person !== 'object' || person === null) return null
  if ('id' in person && person.id === userId) return person
  const { firstName, lastName }: Partial<UserRef> = person
  return key === 'createdBy' ? { firstName, lastName } : null
}
/** Whether somebody outside may ask for rows by these people, or in their order. */
export const hidesUserColumn = ({ isExternal }: Actor, { key, field }: Pick<Column, 'key' | 'field'>) =>
  isExternal && field.kind === 'user' && key !== 'createdBy'

/** The columns an actor may see, as a select list and a reader of its rows. */
export function selectColumns(columns: readonly Column[], { actor, addresses }: Pick<Context, 'actor' | 'addresses'>, first = 0) {
  const { text, columns: seen, places } = seenOf(columns, actor, first)
  return {
    text,
    read(values: unknown[]): Row {
      const row: Record<string, unknown> = {}
      for (let i = 0; i < seen.length; i++) row[seen[i]!.key] = seen[i]!.read(values, places[i]!, addresses)
      if (actor.isExternal) for (const { key, field } of seen) if (field.kind === 'user') row[key] = toldOutside(key, row[key], actor)
      // Columns are made of the fields of the resource and read by their kinds: this is where a row gets its type.
      return row as Row
    },
  }
}

/** What an actor may see of these columns, of the rows that `from` and what comes after it find. */
export async function listVisibleRows(ctx: Context, columns: readonly Column[], from: string, values: unknown[]): Promise<Row[]> {
  const { text, read } = selectColumns(columns, ctx)
  return (await ctx.lists(`select ${text} from ${from}`, values)).map(read)
}
