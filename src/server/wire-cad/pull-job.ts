import { IntegrationRequestState, LinkedProjectStatus } from '../../model/integrations/enums.ts'
import type { Job } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { callBridge, equipmentThere, requireBridge } from './bridge.ts'
import { cadRequestsTable } from './cad-tables.ts'
import { expectedErrorText, recordCall, setProgress } from './request-traces.ts'
import { storeItems } from './store-items.ts'

const { InProgress, Succeeded, Failed } = LinkedProjectStatus
const shape = { id: is.number, projectId: orNull(is.number), wireCadProjectId: orNull(is.uuid) }
/** SQL of a request that still waits: not deleted and not decided. */
const waiting = `select id, project_id as "projectId", wire_cad_project_id as "wireCadProjectId" from wire_cad_requests
  where id = $1 and state = ${IntegrationRequestState.Draft} and not is_deleted`

/** Reads equipment of a CAD project into a request. Calls the bridge without holding a database connection. */
export const pullJob: Job<{ requestId: number }> = {
  name: 'wireCad.pull',
  async run({ work, read }, { input }) {
    const { requestId } = input
    const request = await work(async (ctx) => {
      const [row] = await ctx.rows(shape, `${waiting} for update`, [requestId])
      if (row) await setProgress(ctx, requestId, InProgress)
      return row
    })
    const wireCadProjectId = request?.wireCadProjectId
    if (!wireCadProjectId) return
    try {
      const { bridge, services } = await read(async (ctx) => ({ bridge: await requireBridge(ctx), services: ctx.services }))
      const reading = await callBridge(services, bridge, () => equipmentThere(bridge, wireCadProjectId))
      await work(async (ctx) => {
        const [row] = await ctx.rows(shape, `${waiting} for update`, [requestId])
        if (!row) return
        await storeItems(ctx, row, reading.items)
        const notes = reading.items.length === 0 ? ['This WireCAD project has no equipment.'] : reading.notes
        await ctx.update(cadRequestsTable, requestId, { readingNotes: notes }, { isSilent: true })
        if (reading.items.length > 0) await recordCall(ctx, requestId, { items: reading.items.length })
        await setProgress(ctx, requestId, Succeeded)
      })
    } catch (error) {
      await work((ctx) => {
        const message = expectedErrorText(error, ctx.services)
        if (!message) throw error
        return setProgress(ctx, requestId, Failed, message)
      })
    }
  },
  async givenUp({ work }, input) {
    await work((ctx) => setProgress(ctx, input.requestId, Failed, 'WireCAD could not be read.'))
  },
}
