import { CadIntegrationResult, IntegrationAction, IntegrationRequestState } from '../../model/integrations/enums.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { DownloadTaskCategory } from '../../model/reports/enums.ts'
import { cadRequests as cadRequestsModel } from '../../model/wire-cad/cad-requests.ts'
import type { listCadItems } from '../../model/wire-cad/request-calls.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { requireAccess } from '../kit/request/http.ts'
import { type Maker, written } from '../reports/public.ts'
import type { Sheet } from '../tools/sheet.ts'
import { cadRequests } from './cad-requests.ts'
import { formatPorts, listItems } from './list-items.ts'

type Item = ResponseOf<typeof listCadItems>['items'][number]
const equipmentWords = (equipment: Item['equipment']) => (equipment ? `${equipment.manufacturer} ${equipment.model}` : null)

const columns: { header: string; width: number; read: (item: Item) => string | number | null; kind?: 'integer' | 'number' }[] = [
  { header: 'Id', width: 10, read: ({ id }) => id, kind: 'integer' },
  { header: 'Manufacturer', width: 22, read: ({ cadManufacturer }) => cadManufacturer },
  { header: 'Equipment Name', width: 28, read: ({ cadModel }) => cadModel },
  { header: 'Description', width: 40, read: ({ cadDescription }) => cadDescription },
  { header: 'Type', width: 18, read: ({ cadType }) => cadType },
  { header: 'WireCAD Quantity', width: 12, read: ({ cadQuantity }) => cadQuantity, kind: 'integer' },
  { header: 'DNA Quantity', width: 12, read: ({ dnaQuantity }) => dnaQuantity, kind: 'integer' },
  { header: 'Result', width: 16, read: ({ result }) => CadIntegrationResult.label(result) },
  { header: 'Equipment', width: 32, read: ({ equipment }) => equipmentWords(equipment) },
  {
    header: 'Differences',
    width: 50,
    read: ({ differences }) => differences.map(({ field, cad, dna }) => `${field}: ${cad} (DNA ${dna})`).join('\n'),
  },
  { header: 'Action', width: 16, read: ({ action }) => IntegrationAction.label(action) },
  { header: 'Category', width: 22, read: ({ chosenCategory }) => chosenCategory && `${chosenCategory.number} ${chosenCategory.name}` },
  { header: 'Carried Out', width: 12, read: ({ isApplied, applyError }) => (isApplied ? 'Yes' : applyError ? 'Failed' : null) },
  { header: 'Problem', width: 40, read: ({ applyError }) => applyError },
  { header: 'Ports', width: 50, read: (item) => formatPorts(item) },
  { header: 'Notes', width: 40, read: ({ notes }) => notes.join('\n') },
]

export async function requestItemsFile(ctx: Context, id: number) {
  const request = await cadRequests.get(ctx, id)
  const day = todayUtc()
  return ctx.services.requestFile(ctx, {
    fileName: `WireCAD - ${request.name} ${day}.xlsx`.replace(/[/\\:*?"<>|]/g, '-'),
    templateType: 0,
    category: DownloadTaskCategory.WireCADIntegrationRequest,
    maker: 'wireCad',
    parameters: { requestId: id },
    projectId: request.project?.id ?? null,
    projectName: request.project?.name ?? null,
  })
}

const all = { search: null, results: null, actions: null, isFailed: null, isUncategorized: null, page: 1, itemsPerPage: -1 }

export const makeItemsFile: Maker<'wireCad'> = async (making) => {
  const sheet = await making.read(async (ctx): Promise<Sheet> => {
    requireAccess(ctx.actor, cadRequestsModel.permission.view)
    const request = await cadRequests.get(ctx, making.parameters.requestId)
    const { items } = await listItems(ctx, request, all)
    return {
      name: 'Items',
      preamble: [
        ['Request', request.name],
        ['Project', request.project?.name ?? ''],
        ['State', IntegrationRequestState.label(request.state)],
      ],
      columns: columns.map(({ header, width, kind }) => ({ header, width, kind, wrap: true })),
      rows: items.map((item) => columns.map((column) => column.read(item))),
      freeze: true,
      autoFilter: true,
      landscape: true,
      repeatHeader: true,
    }
  })
  making.progress(50)
  return written(making, { sheets: [sheet] })
}

declare module '../kit/request/context.ts' {
  interface FileParameters {
    wireCad: { requestId: number }
  }
}
