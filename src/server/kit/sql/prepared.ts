import type { QueryConfig } from 'pg'

/** A statement whose best plan hangs on its values: how many ids there are, how many rows are given. */
const hangsOnValues = /= any\s*\(\s*\$|jsonb_to_recordset|\bunnest\b/i
/** Of a search it hangs on how much is found. */
const searches = /\blike\b/i
const mostCounted = 5000
/** Asked for so often, it is worth keeping. */
const oftenEnough = 5
const never = Number.POSITIVE_INFINITY

/** Names at most so many statements: every connection keeps its own copy of each. */
export function createStatementNamer(mostKept: number) {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()

  /** The name a statement is kept by on each connection; none for what comes seldom or whose plan hangs on its values. */
  function nameOf(text: string, findsFew: boolean): string | undefined {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= mostKept) return undefined
    const count = (uses.get(text) ?? 0) + 1
    if (count === never) return undefined
    if (count < oftenEnough || hangsOnValues.test(text) || (searches.test(text) && !findsFew)) {
      // Texts that are put together from what is asked may be any number.
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
 * A statement as the driver takes it. What comes again and again is parsed once per connection and, once PostgreSQL finds that one plan
 * serves all values, planned once: for a row with its relations that is nine tenths of the work (decision 24). The house has a few
 * hundred statements, lists some more.
 */
export const prepared = createStatementNamer(300)
