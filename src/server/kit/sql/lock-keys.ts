interface LockPlace {
  table: string
  parameter: number
}
const places = new Map<string, LockPlace | undefined>()
const mostPlaces = 5000

/** Finds the locked rows of a statement that locks rows by id, for example `select … from projects t where t.id = $1 for update of t`. */
function lockPlace(text: string): LockPlace | undefined {
  if (!/\bfor (no key )?update( of \w+)?\s*$/.test(text)) return undefined
  // The main table is `t`, or the first one if the selected columns contain no subquery.
  const table = /\bfrom (\w+) t\b/.exec(text)?.[1] ?? /^\s*select\b[^(]*?\bfrom (\w+)\b/.exec(text)?.[1]
  const parameter = (/\bt\.id = (?:any\()?\$(\d+)/.exec(text) ?? /\bwhere (?:\w+\.)?id = (?:any\()?\$(\d+)/.exec(text))?.[1]
  return table !== undefined && parameter !== undefined ? { table, parameter: Number(parameter) - 1 } : undefined
}

/** Names of the exclusive locks that a statement takes, empty if it takes none or its text does not name them. */
export function lockKeys(text: string, values: unknown[] = []): string[] {
  if (text.includes('pg_advisory_xact_lock(')) return [`${text} ${JSON.stringify(values)}`]
  if (!places.has(text)) {
    if (places.size >= mostPlaces) places.clear()
    places.set(text, lockPlace(text))
  }
  const place = places.get(text)
  if (!place) return []
  const ids = values[place.parameter]
  return (Array.isArray(ids) ? ids : [ids]).map((id) => `${place.table} ${id}`)
}
