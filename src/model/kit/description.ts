import type { Permission } from '../permissions.ts'
import type { Enumeration } from './enumeration.ts'

// Types that describe the app: fields, resources, and calls. They reference each other, so they share a file.

export type Kind =
  | 'id'
  | 'uuid'
  | 'text'
  | 'longText'
  | 'richText'
  | 'email'
  | 'phone'
  | 'url'
  | 'color'
  | 'password'
  | 'integer'
  | 'number'
  | 'money'
  | 'factor'
  | 'percent'
  | 'hours'
  | 'boolean'
  | 'date'
  | 'instant'
  | 'choice'
  | 'choices'
  | 'flags'
  | 'reference'
  | 'references'
  | 'user'
  | 'image'
  | 'file'
  | 'list'
  | 'group'
  | 'json'

/** Reports a validation error; `path` identifies a nested value (`ports[2].name`). */
export type ReportProblem = (message: string, path?: string) => void

/**
 * One property of an entity or call: label, accepted values, and error messages. The database column, form control, table cell, sheet
 * column, and OpenAPI schema derive from `kind`. `check` returns the cleaned value, which is ignored if it reported an error.
 */
export interface Field<T = any, K extends Kind = Kind> {
  readonly kind: K
  readonly label: string
  readonly check: (value: unknown, report: ReportProblem) => T
  readonly isOptional: boolean
  readonly default?: unknown
  readonly min?: number
  readonly max?: number
  readonly decimals?: number
  /** Shown in the table head and after the control. */
  readonly unit?: string
  readonly hint?: string
  /** Treats 0 as missing, unless the row has a value in the field named here, which makes its 0 intentional. */
  readonly isZeroMissing?: true | { readonly unless: string }
  readonly options?: Enumeration
  readonly resource?: () => Resource
  readonly fields?: Fields
  readonly responseFields?: Fields
  /** Contents of a response-only value (`json`). */
  readonly content?: ResponseContent
  /** Any of these is needed, besides the permission of the call, to send some or all values of the field; `hint` says which values. */
  readonly needs?: readonly Permission[]
  /** Permission for the field. Without it, the field is absent from responses, lists, sorting, exports, and logs (domain: field masks). */
  readonly mask?: Permission
}

/**
 * Nested object, ordered values, values by dynamic key, one of several shapes, one of several fixed texts, or a row. `as` is its name in
 * the API document.
 */
export type ResponseContent =
  | { readonly parts: Fields; readonly as?: string }
  | { readonly values: Field }
  | { readonly byKey: Field }
  | { readonly oneOf: readonly Field[] }
  | { readonly words: readonly string[] }
  | { readonly row: () => Resource }

export type Fields = Record<string, Field>
export type ValueIn<F> = F extends Field<infer T> ? T : never
export type ValuesOf<F extends Fields> = { -readonly [K in keyof F]: ValueIn<F[K]> }
/** Request input: optional fields may be omitted. */
export type InputOf<F extends Fields> = Partial<ValuesOf<F>>

export interface Permissions {
  view: Permission
  create?: Permission
  update?: Permission
  delete?: Permission
  restore?: Permission
}

type TextKey<T> = keyof T & string
/** Response key of a reference field: `manufactureId` → `manufacture`. */
type Stem<K> = K extends `${infer S}Id` ? S : K
type ColumnKey<F, K extends keyof F> = F[K] extends Field<any, 'reference' | 'user'> ? Stem<K> : K
type KeyOf<F extends Fields> = string extends keyof F ? string : { [K in keyof F & string]: ColumnKey<F, K> & string }[keyof F & string]

/** Columns of every row (domain 1.2). */
export type AuditColumns = {
  rowVersion: number
  createDate: string
  updateDate: string
  createdBy: UserRef | null
  updatedBy: UserRef | null
}
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

/** Possible response keys: fields and computed fields, references without `Id`, and the common columns. */
export type ResponseKey<F extends Fields, C extends Fields> = KeyOf<F> | KeyOf<C> | 'id' | keyof AuditColumns
/** Own fields, or `reference.field` of a row included in the response. */
export type SearchKey<F extends Fields, C extends Fields> = TextKey<F> | TextKey<C> | `${KeyOf<F> | KeyOf<C>}.${string}`

export interface ListFilter<K extends string = string> {
  readonly label: string
  /** Absent if the server's entity defines a custom condition. */
  readonly field?: K
  readonly kind: 'reference' | 'choice' | 'text' | 'user' | 'boolean' | 'dates' | 'range'
  readonly resource?: () => Resource
  readonly names?: () => AnyCall
  /** Parameter of another filter that narrows this one's choices, as buildings narrow their levels. */
  readonly parentFilter?: string
  /** Property that distinguishes choices with equal names. */
  readonly contextKey?: string
  /** Parameter of the upper bound; the filter's own parameter is the lower bound. Both are inclusive. */
  readonly endParameter?: string
  /** Filters a moment by its UTC day, not a calendar date. */
  readonly isInstant?: true
  readonly options?: Enumeration
}
export type Filters<K extends string = string> = Readonly<Record<string, ListFilter<K>>>

/** Columns, search, and sorting of a list. `K` are response keys, `S` searchable keys. */
export interface ListDescription<K extends string = string, S extends string = string, L extends Filters = Filters> {
  /** Shown unless the user hides them. The first one names the row, links to its page, and cannot be hidden. */
  columns: readonly K[]
  /** Minimum window width in px for a column to be shown by default. */
  minWindowWidths?: Partial<Record<K, number>>
  /** Columns that are hidden by default. */
  optionalColumns?: readonly K[]
  search: readonly S[]
  /** Default sort keys; a leading minus means descending. */
  sort: readonly (K | `-${K}`)[]
  /** Query parameter → filter, in menu order. */
  filters?: L
}

export type RowOwner = 'everyone' | 'project'
export type IdType = 'number' | 'uuid'

export interface Resource<
  F extends Fields = Fields,
  C extends Fields = Fields,
  L extends Filters = Filters,
  O extends RowOwner = RowOwner,
  I extends IdType = IdType,
  Path extends string = string,
> {
  /** Path below /api/, as the specification spells it. `:id` is the parent row, as in `projects/:id/Buildings`. */
  path: Path
  /** Key of logs and live events; defaults to the path if that has no parameters. */
  entity: string
  /** List page in the browser; a row's page is below it. */
  route?: string
  names: { one: string; many: string }
  permission: Permissions
  /** All internal users may pick rows by name, within row-level rules; otherwise only users who may view the rows. */
  isPickableByStaff?: boolean
  fields: F
  /** Response-only fields, computed by the server. */
  computed: C
  /** Keys are type-checked against the fields at the declaration of the resource. */
  list: ListDescription<string, string, L>
  /** Field with the display name of a row. */
  title: string
  ref: readonly string[]
  /** Further response keys that distinguish rows in a picker. */
  picker?: readonly string[]
  owner: O
  /** Foreign key column of the parent row, which `:id` in the path identifies. */
  parent?: string
  ids: I
  restorable: boolean
  /** Unique fields besides the title: another row may have taken the value while this one was deleted. */
  unique?: readonly string[]
  /** A single row lists the steps open to the caller (`actions`). */
  hasSteps?: boolean
  /** Fields returned only once, on create, and not stored. */
  shownOnce?: readonly string[]
  logs: boolean
  recent: boolean
  /** Kinds of `Stats/{kind}`. */
  stats: string[]
  exportCategory?: number
  image: boolean
}

/** A resource with numeric ids; users have UUIDs. */
export type NumberedResource = Resource<Fields, Fields, Filters, RowOwner, 'number'>

/** Permission to make a call: anyone, signed-in users, internal users, or the listed permissions. */
export type AccessRule = 'anyone' | 'signed in' | 'internal' | Permission | { all: readonly Permission[] } | { any: readonly Permission[] }

export interface ResponseShape<T = unknown> {
  kind: 'row' | 'items' | 'array' | 'page' | 'shape' | 'nothing' | 'file' | 'value'
  resource?: Resource
  items?: ResponseShape
  fields?: Fields
  /** Type of a file that is sent with an ETag. */
  contentType?: string
  /** Always read from the primary database, whose clock decides. */
  isCurrent?: boolean
  /** Carries the type only. */
  type?: T
}

export type AnyCall = Call<Fields, Fields, unknown, Fields>

export interface Call<Q extends Fields = Fields, B extends Fields = Fields, A = unknown, P extends Fields = Fields> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below /api with `:name` parameters; matched case-insensitively. */
  path: string
  permission: AccessRule
  summary: string
  params: P
  query: Q
  body: B
  /** Accepts a multipart file instead of JSON. `files` accepts any number of files, or a JSON body without files. */
  upload?: 'image' | 'file' | 'files'
  /** The body is an HTML form (application/x-www-form-urlencoded), as a standard prescribes it. Other calls ignore such a body. */
  isForm?: true
  response: ResponseShape<A>
  status: number
  /** The body is a JSON Merge Patch (RFC 7396): an absent property keeps the stored value, null clears it, a list replaces the list. */
  isMergePatch?: true
  /** Field that a JSON array as the whole body is the value of. */
  listBody?: string
  /** Type of the answer with status 200 that a query parameter asks for instead. */
  previewType?: string
  /** Error body, if it contains more than field errors. */
  errorResponse?: ResponseShape
  /** Body of a 401 of a public call that continues with another call. */
  challengeResponse?: ResponseShape
  /** Response keys that are returned once and not stored: an idempotent replay omits them. */
  shownOnce?: readonly string[]
  /** Parameter that authenticates the caller because the URL itself is the secret. */
  secretParameter?: string
  callsExternalService?: boolean
}
