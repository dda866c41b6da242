/** The keys of an object that stands in the code, and so has those of its type and no others. */
export const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[]

/** One value for each key. */
export const mapKeys = <K extends string, V>(keys: readonly K[], of: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, V>
