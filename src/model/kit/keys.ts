export const typedKeys = <T extends object>(source: T) => Object.keys(source) as (keyof T & string)[]

export const mapKeys = <K extends string, V>(keys: readonly K[], valueFor: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, valueFor(key)])) as Record<K, V>
