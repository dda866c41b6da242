import { Link } from '@tanstack/react-router'
import { type ClipboardEvent, useState } from 'react'
import { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import type { WeekOfHours, WeekRow } from '../../model/hours/actual-hours.ts'
import { formatDate, weekdayOf } from '../../model/kit/dates.ts'
import { sumMoney } from '../../model/kit/money.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { handleCellKey } from '../kit/parts/cell-keys.ts'
import css from './hours.module.css'
import { type CellEdit, readDayHours, rowWords, type WeekEdits } from './week-edits.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const dayWords = (day: string) => `${weekdays[weekdayOf(day) - 1]} ${formatDate(day).slice(5)}`
/** Hours have two decimals like dollars, so money arithmetic applies. */
const sumHours = (hours: Readonly<Record<string, number>>) => sumMoney(Object.values(hours))

interface Props {
  week: WeekOfHours
  rows: readonly WeekRow[]
  today: string
  edits: WeekEdits
}

export function WeekGrid({ week, rows, today, edits }: Props) {
  const { days, hidden, capacityHours } = week
  const hoursOf = (row: WeekRow, day: string) => edits.typedAt(row, day) ?? row.hours[day] ?? 0
  const sumsOfDays = days.map((day) => sumMoney([...rows.map((row) => hoursOf(row, day)), hidden[day] ?? 0]))
  const total = sumMoney(sumsOfDays)
  const cells = (row: WeekRow) => days.map((day) => hoursOf(row, day))
  const hasHidden = Object.keys(hidden).length > 0
  return (
    <section className={css.scroll} aria-label="Hours of the week">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Project, phase</th>
            {days.map((day) => (
              <th key={day} scope="col" data-today={day === today || undefined}>
                {weekdays[weekdayOf(day) - 1]}
                <small>{formatDate(day).slice(5)}</small>
              </th>
            ))}
            <th scope="col">Worked</th>
            <th scope="col">Planned</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.key}>
              <th scope="row">
                <RowName row={row} />
              </th>
              {days.map((day, column) => (
                <HoursCell
                  key={day}
                  name={`${rowWords(row)}, ${LaborType.label(row.laborType)}, ${dayWords(day)}`}
                  position={{ row: index, column }}
                  hours={hoursOf(row, day)}
                  brought={row.brought[day] ?? 0}
                  isWritable={week.isWritable && !row.isReadOnly}
                  above={index > 0 && rows[index - 1] ? hoursOf(rows[index - 1] ?? row, day) : undefined}
                  onType={(hours) => edits.saveCell({ row, date: day, hours, before: hoursOf(row, day) })}
                  onPaste={(text) => void pasted(text, { rows, days, at: index, column, hoursOf, edits })}
                />
              ))}
              <td className={css.sum}>{formatNumber(sumMoney(cells(row)))}</td>
              <td className={css.sum}>{row.plannedHours === 0 ? <span className="dna-muted">–</span> : formatNumber(row.plannedHours)}</td>
            </tr>
          ))}
          {hasHidden && (
            <tr>
              <th scope="row">
                <span className="dna-muted">Projects you can no longer see</span>
              </th>
              {days.map((day) => (
                <td key={day}>{hidden[day] === undefined ? '' : formatNumber(hidden[day])}</td>
              ))}
              <td className={css.sum}>{formatNumber(sumHours(hidden))}</td>
              <td className={css.sum} />
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            {days.map((day, index) => (
              <td key={day}>{formatNumber(sumsOfDays[index] ?? 0)}</td>
            ))}
            <td data-over={total > capacityHours || undefined}>{formatNumber(total)}</td>
            <td>{formatNumber(sumMoney(rows.map(({ plannedHours }) => plannedHours)))}</td>
          </tr>
          <tr>
            <th scope="row" colSpan={days.length + 1}>
              Capacity of the week
            </th>
            <td>{formatNumber(capacityHours)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function RowName({ row: { project, phase, contract, laborType } }: { row: WeekRow }) {
  return (
    <>
      <Link to={`/projects/${project.id}`}>{project.name}</Link>
      <small>
        {phase ? `${ConstructionPhaseType.label(phase.type)}, ${phase.name}` : (contract?.name ?? 'No phase')}
        <b>{LaborType.label(laborType)}</b>
      </small>
    </>
  )
}

interface Paste {
  rows: readonly WeekRow[]
  days: readonly string[]
  at: number
  column: number
  hoursOf: (row: WeekRow, day: string) => number
  edits: WeekEdits
}
/** Writes tab-separated cells of the clipboard. Cells outside the grid are skipped; those without a valid number are reported. */
function pasted(text: string, { rows, days, at, column, hoursOf, edits }: Paste) {
  const problems: string[] = []
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const changes = lines.flatMap((line, down) =>
    line.split('\t').flatMap((cell, right): CellEdit[] => {
      const [row, date] = [rows[at + down], days[column + right]]
      if (!row || !date || row.isReadOnly) return []
      const { hours, problem } = readDayHours(cell)
      if (problem) problems.push(`${rowWords(row)}, ${formatDate(date)}: ${problem}`)
      if (hours === undefined || hours === hoursOf(row, date)) return []
      return [{ row, date, hours, before: hoursOf(row, date) }]
    }),
  )
  const [first] = problems
  if (first) toast.error(problems.length > 1 ? `${formatCount(problems.length, 'cell was', 'cells were')} not pasted. ${first}` : first)
  return changes.length > 0 ? edits.save(changes, `${changes.length} cells pasted`) : undefined
}

interface CellProps {
  name: string
  position: { row: number; column: number }
  hours: number
  brought: number
  isWritable: boolean
  above: number | undefined
  onType: (hours: number) => void
  onPaste: (text: string) => void
}

function HoursCell({ name, position, hours, brought, isWritable, above, onType, onPaste }: CellProps) {
  const [text, setText] = useState<string>()
  const { hours: typedHours, problem }: Partial<ReturnType<typeof readDayHours>> = text === undefined ? {} : readDayHours(text)
  const finish = () => {
    if (problem) toast.error(`${name}: ${problem}`)
    if (typedHours !== undefined && typedHours !== hours) onType(typedHours)
    setText(undefined)
  }
  const why = brought > 0 ? `${formatNumber(brought)} of these hours come from a file or from Tempo` : undefined
  if (!isWritable) return <td title={why}>{hours === 0 ? '' : formatNumber(hours)}</td>
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const copied = event.clipboardData.getData('text')
    if (!/[\t\n]/.test(copied.replace(/\r?\n$/, ''))) return
    event.preventDefault()
    onPaste(copied)
  }
  return (
    <td className={css.cell} title={problem ?? why} data-brought={brought > 0 || undefined}>
      <input
        className={css.input}
        aria-label={name}
        aria-invalid={problem !== undefined || undefined}
        inputMode="decimal"
        autoComplete="off"
        placeholder="–"
        value={text ?? (hours === 0 ? '' : String(hours))}
        data-place={`${position.row} ${position.column}`}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={finish}
        onPaste={paste}
        onKeyDown={(event) => {
          const table = event.currentTarget.closest('table')
          handleCellKey(event, {
            isTyping: text !== undefined,
            restore: () => setText(undefined),
            fill: setText,
            above: above === 0 ? '' : above?.toString(),
            next: (down, right) => table?.querySelector<HTMLElement>(`[data-place="${position.row + down} ${position.column + right}"]`),
          })
        }}
      />
    </td>
  )
}
