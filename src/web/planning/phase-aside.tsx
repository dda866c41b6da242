import { ActionIcon } from '@mantine/core'
import type { BoardPhaseRow } from '../../model/planning/boards.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { IconPlus } from '../kit/look/icons.ts'
import css from './board.module.css'

export function PhaseAside({ row, onAdd }: { row: BoardPhaseRow; onAdd: ((row: BoardPhaseRow) => void) | undefined }) {
  return (
    <span className={css.phaseAside}>
      {row.hours !== undefined && `${formatNumber(row.hours, 0)} h`}
      {onAdd && (
        <ActionIcon size={24} tabIndex={-1} aria-label={`Add hours to ${row.name}`} onClick={() => onAdd(row)}>
          <IconPlus size={14} />
        </ActionIcon>
      )}
    </span>
  )
}
