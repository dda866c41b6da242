import { hashKey, useInfiniteQuery } from '@tanstack/react-query'
import { createContext, useContext, useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import { listPeopleNames } from '../../../model/kit/people-calls.ts'
import { isPerson, userName } from '../parts/avatar.tsx'
import { refName } from '../parts/columns.tsx'
import { callKey, queryClient, resourceCalls, useRead } from '../request/call.ts'
import { type AnyCall, request } from '../request/client.ts'
import { useSearchText } from '../request/typing-pause.ts'
import type { PathParams, Values } from './form.ts'
import { type OptionFacts, optionFacts } from './picker-option.tsx'

export type Id = string | number
export interface Option extends OptionFacts {
  value: Id
  label: string
  picture?: string
  item?: object
}

/** Path parameters of the page, for pickers limited to the same project. */
export const PathParamsContext = createContext<PathParams>({})

/** Source of names: a resource, or users if undefined. */
export type PickerSource = Resource | undefined
export const pickerCall = (resource: PickerSource): AnyCall => (resource ? resourceCalls(resource).typeHead : listPeopleNames)

const names = new Map<string, string>()
const nameKey = (resource: PickerSource, id: Id) => `${resource?.path ?? 'users'} ${id}`

/** Overrides for loading names: the call to use instead of the resource's picker, and the field that distinguishes equal names. */
interface PickerNames {
  call?: AnyCall
  place?: string
}

/** `isHurried` skips the pause in typing; `pause` replaces its milliseconds. */
type PickerOptions = PickerNames & { isHurried?: boolean; pause?: number }

const itemsIn = (page: unknown): Values[] =>
  typeof page === 'object' && page !== null && 'items' in page && Array.isArray(page.items) ? page.items : []

export function pickerOption(resource: PickerSource, item: Values, place?: string): Option {
  const name = isPerson(item) ? userName(item) : refName(resource ? { name: item[resource.title], ...item } : item)
  // Rooms in a building can share a name, so prefix the room number.
  const own = item.spaceNumber ? `${item.spaceNumber} ${name}` : name
  const label = place && item[place] ? `${own}, ${item[place]}` : own
  names.set(nameKey(resource, item.id), label)
  const picture = item.logoUrl ?? item.imageUrl ?? item.avatarUrl ?? item.icon
  return {
    value: item.id,
    label,
    item,
    picture: /^\/|^https?:/.test(picture ?? '') ? picture : undefined,
    ...(resource && optionFacts(resource, item)),
  }
}

/**
 * Searches names ten at a time, after a pause in typing or at once. While a search runs, the options of the search before it remain:
 * an option that disappeared under the pointer would lose the click.
 */
export function usePickerOptions(
  resource: PickerSource,
  typed: string,
  isOpen: boolean,
  query: object = {},
  { call: own, place, isHurried, pause }: PickerOptions = {},
) {
  const params = useContext(PathParamsContext)
  const source = own ?? pickerCall(resource)
  const keyOf = (search: string) => [...callKey(source, { params, query: { ...query, search } }), 'pages']
  const settled = useSearchText(typed, (text) => queryClient.getQueryData(keyOf(text)) !== undefined, pause)
  const search = isHurried ? typed.trim() : settled
  const list = hashKey(callKey(source, { params, query }))
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: keyOf(search),
    queryFn: ({ pageParam, signal }) => request(source, { params, signal, query: { ...query, search, page: pageParam, itemsPerPage: 10 } }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (itemsIn(last).length < 10 ? undefined : pages.length + 1),
    enabled: isOpen,
    meta: { list },
    placeholderData: (options, before) => (before?.meta?.list === list ? options : undefined),
  })
  return {
    options: data?.pages.flatMap((page) => itemsIn(page).map((item) => pickerOption(resource, item, place))),
    isFetching: isFetching || search !== typed.trim(),
    more: () => hasNextPage && !isFetching && void fetchNextPage(),
  }
}

/** Resolves ids to names. Unknown ids are loaded in one batch request. */
export const usePickerNames = (resource: PickerSource, ids: readonly Id[], names?: PickerNames) =>
  useNamesToCome(resource, ids, names).nameOf

export function useNamesToCome(resource: PickerSource, ids: readonly Id[], { call: own, place }: PickerNames = {}) {
  const params = useContext(PathParamsContext)
  // Ids stay in the query once requested, so it stays enabled after their names arrive.
  const [requestedIds, setAsked] = useState<readonly Id[]>([])
  const unknown = ids.filter((id) => Number(id) !== 0 && !names.has(nameKey(resource, id)))
  if (unknown.some((id) => !requestedIds.includes(id))) setAsked(unknown)
  const query = { ids: requestedIds, all: true }
  const { data, isFetching } = useRead(own ?? pickerCall(resource), { params, query }, { enabled: requestedIds.length > 0, isQuiet: true })
  for (const item of itemsIn(data)) pickerOption(resource, item, place)
  const nameOf = (id: Id) => names.get(nameKey(resource, id)) ?? (String(id) === '0' ? 'none' : `#${id}`)
  return { nameOf, areComing: unknown.length > 0 && isFetching }
}
