import { useInfiniteQuery } from '@tanstack/react-query'
import { countInbox, markAllDone, markDone, markRead, type NotificationReason, readInbox, snooze } from '../../model/inbox/inbox.ts'
import type { QueryOf, ResponseOf } from '../../model/kit/call.ts'
import { addDays, dayOf, formatInstantDay } from '../../model/kit/dates.ts'
import { groupByKey } from '../../model/kit/keys.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { toast } from '../kit/look/toasts.tsx'
import { callKey, useCall, useRead } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import type { InboxAddress } from './inbox-address.ts'

export type Entry = ResponseOf<typeof readInbox>['items'][number]

const pageSize = 50
/** Refetch interval in milliseconds. No event reports snoozed entries that become due. */
const lookAgainAfter = 60_000

export const useInboxCount = () => useRead(countInbox, {}, { isQuiet: true, keepsOld: true, refetchInterval: lookAgainAfter })

/** Pages through the filtered entries, 50 at a time. Removes duplicates when new entries shift the pages. */
export function useEntries({ reason, place }: InboxAddress) {
  const query: QueryOf<typeof readInbox> = { place, reason, itemsPerPage: pageSize }
  const { data, ...rest } = useInfiniteQuery({
    queryKey: [...callKey(readInbox, { query }), 'pages'],
    queryFn: ({ pageParam, signal }) => request(readInbox, { query: { ...query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.items.length < pageSize ? undefined : pages.length + 1),
    refetchInterval: lookAgainAfter,
    meta: { isQuiet: true },
  })
  const entries = data && [...new Map(data.pages.flatMap(({ items }) => items).map((entry) => [entry.id, entry])).values()]
  return { entries, ...rest }
}

/** Swallows errors, because the calls show them to the user. */
const ignoreError = () => undefined

export function useMoves() {
  const done = useCall(markDone)
  const later = useCall(snooze)
  const read = useCall(markRead)
  const all = useCall(markAllDone, {
    onDone({ count, doneDate }) {
      if (doneDate === null) return
      toast.success(`${formatCount(count, 'entry', 'entries')} done.`, { undo: () => void all.mutate({ body: { undoneFrom: doneDate } }) })
    },
  })
  return {
    done({ id, title }: Entry, isDone = true) {
      const undo = () => done.mutate({ params: { id }, body: { isDone: false } })
      const notify = () => isDone && toast.success(`Done: ${title}`, { undo })
      void done.mutateAsync({ params: { id }, body: { isDone } }).then(notify, ignoreError)
    },
    later({ id, title }: Entry, until: Date | undefined) {
      const undo = () => later.mutate({ params: { id }, body: { snoozedUntil: null } })
      const notify = () => until && toast.success(`Snoozed until ${formatMoment(until)}: ${title}`, { undo })
      void later.mutateAsync({ params: { id }, body: { snoozedUntil: until?.toISOString() ?? null } }).then(notify, ignoreError)
    },
    read: ({ id, readDate }: Entry, isRead = true) => (readDate === null) === isRead && read.mutate({ params: { id }, body: { isRead } }),
    allDone: (reason: NotificationReason | undefined) => all.mutate({ body: { reason } }),
  }
}

export const entryDate = ({ snoozedUntil, createDate }: Entry) => snoozedUntil ?? createDate
const clock = (at: Date) => at.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
export function formatEntryTime(entry: Entry, now = new Date()): string {
  const day = formatInstantDay(entryDate(entry))
  return day === formatInstantDay(now) ? clock(new Date(entryDate(entry))) : day
}
export const formatMoment = (at: Date) => `${formatInstantDay(at)}, ${clock(at)}`

export function groupByDay(entries: readonly Entry[], now = new Date()) {
  const today = dayOf(now)
  const groupOf = (entry: Entry) => {
    const day = dayOf(new Date(entryDate(entry)))
    if (day > today) return 'Later'
    if (day === today) return 'Today'
    if (day === addDays(today, -1)) return 'Yesterday'
    return day >= addDays(today, -6) ? 'Last 7 days' : 'Earlier'
  }
  return [...groupByKey(entries, groupOf)].map(([label, items]) => ({ label, items }))
}

export function laterChoices(now = new Date()): { label: string; until: Date }[] {
  const at = (days: number, hour: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)
  const toMonday = (8 - now.getDay()) % 7 || 7
  return [
    { label: 'In three hours', until: new Date(now.getTime() + 3 * 3_600_000) },
    { label: 'Tomorrow morning', until: at(1, 8) },
    { label: 'Monday morning', until: at(toMonday, 8) },
    // On a Monday, this equals the next Monday morning.
    ...(toMonday === 7 ? [] : [{ label: 'In a week', until: at(7, 8) }]),
  ]
}
