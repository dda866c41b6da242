import { addDays, daysBetween, formatMonth } from '../../model/kit/dates.ts'
import type { BoardColumn } from '../../model/planning/boards.ts'

/** Minimum width in pixels; columns grow if there is room. */
export const columnWidth = 76

/** Maps days to pixel positions, measured from the first column. */
export interface Scale {
  columns: readonly BoardColumn[]
  width: number
  full: number
}

export function createScale(columns: readonly BoardColumn[], room: number): Scale {
  const width = Math.max(columnWidth, Math.floor(room / Math.max(1, columns.length)))
  return { columns, width, full: width * columns.length }
}

/** Position of a day's start in pixels. Days outside the board are clamped to its edge. */
export function dayPosition({ columns, width, full }: Scale, day: string): number {
  const first = columns[0]
  if (!first || day < first.startDate) return 0
  const at = columns.findIndex(({ endDate }) => day <= endDate)
  const column = columns[at]
  if (!column) return full
  const days = daysBetween(column.startDate, column.endDate) + 1
  return at * width + (daysBetween(column.startDate, day) / days) * width
}

/** Spans from the start of the first day to the end of the last day. Returns undefined if the range is outside the board. */
export function rangeSpan(scale: Scale, { startDate, endDate }: { startDate: string; endDate: string }) {
  const left = dayPosition(scale, startDate)
  const right = dayPosition(scale, addDays(endDate, 1))
  return right > left ? { left, width: right - left } : undefined
}

/** Returns the day at a position. Beyond the edges the days continue at the same width. */
export function dayAt({ columns, width }: Scale, x: number): string {
  const at = Math.min(Math.max(Math.floor(x / width), 0), columns.length - 1)
  const column = columns[at]
  if (!column) return ''
  const days = daysBetween(column.startDate, column.endDate) + 1
  return addDays(column.startDate, Math.floor(((x - at * width) / width) * days))
}

/** Full-time hours in a date range, limited to the days the board shows. */
export function fullTimeIn(columns: readonly BoardColumn[], { startDate, endDate }: { startDate: string; endDate: string }): number {
  return columns.reduce((sum, column) => {
    const from = startDate > column.startDate ? startDate : column.startDate
    const to = endDate < column.endDate ? endDate : column.endDate
    const share = (daysBetween(from, to) + 1) / (daysBetween(column.startDate, column.endDate) + 1)
    return from > to ? sum : sum + column.fullTimeHours * share
  }, 0)
}

export const columnIndexAt = (columns: readonly BoardColumn[], day: string) =>
  columns.findIndex(({ startDate, endDate }) => day >= startDate && day <= endDate)

/** Column label such as `Oct`. The first column and each new year include the year; a week is named by its first day. */
export function columnHeading({ key, startDate }: BoardColumn, at: number): { name: string; year: string | undefined } {
  const isMonth = key.length === 7
  const month = formatMonth(startDate.slice(0, 7))
  const isFirst = at === 0 || (isMonth ? key.endsWith('-01') : startDate.slice(5) <= '01-07')
  const name = isMonth ? month.slice(0, 3) : `${month.slice(0, 3)} ${Number(startDate.slice(8))}`
  return { name, year: isFirst ? startDate.slice(0, 4) : undefined }
}

export const columnName = ({ key, startDate }: BoardColumn) =>
  key.length === 7 ? formatMonth(key) : `week of ${startDate.replaceAll('-', '/')}`
