import { ActionIcon, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { type OverLimit, overInShort, overInWords, percentOfLimit } from '../../model/spaces/space-limits.ts'
import { IconAlertTriangle, IconChevronRight } from '../kit/look/icons.ts'
import css from './over-limit.module.css'

const told = (over: OverLimit[]) => `Over limit: ${over.map(overInShort).join(', ')}`

/** Above the lines of a room: what is over, by how much and to which share; one after the other where there are several. */
export function OverStrip({ over }: { over: OverLimit[] }) {
  const [at, setAt] = useState(0)
  const one = over[at % Math.max(1, over.length)]
  if (!one) return null
  const percent = percentOfLimit(one)
  return (
    <div className={css.strip} role="status" aria-label="Over limit">
      <IconAlertTriangle size={16} />
      <span className={css.text}>{overInWords(one)}</span>
      {percent && <b>{percent}</b>}
      {over.length > 1 && (
        <span className={css.place}>
          {(at % over.length) + 1} of {over.length}
          <ActionIcon aria-label="Next limit" size="sm" onClick={() => setAt((at + 1) % over.length)}>
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
