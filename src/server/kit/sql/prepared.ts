import type { QueryConfig } from 'pg'

/** Statements that are never prepared: their best plan depends on the number of ids or rows passed. */
const hangsOnValues = /= any\s*\(\s*\$|jsonb_to_recordset|\bunnest\b/i
/** Searches are prepared only if they find few rows, because their best plan depends on the number of matches. */
const searches = /\blike\b/i
const mostCounted = 5000
/** Uses after which a statement is worth preparing. */
const oftenEnough = 5
const never = Number.POSITIVE_INFINITY

/** Prepares at most this many statements, because every connection stores its own copy of each. */
export function createStatementNamer(mostKept: number) {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()

  /** Returns the name of the prepared statement, or undefined for rare statements and those whose plan depends on parameters. */
  function nameOf(text: string, findsFew: boolean): string | undefined {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= mostKept) return undefined
    const count = (uses.get(text) ?? 0) + 1
    if (count === never) return undefined
    if (count < oftenEnough || hangsOnValues.test(text) || (searches.test(text) && !findsFew)) {
      // Dynamically built statements are unlimited in number.
      if (uses.size >= mostCounted) uses.clear()
      uses.set(text, count < oftenEnough ? count : never)
      return undefined
    }
    uses.delete(text)
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }

  return (text: string, values: unknown[] = [], rowMode?: 'array', findsFew = false): QueryConfig => {
    const name = values.length > 0 ? nameOf(text, findsFew) : undefined
    return { text, values, ...(name !== undefined && { name }), ...(rowMode && { rowMode }) }
  }
}

/**
 * Prepares frequent statements: each is parsed once per connection and planned once if PostgreSQL finds a generic plan. For a row with its
 * relations that saves nine tenths of the work (decision 24). The app has a few hundred statements, plus some for lists.
 */
export const prepared = createStatementNamer(300)
