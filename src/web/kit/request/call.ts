import {
  type InvalidateQueryFilters,
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import type { HubEvents } from '../../../model/hub.ts'
import { type QueryOf, type ResponseOf, standardCalls } from '../../../model/kit/call.ts'
import type { Resource, ResponseShape } from '../../../model/kit/description.ts'
import type { Page, RowOf } from '../../../model/kit/resource.ts'
import { type AnyCall, type Args, CallError, createIdempotencyKey, onMutation, type ReadArgs, request } from './client.ts'
import { showError } from './errors.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `isQuiet`: the page shows the failure itself. `isHandled`: the caller does. */
    queryMeta: { isQuiet?: boolean }
    mutationMeta: { isHandled?: (error: Error) => boolean }
  }
}

/** Milliseconds in which a failure is still the answer. */
const failedJustNow = 3000

const askAgainAfter = 5000
/** The server or what it stands on was away for a moment: nobody's fault, and over by itself. */
const isPassing = (error: unknown) => error instanceof CallError && [0, 502, 503, 504].includes(error.status)
/** What failed like that and is asked again; people are told once. */
const waiting = new WeakSet<object>()

/** What the pages know of the server. Live events keep it fresh, so it may be believed for a minute. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      if (!query.meta?.isQuiet && !waiting.has(query)) showError(error)
      if (isPassing(error)) waiting.add(query)
    },
    onSuccess: (_data, query) => void waiting.delete(query),
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, { meta }) => !meta?.isHandled?.(error) && showError(error),
  }),
  defaultOptions: {
    // Whether there is a network is the browser's guess: the server may stand in this house, or on this machine. What cannot be asked fails, and says so.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 60_000,
      // A part that stands there because its reading failed must not read again at once: it would fail again, for ever.
      retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > failedJustNow,
      retry: (count, error) => count < 2 && isPassing(error),
      // A page that could not be read becomes one as soon as it can be.
      refetchInterval: ({ state }) => state.status === 'error' && isPassing(state.error) && askAgainAfter,
    },
  },
})

/** The calls of a resource, made once. */
export function callsOf<R extends Resource>(resource: R): ReturnType<typeof standardCalls<R>> {
  const made = known.get(resource) ?? standardCalls(resource)
  if (!known.has(resource)) {
    known.set(resource, made)
    if (!resource.parent) entities.set(`/${resource.path}`, resource.entity)
  }
  // Kept under the resource they were made of.
  return made as ReturnType<typeof standardCalls<R>>
}
const known = new WeakMap<Resource, unknown>()
/** The wire has words of its own (`Manufactures`) for what the business calls otherwise. */
const entities = new Map<string, string>()

const resourceOf = (answer?: ResponseShape): Resource | undefined => answer && (answer.resource ?? resourceOf(answer.items))

type Place = { params?: object; query?: object }
/** Derived from the call: what it is about, its path, its arguments. */
type CallKey = readonly [entity: string, path: string, params: Record<string, string>, query: object, ownId: string | undefined]

/** What a call is about: the entity of the rows it answers, else the one its path begins with. */
export function callEntity(call: AnyCall): string {
  const [, first] = call.path.split('/')
  return resourceOf(call.response)?.entity ?? entities.get(`/${first}`) ?? first!
}

/** As they stand in an address: a row known by its number is the one of the page that has the number from there. */
const asText = (params: object): Record<string, string> =>
  Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))

export function keyOf(call: AnyCall, { params = {}, query = {} }: Place = {}): CallKey {
  const own = resourceOf(call.response)?.parent ? 'itemId' : 'id'
  const place = asText(params)
  return [callEntity(call), call.path, place, query, place[own]]
}

/** Spellings differ between the wire and the business (`equipments` and `equipment`). */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/(ie)?s$/, '')

/**
 * Makes what is known stale, and reads again what is on the page. What is on its way at that moment may have been looked up
 * before the change, and would be taken for the newest: it becomes stale as soon as it is there.
 */
export function invalidate(filters: InvalidateQueryFilters = {}) {
  const { refetchType } = filters
  for (const query of queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    const isAskedAnew = refetchType !== 'none' && query.isActive() && query.state.data !== undefined
    if (isAskedAnew) continue
    const again = () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType })
    void query.promise?.then(again, () => undefined)
  }
  return queryClient.invalidateQueries(filters)
}

/**
 * After a change of one's own nothing of before is believed any longer. Pages of other things may show it, as a room shows a
 * price, and whoever goes back at once is there before the live event. What is on the page is read again by whoever knows what.
 */
onMutation(() => void invalidate({ refetchType: 'none' }))

/** Makes the queries of an entity stale; with an id those of that row and every list, else all. */
export function invalidateEntity(entity: string, id?: number | string, isNews: (data: unknown) => boolean = () => true) {
  return invalidate({
    predicate: ({ queryKey, state }) => {
      const [about, , , , ownId] = queryKey as unknown as CallKey
      if (plain(about) !== plain(entity)) return false
      return (id === undefined || ownId === undefined || ownId === String(id)) && isNews(state.data)
    },
  })
}

/** A live event says "look again", except to what has that version already: it was this person's own change. */
export function invalidateChanged({ entity, id, rowVersion, action }: HubEvents['EntityChanged']) {
  const hasIt = (row: unknown) => {
    const { id: rowId, rowVersion: seen = 0 } = (row ?? {}) as { id?: unknown; rowVersion?: number }
    return String(rowId) === String(id) && rowVersion !== undefined && seen >= rowVersion
  }
  return invalidateEntity(entity, id, (data) => {
    if (action !== 'Updated') return true
    return !hasIt(data) && !((data as Partial<Page<unknown>> | undefined)?.items ?? []).some(hasIt)
  })
}

interface ReadOptions<A> {
  enabled?: boolean
  /** Shows what was read before while the new comes. */
  keepsOld?: boolean
  /** The page shows a failure in its place; no notification. */
  isQuiet?: boolean
  staleTime?: number
  refetchInterval?: number
  initialData?: A
}

export const readOptions = <C extends AnyCall>(call: C, args: ReadArgs<C> = {} as ReadArgs<C>) => ({
  queryKey: keyOf(call, args),
  queryFn: ({ signal }: { signal: AbortSignal }) => request(call, { ...args, signal } as Args<C>),
})

/** Reads what a call answers and keeps it fresh. */
export function useRead<C extends AnyCall>(
  call: C,
  args: ReadArgs<C> = {} as ReadArgs<C>,
  { keepsOld, isQuiet, ...options }: ReadOptions<ResponseOf<C>> = {},
): UseQueryResult<ResponseOf<C>, Error> {
  return useQuery({
    ...readOptions(call, args),
    ...options,
    placeholderData: keepsOld ? keepPreviousData : undefined,
    meta: { isQuiet },
  })
}

/** One page of a resource's list; the old rows stay while the new ones come, but never those of another parent. */
export function useList<R extends Resource>(
  resource: R,
  query: QueryOf<ReturnType<typeof standardCalls<R>>['list']>,
  { params, enabled, isQuiet }: { params?: Record<string, string | number>; enabled?: boolean; isQuiet?: boolean } = {},
): UseQueryResult<Page<RowOf<R>>, Error> {
  const options = readOptions<AnyCall>(callsOf(resource).list, { params, query })
  return useQuery({
    ...options,
    enabled,
    placeholderData: (old: unknown, from?: { queryKey: readonly unknown[] }) =>
      JSON.stringify(from?.queryKey[2]) === JSON.stringify(options.queryKey[2]) ? old : undefined,
    meta: { isQuiet },
  })
}

/** Reads a row ahead of the click that may open it. What counts the opening is asked again by the page, which shows this meanwhile. */
export async function prefetchRow(resource: Resource, id: number | string, parent?: number | string) {
  const params: Record<string, string | number> = resource.parent ? { id: parent!, itemId: id } : { id }
  const { queryKey, queryFn } = readOptions<AnyCall>(callsOf(resource).read, { params, isPrefetch: true })
  if (queryClient.getQueryData(queryKey)) return
  await queryClient.prefetchQuery({ queryKey, queryFn })
  if (resource.recent) await queryClient.invalidateQueries({ queryKey })
}

interface CallOptions<C extends AnyCall> {
  /** Which resources or calls to read again afterwards, besides what the call itself is about. */
  invalidates?: readonly (Resource | AnyCall)[]
  onDone?: (answer: ResponseOf<C>, args: Args<C>) => unknown
  /** Answers true when it has dealt with the error; else the person is told. */
  onError?: (error: Error) => boolean | undefined
}

/** A call that changes something: `const { mutate, isPending } = useCall(call)`, then `mutate({ params, body })`. */
export function useCall<C extends AnyCall>(
  call: C,
  { invalidates = [], onDone, onError }: CallOptions<C> = {},
): UseMutationResult<ResponseOf<C>, Error, Args<C>> {
  return useMutation({
    mutationFn: (args: Args<C>) => request(call, { idempotencyKey: createIdempotencyKey(), ...args }),
    onSuccess: async (answer: ResponseOf<C>, args: Args<C>) => {
      void invalidateEntity(callEntity(call))
      for (const resource of invalidates) void invalidateEntity('entity' in resource ? resource.entity : callEntity(resource))
      await onDone?.(answer, args)
    },
    meta: { isHandled: (error: Error) => onError?.(error) === true },
  })
}
