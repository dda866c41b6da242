import { createHash } from 'node:crypto'
import { ChangeSetKind } from '../../model/activity/change-sets.ts'
import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import { findMismatches, type MovedCable, mergeEquipment, PlaceKind, replaceEquipment } from '../../model/catalog/equipment-replace.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import type { Permission } from '../../model/permissions.ts'
import { type Changed, recordChangeSet } from '../activity/public.ts'
import { diffRows } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, forbidden } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { equipments } from './equipment.ts'
import { readPorts } from './equipment-parts.ts'
import { type EquipmentPlaces, everyPlace, type FoundUse, type ReplaceOptions, type Swap } from './equipment-places.ts'

type Equipment = RowOf<typeof equipments.resource>
const mostUses = 5000

/** Locks both rows until commit, in id order and before any row that references them. */
async function lockEquipment(ctx: Context, ids: number[], lock: boolean) {
  if (lock) await ctx.run('select 1 from equipments where id = any($1) order by id for no key update', [ids])
}

async function withPorts(ctx: Context, row: Equipment) {
  return { ...row, ports: await readPorts(ctx, row.id) }
}

type Found = [EquipmentPlaces, FoundUse[]][]
async function findUses(ctx: Context, id: number, scope: ReplaceOptions, lock: boolean): Promise<Found> {
  const found: Found = []
  for (const place of everyPlace(ctx))
    if (!scope.leaveOut?.includes(place.kind)) found.push([place, await place.find(ctx, id, scope, lock)])
  return found
}

const plainUse = ({ versions: _, ...use }: FoundUse) => use

function summary(found: Found, droppedPlacements: number) {
  const uses = found.flatMap(([, placeUses]) => placeUses)
  const count = (kind: PlaceKind) => uses.filter((use) => use.kind === kind).length
  const sum = (key: 'lines' | 'quantity') => uses.filter(({ kind }) => kind === PlaceKind.Space).reduce((total, use) => total + use[key], 0)
  return {
    spaces: count(PlaceKind.Space),
    lines: sum('lines'),
    quantity: sum('quantity'),
    spaceTemplates: count(PlaceKind.SpaceTemplate),
    equipmentGroups: count(PlaceKind.EquipmentGroup),
    droppedPlacements,
  }
}

/** Changes when a usage is added, removed, or updated, or when one of the two products is. */
function versionToken(old: Equipment, next: Equipment, found: Found): string {
  const parts = found.flatMap(([, uses]) => uses.map(({ kind, id, versions }) => `${kind} ${id} ${versions}`))
  return createHash('sha256')
    .update(JSON.stringify([old.id, old.rowVersion, next.id, next.rowVersion, parts]))
    .digest('base64url')
    .slice(0, 40)
}

async function runReplacement(ctx: Context, body: HandlerRequest<typeof replaceEquipment>['body']) {
  const { equipmentId, newEquipmentId, dryRun, deleteOld, keepProviders } = body
  if (equipmentId === newEquipmentId) throw badRequest({ newEquipmentId: ['Choose different equipment from the one being replaced.'] })
  await lockEquipment(ctx, [equipmentId, newEquipmentId], !dryRun)
  const old = await equipments.find(ctx, equipmentId)
  const next = await equipments.find(ctx, newEquipmentId)
  if (!old) throw badRequest({ equipmentId: ['Equipment not found.'] })
  if (!next) throw badRequest({ newEquipmentId: ['Equipment not found.'] })
  if (next.availability === EquipmentAvailability.Deprecated)
    throw badRequest({ newEquipmentId: [`${next.model} is deprecated and cannot be added.`] })
  const found = await findUses(ctx, old.id, body, !dryRun)
  const needs = neededPermissions(found, deleteOld)
  const missing = needs.find((name) => !ctx.actor.held.has(name))
  if (missing) throw forbidden(missing)
  const uses = found.flatMap(([, placeUses]) => placeUses)
  checkAmount(uses.length)
  const token = versionToken(old, next, found)
  if (body.token && body.token !== token)
    throw conflict('The places or the equipment have changed since the preview. Preview it again.', { detail: 'stale' })
  const mismatches = findMismatches(await withPorts(ctx, old), await withPorts(ctx, next))
  const shown = { uses: uses.map(plainUse), mismatches, token, cables: await findMovedCables(ctx, found, { old, next }) }
  const counts = summary(found, await droppedBy(ctx, found, { old, next }))
  if (dryRun) return { ...counts, ...shown, changeSetId: null }

  const changes = await swapAll(ctx, found, { old, next, keepProviders, keepPrices: false })
  if (deleteOld) changes.push(await removed(ctx, old))
  const changeSetId = await recordChangeSet(
    ctx,
    { kind: ChangeSetKind.Replacement, title: `Replaced ${old.model} by ${next.model}`, permissions: needs },
    changes,
  )
  return { ...counts, ...shown, changeSetId: changeSetId ?? null }
}

/** Limits the size, because the replacement is a single transaction. */
function checkAmount(uses: number) {
  if (uses > mostUses) throw conflict(`There are more than ${mostUses.toLocaleString('en-US')} places. Replace it project by project.`)
}

function neededPermissions(found: Found, deletes: boolean): Permission[] {
  const needs: Permission[] = ['Equipments.Update']
  for (const [{ kind }, uses] of found) if (uses.length > 0) needs.push(PlaceKind.get(kind).needs)
  if (deletes) needs.push('Equipments.Delete')
  return [...new Set(needs)]
}

async function swapAll(ctx: Context, found: Found, swap: Swap) {
  const changes: Changed[] = []
  for (const [place, uses] of found) {
    if (uses.length === 0) continue
    // Reversed, so that an undo locks the usages in the same order as this function.
    changes.unshift(...(await place.replace(ctx, uses, swap)))
  }
  return changes
}

/** Computed from the current state, like the cables. */
async function droppedBy(ctx: Context, found: Found, swap: Pick<Swap, 'old' | 'next'>): Promise<number> {
  let dropped = 0
  for (const [place, uses] of found) if (uses.length > 0) dropped += (await place.dropped?.(ctx, uses, swap)) ?? 0
  return dropped
}

/** Computed before the replacement; the database then moves the cables by the same rule. */
async function findMovedCables(ctx: Context, found: Found, swap: Pick<Swap, 'old' | 'next'>): Promise<MovedCable[]> {
  const cables: MovedCable[] = []
  for (const [place, uses] of found) if (uses.length > 0) cables.push(...((await place.cables?.(ctx, uses, swap)) ?? []))
  return cables
}

async function removed(ctx: Context, row: Equipment): Promise<Changed> {
  await equipments.remove(ctx, row.id)
  const before = diffRows(equipments.resource, null, row).after
  return { action: 'Delete', entity: equipments.resource.entity, entityId: row.id, entityName: row.model, before }
}

/** Merges changes of a row made for several duplicates into one, from the first value to the last. */
function mergeChanges(changes: readonly Changed[]): Changed[] {
  const found = new Map<string, Changed>()
  for (const change of changes) {
    const key = `${change.action} ${change.entity} ${change.entityId}`
    const first = found.get(key)
    const { before, after } = change
    found.set(key, first ? { ...first, before: { ...before, ...first.before }, after: { ...first.after, ...after } } : change)
  }
  return [...found.values()]
}

/** Moves all usages of the duplicates, with agreed prices, to the remaining product, then deletes the duplicates. */
async function merge(ctx: Context, id: number, requestedIds: number[]) {
  const ids = requestedIds.filter((value) => value !== id)
  if (ids.length === 0) throw badRequest({ ids: ['Choose different equipment from the one being kept.'] })
  await lockEquipment(ctx, [id, ...ids], true)
  const next = await equipments.get(ctx, id)
  const changes: Changed[] = []
  const all: Found = []
  let droppedPlacements = 0
  for (const value of ids) {
    const old = await equipments.find(ctx, value)
    if (!old) throw badRequest({ ids: ['Equipment not found.'] })
    const found = await findUses(ctx, old.id, { everywhere: true }, true)
    const missing = neededPermissions(found, true).find((name) => !ctx.actor.held.has(name))
    if (missing) throw forbidden(missing)
    all.push(...found)
    checkAmount(all.flatMap(([, uses]) => uses).length)
    droppedPlacements += await droppedBy(ctx, found, { old, next })
    changes.push(...(await swapAll(ctx, found, { old, next, keepProviders: true, keepPrices: true })))
    changes.push(await removed(ctx, old))
  }
  const changeSetId = await recordChangeSet(
    ctx,
    {
      kind: ChangeSetKind.Merge,
      title: ids.length === 1 ? `Merged a duplicate into ${next.model}` : `Merged ${ids.length} duplicates into ${next.model}`,
      permissions: neededPermissions(all, true),
    },
    mergeChanges(changes),
  )
  return { ...summary(all, droppedPlacements), equipment: await equipments.get(ctx, id), changeSetId: changeSetId ?? null }
}

export const replaceRoutes: Route[] = [
  defineRoute(replaceEquipment, (ctx, { body }) => runReplacement(ctx, body)),
  defineRoute(mergeEquipment, (ctx, { params, body }) => merge(ctx, params.id, body.ids)),
]
