import { IntegrationAction, IntegrationRequestState, LinkedProjectStatus } from '../../model/integrations/enums.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { Context, Job } from '../kit/request/context.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import { applyItem } from './apply-item.ts'
import { type CadLink, callBridge, findBridge, postLinks } from './bridge.ts'
import { cadItemsTable, cadRequestsTable } from './cad-tables.ts'
import { expectedErrorText, notifyAboutRequest, recordCall, setProgress } from './request-traces.ts'
import { loadStoredItems } from './store-items.ts'

const { InProgress, Succeeded, Failed } = LinkedProjectStatus
type Runner = Parameters<Job['run']>[0]

/** Open items in file order; failed ones wait for a retry. */
async function loadOpenItems(ctx: Context, requestId: number): Promise<number[]> {
  const rows = await ctx.rows(
    { id: is.number },
    `select i.id from wire_cad_items i join wire_cad_requests t on t.id = i.request_id
     where t.id = $1 and t.state = ${IntegrationRequestState.Approved} and not t.is_deleted and i.action <> ${IntegrationAction.NoAction}
       and not i.is_applied and i.apply_error is null order by i.place`,
    [requestId],
  )
  return rows.map(({ id }) => id)
}

/** Applies each item in a separate transaction, so that completed items remain after a crash and a restart. */
async function applyOne({ work }: Runner, requestId: number, itemId: number) {
  try {
    await work(async (ctx) => {
      await ctx.run('select from wire_cad_items where id = $1 for update', [itemId])
      const [item] = await loadStoredItems(ctx, requestId, [itemId])
      if (!item || item.isApplied) return
      const { equipmentId, notes } = await applyItem(ctx, item)
      const allNotes = [...new Set([...item.notes, ...notes])]
      await ctx.update(cadItemsTable, itemId, { isApplied: true, equipmentId, notes: allNotes })
    })
  } catch (error) {
    await work((ctx) => {
      const message = expectedErrorText(error, ctx.services)
      if (!message) throw error
      return ctx.update(cadItemsTable, itemId, { applyError: message.slice(0, 2000) })
    })
  }
}

/** Pairs of definition and equipment for the CAD tool; definitions without an id there are left out. */
async function loadBridgeLinks(ctx: Context, requestId: number) {
  const [request] = await ctx.rows({ id: orNull(is.uuid) }, 'select wire_cad_project_id as id from wire_cad_requests where id = $1', [
    requestId,
  ])
  const links: CadLink[] = await ctx.rows(
    { wireCadId: is.uuid, equipmentId: is.number, tag: is.text },
    `select i.wire_cad_id, i.equipment_id, c.tag from wire_cad_items i join cad_products c on c.id = i.equipment_id
     where i.request_id = $1 and i.is_applied and i.wire_cad_id is not null order by i.place`,
    [requestId],
  )
  return { projectId: request?.id ?? null, links, bridge: await findBridge(ctx), services: ctx.services }
}

async function sendLinks({ read, work }: Runner, requestId: number): Promise<string | undefined> {
  const { projectId, links, bridge, services } = await read((ctx) => loadBridgeLinks(ctx, requestId))
  if (!projectId || !bridge || links.length === 0) return undefined
  try {
    await callBridge(services, bridge, () => postLinks(bridge, projectId, links))
    await work(async (ctx) => {
      await ctx.update(cadRequestsTable, requestId, { linksPostedDate: sql`now()` }, { isSilent: true })
      await recordCall(ctx, requestId, { links: links.length }, `Sent WireCAD ${formatCount(links.length, 'link')}`)
    })
    return undefined
  } catch (error) {
    const message = expectedErrorText(error, services)
    if (!message) throw error
    return `The links could not be posted: ${message}`
  }
}

async function finish(ctx: Context, requestId: number, problem: string | undefined) {
  const counts = await ctx.rows(
    { failed: is.number, done: is.number },
    `select (count(*) filter (where apply_error is not null))::int as failed, (count(*) filter (where is_applied))::int as done
     from wire_cad_items where request_id = $1`,
    [requestId],
  )
  const { failed, done } = onlyRow(counts)
  const message = [failed > 0 && `${formatCount(failed, 'item')} of ${failed + done} failed.`, problem].filter(Boolean).join(' ')
  const request = await setProgress(ctx, requestId, message ? Failed : Succeeded, message || null)
  if (!request) return
  await notifyAboutRequest(ctx, {
    ...request,
    title: `${request.name} ${message ? 'was partly completed' : 'was completed'}`,
    text: message || `${formatCount(done, 'item')} done.`,
    reason: 'assigned',
    userIds: [request.createdById, ctx.actor.userId],
    isByItself: true,
  })
}

/** Applies an approved request with the approver's permissions (domain 13.2). */
export const applyJob: Job<{ requestId: number }> = {
  name: 'wireCad.apply',
  async run(runner, { input, signal }) {
    const { requestId } = input
    const { work, read } = runner
    const ids = await read((ctx) => loadOpenItems(ctx, requestId))
    await work((ctx) => setProgress(ctx, requestId, InProgress))
    for (const id of ids) {
      signal.throwIfAborted()
      await applyOne(runner, requestId, id)
    }
    const problem = await sendLinks(runner, requestId)
    await work((ctx) => finish(ctx, requestId, problem))
  },
  async givenUp({ work }, input) {
    await work((ctx) => setProgress(ctx, input.requestId, Failed, 'The work on this request was interrupted.'))
  },
}
