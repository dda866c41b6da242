import { record } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import { Special } from '../kit/http.ts'
import { runInWorker } from '../kit/run-in-worker.ts'
import type { SheetBook } from '../kit/sheet.ts'
import { contentDisposition } from '../kit/signed-address.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** An answer that is a workbook. It is written when the reading is over: no connection to the database waits for it. */
export function sendBook(name: string, book: SheetBook) {
  return new Special(async (reply) => {
    const data = await runInWorker('sheet', book)
    return reply
      .header('content-disposition', contentDisposition(name.replace(/[\\/:*?"<>|]/g, '-'), 'attachment'))
      .type(xlsx)
      .send(Buffer.from(data))
  })
}

/** That somebody took data away is written down, also where the request itself only reads. */
export function noteDownload(ctx: Context, name: string) {
  const { userId } = ctx.actor
  ctx.after(() =>
    ctx.services.apart((own) => record(own, [{ action: 'Export', entity: 'equipments', entityId: null, entityName: name, userId }])),
  )
}
