import { ChangeSetKind } from '../../model/activity/change-sets.ts'
import { InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { equipments as equipmentsModel, lacksRackUnits } from '../../model/catalog/equipment.ts'
import { type BulkKey, type BulkRow, bulkKeys, bulkUpdateEquipment } from '../../model/catalog/equipment-calls.ts'
import { wattsOfEquipment } from '../../model/catalog/equipment-parts.ts'
import { typedKeys } from '../../model/kit/keys.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { messages } from '../../model/kit/rules.ts'
import { recordChangeSet } from '../activity/public.ts'
import { type AuditEntry, diffRows, recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { announceMany, readMany, type StoredRow, toColumnJson, writeMany, writeManySwapping } from '../kit/resource/many-rows.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { asWritten, confirmedPriceDate, equipments, toWriteValues, type Written } from './equipment.ts'
import { modelKey } from './equipment-tables.ts'

interface Edit {
  at: number
  input: BulkRow
  before: StoredRow<typeof equipments>
  now: Written
}
type Problems = Record<string, string[]>
const problemPath = (at: number, key: keyof BulkRow | keyof Written) => `rows[${at}].${key}`

const editedModels = (edits: Edit[]) => {
  const names = edits.slice(0, 5).map(({ before }) => before.model)
  return edits.length > 5 ? `${names.join(', ')} and ${edits.length - 5} more` : names.join(', ')
}

/** Locks the rows until commit. Outdated and missing rows abort before any change. */
async function lockEdits(ctx: Context, rows: BulkRow[]): Promise<Edit[]> {
  const current = await readMany(
    ctx,
    equipments,
    rows.map(({ id }) => id),
    { lock: true },
  )
  const problems: Problems = {}
  const seen = new Set<number>()
  const edits: Edit[] = []
  rows.forEach((input, index) => {
    const before = current.get(String(input.id))
    if (!before || before.isDeleted) problems[problemPath(index, 'id')] = ['Equipment not found.']
    else if (seen.has(input.id)) problems[problemPath(index, 'id')] = ['This row is listed twice.']
    else edits.push({ at: index, input, before, now: asWritten(input, before) })
    seen.add(input.id)
  })
  if (Object.keys(problems).length > 0) throw badRequest(problems)
  const stale = edits.filter(({ input: given, before }) => given.rowVersion !== null && given.rowVersion !== before.rowVersion)
  if (stale.length > 0)
    throw conflict(`Changed by someone else in the meantime: ${editedModels(stale)}. Nothing was saved.`, {
      detail: 'stale',
      fields: Object.fromEntries(stale.map(({ at }) => [problemPath(at, 'rowVersion'), ['Changed by someone else.']])),
      current: (await listEdited(ctx, stale)).items,
    })
  return edits
}

const listEdited = (ctx: Context, edits: Edit[]) => {
  const ids = edits.map(({ before }) => before.id)
  return equipments.list(ctx, {}, { limit: ids.length, extra: (_, p) => `t.id = any(${p.add(ids)})` })
}

async function loadReferences(ctx: Context, edits: Edit[]) {
  const all = (key: keyof Written) => [...new Set(edits.map(({ now }) => now[key]).filter((id) => id !== null))]
  const categories = await ctx.rows(
    {
      id: is.number,
      isDeleted: is.boolean,
      isCable: is.boolean,
      provider: orNull(is.choice(ProviderCode)),
      installer: orNull(is.choice(InstallerCode)),
    },
    'select id, is_deleted, is_cable, default_provider as provider, default_installer as installer from categories where id = any($1)',
    [all('categoryId')],
  )
  const families = await ctx.rows(
    { id: is.number, isDeleted: is.boolean, manufactureId: is.number },
    'select id, is_deleted, manufacture_id from product_families where id = any($1)',
    [all('productFamilyId')],
  )
  const manufacturers = await ctx.rows(
    { id: is.number, isDeleted: is.boolean },
    'select id, is_deleted from manufacturers where id = any($1)',
    [all('manufactureId')],
  )
  const byId = <T extends { id: number }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]))
  return { categoryId: byId(categories), productFamilyId: byId(families), manufactureId: byId(manufacturers) }
}
type Surroundings = Awaited<ReturnType<typeof loadReferences>>

/** Applies the rules of single updates (equipment.ts). */
function checkEdit({ at, input, before, now }: Edit, around: Surroundings, problems: Problems) {
  const refuse = (key: keyof Written, message: string) => {
    problems[problemPath(at, key)] ??= [message]
  }
  const there = toWriteValues(before)
  for (const key of typedKeys(around)) {
    const id = now[key] ?? null
    if (!(key in input) || id === null || id === there[key]) continue
    const target = around[key].get(id)
    if (!target || target.isDeleted) refuse(key, `${equipmentsModel.fields[key].label} not found.`)
  }
  const family = around.productFamilyId.get(now.productFamilyId ?? 0)
  if (now.productFamilyId !== null && family?.manufactureId !== now.manufactureId)
    refuse('productFamilyId', 'This product family belongs to another manufacturer.')
  if (lacksRackUnits(now)) refuse('rackUnits', messages.required)
  if (now.cableSpec && !around.categoryId.get(now.categoryId ?? 0)?.isCable)
    refuse('categoryId', 'Only equipment in a cable category has cable data.')
}

/** Models are unique per manufacturer: checks against unchanged rows and among the changed ones. */
async function checkModels(ctx: Context, edits: Edit[], problems: Problems): Promise<boolean> {
  const renamed = edits.filter(({ before, now }) => now.model !== before.model || now.manufactureId !== before.manufacture.id)
  if (renamed.length === 0) return false
  const renames = renamed.map(({ at, before, now }) => ({ at, id: before.id, maker: now.manufactureId, model: now.model }))
  const conflicts = await ctx.rows(
    { at: is.number },
    `with wanted as materialized (
       select at, id, maker, ${modelKey('model')} as key from jsonb_to_recordset($1) as x(at int, id bigint, maker bigint, model text))
     select w.at from wanted w where exists (
       select from equipments e where e.manufacture_id = w.maker and ${modelKey('e."model"')} = w.key and not e.is_deleted and e.id <> all($2))
     union select w.at from wanted w join wanted v on v.maker = w.maker and v.key = w.key and v.id <> w.id`,
    [JSON.stringify(renames), renames.map(({ id }) => id)],
  )
  for (const { at } of conflicts) problems[problemPath(at, 'model')] ??= ['This model is already taken.']
  return renamed.length > 1
}

const following: readonly BulkKey[] = ['defaultProvider', 'defaultInstaller', 'priceDate']

function writtenColumns({ input, before, now }: Edit, around: Surroundings) {
  const category = around.categoryId.get(now.categoryId ?? 0)
  const full: Written = {
    ...now,
    defaultProvider: now.defaultProvider ?? category?.provider ?? null,
    defaultInstaller: now.defaultInstaller ?? category?.installer ?? null,
    priceDate: confirmedPriceDate(now, before),
  }
  const columns: { [K in BulkKey | (keyof typeof equipmentsModel.computed & 'watts')]?: unknown } = {}
  const there = toWriteValues(before)
  for (const key of bulkKeys) {
    if (!(key in input) && !following.includes(key)) continue
    const field = equipmentsModel.fields[key]
    if (full[key] !== there[key]) columns[key] = toColumnJson(field, full[key])
  }
  const watts = wattsOfEquipment(now)
  if (Object.keys(columns).length > 0 && watts !== before.watts) columns.watts = watts
  return columns
}

async function bulkUpdate(ctx: Context, rows: BulkRow[]) {
  const edits = await lockEdits(ctx, rows)
  const around = await loadReferences(ctx, edits)
  const problems: Problems = {}
  for (const edit of edits) checkEdit(edit, around, problems)
  const isRenaming = await checkModels(ctx, edits, problems)
  if (Object.keys(problems).length > 0) throw badRequest(problems)

  const written = edits.map((edit) => ({ edit, id: edit.before.id, columns: writtenColumns(edit, around) }))
  const changed = written.filter(({ columns }) => Object.keys(columns).length > 0)
  if (isRenaming) await writeManySwapping(ctx, equipments, changed)
  else await writeMany(ctx, equipments, changed)
  const changeSetId = await recordChanges(
    ctx,
    changed.map(({ edit }) => edit),
  )
  const { items } = await listEdited(ctx, edits)
  return { items, changed: changed.length, changeSetId: changeSetId ?? null }
}

async function recordChanges(ctx: Context, edits: Edit[]) {
  const after = await readMany(
    ctx,
    equipments,
    edits.map(({ before }) => before.id),
  )
  const entries = edits.map(({ before }): AuditEntry => {
    const { before: old, after: now, changes } = diffRows(equipmentsModel, before, after.get(String(before.id))!)
    const { id, model } = after.get(String(before.id))!
    return {
      action: 'Update',
      entity: equipmentsModel.entity,
      entityId: id,
      entityName: model,
      before: old,
      after: now,
      activity: { title: 'Updated in the table', changes },
    }
  })
  await recordAudit(ctx, entries)
  announceMany(
    ctx,
    equipments,
    edits.map(({ before }) => ({ id: before.id, rowVersion: after.get(String(before.id))!.rowVersion })),
    'Updated',
  )
  return recordChangeSet(
    ctx,
    {
      kind: ChangeSetKind.BulkEdit,
      title: edits.length === 1 ? `Changed ${edits[0]!.before.model}` : `Changed ${formatCount(edits.length, 'piece of equipment')}`,
      permissions: ['Equipments.BulkUpdate'],
    },
    entries,
  )
}

export const bulkRoutes: Route[] = [defineRoute(bulkUpdateEquipment, (ctx, { body }) => bulkUpdate(ctx, body.rows))]
