import { formatCount } from '../kit/plural.ts'
import { SpaceStatus } from '../spaces/enums.ts'
import { TimelineItemType } from './enums.ts'
import type { DueDocument } from './timeline.ts'

interface DatedItem {
  readonly id: number
  readonly title: string
  readonly type: TimelineItemType
  readonly date: string
  readonly endDate: string | null
  readonly isDone: boolean
}

/** An open date of a project. Drawings due on one day are one date. */
export interface NextDate {
  key: string
  title: string
  kind: string
  date: string
  isLate: boolean
}

/** Lists what is open: late dates first, then the coming ones, soonest first. A period that has begun counts by its end. */
export function nextDates(items: readonly DatedItem[], documents: readonly DueDocument[], today: string): NextDate[] {
  const drawings = new Map<string, DueDocument[]>()
  for (const document of documents)
    if (document.state !== SpaceStatus.Completed) drawings.set(document.dueDate, [...(drawings.get(document.dueDate) ?? []), document])
  return [
    ...items
      .filter(({ isDone }) => !isDone)
      .map(({ id, title, type, date, endDate }) => ({
        key: `item ${id}`,
        title,
        kind: TimelineItemType.label(type),
        date: endDate !== null && date < today ? endDate : date,
      })),
    ...[...drawings].map(([date, due]) => ({
      key: `drawings ${date}`,
      title: due.length === 1 ? (due[0]?.title ?? '') : formatCount(due.length, 'drawing'),
      kind: 'Due',
      date,
    })),
  ]
    .map((item) => ({ ...item, isLate: item.date < today }))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}
