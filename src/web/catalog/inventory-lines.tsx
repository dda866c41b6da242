import { type CSSProperties, memo, type ReactNode } from 'react'
import { IconArrowDown, IconArrowUp } from '../kit/look/icons.ts'
import css from './inventory.module.css'
import { type Equipment, gridColumns, type RowEdit, shownText } from './inventory-edits.ts'
import { headHeight, lefts, numberWidth, rowHeight } from './inventory-places.ts'

/** The first two columns are sticky; on a phone only the first. */
const columnStyle = (width: number, at: number): CSSProperties => ({ width, ...(at < 2 && { '--left': `${lefts[at]}px` }) })

export const gridCellId = (at: number, column: number) => `inventory-${at}-${column}`

export function GridHead({ sort, onSort }: { sort: string[]; onSort: (sort: string[]) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid takes the focus
    <div className={css.head} role="row" aria-rowindex={1}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid takes the focus */}
      <span role="columnheader" aria-colindex={1} className={css.number} style={{ width: numberWidth }}>
        Row
      </span>
      {gridColumns.map(({ key, label, width, isRight }, index) => {
        const isDown = sort[0] === `-${key}`
        const isUp = sort[0] === key
        return (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the button in it takes the focus
          <span
            key={key}
            role="columnheader"
            aria-colindex={index + 2}
            aria-sort={isDown ? 'descending' : isUp ? 'ascending' : undefined}
            data-right={isRight || undefined}
            data-fixed={index < 2 ? index : undefined}
            style={columnStyle(width, index)}
          >
            <button type="button" tabIndex={-1} onClick={() => onSort([isUp ? `-${key}` : key])}>
              {label}
              {isUp && <IconArrowUp size={12} />}
              {isDown && <IconArrowDown size={12} />}
            </button>
          </span>
        )
      })}
    </div>
  )
}

interface LineProps {
  at: number
  row: Equipment | undefined
  edit: RowEdit | undefined
  active: number
  from: number
  to: number
  editor: ReactNode
}

/** Only for display: the editor and the clipboard have plain digits. */
const wholeThousands = /^\d{4,}(?=\.|$)/
const withCommas = (digits: string) => Number(digits).toLocaleString('en-US')

/** Memoized, so that scrolling and moving rerender only the lines that change. */
export const GridLine = memo(function GridLine({ at, row, edit, active, from, to, editor }: LineProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid takes the focus
    <div
      className={css.line}
      role="row"
      aria-rowindex={at + 2}
      data-at={at}
      data-editing={editor ? true : undefined}
      data-stale={edit?.newer ? true : undefined}
      style={{ top: headHeight + at * rowHeight }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid takes the focus */}
      <span role="rowheader" aria-colindex={1} className={css.number} style={{ width: numberWidth }}>
        {(at + 1).toLocaleString('en-US')}
      </span>
      {gridColumns.map((column, columnIndex) => {
        const cell = edit?.cells[column.key]
        const stands = row && shownText(row, column, edit)
        const text = column.isRight && !cell?.problem ? stands?.replace(wholeThousands, withCommas) : stands
        const theirs = edit?.newer && shownText(edit.newer, column, undefined)
        const isNewer = theirs !== undefined && theirs !== shownText(edit!.base, column, undefined)
        return (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the grid takes the focus
          <span
            key={column.key}
            id={gridCellId(at, columnIndex)}
            role="gridcell"
            aria-colindex={columnIndex + 2}
            aria-selected={columnIndex >= from && columnIndex <= to}
            aria-readonly={column.field ? undefined : true}
            aria-invalid={cell?.problem ? true : undefined}
            data-cell={columnIndex}
            data-active={columnIndex === active || undefined}
            data-changed={cell ? true : undefined}
            data-right={column.isRight || undefined}
            data-fixed={columnIndex < 2 ? columnIndex : undefined}
            title={cell?.problem ?? (isNewer ? `Someone else changed this to “${theirs}”` : text)}
            style={columnStyle(column.width, columnIndex)}
          >
            {columnIndex === active && editor ? editor : row ? text : columnIndex === 1 ? <i /> : null}
            {cell?.problem && <span className="dna-hidden">, {cell.problem}</span>}
          </span>
        )
      })}
    </div>
  )
})
