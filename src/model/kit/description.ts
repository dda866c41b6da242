import type { Permission } from '../permissions.ts'
import type { Enumeration } from './enumeration.ts'

// What the house is described with: fields, resources and calls. The three know each other, so they are declared together.

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

/** Tells a field what is wrong with its value; the path leads to a nested one (`ports[2].name`). */
export type ReportProblem = (message: string, path?: string) => void

/**
 * One property of an entity or a call: what it is called, what it accepts, in which words it refuses.
 * The database column, the form control, the table cell, the sheet column and the OpenAPI schema follow from `kind`.
 * `check` answers the cleaned value; after a report its answer is not used.
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
  /** Shown in the table head and behind the control. */
  readonly unit?: string
  readonly hint?: string
  /** At 0 nobody has said it yet: shown as missing, unless a row holds a value in the field named here, by which its 0 is meant. */
  readonly isZeroMissing?: true | { readonly unless: string }
  readonly options?: Enumeration
  readonly resource?: () => Resource
  readonly fields?: Fields
  /** What answers carry in each row of a list besides what callers send. */
  readonly responseFields?: Fields
  /** What a value that only answers carry (`json`) is made of. */
  readonly content?: ResponseContent
  /** Absent from answers, lists, sorting, exports and logs for who lacks it (domain: field masks). */
  readonly mask?: Permission
}

/** Parts of one value, plain values in their order, values by a key that nobody knows beforehand, one of some, one of some words, or a row; `as` is how the document of the calls names it. */
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
/** What a caller may send: fields that may be empty may be missing. */
export type InputOf<F extends Fields> = Partial<ValuesOf<F>>

/** Who may do what with a resource. An action without a permission does not exist. */
export interface Permissions {
  view: Permission
  create?: Permission
  update?: Permission
  delete?: Permission
  restore?: Permission
}

type TextKey<T> = keyof T & string
/** The key under which an answer carries what a field points to: `manufactureId` → `manufacture`. */
type Stem<K> = K extends `${infer S}Id` ? S : K
type ColumnKey<F, K extends keyof F> = F[K] extends Field<any, 'reference' | 'user'> ? Stem<K> : K
type KeyOf<F extends Fields> = string extends keyof F ? string : { [K in keyof F & string]: ColumnKey<F, K> & string }[keyof F & string]

/** Every row has these (domain 1.2). */
export type AuditColumns = {
  rowVersion: number
  createDate: string
  updateDate: string
  createdBy: UserRef | null
  updatedBy: UserRef | null
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

/** The keys an answer may carry: those of fields and computed fields, references without their `Id`, and what every row has. */
export type ResponseKey<F extends Fields, C extends Fields> = KeyOf<F> | KeyOf<C> | 'id' | keyof AuditColumns
/** Own fields, or `reference.field` of a row that stands in the answer. */
export type SearchKey<F extends Fields, C extends Fields> = TextKey<F> | TextKey<C> | `${KeyOf<F> | KeyOf<C>}.${string}`

/** A filter of a list: the query parameter, and the field it restricts unless the server says otherwise. */
export interface ListFilter<K extends string = string> {
  readonly label: string
  /** Absent where the server's entity states its own condition. */
  readonly field?: K
  /** What the parameter's values are. */
  readonly kind: 'reference' | 'choice' | 'text' | 'user' | 'boolean' | 'dates' | 'range'
  readonly resource?: () => Resource
  /** Where the names to choose from come, when not from the resource's own picker. */
  readonly names?: () => AnyCall
  /** The parameter of another filter whose chosen values narrow this one's choices, as buildings narrow their levels. */
  readonly parentFilter?: string
  /** What a choice carries besides its name to tell equal names apart. */
  readonly contextKey?: string
  /** The parameter of the last day or the largest number; the filter's own is the first or smallest one. Both are included. */
  readonly endParameter?: string
  readonly options?: Enumeration
}
export type Filters<K extends string = string> = Readonly<Record<string, ListFilter<K>>>

/** Which columns a list has and how it is searched and sorted. `K` are keys of answers, `S` what can be searched. */
export interface ListDescription<K extends string = string, S extends string = string, L extends Filters = Filters> {
  /** Shown unless the person hides them; the first one names the row, links to its page and cannot be hidden. */
  columns: readonly K[]
  /** Those of them a list begins with only in a window of so many px and more; the others it always begins with. */
  minWindowWidths?: Partial<Record<K, number>>
  /** May be shown. */
  optionalColumns?: readonly K[]
  /** Where `search` looks. */
  search: readonly S[]
  /** Keys of the default order; a leading minus sorts downwards. */
  sort: readonly (K | `-${K}`)[]
  /** Query parameter → filter, in the order of the menu. */
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
  /** Below /api/, as the specification spells it. `:id` is the row it belongs to, as in `projects/:id/Buildings`. */
  path: Path
  /** The key of logs and live events; the path where that is plain. */
  entity: string
  /** The list page in the browser; a row's page is below it. */
  route?: string
  names: { one: string; many: string }
  permission: Permissions
  /** All staff may pick a row by its name, in the bounds of its row rules; without this word only who may see the rows. */
  isPickableByStaff?: boolean
  fields: F
  /** What answers carry besides the fields and nobody can send; how it comes about is the server's affair. */
  computed: C
  /** Its keys were held to the fields where the resource was declared. */
  list: ListDescription<string, string, L>
  /** The field that names a row for people. */
  title: string
  /** What a reference to a row carries besides id. */
  ref: readonly string[]
  /** Further answer keys that tell rows apart in a picker. */
  picker?: readonly string[]
  owner: O
  /** The column of the parent row that `:id` in the path stands for. */
  parent?: string
  ids: I
  restorable: boolean
  /** Fields no two rows share, besides the title: somebody else may have taken them while a row was deleted. */
  unique?: readonly string[]
  /** One row says which of its steps are open to the caller (`actions`). */
  hasSteps?: boolean
  /** What the answer to whoever makes a row says once, and nothing keeps. */
  shownOnce?: readonly string[]
  /** Colleagues can read and write what happened to a row. */
  logs: boolean
  recent: boolean
  /** Kinds of `Stats/{kind}`. */
  stats: string[]
  /** Download task category of its export. */
  exportCategory?: number
  image: boolean
}

/** A resource whose rows are known by numbers; people are known by UUIDs. */
export type NumberedResource = Resource<Fields, Fields, Filters, RowOwner, 'number'>

/** Who may make a call: anyone, whoever is signed in, staff only, or holders of the named permissions. */
export type AccessRule = 'anyone' | 'signed in' | 'internal' | Permission | { all: readonly Permission[] } | { any: readonly Permission[] }

/** What a call answers, for the client's types and the OpenAPI document. */
export interface ResponseShape<T = unknown> {
  kind: 'row' | 'items' | 'array' | 'page' | 'shape' | 'nothing' | 'file' | 'value'
  resource?: Resource
  items?: ResponseShape
  fields?: Fields
  /** Carries the type only. */
  type?: T
}

/** Any call, whatever goes in and comes out. */
export type AnyCall = Call<Fields, Fields, unknown, Fields>

export interface Call<Q extends Fields = Fields, B extends Fields = Fields, A = unknown, P extends Fields = Fields> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api, with `:name` for parameters; matched without regard to case. */
  path: string
  permission: AccessRule
  summary: string
  params: P
  query: Q
  body: B
  /** Takes a multipart file instead of JSON; of `files` several, or none, and then also JSON. */
  upload?: 'image' | 'file' | 'files'
  response: ResponseShape<A>
  status: number
  /** What a refusal says where it is more than what is wrong with fields. */
  errorResponse?: ResponseShape
  /** Keys of the answer that are told once and kept nowhere: the same post again is answered without them. */
  shownOnce?: readonly string[]
  /** The parameter that says who asks, where the address itself is the secret. */
  secretParameter?: string
  /** A service of others has to answer it. */
  callsExternalService?: boolean
}
