import { typedKeys } from '../../model/kit/keys.ts'
import { errorsIn, type PlacedUnit, placementShape } from '../../model/spaces/rack-placing.ts'
import { only, type UndoPart } from '../activity/public.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { inOpenProjects } from './line-undo.ts'
import { loadRacks, type PlacedRack, writePlacements } from './racks.ts'
import { loadDevices } from './units.ts'

async function loadPlacements(ctx: Context, ids: readonly number[]) {
  return new Map((await loadRacks(ctx, ids)).map(({ id, placements }) => [id, placements]))
}

async function elsewhere(ctx: Context, rackIds: readonly number[], unitIds: readonly number[]) {
  const rows = await ctx.rows(
    { unitId: is.number, label: is.text, name: is.text },
    `select u.id as "unitId", u.label, r.name from rack_placements p join units u on u.id = p.unit_id join racks r on r.id = p.rack_id
     where p.unit_id = any($1) and not p.rack_id = any($2)`,
    [unitIds, rackIds],
  )
  return new Map(rows.map(({ unitId, label, name }) => [unitId, `${label} is already in ${name}.`]))
}

/** Reasons why units cannot return to their positions. Fit is checked only after their lines are restored. */
async function findUndoProblems(ctx: Context, rows: PlacedRack[], isWritten: boolean): Promise<Map<string, string>> {
  const unitsOf = ({ placements }: PlacedRack) => placements.map(({ unitId }) => unitId)
  const ids = rows.map(({ id }) => id)
  const now = await loadPlacements(ctx, ids)
  const away = await elsewhere(ctx, ids, rows.flatMap(unitsOf))
  const wrong = new Map<string, string>()
  for (const projectId of new Set(rows.map((row) => row.projectId))) {
    const racks = rows.filter((row) => row.projectId === projectId)
    const placedUnitIds = racks.flatMap(({ id }) => now.get(id) ?? []).map(({ unitId }) => unitId)
    const devices = await loadDevices(ctx, projectId, [...racks.flatMap(unitsOf), ...placedUnitIds])
    for (const rack of racks) {
      const units = unitsOf(rack)
      const known = new Set(errorsIn(rack, devices, now.get(rack.id) ?? []).map(({ text }) => text))
      const misfit = isWritten && errorsIn(rack, devices, rack.placements).find(({ text }) => !known.has(text))
      const [conflict] = units.flatMap((id) => away.get(id) ?? [])
      if (units.some((id) => !devices.has(id))) wrong.set(String(rack.id), 'Some of its equipment is no longer there.')
      else if (conflict) wrong.set(String(rack.id), conflict)
      else if (misfit) wrong.set(String(rack.id), misfit.text)
    }
  }
  return wrong
}

type Stored = { [K in keyof PlacedRack]?: unknown }

/** Undo of rack contents an action removed: restores the complete rack if it is unchanged since, otherwise nothing. */
export const rackUndo: UndoPart = {
  entity: 'racks',
  hold: (ctx, rows, isLocking) => inOpenProjects(ctx, rows, isLocking, async () => []),
  stored: { placements: only(typedKeys(placementShape)) } satisfies Stored,
  parts: {
    placements: {
      read: loadPlacements,
      write: (ctx: Context, values: Map<number, PlacedUnit[]>) =>
        writePlacements(
          ctx,
          [...values.keys()],
          [...values].flatMap(([rackId, placements]) => placements.map((placed) => ({ ...placed, rackId }))),
        ),
    },
  } satisfies Stored,
  problems: findUndoProblems,
}
