import { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType, ContractStatus } from '../../model/contracts/enums.ts'
import type { readWeek, WeekRow, WorkedPhase, writeWeek } from '../../model/hours/actual-hours.ts'
import { HoursSource } from '../../model/hours/enums.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import { addDays, mondayOf } from '../../model/kit/dates.ts'
import { centsOf } from '../../model/kit/money.ts'
import { spreadOverWeeks } from '../../model/planning/spread.ts'
import { countedDays } from '../../model/planning/working-time.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { stagesFor } from '../../model/projects/stage-guards.ts'
import { users } from '../access/public.ts'
import { allocationsIn } from '../contracts/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, forbidden } from '../kit/request/errors.ts'
import { columnList, is, orNull } from '../kit/sql/row-types.ts'
import { capacitiesOf } from '../planning/public.ts'
import { actualHours } from './actual-hours.ts'
import { dayLimitProblems, lockHoursOf } from './day-limit.ts'
import { mayWrite, requireMayWrite, seenOfOthers, seenPlans } from './seen-hours.ts'
import { checkPlaces } from './worked-projects.ts'

const placeColumns = `p.id as "projectId", p.name as "projectName", p.number as "projectNumber", c.id as "contractId", c.name as "contractName",
  c.number as "contractNumber", ph.id as "phaseId", ph.name as "phaseName", ph.type as "phaseType",
  (p.stage not in (${stagesFor('actualHours', 'Change').join(', ')}) or (%contract% is not null and c.id is null)) as "isReadOnly"`
const placeShape = {
  projectId: is.number,
  projectName: is.text,
  projectNumber: orNull(is.text),
  contractId: orNull(is.number),
  contractName: orNull(is.text),
  contractNumber: orNull(is.text),
  phaseId: orNull(is.number),
  phaseName: orNull(is.text),
  phaseType: orNull(is.choice(ConstructionPhaseType)),
  isReadOnly: is.boolean,
}
interface PlaceRow {
  projectId: number
  projectName: string
  projectNumber: string | null
  contractId: number | null
  contractName: string | null
  contractNumber: string | null
  phaseId: number | null
  phaseName: string | null
  phaseType: ConstructionPhaseType | null
  isReadOnly: boolean
}

const workedRow = {
  ...placeShape,
  date: is.date,
  laborType: is.choice(LaborType),
  hours: is.number,
  source: is.choice(HoursSource),
  isSeen: is.boolean,
}
function workedIn(ctx: Context, userId: string, [from, to]: readonly [string, string]) {
  const types = userId === ctx.actor.userId ? LaborType.values.map(({ value }) => value) : seenOfOthers(ctx.actor)
  return ctx.rows(
    workedRow,
    `select ${placeColumns.replace('%contract%', 'h.contract_id')}, h.date, h.labor_type, h.hours, h.source, (visible(p)) as "isSeen"
     from actual_hours h join living_projects p on p.id = h.project_id left join planned_contracts c on c.id = h.contract_id
       left join planned_phases ph on ph.id = h.phase_id and ph.contract_id = h.contract_id
     where h.user_id = $1 and h.date between $2::date and $3::date and h.labor_type = any($4::smallint[]) and not h.is_deleted
     order by p.name collate natural_order, p.id, c.number, ph."order", h.labor_type`,
    [userId, from, to, types],
  )
}

const plannedRow = {
  ...placeShape,
  laborType: is.choice(LaborType),
  hours: is.number,
  allocations: allocationsIn,
  startDate: is.date,
  endDate: is.date,
}
function plannedIn(ctx: Context, userId: string, [from, to]: readonly [string, string]) {
  return ctx.rows(
    plannedRow,
    `select ${placeColumns.replace('%contract%', 'c.id')}, r.labor_type, r.hours, r.allocations, ph.start_date, ph.end_date
     from planned_records r join planned_phases ph on ph.id = r.phase_id join planned_contracts c on c.id = r.contract_id
       join living_projects p on p.id = c.project_id
     where r.user_id = $1 and ph.end_date >= $2::date and ph.start_date <= $3::date and r.labor_type = any($4::smallint[])
       and c.status = ${ContractStatus.Approved} and ph.type <> ${ConstructionPhaseType.Pause}
       and p.stage in (${ProjectStage.Opportunity}, ${ProjectStage.Active}) and (visible(p))
     order by p.name collate natural_order, p.id, c.number, ph."order", r.labor_type`,
    [userId, from, to, seenPlans(ctx.actor, userId)],
  )
}

type Keyed = Pick<PlaceRow, 'projectId' | 'contractId' | 'phaseId'> & { laborType: LaborType }
const weekRowKey = ({ projectId, contractId, phaseId, laborType }: Keyed) => [projectId, contractId ?? 0, phaseId ?? 0, laborType].join('-')

function createWeekRow(row: PlaceRow & { laborType: LaborType }): WeekRow {
  const phase: WorkedPhase | null =
    row.phaseId === null || row.phaseType === null ? null : { id: row.phaseId, name: row.phaseName ?? '', type: row.phaseType }
  return {
    key: weekRowKey(row),
    project: { id: row.projectId, name: row.projectName, number: row.projectNumber },
    contract: row.contractId === null ? null : { id: row.contractId, name: row.contractName ?? '', number: row.contractNumber ?? '' },
    phase,
    laborType: row.laborType,
    plannedHours: 0,
    hours: {},
    brought: {},
    isReadOnly: row.isReadOnly,
  }
}
const plus = (item: number | undefined, other: number) => (centsOf(item ?? 0) + other) / 100

export async function loadWeek(ctx: Context, { query }: RequestOf<typeof readWeek>) {
  const userId = query.userId ?? ctx.actor.userId
  if (userId !== ctx.actor.userId && seenOfOthers(ctx.actor).length === 0) throw forbidden('BigBoard.ViewEntryDetails')
  await users.get(ctx, userId)
  const monday = mondayOf(query.date)
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
  const span = [monday, addDays(monday, 6)] as const
  const rows = new Map<string, WeekRow>()
  const hidden: Record<string, number> = {}
  const lineOf = (row: PlaceRow & { laborType: LaborType }) => {
    const line = rows.get(weekRowKey(row)) ?? createWeekRow(row)
    rows.set(line.key, line)
    return line
  }
  for (const row of await plannedIn(ctx, userId, span)) {
    const spread = {
      hundredths: row.hours,
      allocations: row.allocations.map((allocation) => ({ month: allocation.month, hundredths: centsOf(allocation.hours) })),
    }
    const here = spreadOverWeeks(spread, row).find(({ key }) => key === monday)?.hundredths ?? 0
    if (here === 0) continue
    const line = lineOf(row)
    line.plannedHours = plus(line.plannedHours, here)
  }
  for (const row of await workedIn(ctx, userId, span)) {
    if (!row.isSeen) {
      // For other users, do not reveal that hidden hours exist.
      if (userId === ctx.actor.userId) hidden[row.date] = plus(hidden[row.date], row.hours)
      continue
    }
    const line = lineOf(row)
    line.hours[row.date] = plus(line.hours[row.date], row.hours)
    if (row.source !== HoursSource.Manual) line.brought[row.date] = plus(line.brought[row.date], row.hours)
  }
  const capacities = await capacitiesOf(ctx, [userId], countedDays(span[0], span[1], 'week'))
  return {
    userId,
    days,
    capacityHours: (capacities.get(userId)?.get(monday) ?? 0) / 100,
    rows: [...rows.values()],
    hidden,
    isWritable: mayWrite(ctx, userId),
  }
}

type Cell = RequestOf<typeof writeWeek>['body']['cells'][number]
const keptRow = {
  id: is.number,
  date: is.date,
  projectId: is.number,
  contractId: orNull(is.number),
  phaseId: orNull(is.number),
  laborType: is.choice(LaborType),
  hours: is.number,
  note: orNull(is.text),
  source: is.choice(HoursSource),
}

/** Writes the cells in the request and leaves the others unchanged. Throws a conflict if a cell changed after the user read it. */
export async function putWeek(ctx: Context, { body }: RequestOf<typeof writeWeek>) {
  const userId = body.userId ?? ctx.actor.userId
  requireMayWrite(ctx, userId)
  await users.get(ctx, userId)
  // Serializes writes per person: two windows must not both insert hours they found missing.
  await lockHoursOf(ctx, userId)
  const places = await checkPlaces(ctx, body.cells)
  const problems = places.flatMap(({ problems }, index) =>
    Object.entries(problems).map(([key, messages]): [string, string[]] => [`cells[${index}].${key}`, messages]),
  )
  if (problems.length > 0) throw badRequest(Object.fromEntries(problems))
  const cells = body.cells.map((cell, index) => ({ ...cell, contractId: places[index]?.contractId ?? null }))
  const keys = cells.map((cell) => `${cell.date} ${weekRowKey(cell)}`)
  if (new Set(keys).size < keys.length) throw badRequest({ cells: ['Two cells are the same.'] })
  const storedEntries = await ctx.rows(
    keptRow,
    `select ${columnList(keptRow, 'h')}
     from actual_hours h where h.user_id = $1 and h.date = any($2::date[]) and not h.is_deleted order by h.id`,
    [userId, [...new Set(cells.map(({ date }) => date))]],
  )
  const writes = cells.map((cell) => {
    const own = storedEntries.filter((row) => row.date === cell.date && weekRowKey(row) === weekRowKey(cell))
    return { cell, own, added: centsOf(cell.hours) - own.reduce((total, { hours }) => total + hours, 0) }
  })
  await checkDays(ctx, userId, writes)
  let changed = 0
  // Lowers hours first, so that no day has too many while hours move from one row to another.
  for (const { cell, own } of writes.toSorted((a, b) => a.added - b.added)) if (await writeCell(ctx, userId, cell, own)) changed++
  return { changed }
}

interface CellWrite {
  cell: Cell
  own: readonly { id: number }[]
  /** Hundredths of hours the cell gains. */
  added: number
}
async function checkDays(ctx: Context, userId: string, writes: readonly CellWrite[]) {
  const entries = writes.map(({ cell }) => ({ userId, date: cell.date, hundredths: centsOf(cell.hours) }))
  const replaced = writes.flatMap(({ own }) => own.map(({ id }) => id))
  const texts = await dayLimitProblems(ctx, entries, replaced)
  const problems = texts.flatMap((text, at): [string, string[]][] =>
    text && (writes[at]?.added ?? 0) > 0 ? [[`cells[${at}].hours`, [text]]] : [],
  )
  if (problems.length > 0) throw badRequest(Object.fromEntries(problems))
}

interface StoredEntry {
  id: number
  hours: number
  note: string | null
  source: HoursSource
}
/** Imported hours stay unchanged. Manual entries take the difference, starting with the last one. */
async function writeCell(ctx: Context, userId: string, cell: Cell, storedEntries: readonly StoredEntry[]) {
  const sum = (rows: readonly { hours: number }[]) => rows.reduce((total, { hours }) => total + hours, 0)
  if (cell.before !== null && centsOf(cell.before) !== sum(storedEntries))
    throw conflict('Someone else has changed these hours.', { detail: 'stale', current: { hours: sum(storedEntries) / 100 } })
  const typed = storedEntries.filter(({ source }) => source === HoursSource.Manual)
  const brought = sum(storedEntries) - sum(typed)
  let left = centsOf(cell.hours) - brought
  if (left < 0) throw conflict(`${brought / 100} of these hours come from a file or from Tempo.`)
  if (left === sum(typed)) return false
  const { projectId, contractId, phaseId, laborType, date } = cell
  const values = { userId, projectId, contractId, phaseId, laborType, date }
  for (const [at, row] of typed.entries()) {
    const hours = at === typed.length - 1 ? left : Math.min(row.hours, left)
    left -= hours
    if (hours === 0) await actualHours.remove(ctx, row.id)
    else if (hours !== row.hours) await actualHours.update(ctx, row.id, { ...values, hours: hours / 100, note: row.note })
  }
  if (typed.length === 0) await actualHours.create(ctx, { ...values, hours: left / 100, note: null })
  return true
}
