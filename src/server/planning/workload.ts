import { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType, ContractStatus } from '../../model/contracts/enums.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import { type Spreader, spreaderOver } from '../../model/planning/board-spread.ts'
import { toSpreadRecord } from '../../model/planning/spread.ts'
import { capacitiesOver, scheduleOn } from '../../model/planning/working-time.ts'
import {
  type readPersonWorkload,
  type readWorkload,
  restrictedProject,
  summedHours,
  summedWorkload,
  type WorkloadPerson,
  type WorkloadProject,
} from '../../model/planning/workload.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { allocationsIn } from '../contracts/public.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { notFound } from '../kit/request/errors.ts'
import { is, orNull, personRef } from '../kit/sql/row-types.ts'
import { nullIfEmpty } from './board-contents.ts'
import { createBoardPerson, hoursByKey, type Load, loadOfAll, loadWorkload, nothingKnown } from './board-people.ts'
import { type BoardTime, boardTime } from './board-time.ts'
import { teamsAsked } from './capacity.ts'
import { loadWorkingTimes } from './working-times.ts'

type Query = RequestOf<typeof readWorkload>['query']
type PersonQuery = RequestOf<typeof readPersonWorkload>['query']

const personRow = {
  id: is.uuid,
  user: personRef,
  laborType: orNull(is.choice(LaborType)),
  isSuspended: is.boolean,
}
const personColumns = 'u.id, u.person as "user", u.default_labor_type as "laborType", u.is_suspended as "isSuspended"'

/** Staff by name. Includes suspended people here; later, only those with hours remain. */
export function listWorkloadPeople(ctx: Context, { search, teamIds, laborTypes }: Pick<Query, 'search' | 'teamIds' | 'laborTypes'>) {
  return ctx.rows(
    personRow,
    `select ${personColumns} from people u
     where not u.is_external_user and not u.is_deleted
       and ($1::bigint[] is null or exists (select from staffed_teams s where s.id = any($1) and u.id = any(s.user_ids)))
       and ($2::smallint[] is null or u.default_labor_type = any($2))
       and ($3::text is null or position(lower($3) in lower(u.first_name || ' ' || u.last_name)) > 0)
     order by u.last_name, u.first_name, u.id`,
    [nullIfEmpty(teamIds), nullIfEmpty(laborTypes), search],
  )
}
type Person = Awaited<ReturnType<typeof listWorkloadPeople>>[number]
type Teams = Awaited<ReturnType<typeof teamsAsked>>

async function computeWorkload(ctx: Context, people: readonly Person[], teams: Teams, time: BoardTime, loads: ReadonlyMap<string, Load>) {
  const times = await loadWorkingTimes(
    ctx,
    people.map(({ id }) => id),
    time.first,
    time.last,
  )
  const capacities = capacitiesOver(times, time.days)
  const today = todayUtc()
  return people.map((person): WorkloadPerson => {
    const own = times.get(person.id) ?? nothingKnown
    return {
      ...createBoardPerson(person, own, capacities.get(person.id), loads.get(person.id), time),
      availabilityPercent: scheduleOn(today, own).availabilityPercent,
      isSuspended: person.isSuspended,
      teamIds: teams.filter(({ userIds }) => userIds.includes(person.id)).map(({ id }) => id),
    }
  })
}

const hasHours = (load: Load | undefined) =>
  load !== undefined && [...load.firm.values(), ...load.tentative.values()].some((hundredths) => hundredths !== 0)

/** Reads all people in eight statements, regardless of their number. */
export async function workload(ctx: Context, query: Query) {
  const time = await boardTime(ctx, query)
  const found = await listWorkloadPeople(ctx, query)
  const teams = await teamsAsked(ctx, { teamIds: nullIfEmpty(query.teamIds) })
  const loads = await loadOfAll(ctx, nullIfEmpty(query.contractStatuses), time)
  const shown = found.filter(({ id, isSuspended }) => !isSuspended || hasHours(loads.get(id)))
  const people = await computeWorkload(ctx, shown, teams, time, loads)
  return {
    columns: time.columns,
    people,
    teams: teams.map(({ userIds: _, ...team }) => team),
    sums: summedWorkload(time.keys, people),
  }
}

const recordRow = {
  recordId: is.number,
  projectId: is.number,
  projectName: is.text,
  projectNumber: orNull(is.text),
  isSeen: is.boolean,
  contractId: is.number,
  contractNumber: is.text,
  contractName: is.text,
  status: is.choice(ContractStatus),
  phaseId: is.number,
  phaseType: is.choice(ConstructionPhaseType),
  phaseName: is.text,
  laborType: is.choice(LaborType),
  hours: is.number,
  allocations: allocationsIn,
  startDate: is.date,
  endDate: is.date,
}
/** Records of a person; those the user may not see come last. */
function loadUserRecords(ctx: Context, userId: string, statuses: readonly ContractStatus[] | null, time: BoardTime) {
  return ctx.rows(
    recordRow,
    `select r.id as "recordId", p.id as "projectId", p.name as "projectName", p.number as "projectNumber", (visible(p)) as "isSeen", c.id as "contractId",
       c.number as "contractNumber", c.name as "contractName", c.status, ph.id as "phaseId", ph.type as "phaseType", ph.name as "phaseName",
       r.labor_type, r.hours, r.allocations, ph.start_date, ph.end_date
     from planned_records r join planned_phases ph on ph.id = r.phase_id join planned_contracts c on c.id = r.contract_id
       join living_projects p on p.id = c.project_id
     where r.user_id = $1 and ph.end_date >= $2::date and ph.start_date <= $3::date and ($4::smallint[] is null or c.status = any($4))
       and p.stage in (${ProjectStage.Opportunity}, ${ProjectStage.Active})
     order by "isSeen" desc, p.name collate natural_order, p.id, ph.start_date, ph.id, r.id`,
    [userId, time.first, time.last, statuses],
  )
}

function groupByProject(records: Awaited<ReturnType<typeof loadUserRecords>>, time: BoardTime, over: Spreader): WorkloadProject[] {
  const projects = new Map<number, WorkloadProject>()
  for (const record of records) {
    const { projectId, projectName: name, projectNumber, isSeen, contractId, contractNumber, contractName, status } = record
    const hundredths = new Map<string, number>()
    over.spread(toSpreadRecord(record), record, (at, amount) => {
      const key = time.keys[at]
      if (key !== undefined) hundredths.set(key, (hundredths.get(key) ?? 0) + amount)
    })
    if (hundredths.size === 0) continue
    const hours = hoursByKey(hundredths)
    const isTentative = status !== ContractStatus.Approved
    const project = projects.get(projectId) ?? {
      key: isSeen ? `project-${projectId}` : `restricted-${projects.size}`,
      project: isSeen ? { id: projectId, number: projectNumber ?? '', name } : null,
      name: isSeen ? name : restrictedProject,
      firm: {},
      tentative: {},
      phases: [],
    }
    projects.set(projectId, project)
    const kind = isTentative ? 'tentative' : 'firm'
    project[kind] = summedHours([...new Set([...Object.keys(project[kind]), ...Object.keys(hours)])], [project[kind], hours])
    if (!isSeen) continue
    const contract = { id: contractId, number: contractNumber, name: contractName }
    const { recordId, phaseId, phaseType: type, phaseName, laborType } = record
    project.phases.push({ recordId, phaseId, type, name: phaseName, contract, laborType, isTentative, hours })
  }
  return [...projects.values()]
}

export async function personWorkload(ctx: Context, id: string, query: PersonQuery) {
  const found = await ctx.rows(
    personRow,
    `select ${personColumns} from people u where u.id = $1 and not u.is_external_user and not u.is_deleted`,
    [id],
  )
  if (found.length === 0) throw notFound('User')
  const time = await boardTime(ctx, query)
  const over = spreaderOver(time.keys, time.granularity)
  const statuses = nullIfEmpty(query.contractStatuses)
  const [person] = await computeWorkload(
    ctx,
    found,
    await teamsAsked(ctx, { teamIds: null }),
    time,
    await loadWorkload(ctx, [id], { laborTypes: null, statuses }, time, over),
  )
  if (!person) throw notFound('User')
  return { columns: time.columns, person, projects: groupByProject(await loadUserRecords(ctx, id, statuses, time), time, over) }
}
