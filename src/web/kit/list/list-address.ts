import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { ListFilter, Resource } from '../../../model/kit/description.ts'
import { readStored, saveToLocalStorage } from '../look/local-storage.ts'
import { session } from '../request/session.ts'

/** List state that is stored in the URL, so the URL reproduces the same rows elsewhere. */
export interface ListAddress {
  search: string
  page: number
  size: number
  /** Column keys in order of priority. A leading minus sorts descending. */
  sort: string[]
  filters: Record<string, string[]>
  /** Visible columns in order. Empty means the list's default. */
  columns: string[]
  view?: 'cards' | 'table'
  /** Id of the saved view this state started from; 0 means no view, not even the default one. */
  saved?: string
}

export const pageSizes = [25, 50, 100]
/** Page size for grouped lists: all rows, up to the maximum of one response. */
export const maxPageSize = 5000
const userFilters = {
  createdByIds: { label: 'Created by', kind: 'user' },
  updatedByIds: { label: 'Updated by', kind: 'user' },
  createdFrom: { label: 'Created', kind: 'dates', endParameter: 'createdTo', isInstant: true },
  updatedFrom: { label: 'Updated', kind: 'dates', endParameter: 'updatedTo', isInstant: true },
} as const
/** Query parameter that names the negated filters. */
export const negationKey = 'not'
export const listFilters = (resource: Resource): Record<string, ListFilter> => ({ ...resource.list.filters, ...userFilters })
export type CommonFilter = keyof typeof userFilters
export const isCommonFilter = (key: string) => key in userFilters

/** Parses search parameters as repeated strings (`?categoryIds=1&categoryIds=2`). Used by the router. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const params = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(params.keys())].map((key) => {
      const values = params.getAll(key)
      return [key, values.length > 1 ? values : values[0]!]
    }),
  )
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null && item !== '') params.append(key, String(item))
  const text = params.toString()
  return text ? `?${text}` : ''
}

export function parseListAddress(resource: Resource, text: string, searchKey: string): Partial<ListAddress> & ListAddress {
  const params = new URLSearchParams(text)
  const size = Number(params.get('size'))
  const filters: Record<string, string[]> = {}
  for (const key of [
    negationKey,
    ...Object.entries(listFilters(resource)).flatMap(([key, { endParameter }]) => (endParameter ? [key, endParameter] : [key])),
  ]) {
    const values = params.getAll(key).filter(Boolean)
    if (values.length > 0) filters[key] = values
  }
  return {
    search: params.get(searchKey) ?? '',
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
    size: pageSizes.includes(size) || size === maxPageSize ? size : 50,
    sort: params.getAll('sort').filter(Boolean),
    filters,
    columns: params.getAll('columns').filter(Boolean),
    view: params.get('view') === 'table' ? 'table' : params.get('view') === 'cards' ? 'cards' : undefined,
    saved: params.get('saved') ?? undefined,
  }
}

export function writeAddress(address: ListAddress, searchKey: string): Record<string, unknown> {
  const { search, page, size, sort, filters, columns, view, saved } = address
  return {
    [searchKey]: search || undefined,
    ...filters,
    sort,
    page: page > 1 ? page : undefined,
    size: size === 50 ? undefined : size,
    columns,
    view,
    saved,
  }
}

/** Canonical state of a saved view: everything except the page. */
export function viewAddress(address: ListAddress): string {
  return stringifySearch(writeAddress({ ...address, page: 1, saved: undefined }, 'q')).slice(1)
}

/** Maps `/projects/7/spaces` to `/projects/:id/spaces`, so the lists of all projects share their views. */
export const savedViewsPath = (pathname: string) => pathname.replace(/\/(\d+|[0-9a-f]{8}-[0-9a-f-]{27})(?=\/|$)/g, '/:id')

export function toListQuery(address: ListAddress) {
  return {
    search: address.search,
    page: address.page,
    itemsPerPage: address.size === maxPageSize ? -1 : address.size,
    sortBy: address.sort.map((key) => key.replace(/^-/, '')),
    sortDesc: address.sort.map((key) => String(key.startsWith('-'))),
    ...address.filters,
  }
}

interface Own {
  key: string
  /** Default columns until the user chooses. Falls back to the resource's columns, some of which are hidden in narrow windows. */
  columns?: readonly string[]
  hasCards: boolean
}

/**
 * Reads and changes the list state in the URL. Remembered choices (sort, columns, cards or table) are written to the URL so it can be
 * shared. A list opened without parameters starts with the user's default view.
 */
export function useListAddress(resource: Resource, searchKey: string, { key, columns = resource.list.columns, hasCards }: Own) {
  const text = useLocation({ select: (location) => location.searchStr })
  const pathname = useLocation({ select: (location) => location.pathname })
  const [home] = useState(pathname)
  const navigate = useNavigate()
  const address = useMemo(() => parseListAddress(resource, text, searchKey), [resource, text, searchKey])
  const isPlain = address.saved === undefined || address.saved === '0'
  const defaultView = readStored<{ id: number; address: string }>(`default-view:${savedViewsPath(home)}`)

  // Columns and order are shared by the users of a browser; cards or table is each user's own choice.
  const names = { sort: `sort:${key}`, columns: `columns:${key}`, view: `view:${session().user?.id}:${key}` }

  function go(next: ListAddress, replace = false) {
    const search = writeAddress(next, searchKey)
    // An empty query string would open the default view.
    if (defaultView && stringifySearch(search) === '') search.saved = '0'
    navigate({ to: home, search, replace, resetScroll: false })
  }
  function change(part: Partial<ListAddress>, replace = false) {
    if (isPlain)
      for (const name of ['sort', 'columns', 'view'] as const)
        if (part[name]) saveToLocalStorage(names[name], part[name].length > 0 ? part[name] : undefined)
    go({ ...address, page: 1, ...part }, replace)
  }

  const stored = useMemo(
    () => ({
      sort: (address.sort.length === 0 && readStored<string[]>(names.sort)) || [],
      columns: (address.columns.length === 0 && readStored<string[]>(names.columns)) || [],
      view: (hasCards && !address.view && readStored<'cards' | 'table'>(names.view)) || undefined,
    }),
    [address, names.sort, names.columns, names.view, hasCards],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the address lacks what is remembered
  useEffect(() => {
    // While navigating away, the list is still mounted but the URL already belongs to another page.
    if (pathname !== home) return
    if (text === '' && defaultView) go({ ...parseListAddress(resource, defaultView.address, 'q'), saved: String(defaultView.id) }, true)
    else if (isPlain && (stored.sort.length > 0 || stored.columns.length > 0 || stored.view))
      go(
        {
          ...address,
          sort: address.sort.length > 0 ? address.sort : stored.sort,
          columns: address.columns.length > 0 ? address.columns : stored.columns,
          view: address.view ?? stored.view,
        },
        true,
      )
  }, [text, defaultView?.id])

  const first = <T>(...lists: (readonly T[])[]) => [...(lists.find((list) => list.length > 0) ?? [])]
  const targetAddress: ListAddress =
    text === '' && defaultView
      ? { ...parseListAddress(resource, defaultView.address, 'q'), saved: String(defaultView.id) }
      : { ...address, view: address.view ?? (isPlain ? stored.view : undefined) }
  return {
    list: savedViewsPath(home),
    address: {
      ...targetAddress,
      sort: first(targetAddress.sort, isPlain ? stored.sort : [], resource.list.sort),
      columns: first(targetAddress.columns, isPlain ? stored.columns : [], columns),
      view: hasCards ? (targetAddress.view ?? 'cards') : undefined,
    },
    change,
    go,
  }
}
