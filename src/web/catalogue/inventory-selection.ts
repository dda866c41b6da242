/** From the anchor, which is the active cell, to the other corner. */
export interface Selection {
  at: number
  column: number
  toAt: number
  toColumn: number
  /** What was pasted is selected where one stands; the view does not leap to its end. */
  isStill?: boolean
}

export const cellAt = (at: number, column: number): Selection => ({ at, column, toAt: at, toColumn: column })

export const rangeOf = ({ at, column, toAt, toColumn }: Selection) => ({
  top: Math.min(at, toAt),
  bottom: Math.max(at, toAt),
  left: Math.min(column, toColumn),
  right: Math.max(column, toColumn),
})

/** A rectangle with the same text everywhere. */
export const filled = <T>(rows: number, columns: number, text: T): T[][] =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => text))
