import { CadIntegrationResult, IntegrationAction, IntegrationRequestState } from '../../model/integrations/enums.ts'
import type { ValuesOf } from '../../model/kit/description.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { messages } from '../../model/kit/rules.ts'
import { isLegal } from '../../model/wire-cad/cad-matching.ts'
import { cadRequests as cadRequestsModel } from '../../model/wire-cad/cad-requests.ts'
import type { changeCadItems } from '../../model/wire-cad/request-calls.ts'
import { categories } from '../catalog/public.ts'
import { inBatches, recordAudit } from '../kit/entity/audit.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, conflict } from '../kit/request/errors.ts'
import { is } from '../kit/sql/row-types.ts'
import { cadRequests, shownRequest } from './cad-requests.ts'
import { cadItemsTable, cadRequestsTable } from './cad-tables.ts'
import { meantItems } from './list-items.ts'
import { notifyRequestChanged } from './request-traces.ts'
import { isLinkAction, loadStoredItems, type StoredItem } from './store-items.ts'

type ItemsBody = ValuesOf<typeof changeCadItems.body>
interface Change {
  id: number
  action: IntegrationAction
  isChosen: boolean
  chosenEquipmentId: number | null
  chosenCategoryId: number | null
}
interface ItemAction {
  action: IntegrationAction | null
  chosenEquipmentId: number | null
  chosenCategoryId: number | null
}

/** Chooses the actions of items in a draft (domain 7.6). */
export async function changeItems(ctx: Context, requestId: number, input: ItemsBody) {
  const request = await cadRequests.get(ctx, requestId, { lock: true })
  await checkVersion(request, input.rowVersion, `${request.name} has`, () => shownRequest(ctx, requestId))
  if (request.state !== IntegrationRequestState.Draft)
    throw conflict(`Items cannot be changed while ${IntegrationRequestState.label(request.state)}.`)
  if (!input.items && !input.all) throw badRequest({ items: [messages.required] })
  const { changes, skipped } = input.all
    ? await changesOfAll(ctx, requestId, input.all)
    : await changesOfEach(ctx, requestId, input.items ?? [])
  await inBatches(changes, (some) =>
    ctx.updateMany(
      cadItemsTable,
      some.map(({ id, action, isChosen, chosenEquipmentId, chosenCategoryId }) => ({
        id,
        action,
        isChosen,
        chosenEquipmentId,
        chosenCategoryId,
      })),
    ),
  )
  if (changes.length === 0) return { changed: 0, skipped, rowVersion: request.rowVersion }
  await ctx.update(cadRequestsTable, requestId, {})
  const projectId = request.project?.id ?? null
  await recordAudit(ctx, [
    {
      action: 'Update',
      entity: cadRequestsModel.entity,
      entityId: requestId,
      entityName: request.name,
      after: { items: changes.length },
      activity: { title: `Chose actions for ${formatCount(changes.length, 'item')}`, projectId },
    },
  ])
  notifyRequestChanged(ctx, { id: requestId, rowVersion: request.rowVersion + 1, projectId })
  return { changed: changes.length, skipped, rowVersion: request.rowVersion + 1 }
}

function itemChange(item: StoredItem, { action: requestedAction, chosenEquipmentId, chosenCategoryId }: ItemAction): Change {
  const action = requestedAction ?? item.action
  return {
    id: item.id,
    action,
    isChosen: item.isChosen || requestedAction !== null || chosenEquipmentId !== null,
    chosenEquipmentId: isLinkAction(action) ? (chosenEquipmentId ?? item.chosenEquipmentId ?? item.equipmentId) : null,
    chosenCategoryId: chosenCategoryId ?? item.chosenCategoryId,
  }
}

async function changesOfEach(ctx: Context, requestId: number, requestedChanges: NonNullable<ItemsBody['items']>) {
  const items = new Map(
    (
      await loadStoredItems(
        ctx,
        requestId,
        requestedChanges.map(({ id }) => id),
      )
    ).map((item) => [item.id, item]),
  )
  const known = await knownCategories(
    ctx,
    requestedChanges.flatMap(({ chosenCategoryId }) => chosenCategoryId ?? []),
  )
  const problems: Record<string, string[]> = {}
  const changes = requestedChanges.flatMap((requestedChange, index) => {
    const item = items.get(requestedChange.id)
    const refuse = (key: string, message: string) => {
      problems[`items[${index}].${key}`] = [message]
    }
    if (!item) refuse('id', 'Item not found.')
    if (!item) return []
    if (requestedChange.action !== null && !isLegal(requestedChange.action, item.result))
      refuse('action', `${IntegrationAction.label(requestedChange.action)} is not possible for ${CadIntegrationResult.label(item.result)}.`)
    if (requestedChange.chosenEquipmentId !== null && ![item.equipmentId, ...item.matchIds].includes(requestedChange.chosenEquipmentId))
      refuse('chosenEquipmentId', 'This equipment is not the same product.')
    if (requestedChange.chosenCategoryId !== null && !known.has(requestedChange.chosenCategoryId))
      refuse('chosenCategoryId', 'Category not found.')
    return [itemChange(item, requestedChange)]
  })
  if (Object.keys(problems).length > 0) throw badRequest(problems)
  return { changes, skipped: 0 }
}

/** Changes all matching items; skips those that do not allow the action. */
async function changesOfAll(
  ctx: Context,
  requestId: number,
  { ids, action, chosenCategoryId, ...narrowing }: NonNullable<ItemsBody['all']>,
) {
  if (action === null && chosenCategoryId === null) throw badRequest({ 'all.action': [messages.required] })
  if (chosenCategoryId !== null && !(await knownCategories(ctx, [chosenCategoryId])).has(chosenCategoryId))
    throw badRequest({ 'all.chosenCategoryId': ['Category not found.'] })
  const p = new Params()
  const where = meantItems(p, requestId, narrowing)
  const matching = await ctx.rows(
    { id: is.number },
    `select i.id from wire_cad_items i where ${where}${ids ? ` and i.id = any(${p.add(ids)})` : ''}`,
    p.values,
  )
  const items = await loadStoredItems(
    ctx,
    requestId,
    matching.map(({ id }) => id),
  )
  const good = items.filter(({ result }) => action === null || isLegal(action, result))
  return {
    changes: good.map((item) => itemChange(item, { action, chosenEquipmentId: null, chosenCategoryId })),
    skipped: items.length - good.length,
  }
}

async function knownCategories(ctx: Context, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { items } = await categories.list(ctx, { ids: [...new Set(ids)] }, { isWhole: true })
  return new Set(items.map(({ id }) => id))
}
