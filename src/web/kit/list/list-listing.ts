import { useLocation } from '@tanstack/react-router'
import { useMemo, useSyncExternalStore } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import { companionKeys } from '../../../model/kit/field.ts'
import type { Values } from '../form/form.ts'
import { useIsPhone } from '../look/use-is-phone.ts'
import { fieldsToShow, initialColumns } from '../parts/columns.tsx'
import { isCached, resourceCalls, useRead } from '../request/call.ts'
import type { AnyCall } from '../request/client.ts'
import { toListQuery } from './list-address.ts'
import { currentGrouping, sortWithGroups } from './list-grouping.tsx'
import type { ListPageProps } from './list-props.ts'
import { useSavedViews } from './saved-view-actions.ts'
import { useListAddress } from './use-list-address.ts'

/** Deleted rows include deletedAt and deletedBy, newest first. */
function deletedRowsResource(resource: Resource): Resource {
  const columns = [...initialColumns(resource).slice(0, 4), 'deleteDate', 'deletedBy']
  return { ...resource, list: { ...resource.list, columns, sort: ['-deleteDate'] } }
}

function onResize(callback: () => void) {
  addEventListener('resize', callback)
  return () => removeEventListener('resize', callback)
}

/** Default columns for the window width. Printing does not resize the window, so it does not change them. */
function useFirstColumns(resource: Resource): string[] {
  const keys = useSyncExternalStore(onResize, () => initialColumns(resource, innerWidth).join(' '))
  return useMemo(() => keys.split(' '), [keys])
}

/** Columns to request, in a stable order so that moving a column does not refetch. */
function readBy<R extends Resource>({ resource, reads }: ListPageProps<R>, shown: string[], hasCards: boolean): string[] | undefined {
  if (!reads || (hasCards && !reads.card)) return undefined
  const known = fieldsToShow(resource)
  return [
    ...new Set<string>(
      hasCards ? reads.card : [...shown.flatMap((key) => (known[key] ? [key, ...companionKeys(known[key])] : [])), ...reads.cells],
    ),
  ].sort()
}

export function useListing<R extends Resource>(props: ListPageProps<R>) {
  const { resource, under, grouping, isDeleted = false, searchKey = 'q' } = props
  const listed = useMemo(() => (isDeleted ? deletedRowsResource(resource) : resource), [resource, isDeleted])
  const key = isDeleted ? `${resource.path}:deleted` : resource.path
  const views = useSavedViews(useLocation({ select: ({ pathname }) => pathname }))
  const at = useListAddress(listed, searchKey, { key, columns: useFirstColumns(listed), hasCards: props.card !== undefined && !isDeleted })
  const { address } = at
  const calls = resourceCalls<Resource>(resource)
  const call: AnyCall = props.call ?? (isDeleted ? calls.deleted! : calls.list)
  const by = currentGrouping(grouping, address)
  const query: Values = { ...toListQuery(by ? { ...address, sort: sortWithGroups(by.sort, address.sort) } : address), ...props.query }
  if (grouping && by) query[grouping.parameter] = by.value
  const shown = address.columns.filter((name) => name !== by?.hides)
  const hasCards = address.view === 'cards'
  const columns = isDeleted ? undefined : readBy(props, shown, hasCards)
  const reading = useRead(call, { params: under, query: { ...query, columns } }, { keepsOld: true, isQuiet: true })
  const { items, total, groups } = (reading.data ?? {}) as { items?: any[]; total?: number; groups?: any[] }
  // Keeps the previous rows while new ones load, unless they lack a visible column.
  const rows = reading.isPlaceholderData && columns?.some((key) => items?.some((row) => !(key in row))) ? undefined : items
  const { page: _, itemsPerPage: __, ...matching } = query
  const { sortBy: ___, sortDesc: ____, ...withoutOrder } = matching
  const isNarrowed = address.search !== '' || Object.keys(address.filters).some((name) => name !== grouping?.parameter)
  const sums = grouping && groups && grouping.total(groups)
  return {
    ...at,
    listed,
    key,
    views,
    searchKey,
    title: props.title ?? resource.names.many,
    calls,
    query,
    matching,
    /** Request that counts the choices of a filter. Undefined for lists with a custom call, which support neither negation nor counts. */
    asked: props.call || isDeleted ? undefined : { params: under, query: withoutOrder },
    reading,
    /** True if the first page of this search is in the cache. */
    isCached: (search: string) => isCached(call, { params: under, query: { ...query, columns, search, page: 1 } }),
    rows,
    total,
    count: total === undefined ? reading.error && '–' : (props.countWords ?? plainCount)({ total, sums, isNarrowed }),
    groups,
    by,
    shown,
    isDeleted,
    isNarrowed,
    isPhone: useIsPhone(),
    hasCards,
  }
}
const plainCount = ({ total }: { total: number }) => total.toLocaleString('en-US')
export type Listing = ReturnType<typeof useListing>
