import type { InferInsertModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { listQuery, standardCalls } from '../../../model/kit/call.ts'
import type { Resource, SearchKey, ValuesOf } from '../../../model/kit/description.ts'
import type { ColumnOf, FilterQuery, FiltersOf, FilterValues, IdOf, RowOf, WriteValues } from '../../../model/kit/resource.ts'
import type { Actor, Context } from '../request/context.ts'
import type { Route } from '../request/routes.ts'
import type { AuditEntry } from './audit.ts'
import type { ComputedColumn } from './computed.ts'
import type { EntityShape, Params, PartReader, RowPart } from './rows.ts'

type Nullable<T> = { [K in keyof T]: T[K] | null }
/** What every list can be asked; the values of its own filters stand beside it under their parameters. */
type AskedOf<R extends Resource> = Nullable<Partial<ValuesOf<Omit<typeof listQuery, 'sortBy'>>>> & {
  sortBy?: readonly ColumnOf<R>[] | null
  ids?: readonly (number | string)[] | null
  createdByIds?: readonly string[] | null
  updatedByIds?: readonly string[] | null
  /** Filters that leave out what they would otherwise leave. */
  not?: readonly string[] | null
  /** Of what the list shows only these; all when none is named. */
  columns?: readonly ColumnOf<R>[] | null
}
export type ListQuery<R extends Resource = Resource> = AskedOf<R> & FilterQuery<R>
type Condition = (actor: Actor, p: Params, query: ListQuery) => string | undefined

/** How a list is asked for besides its query. */
export interface ListOptions {
  isDeleted?: boolean
  /** Restricts to rows of this parent. */
  parentId?: unknown
  /** Rows of all parents; the caller restricts them in `extra`. */
  isAcross?: boolean
  /** Columns that may be shown, by key; all when absent. */
  keys?: ReadonlySet<string>
  /** 5,000 rows unless the caller pages. */
  isWhole?: boolean
  limit?: number
  /** Counts no further than one more than can be listed at all: nobody reads how many more names a picker would have. */
  isCountShort?: boolean
  /** The order where none is asked for, instead of the list's own. */
  order?: readonly string[]
  /** What is nearest to the search comes first, where the entity knows what that is and no other order is asked for. */
  isNearestFirst?: boolean
  extra?: Condition
}

/** Columns of the table, by property, as they are stored. */
type ColumnsOf<T extends PgTable> = { [K in keyof InferInsertModel<T>]?: InferInsertModel<T>[K] | null }
type FieldKey<R extends Resource> = (keyof R['fields'] | keyof R['computed']) & string

export type StandardCallName = keyof ReturnType<typeof standardCalls>

/** Declared as a method, so that an entity served with its own filters is still an entity. */
interface OwnFilter<V> {
  condition(values: V, p: Params, actor: Actor): string
}

export interface EntityDefinition<R extends Resource = Resource, T extends PgTable = PgTable> {
  resource: R
  table: T
  /** SQL of computed fields; `t` is the entity's own row. */
  computed?: { readonly [K in FieldKey<R>]?: string | ComputedColumn }
  /** Fields that have no column of their own and where else they are kept, or made. */
  elsewhere?: { readonly [K in FieldKey<R>]?: string }
  /** Further joins those expressions need. */
  joins?: string
  /** SQL to sort by where a column's own is not right. */
  orders?: { readonly [K in ColumnOf<R>]?: string }
  /** Own columns that repeat a field of a referenced row (`manufacture.name`), kept by the database, so that lists sort without a join. */
  copies?: { readonly [K in keyof InferInsertModel<T> & string]?: SearchKey<R['fields'], R['computed']> }
  /** How far a row is from what somebody typed to name it: SQL of a number, the smallest first. */
  nearness?(typed: string, p: Params): string
  /**
   * Orders in which an index has the rows of one parent: a list in one of them reads its page along it, and its total is kept. What is
   * seen and filtered must not hang on the time of day.
   */
  indexedOrders?: readonly ColumnOf<R>[]
  /** Filters that are more than one column. */
  filters?: { readonly [K in keyof FiltersOf<R>]?: OwnFilter<FilterValues<FiltersOf<R>[K]>>['condition'] }
  /** Of the list's parameters those that only `where` reads. */
  parameters?: readonly string[]
  /** The default restriction of the list, not of a row that is named by its id. */
  where?(actor: Actor, p: Params, query: ListQuery<R>): string | undefined
  /** Whoever changes a row says so (`totalsChanged`): totals of who sees rows by their own columns alone may be kept. */
  publishesEveryChange?: boolean
  /** Which rows somebody sees at all. */
  scope?(actor: Actor, p: Params): string | undefined
  /** The served entity `:id` in the path belongs to. */
  parent?(): { expect(ctx: Context, id: unknown): Promise<void> }
  /** What the trigger puts into `search_text`, when it is more than own columns and names of referenced rows. `t` is the row. */
  searchText?: string
  /** When a row holds a word, for a table without `search_text`: lists that are searched within one parent only. `pattern` is SQL, folded. */
  searchIn?(pattern: string): string
  /** Parts in other tables that come with the row wherever `detail` is answered. */
  parts?: readonly RowPart[]
  /** Adds parts to a detail answer; `read` answers those of `parts`. */
  detail?(ctx: Context, row: RowOf<R>, read: PartReader): Promise<Partial<RowOf<R>>>
  /** Rules between fields and rows; may answer further columns to store. `parentId` is there where the path names a parent. Throws `invalid` or `conflict`. */
  beforeWrite?(ctx: Context, values: WriteValues<R>, before: RowOf<R> | null, parentId: number): Promise<ColumnsOf<T> | undefined>
  /** Writes the parts, in the same transaction. `values` still has the fields without a column. */
  afterWrite?(ctx: Context, row: { id: IdOf<R> }, values: WriteValues<R>, before: RowOf<R> | null): Promise<void>
  beforeDelete?(ctx: Context, row: RowOf<R>): Promise<void>
  beforeRestore?(ctx: Context, row: RowOf<R>): Promise<void>
  /** The download category of an export that shows only some of the rows. */
  exportCategory?(query: ListQuery<R>): number | undefined
  /** The project a row belongs to, for its log and live events. */
  projectIdSql?(row: RowOf<R>): number | null
}
/** Rows that belong to a project cannot be served without saying who sees them. */
export type Scoped<R extends Resource> = R['owner'] extends 'everyone' ? unknown : { scope(actor: Actor, p: Params): string | undefined }

interface Finding {
  isDeleted?: boolean
  lock?: boolean
  parentId?: unknown
}

export interface Served<R extends Resource = Resource, T extends PgTable = PgTable> {
  resource: R
  table: T
  shape: EntityShape
  filterJoins: string
  /** What its lists can be asked, by parameter. */
  parameters: ReadonlySet<string>
  definition: EntityDefinition<R, T>
  readonly routes: readonly Route[]
  calls: ReturnType<typeof standardCalls<R>>
  find(ctx: Context, id: unknown, options?: Finding): Promise<RowOf<R> | undefined>
  get(ctx: Context, id: unknown, options?: Finding): Promise<RowOf<R>>
  /** Throws where the row is missing or hidden, and reads nothing of it. */
  expect(ctx: Context, id: unknown): Promise<void>
  /** The row with the parts its page shows besides. */
  detailed(ctx: Context, row: RowOf<R>): Promise<RowOf<R>>
  list(
    ctx: Context,
    query: ListQuery<R>,
    options?: ListOptions & { order?: readonly ColumnOf<R>[] },
  ): Promise<{ items: RowOf<R>[]; total: number }>
  create(ctx: Context, values: WriteValues<R>, how?: WriteState<T>): Promise<RowOf<R>>
  update(ctx: Context, id: unknown, values: WriteValues<R>, how?: WriteState<T>): Promise<RowOf<R>>
  remove(ctx: Context, id: unknown, how?: WriteState<T>): Promise<void>
}

declare module '../request/context.ts' {
  interface AreaExtensions {
    /** Everything that is served, in the order of the areas. */
    entities: readonly Served[]
  }
}

export interface WriteState<T extends PgTable = PgTable> {
  /** Columns that no caller can send (numbers, states). */
  columns?: ColumnsOf<T>
  parentId?: unknown
  rowVersion?: number | null
  action?: AuditEntry['action']
  title?: string
  activityType?: number
  notes?: string | null
}
