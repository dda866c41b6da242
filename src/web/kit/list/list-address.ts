import type { ListFilter, Resource } from '../../../model/kit/description.ts'

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
