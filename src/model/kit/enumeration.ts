type Value = string | number
type Extra = { readonly [name: string]: unknown }
type Definition = { readonly [key: string]: readonly [value: Value, label: string, extra?: Extra] }

type ExtraOf<Row> = Row extends readonly [Value, string, infer X] ? X : object
type ExtraNames<D extends Definition> = { [K in keyof D]: keyof ExtraOf<D[K]> }[keyof D]
/** An attribute that some rows lack reads as undefined there, so every row can be asked for it. */
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

/** A closed list of choices: the value on the wire, the name in code, the words on the screen and their order. */
export interface Enumeration<
  K extends string = string,
  V extends Value = Value,
  Of extends { readonly [k in K]: V } = { readonly [k in K]: V },
  E = EnumerationEntry,
> {
  readonly name: string
  readonly values: readonly E[]
  readonly of: Of
  /** The words for a value; a value this version does not know is shown as it is, a missing one as nothing. */
  label(value: unknown): string
  has(value: unknown): value is V
  get(value: V): E
}

export type ValueOf<E extends { readonly of: object }> = E['of'][keyof E['of']]

/** `enumeration('ContractStatus', { Draft: [1, 'Draft'], … })`; a third item holds further attributes of the row. */
export function enumeration<const D extends Definition>(name: string, definition: D) {
  const rows = Object.entries(definition)
  const values = rows.map(([key, [value, label, extra]]) => ({ value, key, label, ...extra }))
  const byValue = new Map<unknown, EnumerationEntry>(values.map((entry) => [entry.value, entry]))
  if (byValue.size !== rows.length) throw new Error(`Two choices of ${name} have the same value`)

  return {
    name,
    values,
    of: Object.fromEntries(rows.map(([key, [value]]) => [key, value])),
    label: (value: unknown) => byValue.get(value)?.label ?? String(value ?? ''),
    has: (value: unknown) => byValue.has(value),
    get(value: Value) {
      const entry = byValue.get(value)
      if (!entry) throw new Error(`${name} has no value ${value}`)
      return entry
    },
  } as unknown as Enumeration<keyof D & string, D[keyof D][0], { readonly [K in keyof D]: D[K][0] }, Entry<D>>
}
