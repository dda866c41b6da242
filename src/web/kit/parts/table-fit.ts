import { useState } from 'react'
import { type Column, freeWidth } from './table-columns.ts'

/** The name of a row may take that much, whatever else stands beside it. */
const mostOfName = 280
/** What stands left and right of the words of a cell, and a little for how they are rounded. */
const aroundWords = 20
/** Of many texts only the longest by letters are measured. */
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

/** Columns as wide as what stands in them, names first; a page of the table only ever makes them wider. */
export function useFitted<Row>(columns: Column<Row>[], rows: Row[] | undefined, nameOf?: (row: Row) => string): Column<Row>[] {
  const [seen] = useState(() => new Map<string, { rows: Row[]; width: number }>())
  return columns.map((column) => {
    const isName = column.tone === 'name' && column.width === undefined
    const textOf = column.text ?? (isName ? nameOf : undefined)
    if (!textOf) return column
    const known = seen.get(column.key)
    let width = known?.width ?? 0
    if (rows && rows !== known?.rows) {
      const words = widthOfWords(rows.map(textOf), isName ? 500 : 400)
      width = Math.max(width, Math.ceil(words + aroundWords + (column.beside ?? 0)))
      seen.set(column.key, { rows, width })
    }
    if (width === 0) return column
    if (isName) return { ...column, least: Math.min(Math.max(width, freeWidth), column.most ?? mostOfName) }
    return { ...column, width: Math.min(Math.max(width, column.least ?? 0), column.most ?? width) }
  })
}
