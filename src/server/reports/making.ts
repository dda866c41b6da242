import type { Context, Row } from '../kit/request/context.ts'

/** What a maker gets: one snapshot of the data to read, what was asked, and whom to tell how far it is. */
export interface Making {
  read<T>(run: (ctx: Context) => Promise<T>): Promise<T>
  task: Row
  parameters: Row
  progress(percent: number): void
  signal: AbortSignal
}
export type Maker = (making: Making) => Promise<Buffer>

declare module '../kit/request/context.ts' {
  interface Offered {
    /** Every kind of file the product can make, by the name its tasks carry. */
    makers: Readonly<Record<string, Maker>>
  }
}
