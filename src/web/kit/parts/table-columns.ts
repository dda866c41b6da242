import type { CSSProperties, ReactNode } from 'react'
import css from './table.module.css'

export type RowKey = number | string

export interface Column<Row = any> {
  key: string
  label: string
  /** Read out, not shown: a picture explains itself. */
  isLabelHidden?: boolean
  unit?: string
  /** In px; the column without one takes the free width. */
  width?: number
  /** What its cells say, where their words may decide how wide it is, and between what. */
  text?: (row: Row) => string
  least?: number
  most?: number
  /** What its words would take; they get it where there is room left. */
  wants?: number
  /** Room for what stands beside the words. */
  beside?: number
  align?: 'right'
  /** The name of the row stands out, everything that is not text 1 steps back. */
  tone?: 'name' | 'quiet'
  sortable?: boolean
  /** Left out where the table would scroll sideways for it. */
  stepsBack?: boolean
  /** Cannot be hidden. */
  locked?: boolean
  /** Stays when the table scrolls sideways. */
  sticky?: boolean
  cell: (row: Row) => ReactNode
  /** What stands in the row of a group and in the total. */
  sum?: (rows: Row[], group?: RowKey) => ReactNode
}

export const defaultMinWidth = 140
export const minColumnWidth = 48
export const maxColumnWidth = 900
export const leadColumnWidth = 48
export const menuColumnWidth = 52

/** The columns with what stands before and behind them. */
export interface Layout<Row> {
  columns: Column<Row>[]
  /** A first cell for the box that selects a row or the button that closes a group. */
  hasLead: boolean
  /** A last cell for the menu of a row. */
  hasMenu: boolean
  /** How far from the left edge a column stays while the others scroll; nothing for one that scrolls. */
  lefts: (number | undefined)[]
}

/** Tells layouts apart whose rows are made differently: by their columns and where these stay. */
export const layoutKey = ({ columns, lefts }: Layout<never>) => columns.map(({ key }, at) => `${key} ${lefts[at] ?? ''}`).join()

/** What a column needs at least. */
export const minWidthOf = <Row>({ width, least = defaultMinWidth }: Column<Row>) => width ?? least

export function createLayout<Row>(columns: Column<Row>[], hasLead: boolean, hasMenu: boolean): Layout<Row> {
  let left = hasLead ? leadColumnWidth : 0
  const lefts = columns.map((column) => {
    const { sticky } = column
    const width = minWidthOf(column)
    if (!sticky) return undefined
    left += width
    return left - width
  })
  return { columns, hasLead, hasMenu, lefts }
}

/** The columns as wide as the person has made them, whatever the room. */
export const withWidths = <Row>(columns: Column<Row>[], widths: Record<string, number> = {}): Column<Row>[] =>
  columns.map((column) => (widths[column.key] ? { ...column, width: widths[column.key], text: undefined, wants: undefined } : column))

export const cellCount = ({ columns, hasLead, hasMenu }: Layout<never>) => columns.length + Number(hasLead) + Number(hasMenu)

/** The table scrolls sideways where there is less room than that. */
export const layoutWidth = ({ columns, hasLead, hasMenu }: Layout<never>) =>
  columns.reduce((sum, column) => sum + minWidthOf(column), (hasLead ? leadColumnWidth : 0) + (hasMenu ? menuColumnWidth : 0))

/** Class and place of the cells of a column. */
export function cellProps({ columns, lefts }: Layout<never>, at: number): { className: string; style?: CSSProperties } {
  const { align, tone } = columns[at] ?? {}
  const left = lefts[at]
  const classes = [
    align === 'right' && css.right,
    tone && css[tone],
    left !== undefined && css.sticky,
    left !== undefined && lefts[at + 1] === undefined && css.edge,
  ]
  return { className: classes.filter(Boolean).join(' '), style: left === undefined ? undefined : { left } }
}

/** Where the title of a group stands and how many columns it may take: up to the next one with a sum. */
export function groupTitleSpan({ columns }: Layout<never>): { first: number; span: number } {
  const first = columns.findIndex(({ sum }) => !sum)
  const next = columns.findIndex(({ sum }, at) => at > first && sum)
  return { first, span: (next < 0 ? columns.length : next) - first }
}
