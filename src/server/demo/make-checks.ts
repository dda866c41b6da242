import type { Finding } from '../../model/checks/design-check.ts'
import type { Context, Row } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import type { DemoCircuit, DemoWaiver } from './firm-projects.ts'

type Invoke = (method: string, path: string, body?: Row) => Promise<Row>

/** The breakers of a room, each with the equipment of its area groups. */
export async function makeCircuits(call: Invoke, ctx: Context, spaceId: number, circuits: readonly DemoCircuit[]) {
  for (const { panel, number, breakerAmps, groups } of circuits) {
    const circuit = await call('POST', `spaces/${spaceId}/Circuits`, { panel, number, breakerAmps })
    const lines = await ctx.rows(
      { id: is.number },
      `select l.id from space_equipment l join area_groups g on g.id = l.area_group_id
       where l.space_id = $1 and g.name = any($2) and not l.is_deleted`,
      [spaceId, groups],
    )
    await call('POST', `spaces/${spaceId}/Equipment/Together`, {
      change: { lineIds: lines.map(({ id }) => id), circuitId: circuit.id },
    })
  }
}

/** What the designer has looked at and left as it is. */
export async function waiveFindings(call: Invoke, projectId: number, waivers: readonly DemoWaiver[]) {
  if (waivers.length === 0) return
  const { findings }: { findings?: Finding[] } = await call('GET', `projects/${projectId}/DesignCheck`)
  for (const { rule, room, reason } of waivers) {
    const found = findings?.find((one) => one.rule === rule && one.where.space?.name === room)
    if (found) await call('POST', `projects/${projectId}/DesignCheck/Waive`, { key: found.key, reason })
  }
}
