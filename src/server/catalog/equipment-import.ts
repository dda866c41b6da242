import { getTableColumns } from 'drizzle-orm'
import { ChangeSetKind } from '../../model/activity/change-sets.ts'
import { EquipmentAvailability, InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { equipments as equipmentsModel } from '../../model/catalog/equipment.ts'
import { equipmentColumns, manufacturerColumn } from '../../model/catalog/equipment-columns.ts'
import type { ImportOutcome, ImportProblem } from '../../model/catalog/equipment-import.ts'
import type { PortInput } from '../../model/catalog/equipment-parts.ts'
import type { Field } from '../../model/kit/description.ts'
import { typedKeys } from '../../model/kit/keys.ts'
import { caseFoldedKey } from '../../model/kit/names.ts'
import type { Permission } from '../../model/permissions.ts'
import { recordChangeSet } from '../activity/public.ts'
import { type AuditEntry, diffRows, inBatches, normalizeForComparison, recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRows, HttpError } from '../kit/request/errors.ts'
import { announceMany, toColumnJson } from '../kit/resource/many-rows.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { columnName } from '../kit/sql/table.ts'
import {
  assignField,
  derivedValues,
  type EquipmentRow,
  equipments,
  findProblems,
  type Surroundings,
  toWriteValues,
  type Written,
} from './equipment.ts'
import { inRows, type PlannedRow } from './equipment-import-rows.ts'
import { loadPorts } from './equipment-parts.ts'
import { equipmentPortsTable, equipmentsTable, modelKey } from './equipment-tables.ts'
import { requestPictures } from './import-pictures.ts'

/** Maximum problems reported; the count of failed rows is always complete. */
const mostProblems = 5000
/** Permissions to undo an import, which may come from an external user. Undo deletes the created rows. */
export const undoNeeds = (hasMade: boolean, hasMadeMakers: boolean): Permission[] => [
  'Equipments.Create',
  'Equipments.Update',
  ...(hasMade ? (['Equipments.Delete'] as const) : []),
  ...(hasMadeMakers ? (['Manufacturers.Delete'] as const) : []),
]

export interface Applied {
  problems: { column: string; message: string; value: string | null }[]
  writtenFields: Set<keyof Written>
}

export type NewPort = Omit<PortInput, 'id' | 'order'>

export interface RowToImport {
  /** Row number in the sheet, or index of the file, starting at 1. */
  row: number
  name: string
  manufactureId: number
  id?: number
  rowVersion?: number | null
  apply(values: Written, before: EquipmentRow | null): Applied
  /** Ports for a new row, or an existing one without ports. */
  ports?: NewPort[]
  leftOut?: string[]
  /** Web address of a picture for a product that has none. */
  imageAddress?: string
}

interface How {
  dryRun: boolean
  source: string
  /** Rows sent by external users require review. */
  needsReview?: boolean
  /** An equal part number, or an equal tag within a category, also counts as a duplicate. */
  isStrict?: boolean
  /** Rows created for this import before, deleted when it is undone. */
  madeBefore?: AuditEntry[]
}

interface Plan extends RowToImport {
  values: Written & ReturnType<typeof derivedValues>
  before: EquipmentRow | null
  after: PlannedRow
}
interface StoredPlan extends Plan {
  id: number
}

const headers = new Map<string, string>(
  [manufacturerColumn, ...equipmentColumns]
    .filter(({ kind }) => kind !== 'power' && kind !== 'network')
    .flatMap(({ field, header }) => (field ? [[field, header] as const] : [])),
)
const headerOfField = (key: string) => headers.get(key) ?? ''

const columns = getTableColumns(equipmentsTable)
type Key = (keyof typeof equipmentsModel.fields | 'watts') & keyof typeof columns
const isColumnKey = (key: string): key is Key => key in columns
const keys = [...Object.keys(equipmentsModel.fields), 'watts'].filter(isColumnKey)
const names = keys.map(columnName)
const recordset = `jsonb_to_recordset($1) as (id bigint, ${keys.map((key) => `${columnName(key)} ${columns[key].getSQLType()}`).join(', ')})`
const columnField = (key: Key): Field => (key === 'watts' ? equipmentsModel.computed.watts : equipmentsModel.fields[key])

/** Normalizes a model like the unique index. */
const normalizeModel = (model = '') => caseFoldedKey(model).replace(/[ -]/g, '')

/** Imports rows atomically. A dry run does the same and rolls back, so its result is exact. */
export async function importRows(ctx: Context, rowsToImport: RowToImport[], how: How): Promise<ImportOutcome> {
  const { outcome, entries } = await writeRows(ctx, rowsToImport, how)
  const permissions = undoNeeds(outcome.created > 0, how.madeBefore !== undefined && how.madeBefore.length > 0)
  const about = { kind: ChangeSetKind.Import, title: `Imported ${how.source}`, permissions }
  // Manufacturers created for the rows come first, so that undo deletes them last.
  const changes = entries.length === 0 || how.dryRun ? [] : [...(how.madeBefore ?? []), ...entries]
  const changeSetId = await recordChangeSet(ctx, about, changes)
  return { ...outcome, changeSetId: changeSetId ?? null }
}

/**
 * Writes the rows with a few statements per five hundred. Returns their log entries, so that the caller can record a change set with more
 * than the import.
 */
export async function writeRows(
  ctx: Context,
  rowsToImport: RowToImport[],
  how: How,
): Promise<{ outcome: ImportOutcome; entries: AuditEntry[] }> {
  const before = await lockRows(ctx, rowsToImport)
  const around = await readSurroundings(ctx, rowsToImport)
  const problems: ImportProblem[] = []
  const failed = new Set<number>()
  const refuse = ({ row, name }: RowToImport, column: string, message: string, value: string | null = null) => {
    failed.add(row)
    if (problems.length < mostProblems) problems.push({ row, column, message, value, name })
  }

  const plans: Plan[] = []
  const same: RowToImport[] = []
  const seenIds = new Map<number, number>()
  for (const [at, one] of rowsToImport.entries()) {
    // Yields to the event loop, so that other requests are processed.
    if (at % 25 === 24) await new Promise(setImmediate)
    const old = one.id === undefined ? null : (before.get(one.id) ?? null)
    if (one.id !== undefined) {
      if (!old || old.manufacture.id !== one.manufactureId) {
        refuse(one, 'Id', 'This Id belongs to another manufacturer or to equipment that was deleted.', String(one.id))
        continue
      }
      const twice = seenIds.get(one.id)
      if (twice !== undefined) {
        const column = one.rowVersion === undefined ? 'Model' : 'Id'
        refuse(one, column, `This is the same equipment as in row ${twice}.`, column === 'Id' ? String(one.id) : old.model)
        continue
      }
      seenIds.set(one.id, one.row)
      if (one.rowVersion !== undefined && one.rowVersion !== old.rowVersion) {
        refuse(one, 'Row Version', 'changed since the export', one.rowVersion === null ? null : String(one.rowVersion))
        continue
      }
    }
    const values = old ? toWriteValues(old) : emptyRow(one.manufactureId)
    const { problems: found, writtenFields } = one.apply(values, old)
    for (const { column, message, value } of found) refuse(one, column, message, value)
    if (found.length > 0) continue
    const surroundings = around(values)
    const broken = Object.entries(findProblems(values, surroundings))
    for (const [key, [message]] of broken) refuse(one, headerOfField(key), message!)
    if (broken.length > 0) continue
    const derived = derivedValues(values, old, surroundings)
    const now: Plan['values'] = {
      ...values,
      ...derived,
      ...(writtenFields.has('priceDate') && old && { priceDate: values.priceDate ?? null }),
    }
    // Heat derives from the fields, so it does not count as a change.
    const isSame =
      old && keys.every((key) => key === 'watts' || normalizeForComparison(now[key]) === normalizeForComparison(asSentOnce(old)[key]))
    if (isSame && !one.ports?.length) {
      same.push(one)
      continue
    }
    if (how.needsReview) now.availability = EquipmentAvailability.RequireReview
    plans.push({ ...one, values: now, before: old, after: { ...old, ...now, ...surroundings.refs } })
  }
  await findDuplicates(ctx, plans, how, refuse)

  const fresh = plans.filter((plan) => !plan.before)
  const changed = plans.filter((plan) => plan.before)
  const good = (all: Plan[]) => (failed.size > 0 && !how.dryRun ? 0 : all.filter(({ row }) => !failed.has(row)).length)
  const outcome = {
    dryRun: how.dryRun,
    created: good(fresh),
    updated: good(changed),
    unchanged: same.length,
    failed: failed.size,
    failedRows: [...failed].sort((a, b) => a - b),
    ...(await inRows(plans, same, failed)),
    errors: problems.sort((a, b) => a.row - b.row),
  }
  if (failed.size > 0) throw badRows(outcome)
  const entries = plans.length > 0 ? await writePlans(ctx, fresh, changed, how) : []
  if (!how.dryRun)
    await requestPictures(
      ctx,
      same.flatMap(({ id, imageAddress }) => (id && imageAddress ? { id, imageAddress } : [])),
    )
  return { outcome: { ...outcome, changeSetId: null }, entries }
}

export function outcomeIn(error: unknown): ImportOutcome | undefined {
  if (!(error instanceof HttpError)) return undefined
  const { body } = error
  return isImportOutcome(body) ? body : undefined
}
const isImportOutcome = (body: unknown): body is ImportOutcome => typeof body === 'object' && body !== null && 'failedRows' in body

export async function tryOut<T>(ctx: Context, dryRun: boolean, run: () => Promise<T>): Promise<T> {
  await ctx.run('savepoint trial')
  const answer = await run()
  if (dryRun) await ctx.run('rollback to savepoint trial')
  return answer
}

const sent = new WeakMap<EquipmentRow, Written>()
function asSentOnce(row: EquipmentRow): Written {
  const known = sent.get(row) ?? toWriteValues(row)
  sent.set(row, known)
  return known
}

export function emptyRow(manufactureId: number): Written {
  const row: Written = {}
  for (const key of typedKeys(equipmentsModel.fields)) assignField(row, key, unsaid<Written[typeof key]>(equipmentsModel.fields[key]))
  return { ...row, manufactureId }
}
export const unsaid = <T>(field: Field<T>): T => field.check(undefined, () => undefined)

async function lockRows(ctx: Context, rowsToImport: RowToImport[]): Promise<Map<number, EquipmentRow>> {
  const ids = rowsToImport.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return new Map()
  await ctx.run('select id from equipments where id = any($1) order by id for no key update', [ids])
  const { items } = await equipments.list(ctx, {}, { keys: undefined, limit: ids.length, extra: (_, p) => `t.id = any(${p.add(ids)})` })
  return new Map(items.map((item) => [item.id, item]))
}

async function readSurroundings(ctx: Context, rowsToImport: RowToImport[]) {
  const makers = [...new Set(rowsToImport.map(({ manufactureId }) => manufactureId))]
  const categories = await ctx.rows(
    {
      id: is.number,
      name: is.text,
      number: is.number,
      icon: orNull(is.text),
      color: orNull(is.text),
      isCable: is.boolean,
      provider: orNull(is.choice(ProviderCode)),
      installer: orNull(is.choice(InstallerCode)),
    },
    'select id, name, number, icon, color, is_cable, default_provider as provider, default_installer as installer from categories where not is_deleted',
  )
  const families = await ctx.rows(
    { id: is.number, name: is.text, familyOf: is.number },
    'select id, name, manufacture_id as "familyOf" from product_families where manufacture_id = any($1)',
    [makers],
  )
  const manufacturers = await ctx.rows(
    { id: is.number, name: is.text, logoUrl: orNull(is.text) },
    'select id, name, logo_url from manufacturers where id = any($1)',
    [makers],
  )
  const byId = <T extends { id: number }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]))
  const [byCategory, byFamily, byMaker] = [byId(categories), byId(families), byId(manufacturers)]
  return (values: Written): Surroundings & { refs: Partial<EquipmentRow> } => {
    const category = byCategory.get(values.categoryId ?? 0)
    const family = byFamily.get(values.productFamilyId ?? 0)
    return {
      isCable: category?.isCable,
      provider: category?.provider,
      installer: category?.installer,
      familyOf: family?.familyOf ?? null,
      refs: {
        manufacture: byMaker.get(values.manufactureId ?? 0),
        category: category && {
          id: category.id,
          name: category.name,
          number: category.number,
          icon: category.icon,
          color: category.color,
        },
        productFamily: family ? { id: family.id, name: family.name } : null,
      },
    }
  }
}

type Refuse = (rowToImport: RowToImport, column: string, message: string, value?: string | null) => void

/** Finds duplicate models in the file and catalog; new rows of a workbook also by part number and tag (domain 8.6). */
async function findDuplicates(ctx: Context, plans: Plan[], { isStrict = false, needsReview }: How, refuse: Refuse) {
  const seen = new Map<string, Plan>()
  for (const plan of plans) {
    const key = `${plan.values.manufactureId} ${normalizeModel(plan.values.model)}`
    const other = seen.get(key)
    if (other) refuse(plan, 'Model', `The same model is in row ${other.row}.`, plan.values.model)
    else seen.set(key, plan)
  }
  const plansToCheck = plans.filter(({ before, values }) => !before || normalizeModel(before.model) !== normalizeModel(values.model))
  if (plansToCheck.length === 0) return
  const inputRows = `jsonb_to_recordset($1) as g(at int, id bigint, maker bigint, model text, part text, tag text, category bigint, isnew boolean)`
  const found = await ctx.rows(
    { at: is.number, reason: is.number, tag: is.text, model: is.text, isOwn: is.boolean },
    `select distinct on (at) at, reason, tag, model, is_own from (
       select g.at, 1 as reason, e.tag, e.model, true as is_own from ${inputRows} join equipments e
         on e.manufacture_id = g.maker and ${modelKey('e.model')} = ${modelKey('g.model')} and not e.is_deleted and e.id <> coalesce(g.id, 0)
       union all
       select g.at, 2, e.tag, e.model, e.manufacture_id = g.maker from ${inputRows} join equipments e on dna_key(e.part_number) = dna_key(g.part) and not e.is_deleted
         where $2 and g.isnew
       union all
       select g.at, 3, e.tag, e.model, e.manufacture_id = g.maker from ${inputRows} cross join lateral (
         select e.tag, e.model, e.manufacture_id from equipments e where e.tag collate natural_order = g.tag and not e.is_deleted and e.category_id = g.category limit 1) e
         where $2 and g.isnew
     ) found order by at, reason`,
    [
      JSON.stringify(
        plansToCheck.map(({ values, before }, index) => ({
          at: index,
          id: before?.id ?? null,
          maker: values.manufactureId,
          model: values.model,
          part: values.partNumber,
          tag: values.tag,
          category: values.categoryId,
          isnew: !before,
        })),
      ),
      isStrict,
    ],
  )
  const reasons = ['model', 'partNumber', 'tag'] as const
  for (const { at, reason, tag, model, isOwn } of found) {
    const plan = plansToCheck[at]
    const key = reasons[reason - 1]
    if (!plan || !key) continue
    // An external sender may see only the equipment of their manufacturer.
    const known = needsReview && !isOwn ? 'equipment of another manufacturer' : `${tag} ${model}`
    refuse(plan, headerOfField(key), `This looks like ${known}, which is already in the catalog.`, plan.values[key])
  }
}

const storedRow = ({ values, before }: Plan) =>
  Object.fromEntries([['id', before?.id ?? null], ...keys.map((key) => [columnName(key), toColumnJson(columnField(key), values[key])])])

async function writePlans(ctx: Context, fresh: Plan[], changed: Plan[], { dryRun, source, needsReview }: How): Promise<AuditEntry[]> {
  const by = ctx.actor.userId || null
  const created: StoredPlan[] = []
  const updated = changed.flatMap((plan): StoredPlan[] => (plan.before ? [{ ...plan, id: plan.before.id }] : []))
  await inBatches(fresh, async (some) => {
    const ids = await ctx.rows(
      { id: is.number },
      `insert into equipments (${names.join(', ')}, created_by_id, updated_by_id)
       select ${names.map((name) => `x.${name}`).join(', ')}, $2, $2 from rows from (${recordset}) with ordinality x order by x.ordinality returning id`,
      [JSON.stringify(some.map(storedRow)), by],
    )
    created.push(...ids.flatMap(({ id }, index) => (some[index] ? { ...some[index], id } : [])))
  })
  await inBatches(changed, (some) =>
    ctx.run(
      `update equipments e set ${names.map((name) => `${name} = x.${name}`).join(', ')}, row_version = e.row_version + 1, update_date = now(), updated_by_id = $2
       from rows from (${recordset}) with ordinality x where e.id = x.id`,
      [JSON.stringify(some.map(storedRow)), by],
    ),
  )
  const all = [...created, ...updated]
  await writeNewPorts(ctx, all)
  await inBatches(
    all.filter(({ ports }) => ports?.length),
    async (some) => {
      // Records ports in stored form, because undo compares them with the stored ones.
      const ports = await loadPorts(
        ctx,
        some.map(({ id }) => id),
      )
      for (const plan of some) plan.after.ports = ports.get(plan.id) ?? []
    },
  )
  const entries: AuditEntry[] = []
  await inBatches(all, async (some) => {
    for (const plan of some) entries.push(auditEntry(plan, source, needsReview))
  })
  const counts = { created: created.length, updated: updated.length }
  await recordAudit(ctx, [
    { action: 'Import', entity: equipmentsModel.entity, entityId: null, entityName: source, after: counts },
    ...entries,
  ])
  if (dryRun) return entries
  const ids = (plans: StoredPlan[]) => plans.map(({ id }) => ({ id }))
  announceMany(ctx, equipments, ids(created), 'Created')
  announceMany(ctx, equipments, ids(updated), 'Updated')
  await requestPictures(ctx, all)
  return entries
}

function auditEntry({ id, before, after }: StoredPlan, source: string, needsReview?: boolean): AuditEntry {
  const { before: old, after: now, changes } = diffRows(equipmentsModel, before, after)
  const suffix = needsReview ? ', waiting for review' : ''
  return {
    action: before ? 'Update' : 'Create',
    entity: equipmentsModel.entity,
    entityId: id,
    entityName: after.model ?? null,
    before: old,
    after: now,
    activity: { title: `${before ? 'Updated' : 'Created'} from ${source}${suffix}`, changes: before ? changes : [] },
  }
}

async function writeNewPorts(ctx: Context, plans: StoredPlan[]) {
  const ports = plans.flatMap(({ id: equipmentId, ports = [] }) =>
    ports.map(({ name, direction, connectorPhysicalTypeId, gender, signalTypeIds, pinStyle, marker, label }, order) => ({
      equipmentId,
      name,
      direction,
      connectorPhysicalTypeId,
      gender,
      signalTypeIds,
      pinStyle,
      marker,
      label,
      order,
    })),
  )
  await ctx.insertMany(equipmentPortsTable, ports)
}
