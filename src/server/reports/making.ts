import type { Context, FileParameters } from '../kit/request/context.ts'
import { runInWorker } from '../tools/run-in-worker.ts'
import { deepestOutline, packRows, type Sheet, type Workbook } from '../tools/sheet.ts'
import { breathing } from './breathing.ts'

/** What a maker gets: one snapshot of the data to read, what was asked, and whom to tell how far it is. */
export interface Making<M extends keyof FileParameters = keyof FileParameters> {
  read<T>(run: (ctx: Context) => Promise<T>): Promise<T>
  task: { projectId: number | null }
  parameters: FileParameters[M]
  progress(percent: number): void
  signal: AbortSignal
}
/** A file, and what whoever asked for it should know although it was made. */
export interface MadeFile {
  file: Buffer
  warnings: string[]
}
export type Maker<M extends keyof FileParameters> = (making: Making<M>) => Promise<Buffer | MadeFile>

/** Makers by the names their tasks carry. */
export type Makers = { readonly [M in keyof FileParameters]?: Maker<M> }

/** So many rows at a time. */
const atOnce = 250

/** Rows as bytes: cells would be copied to the worker one by one, and the thread that answers would do nothing else meanwhile. */
export async function packedBook({ sheets, ...book }: Workbook): Promise<Workbook> {
  const breathe = breathing()
  const light: Sheet[] = []
  for (const sheet of sheets) {
    const { rows, packed } = sheet
    const chunks: Uint8Array[] = []
    for (let at = 0; at < rows.length; at += atOnce) {
      chunks.push(packRows(rows.slice(at, at + atOnce)))
      await breathe()
    }
    const count = rows.length + (packed?.count ?? 0)
    light.push({ ...sheet, rows: [], packed: { count, chunks: [...chunks, ...(packed?.chunks ?? [])], deepest: deepestOutline(sheet) } })
  }
  return { ...book, sheets: light }
}

/** The workbook as a file, written in a worker: the second half of the work. */
export async function written({ progress, signal }: Making, book: Workbook): Promise<Buffer> {
  const made = await runInWorker('sheet', await packedBook(book), { onProgress: (percent) => progress(50 + percent / 2), signal })
  return Buffer.from(made)
}

declare module '../kit/request/context.ts' {
  interface AreaExtensions {
    /** Every kind of file the product can make. */
    makers: Makers
  }
}
