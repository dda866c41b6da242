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
/** Query parameters of every list; the values of a list's own filters are separate. */
type ListParameters<R extends Resource> = Nullable<Partial<ValuesOf<Omit<typeof listQuery, 'sortBy'>>>> & {
  sortBy?: readonly ColumnOf<R>[] | null
  ids?: readonly (number | string)[] | null
  createdByIds?: readonly string[] | null
  updatedByIds?: readonly string[] | null
  not?: readonly string[] | null
  columns?: readonly ColumnOf<R>[] | null
}
export type ListQuery<R extends Resource = Resource> = ListParameters<R> & FilterQuery<R>
type Condition = (actor: Actor, p: Params, query: ListQuery) => string | undefined

export interface ListOptions {
  isDeleted?: boolean
  parentId?: unknown
  /** Rows of all parents; the caller restricts them in `extra`. */
  isAcross?: boolean
  keys?: ReadonlySet<string>
  /** Limit is 5,000 rows unless the caller pages. */
  isWhole?: boolean
  limit?: number
  /** Stops counting one row past the list limit; a picker needs no exact total. */
  isCountShort?: boolean
  order?: readonly string[]
  /** Sorts the best matches first if the entity defines `nearness` and no order is requested. */
  isNearestFirst?: boolean
  extra?: Condition
}

type ColumnsOf<T extends PgTable> = { [K in keyof InferInsertModel<T>]?: InferInsertModel<T>[K] | null }
type FieldKey<R extends Resource> = (keyof R['fields'] | keyof R['computed']) & string

export type StandardCallName = keyof ReturnType<typeof standardCalls>

/** Declared as a method, so that an entity with its own filters is still assignable to `Served`. */
interface OwnFilter<V> {
  condition(values: V, p: Params, actor: Actor): string
}

export interface EntityDefinition<R extends Resource = Resource, T extends PgTable = PgTable> {
  resource: R
  table: T
  computed?: { readonly [K in FieldKey<R>]?: string | ComputedColumn }
  /** Fields without a column of their own, and where their value is stored or computed. */
  elsewhere?: { readonly [K in FieldKey<R>]?: string }
  joins?: string
  orders?: { readonly [K in ColumnOf<R>]?: string }
  /**
   * Own columns that copy a field of a referenced row (`manufacture.name`), maintained by the database, so that lists sort without a join.
   */
  copies?: { readonly [K in keyof InferInsertModel<T> & string]?: SearchKey<R['fields'], R['computed']> }
  /** SQL of a number that ranks how close a row is to the typed text, smallest first. */
  nearness?(typed: string, p: Params): string
  /**
   * Orders covered by an index on the parent's rows, or on the table if it has no parent: a list in such an order reads its page along the
   * index, and its total is cached. Scope and filters must not depend on the time of day.
   */
  indexedOrders?: readonly ColumnOf<R>[]
  filters?: { readonly [K in keyof FiltersOf<R>]?: OwnFilter<FilterValues<FiltersOf<R>[K]>>['condition'] }
  /** List parameters that only `where` reads. */
  parameters?: readonly string[]
  /** Default restriction of the list; does not apply to a row read by id. */
  where?(actor: Actor, p: Params, query: ListQuery<R>): string | undefined
  /** Every writer calls `invalidateTotals`, so totals can be cached where visibility depends only on the row's columns. */
  publishesEveryChange?: boolean
  scope?(actor: Actor, p: Params): string | undefined
  /** The served entity that `:id` in the path refers to. */
  parent?(): { expect(ctx: Context, id: unknown): Promise<void> }
  /** Locks that row before a standard call creates, updates, or deletes a row below it, and throws if its contents may not change. */
  open?(ctx: Context, parentId: number): Promise<unknown>
  /** Expression the trigger stores in `search_text`, if it is more than own columns and names of referenced rows. `t` is the row. */
  searchText?: string
  /** Search condition for a table without `search_text`, searched only within one parent. `pattern` is folded SQL. */
  searchIn?(pattern: string): string
  /** Parts from other tables that are included wherever `detail` is returned. */
  parts?: readonly RowPart[]
  detail?(ctx: Context, row: RowOf<R>, read: PartReader): Promise<Partial<RowOf<R>>>
  /**
   * Validates rules between fields and rows; may return further columns to store. `parentId` is set when the path has a parent. Throws
   * `badRequest` or `conflict`.
   */
  beforeWrite?(ctx: Context, values: WriteValues<R>, before: RowOf<R> | null, parentId: number): Promise<ColumnsOf<T> | undefined>
  /** Writes the parts in the same transaction. `values` still includes fields without a column. */
  afterWrite?(ctx: Context, row: { id: IdOf<R> }, values: WriteValues<R>, before: RowOf<R> | null): Promise<void>
  beforeDelete?(ctx: Context, row: RowOf<R>): Promise<void>
  beforeRestore?(ctx: Context, row: RowOf<R>): Promise<void>
  exportCategory?(query: ListQuery<R>): number | undefined
  projectIdOf?(row: RowOf<R>): number | null
}
/** Rows that belong to a project require a `scope`. */
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
  parameters: ReadonlySet<string>
  definition: EntityDefinition<R, T>
  readonly routes: readonly Route[]
  calls: ReturnType<typeof standardCalls<R>>
  find(ctx: Context, id: unknown, options?: Finding): Promise<RowOf<R> | undefined>
  get(ctx: Context, id: unknown, options?: Finding): Promise<RowOf<R>>
  /** Throws if the row is missing or hidden, without reading it. */
  expect(ctx: Context, id: unknown): Promise<void>
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
    entities: readonly Served[]
  }
}

export interface WriteState<T extends PgTable = PgTable> {
  columns?: ColumnsOf<T>
  parentId?: unknown
  rowVersion?: number | null
  action?: AuditEntry['action']
  title?: string
  activityType?: number
  notes?: string | null
}
