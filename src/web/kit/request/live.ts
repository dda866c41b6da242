import type { HubConnection } from '@microsoft/signalr'
import { useEffect, useSyncExternalStore } from 'react'
import { type HubEvents, type HubMethod, hubPath } from '../../../model/hub.ts'
import { keysOf } from '../../../model/kit/keys.ts'
import { loadWithRetry } from '../look/patiently.ts'
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
const events = keysOf(handlers)

const retryAfter = 5000
/** The first try after a lost line differs from person to person: a node that was lost must not have everybody back in the same moment. */
const firstWithin = 500

let connection: HubConnection | undefined
let isLost = false
const watchers = new Set<() => void>()

/** Calls the handler at each such event; answers how to stop. */
export function onLiveEvent<E extends Event>(event: E, handler: (payload: HubEvents[E]) => void): () => void {
  handlers[event].add(handler)
  return () => void handlers[event].delete(handler)
}

/** The same for as long as a component is on the page. */
export function useLiveEvent<E extends Event>(event: E, handler: (payload: HubEvents[E]) => void) {
  useEffect(() => onLiveEvent(event, handler), [event, handler])
}

function dispatch<E extends Event>(event: E, payload: HubEvents[E]) {
  for (const handler of handlers[event]) handler(payload)
}

/** True while the server cannot be reached. */
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

/** A short break is nobody's business; a longer one is said. */
function setLost(now: boolean) {
  if (isDown === now) return
  // Events missed meanwhile are not stored: everything on the page is read again.
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

/** By the clock of the page: since when it may have read what changed before its line was open. */
let readingSince = 0

/** Whoever read before the line was open reads again what has changed in between. */
async function readMissed() {
  const asked = performance.now()
  const isMissed = (more: number) => invokeHub('HasMissed', Math.ceil(performance.now() - readingSince + more))
  // The server counts back from when the question arrives: one that took long has left out as much of the beginning.
  if ((await isMissed(0)) || (await isMissed(performance.now() - asked))) await invalidate()
}

export async function startLive() {
  readingSince ||= performance.now()
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
  own.onclose(() => begin(own))
  await begin(own)
}

/** A refused token is a matter of permissions; who asks the server who they are learns which. */
function askIfRefused(error: unknown) {
  if (/401|Unauthorized/i.test(String(error))) dispatch('PermissionsUpdated', {})
}

/** Automatic reconnection does not cover the first start, nor a server that closed on purpose. */
async function begin(own: HubConnection) {
  while (connection === own) {
    try {
      await own.start()
      const readsAll = isDown
      setLost(false)
      arrived()
      // A line that breaks now is made anew, and then everything is read again.
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

/** Asks something of the hub; while it is away the question is dropped. */
export async function invokeHub(method: HubMethod, ...args: unknown[]): Promise<unknown> {
  return connection?.state === 'Connected' ? connection.invoke(method, ...args) : undefined
}

const arrivals = new Set<() => void>()
/** Calls at once when connected, and again after every reconnection: the hub knows nothing of earlier connections. */
export function onConnect(run: () => void): () => void {
  arrivals.add(run)
  if (connection?.state === 'Connected') run()
  return () => void arrivals.delete(run)
}
function arrived() {
  for (const run of arrivals) run()
}

// Writes of many rows come as many events: their queries are read again once.
let pending: HubEvents['EntityChanged'][] = []
onLiveEvent('EntityChanged', (change) => {
  if (pending.push(change) > 1) return
  setTimeout(() => {
    const changes = new Map(pending.map((one) => [`${one.entity} ${one.id}`, one]))
    pending = []
    for (const one of changes.values()) void invalidateChanged(one)
    // What belongs to no project is shown by pages of other things, too, as a price in a room: they are read again when somebody comes back.
    if ([...changes.values()].some(({ projectId, action }) => projectId === undefined && action === 'Updated'))
      void invalidate({ refetchType: 'none' })
  }, 250)
})
