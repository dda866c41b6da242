import { Tooltip, UnstyledButton } from '@mantine/core'
import { formatCount } from '../../model/kit/plural.ts'
import { describeOverLimit, type LimitedFigure, type OverLimit, overInShort, percentOfLimit } from '../../model/spaces/space-limits.ts'
import { IconAlertTriangle } from '../kit/look/icons.ts'
import css from './over-limit.module.css'

const overLimitText = (over: OverLimit[]) => `Over limit: ${over.map(overInShort).join(', ')}`

const causes: Record<LimitedFigure, [one: string, many: string]> = {
  watts: ['powered line', 'powered lines'],
  heatBtuPerHour: ['powered line', 'powered lines'],
  tons: ['powered line', 'powered lines'],
  acOutlets: ['line with AC power', 'lines with AC power'],
  poeWatts: ['PoE-powered line', 'PoE-powered lines'],
  networkPorts: ['line with network ports', 'lines with network ports'],
  rackUnits: ['line with rack units', 'lines with rack units'],
  weightLb: ['line with a weight', 'lines with a weight'],
  total: ['priced line', 'priced lines'],
}

interface LimitProps {
  item: OverLimit
  lines: Partial<Record<LimitedFigure, number[]>> | undefined
  shown: number[] | undefined
  show: (ids: number[] | undefined) => void
}

/** Exceeded limit of a room with the excess, the percentage and the cause. */
export function LimitMessage({ item, lines, shown, show }: LimitProps) {
  const percent = percentOfLimit(item)
  const adding = lines?.[item.figure] ?? []
  return (
    <div className={css.limit} role="status" aria-label="Over limit">
      <IconAlertTriangle size={16} />
      <span>{describeOverLimit(item)}</span>
      {percent && <b>{percent}</b>}
      {shown ? (
        <UnstyledButton className={css.cause} onClick={() => show(undefined)}>
          Show all lines
        </UnstyledButton>
      ) : (
        adding.length > 0 && (
          <UnstyledButton className={css.cause} onClick={() => show(adding)}>
            Show the {formatCount(adding.length, ...causes[item.figure])}
          </UnstyledButton>
        )
      )}
    </div>
  )
}

export const OverNote = ({ over }: { over: OverLimit[] }) => (
  <span className={css.note} title={over.map(describeOverLimit).join(' ')}>
    <IconAlertTriangle size={14} />
    <span>{overLimitText(over)}</span>
  </span>
)

export const OverMark = ({ over }: { over: OverLimit[] }) => (
  <Tooltip label={over.map(describeOverLimit).join(' ')} multiline maw={320}>
    <span className={css.mark} role="img" aria-label={overLimitText(over)}>
      <IconAlertTriangle size={16} />
    </span>
  </Tooltip>
)
