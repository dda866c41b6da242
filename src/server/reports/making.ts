import type { Context, FileParameters } from '../kit/request/context.ts'
import { runInWorker } from '../tools/run-in-worker.ts'
import { deepestOutline, packRows, type Sheet, type Workbook } from '../tools/sheet.ts'
import { breathing } from './event-loop-pause.ts'

/** Input of a maker: one data snapshot, the parameters, and a progress callback. */
export interface Making<M extends keyof FileParameters = keyof FileParameters> {
  read<T>(run: (ctx: Context) => Promise<T>): Promise<T>
  /** Only for a file that reports what its task has written. The task may run twice, so the second run must find nothing left to write. */
  write<T>(run: (ctx: Context) => Promise<T>): Promise<T>
  task: { projectId: number | null }
  parameters: FileParameters[M]
  progress(percent: number): void
  signal: AbortSignal
}
/** A file with warnings for its owner. */
export interface MadeFile {
  file: Buffer
  warnings: string[]
}
export type Maker<M extends keyof FileParameters> = (making: Making<M>) => Promise<Buffer | MadeFile>

export type Makers = { readonly [M in keyof FileParameters]?: Maker<M> }

const atOnce = 250

/** Packs rows as bytes: structured cloning to the worker would copy each cell and block the event loop. */
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

/** Writes the workbook in a worker; counts as the second half of the progress. */
export async function renderWorkbook({ progress, signal }: Making, book: Workbook): Promise<Buffer> {
  const workbookFile = await runInWorker('sheet', await packedBook(book), { onProgress: (percent) => progress(50 + percent / 2), signal })
  return Buffer.from(workbookFile)
}

declare module '../kit/request/context.ts' {
  interface AreaExtensions {
    makers: Makers
  }
}
