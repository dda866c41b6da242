import { type Area, isPermission, type Permission } from '../permissions.ts'
import type { Call } from './call.ts'
import type { Field, Fields, ValueIn } from './field.ts'

/** Who may do what with a resource. An action without a permission does not exist. */
export interface Permissions {
  view: Permission
  create?: Permission
  update?: Permission
  delete?: Permission
  restore?: Permission
}

/** A filter of a list: the query parameter, and the field it restricts unless the server says otherwise. */
export interface ListFilter {
  label: string
  /** Absent where the server's entity states its own condition. */
  field?: string
  /** What the parameter's values are. */
  kind: 'reference' | 'choice' | 'text' | 'user' | 'boolean' | 'dates'
  of?: () => Resource
  /** Where the names to choose from come, when not from the resource's own picker. */
  names?: () => Call<any, any, any, any>
  /** The parameter of another filter whose chosen values narrow this one's choices, as buildings narrow their levels. */
  within?: string
  /** What a choice carries besides its name to tell equal names apart. */
  place?: string
  /** The parameter of the last day; the filter's own is the first one. */
  to?: string
  options?: Field['options']
}

export interface ListWords {
  /** Shown unless the person hides them; the first one names the row, links to its page and cannot be hidden. */
  columns: string[]
  /** May be shown. */
  more?: string[]
  /** Where `search` looks: own fields, or `reference.field` of a referenced row. */
  search: string[]
  /** Keys of the default order; a leading minus sorts downwards. */
  sort: string[]
  /** Query parameter → filter, in the order of the menu. */
  filters?: Record<string, ListFilter>
}

export interface Resource<F extends Fields = Fields, C extends Fields = Fields> {
  /** Below /api/, as the specification spells it. `:id` is the row it belongs to, as in `projects/:id/Buildings`. */
  path: string
  /** The key of logs and live events; the path where that is plain. */
  entity: string
  /** The list page in the browser; a row's page is below it. */
  route?: string
  names: { one: string; many: string }
  permission: Permissions
  fields: F
  /** What answers carry besides the fields and nobody can send; how it comes about is the server's affair. */
  computed: C
  list: ListWords
  /** The field that names a row for people. */
  title: string
  /** What a reference to a row carries besides id. */
  ref: string[]
  /** Further answer keys that tell rows apart in a picker. */
  picker?: string[]
  owner: 'everyone' | 'project'
  /** The field of the parent row that `:id` in the path stands for. */
  parent?: string
  ids: 'number' | 'uuid'
  restorable: boolean
  /** Colleagues can read and write what happened to a row. */
  logs: boolean
  recent: boolean
  /** Kinds of `Stats/{kind}`. */
  stats: string[]
  /** Download task category of its export. */
  exportCategory?: number
  image: boolean
}

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
type Definition<F extends Fields, C extends Fields> = Omit<Resource<F, C>, Defaults> &
  Partial<Omit<Resource<F, C>, 'permission'>> & { permission: Area | Permissions }

/** Declares what an entity is; the server's `serve` and the web's pages read it. It holds no rule that would need an `if`. */
export function resource<F extends Fields, C extends Fields = Record<never, never>>(of: Definition<F, C>): Resource<F, C> {
  const permission = typeof of.permission === 'string' ? permissionsOf(of.permission) : of.permission
  return {
    entity: of.path,
    computed: {} as C,
    title: 'name',
    ref: ['name'],
    owner: 'everyone',
    ids: 'number',
    restorable: permission.restore !== undefined,
    logs: false,
    recent: false,
    stats: [],
    image: false,
    ...of,
    permission,
  }
}

function permissionsOf(area: Area): Permissions {
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

/** A small object in the place of a bare id. */
export interface Ref {
  id: number
  name: string
  [more: string]: unknown
}
export interface UserRef {
  id: string
  firstName: string
  lastName: string
  avatarUrl: string | null
  isSuspended: boolean
  isExternalUser: boolean
}
/** Every row has these (domain 1.2). */
export interface Common {
  id: number
  rowVersion: number
  createDate: string
  updateDate: string
  createdBy: UserRef | null
  updatedBy: UserRef | null
}

type WithoutId<K> = K extends `${infer Stem}Id` ? Stem : K
type ColumnKey<K, V> = V extends Field<any, 'reference' | 'user'> ? WithoutId<K> : K
type ColumnValue<V> =
  V extends Field<infer T, 'reference'>
    ? Ref | Extract<T, null>
    : V extends Field<infer T, 'user'>
      ? UserRef | Extract<T, null>
      : ValueIn<V>
type Columns<F extends Fields> = { [K in keyof F as ColumnKey<K, F[K]>]: ColumnValue<F[K]> }

/** A row as answers carry it: fields and computed fields, references as small objects. */
export type RowOf<R> = R extends Resource<infer F, infer C> ? Common & Columns<F> & Columns<C> & { actions?: string[] } : never
export interface Page<T> {
  items: T[]
  total: number
}

/** `manufactureId` → `manufacture`: the key under which an answer carries what the field points to. */
export const answerKey = (key: string, field: Field) => (field.kind === 'reference' || field.kind === 'user' ? key.replace(/Id$/, '') : key)

/** Every field an answer may carry, by the key it stands under. */
export function answerFields(of: Resource): Fields {
  const entries = Object.entries({ ...of.fields, ...of.computed })
  return Object.fromEntries(entries.map(([key, field]) => [answerKey(key, field), field]))
}
