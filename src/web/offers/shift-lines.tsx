import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import { addMonths, formatMonth } from '../../model/kit/dates.ts'
import type { WriteValues } from '../../model/kit/resource.ts'
import type { BalanceRow } from '../../model/offers/moved-hours.ts'
import { readShiftBalance } from '../../model/offers/shift-calls.ts'
import type { shiftRequests } from '../../model/offers/shift-requests.ts'
import type { ControlProps } from '../kit/form/controls.tsx'
import type { Form } from '../kit/form/form.ts'
import { NumberField } from '../kit/form/number-field.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { IconPlus, IconX } from '../kit/look/icons.ts'
import { Skeletons } from '../kit/pages.tsx'
import { useRead } from '../kit/request/call.ts'
import { session } from '../kit/request/session.ts'
import { loadedMonthRange, whoseHours } from './hours-grid.tsx'
import css from './offers.module.css'

type Line = NonNullable<WriteValues<typeof shiftRequests>['lines']>[number]

export function ShiftLinesControl({ value, onChange, problems = {}, error, form }: ControlProps<Line[]> & { form: Form }) {
  const { projectId, requesterUserId } = form.values
  const lines = value ?? []
  const span = loadedMonthRange(lines.map(({ fromMonth }) => fromMonth))
  const query = { projectId: Number(projectId ?? 0), userId: requesterUserId ?? session().user?.id, ...span }
  const { data, error: failed } = useRead(readShiftBalance, { query }, { enabled: Boolean(projectId), isQuiet: true, keepsOld: true })
  if (!projectId) return <p className={css.note}>Choose a project to see the hours that can be moved.</p>
  if (failed) return <p className={css.error}>The hours of this project could not be read.</p>
  if (!data) return <Skeletons rows={3} />
  const [first] = data.rows
  const messages = [error, ...Object.values(problems)].filter(Boolean)
  const set = (at: number, change: Partial<Line>) => onChange(lines.map((line, nth) => (nth === at ? { ...line, ...change } : line)))
  return (
    <div className={css.added}>
      {messages.map((message) => (
        <p key={message} className={css.error} role="alert">
          {message}
        </p>
      ))}
      {!first && lines.length === 0 && <p className={css.note}>No hours of an approved contract are left here in the coming year.</p>}
      {lines.map((line, index) => (
        <LineRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity before they are saved
          key={index}
          line={line}
          rows={data.rows}
          onChange={(change) => set(index, change)}
          onRemove={() => onChange(lines.toSpliced(index, 1))}
        />
      ))}
      {first && (
        <span>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange([...lines, initialShiftLine(first)])}
          >
            Add hours to move
          </Button>
        </span>
      )}
    </div>
  )
}

function initialShiftLine(row: BalanceRow): Line {
  const [month = loadedMonthRange([]).from] = Object.keys(row.months).sort()
  return { phaseRecordId: row.phaseRecordId, fromMonth: month, toMonth: addMonths(month, 1), hours: row.months[month] ?? 0 }
}

const describeBalanceRow = (row: BalanceRow) =>
  `${whoseHours(row)}, ${LaborType.label(row.laborType)}, ${ConstructionPhaseType.label(row.phaseType)} in ${row.contract.number}`

interface RowProps {
  line: Line
  rows: readonly BalanceRow[]
  onChange: (change: Partial<Line>) => void
  onRemove: () => void
}
function LineRow({ line, rows, onChange, onRemove }: RowProps) {
  const row = rows.find(({ phaseRecordId }) => phaseRecordId === line.phaseRecordId)
  const months = Object.entries(row?.months ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const choices = months.map(([month, left]) => ({ value: month, label: `${formatMonth(month)}, ${formatNumber(left)} h left` }))
  const isKnown = choices.some(({ value }) => value === line.fromMonth)
  return (
    <div className={css.addedRow}>
      <NativeSelect
        label="Hours of"
        value={String(line.phaseRecordId)}
        data={[
          ...(row ? [] : [{ value: String(line.phaseRecordId), label: 'Hours no longer available' }]),
          ...rows.map((item) => ({ value: String(item.phaseRecordId), label: describeBalanceRow(item) })),
        ]}
        onChange={({ currentTarget }) => {
          const chosen = rows.find(({ phaseRecordId }) => String(phaseRecordId) === currentTarget.value)
          if (chosen) onChange(initialShiftLine(chosen))
        }}
      />
      <NativeSelect
        label="From"
        value={line.fromMonth}
        data={[...(isKnown ? [] : [{ value: line.fromMonth, label: `${formatMonth(line.fromMonth)}, 0 h left` }]), ...choices]}
        onChange={({ currentTarget }) => onChange({ fromMonth: currentTarget.value })}
      />
      <TextInput
        type="month"
        label="To"
        value={line.toMonth}
        onChange={({ currentTarget }) => onChange({ toMonth: currentTarget.value })}
      />
      <NumberField
        label="Hours"
        w={96}
        min={0}
        step={0.25}
        decimalScale={2}
        value={line.hours}
        error={line.hours > (row?.months[line.fromMonth] ?? 0) ? 'Too many' : undefined}
        onChange={(hours) => onChange({ hours: Number(hours) || 0 })}
      />
      <ActionIcon aria-label="Remove these hours" onClick={onRemove}>
        <IconX size={14} />
      </ActionIcon>
    </div>
  )
}
