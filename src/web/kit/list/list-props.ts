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
  /** Functions for the special cells. */
  cells?: CellRenderers<R>
  /** How many rows there are, with their names and the sums of their groups, nothing as long as some of it is read; the bare number without it. */
  countWords?: (listing: { total: number; sums: Record<string, number> | undefined; isNarrowed: boolean }) => string | undefined
  /** Buttons before the primary one. */
  actions?: ReactNode
  /** What cells and cards read of a row. Where it is said, the list asks for that and the columns shown, and for nothing else. */
  reads?: { cells: readonly (keyof RowOf<R> & string)[]; card?: readonly (keyof RowOf<R> & string)[] }
  /** With the rows that are shown now, in their order. */
  onRows?: (rows: RowOf<R>[]) => void
  /** More `Menu.Item`s of a row. */
  rowMenu?: (row: RowOf<R>) => ReactNode
  /** More buttons of the bar that stands below while rows are selected. */
  selectionActions?: (ids: RowKey[], clear: () => void) => ReactNode
  /** Changes several selected rows at once; one by one without it. */
  editMany?: (ids: RowKey[], clear: () => void) => void
  filters?: { readonly [K in keyof FilterQuery<R> | CommonFilter]?: FilterTexts }
  /** Deletes all that are selected in one call; answers whether it happened. One by one without it. */
  removeMany?: (rows: RowOf<R>[]) => Promise<boolean>
  /** Where a new one is made; `no` where it comes about in another way. */
  create?: 'page' | 'dialog' | 'no'
  /** Where the name of a row leads; nothing for a row without a page. */
  rowHref?: (row: RowOf<R>) => string | undefined
  /** Where a row is changed, when that is not where its name leads. */
  editHref?: (row: RowOf<R>) => string
  /** Shows a row in place, as a side panel does, instead of leading to its page. */
  onOpen?: (row: RowOf<R>) => void
  /** Path parameters of the thing the rows belong to. */
  under?: PathParams
  /** What restricts the list and is not for people to change. */
  query?: FilterQuery<R>
  /** Another call that answers such a page. */
  call?: AnyCall
  /** The deleted ones, to be restored. */
  isDeleted?: boolean
  /** `pq` in lists of projects. */
  searchKey?: 'q' | 'pq'
  /** Rows may also be shown as cards; the person's choice is remembered. */
  card?: (row: RowOf<R>) => ReactNode
  /** Where a new one is made, when not at `{route}/new`. */
  newHref?: string
  /** Why there is nothing yet, and what to do. */
  empty?: string
  /** Rows stand together, with the sums of each group that the answer carries beside its items. */
  grouping?: Grouping<R>
  /** Usual widths of columns, in px. */
  columnWidths?: { readonly [K in ColumnOf<R>]?: number }
  /** For the dialog. */
  sections?: Section<R['fields']>[]
  controls?: Controls<R['fields']>
  preset?: PartialValues<WriteValues<R>>
  /** With what the dialog has made or saved. */
  onSaved?: (row: RowOf<R>) => void
}
