export const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[]

export const mapKeys = <K extends string, V>(keys: readonly K[], of: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, V>
