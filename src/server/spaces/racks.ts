import { errorsIn, normalizePlacements, type PlacedUnit, type RackFrame } from '../../model/spaces/rack-placing.ts'
import { placeInRacks, racks as racksModel } from '../../model/spaces/racks.ts'
import type { Changed } from '../activity/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, conflict } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is } from '../kit/sql/row-types.ts'
import { belowProject, openProject, projects } from '../projects/public.ts'
import { rackPlacementsTable } from './rack-tables.ts'
import { spaces } from './spaces.ts'
import { racksTable, spaceEquipmentTable } from './spaces-tables.ts'
import { loadDevices } from './units.ts'

/** Units of deleted spaces are hidden and return with their space. */
const placementsSql = (rack: string) =>
  `from rack_placements p join units u on u.id = p.unit_id and not u.is_deleted join space_equipment l on l.id = u.line_id
     join spaces s on s.id = l.space_id and not s.is_deleted where p.rack_id = ${rack}`

export const racks = serve({
  resource: racksModel,
  table: racksTable,
  parent: () => projects,
  open: openProject,
  scope: (actor, p) => belowProject(actor, p),
  computed: {
    placements: `(select coalesce(json_agg(json_build_object('unitId', p.unit_id, 'startRU', p.start_unit, 'face', p.face, 'half', p.half,
      'shelfUnitId', p.shelf_unit_id, 'shelfOrder', p.shelf_order) order by p.start_unit, p.face, p.half, p.shelf_order nulls first, p.unit_id), '[]') ${placementsSql('t.id')})`,
    unitsCount: `(select count(*)::int ${placementsSql('t.id')})`,
  },

  async beforeWrite(ctx, values, before, projectId) {
    if (values.spaceId && values.spaceId !== before?.space?.id) {
      const space = await spaces.find(ctx, values.spaceId)
      if (space?.projectId !== projectId) throw badRequest({ spaceId: ['Space not found.'] })
    }
    if (values.equipmentId && values.equipmentId !== before?.equipment?.id) {
      const found = await ctx.run('select 1 from rack_products e where e.id = $1 and e.is_rack and not e.is_deleted', [values.equipmentId])
      if (found === 0) throw badRequest({ equipmentId: ['Only equipment in a rack category can be the enclosure.'] })
    }
    if (before) await stillFits(ctx, projectId, [before, { ...before, ...values }])
    return undefined
  },
  async beforeDelete(ctx, row) {
    if (row.unitsCount > 0) throw conflict(`${row.name} is not empty. Remove its contents first.`)
    await ctx.run('delete from rack_placements where rack_id = $1', [row.id])
    await ctx.update(spaceEquipmentTable, { rackId: row.id }, { rackId: null }, { isSilent: true })
  },
  projectIdOf: (row) => row.projectId,
})
type Rack = Awaited<ReturnType<typeof racks.get>>
/** The properties of a rack that decide what fits, and its contents. */
export type PlacedRack = Pick<Rack, 'id' | 'projectId' | 'placements' | keyof RackFrame>

/** Rejects rack changes that make its contents no longer fit. */
async function stillFits(ctx: Context, projectId: number, [before, rack]: readonly [Rack, Rack]) {
  const devices = await loadDevices(
    ctx,
    projectId,
    rack.placements.map(({ unitId }) => unitId),
  )
  const known = new Set(errorsIn(before, devices, before.placements).map(({ text }) => text))
  const first = errorsIn(rack, devices, rack.placements).find(({ text }) => !known.has(text))
  if (first) throw conflict(first.text)
}

type PlacementInput = HandlerRequest<typeof placeInRacks>['body']['racks'][number]

async function checkPlacements(ctx: Context, projectId: number, [held, requestedRacks]: readonly [Map<number, Rack>, PlacementInput[]]) {
  const units = requestedRacks.flatMap(({ placements }) => placements.map(({ unitId }) => unitId))
  const twice = units.find((id, index) => units.indexOf(id) !== index)
  // Includes current contents, because existing errors can only be found in the complete rack.
  const placedUnitIds = [...held.values()].flatMap(({ placements }) => placements.map(({ unitId }) => unitId))
  const devices = await loadDevices(ctx, projectId, [...units, ...placedUnitIds])
  if (twice !== undefined) throw conflict(`${devices.get(twice)?.label ?? 'A unit'} would be in two places.`)
  return requestedRacks.map(({ rackId, placements }, index) => {
    placements.forEach(({ unitId }, nth) => {
      if (!devices.has(unitId)) throw badRequest({ [`racks[${index}].placements[${nth}].unitId`]: ['Unit not found.'] })
    })
    const rack = held.get(rackId)
    if (!rack) throw badRequest({ [`racks[${index}].rackId`]: ['Rack not found.'] })
    const storedPlacements = normalizePlacements(rack, devices, placements)
    // Existing errors (a product that grew in the catalog) do not block other moves.
    const known = new Set(errorsIn(rack, devices, rack.placements).map(({ text }) => text))
    const first = errorsIn(rack, devices, storedPlacements).find(({ text }) => !known.has(text))
    if (first) throw conflict(first.text)
    return { rack, storedPlacements }
  })
}

/** Rejects units placed in a rack that is not part of this request, so none is removed unnoticed. */
async function notElsewhere(ctx: Context, rackIds: number[], unitIds: number[]) {
  const [other] = await ctx.rows(
    { label: is.text, name: is.text },
    `select u.label, r.name from rack_placements p join units u on u.id = p.unit_id join racks r on r.id = p.rack_id
     where p.unit_id = any($1) and not p.rack_id = any($2) limit 1`,
    [unitIds, rackIds],
  )
  if (other) throw conflict(`${other.label} is already in ${other.name}.`, { detail: 'stale' })
}

/** Replaces the contents of each rack, or throws the conflict. */
export async function placeUnits(ctx: Context, projectId: number, requestedRacks: PlacementInput[]) {
  const project = await openProject(ctx, projectId)
  const ids = requestedRacks.map(({ rackId }) => rackId)
  await ctx.run('select 1 from racks where id = any($1) order by id for no key update', [ids])
  const { items } = await racks.list(ctx, { ids }, { parentId: project.id, limit: 50 })
  const held = new Map(items.map((rack) => [rack.id, rack]))
  for (const { rackId, rowVersion } of requestedRacks) {
    const rack = held.get(rackId)
    if (rack) await checkVersion(rack, rowVersion, `${rack.name} has`)
  }
  const written = await checkPlacements(ctx, project.id, [held, requestedRacks])
  const rows = written.flatMap(({ rack, storedPlacements }) => storedPlacements.map((placed) => ({ ...placed, rackId: rack.id })))
  await notElsewhere(
    ctx,
    ids,
    rows.map(({ unitId }) => unitId),
  )
  await writePlacements(ctx, ids, rows)
  await wereWritten(ctx, written)
  return (await racks.list(ctx, { ids }, { parentId: project.id, limit: 50 })).items
}

async function wereWritten(ctx: Context, written: { rack: Rack; storedPlacements: readonly PlacedUnit[] }[]) {
  await ctx.update(racksTable, { id: written.map(({ rack }) => rack.id) }, {})
  await recordAudit(
    ctx,
    written.map(({ rack, storedPlacements }) => ({
      action: 'Update',
      entity: racksModel.entity,
      entityId: rack.id,
      entityName: rack.name,
      before: { placements: rack.placements },
      after: { placements: storedPlacements },
    })),
  )
  ctx.after(() => {
    for (const { rack } of written)
      ctx.services.changed(
        { entity: racksModel.entity, id: rack.id, projectId: rack.projectId, action: 'Updated' },
        racksModel.permission.view,
      )
  })
}

/** Removes units from racks, with the contents of shelves. The caller holds the project lock. */
export async function takeOutOfRacks(ctx: Context, projectId: number, unitIds: number[]) {
  const found = await ctx.rows({ id: is.number }, 'select distinct rack_id as id from rack_placements where unit_id = any($1)', [unitIds])
  if (found.length === 0) return
  const ids = found.map(({ id }) => id)
  const { items } = await racks.list(ctx, { ids }, { parentId: projectId, isWhole: true })
  await ctx.run('delete from rack_placements where unit_id = any($1) or shelf_unit_id = any($1)', [unitIds])
  const removedUnitIds = new Set(unitIds)
  const remains = ({ unitId, shelfUnitId }: PlacedUnit) => !removedUnitIds.has(unitId) && !(shelfUnitId && removedUnitIds.has(shelfUnitId))
  await wereWritten(
    ctx,
    items.map((rack) => ({ rack, storedPlacements: rack.placements.filter(remains) })),
  )
}

/** Reads racks with their contents; deleted ones are left out. */
export const loadRacks = async (ctx: Context, ids: readonly number[]) =>
  ids.length === 0 ? [] : (await racks.list(ctx, { ids: [...ids] }, { isAcross: true, isWhole: true })).items

/** Compares racks with their state before an action. Records those that changed and returns the changes. */
export async function recordRackChanges(ctx: Context, before: readonly Rack[]): Promise<Changed[]> {
  const ids = before.map(({ id }) => id)
  const now = new Map((await loadRacks(ctx, ids)).map((rack) => [rack.id, rack]))
  const written = before.flatMap((rack) => {
    const storedPlacements = now.get(rack.id)?.placements
    return storedPlacements && JSON.stringify(storedPlacements) !== JSON.stringify(rack.placements) ? [{ rack, storedPlacements }] : []
  })
  await wereWritten(ctx, written)
  return written.map(({ rack, storedPlacements }) => ({
    action: 'Update',
    entity: racksModel.entity,
    entityId: rack.id,
    entityName: rack.name,
    projectId: rack.projectId,
    before: { placements: rack.placements },
    after: { placements: storedPlacements },
  }))
}

/** Units of a deleted space keep their position until it is needed by others. */
export async function writePlacements(ctx: Context, rackIds: number[], rows: (PlacedUnit & { rackId: number })[]) {
  await ctx.run(
    `delete from rack_placements p using units u join space_equipment l on l.id = u.line_id join spaces s on s.id = l.space_id
     where u.id = p.unit_id and p.rack_id = any($1) and not s.is_deleted`,
    [rackIds],
  )
  await ctx.insertMany(
    rackPlacementsTable,
    rows.map(({ unitId, rackId, startRU, face, half, shelfUnitId, shelfOrder }) => ({
      unitId,
      rackId,
      startUnit: startRU,
      face,
      half,
      shelfUnitId,
      shelfOrder,
    })),
  )
  await resolveHiddenOverlaps(ctx, rackIds)
}

/** Units of deleted spaces move with their shelf; those that overlap others by the rules of `rack-placing.ts` are removed. */
async function resolveHiddenOverlaps(ctx: Context, rackIds: number[]) {
  await ctx.run(
    `update rack_placements p set rack_id = s.rack_id, start_unit = s.start_unit, face = s.face
     from rack_placements s where s.unit_id = p.shelf_unit_id and p.rack_id = any($1)`,
    [rackIds],
  )
  const heightOf = (product: string) => `greatest(1, ceil(coalesce(${product}.rack_units, 1)))::int`
  await ctx.run(
    `delete from rack_placements p using units u, space_equipment l, spaces s, rack_products e, racks r
     where u.id = p.unit_id and l.id = u.line_id and s.id = l.space_id and e.id = l.equipment_id and s.is_deleted and r.id = p.rack_id
       and p.rack_id = any($1) and p.shelf_unit_id is null
       and exists (select from rack_placements o join units v on v.id = o.unit_id join space_equipment k on k.id = v.line_id
         join spaces z on z.id = k.space_id and not z.is_deleted join rack_products f on f.id = k.equipment_id
         where o.rack_id = p.rack_id and o.shelf_unit_id is null and (o.half = p.half or 'none' in (o.half, p.half))
           and (o.face = p.face or e.depth_in + f.depth_in > r.mounting_depth_in)
           and o.start_unit < p.start_unit + ${heightOf('e')} and p.start_unit < o.start_unit + ${heightOf('f')})`,
    [rackIds],
  )
  await ctx.run(
    `delete from rack_placements p where p.rack_id = any($1) and p.shelf_unit_id is not null
       and not exists (select from rack_placements s where s.unit_id = p.shelf_unit_id)`,
    [rackIds],
  )
}

export const rackRoutes: Route[] = [defineRoute(placeInRacks, (ctx, { params, body }) => placeUnits(ctx, params.id, body.racks))]
