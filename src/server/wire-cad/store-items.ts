import { CadIntegrationResult, IntegrationAction } from '../../model/integrations/enums.ts'
import { type CadItem, cadFacts, type PlacedDevice, placedDevices } from '../../model/wire-cad/cad-items.ts'
import { isLegal, usualAction } from '../../model/wire-cad/cad-matching.ts'
import { inBatches } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { columnList, is, orNull } from '../kit/sql/row-types.ts'
import { cadItemsTable } from './cad-tables.ts'
import { type Matched, matchItems } from './match-items.ts'
import { spaceFinder } from './place-devices.ts'

export interface StoredItem extends CadItem {
  id: number
  devices: PlacedDevice[]
  result: CadIntegrationResult
  equipmentId: number | null
  matchIds: number[]
  action: IntegrationAction
  isChosen: boolean
  chosenEquipmentId: number | null
  chosenCategoryId: number | null
  isApplied: boolean
}

const { Link, LinkAndUpdate } = IntegrationAction
export const isLinkAction = (action: IntegrationAction) => action === Link || action === LinkAndUpdate

const defaultChoice = ({ result, equipmentId, matchIds, differences }: Matched) => {
  const action = usualAction(result)
  return { result, equipmentId, matchIds, differences, action, chosenEquipmentId: isLinkAction(action) ? equipmentId : null }
}

export async function storeItems(ctx: Context, request: { id: number; projectId: number | null }, items: readonly CadItem[]) {
  const found = await matchItems(ctx, items)
  const placed = await spaceFinder(ctx, request.projectId)
  await ctx.run('delete from wire_cad_items where request_id = $1', [request.id])
  const rows = items.flatMap((item, index) => {
    const entry = found[index]
    const { wireCadId, cadManufacturer, cadModel, cadQuantity, devices, notes, ...facts } = item
    const own = { place: index, wireCadId, cadManufacturer, cadModel, cadQuantity, facts, notes, devices: devices.map(placed) }
    return entry ? [{ ...own, ...defaultChoice(entry) }] : []
  })
  await inBatches(rows, (some) =>
    ctx.insertMany(
      cadItemsTable,
      some.map((row) => ({ requestId: request.id, ...row })),
    ),
  )
}

const keptShape = {
  id: is.number,
  wireCadId: orNull(is.uuid),
  cadManufacturer: is.text,
  cadModel: is.text,
  facts: is.jsonOfFields(cadFacts),
  cadQuantity: orNull(is.number),
  devices: is.jsonOfField(placedDevices),
  notes: is.listOf(is.text),
  result: is.choice(CadIntegrationResult),
  equipmentId: orNull(is.number),
  matchIds: is.numbers,
  action: is.choice(IntegrationAction),
  isChosen: is.boolean,
  chosenEquipmentId: orNull(is.number),
  chosenCategoryId: orNull(is.number),
  isApplied: is.boolean,
}

export async function loadStoredItems(ctx: Context, requestId: number, ids: readonly number[] | null = null): Promise<StoredItem[]> {
  const rows = await ctx.rows(
    keptShape,
    `select ${columnList(keptShape, 'i')} from wire_cad_items i
     where i.request_id = $1 and ($2::bigint[] is null or i.id = any($2)) order by i.place`,
    [requestId, ids],
  )
  return rows.map(({ facts, ...row }) => ({ ...row, ...facts }))
}

/** Matches items again in catalog and spaces; a user's choice stays if it is still allowed (domain 7.6). */
export async function rematchItems(ctx: Context, request: { id: number; projectId: number | null }) {
  const storedItems = await loadStoredItems(ctx, request.id)
  const found = await matchItems(ctx, storedItems)
  const placed = await spaceFinder(ctx, request.projectId)
  const rows = storedItems.flatMap((item, index) => {
    const entry = found[index]
    if (!entry) return []
    const usual = defaultChoice(entry)
    const staysChosen = item.isChosen && isLegal(item.action, entry.result)
    const action = staysChosen ? item.action : usual.action
    const isSameEquipment = item.chosenEquipmentId !== null && [entry.equipmentId, ...entry.matchIds].includes(item.chosenEquipmentId)
    const chosenEquipmentId = !isLinkAction(action) ? null : staysChosen && isSameEquipment ? item.chosenEquipmentId : entry.equipmentId
    return [{ ...usual, id: item.id, devices: item.devices.map(placed), action, isChosen: staysChosen, chosenEquipmentId }]
  })
  await inBatches(rows, (some) => ctx.updateMany(cadItemsTable, some))
}
