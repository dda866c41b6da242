import { LaborType } from '../../model/access/enums.ts'
import { ContractStatus } from '../../model/contracts/enums.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import { addMonths, formatMonth, monthOf } from '../../model/kit/dates.ts'
import { centsOf } from '../../model/kit/money.ts'
import { type Candidate, ranked, type readMatches, type SoughtHours, scoreCandidate } from '../../model/offers/matches.ts'
import { mostColumns } from '../../model/planning/boards.ts'
import { balancesOf, type SourceRecord, sourceRecords } from '../contracts/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, notFound } from '../kit/request/errors.ts'
import { is, namedShape, orNull, personRef } from '../kit/sql/row-types.ts'
import { monthsOfMany } from '../planning/public.ts'
import { nameOfSource } from './moved-lines.ts'
import { checkForOthers } from './requests.ts'

type MatchQuery = RequestOf<typeof readMatches>['query']

/** Returns the record with its project and leads. Throws if the user may not see the project. */
async function getSource(ctx: Context, recordId: number) {
  const [source] = await sourceRecords(ctx, [recordId])
  const [project] = source
    ? await ctx.rows(
        { id: is.number, name: is.text, client: orNull(namedShape), leads: is.uuids },
        `select p.id, p.name, case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as client,
           array_remove(array[p.project_manager_id, p.associate_consultant_id], null) as leads
         from living_projects p left join client_names k on k.id = p.client_id where p.id = $1 and visible(p)`,
        [source.projectId],
      )
    : []
  if (!source || !project) throw notFound('Hours')
  return { source, project }
}

/** The hours to take over: a number in one month, or all remaining hours from this month on. */
async function soughtMonths(ctx: Context, source: SourceRecord, { month, hours }: MatchQuery): Promise<Record<string, number>> {
  if (hours !== null && month === null) throw badRequest({ month: ['Enter the month the hours are in.'] })
  const left = [...((await balancesOf(ctx, [source])).get(source.id) ?? [])].filter(([, hundredths]) => hundredths > 0).sort()
  if (month !== null) {
    const [, most = 0] = left.find(([key]) => key === month) ?? []
    if (most <= 0) throw badRequest({ month: [`Nothing is left of these hours in ${formatMonth(month)}.`] })
    return { [month]: Math.min(most, hours === null ? most : centsOf(hours)) / 100 }
  }
  const now = monthOf(new Date().toISOString())
  const coming = left.filter(([key]) => key >= now)
  const shown = coming.length > 0 ? coming : left
  const last = addMonths(shown[0]?.[0] ?? now, mostColumns.month - 1)
  return Object.fromEntries(shown.filter(([key]) => key <= last).map(([key, hundredths]) => [key, hundredths / 100]))
}

const personRow = {
  id: is.uuid,
  user: personRef,
  laborType: orNull(is.choice(LaborType)),
  asType: is.number,
  forClient: is.number,
}
interface MatchSource {
  source: SourceRecord
  clientId: number | null
  teamIds: readonly number[] | null
}
/** All people of the labor type or with work in it, and their work for the client. Projects the user may not see are ignored. */
const peopleFor = (ctx: Context, { source, clientId, teamIds }: MatchSource) =>
  ctx.rows(
    personRow,
    `select u.id, u.person as "user", u.default_labor_type as "laborType", coalesce(w.as_type, 0)::bigint as "asType", coalesce(w.for_client, 0)::bigint as "forClient"
     from people u left join (
       select r.user_id, sum(r.hours) filter (where r.labor_type = $1) as as_type,
         sum(r.hours) filter (where p.client_id = $2 and c.id <> $3) as for_client
       from planned_records r join planned_contracts c on c.id = r.contract_id join living_projects p on p.id = c.project_id
       where r.user_id is not null and c.status = ${ContractStatus.Approved} and (r.labor_type = $1 or p.client_id = $2) and visible(p)
       group by r.user_id
     ) w on w.user_id = u.id
     where not u.is_external_user and not u.is_deleted and not u.is_suspended and u.id is distinct from $4
       and (u.default_labor_type = $1 or w.as_type > 0)
       and ($5::bigint[] is null or exists (select from staffed_teams s where s.id = any($5) and u.id = any(s.user_ids)))`,
    [source.laborType, clientId, source.contractId, source.userId, teamIds],
  )

const teamsWith = (ctx: Context, userIds: readonly string[]) =>
  ctx.rows(
    { name: is.text, userIds: is.uuids },
    'select s.name, s.user_ids from staffed_teams s where s.user_ids && $1::uuid[] order by s.name collate natural_order, s.id',
    [userIds],
  )

/** People who could take a record's hours, best match first. The number of statements does not depend on the number of people. */
export async function findMatches(ctx: Context, matchQuery: MatchQuery) {
  const { source, project } = await getSource(ctx, matchQuery.recordId)
  if (source.userId !== null) checkForOthers(ctx, source.userId, undefined, 'ResourceOffers.CreateForOthers')
  const months = await soughtMonths(ctx, source, matchQuery)
  const requestedHours: SoughtHours = {
    recordId: source.id,
    project: { id: project.id, name: project.name },
    contract: { number: source.contractNumber, name: source.contractName },
    phaseType: source.phaseType,
    phaseName: source.phaseName,
    laborType: source.laborType,
    user: source.user,
    name: nameOfSource(source),
    months,
  }
  const keys = Object.keys(months).sort()
  const [first, last] = [keys[0], keys.at(-1)]
  if (!first || !last) return { sought: requestedHours, client: project.client, matches: [] }
  const teamIds = matchQuery.teamIds && matchQuery.teamIds.length > 0 ? matchQuery.teamIds : null
  const people = await peopleFor(ctx, { source, clientId: project.client?.id ?? null, teamIds })
  const teams = await teamsWith(ctx, source.userId === null ? project.leads : [source.userId])
  const ids = people.map(({ id }) => id)
  const time = await monthsOfMany(ctx, ids, first, last)
  const matches = people.flatMap(({ id, asType, forClient, ...person }) => {
    const own = time.get(id)
    const candidate: Candidate = {
      ...person,
      capacity: own?.capacity ?? {},
      planned: own?.planned ?? {},
      asType: asType / 100,
      forClient: forClient / 100,
      sharedTeams: teams.filter(({ userIds }) => userIds.includes(id)).map(({ name }) => name),
    }
    return scoreCandidate(requestedHours, project.client?.name ?? null, candidate) ?? []
  })
  return { sought: requestedHours, client: project.client, matches: ranked(matches) }
}
