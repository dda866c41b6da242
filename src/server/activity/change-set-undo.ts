import { ChangeSetKind, previewUndo, undoChangeSet } from '../../model/activity/change-sets.ts'
import { ActivityLogType } from '../../model/activity/enums.ts'
import { type AuditEntry, diffRows, inBatches, recordAudit } from '../kit/entity/audit.ts'
import type { Served } from '../kit/entity/served.ts'
import type { Context } from '../kit/request/context.ts'
import { duplicateConflict } from '../kit/request/error-response.ts'
import { conflict, forbidden } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { announceMany, columnProperty, type RowWrite, responseField, toColumnJson, writeMany } from '../kit/resource/many-rows.ts'
import { sql } from '../kit/sql/writes.ts'
import { errorCode } from '../tools/errors.ts'
import { findUndoPart, isDue, planUndo, rowAfterUndo, type Step, skipStep } from './change-set-plan.ts'
import {
  type Changed,
  type ChangedOrKept,
  changeSets,
  changeSetsTable,
  type EntityLocation,
  findServedEntity,
  type KeptRow,
  keptColumns,
  keptShape,
  loadUndoState,
  recordChangeSet,
} from './change-sets.ts'

function undoRowWrite(served: Served, ctx: Context, step: Step): RowWrite {
  const part = findUndoPart(ctx, served)
  if (step.undoAction !== 'Update') {
    const isDeleted = step.undoAction === 'Delete'
    const deletion = isDeleted
      ? { deleteDate: new Date().toISOString(), deletedById: ctx.actor.userId || null }
      : { deleteDate: null, deletedById: null }
    return { id: step.current!.id, columns: { isDeleted, ...deletion } }
  }
  const columns: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(step.values)) {
    const property = columnProperty(served, key)
    if (!property) continue
    const own = part?.stored?.[key]
    columns[property] = own && value != null ? own(value) : toColumnJson(responseField(served, key), value)
  }
  return { id: step.current!.id, columns: { ...columns, ...part?.derived?.(rowAfterUndo(step)) } }
}

/** Runs a statement in a savepoint, so that a database error reverts only it. Returns the error, if any. */
async function trySavepoint(ctx: Context, run: () => Promise<void>): Promise<string | undefined> {
  await ctx.run('savepoint attempt')
  try {
    await run()
    await ctx.run('release savepoint attempt')
    return undefined
  } catch (error) {
    const code = errorCode(error)
    if (!(error instanceof Error) || !code || !/^23/.test(code)) throw error
    await ctx.run('rollback to savepoint attempt')
    if (code !== '23505') return 'It would violate a database rule.'
    return duplicateConflict(error, ctx.services.extensions.entities).said.message
  }
}

/**
 * Writes all rows in one statement. If names are taken or swapped, all rows first release theirs (deleted rows have none) and then reclaim
 * them in halves, until only rows that cannot remain.
 */
async function writeSteps(ctx: Context, served: Served, steps: Step[]): Promise<Step[]> {
  if (steps.length === 0) return []
  const rows = new Map<Step, RowWrite>()
  await inBatches(steps, async (some) => {
    for (const step of some) rows.set(step, undoRowWrite(served, ctx, step))
  })
  const put = (some: Step[]) =>
    writeMany(
      ctx,
      served,
      some.map((step) => rows.get(step)!),
    )
  const reason = await trySavepoint(ctx, () => put(steps))
  if (!reason) return steps
  if (steps.length > 1) {
    const refused = new Map<Step, string>()
    const isDone = !(await trySavepoint(ctx, () => swapNames(ctx, served, [...rows], refused)))
    for (const [step, reason] of isDone ? refused : []) skipStep(step, reason)
    if (isDone) return steps.filter((step) => !refused.has(step))
    const middle = Math.ceil(steps.length / 2)
    return [...(await writeSteps(ctx, served, steps.slice(0, middle))), ...(await writeSteps(ctx, served, steps.slice(middle)))]
  }
  skipStep(steps[0]!, reason)
  return []
}

async function swapNames(ctx: Context, served: Served, rows: [Step, RowWrite][], refused: Map<Step, string>) {
  const free = (isDeleted: boolean, some: [Step, RowWrite][]) =>
    writeMany(
      ctx,
      served,
      some.map(([, { id }]) => ({ id, columns: { isDeleted } })),
      { isStep: true },
    )
  const halves = async (some: [Step, RowWrite][]): Promise<void> => {
    const full = some.map(([{ undoAction }, { id, columns }]) => ({ id, columns: { isDeleted: undoAction === 'Delete', ...columns } }))
    const reason = await trySavepoint(ctx, () => writeMany(ctx, served, full))
    if (!reason) return
    if (some.length === 1) return void refused.set(some[0]![0], reason)
    const middle = Math.ceil(some.length / 2)
    await halves(some.slice(0, middle))
    await halves(some.slice(middle))
  }
  await free(true, rows)
  await halves(rows)
  await free(
    false,
    rows.filter(([step]) => refused.has(step) && step.undoAction === 'Update'),
  )
}

async function writeParts(ctx: Context, served: Served, steps: Step[]) {
  const part = findUndoPart(ctx, served)
  for (const [key, partReader] of Object.entries(part?.parts ?? {})) {
    const values = new Map(steps.filter((step) => key in step.values).map((step) => [Number(step.current!.id), step.values[key] ?? []]))
    if (values.size > 0) await partReader.write(ctx, values)
  }
}

/** Loads the change set if the caller may undo it; locked, so that it is undone only once. */
async function openSet(ctx: Context, id: number, lock: boolean) {
  const set = await changeSets.get(ctx, id, { lock })
  const state = await loadUndoState(ctx, id)
  if (!state.isAllowed) throw forbidden(state.missing)
  if (lock && state.undoneById !== null) throw conflict('This has already been undone.')
  return { ...set, ...state }
}

const readAtOnce = 200
/** Groups rows by entity, last changed first, because later rows may depend on earlier ones. */
async function groupByEntity(ctx: Context, setId: number): Promise<[Served, KeptRow[]][]> {
  const groups = new Map<string, KeptRow[]>()
  let before: number | null = null
  do {
    // Reads in batches: parsing thousands of rows at once would block the event loop.
    const rows: KeptRow[] = await ctx.rows(
      keptShape,
      `select ${keptColumns} from change_set_rows where change_set_id = $1 and action <> 'Keep' and id < coalesce($2::bigint, ${Number.MAX_SAFE_INTEGER}) order by id desc limit ${readAtOnce}`,
      [setId, before],
    )
    for (const row of rows) {
      const group = groups.get(row.entity)
      if (group) group.push(row)
      else groups.set(row.entity, [row])
    }
    before = rows.length < readAtOnce ? null : rows.at(-1)!.id
  } while (before !== null)
  return [...groups].map(([entity, groupRows]) => {
    const served = findServedEntity(ctx, entity)
    if (!served) throw conflict(`Changes of ${entity} cannot be undone.`)
    return [served, groupRows]
  })
}

function undoEntry(served: Served, { row, undoAction, current, values, kept }: Step, isDone: boolean): ChangedOrKept {
  const keys = Object.keys(values)
  const about = {
    entity: row.entity,
    entityId: row.entityId,
    entityName: row.name,
    projectId: row.projectId,
    place: row.place,
    kept: kept.length > 0 ? kept : undefined,
  }
  if (!isDone) return { ...about, action: 'Keep' }
  if (undoAction === 'Delete') return { ...about, action: 'Delete', before: diffRows(served.resource, null, current!).after }
  if (undoAction === 'Restore') return { ...about, action: 'Restore' }
  return { ...about, action: 'Update', before: Object.fromEntries(keys.map((key) => [key, current![key]])), after: values }
}

interface UndoneRows {
  served: Served
  step: Step
  entry: ChangedOrKept
}
type Done = UndoneRows & { entry: Changed }
const isDone = (result: UndoneRows): result is Done => result.entry.action !== 'Keep'

/** Writes log entries for rows that have a log, and one for each parent of the others. */
async function notifyAbout(ctx: Context, title: string, done: Done[], setId: number) {
  const related = { entity: 'changeSets', id: setId, name: title }
  const entryFor = ({ served, step, entry }: Done): AuditEntry => ({
    action: entry.action,
    entity: entry.entity,
    entityId: entry.entityId,
    entityName: entry.entityName,
    before: entry.before,
    after: entry.after,
    activity: served.resource.logs
      ? {
          title,
          type: ActivityLogType.Automatic,
          changes: step.undoAction === 'Update' ? diffRows(served.resource, step.current!, rowAfterUndo(step)).changes : [],
          projectId: step.row.projectId,
          related,
        }
      : undefined,
  })
  await inBatches(done, (some) => recordAudit(ctx, some.map(entryFor)))
  // A parent with its own entry needs none for its parts.
  const reportedKeys = new Set(done.map(({ entry }) => `${entry.entity} ${entry.entityId}`))
  const places = new Map<string, EntityLocation>()
  for (const { served, step } of done)
    if (!served.resource.logs && step.row.place && !reportedKeys.has(`${step.row.place.entity} ${step.row.place.id}`))
      places.set(`${step.row.place.entity} ${step.row.place.id}`, step.row.place)
  await recordAudit(
    ctx,
    [...places.values()].map((place) => ({
      action: 'Update',
      entity: place.entity,
      entityId: place.id,
      entityName: place.name,
      activity: { title, type: ActivityLogType.RelatedActions, projectId: place.projectId ?? null, related },
    })),
  )
  for (const served of new Set(done.map((item) => item.served)))
    for (const [undoAction, action] of [
      ['Update', 'Updated'],
      ['Delete', 'Deleted'],
      ['Restore', 'Restored'],
    ] as const)
      announceMany(
        ctx,
        served,
        done
          .filter((item) => item.served === served && item.step.undoAction === undoAction)
          .map(({ step }) => ({ id: step.current!.id, projectId: step.row.projectId })),
        action,
      )
  for (const { entity, id, projectId } of places.values()) {
    const view = findServedEntity(ctx, entity)?.resource.permission.view
    if (view) ctx.after(() => ctx.services.changed({ entity, id, projectId: projectId ?? undefined, action: 'Updated' }, view))
  }
}

async function runUndo(ctx: Context, id: number) {
  const set = await openSet(ctx, id, true)
  const all: UndoneRows[] = []
  for (const [served, rows] of await groupByEntity(ctx, id)) {
    const steps = await planUndo(ctx, served, rows, true)
    const done = new Set(await writeSteps(ctx, served, steps.filter(isDue)))
    await writeParts(ctx, served, [...done])
    await inBatches(steps, async (some) => {
      for (const step of some)
        if (done.has(step) || step.kept.length > 0) all.push({ served, step, entry: undoEntry(served, step, done.has(step)) })
    })
  }
  const done = all.filter(isDone)
  if (done.length === 0) throw conflict('Nothing could be undone: everything has been changed since.')
  const title = set.kind === ChangeSetKind.Undo ? `Redone: ${set.title.replace(/^Undone: /, '')}` : `Undone: ${set.title}`
  const undoSetId = await recordChangeSet(
    ctx,
    { kind: ChangeSetKind.Undo, title, permissions: set.permissions, undoesId: id },
    all.map(({ entry }) => entry),
  )
  if (undoSetId === undefined) throw new Error('The undone change set was not recorded')
  await notifyAbout(ctx, title, done, undoSetId)
  await ctx.update(changeSetsTable, id, { undoneById: undoSetId, updateDate: sql`now()` }, { isSilent: true })
  // Undoing an undo makes the original change set undoable again.
  if (set.undoesId) await ctx.update(changeSetsTable, set.undoesId, { undoneById: null }, { isSilent: true })
  ctx.after(() => ctx.services.changed({ entity: 'changeSets', id, action: 'Updated' }, 'internal'))
  const answer = await changeSets.get(ctx, undoSetId)
  return { ...answer, actions: ['Undo'] }
}

const shownReasons = 50

/** Plans without writing, so name conflicts are found only on the actual undo. */
async function runUndoPreview(ctx: Context, id: number) {
  const set = await openSet(ctx, id, false)
  const steps: Step[] = []
  for (const [served, rows] of await groupByEntity(ctx, set.id)) steps.push(...(await planUndo(ctx, served, rows, false)))
  const keptSteps = steps.filter((step) => step.kept.length > 0)
  return {
    changeSetId: set.id,
    undone: steps.filter(isDue).length,
    kept: keptSteps.length,
    reasons: keptSteps.slice(0, shownReasons).map(({ row, kept }) => ({
      id: row.id,
      name: row.name,
      reasons: kept.map(({ label, reason }) => (label ? `${label}: ${reason}` : reason)),
    })),
  }
}

export const undoRoutes: Route[] = [
  defineRoute(undoChangeSet, (ctx, { params }) => runUndo(ctx, params.id)),
  defineRoute(previewUndo, (ctx, { params }) => runUndoPreview(ctx, params.id)),
]
