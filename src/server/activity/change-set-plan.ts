import type { Resource } from '../../model/kit/description.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { formatLogValue, inBatches } from '../kit/entity/audit.ts'
import type { EntityDefinition, Served } from '../kit/entity/served.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import { HttpError } from '../kit/request/errors.ts'
import { columnProperty, readMany, responseField, toColumnJson } from '../kit/resource/many-rows.ts'
import { is } from '../kit/sql/row-types.ts'
import { errorCode } from '../tools/errors.ts'
import type { KeptRow } from './change-sets.ts'

type Row = Record<string, unknown>

/**
 * Entity-specific undo rules. By default, columns are compared and restored as they are. Every function handles many rows with few
 * statements.
 */
export interface UndoPart {
  entity: string
  /** Locks parent rows before the rows themselves. Returns the rows that cannot change, with the reason. */
  hold?(ctx: Context, rows: { id: string; projectId: number | null }[], isLocking: boolean): Promise<Map<string, string>>
  /** Converts response values to stored ones if responses add data. */
  stored?: Record<string, (value: any) => unknown>
  /** Fields stored in other tables. `write` receives stored values. */
  parts?: Record<
    string,
    { read(ctx: Context, ids: number[]): Promise<Map<number, unknown>>; write(ctx: Context, values: Map<number, any>): Promise<void> }
  >
  /** Validates rules between fields of the resulting rows: row → error. In a preview, earlier undo steps are not written yet. */
  problems?(ctx: Context, rows: Row[], isWritten: boolean): Promise<Map<string, string>>
  derived?(row: Row): Row
  mayGo?(ctx: Context, rows: Row[]): Promise<Map<string, string>>
  mayReturn?(ctx: Context, rows: Row[]): Promise<Map<string, string>>
}

/** Stores nested rows with these keys in this order, because they are compared as text. */
export const pickColumns =
  <K extends string>(keys: readonly K[]) =>
  (rows: { readonly [P in K]?: unknown }[]) =>
    rows.map((row) => Object.fromEntries(keys.map((key) => [key, row[key] ?? null])))

declare module '../kit/request/context.ts' {
  interface AreaExtensions {
    undoParts: readonly UndoPart[]
  }
}

export const findUndoPart = ({ services }: Context, { resource }: Served) =>
  services.extensions.undoParts.find(({ entity }) => entity === resource.entity)

type Turn = 'Update' | 'Delete' | 'Restore'
export interface Step {
  row: KeptRow
  undoAction: Turn
  current?: Row & { id: number | string }
  /** Fields to restore, in response form. */
  values: Row
  kept: NonNullable<KeptRow['kept']>
}

const back: Partial<Record<KeptRow['action'], Turn>> = { Create: 'Delete', Restore: 'Delete', Delete: 'Restore', Update: 'Update' }

function comparable(served: Served, part: UndoPart | undefined, key: string, value: unknown): string {
  const own = part?.stored?.[key]
  const stored = own && value != null ? own(value) : toColumnJson(responseField(served, key), value)
  return JSON.stringify(stored ?? null).replace(/\?expires=[^"]*/g, '')
}

/** Compares the current row with the result of the change set, field by field for an update. */
function planStep(actor: Actor, served: Served, part: UndoPart | undefined, row: KeptRow, current: Step['current']): Step {
  const undoAction = back[row.action]
  if (!undoAction) throw new Error(`There is no way back from ${row.action}`)
  const step: Step = { row, undoAction, current, values: {}, kept: [] }
  const same = (key: string, a: unknown, b: unknown) => comparable(served, part, key, a) === comparable(served, part, key, b)
  const keep = (reason: string, field?: string) =>
    step.kept.push({ field, label: field ? (responseField(served, field)?.label ?? field) : null, reason })
  if (!current) {
    keep('It no longer exists.')
    return step
  }
  if (step.undoAction === 'Restore') return step
  // Masked values are omitted, because the reason is stored and users have different permissions.
  const since = (key: string) => {
    const field = responseField(served, key)!
    return field.mask || part?.parts?.[key] ? 'Changed since.' : `Changed since to “${formatLogValue(field, current[key]) ?? ''}”.`
  }
  const isHidden = (key: string) => {
    const mask = responseField(served, key)?.mask
    return mask !== undefined && !actor.held.has(mask)
  }
  const isKept = (key: string) => columnProperty(served, key) !== undefined || part?.parts?.[key] !== undefined
  const keys = [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])].filter(isKept)
  if (step.undoAction === 'Delete') {
    if (!current.isDeleted && row.action === 'Create')
      for (const key of keys) if (!same(key, current[key], row.after?.[key])) keep(since(key), key)
    return step
  }
  if (current.isDeleted) {
    keep('It has been deleted since.')
    return step
  }
  for (const key of keys) {
    const was = row.before?.[key] ?? null
    if (same(key, current[key], row.after?.[key])) {
      if (same(key, current[key], was)) continue
      if (isHidden(key)) keep('You are not allowed to change it.', key)
      else step.values[key] = was
    } else if (!same(key, current[key], was)) keep(since(key), key)
  }
  return step
}

export const isDue = ({ undoAction, current, values, kept }: Step) => {
  if (!current) return false
  if (undoAction === 'Update') return Object.keys(values).length > 0
  return kept.length === 0 && current.isDeleted === (undoAction === 'Restore')
}

export function skipStep(step: Step, reason: string) {
  step.values = {}
  step.kept.push({ label: null, reason })
}

/** Plans the undo for the rows of one entity; locks them unless it is a preview. */
export async function planUndo(ctx: Context, served: Served, rows: KeptRow[], lock: boolean): Promise<Step[]> {
  const part = findUndoPart(ctx, served)
  const held = await part?.hold?.(
    ctx,
    rows.map((row) => ({ id: row.entityId, projectId: row.projectId })),
    lock,
  )
  const current = await readMany(
    ctx,
    served,
    rows.map(({ entityId }) => entityId),
    { lock },
  )
  await readParts(ctx, part, rows, current)
  const steps: Step[] = []
  await inBatches(rows, async (some) => {
    for (const row of some) steps.push(planStep(ctx.actor, served, part, row, current.get(row.entityId)))
  })
  const refuse = (due: Step[], reasons: Map<string, string> | undefined) => {
    for (const step of due) {
      const reason = reasons?.get(step.row.entityId)
      if (reason) skipStep(step, reason)
    }
  }
  const due = (undoAction: Turn) => steps.filter((step) => step.undoAction === undoAction && isDue(step))
  refuse(steps.filter(isDue), held)
  await missingReferences(ctx, served, due('Update'))
  const changed = due('Update')
  refuse(changed, await part?.problems?.(ctx, changed.map(rowAfterUndo), lock))
  await mayTurn(ctx, due('Delete'), part?.mayGo, served.definition.beforeDelete)
  await mayTurn(ctx, due('Restore'), part?.mayReturn, served.definition.beforeRestore)
  return steps
}

export const rowAfterUndo = ({ current, values }: Step): Row => ({ ...current, ...values })

async function readParts(ctx: Context, part: UndoPart | undefined, rows: KeptRow[], current: Map<string, Row>) {
  for (const [key, partReader] of Object.entries(part?.parts ?? {})) {
    const touched = rows.filter(({ before, after }) => key in (before ?? {}) || key in (after ?? {}))
    if (touched.length === 0) continue
    const values = await partReader.read(
      ctx,
      touched.map(({ entityId }) => Number(entityId)),
    )
    for (const { entityId } of touched) {
      const row = current.get(entityId)
      if (row) row[key] = values.get(Number(entityId)) ?? []
    }
  }
}

/** Reference values are stored with their name, regardless of field kind. */
const idIn = (value: unknown) => (typeof value === 'object' && value !== null && 'id' in value ? value.id : null)

/** Skips values that reference a deleted row. */
async function missingReferences(ctx: Context, served: Served, steps: Step[]) {
  const keys = [...new Set(steps.flatMap(({ values }) => Object.keys(values)))].filter((key) => columnProperty(served, key) === `${key}Id`)
  for (const key of keys) {
    const column = columnProperty(served, key)!.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const target = served.shape.pointers.get(column)
    const field = responseField(served, key)!
    const ids = [...new Set(steps.map(({ values }) => idIn(values[key])).filter((id) => id !== null))]
    if (!target || ids.length === 0) continue
    const deleted = await ctx.rows({ id: is.number }, `select id from ${target} where id = any($1) and is_deleted`, [ids])
    const deletedIds = new Set<unknown>(deleted.map(({ id }) => id))
    for (const step of steps) {
      if (!deletedIds.has(idIn(step.values[key]))) continue
      step.kept.push({ field: key, label: field.label, reason: `${formatLogValue(field, step.values[key])} has been deleted since.` })
      delete step.values[key]
    }
  }
}

/** Checks the entity's delete and restore rules, row by row only if the entity has no bulk check. */
async function mayTurn(
  ctx: Context,
  steps: Step[],
  many: ((ctx: Context, rows: Row[]) => Promise<Map<string, string>>) | undefined,
  item: EntityDefinition['beforeDelete'],
) {
  if (steps.length === 0) return
  const refused = await many?.(
    ctx,
    steps.map(({ current }) => current!),
  )
  for (const step of steps) {
    const reason = refused ? refused.get(step.row.entityId) : item && (await errorReason(() => item(ctx, step.current as RowOf<Resource>)))
    if (reason) skipStep(step, reason)
  }
}

/** Code of PostgreSQL for a write in a read-only transaction. */
const readOnlyTransaction = '25006'

/** Returns why a rule refuses. A preview is read-only: a rule that begins to write there has passed its checks. */
async function errorReason(run: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    if (errorCode(error) === readOnlyTransaction) return undefined
    const { message, errors } = error instanceof HttpError ? error.said : {}
    const reason = message ?? errors?.[0]
    if (!reason) throw error
    return reason
  }
}
