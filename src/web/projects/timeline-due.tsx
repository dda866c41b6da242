import { groupByKey } from '../../model/kit/keys.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { DueDocument } from '../../model/projects/timeline.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import css from './project-tabs.module.css'

interface Props {
  due: readonly DueDocument[]
  today: string
  at(day: string): number
}

/** Average character width in pixels, to reserve room for labels. */
const letter = 6.6
const dueDocumentName = ({ number, title }: DueDocument) => [number, title].filter(Boolean).join(' ')

export function DueLanes({ due, today, at }: Props) {
  const days = groupByKey(due, ({ dueDate }) => dueDate)
  const lanes: { end: number; days: string[] }[] = []
  const wordsOf = (day: string) => {
    const [first, ...more] = days.get(day) ?? []
    return first && more.length === 0 ? `${dueDocumentName(first)} due` : `${formatCount(more.length + 1, 'drawing')} due`
  }
  for (const day of [...days.keys()].sort()) {
    const end = at(day) + 34 + wordsOf(day).length * letter
    const free = lanes.find((lane) => lane.end <= at(day))
    if (free) {
      free.end = end
      free.days.push(day)
    } else lanes.push({ end, days: [day] })
  }
  const isLate = (day: string) => day < today && days.get(day)?.some(({ state }) => state !== SpaceStatus.Completed)
  return lanes.map((lane) => (
    <div key={lane.days[0]} className={css.lane}>
      {lane.days.map((day) => (
        <span
          key={day}
          className={css.due}
          data-late={isLate(day) || undefined}
          style={{ left: at(day) }}
          title={days.get(day)?.map(dueDocumentName).join('\n')}
        >
          <i aria-hidden />
          <b>{wordsOf(day)}</b>
        </span>
      ))}
    </div>
  ))
}
