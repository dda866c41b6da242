import { createHash } from 'node:crypto'
import { ChangeSetKind } from '../../model/activity/change-sets.ts'
import { type HoursOutcome, type HoursProblem, type ImportedColumn, importedColumns, importHours } from '../../model/hours/actual-hours.ts'
import { HoursSource } from '../../model/hours/enums.ts'
import { centsOf } from '../../model/kit/money.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Permission } from '../../model/permissions.ts'
import { recordChangeSet } from '../activity/public.ts'
import { readUpload } from '../catalog/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRows } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import type { FileContents } from '../tools/file-reading.ts'
import { dayLimitProblems, lockHoursOf } from './day-limit.ts'
import { type ParsedHoursRow, parseHoursRows } from './hours-file.ts'
import { type BroughtHours, broughtBefore, isUnchanged, writeBrought } from './imported-hours.ts'
import { findNamed, type Named } from './named-in-files.ts'
import { checkPlaces } from './worked-projects.ts'

interface HoursToImport extends BroughtHours {
  row: number
}

/** Derives an id from the content for rows without one, so that importing the same file twice creates no duplicates. */
function namer() {
  const seen = new Map<string, number>()
  return ({ id, date, project, contract, phase, hours, note }: ParsedHoursRow, { userId, laborType }: Named) => {
    if (id) return id
    const content = JSON.stringify([userId, date, project, contract, phase, laborType, hours, note])
    const count = (seen.get(content) ?? 0) + 1
    seen.set(content, count)
    return `row-${createHash('sha256').update(`${count} ${content}`).digest('hex').slice(0, 40)}`
  }
}

const hoursProblem = (row: number, key: ImportedColumn, message: string, value: string | null): HoursProblem => ({
  row,
  column: importedColumns[key].header,
  message,
  value,
})
const placeColumns: Record<string, ImportedColumn> = { projectId: 'project', contractId: 'contract', phaseId: 'phase' }

async function resolveRows(
  ctx: Context,
  rows: readonly ParsedHoursRow[],
): Promise<{ hoursToImport: HoursToImport[]; errors: HoursProblem[] }> {
  const named = await findNamed(ctx, rows)
  const idOf = namer()
  const ids = new Set<string>()
  const errors = rows.flatMap(({ problems }) => problems)
  const hoursToImport: HoursToImport[] = []
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
    errors.push(
      ...problems.map(({ key, message }) => hoursProblem(row.row, key, message, row[key] === null ? null : String(row[key]) || null)),
    )
    if (!found) continue
    const place = places[at]
    for (const [key, [message]] of Object.entries(place?.problems ?? {}))
      errors.push(hoursProblem(row.row, placeColumns[key] ?? 'project', message ?? '', row.project))
    const externalId = idOf(row, found)
    if (ids.has(externalId)) errors.push(hoursProblem(row.row, 'id', 'This id appears twice in the file.', row.id))
    ids.add(externalId)
    hoursToImport.push({
      row: row.row,
      ...found,
      contractId: place?.contractId ?? found.contractId,
      date: row.date,
      hundredths: centsOf(row.hours),
      note: row.note,
      externalId,
    })
  }
  return { hoursToImport, errors }
}

async function runImport(
  ctx: Context,
  name: string,
  contents: FileContents,
  { dryRun, ...options }: HandlerRequest<typeof importHours>['query'],
): Promise<HoursOutcome> {
  // Imports run one at a time: two concurrent imports of the same rows would both insert them.
  await ctx.run(`select pg_advisory_xact_lock(hashtext('actual hours that are brought'))`)
  const { rows, reading } = parseHoursRows(contents, options)
  const { hoursToImport, errors } = await resolveRows(ctx, rows)
  const before = await broughtBefore(
    ctx,
    HoursSource.File,
    hoursToImport.map(({ externalId }) => externalId),
  )
  for (const { row, externalId, userId } of hoursToImport)
    if ((before.get(externalId)?.userId ?? userId) !== userId)
      errors.push(hoursProblem(row, 'id', 'This id belongs to hours of someone else.', externalId))
  const fresh = hoursToImport.filter(({ externalId }) => !before.has(externalId))
  const changed = hoursToImport.filter((row) => isChanged(before.get(row.externalId), row))
  const written = [...fresh, ...changed]
  const replaced = changed.flatMap(({ externalId }) => before.get(externalId)?.id ?? [])
  await lockHoursOf(ctx, ...written.map(({ userId }) => userId))
  // Rows with errors may have no valid date.
  const overfull = errors.length === 0 ? await dayLimitProblems(ctx, written, replaced) : []
  for (const [at, problem] of overfull.entries()) {
    const row = written[at]
    if (problem && row) errors.push(hoursProblem(row.row, 'hours', problem, String(row.hundredths / 100)))
  }
  const outcome = {
    dryRun,
    created: fresh.length,
    updated: changed.length,
    unchanged: hoursToImport.length - fresh.length - changed.length,
    failed: new Set(errors.map(({ row }) => row)).size,
    hours: fresh.reduce((sum, { hundredths }) => sum + hundredths, 0) / 100,
    errors: errors.toSorted((a, b) => a.row - b.row),
    changeSetId: null,
    reading,
  }
  if (errors.length > 0) throw badRows(dryRun ? outcome : { ...outcome, created: 0, updated: 0, hours: 0 })
  if (dryRun || fresh.length + changed.length === 0) return outcome
  const entries = await writeBrought(
    ctx,
    { source: HoursSource.File, name },
    fresh,
    changed.map((row) => ({ ...row, id: before.get(row.externalId)?.id ?? 0 })),
  )
  const isOfOthers = [...fresh, ...changed].some(({ userId }) => userId !== ctx.actor.userId)
  const permissions: Permission[] = ['MyBoard.View']
  if (isOfOthers) permissions.push('DNAUsers.Update')
  const set = { kind: ChangeSetKind.Import, title: `Imported ${name}`, permissions }
  return { ...outcome, changeSetId: (await recordChangeSet(ctx, set, entries)) ?? null }
}

const isChanged = (old: Parameters<typeof isUnchanged>[0] | undefined, row: HoursToImport) => old !== undefined && !isUnchanged(old, row)

export const importRoutes: Route[] = [
  defineRoute(
    importHours,
    (ctx, { query, file, prepared }) => runImport(ctx, (file?.name ?? messages.unknown).slice(0, 200), prepared, query),
    readUpload,
  ),
]
