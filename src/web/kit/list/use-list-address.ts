import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import { readStored, saveToLocalStorage } from '../look/local-storage.ts'
import { session } from '../request/session.ts'
import { type ListAddress, parseListAddress, savedViewsPath, stringifySearch, writeAddress } from './list-address.ts'

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
