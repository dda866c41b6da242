import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { CustomResponse } from '../kit/request/special.ts'
import { runInWorker } from '../tools/run-in-worker.ts'
import type { Workbook } from '../tools/sheet.ts'
import { contentDisposition } from '../tools/signed-address.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** An answer that is a workbook. It is written when the reading is over: no connection to the database waits for it. */
export function sendBook(name: string, book: Workbook) {
  return new CustomResponse(async (reply) => {
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
    ctx.services.isolated((own) =>
      recordAudit(own, [{ action: 'Export', entity: 'equipments', entityId: null, entityName: name, userId }]),
    ),
  )
}
