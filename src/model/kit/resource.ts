import { type Area, isPermission } from '../permissions.ts'
import type {
  AuditColumns,
  Field,
  Fields,
  Filters,
  IdType,
  InputOf,
  ListDescription,
  ListFilter,
  Permissions,
  Ref,
  Resource,
  ResponseKey,
  RowOwner,
  SearchKey,
  UserRef,
  ValueIn,
  ValuesOf,
} from './description.ts'
import type { Enumeration, ValueOf } from './enumeration.ts'

type Defaults =
  | 'entity'
  | 'title'
  | 'ref'
  | 'owner'
  | 'ids'
  | 'restorable'
  | 'logs'
  | 'recent'
  | 'stats'
  | 'image'
  | 'computed'
  | 'permission'
  | 'list'
type Definition<F extends Fields, C extends Fields, L extends Filters, O extends RowOwner, I extends IdType, Path extends string> = Omit<
  Resource<F, C, L, O, I, Path>,
  Defaults
> &
  Partial<Omit<Resource<F, C, L, O, I, Path>, 'permission' | 'list' | 'title' | 'ref' | 'picker'>> & {
    permission: Area | Permissions
    title?: ResponseKey<NoInfer<F>, NoInfer<C>>
    ref?: readonly ResponseKey<NoInfer<F>, NoInfer<C>>[]
    picker?: readonly ResponseKey<NoInfer<F>, NoInfer<C>>[]
    list: ListDescription<ResponseKey<NoInfer<F>, NoInfer<C>>, SearchKey<NoInfer<F>, NoInfer<C>>, L>
  }
type KnownKeys<L, T> = { readonly [K in keyof L]: { readonly [P in Exclude<keyof L[K], keyof T>]: never } }
/** Rejects a property that no field or filter has: a misspelled or renamed one would otherwise be ignored silently. */
interface OnlyKnownKeys<F, C, L> {
  fields: KnownKeys<F, Field>
  computed?: KnownKeys<C, Field>
  list: { filters?: KnownKeys<L, ListFilter> }
}

/** Declares an entity for the server's `serve` and the web pages. It contains data only, no conditional rules. */
export function resource<
  F extends Fields,
  C extends Fields = Record<never, never>,
  const L extends Filters<(keyof NoInfer<F> | keyof NoInfer<C>) & string> = Record<never, never>,
  const O extends RowOwner = 'everyone',
  const I extends IdType = 'number',
  const Path extends string = string,
>(checked: Definition<F, C, L, O, I, Path> & OnlyKnownKeys<NoInfer<F>, NoInfer<C>, NoInfer<L>>): Resource<F, C, L, O, I, Path> {
  const definition: Definition<F, C, L, O, I, Path> = checked
  const permission = typeof definition.permission === 'string' ? areaPermissions(definition.permission) : definition.permission
  const usual: Pick<Resource, Exclude<Defaults, 'list' | 'permission'>> = {
    entity: definition.path,
    computed: {},
    title: 'name',
    ref: ['name'],
    owner: 'everyone',
    ids: 'number',
    restorable: permission.restore !== undefined,
    logs: false,
    recent: false,
    stats: [],
    image: false,
  }
  // The cast is safe: these defaults equal those of the type parameters.
  return { ...usual, ...definition, permission } as Resource<F, C, L, O, I, Path>
}

function areaPermissions(area: Area): Permissions {
  const named = (action: string) => {
    const name = `${area}.${action}`
    return isPermission(name) ? name : undefined
  }
  return {
    view: named('View')!,
    create: named('Create'),
    update: named('Update'),
    delete: named('Delete'),
    restore: named('Restore'),
  }
}

type WithoutId<K> = K extends `${infer Stem}Id` ? Stem : K
type ColumnKey<K, V> = V extends Field<any, 'reference' | 'user'> ? WithoutId<K> : K
type ColumnValue<V> =
  V extends Field<infer T, 'reference'>
    ? Ref | Extract<T, null>
    : V extends Field<infer T, 'user'>
      ? UserRef | Extract<T, null>
      : V extends Field<(infer T)[]> & { readonly responseFields: infer A extends Fields }
        ? (T extends object ? T & ValuesOf<A> : ValuesOf<A>)[]
        : ValueIn<V>
type Columns<F extends Fields> = { [K in keyof F as ColumnKey<K, F[K]>]: ColumnValue<F[K]> }
export type IdOf<R> = R extends Resource<Fields, Fields, Filters, RowOwner, infer I> ? (I extends 'uuid' ? string : number) : never

export type RowOf<R> =
  R extends Resource<infer F, infer C> ? AuditColumns & { id: IdOf<R> } & Columns<F> & Columns<C> & { actions?: string[] } : never
export type WriteValues<R> = R extends Resource<infer F> ? InputOf<F> : never
export type FilterValues<L extends ListFilter> = ListFilter extends L
  ? unknown
  : L extends { kind: 'boolean' }
    ? boolean
    : L extends { kind: 'range' }
      ? number
      : L extends { kind: 'reference' }
        ? number[]
        : L extends { kind: 'choice'; options: infer E extends Enumeration }
          ? ValueOf<E>[]
          : L extends { kind: 'choice' }
            ? (string | number)[]
            : string[]
export type FiltersOf<R> = R extends Resource<Fields, Fields, infer L> ? L : Filters
/** Filters by parameter; an upper bound has its own parameter. */
type ByParameter<L extends Filters> = L & { [K in keyof L as L[K] extends { endParameter: infer T extends string } ? T : never]: L[K] }
/** Filters of a list, by parameter. Unknown parameters are ignored. */
export type FilterQuery<R, L extends Filters = ByParameter<FiltersOf<R>>> = {
  readonly [K in keyof L]?: Readonly<FilterValues<L[K]>> | null
}
export type ColumnOf<R extends Resource> = ResponseKey<R['fields'], R['computed']>
export interface Page<T> {
  items: T[]
  total: number
}

export const responseKey = (key: string, field: Field) =>
  field.kind === 'reference' || field.kind === 'user' ? key.replace(/Id$/, '') : key

export const pickerKeys = ({ title, ref, picker = [] }: Resource): ReadonlySet<string> => new Set(['id', title, ...ref, ...picker])
/** Fields any staff user may see in pickers: names, but no prices. */
export const staffVisibleKeys = (resource: Resource): ReadonlySet<string> =>
  new Set([...pickerKeys(resource)].filter((key) => resource.fields[key]?.kind !== 'money'))

/**
 * Parameters of a picker that need permission to see the rows, because filtering can reveal hidden values: other users may filter only by
 * the fields a picker returns.
 */
export function guardedPickerParameters(resource: Resource): string[] {
  const { fields, computed, list } = resource
  const shown = staffVisibleKeys(resource)
  const filters = Object.entries(list.filters ?? {}).filter(([, { field: key }]) => {
    const field = key === undefined ? undefined : (fields[key] ?? computed[key])
    return !(key !== undefined && field && shown.has(responseKey(key, field)))
  })
  return [...filters.flatMap(([name, { endParameter }]) => (endParameter === undefined ? [name] : [name, endParameter])), ...stampFilters]
}
const stampFilters = ['createdByIds', 'updatedByIds', 'createdFrom', 'createdTo', 'updatedFrom', 'updatedTo']

export function responseFields(resource: Resource): Fields {
  const entries = Object.entries({ ...resource.fields, ...resource.computed })
  return Object.fromEntries(entries.map(([key, field]) => [responseKey(key, field), field]))
}
