import type { CSSProperties, ReactNode } from 'react'
import css from './table.module.css'

export type RowKey = number | string

export interface Column<Row = any> {
  key: string
  label: string
  /** Read by screen readers only, because a picture needs no visible header. */
  isLabelHidden?: boolean
  unit?: string
  /** Pixels. A column without a width takes the remaining space. */
  width?: number
  /** Cell text, if it may determine the column's width between `least` and `most`. */
  text?: (row: Row) => string
  least?: number
  most?: number
  /** Width that shows the full text, granted if space remains. */
  wants?: number
  beside?: number
  align?: 'right'
  /** `name` emphasizes the row's name; `quiet` mutes everything that is not primary text. */
  tone?: 'name' | 'quiet'
  sortable?: boolean
  /** Hidden if the table would otherwise scroll horizontally. */
  stepsBack?: boolean
  locked?: boolean
  sticky?: boolean
  cell: (row: Row) => ReactNode
  /** Cell content in group rows and the total row. */
  sum?: (rows: Row[], group?: RowKey) => ReactNode
}

export const defaultMinWidth = 140
export const minColumnWidth = 48
export const maxColumnWidth = 900
export const leadColumnWidth = 48
export const menuColumnWidth = 52

export interface Layout<Row> {
  columns: Column<Row>[]
  /** Leading cell for the row's checkbox or the group's collapse button. */
  hasLead: boolean
  hasMenu: boolean
  /** Left offset of sticky columns in pixels; undefined for columns that scroll. */
  lefts: (number | undefined)[]
}

/** Key of a layout for caching rows: rows depend on the columns and their sticky offsets. */
export const layoutKey = ({ columns, lefts }: Layout<never>) => columns.map(({ key }, index) => `${key} ${lefts[index] ?? ''}`).join()

export const columnMinWidth = <Row>({ width, least = defaultMinWidth }: Column<Row>) => width ?? least

export function createLayout<Row>(columns: Column<Row>[], hasLead: boolean, hasMenu: boolean): Layout<Row> {
  let left = hasLead ? leadColumnWidth : 0
  const lefts = columns.map((column) => {
    const { sticky } = column
    const width = columnMinWidth(column)
    if (!sticky) return undefined
    left += width
    return left - width
  })
  return { columns, hasLead, hasMenu, lefts }
}

export const withWidths = <Row>(columns: Column<Row>[], widths: Record<string, number> = {}): Column<Row>[] =>
  columns.map((column) => (widths[column.key] ? { ...column, width: widths[column.key], text: undefined, wants: undefined } : column))

export const cellCount = ({ columns, hasLead, hasMenu }: Layout<never>) => columns.length + Number(hasLead) + Number(hasMenu)

/** Minimum width of the table. In less space it scrolls horizontally. */
export const layoutWidth = ({ columns, hasLead, hasMenu }: Layout<never>) =>
  columns.reduce((sum, column) => sum + columnMinWidth(column), (hasLead ? leadColumnWidth : 0) + (hasMenu ? menuColumnWidth : 0))

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

/** First column and span of a group's title, which extends to the next column with a sum. */
export function groupTitleSpan({ columns }: Layout<never>): { first: number; span: number } {
  const first = columns.findIndex(({ sum }) => !sum)
  const next = columns.findIndex(({ sum }, index) => index > first && sum)
  return { first, span: (next < 0 ? columns.length : next) - first }
}
