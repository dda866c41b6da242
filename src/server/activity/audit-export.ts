import { AuditAction, auditEntries, exportAuditLogs } from '../../model/activity/audit-logs.ts'
import { fullName } from '../../model/kit/names.ts'
import { DownloadTaskCategory, TemplateType } from '../../model/reports/enums.ts'
import { todayUtc } from '../kit/request/clock.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import type { Maker } from '../reports/public.ts'
import type { SheetColumn } from '../tools/sheet.ts'
import { listEntries } from './audit-logs.ts'
import { writeEntries } from './entries-book.ts'

type Entry = Awaited<ReturnType<typeof listEntries>>['items'][number]

const columns: Record<string, SheetColumn & { value(entry: Entry): string | Date | null }> = {
  date: { header: 'Date', width: 20, kind: 'instant', value: ({ date }) => new Date(date) },
  user: { header: 'User', width: 24, value: ({ user }) => user && fullName(user) },
  action: { header: 'Action', width: 18, value: ({ action }) => AuditAction.label(action) },
  entityName: { header: 'What', width: 32, value: ({ entityName }) => entityName },
  entity: { header: 'Kind', width: 18, value: ({ entity }) => entity },
  entityId: { header: 'Id', width: 14, value: ({ entityId }) => entityId },
  ip: { header: 'Address', width: 16, value: ({ ip }) => ip },
  outcome: { header: 'Outcome', width: 14, value: ({ outcome }) => outcome },
}

export const makeAuditLog: Maker<'auditLog'> = async (making) => {
  const { query, columns: requestedColumns } = making.parameters
  const keys: readonly string[] = requestedColumns?.length ? requestedColumns : auditEntries.list.columns
  const shown = [
    { header: 'Id', width: 10, kind: 'integer' as const, value: ({ id }: Entry) => id },
    ...keys.flatMap((key) => columns[key] ?? []),
  ]
  return writeEntries(making, auditEntries, shown, (ctx, page) => listEntries(ctx, { ...query, ...page }))
}

export const auditExportRoute: Route = defineRoute(exportAuditLogs, async (ctx, { query: { columns, ...query } }) => {
  // Validates the query now, so that an error does not surface later in the task.
  await listEntries(ctx, { ...query, page: 1, itemsPerPage: 1 })
  return ctx.services.requestFile(ctx, {
    fileName: `${auditEntries.names.many} ${todayUtc()}.xlsx`,
    templateType: TemplateType.Xlsx,
    category: DownloadTaskCategory.AuditLog,
    maker: 'auditLog',
    parameters: { query, columns },
  })
})

declare module '../kit/request/context.ts' {
  interface FileParameters {
    auditLog: { query: Parameters<typeof listEntries>[1]; columns: readonly string[] | null }
  }
}
