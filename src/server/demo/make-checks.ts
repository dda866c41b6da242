import { designCheck, waiveFinding } from '../../model/checks/design-check.ts'
import { circuits } from '../../model/spaces/circuits.ts'
import { changeLines } from '../../model/spaces/line-concurrency.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import type { DemoCircuit, DemoWaiver } from './firm-projects.ts'
import { createCall, type Invoke } from './invoke.ts'

export async function makeCircuits(call: Invoke, ctx: Context, spaceId: number, wanted: readonly DemoCircuit[]) {
  for (const { panel, number, breakerAmps, groups } of wanted) {
    const circuit = await call(createCall(circuits), { params: { id: spaceId }, body: { panel, number, breakerAmps } })
    const lines = await ctx.rows(
      { id: is.number },
      `select l.id from space_equipment l join area_groups g on g.id = l.area_group_id
       where l.space_id = $1 and g.name = any($2) and not l.is_deleted`,
      [spaceId, groups],
    )
    await call(changeLines, {
      params: { id: spaceId },
      body: { change: { lineIds: lines.map(({ id }) => id), circuitId: circuit.id, quantity: null, areaGroupId: null } },
    })
  }
}

export async function waiveFindings(call: Invoke, projectId: number, waivers: readonly DemoWaiver[]) {
  if (waivers.length === 0) return
  const { findings } = await call(designCheck, { params: { id: projectId } })
  for (const { rule, room, reason } of waivers) {
    const found = findings.find((finding) => finding.rule === rule && finding.where.space?.name === room)
    if (found) await call(waiveFinding, { params: { id: projectId }, body: { key: found.key, reason } })
  }
}
