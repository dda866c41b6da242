import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { CustomResponse } from '../kit/request/custom-response.ts'
import { runInWorker } from '../tools/run-in-worker.ts'
import type { Workbook } from '../tools/sheet.ts'
import { contentDisposition } from '../tools/signed-address.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Workbook response. It is generated after the transaction, so it holds no database connection. */
export function sendBook(name: string, book: Workbook) {
  return new CustomResponse(async (reply) => {
    const data = await runInWorker('sheet', book)
    return reply
      .header('content-disposition', contentDisposition(name.replace(/[\\/:*?"<>|]/g, '-'), 'attachment'))
      .type(xlsx)
      .send(Buffer.from(data))
  })
}

/** Writes an audit log entry for a download, in a separate transaction because the request may be read-only. */
export function noteDownload(ctx: Context, name: string) {
  const { userId } = ctx.actor
  ctx.after(() =>
    ctx.services.isolated((own) =>
      recordAudit(own, [{ action: 'Export', entity: 'equipments', entityId: null, entityName: name, userId }]),
    ),
  )
}
