import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { counted } from '../../model/kit/plural.ts'
import { type LimitedFigure, type OverLimit, overInShort, overInWords, percentOfLimit } from '../../model/spaces/space-limits.ts'
import { IconAlertTriangle, IconChevronRight } from '../kit/look/icons.ts'
import type { PlacedLine } from './line-saving.ts'
import css from './over-limit.module.css'

const told = (over: OverLimit[]) => `Over limit: ${over.map(overInShort).join(', ')}`

/** What of a line adds to a figure, and what such lines are called; of other figures a line does not say it. */
const causes: Partial<Record<LimitedFigure, { adds: (line: PlacedLine) => boolean; one: string }>> = {
  watts: { adds: ({ watts }) => (watts ?? 0) > 0, one: 'powered line' },
  heatBtuPerHour: { adds: ({ watts }) => (watts ?? 0) > 0, one: 'powered line' },
  tons: { adds: ({ watts }) => (watts ?? 0) > 0, one: 'powered line' },
  rackUnits: { adds: ({ rackUnits }) => (rackUnits ?? 0) > 0, one: 'line with rack units' },
}

interface StripProps {
  over: OverLimit[]
  lines: PlacedLine[]
  /** The ids of the lines that are shown alone, and how to show others. */
  shown: number[] | undefined
  show: (ids: number[] | undefined) => void
}

/** Above the lines of a room: what is over, by how much, to which share, and because of what; one after the other where there are several. */
export function OverStrip({ over, lines, shown, show }: StripProps) {
  const [at, setAt] = useState(0)
  const one = over[at % Math.max(1, over.length)]
  if (!one) return null
  const percent = percentOfLimit(one)
  const cause = causes[one.figure]
  const adding = cause ? lines.filter(cause.adds) : []
  return (
    <div className={css.strip} role="status" aria-label="Over limit">
      <IconAlertTriangle size={16} />
      <span className={css.text}>{overInWords(one)}</span>
      {percent && <b>{percent}</b>}
      {shown ? (
        <UnstyledButton className={css.cause} onClick={() => show(undefined)}>
          Show all lines
        </UnstyledButton>
      ) : (
        cause &&
        adding.length > 0 && (
          <UnstyledButton className={css.cause} onClick={() => show(adding.map(({ id }) => id))}>
            Show the {counted(adding.length, cause.one)}
          </UnstyledButton>
        )
      )}
      {over.length > 1 && (
        <span className={css.place}>
          {(at % over.length) + 1} of {over.length}
          <ActionIcon
            aria-label="Next limit"
            size="sm"
            onClick={() => {
              show(undefined)
              setAt((at + 1) % over.length)
            }}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </span>
      )}
    </div>
  )
}

/** On the card of a room. */
export const OverNote = ({ over }: { over: OverLimit[] }) => (
  <span className={css.note} title={over.map(overInWords).join(' ')}>
    <IconAlertTriangle size={14} />
    <span>{told(over)}</span>
  </span>
)

/** In the row of a room. */
export const OverMark = ({ over }: { over: OverLimit[] }) => (
  <Tooltip label={over.map(overInWords).join(' ')} multiline maw={320}>
    <span className={css.mark} role="img" aria-label={told(over)}>
      <IconAlertTriangle size={16} />
    </span>
  </Tooltip>
)
