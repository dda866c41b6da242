import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { readStored, saveToLocalStorage } from '../look/local-storage.ts'
import { type Column, columnMinWidth, defaultMinWidth } from './table-columns.ts'

const mostOfName = 280
const mostOfWords = 480
/** Cell padding and border, plus a margin for rounding. */
const aroundWords = 20
const aroundName = 32
const measured = 4

let pencil: CanvasRenderingContext2D | null | undefined

function widthOfWords(texts: string[], weight: number): number {
  pencil ??= document.createElement('canvas').getContext('2d')
  const longest = texts.sort((a, b) => b.length - a.length).slice(0, measured)
  if (!pencil) return (longest[0]?.length ?? 0) * 7
  pencil.font = `${weight} 13px ${getComputedStyle(document.body).fontFamily}`
  let most = 0
  for (const text of longest) most = Math.max(most, pencil.measureText(text).width)
  return most
}

interface FittedProps<Row> {
  label: string
  columns: Column<Row>[]
  rows: Row[] | undefined
  nameOf?: (row: Row) => string
}

/** Uses a cell's plain text for its width, if the column defines no text. */
function cellTextGetter<Row>({ cell, width, align }: Column<Row>): Column<Row>['text'] {
  if (width === undefined || align === 'right') return undefined
  return (row) => {
    const content = cell(row)
    return typeof content === 'string' ? content : ''
  }
}

/**
 * Fits columns to their content, names first. Paging only makes columns wider. Until rows load, the last widths of a table with this label
 * are used, so the headers do not shift.
 */
export function useFittedColumns<Row>({ label, columns, rows, nameOf }: FittedProps<Row>): Column<Row>[] {
  const storageKey = `fitted:${label}`
  const [seen] = useState(() => new Map<string, { rows: Row[]; width: number }>())
  const [before] = useState(() => readStored<Record<string, number>>(storageKey) ?? {})
  const widths: Record<string, number> = {}
  const fitted = columns.map((column) => {
    const isName = column.tone === 'name' && column.width === undefined
    const textOf = column.text ?? (isName ? nameOf : undefined) ?? cellTextGetter(column)
    if (!textOf) return column
    const known = seen.get(column.key)
    let width = known?.width ?? 0
    if (rows?.length && rows !== known?.rows) {
      const textWidth = widthOfWords(rows.map(textOf), isName ? 500 : 400)
      width = Math.max(width, Math.ceil(textWidth + (isName ? aroundName : aroundWords) + (column.beside ?? 0)))
      seen.set(column.key, { rows, width })
    }
    if (width === 0) width = before[column.key] ?? 0
    if (width === 0) return column
    widths[column.key] = width
    const wants = Math.min(width, mostOfWords)
    if (isName) return { ...column, wants, least: Math.min(Math.max(width, defaultMinWidth, column.least ?? 0), column.most ?? mostOfName) }
    if (!column.text) return { ...column, wants }
    return { ...column, wants, width: Math.max(Math.min(width, column.most ?? width), column.least ?? 0) }
  })
  const hasRows = rows !== undefined && rows.length > 0
  const now = JSON.stringify(widths)
  useEffect(() => {
    if (hasRows) saveToLocalStorage(storageKey, JSON.parse(now))
  }, [storageKey, hasRows, now])
  return fitted
}

export function useAvailableWidth(box: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    setRoom(current.clientWidth)
    const watching = new ResizeObserver(() => setRoom(current.clientWidth))
    watching.observe(current)
    return () => watching.disconnect()
  }, [box])
  return room
}

/** Shrinks text columns to a readable minimum before the table scrolls horizontally. Names and numbers never shrink. */
const leastOfWords = 112

export function shrinkColumns<Row>(columns: Column<Row>[], excess: number): Column<Row>[] {
  if (excess <= 0) return columns
  const spare = ({ text, width = 0, least = 0, tone }: Column<Row>) =>
    text && tone !== 'name' ? Math.max(0, width - Math.max(least, leastOfWords)) : 0
  const share = Math.min(1, excess / columns.reduce((sum, column) => sum + spare(column), 0))
  return columns.map((column) =>
    spare(column) > 0 ? { ...column, width: (column.width ?? 0) - Math.ceil(spare(column) * share) } : column,
  )
}

/** Hides optional columns if that avoids horizontal scrolling. */
export function dropSpareColumns<Row>(columns: Column<Row>[], excess: number): Column<Row>[] {
  const spare = columns.filter(({ stepsBack }) => stepsBack)
  const gained = spare.reduce((sum, column) => sum + columnMinWidth(column), 0)
  return excess > 0 && gained >= excess ? columns.filter((column) => !spare.includes(column)) : columns
}

/** Gives remaining space to truncated text before the name column. */
export function growColumns<Row>(columns: Column<Row>[], room: number): Column<Row>[] {
  const missingWidth = ({ wants = 0, ...column }: Column<Row>) => Math.max(0, wants - columnMinWidth(column))
  const isFree = ({ width }: Column<Row>) => width === undefined
  const sumOf = (some: Column<Row>[]) => some.reduce((sum, column) => sum + missingWidth(column), 0)
  const left = room - sumOf(columns.filter(isFree))
  const others = columns.filter((column) => !isFree(column))
  const share = Math.min(1, left / sumOf(others))
  if (!(share > 0)) return columns
  return columns.map((column) =>
    isFree(column) ? column : { ...column, width: columnMinWidth(column) + Math.floor(missingWidth(column) * share) },
  )
}
