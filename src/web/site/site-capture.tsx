import { Button, NativeSelect, SegmentedControl, Textarea } from '@mantine/core'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import { ObservationSeverity } from '../../model/site/enums.ts'
import type { SiteBundle } from '../../model/site/site-bundle.ts'
import { IconPhoto } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { confirm, Panel } from '../kit/pages.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'
import { session } from '../kit/request/session.ts'
import { type EntryState, listEntries, onQueueChange, putEntry, type QueueEntry, removeEntry, sendWaiting } from './offline-queue.ts'
import { shrinkPhoto } from './shrink-photo.ts'
import css from './site.module.css'

const retryMs = 30_000

const subscribeOnline = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
const useIsOnline = () => useSyncExternalStore(subscribeOnline, () => navigator.onLine)

function useQueue(projectId: number): QueueEntry[] {
  const [entries, setEntries] = useState<QueueEntry[]>([])
  useEffect(() => {
    let isShown = true
    const load = async () => {
      const all = await listEntries().catch((): QueueEntry[] => [])
      if (isShown) setEntries(all.filter((entry) => entry.projectId === projectId))
    }
    const send = () => void sendWaiting().catch((error: Error) => toast.error(error.message))
    void load()
    send()
    const stop = onQueueChange(() => void load())
    const timer = setInterval(send, retryMs)
    window.addEventListener('online', send)
    return () => {
      isShown = false
      stop()
      clearInterval(timer)
      window.removeEventListener('online', send)
    }
  }, [projectId])
  return entries
}

const severities = ObservationSeverity.values.map(({ value, label }) => ({ value: String(value), label }))

export function SiteCapture({ projectId, bundle }: { projectId: number; bundle: SiteBundle }) {
  const [spaceId, setSpaceId] = useState('')
  const [severity, setSeverity] = useState(String(ObservationSeverity.Minor))
  const [title, setTitle] = useState('')
  const [photos, setPhotos] = useState<Blob[]>([])
  const [isSaving, setSaving] = useState(false)
  const browse = useRef<HTMLInputElement>(null)
  const entries = useQueue(projectId)
  const isOnline = useIsOnline()

  async function addPhotos(files: FileList | null) {
    try {
      const small = await Promise.all([...(files ?? [])].map(shrinkPhoto))
      setPhotos((known) => [...known, ...small])
    } catch {
      toast.error('This photo cannot be read. Choose a JPEG or PNG picture.')
    }
  }

  async function save() {
    const user = session().user
    if (!user || title.trim() === '') return
    setSaving(true)
    const chosen = ObservationSeverity.values.find(({ value }) => String(value) === severity)?.value ?? ObservationSeverity.Minor
    try {
      await putEntry({
        id: crypto.randomUUID(),
        userId: user.id,
        projectId,
        title: title.trim().replace(/\s+/g, ' ').slice(0, 200),
        spaceId: spaceId === '' ? null : Number(spaceId),
        severity: chosen,
        writtenAt: new Date().toISOString(),
        photos,
        state: 'waiting',
        error: null,
        observationId: null,
        number: null,
      })
      setTitle('')
      setPhotos([])
      toast.success('Saved on this device.')
      void sendWaiting()
    } catch {
      toast.error('This device has no room left. Send or delete entries that wait, then save again.')
    }
    setSaving(false)
  }

  return (
    <Panel title="New observation" note={isOnline ? undefined : 'No network. Entries wait on this device.'}>
      <form
        className={css.capture}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <NativeSelect
          label="Space"
          value={spaceId}
          onChange={(event) => setSpaceId(event.currentTarget.value)}
          data={[
            { value: '', label: 'No space' },
            ...bundle.spaces.map(({ id, name, number }) => ({ value: String(id), label: [number, name].filter(Boolean).join(' ') })),
          ]}
        />
        <Button variant="default" size="md" leftSection={<IconPhoto size={18} />} onClick={() => browse.current?.click()}>
          {photos.length === 0 ? 'Add photo' : `${formatCount(photos.length, 'photo')}, add another`}
        </Button>
        <input
          ref={browse}
          hidden
          type="file"
          accept="image/*"
          capture="environment"
          multiple
          aria-label="Photos"
          onChange={(event) => void addPhotos(event.currentTarget.files)}
        />
        <Textarea
          label="Observation"
          required
          autosize
          minRows={2}
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <SegmentedControl aria-label="Severity" fullWidth data={severities} value={severity} onChange={setSeverity} />
        <Button type="submit" size="md" loading={isSaving} disabled={title.trim() === ''}>
          Save
        </Button>
      </form>
      {entries.length > 0 && <Queue entries={entries} />}
    </Panel>
  )
}

const stateTones: Record<EntryState, 'neutral' | 'working' | 'good' | 'bad'> = {
  waiting: 'neutral',
  sending: 'working',
  sent: 'good',
  'needs attention': 'bad',
}
const stateLabels: Record<EntryState, string> = {
  waiting: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  'needs attention': 'Needs attention',
}

function Queue({ entries }: { entries: QueueEntry[] }) {
  async function remove({ id, title }: QueueEntry) {
    const text = 'It has not been sent, and its photos are only on this device.'
    if (await confirm({ title: `Delete ${title}?`, text, verb: 'Delete' })) await removeEntry(id)
  }
  return (
    <ul className={css.queue} aria-label="Entries on this device">
      {entries.map((entry) => (
        <li key={entry.id}>
          <span className={css.entry}>
            {entry.number} {entry.title}
            {entry.photos.length > 0 && <small>{formatCount(entry.photos.length, 'photo')}</small>}
            {entry.error && <small className={css.problem}>{entry.error}</small>}
          </span>
          <StateText tone={stateTones[entry.state]}>{stateLabels[entry.state]}</StateText>
          {entry.state === 'needs attention' && (
            <span className={css.entryActions}>
              <Button
                size="xs"
                variant="default"
                onClick={() => void putEntry({ ...entry, state: 'waiting', error: null }).then(sendWaiting)}
              >
                Retry
              </Button>
              <Button size="xs" variant="subtle" color="red" onClick={() => void remove(entry)}>
                Delete
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
