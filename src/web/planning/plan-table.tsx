import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, memo } from 'react'
import { type PlanCell, type PlanColumn, type PlanPerson, type PlanSums, planSums } from '../../model/planning/monthly-plans.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { UserAvatar } from '../kit/pages.tsx'
import { userName } from '../kit/parts/small-parts.tsx'
import { useCellEditor } from '../kit/request/optimistic.ts'
import { readHours } from './hours-text.ts'
import css from './monthly-plans.module.css'

export interface Typed {
  userId: string
  column: PlanColumn
  plannedHours: number
  before: number
  note: string | null
}
interface Props {
  columns: readonly PlanColumn[]
  people: readonly PlanPerson[]
  sums: PlanSums
  onType: (typed: Typed) => Promise<void>
}

const planColumnName = ({ project, label }: PlanColumn) => project?.name ?? label ?? ''

export function PlanTable({ columns, people, sums, onType }: Props) {
  return (
    <section className={css.scroll} aria-label="Plans of the month">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Capacity</th>
            <th scope="col">Planned</th>
            <th scope="col">Board</th>
            <th scope="col" className={css.sumEnd}>
              Difference
            </th>
            {columns.map((column) => (
              <th key={column.key} scope="col" title={planColumnName(column)}>
                {column.project ? (
                  <Link to={`/projects/${column.project.id}/small-board`}>{column.project.name}</Link>
                ) : (
                  planColumnName(column)
                )}
                <small>{column.project ? column.project.number : column.isRestricted ? 'hidden' : 'label'}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person, row) => (
            <PersonRow key={person.user.id} person={person} row={row} columns={columns} onType={onType} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Everybody</th>
            <Sums sums={sums} />
            {columns.map(({ key }) => {
              const { plannedHours, boardHours } = planSums(
                people.flatMap(({ cells }) => cells[key] ?? []),
                0,
              )
              return (
                <td key={key}>
                  {formatNumber(plannedHours)}
                  <span className={css.board}>board {formatNumber(boardHours)}</span>
                </td>
              )
            })}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

const Sums = ({ sums: { capacityHours, plannedHours, boardHours, difference } }: { sums: PlanSums }) => (
  <>
    <td className={css.sum}>{formatNumber(capacityHours)}</td>
    <td className={css.sum} data-over={plannedHours > capacityHours || undefined}>
      {formatNumber(plannedHours)}
    </td>
    <td className={css.sum} data-over={boardHours > capacityHours || undefined}>
      {formatNumber(boardHours)}
    </td>
    <td className={`${css.sum} ${css.sumEnd}`}>{`${difference > 0 ? '+' : ''}${formatNumber(difference)}`}</td>
  </>
)

interface RowProps extends Pick<Props, 'columns' | 'onType'> {
  person: PlanPerson
  row: number
}
const PersonRow = memo(function PersonRow({ person, row, columns, onType }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <UserAvatar user={person.user} withName />
      </th>
      <Sums sums={person} />
      {columns.map((column, index) => {
        const cell = person.cells[column.key]
        return (
          <PlannedCell
            key={column.key}
            name={`${userName(person.user)}, ${planColumnName(column)}`}
            position={{ row, at: index }}
            cell={cell}
            isWritable={person.isWritable && !column.isRestricted}
            onType={(plannedHours, before) => onType({ userId: person.user.id, column, plannedHours, before, note: cell?.note ?? null })}
          />
        )
      })}
    </tr>
  )
})

interface CellProps {
  name: string
  position: { row: number; at: number }
  cell: PlanCell | undefined
  isWritable: boolean
  onType: (hours: number, before: number) => Promise<void>
}

function PlannedCell({ name, position, cell, isWritable, onType }: CellProps) {
  const planned = cell?.plannedHours
  const board = cell?.boardHours ?? 0
  const storedText = planned === undefined ? '' : String(planned)
  const typing = useCellEditor(storedText, (text, seen) => onType(Number(text), Number(seen)).then(() => true))
  const { typed: text, shown, type, write, restore } = typing
  const { hours, problem }: Partial<ReturnType<typeof readHours>> = text === undefined ? {} : readHours(text)
  function finish() {
    if (problem) toast.error(`${name}: ${problem}`)
    if (hours === undefined || hours === Number(shown)) restore()
    else void write(String(hours))
  }
  return (
    <td
      className={css.cell}
      title={problem ?? cell?.note ?? undefined}
      data-differs={(planned !== undefined && board > 0 && planned !== board) || undefined}
    >
      {isWritable ? (
        <input
          className={css.input}
          aria-label={name}
          aria-invalid={problem !== undefined || undefined}
          inputMode="decimal"
          autoComplete="off"
          placeholder="–"
          value={text ?? shown}
          data-place={`${position.row} ${position.at}`}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={finish}
          onKeyDown={(event) => onKey(event, position, restore)}
        />
      ) : (
        storedText
      )}
      {board !== 0 && <span className={css.board}>board {formatNumber(board)}</span>}
    </td>
  )
}

/** Enter and the vertical arrows move to the next user; Escape reverts. */
function onKey(event: KeyboardEvent<HTMLInputElement>, { row, at }: CellProps['position'], restore: () => void) {
  const steps: Record<string, number> = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }
  if (event.key === 'Escape') return restore()
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  const next = event.currentTarget.closest('table')?.querySelector<HTMLInputElement>(`[data-place="${row + step} ${at}"]`)
  if (next) next.focus()
  else event.currentTarget.blur()
}
