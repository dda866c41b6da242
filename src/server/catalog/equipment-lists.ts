import { equipments as equipmentsModel } from '../../model/catalog/equipment.ts'
import { downloadEquipment, exportEquipment, mostImportedRows } from '../../model/catalog/equipment-import.ts'
import { DownloadTaskCategory } from '../../model/reports/enums.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { findHandler, withOverrides } from '../kit/resource/routes.ts'
import { sheetOfList } from '../reports/public.ts'
import { equipments } from './equipment.ts'
import { countUses } from './equipment-places.ts'
import { noteDownload, sendBook } from './sent-file.ts'

/** Downloads the export directly instead of through the download center (domain 12.3). */
async function downloadExport(ctx: Context, { columns, ...query }: HandlerRequest<typeof downloadEquipment>['query']) {
  const { total } = await equipments.list(ctx, { ...query, page: 1, itemsPerPage: 1 })
  if (total > mostImportedRows)
    throw conflict(
      `The list has ${total.toLocaleString('en-US')} rows; at most ${mostImportedRows.toLocaleString('en-US')} can be downloaded at once. Export the list instead.`,
    )
  const sheet = await sheetOfList(ctx, equipments, { query, columns }, mostImportedRows)
  const name = `${equipmentsModel.names.many} ${todayUtc()}.xlsx`
  noteDownload(ctx, name)
  return sendBook(name, { sheets: [sheet] })
}

const exportList = findHandler(equipments, equipments.calls.export)

async function exportAs(ctx: Context, request: HandlerRequest<typeof exportEquipment>) {
  const { view, columns, ...query } = request.query
  if (!view) return exportList(ctx, { ...request, query: { ...query, columns } })
  if (view !== 'inventory') throw badRequest({ view: ['This view is not known.'] })
  await equipments.list(ctx, { ...query, page: 1, itemsPerPage: 1 })
  const { list } = equipmentsModel
  return ctx.services.requestFile(ctx, {
    fileName: `Inventory table ${todayUtc()}.xlsx`,
    templateType: 0,
    category: DownloadTaskCategory.EquipmentInventoryTable,
    maker: 'list',
    parameters: {
      path: equipmentsModel.path,
      query,
      columns: columns?.length ? columns : [...list.columns, ...(list.optionalColumns ?? [])],
    },
  })
}

/** The export has its own call, which also supports the inventory table. */
export const servedEquipments = withOverrides(equipments, {
  // The equipment table shows the list to users who may only change it there.
  list: { permission: { any: ['Equipments.View', 'Equipments.BulkUpdate'] } },
  counts: { permission: { any: ['Equipments.View', 'Equipments.BulkUpdate'] } },
  export: false,
  read: {
    async instead(ctx, request, standard) {
      const row = await standard(ctx, request)
      return Object.assign({}, row, await countUses(ctx, Number(request.params.id)))
    },
  },
})
export const listRoutes: Route[] = [
  defineRoute(downloadEquipment, (ctx, { query }) => downloadExport(ctx, query)),
  defineRoute(exportEquipment, exportAs),
]
