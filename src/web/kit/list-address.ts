import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { Resource } from '../../model/kit/resource.ts'

/** What a list shows, as its address says it: paste the address elsewhere and see the same rows. */
export interface ListAddress {
  search: string
  page: number
  size: number
  /** Column keys, the first counts most; a leading minus sorts downwards. */
  sort: string[]
  /** Query parameter → chosen values. */
  filters: Record<string, string[]>
}

export const pageSizes = [25, 50, 100]
const userFilters = {
  createdByIds: { label: 'Created by', kind: 'user' },
  updatedByIds: { label: 'Updated by', kind: 'user' },
} as const
/** The resource's own filters, and the two every list has. */
export const filtersOf = (of: Resource) => ({ ...of.list.filters, ...userFilters })

/** Search parameters as repeated plain texts (`?categoryIds=1&categoryIds=2`); the router reads and writes with these. */
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
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') params.append(key, String(one))
  const text = params.toString()
  return text ? `?${text}` : ''
}

export function readAddress(of: Resource, text: string, searchKey: string): Partial<ListAddress> & ListAddress {
  const params = new URLSearchParams(text)
  const size = Number(params.get('size'))
  const filters: Record<string, string[]> = {}
  for (const key of Object.keys(filtersOf(of))) {
    const values = params.getAll(key).filter(Boolean)
    if (values.length > 0) filters[key] = values
  }
  return {
    search: params.get(searchKey) ?? '',
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
    size: pageSizes.includes(size) ? size : 50,
    sort: params.getAll('sort').filter(Boolean),
    filters,
  }
}

export function writeAddress(address: ListAddress, searchKey: string): Record<string, unknown> {
  const { search, page, size, sort, filters } = address
  return {
    [searchKey]: search || undefined,
    ...filters,
    sort,
    page: page > 1 ? page : undefined,
    size: size === 50 ? undefined : size,
  }
}

/** The list query of the calls. */
export function queryOf(address: ListAddress) {
  return {
    search: address.search,
    page: address.page,
    itemsPerPage: address.size,
    sortBy: address.sort.map((key) => key.replace(/^-/, '')),
    sortDesc: address.sort.map((key) => String(key.startsWith('-'))),
    ...address.filters,
  }
}

/** Reads a choice of this browser about one list; a broken or missing one is nothing. */
export function recall<T>(name: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
export function remember(name: string, value: unknown) {
  if (value === undefined) localStorage.removeItem(name)
  else localStorage.setItem(name, JSON.stringify(value))
}

/** The address of a list and how to change it. A remembered order is written into the address, so that it travels too. */
export function useListAddress(of: Resource, searchKey: string) {
  const text = useLocation({ select: (location) => location.searchStr })
  const pathname = useLocation({ select: (location) => location.pathname })
  const [home] = useState(pathname)
  const navigate = useNavigate()
  const address = useMemo(() => readAddress(of, text, searchKey), [of, text, searchKey])
  const sortKey = `sort:${of.path}`

  function change(part: Partial<ListAddress>, replace = false) {
    if (part.sort) remember(sortKey, part.sort)
    const search = writeAddress({ ...address, page: 1, ...part }, searchKey)
    navigate({ to: home, search: search as never, replace, resetScroll: false })
  }

  const stored = address.sort.length === 0 ? recall<string[]>(sortKey) : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the address lacks an order and one is remembered
  useEffect(() => {
    // On the way to another page the list is still here, but the address is no longer its own.
    if (stored?.length && pathname === home) change({ sort: stored, page: address.page }, true)
  }, [text])

  const sort = address.sort.length > 0 ? address.sort : (stored ?? of.list.sort)
  return { address: { ...address, sort }, change }
}
