import type { Context, Row } from '../kit/context.ts'
import { makeBom } from './bom.ts'
import { makeList } from './list-export.ts'
import { makeQuote } from './master-quote.ts'

/** What a maker gets: one snapshot of the data to read, what was asked, and whom to tell how far it is. */
export interface Making {
  read<T>(run: (ctx: Context) => Promise<T>): Promise<T>
  task: Row
  parameters: Row
  progress(percent: number): void
  signal: AbortSignal
}
export type Maker = (making: Making) => Promise<Buffer>

/** Every kind of file the product can make, by the name its tasks carry. */
export const makers: Record<string, Maker> = {
  list: makeList,
  bom: makeBom,
  quote: makeQuote,
}
