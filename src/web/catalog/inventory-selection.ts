/** Rectangle from the anchor, which is the active cell, to the opposite corner. */
export interface Selection {
  at: number
  column: number
  toAt: number
  toColumn: number
  /** After a paste the selection grows without scrolling to its end. */
  isStill?: boolean
}

export const cellAt = (at: number, column: number): Selection => ({ at, column, toAt: at, toColumn: column })

export const selectedRange = ({ at, column, toAt, toColumn }: Selection) => ({
  top: Math.min(at, toAt),
  bottom: Math.max(at, toAt),
  left: Math.min(column, toColumn),
  right: Math.max(column, toColumn),
})

export const fillTexts = <T>(rows: number, columns: number, text: T): T[][] =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => text))
