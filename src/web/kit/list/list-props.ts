import type { ReactNode } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import type { ColumnOf, FilterQuery, RowOf, WriteValues } from '../../../model/kit/resource.ts'
import type { Controls, Section } from '../form/controls.tsx'
import type { PartialValues, PathParams } from '../form/form.ts'
import type { CellRenderers } from '../parts/columns.tsx'
import type { RowKey } from '../parts/table.tsx'
import type { AnyCall } from '../request/client.ts'
import type { FilterTexts } from './filter-values.tsx'
import type { CommonFilter } from './list-address.ts'
import type { Grouping } from './list-grouping.tsx'

export interface ListPageProps<R extends Resource> {
  resource: R
  title?: string
  cells?: CellRenderers<R>
  /**
   * Formats the row count with names and group sums. Returns undefined while any of it loads; without this function the plain number is
   * shown.
   */
  countWords?: (listing: { total: number; sums: Record<string, number> | undefined; isNarrowed: boolean }) => string | undefined
  actions?: ReactNode
  /** Fields that cells and cards read. If set, the list requests only these and the visible columns. */
  reads?: { cells: readonly (keyof RowOf<R> & string)[]; card?: readonly (keyof RowOf<R> & string)[] }
  onRows?: (rows: RowOf<R>[]) => void
  rowMenu?: (row: RowOf<R>) => ReactNode
  selectionActions?: (ids: RowKey[], clear: () => void) => ReactNode
  /** Bulk edit of the selected rows. Without it, rows are edited one by one. */
  editMany?: (ids: RowKey[], clear: () => void) => void
  filters?: { readonly [K in keyof FilterQuery<R> | CommonFilter]?: FilterTexts }
  /** Deletes the selected rows in one call and returns true if they were deleted. Without it, rows are deleted one by one. */
  removeMany?: (rows: RowOf<R>[]) => Promise<boolean>
  /** Location of the create form; `no` if rows are created in another way. */
  create?: 'page' | 'dialog' | 'no'
  /** Path of a row's page; undefined if the row has none. */
  rowHref?: (row: RowOf<R>) => string | undefined
  /** Path of a row's edit page, if it differs from `rowHref`. */
  editHref?: (row: RowOf<R>) => string
  /** Opens a row in place, for example in a side panel, instead of navigating to its page. */
  onOpen?: (row: RowOf<R>) => void
  under?: PathParams
  query?: FilterQuery<R>
  /** Call used instead of the resource's list call, with the same response shape. */
  call?: AnyCall
  isDeleted?: boolean
  searchKey?: 'q' | 'pq'
  /** Renders a row as a card, below the head of its group. The choice between cards and table is remembered per user. */
  card?: (row: RowOf<R>, groupedBy: string | undefined) => ReactNode
  /** Puts search and filters in the row of the title, for a list below the tabs of a page. */
  hasOneRow?: boolean
  /** Path of the create page. Default: `{route}/new`. */
  newHref?: string
  empty?: string
  /** Groups the rows. The response includes the totals of each group beside its items. */
  grouping?: Grouping<R>
  columnWidths?: { readonly [K in ColumnOf<R>]?: number }
  sections?: Section<R['fields']>[]
  controls?: Controls<R['fields']>
  preset?: PartialValues<WriteValues<R>>
  onSaved?: (row: RowOf<R>) => void
  /** A created row opens its page. */
  opensCreated?: boolean
}
