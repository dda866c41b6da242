import type { ObservationSeverity } from '../../model/site/enums.ts'
import { observations } from '../../model/site/observations.ts'
import { addObservationPhotos } from '../../model/site/site-calls.ts'
import { isTemporaryOutage, resourceCalls } from '../kit/request/call.ts'
import { CallError, request } from '../kit/request/client.ts'
import { session } from '../kit/request/session.ts'

export type EntryState = 'waiting' | 'sending' | 'sent' | 'needs attention'

/** An observation written on site. Its id is the Idempotency-Key, so a repeated request creates nothing twice. */
export interface QueueEntry {
  id: string
  userId: string
  projectId: number
  title: string
  spaceId: number | null
  severity: ObservationSeverity
  writtenAt: string
  photos: Blob[]
  state: EntryState
  error: string | null
  /** Set once the server has created the observation. The photos follow in a request of their own. */
  observationId: number | null
  number: string | null
}

const [database, store] = ['dna-site', 'entries']

function openQueue(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(store, { keyPath: 'id' })
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}

async function inStore<T>(mode: IDBTransactionMode, run: (entries: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opened = await openQueue()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = opened.transaction(store, mode)
      const asked = run(transaction.objectStore(store))
      transaction.oncomplete = () => resolve(asked.result)
      transaction.onerror = () => reject(transaction.error)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    opened.close()
  }
}

const listeners = new Set<() => void>()
const tellListeners = () => {
  for (const listener of listeners) listener()
}
/** Other tabs show what this one has sent. */
const otherTabs = new BroadcastChannel('dna-site-queue')
otherTabs.onmessage = tellListeners
const announce = () => {
  tellListeners()
  otherTabs.postMessage(null)
}
export function onQueueChange(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Entries of the signed-in user, oldest first. */
export async function listEntries(): Promise<QueueEntry[]> {
  const all: QueueEntry[] = await inStore('readonly', (entries) => entries.getAll())
  const userId = session().user?.id
  return all.filter((entry) => entry.userId === userId).sort((a, b) => a.writtenAt.localeCompare(b.writtenAt))
}

/** Throws if the browser has no room left; nothing is stored then. */
export async function putEntry(entry: QueueEntry): Promise<void> {
  await inStore('readwrite', (entries) => entries.put(entry))
  announce()
}

export async function removeEntry(id: string): Promise<void> {
  await inStore('readwrite', (entries) => entries.delete(id))
  announce()
}

export const isUnsent = ({ state }: QueueEntry) => state !== 'sent'

/** Deletes the entries of the signed-in user. Called at sign-out, after the user has agreed to lose those not sent. */
export async function clearQueue(): Promise<void> {
  for (const { id } of await listEntries()) await removeEntry(id)
}

async function sendEntry(entry: QueueEntry): Promise<void> {
  const { projectId, title, spaceId, severity } = entry
  const create = resourceCalls(observations).create
  if (!create) return
  let sent: QueueEntry = { ...entry, state: 'sending', error: null }
  await putEntry(sent)
  try {
    if (sent.observationId === null) {
      const made = await request(create, { params: { id: projectId }, body: { title, spaceId, severity }, idempotencyKey: entry.id })
      sent = { ...sent, observationId: made.id, number: made.number }
      await putEntry(sent)
    }
    if (sent.photos.length > 0 && sent.observationId !== null)
      await request(addObservationPhotos, {
        params: { id: projectId, itemId: sent.observationId },
        body: {},
        files: sent.photos,
        idempotencyKey: `${entry.id} photos`,
      })
    await putEntry({ ...sent, photos: [], state: 'sent' })
  } catch (failure) {
    const isLater = isTemporaryOutage(failure) || (failure instanceof CallError && [401, 429].includes(failure.status))
    const error = failure instanceof Error ? failure.message : String(failure)
    await putEntry({ ...sent, state: isLater ? 'waiting' : 'needs attention', error: isLater ? null : error })
  }
}

/** Sent entries stay in the list until there are more than this. */
const mostSent = 5

/** Sends what waits, one after another. Only one tab sends at a time. */
export async function sendWaiting(): Promise<void> {
  await navigator.locks.request('dna-site-queue', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    // An entry that another tab was sending when it was closed is sent again, with the same key.
    for (const entry of await listEntries())
      if ((entry.state === 'waiting' || entry.state === 'sending') && navigator.onLine) await sendEntry(entry)
    const sent = (await listEntries()).filter(({ state }) => state === 'sent')
    for (const { id } of sent.slice(0, Math.max(0, sent.length - mostSent))) await removeEntry(id)
  })
}
