import type { HubConnection } from '@microsoft/signalr'
import { useEffect, useSyncExternalStore } from 'react'
import { type HubEvents, type HubMethod, hubPath } from '../../../model/hub.ts'
import { typedKeys } from '../../../model/kit/keys.ts'
import { loadWithRetry } from '../look/load-with-retry.ts'
import { invalidate, invalidateChanged } from './call.ts'
import { session, token } from './session.ts'

type Event = keyof HubEvents
const handlers: { [E in Event]: Set<(payload: HubEvents[E]) => void> } = {
  SendTask: new Set(),
  EntityChanged: new Set(),
  Notify: new Set(),
  PermissionsUpdated: new Set(),
  Presence: new Set(),
}
const events = typedKeys(handlers)

const retryAfter = 5000
/** Maximum random delay of the first reconnect in milliseconds, so that all clients of a lost node do not reconnect at once. */
const firstWithin = 500

let connection: HubConnection | undefined
let isLost = false
const watchers = new Set<() => void>()

export function onLiveEvent<E extends Event>(event: E, handler: (payload: HubEvents[E]) => void): () => void {
  handlers[event].add(handler)
  return () => void handlers[event].delete(handler)
}

export function useLiveEvent<E extends Event>(event: E, handler: (payload: HubEvents[E]) => void) {
  useEffect(() => onLiveEvent(event, handler), [event, handler])
}

function dispatch<E extends Event>(event: E, payload: HubEvents[E]) {
  for (const handler of handlers[event]) handler(payload)
}

export const useIsConnectionLost = () =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => isLost,
  )

let isDown = false
let notice: ReturnType<typeof setTimeout> | undefined

/** Shows a connection loss only after a delay, so short interruptions go unnoticed. */
function setLost(now: boolean) {
  if (isDown === now) return
  // Missed events are not stored, so all queries on the page are refetched.
  if (isDown) void invalidate()
  isDown = now
  clearTimeout(notice)
  const show = () => {
    isLost = now
    for (const watcher of watchers) watcher()
  }
  if (now) notice = setTimeout(show, 3000)
  else show()
}

/** Page time in milliseconds since which data may have been read before the connection was open. */
let readingSince = 0

/** Refetches if data changed between the first read and the open connection. */
async function readMissed() {
  const requestedAt = performance.now()
  const isMissed = (more: number) => invokeHub('HasMissed', Math.ceil(performance.now() - readingSince + more))
  // The server counts back from the arrival of the request, so the first check misses as much time as it took. The second check adds that
  // time.
  if ((await isMissed(0)) || (await isMissed(performance.now() - requestedAt))) await invalidate()
}

/** Connects to the hub, after the first page has loaded: on a slow line, its code comes before that of the hub. */
export async function startLive(afterFirstPage?: Promise<void>) {
  readingSince ||= performance.now()
  await afterFirstPage
  const { HubConnectionBuilder, LogLevel } = await loadWithRetry(() => import('@microsoft/signalr'))
  if (connection || !token() || session().isView) return
  const own = new HubConnectionBuilder()
    .withUrl(hubPath, { accessTokenFactory: () => token()?.replace(/^Bearer /, '') ?? '' })
    .withAutomaticReconnect({
      nextRetryDelayInMilliseconds({ previousRetryCount, retryReason }) {
        askIfRefused(retryReason)
        return previousRetryCount === 0 ? Math.random() * firstWithin : retryAfter
      },
    })
    .configureLogging(LogLevel.None)
    .build()
  connection = own
  for (const event of events) own.on(event, (payload) => dispatch(event, payload))
  own.onreconnecting(() => setLost(true))
  own.onreconnected(() => {
    setLost(false)
    arrived()
  })
  own.onclose(() => startConnection(own))
  await startConnection(own)
}

/** A rejected token is a permission problem; loading the current user shows which one. */
function askIfRefused(error: unknown) {
  if (/401|Unauthorized/i.test(String(error))) dispatch('PermissionsUpdated', {})
}

/** Automatic reconnection covers neither the first start nor a server that closed the connection deliberately. */
async function startConnection(own: HubConnection) {
  while (connection === own) {
    try {
      await own.start()
      const readsAll = isDown
      setLost(false)
      arrived()
      // If the connection drops now, it reconnects and refetches everything.
      if (!readsAll) void readMissed().catch(() => undefined)
      return
    } catch (error) {
      if (connection !== own) return
      setLost(true)
      askIfRefused(error)
    }
    await new Promise((resolve) => setTimeout(resolve, retryAfter))
  }
}

export function stopLive() {
  const old = connection
  connection = undefined
  readingSince = 0
  setLost(false)
  void old?.stop()
}

export async function invokeHub(method: HubMethod, ...args: unknown[]): Promise<unknown> {
  return connection?.state === 'Connected' ? connection.invoke(method, ...args) : undefined
}

const arrivals = new Set<() => void>()
/** Runs now if connected, and after every reconnect, because the hub does not remember earlier connections. */
export function onConnect(run: () => void): () => void {
  arrivals.add(run)
  if (connection?.state === 'Connected') run()
  return () => void arrivals.delete(run)
}
function arrived() {
  for (const run of arrivals) run()
}

// Bulk writes send many events, so their queries are refetched once.
let pending: HubEvents['EntityChanged'][] = []
onLiveEvent('EntityChanged', (change) => {
  if (pending.push(change) > 1) return
  setTimeout(() => {
    const changes = new Map(pending.map((item) => [`${item.entity} ${item.id}`, item]))
    pending = []
    for (const item of changes.values()) void invalidateChanged(item)
    // Rows without a project also appear on pages of other entities, as a price in a room. Their queries are invalidated and refetch on the
    // next visit.
    if ([...changes.values()].some(({ projectId, action }) => projectId === undefined && action === 'Updated'))
      void invalidate({ refetchType: 'none' })
  }, 250)
})
