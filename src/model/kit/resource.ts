import { type Area, isPermission } from '../permissions.ts'
import type { Field, Fields, Permissions, Resource, ValueIn } from './description.ts'

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
