export const typedKeys = <T extends object>(source: T) => Object.keys(source) as (keyof T & string)[]

export const mapKeys = <K extends string, V>(keys: readonly K[], valueFor: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, valueFor(key)])) as Record<K, V>

export function pick<T, K extends keyof T>(source: T, keys: readonly K[]): Pick<T, K>
export function pick(source: object, keys: readonly PropertyKey[]): object {
  return Object.fromEntries(keys.map((key) => [key, Reflect.get(source, key)]))
}

/** Groups rows by key, in order of first occurrence. */
export function groupByKey<T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
