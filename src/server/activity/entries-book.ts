import type { Resource } from '../../model/kit/description.ts'
import type { Context } from '../kit/request/context.ts'
import { requireAccess } from '../kit/request/http.ts'
import { type Making, written } from '../reports/public.ts'
import { packRows, type SheetColumn } from '../tools/sheet.ts'

const mostRows = 100_000
const atOnce = 5000

interface Page {
  page: number
  itemsPerPage: number
}
type EntryColumn<Entry> = SheetColumn & { value(entry: Entry): string | number | Date | null }

/** Writes a workbook of a log, page by page, so that the server never holds all of it. */
export async function writeEntries<Entry>(
  making: Making,
  log: Pick<Resource, 'names' | 'permission'>,
  shown: readonly EntryColumn<Entry>[],
  readPage: (ctx: Context, page: Page) => Promise<{ items: readonly Entry[] }>,
) {
  const sheet = await making.read(async (ctx: Context) => {
    requireAccess(ctx.actor, log.permission.view)
    const chunks: Uint8Array[] = []
    let count = 0
    for (let page = 1; count < mostRows; page++) {
      making.signal.throwIfAborted()
      const { items } = await readPage(ctx, { page, itemsPerPage: -1 })
      chunks.push(packRows(items.map((entry) => shown.map(({ value }) => value(entry)))))
      count += items.length
      making.progress(Math.min(50, count / (mostRows / 50)))
      if (items.length < atOnce) break
    }
    return {
      name: log.names.many,
      columns: shown.map(({ header, kind, width }) => ({ header, kind, width })),
      rows: [],
      packed: { count, chunks },
      freeze: true,
      autoFilter: true,
    }
  })
  return written(making, { sheets: [sheet] })
}
