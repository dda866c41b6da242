import type { PgTable } from 'drizzle-orm/pg-core'
import type { standardCalls } from '../../../model/kit/call.ts'
import type { Resource } from '../../../model/kit/description.ts'
import type { Actor, Context, Row } from '../request/context.ts'
import type { Route } from '../request/routes.ts'
import type { Entry } from './audit.ts'
import type { Params, Shape } from './rows.ts'

export type ListQuery = Row
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
  extra?: Condition
}

export interface Definition<R extends Resource> {
  of: R
  table: PgTable
  /** SQL of computed fields; `t` is the entity's own row. */
  computed?: Record<string, string>
  /** Further joins those expressions need. */
  joins?: string
  /** SQL to sort by where a column's own is not right. */
  orders?: Record<string, string>
  /** Own columns that repeat a field of a referenced row (`manufacture.name`), kept by the database, so that lists sort without a join. */
  copies?: Record<string, string>
  /** Filters that are more than one column. */
  filters?: Record<string, (values: any, p: Params, actor: Actor) => string>
  /** The default restriction of the list, not of a row that is named by its id. */
  where?: (actor: Actor, p: Params, query: ListQuery) => string | undefined
  /** The served entity `:id` in the path belongs to. */
  parent?: () => Served
  /** What the trigger puts into `search_text`, when it is more than own columns and names of referenced rows. `t` is the row. */
  searchText?: string
  /** When a row holds a word, for a table without `search_text`: lists that are searched within one parent only. `pattern` is SQL, folded. */
  searchIn?: (pattern: string) => string
  /** Adds parts to a detail answer. */
  detail?: (ctx: Context, row: Row) => Promise<Row>
  /** Rules between fields and rows; may answer further columns to store. Throws `invalid` or `conflict`. */
  beforeWrite?: (ctx: Context, values: Row, before: Row | null) => Promise<Row | undefined>
  /** Writes the parts, in the same transaction. `values` still has the fields without a column. */
  afterWrite?: (ctx: Context, row: Row, values: Row, before: Row | null) => Promise<void>
  beforeDelete?: (ctx: Context, row: Row) => Promise<void>
  beforeRestore?: (ctx: Context, row: Row) => Promise<void>
  /** The project a row belongs to, for its log and live events. */
  projectOf?: (row: Row) => number | null
}
/** Rows that belong to a project cannot be served without saying who sees them. */
export type Scoped<R extends Resource> = R['owner'] extends 'project'
  ? { scope: (actor: Actor, p: Params) => string | undefined }
  : { scope?: (actor: Actor, p: Params) => string | undefined }

export interface Served<R extends Resource = Resource> {
  of: R
  table: PgTable
  shape: Shape
  filterJoins: string
  definition: Definition<R> & { scope?: (actor: Actor, p: Params) => string | undefined }
  routes: Route[]
  calls: ReturnType<typeof standardCalls<R>>
  find(ctx: Context, id: unknown, options?: { isDeleted?: boolean; lock?: boolean; parentId?: unknown }): Promise<Row | undefined>
  get(ctx: Context, id: unknown, options?: { isDeleted?: boolean; lock?: boolean; parentId?: unknown }): Promise<Row>
  list(ctx: Context, query: ListQuery, options?: ListOptions): Promise<{ items: Row[]; total: number }>
  create(ctx: Context, values: Row, how?: Writing): Promise<Row>
  update(ctx: Context, id: unknown, values: Row, how?: Writing): Promise<Row>
  remove(ctx: Context, id: unknown, how?: Writing): Promise<void>
}

declare module '../request/context.ts' {
  interface Offered {
    /** Everything that is served, in the order of the areas. */
    entities: readonly Served[]
  }
}

export interface Writing {
  /** Columns that no caller can send (numbers, states). */
  columns?: Row
  parentId?: unknown
  rowVersion?: number | null
  /** Only the given values change; the others stay. */
  isPartial?: boolean
  action?: Entry['action']
  title?: string
  activityType?: number
  notes?: string | null
}
