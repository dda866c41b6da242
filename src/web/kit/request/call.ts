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
    /** `isQuiet`: the page shows the error itself. `isHandled`: the caller handles the error. `list`: searches of one list have the same. */
    queryMeta: { isQuiet?: boolean; list?: string }
    mutationMeta: { isHandled?: (error: Error) => boolean }
  }
}

/** Milliseconds during which a failed query is not repeated on mount. */
const failedJustNow = 3000

const askAgainAfter = 5000
/** Returns true for a temporary outage of the server or its dependencies, which resolves without user action. */
export const isTemporaryOutage = (error: unknown) => error instanceof CallError && [0, 502, 503, 504].includes(error.status)
/** Queries that are retrying after an outage. The user is notified only once. */
const waiting = new WeakSet<object>()

/** Server state cache. Live events invalidate it, so data is considered fresh for a minute. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      if (!query.meta?.isQuiet && !waiting.has(query)) showError(error)
      if (isTemporaryOutage(error)) waiting.add(query)
    },
    onSuccess: (_data, query) => void waiting.delete(query),
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, { meta }) => !meta?.isHandled?.(error) && showError(error),
  }),
  defaultOptions: {
    // Ignores the browser's online state, because the server may be on the local network or machine. A failed request reports its own
    // error.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 60_000,
      // An error view that mounts because its query failed must not refetch at once, or it would fail in an endless loop.
      retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > failedJustNow,
      retry: (count, error) => count < 2 && isTemporaryOutage(error),
      // Retries failed pages until the server is back.
      refetchInterval: ({ state }) => state.status === 'error' && isTemporaryOutage(state.error) && askAgainAfter,
    },
  },
})

export function resourceCalls<R extends Resource>(resource: R): ReturnType<typeof standardCalls<R>> {
  const calls = known.get(resource) ?? standardCalls(resource)
  if (!known.has(resource)) {
    known.set(resource, calls)
    if (!resource.parent) entities.set(`/${resource.path}`, resource.entity)
  }
  return calls as ReturnType<typeof standardCalls<R>>
}
const known = new WeakMap<Resource, unknown>()
/** Entity names on the wire (`Manufactures`) that differ from the domain names. */
const entities = new Map<string, string>()

const responseResource = (answer?: ResponseShape): Resource | undefined => answer && (answer.resource ?? responseResource(answer.items))

type CallTarget = { params?: object; query?: object }
type CallKey = readonly [entity: string, path: string, params: Record<string, string>, query: object, ownId: string | undefined]

export function callEntity(call: AnyCall): string {
  const [, first] = call.path.split('/')
  return responseResource(call.response)?.entity ?? entities.get(`/${first}`) ?? first!
}

/** Params as strings, so a numeric id and the same id from the URL share one cache key. */
const stringParams = (params: object): Record<string, string> =>
  Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))

export function callKey(call: AnyCall, { params = {}, query = {} }: CallTarget = {}): CallKey {
  const own = responseResource(call.response)?.parent ? 'itemId' : 'id'
  const pathTexts = stringParams(params)
  return [callEntity(call), call.path, pathTexts, query, pathTexts[own]]
}

/** Normalizes spelling differences between wire and domain (`equipments` and `equipment`). */
const normalizeEntityName = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/(ie)?s$/, '')

/**
 * Invalidates queries and refetches the visible ones. A fetch in progress may have read the old state, so its result is invalidated when it
 * arrives.
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
 * Invalidates everything after the user's own change. Other pages may show the changed data, as a room shows a price, and the user may open
 * one before the live event arrives. The caller refetches visible queries.
 */
onMutation(() => void invalidate({ refetchType: 'none' }))

/** Invalidates the queries of an entity. With an id, only the queries of that row and all lists. */
export function invalidateEntity(entity: string, id?: number | string, isNews: (data: unknown) => boolean = () => true) {
  return invalidate({
    predicate: ({ queryKey, state }) => {
      const [about, , , , ownId] = queryKey as unknown as CallKey
      if (normalizeEntityName(about) !== normalizeEntityName(entity)) return false
      return (id === undefined || ownId === undefined || ownId === String(id)) && isNews(state.data)
    },
  })
}

/** Handles a live event. Skips queries that already have this version, which result from the user's own change. */
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
  keepsOld?: boolean
  /** The page shows errors itself, so no toast appears. */
  isQuiet?: boolean
  staleTime?: number
  refetchInterval?: number
  initialData?: A
}

/** True if the answer of this request is in the cache, even an old one, which is shown until the new one arrives. */
export const isCached = (...request: Parameters<typeof callKey>) => queryClient.getQueryData(callKey(...request)) !== undefined

export const readOptions = <C extends AnyCall>(call: C, args: ReadArgs<C> = {} as ReadArgs<C>) => ({
  queryKey: callKey(call, args),
  queryFn: ({ signal }: { signal: AbortSignal }) => request(call, { ...args, signal } as Args<C>),
})

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

export function useList<R extends Resource>(
  resource: R,
  query: QueryOf<ReturnType<typeof standardCalls<R>>['list']>,
  { params, enabled, isQuiet }: { params?: Record<string, string | number>; enabled?: boolean; isQuiet?: boolean } = {},
): UseQueryResult<Page<RowOf<R>>, Error> {
  const options = readOptions<AnyCall>(resourceCalls(resource).list, { params, query })
  return useQuery({
    ...options,
    enabled,
    placeholderData: (old: unknown, from?: { queryKey: readonly unknown[] }) =>
      JSON.stringify(from?.queryKey[2]) === JSON.stringify(options.queryKey[2]) ? old : undefined,
    meta: { isQuiet },
  })
}

/** Preloads a row on hover. Reads that record the opening are repeated by the page, which shows the preloaded row meanwhile. */
export async function prefetchRow(resource: Resource, id: number | string, parent?: number | string) {
  const params: Record<string, string | number> = resource.parent ? { id: parent!, itemId: id } : { id }
  const { queryKey, queryFn } = readOptions<AnyCall>(resourceCalls(resource).read, { params, isPrefetch: true })
  if (queryClient.getQueryData(queryKey)) return
  await queryClient.prefetchQuery({ queryKey, queryFn })
  if (resource.recent) await queryClient.invalidateQueries({ queryKey })
}

interface CallOptions<C extends AnyCall> {
  invalidates?: readonly (Resource | AnyCall)[]
  onDone?: (answer: ResponseOf<C>, args: Args<C>) => unknown
  /** Returns true if it has handled the error. Otherwise a toast shows it. */
  onError?: (error: Error) => boolean | undefined
}

/** Mutation hook: `const { mutate, isPending } = useCall(call)`, then `mutate({ params, body })`. */
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
