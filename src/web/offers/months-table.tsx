import { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import { formatMonth } from '../../model/kit/dates.ts'
import { centsOf } from '../../model/kit/money.ts'
import { fullName } from '../../model/kit/names.ts'
import type { MovedBoard, MovedBoardRow } from '../../model/offers/moved-hours.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { Panel } from '../kit/pages.tsx'
import css from './offers.module.css'

const hundredthsToHours = (hundredths: number) => hundredths / 100
export const freeAfter = ({ person: { capacity, planned, moved } }: MovedBoard, month: string) =>
  hundredthsToHours(centsOf(capacity[month] ?? 0) - centsOf(planned[month] ?? 0) - centsOf(moved[month] ?? 0))
const formatSigned = (hours: number) => (hours > 0 ? `+${formatNumber(hours)}` : formatNumber(hours))

export function MonthsPanel(props: { board: MovedBoard; isDone: boolean }) {
  return (
    <Panel title="Months" isFlush>
      <MonthsTable {...props} />
    </Panel>
  )
}

/** Read-only table for forms; empty for a new form without a row. An approved request has a contract. */
export function AskedHours({ row }: { row: { board?: MovedBoard; contractId?: number | null } | undefined }) {
  return row?.board ? <MonthsTable board={row.board} isDone={row.contractId != null} /> : <span />
}

export function MonthsTable({ board, isDone }: { board: MovedBoard; isDone: boolean }) {
  const { months, rows, person } = board
  return (
    <section className={css.months} aria-label="Months of this request">
      <table className={css.table} aria-label="Hours by month">
        <thead>
          <tr>
            <th scope="col">Hours</th>
            {months.map((month) => (
              <th key={month} scope="col">
                {formatMonth(month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" title={describePhase(row)}>
                {row.from ?? 'Added'}, {LaborType.label(row.laborType)}
                <small>{describePhase(row)}</small>
              </th>
              {months.map((month) => (
                <SourceCell key={month} row={row} month={month} isDone={isDone} />
              ))}
            </tr>
          ))}
        </tbody>
        <tbody data-person>
          <tr>
            <th scope="row">
              {fullName(person.user)}
              <small>Change</small>
            </th>
            {months.map((month) => (
              <td key={month}>{person.moved[month] ? formatSigned(person.moved[month]) : '–'}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">
              {isDone ? 'Time left' : 'Time left afterwards'}
              <small>Of their capacity</small>
            </th>
            {months.map((month) => (
              <FreeCell key={month} board={board} month={month} />
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

const describePhase = ({ phaseType, contract }: MovedBoardRow) =>
  `${ConstructionPhaseType.label(phaseType)} in ${contract.number} ${contract.name}`

function SourceCell({ row, month, isDone }: { row: MovedBoardRow; month: string; isDone: boolean }) {
  const moved = row.moved[month] ?? 0
  if (moved === 0) return <td>–</td>
  if (row.from === null || moved > 0) return <td>{formatSigned(moved)}</td>
  const left = row.left[month] ?? 0
  const isShort = !isDone && centsOf(left) + centsOf(moved) < 0
  return (
    <td data-over={isShort || undefined}>
      {formatSigned(moved)}
      <small>{isDone ? `${formatNumber(left)} left` : `of ${formatNumber(left)} left`}</small>
    </td>
  )
}

function FreeCell({ board, month }: { board: MovedBoard; month: string }) {
  const free = freeAfter(board, month)
  return (
    <td data-over={free < 0 || undefined}>
      {formatNumber(free)}
      <small>of {formatNumber(board.person.capacity[month] ?? 0)}</small>
    </td>
  )
}
