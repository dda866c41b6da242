import { record } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import { Special } from '../kit/http.ts'
import { contentDisposition } from '../kit/signed-address.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** An answer that is a workbook. */
export function sendFile(name: string, data: Uint8Array) {
  return new Special((reply) =>
    reply
      .header('content-disposition', contentDisposition(name.replace(/[\\/:*?"<>|]/g, '-'), 'attachment'))
      .type(xlsx)
      .send(Buffer.from(data)),
  )
}

/** That somebody took data away is written down, also where the request itself only reads. */
export function noteDownload(ctx: Context, name: string) {
  const { userId } = ctx.actor
  ctx.after(() =>
    ctx.services.apart((own) => record(own, [{ action: 'Export', entity: 'equipments', entityId: null, entityName: name, userId }])),
  )
}
