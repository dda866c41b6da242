import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import { addMonths, formatMonth, monthOf, monthsFrom } from '../../model/kit/dates.ts'
import { fullName } from '../../model/kit/names.ts'
import type { WriteValues } from '../../model/kit/resource.ts'
import type { BalanceRow } from '../../model/offers/moved-hours.ts'
import { readOfferBalance } from '../../model/offers/offer-calls.ts'
import type { resourceOffers } from '../../model/offers/resource-offers.ts'
import type { ControlProps } from '../kit/form/controls.tsx'
import type { Form } from '../kit/form/form.ts'
import { NumberField } from '../kit/form/number-field.tsx'
import { currentDay } from '../kit/look/clock.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { IconPlus, IconX } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { Skeletons } from '../kit/pages.tsx'
import { useRead } from '../kit/request/call.ts'
import { session } from '../kit/request/session.ts'
import { readHours } from '../planning/public.tsx'
import css from './offers.module.css'

export type Line = NonNullable<WriteValues<typeof resourceOffers>['lines']>[number]

export function loadedMonthRange(chosen: readonly string[]) {
  const now = monthOf(currentDay())
  const all = [...chosen.filter(Boolean), now, addMonths(now, 11)].sort()
  return { from: all[0] ?? now, to: all.at(-1) ?? now }
}

export function HoursControl({ value, onChange, problems = {}, error, form }: ControlProps<Line[]> & { form: Form }) {
  const { projectId, sourceUserId } = form.values
  const lines = value ?? []
  const span = loadedMonthRange(lines.map(({ month }) => month))
  const query = { projectId: Number(projectId ?? 0), userId: sourceUserId ?? session().user?.id, ...span }
  const { data, error: failed } = useRead(readOfferBalance, { query }, { enabled: Boolean(projectId), isQuiet: true, keepsOld: true })
  if (!projectId) return <p className={css.note}>Choose a project to see the hours that can be offered.</p>
  if (failed) return <p className={css.error}>The hours of this project could not be read.</p>
  if (!data) return <Skeletons rows={3} />
  const messages = [error, ...Object.values(problems)].filter(Boolean)
  return (
    <div>
      {messages.map((message) => (
        <p key={message} className={css.error} role="alert">
          {message}
        </p>
      ))}
      {data.rows.length === 0 ? (
        <p className={css.note}>No hours of an approved contract are left here in the coming year.</p>
      ) : (
        <Grid rows={data.rows} lines={lines} onChange={onChange} months={coveredMonths(data.rows, lines)} />
      )}
      <AddedHours rows={data.rows} lines={lines} onChange={onChange} />
    </div>
  )
}

const coveredMonths = (rows: readonly BalanceRow[], lines: readonly Line[]) => {
  const known = [...rows.flatMap(({ months }) => Object.keys(months)), ...lines.flatMap(({ month }) => month || [])].sort()
  const [first, last] = [known[0], known.at(-1)]
  return first && last ? monthsFrom(first, last) : []
}

interface GridProps {
  rows: readonly BalanceRow[]
  lines: readonly Line[]
  months: readonly string[]
  onChange: (lines: Line[]) => void
}

function Grid({ rows, lines, months, onChange }: GridProps) {
  function set({ phaseRecordId, contractId, phaseType, laborType }: BalanceRow, month: string, hours: number) {
    const others = lines.filter((line) => line.phaseRecordId !== phaseRecordId || line.month !== month)
    onChange(hours > 0 ? [...others, { phaseRecordId, contractId, phaseType, laborType, month, hours }] : others)
  }
  return (
    <section className={css.months} aria-label="Hours that can be offered">
      <table className={css.table} aria-label="Hours to offer, by month">
        <thead>
          <tr>
            <th scope="col">Hours of</th>
            {months.map((month) => (
              <th key={month} scope="col">
                {formatMonth(month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.phaseRecordId}>
              <th scope="row" title={`${row.phaseName} in ${row.contract.number} ${row.contract.name}`}>
                {whoseHours(row)}, {LaborType.label(row.laborType)}
                <small>
                  {ConstructionPhaseType.label(row.phaseType)} in {row.contract.number}
                </small>
              </th>
              {months.map((month) => (
                <HoursCell
                  key={month}
                  label={`Hours of ${whoseHours(row)}, ${LaborType.label(row.laborType)}, ${formatMonth(month)}`}
                  left={row.months[month] ?? 0}
                  hours={lines.find((line) => line.phaseRecordId === row.phaseRecordId && line.month === month)?.hours ?? 0}
                  onChange={(hours) => set(row, month, hours)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export const whoseHours = ({ user, genericName }: BalanceRow) => (user ? fullName(user) : (genericName ?? 'Generic'))

interface CellProps {
  label: string
  left: number
  hours: number
  onChange: (hours: number) => void
}
function HoursCell({ label, left, hours, onChange }: CellProps) {
  if (left === 0 && hours === 0) return <td>–</td>
  return (
    <td data-editable>
      <input
        aria-label={label}
        aria-invalid={hours > left || undefined}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        defaultValue={hours === 0 ? '' : formatNumber(hours)}
        key={hours}
        onBlur={({ currentTarget }) => {
          const { hours: typed, problem } = readHours(currentTarget.value)
          if (problem) toast.error(`${label}: ${problem}`)
          if (typed === undefined) currentTarget.value = hours === 0 ? '' : formatNumber(hours)
          else if (typed !== hours) onChange(typed)
        }}
      />
      <small>{formatNumber(left)} left</small>
    </td>
  )
}

const phases = ConstructionPhaseType.values.filter(({ value }) => value !== ConstructionPhaseType.Pause)

const choiceFromText = <V extends number>(choices: readonly { value: V }[], text: string) =>
  choices.find(({ value }) => String(value) === text)?.value ?? null

function AddedHours({ rows, lines, onChange }: Omit<GridProps, 'months'>) {
  const contracts = [...new Map(rows.map(({ contractId, contract }) => [contractId, contract]))]
  const first = contracts[0]
  const set = (at: number, change: Partial<Line>) => onChange(lines.map((line, nth) => (nth === at ? { ...line, ...change } : line)))
  const shown = lines.flatMap((line, index) => (line.phaseRecordId === null ? [{ line, at: index }] : []))
  if (!first) return null
  return (
    <div className={css.added}>
      {shown.map(({ line, at }) => (
        <div key={at} className={css.addedRow}>
          <NativeSelect
            label="Contract"
            value={String(line.contractId ?? '')}
            data={contracts.map(([id, { number, name }]) => ({ value: String(id), label: `${number} ${name}` }))}
            onChange={({ currentTarget }) => set(at, { contractId: Number(currentTarget.value) })}
          />
          <NativeSelect
            label="Phase"
            value={String(line.phaseType ?? '')}
            data={phases.map(({ value, label }) => ({ value: String(value), label }))}
            onChange={({ currentTarget }) => set(at, { phaseType: choiceFromText(phases, currentTarget.value) })}
          />
          <NativeSelect
            label="Labor type"
            value={String(line.laborType ?? '')}
            data={LaborType.values.map(({ value, label }) => ({ value: String(value), label }))}
            onChange={({ currentTarget }) => set(at, { laborType: choiceFromText(LaborType.values, currentTarget.value) })}
          />
          <TextInput
            type="month"
            label="Month"
            value={line.month}
            onChange={({ currentTarget }) => set(at, { month: currentTarget.value })}
          />
          <NumberField
            label="Hours"
            w={96}
            min={0}
            step={0.25}
            decimalScale={2}
            value={line.hours}
            onChange={(hours) => set(at, { hours: Number(hours) || 0 })}
          />
          <ActionIcon aria-label="Remove these hours" onClick={() => onChange(lines.filter((_, nth) => nth !== at))}>
            <IconX size={14} />
          </ActionIcon>
        </div>
      ))}
      <span>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            const [row] = rows
            if (row)
              onChange([
                ...lines,
                {
                  phaseRecordId: null,
                  contractId: row.contractId,
                  phaseType: row.phaseType,
                  laborType: row.laborType,
                  month: loadedMonthRange([]).from,
                  hours: 0,
                },
              ])
          }}
        >
          Add hours to a contract
        </Button>
      </span>
    </div>
  )
}
