import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import type { Call } from '../../model/kit/description.ts'
import { Granularity } from '../../model/planning/enums.ts'
import { IconTool } from '../kit/list/list-tools.tsx'
import { IconChevronLeft, IconChevronRight, IconFileExport } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { can } from '../kit/request/can.ts'
import { type AnyCall, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import css from './board.module.css'
import { type BoardAddress, stepFrom } from './board-address.ts'
import { type Unit, units } from './board-units.ts'
import { phaseColor } from './phase-look.ts'

interface ToolsProps {
  board: BoardAddress
  first: string | undefined
  onExport?: () => void
}

export function BoardTools({ board, first, onExport }: ToolsProps) {
  const { byWeek, unit, set } = board
  const step = (by: -1 | 1) => first && set({ from: stepFrom(byWeek, first, by) })
  return (
    <>
      <ActionIcon aria-label="Earlier" onClick={() => step(-1)}>
        <IconChevronLeft size={16} />
      </ActionIcon>
      <Button size="xs" variant="default" onClick={() => set({ from: undefined })}>
        Today
      </Button>
      <ActionIcon aria-label="Later" onClick={() => step(1)}>
        <IconChevronRight size={16} />
      </ActionIcon>
      <SegmentedControl
        size="xs"
        aria-label="Columns"
        data={[
          { value: Granularity.Week, label: 'Week' },
          { value: Granularity.Month, label: 'Month' },
        ]}
        value={byWeek ? Granularity.Week : Granularity.Month}
        onChange={(value) => set({ granularity: value === Granularity.Month ? undefined : value })}
      />
      <SegmentedControl<Unit>
        size="xs"
        aria-label="Unit"
        data={units}
        value={unit}
        onChange={(value) => set({ unit: value === 'hours' ? undefined : value })}
      />
      {onExport && <IconTool label="Export" icon={<IconFileExport size={18} />} onClick={onExport} />}
    </>
  )
}

export function exporting<C extends AnyCall & Call>(call: C, args: { params?: object; query: object }): (() => void) | undefined {
  if (!can(call.permission)) return undefined
  return async () => {
    try {
      await request<AnyCall>(call, args as Parameters<typeof request<AnyCall>>[1])
      toast.success('The file is being generated. You will find it in the download center.')
    } catch (error) {
      showError(error)
    }
  }
}

const { SD, DD, CD, BID, CA } = ConstructionPhaseType
export function BoardLegend({ hasAway }: { hasAway?: boolean }) {
  return (
    <div className={css.legend} role="note" aria-label="Legend">
      {[SD, DD, CD, BID, CA].map((type) => (
        <span key={type}>
          <i className={css.square} style={{ '--bar': phaseColor(type) }} aria-hidden />
          {ConstructionPhaseType.label(type)}
        </span>
      ))}
      <span>
        <i className={css.hatch} aria-hidden />
        Tentative
      </span>
      {hasAway && (
        <span>
          <i className={css.hatch} data-away aria-hidden />
          Away, holiday
        </span>
      )}
    </div>
  )
}
