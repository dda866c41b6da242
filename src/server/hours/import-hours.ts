import { createHash } from 'node:crypto'
import { ChangeSetKind } from '../../model/activity/change-sets.ts'
import {
  type HoursOutcome,
  type HoursProblem,
  type ImportedColumn,
  importedColumns,
  importHours,
  actualHours as of,
} from '../../model/hours/actual-hours.ts'
import { HoursSource } from '../../model/hours/enums.ts'
import { centsOf } from '../../model/kit/money.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Permission } from '../../model/permissions.ts'
import { recordChangeSet } from '../activity/public.ts'
import { readUpload } from '../catalogue/public.ts'
import { difference, type Entry, record } from '../kit/entity/audit.ts'
import type { Context, Row } from '../kit/request/context.ts'
import { rowsRefused } from '../kit/request/errors.ts'
import { answer, type Route } from '../kit/request/routes.ts'
import { announceMany, readMany, writeMany } from '../kit/resource/many.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import type { FileContents } from '../tools/file-reading.ts'
import { actualHours } from './actual-hours.ts'
import { rowsOf, type SaidRow } from './hours-file.ts'
import { findNamed, type Named } from './named-in-files.ts'
import { checkPlaces } from './worked-places.ts'

/** A row as it is to be kept. */
interface Wanted extends Named {
  row: number
  date: string
  hundredths: number
  note: string | null
  externalId: string
}

/** Without an id of its own a row is known by what it says of whom: the same file taken twice brings nothing twice. */
function namer() {
  const seen = new Map<string, number>()
  return ({ id, date, project, contract, phase, hours, note }: SaidRow, { userId, laborType }: Named) => {
    if (id) return id
    const content = JSON.stringify([userId, date, project, contract, phase, laborType, hours, note])
    const count = (seen.get(content) ?? 0) + 1
    seen.set(content, count)
    return `row-${createHash('sha256').update(`${count} ${content}`).digest('hex').slice(0, 40)}`
  }
}

const problem = (row: number, key: ImportedColumn, message: string, value: string | null): HoursProblem => ({
  row,
  column: importedColumns[key].header,
  message,
  value,
})
const placeColumns: Record<string, ImportedColumn> = { projectId: 'project', contractId: 'contract', phaseId: 'phase' }

/** What every row says, and what is wrong with any. */
async function understood(ctx: Context, rows: readonly SaidRow[]): Promise<{ wanted: Wanted[]; errors: HoursProblem[] }> {
  const named = await findNamed(ctx, rows)
  const idOf = namer()
  const ids = new Set<string>()
  const errors = rows.flatMap(({ problems }) => problems)
  const wanted: Wanted[] = []
  const places = await checkPlaces(
    ctx,
    named.map(({ found }) => ({
      projectId: found?.projectId ?? 0,
      contractId: found?.contractId ?? null,
      phaseId: found?.phaseId ?? null,
    })),
  )
  for (const [at, row] of rows.entries()) {
    const { found, problems = [] } = named[at] ?? {}
    errors.push(...problems.map(({ key, message }) => problem(row.row, key, message, row[key] === null ? null : String(row[key]) || null)))
    if (!found) continue
    const place = places[at]
    for (const [key, [message]] of Object.entries(place?.problems ?? {}))
      errors.push(problem(row.row, placeColumns[key] ?? 'project', message ?? '', row.project))
    const externalId = idOf(row, found)
    if (ids.has(externalId)) errors.push(problem(row.row, 'id', 'This id stands in the file twice.', row.id))
    ids.add(externalId)
    wanted.push({
      row: row.row,
      ...found,
      contractId: place?.contractId ?? found.contractId,
      date: row.date,
      hundredths: centsOf(row.hours),
      note: row.note,
      externalId,
    })
  }
  return { wanted, errors }
}

const keptRow = {
  id: is.number,
  externalId: is.text,
  userId: is.uuid,
  projectId: is.number,
  contractId: orNull(is.number),
  phaseId: orNull(is.number),
  laborType: is.number,
  date: is.date,
  hundredths: is.number,
  note: orNull(is.text),
}
const keysOfRow = ['userId', 'projectId', 'contractId', 'phaseId', 'laborType', 'date', 'hundredths', 'note'] as const

/** What an earlier file has brought under these ids. */
async function broughtBefore(ctx: Context, ids: readonly string[]) {
  const rows = await ctx.rows(
    keptRow,
    `select h.id, h.external_id as "externalId", h.user_id as "userId", h.project_id as "projectId", h.contract_id as "contractId",
       h.phase_id as "phaseId", h.labor_type as "laborType", h.date, h.hours as "hundredths", h.note
     from actual_hours h where h.source = ${HoursSource.of.File} and h.external_id = any($1) and not h.is_deleted`,
    [ids],
  )
  return new Map(rows.map((row) => [row.externalId, row]))
}

async function take(ctx: Context, name: string, contents: FileContents, dryRun: boolean): Promise<HoursOutcome> {
  // One import after the other: two that bring the same would both find it missing.
  await ctx.run(`select pg_advisory_xact_lock(hashtext('actual hours that are brought'))`)
  const { wanted, errors } = await understood(ctx, rowsOf(contents))
  const before = await broughtBefore(
    ctx,
    wanted.map(({ externalId }) => externalId),
  )
  for (const { row, externalId, userId } of wanted)
    if ((before.get(externalId)?.userId ?? userId) !== userId)
      errors.push(problem(row, 'id', 'This id belongs to hours of somebody else.', externalId))
  const isSame = (row: Wanted) => {
    const old = before.get(row.externalId)
    return old !== undefined && keysOfRow.every((key) => old[key] === row[key])
  }
  const fresh = wanted.filter(({ externalId }) => !before.has(externalId))
  const changed = wanted.filter((row) => before.has(row.externalId) && !isSame(row))
  const outcome = {
    dryRun,
    created: fresh.length,
    updated: changed.length,
    unchanged: wanted.length - fresh.length - changed.length,
    failed: new Set(errors.map(({ row }) => row)).size,
    hours: fresh.reduce((sum, { hundredths }) => sum + hundredths, 0) / 100,
    errors: errors.toSorted((a, b) => a.row - b.row),
    changeSetId: null,
  }
  if (errors.length > 0) throw rowsRefused(dryRun ? outcome : { ...outcome, created: 0, updated: 0, hours: 0 })
  if (dryRun || fresh.length + changed.length === 0) return outcome
  return {
    ...outcome,
    changeSetId: await write(
      ctx,
      name,
      fresh,
      changed.map((row) => ({ ...row, id: before.get(row.externalId)?.id ?? 0 })),
    ),
  }
}

async function write(ctx: Context, file: string, fresh: readonly Wanted[], changed: readonly (Wanted & { id: number })[]) {
  const made = await ctx.rows(
    { id: is.number },
    `insert into actual_hours (user_id, date, project_id, contract_id, phase_id, labor_type, hours, note, source, external_id, created_by_id, updated_by_id)
     select x."userId", x.date, x."projectId", x."contractId", x."phaseId", x."laborType", x.hundredths, x.note, ${HoursSource.of.File}, x."externalId", $2, $2
     from jsonb_to_recordset($1) as x("userId" uuid, date date, "projectId" bigint, "contractId" bigint, "phaseId" bigint, "laborType" smallint, hundredths bigint,
       note text, "externalId" text) returning id`,
    [JSON.stringify(fresh), ctx.actor.userId],
  )
  const old = await readMany(
    ctx,
    actualHours,
    changed.map(({ id }) => id),
    { lock: true },
  )
  await writeMany(
    ctx,
    actualHours,
    changed.map(({ id, userId, projectId, contractId, phaseId, laborType, date, hundredths, note }) => ({
      id,
      columns: { userId, projectId, contractId, phaseId, laborType, date, hours: hundredths, note },
    })),
  )
  const now = await readMany(
    ctx,
    actualHours,
    [...made, ...changed].map(({ id }) => id),
  )
  const entries = [...now.values()].map((row) => entryOf(old.get(String(row.id)) ?? null, row))
  await record(ctx, [
    { action: 'Import', entity: of.entity, entityId: null, entityName: file, after: { created: fresh.length, updated: changed.length } },
    ...entries,
  ])
  const rows = (all: readonly { id: number }[]) => all.map(({ id }) => ({ id, projectId: now.get(String(id))?.project.id }))
  announceMany(ctx, actualHours, rows(made), 'Created')
  announceMany(ctx, actualHours, rows(changed), 'Updated')
  const isOfOthers = [...fresh, ...changed].some(({ userId }) => userId !== ctx.actor.userId)
  const permissions: Permission[] = ['MyBoard.View']
  if (isOfOthers) permissions.push('DNAUsers.Update')
  return (await recordChangeSet(ctx, { kind: ChangeSetKind.of.Import, title: `Imported ${file}`, permissions }, entries)) ?? null
}

function entryOf(before: Row | null, after: Row): Entry & { action: 'Create' | 'Update'; projectId: number } {
  const { before: old, after: now } = difference(of, before, after)
  return {
    action: before ? 'Update' : 'Create',
    entity: of.entity,
    entityId: after.id,
    entityName: after.date,
    before: old,
    after: now,
    projectId: after.project.id,
  }
}

export const importRoutes: Route[] = [
  answer(
    importHours,
    (ctx, { query, file, prepared }) => take(ctx, (file?.name ?? messages.unknown).slice(0, 200), prepared, query.dryRun),
    readUpload,
  ),
]
