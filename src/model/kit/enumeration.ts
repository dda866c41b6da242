type Value = string | number
type Extra = { readonly [name: string]: unknown }
type Definition = { readonly [key: string]: readonly [value: Value, label: string, extra?: Extra] }

type ExtraOf<Row> = Row extends readonly [Value, string, infer X] ? X : object
type ExtraNames<D extends Definition> = { [K in keyof D]: keyof ExtraOf<D[K]> }[keyof D]
/** Attributes that some rows lack are typed as undefined there, so they can be read on every row. */
type Entry<D extends Definition> = {
  [K in keyof D & string]: { readonly value: D[K][0]; readonly key: K; readonly label: D[K][1] } & {
    readonly [X in ExtraNames<D>]: X extends keyof ExtraOf<D[K]> ? ExtraOf<D[K]>[X] : undefined
  }
}[keyof D & string]

interface EnumerationEntry {
  readonly value: Value
  readonly key: string
  readonly label: string
  readonly [extra: string]: unknown
}

/** A closed list of choices in display order: the value on the wire, the name in code, and the label. */
export interface Enumeration<V extends Value = Value, E = EnumerationEntry> {
  readonly name: string
  readonly values: readonly E[]
  /** Returns the label of a value. An unknown value is returned as text, a missing one as an empty text. */
  label(value: unknown): string
  has(value: unknown): value is V
  get(value: V): E
}

export type ValueOf<E extends { get(value: never): unknown }> = Parameters<E['get']>[0]
/** The names of an enumeration's values in code: `keyof typeof` without the methods. */
export type NameOf<E extends { readonly values: readonly { readonly key: string }[] }> = E['values'][number]['key']

/** `enumeration('ContractStatus', { Draft: [1, 'Draft'], … })`; a third item contains further attributes of the row. */
export function enumeration<const D extends Definition>(name: string, definition: D) {
  const rows = Object.entries(definition)
  const values = rows.map(([key, [value, label, extra]]) => ({ value, key, label, ...extra }))
  const byValue = new Map<unknown, EnumerationEntry>(values.map((entry) => [entry.value, entry]))
  if (byValue.size !== rows.length) throw new Error(`Two choices of ${name} have the same value`)

  const base = {
    name,
    values,
    label: (value: unknown) => byValue.get(value)?.label ?? String(value ?? ''),
    has: (value: unknown) => byValue.has(value),
    get(value: Value) {
      const entry = byValue.get(value)
      if (!entry) throw new Error(`${name} has no value ${value}`)
      return entry
    },
  }
  for (const [key] of rows) if (key in base) throw new Error(`${name} cannot have a choice called ${key}`)
  const valuesByName = Object.fromEntries(rows.map(([key, [value]]) => [key, value]))
  return { ...valuesByName, ...base } as unknown as Enumeration<D[keyof D][0], Entry<D>> & { readonly [K in keyof D]: D[K][0] }
}
