// biome-ignore-all lint/a11y/useSemanticElements: a table cannot hold lines at their place among thousands
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the cell that is active
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid listens to keys

import { type MouseEvent, memo, type PointerEvent, type ReactNode, useState } from 'react'
import { formatCount } from '../../model/kit/plural.ts'
import { currentDay } from '../kit/look/clock.ts'
import { IconChevronDown, IconChevronRight, IconChevronUp, IconDots } from '../kit/look/icons.ts'
import css from './board.module.css'
import {
  type Bar,
  type BoardActions,
  type BoardCell,
  boardCellId,
  type CellPosition,
  type Heat,
  type Line,
  lineHeight,
  type Mark,
} from './board-lines.ts'
import { columnHeading, columnIndexAt, columnName, dayPosition, rangeSpan, type Scale } from './board-scale.ts'
import { barLook } from './phase-look.ts'

interface HeadProps {
  label: string
  scale: Scale
  marks: readonly Mark[]
  holidays: readonly string[]
  now: number | undefined
}

export function BoardHead({ label, scale, marks, holidays, now }: HeadProps) {
  const { columns } = scale
  const current = columnIndexAt(columns, currentDay())
  return (
    <div role="row" className={css.head} aria-rowindex={1}>
      <span role="columnheader" className={css.label}>
        {label}
      </span>
      {columns.map((column, index) => {
        const { name, year } = columnHeading(column, index)
        return (
          <span key={column.key} role="columnheader" className={css.column} data-now={index === current || undefined}>
            <b>
              {name} {year && <i>{year}</i>}
            </b>
            <small>{formatCount(column.workingDays, 'day')}</small>
          </span>
        )
      })}
      {holidays.map((day) => {
        const left = dayPosition(scale, day)
        return left > 0 && left < scale.full ? (
          <span key={day} className={css.holiday} style={{ left: `calc(var(--board-label) + ${left}px)` }} aria-hidden />
        ) : null
      })}
      {now !== undefined && (
        <span className={css.tag} style={{ left: `calc(var(--board-label) + ${now}px)` }} aria-hidden>
          {Number(currentDay().slice(8))}
        </span>
      )}
      {marks.map(({ place, day }) => (
        <span
          key={place}
          className={css.tag}
          data-outline
          style={{ left: `calc(var(--board-label) + ${dayPosition(scale, place)}px)` }}
          aria-hidden
        >
          {Number(day.slice(8))}
        </span>
      ))}
    </div>
  )
}

interface LineProps {
  line: Line
  rowIndex: number
  top: number
  scale: Scale
  active: number | undefined
  actions: BoardActions | undefined
  go: (place: CellPosition) => void
  toggle: (line: Line) => void
}

export const BoardLine = memo(function BoardLine({ line, rowIndex, top, scale, active, actions, go, toggle }: LineProps) {
  const height = lineHeight(line)
  const ghost = actions?.ghost?.line === line.key ? actions.ghost : undefined
  const editing = actions?.editor?.line === line.key ? actions.editor : undefined
  function openMenu(event: MouseEvent, column: number) {
    if (!actions?.onMenu?.(line, column, { x: event.clientX, y: event.clientY })) return
    event.preventDefault()
    go({ line: line.key, column })
  }
  return (
    <div
      role="row"
      className={css.line}
      data-kind={line.kind}
      data-numbers={line.cells !== undefined || undefined}
      data-movable={line.isMovable || undefined}
      data-editing={editing !== undefined || undefined}
      aria-level={line.depth + 1}
      aria-rowindex={rowIndex}
      aria-expanded={line.isOpen}
      style={{ top, height }}
    >
      <LineLabel line={line} isActive={active === -1} go={go} toggle={toggle} />
      {line.away?.map(({ startDate, endDate }) => {
        const stretch = rangeSpan(scale, { startDate, endDate })
        return (
          stretch && (
            <span
              key={startDate}
              className={css.away}
              style={{ left: `calc(var(--board-label) + ${stretch.left}px)`, width: stretch.width }}
              aria-hidden
            />
          )
        )
      })}
      {line.cells ? (
        line.cells.map((cell, column) => (
          <NumberCell
            key={scale.columns[column]?.key}
            id={boardCellId(line.key, column)}
            cell={cell}
            name={`${line.name}, ${columnNameAt(scale, column)}`}
            isActive={active === column}
            isTyped={line.isTyped}
            others={line.others?.get(column)}
            editor={editing?.column === column ? editing.control : undefined}
            onClick={() => {
              go({ line: line.key, column })
              actions?.onCell(line, column)
            }}
            onMenu={actions?.onMenu && ((event) => openMenu(event, column))}
          />
        ))
      ) : (
        <span
          role="gridcell"
          id={active !== undefined && active >= 0 ? boardCellId(line.key, active) : undefined}
          className={css.drawn}
          aria-colindex={2}
          aria-colspan={scale.columns.length}
          data-active={(active !== undefined && active >= 0) || undefined}
          onPointerDown={(event: PointerEvent) => {
            go({ line: line.key, column: columnUnder(event, scale) })
            actions?.onPointerDown(event, line, scale)
          }}
          onContextMenu={(event) => openMenu(event, columnUnder(event, scale))}
        >
          {line.bars?.map((bar) => (
            <PhaseBar key={bar.key} bar={bar} lanes={line.lanes ?? 1} height={height} scale={scale} isGone={ghost !== undefined} />
          ))}
          {ghost?.draw(scale)}
        </span>
      )}
    </div>
  )
})

function columnUnder({ clientX, currentTarget }: MouseEvent, { columns, width }: Scale) {
  const at = Math.floor((clientX - currentTarget.getBoundingClientRect().left) / width)
  return Math.min(Math.max(at, 0), columns.length - 1)
}

const columnNameAt = ({ columns }: Scale, at: number) => {
  const column = columns[at]
  return column ? columnName(column) : ''
}

function LineLabel({ line, isActive, go, toggle }: { line: Line; isActive: boolean } & Pick<LineProps, 'go' | 'toggle'>) {
  const { key, depth, isOpen, label, aside } = line
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <span
      role="rowheader"
      id={boardCellId(key, -1)}
      className={css.label}
      data-active={isActive || undefined}
      style={{ paddingLeft: `calc(var(--dna-pad) + ${Math.max(0, depth - 1) * 16}px)` }}
      onClick={() => go({ line: key, column: -1 })}
    >
      {isOpen !== undefined && (
        <button
          type="button"
          tabIndex={-1}
          className={css.chevron}
          aria-label={`${isOpen ? 'Close' : 'Open'} ${line.name}`}
          onClick={() => toggle(line)}
        >
          <Chevron size={14} />
        </button>
      )}
      {isOpen === undefined && line.kind !== 'entry' && line.kind !== 'group' && line.kind !== 'person' && <i className={css.noChevron} />}
      <span className={css.words}>{label}</span>
      {aside !== undefined && <span className={css.aside}>{aside}</span>}
    </span>
  )
}

interface CellProps {
  id: string
  cell: BoardCell | undefined
  name: string
  isActive: boolean
  isTyped: boolean | undefined
  others: string | undefined
  editor: ReactNode
  onClick: () => void
  onMenu: ((event: MouseEvent) => void) | undefined
}

function NumberCell({ id, cell, name, isActive, isTyped, others, editor, onClick, onMenu }: CellProps) {
  return (
    <span
      role="gridcell"
      id={id}
      className={css.cell}
      aria-readonly={isTyped ? undefined : true}
      data-typed={isTyped || undefined}
      data-active={isActive || undefined}
      data-over={cell?.isOver || undefined}
      data-heat={cell?.heat?.tone}
      data-others={others ? true : undefined}
      title={others ? `${others} ${cell?.title ?? ''}`.trim() : cell?.title}
      onClick={onClick}
      onContextMenu={onMenu}
    >
      {onMenu && isActive && cell && !editor && (
        <button
          type="button"
          tabIndex={-1}
          className={css.cellMenu}
          aria-label={`Actions for ${name}`}
          onClick={(event) => {
            event.stopPropagation()
            onMenu(event)
          }}
        >
          <IconDots size={14} />
        </button>
      )}
      {editor ?? (cell ? <CellText cell={cell} /> : <span className="dna-hidden">{name}: none</span>)}
    </span>
  )
}

export const CellText = ({ cell: { text, small, excess, heat } }: { cell: BoardCell }) => (
  <>
    {excess && <small>{excess}</small>}
    <span>
      {text}
      {small && <i className={css.small}>{small}</i>}
    </span>
    {heat && <HeatBar heat={heat} />}
  </>
)

/** Solid for firm hours, hatched for tentative hours after it. */
export const HeatBar = ({ heat: { tone, firm, tentative } }: { heat: Heat }) => (
  <i className={css.heat} data-tone={tone} aria-hidden>
    {firm > 0 && <b style={{ width: `${firm}%` }} />}
    {tentative > 0 && <b data-tentative style={{ width: `${tentative}%` }} />}
  </i>
)

interface BarProps {
  bar: Bar
  lanes: number
  height: number
  scale: Scale
  /** True while the bar is dragged: only its original position is drawn. */
  isGone: boolean
}

function PhaseBar({ bar, lanes, height, scale, isGone }: BarProps) {
  const stretch = rangeSpan(scale, bar)
  if (!stretch) return null
  const own = lanes === 1 ? (height > 32 ? 20 : 16) : Math.floor((height - 4 - lanes) / lanes)
  const top = lanes === 1 ? (height - own) / 2 : 2 + bar.lane * (own + 1)
  const { style, ...attributes } = barLook(bar.type, bar.isTentative)
  return (
    <span
      role="img"
      className={css.bar}
      {...attributes}
      data-gone={isGone || undefined}
      data-phase={bar.phaseId}
      aria-label={bar.title}
      title={bar.title}
      style={{ ...style, left: stretch.left, width: Math.max(4, stretch.width - 1), top, height: own }}
    >
      {own >= 14 && !isGone && <span>{bar.text}</span>}
    </span>
  )
}

/** Totals of all lines. Minor totals are hidden until requested. */
export function BoardFoot({ foot, from, scale }: { foot: readonly Line[]; from: number; scale: Scale }) {
  const [isAll, setAll] = useState(false)
  if (foot.length === 0) return null
  const hasMinor = foot.some(({ isMinor }) => isMinor)
  const shown = foot.filter(({ isMinor }) => isAll || !isMinor)
  const first = shown.find(({ kind }) => kind === 'sum') ?? shown[0]
  const Chevron = isAll ? IconChevronDown : IconChevronUp
  return (
    <div role="rowgroup" className={css.foot} data-foot>
      {shown.map((line, index) => (
        <div
          key={line.key}
          role="row"
          className={css.sum}
          data-kind={line.kind}
          data-strong={line.isStrong || undefined}
          aria-rowindex={from + index}
        >
          <span role="rowheader" className={css.label}>
            <span className={css.words}>
              {line.label}
              {hasMinor && line === first && (
                <button
                  type="button"
                  className={css.chevron}
                  aria-label={isAll ? 'Show fewer sums' : 'Show all sums'}
                  onClick={() => setAll(!isAll)}
                >
                  <Chevron size={14} />
                </button>
              )}
            </span>
            {line.aside !== undefined && <span className={css.aside}>{line.aside}</span>}
          </span>
          {scale.columns.map(({ key }, column) => {
            const cell = line.cells?.[column]
            return (
              <span key={key} role="gridcell" className={css.cell} data-over={cell?.isOver || undefined} title={cell?.title}>
                {cell?.excess && <small>{cell.excess}</small>}
                {cell ? <span>{cell.text}</span> : <span className="dna-muted">–</span>}
              </span>
            )
          })}
        </div>
      ))}
    </div>
  )
}
