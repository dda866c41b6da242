import { Menu } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { IconDots, IconEye } from '../look/icons.ts'
import css from './table.module.css'
import { type Column, cellProps, type Layout } from './table-columns.ts'

interface TableLineProps<Row> {
  layout: Layout<Row>
  nameOf: (row: Row) => string
  onToggle?: (row: Row, isRange: boolean) => void
  onPeek?: (row: Row) => void
  onFocus: (row: Row) => void
  menu?: (row: Row) => ReactNode
}

interface LineProps<Row> {
  lines: TableLineProps<Row>
  row: Row
  index: number
  isSelected: boolean
  isTabStop: boolean
  /** Sets `aria-rowindex`, because not all rows are rendered. */
  isNumbered: boolean
}

export function TableLine<Row>({ lines, row, index: nth, isSelected, isTabStop, isNumbered }: LineProps<Row>) {
  const { layout, nameOf, onToggle, onPeek, onFocus, menu } = lines
  return (
    <tr
      data-row={nth}
      aria-rowindex={isNumbered ? nth + 2 : undefined}
      data-selected={isSelected || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={() => onFocus(row)}
    >
      {layout.hasLead && (
        <td className={`${css.lead} ${css.sticky}`} style={{ left: 0 }}>
          {onToggle && (
            <input
              type="checkbox"
              className={css.check}
              tabIndex={isTabStop ? 0 : -1}
              aria-label={`Select ${nameOf(row)}`}
              checked={isSelected}
              onChange={({ nativeEvent }) => onToggle(row, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
            />
          )}
        </td>
      )}
      {layout.columns.map((column, index) => (
        <Cell key={column.key} column={column} attributes={cellProps(layout, index)} row={row}>
          {onPeek && column.tone === 'name' && (
            <button
              type="button"
              className={css.peek}
              tabIndex={-1}
              aria-label={`Peek at ${nameOf(row)}`}
              title="Peek"
              onClick={() => onPeek(row)}
            >
              <IconEye size={16} stroke={1.6} />
            </button>
          )}
        </Cell>
      ))}
      {menu && (
        <td className={css.menu}>
          <RowMenu label={`Actions for ${nameOf(row)}`}>{() => menu(row)}</RowMenu>
        </td>
      )}
    </tr>
  )
}

function Cell<Row>(props: { column: Column<Row>; attributes: ReturnType<typeof cellProps>; row: Row; children: ReactNode }) {
  const content = props.column.cell(props.row)
  return (
    <td {...props.attributes} title={typeof content === 'string' ? content : undefined}>
      {content ?? <span className="dna-muted">–</span>}
      {props.children}
    </td>
  )
}

/** Renders a row's menu only on demand, because a page has a hundred rows. */
export function RowMenu({ label, children }: { label: string; children: () => ReactNode }) {
  const [isWoken, setWoken] = useState(false)
  const [isOpen, setOpen] = useState(false)
  function wake() {
    setWoken(true)
    setOpen(true)
  }
  const button = (
    <button type="button" className={css.dots} tabIndex={-1} aria-label={label} aria-haspopup="menu" onClick={isWoken ? undefined : wake}>
      <IconDots size={16} stroke={1.6} />
    </button>
  )
  if (!isWoken) return button
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{children()}</Menu.Dropdown>
    </Menu>
  )
}

export function Skeleton({ layout: { columns, hasLead, hasMenu }, count }: { layout: Layout<never>; count: number }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity
        <tr key={index}>
          {hasLead && <td />}
          {columns.map((column, nth) => (
            <td key={column.key} className={column.align === 'right' ? css.right : undefined}>
              <span className={css.bar} style={{ width: `${40 + ((index * 7 + nth * 13) % 5) * 9}%` }} />
            </td>
          ))}
          {hasMenu && <td />}
        </tr>
      ))}
    </tbody>
  )
}
