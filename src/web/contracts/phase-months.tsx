import { type KeyboardEvent, useState } from 'react'
import { LaborType } from '../../model/access/enums.ts'
import type { ConstructionPhase, PhaseRecord } from '../../model/contracts/construction-phases.ts'
import { formatMonth } from '../../model/kit/dates.ts'
import { rangeMonths } from '../../model/planning/spread.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { readHours } from '../planning/public.tsx'
import css from './contract.module.css'
import { type PhaseEdits, recordPersonName, spreadHoursByMonth } from './phase-edits.ts'

interface Props {
  phase: ConstructionPhase
  edits: PhaseEdits
  mayChange: boolean
}

export function PhaseMonths({ phase, edits, mayChange }: Props) {
  const months = rangeMonths(phase)
  const lines = phase.records.map((record) => ({ record, hours: spreadHoursByMonth(record, phase) }))
  const sum = (month: string) => lines.reduce((total, { hours }) => total + (hours.get(month) ?? 0), 0)
  return (
    <section className={css.wide} aria-label="Hours by month">
      <table className={css.byMonth} aria-label={`Hours of ${phase.name} by month`}>
        <thead>
          <tr>
            <th scope="col">Hours by month</th>
            {months.map((month) => (
              <th key={month} scope="col" data-right>
                {formatMonth(month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ record, hours }) => (
            <tr key={record.id}>
              <th scope="row" title={spreadWords(record)}>
                {recordPersonName(record)}, {LaborType.label(record.laborType)}
              </th>
              {months.map((month) => (
                <td key={month} data-right data-spread={record.allocations.length === 0 || undefined}>
                  {mayChange ? (
                    <MonthCell {...{ phase, record, month, edits }} kept={hours.get(month) ?? 0} />
                  ) : (
                    <Hours value={hours.get(month) ?? 0} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {months.map((month) => (
              <td key={month} data-right>
                <Hours value={sum(month)} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

const spreadWords = ({ allocations }: PhaseRecord) => (allocations.length === 0 ? 'Spread by working days' : 'Entered month by month')

const Hours = ({ value }: { value: number }) => (value === 0 ? <span className="dna-muted">–</span> : formatNumber(value))

interface CellProps extends Omit<Props, 'mayChange'> {
  record: PhaseRecord
  month: string
  kept: number
}

function MonthCell({ phase, record, month, kept, edits }: CellProps) {
  const [text, setText] = useState<string>()
  const shown = edits.typedAt(record.id, month) ?? kept
  const label = `Hours of ${recordPersonName(record)}, ${LaborType.label(record.laborType)}, ${formatMonth(month)}`
  const { hours: typed, problem } = text === undefined ? { hours: shown } : readHours(text)
  function finish() {
    setText(undefined)
    if (problem) toast.error(`${label}: ${problem}`)
    if (typed !== undefined && typed !== shown) void edits.setMonth(phase, record, month, typed)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') finish()
    else if (event.key === 'Escape') setText(undefined)
  }
  return (
    <input
      aria-label={label}
      aria-invalid={problem !== undefined || undefined}
      title={problem}
      data-untouched={text === undefined || undefined}
      inputMode="decimal"
      autoComplete="off"
      placeholder="–"
      value={text ?? (shown === 0 ? '' : formatNumber(shown))}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={finish}
    />
  )
}
