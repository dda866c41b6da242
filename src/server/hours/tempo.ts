import { LaborType } from '../../model/access/enums.ts'
import { actualHours as actualHoursModel } from '../../model/hours/actual-hours.ts'
import { HoursSource } from '../../model/hours/enums.ts'
import { mostDaysOfTempo, readTempo, type UnmatchedHours } from '../../model/hours/tempo.ts'
import { services } from '../../model/integrations/services.ts'
import { daysBetween, isCalendarDate } from '../../model/kit/dates.ts'
import { centsOf, dollarsOf, roundedProduct } from '../../model/kit/money.ts'
import { asked, type Connection, checkConfigured } from '../integrations/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import { type ExternalService, requestExternal } from '../kit/external/external-service.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, forbidden, upstream } from '../kit/request/errors.ts'
import { defineRoute, type ParsedRequest, type ReadOnly, type Route } from '../kit/request/routes.ts'
import { announceMany } from '../kit/resource/many-rows.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { settingsOf } from '../settings/public.ts'
import { actualHours } from './actual-hours.ts'
import { lockHoursOf, splitByDayLimit } from './day-limit.ts'
import { type BroughtHours, broughtBefore, isUnchanged, writeBrought } from './imported-hours.ts'
import { seenOfOthers } from './seen-hours.ts'
import { checkPlaces } from './worked-projects.ts'

const pageSize = 1000
const mostPages = 500

interface Worklog {
  id: string
  accountId: string
  date: string
  hundredths: number
  note: string | null
}

async function tempoAccess(ctx: Context): Promise<{ remote: ExternalService; token: string }> {
  await checkConfigured(ctx, 'tempo')
  const tempoSettings = await settingsOf(ctx, 'integrations.tempo.baseUrl', 'integrations.tempo.token')
  const token = tempoSettings['integrations.tempo.token'] ?? ''
  const baseUrl = (tempoSettings['integrations.tempo.baseUrl'] ?? '').replace(/\/$/, '')
  return { token, remote: { name: services.tempo.name, baseUrl, headers: { authorization: `Bearer ${token}` } } }
}

const invalidResponse = () => upstream('Tempo sent a response we do not understand.', 'No worklogs')

function parseWorklog(item: unknown): Worklog {
  const readProperty = (from: unknown, name: string): unknown =>
    typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined
  const [id, seconds, date] = [
    readProperty(item, 'tempoWorklogId'),
    readProperty(item, 'timeSpentSeconds'),
    readProperty(item, 'startDate'),
  ]
  const accountId = readProperty(readProperty(item, 'author'), 'accountId')
  const note = readProperty(item, 'description')
  if (typeof id !== 'number' || typeof seconds !== 'number' || !isCalendarDate(date) || typeof accountId !== 'string')
    throw invalidResponse()
  return {
    id: String(id),
    accountId,
    date,
    hundredths: roundedProduct(0, [seconds], 36),
    note: typeof note === 'string' && note.trim() !== '' ? note.replace(/\s+/g, ' ').trim().slice(0, 500) : null,
  }
}

/** Reads all pages by the links in the responses, because Tempo may return fewer entries per page than requested. */
async function fetchWorklogs(remote: ExternalService, query: Record<string, string>): Promise<Worklog[]> {
  const all = new Map<string, Worklog>()
  const seenPages = new Set<string>()
  let path = `/4/worklogs?${new URLSearchParams({ ...query, limit: String(pageSize), offset: '0' })}`
  for (let page = 0; page < mostPages; page++) {
    seenPages.add(path)
    const { status, body } = await requestExternal(remote, path)
    if (status !== 200 || !Array.isArray(body?.results)) throw upstream('Tempo did not accept the request.', `Status ${status}`)
    for (const worklog of body.results.map(parseWorklog)) all.set(worklog.id, worklog)
    const next = body.metadata?.next
    if (next === undefined || next === null) return [...all.values()]
    path = pathOfNextPage(remote, next)
    if (seenPages.has(path)) throw invalidResponse()
  }
  throw upstream('Tempo has too many entries. Please ask for fewer days.', 'Size')
}

/** The token is sent only to the configured address, so a link to another origin or path is an error. */
function pathOfNextPage(remote: ExternalService, next: unknown): string {
  if (typeof next !== 'string' || !URL.canParse(next, remote.baseUrl)) throw invalidResponse()
  const [link, base] = [new URL(next, remote.baseUrl), new URL(`${remote.baseUrl}/4/worklogs`)]
  if (link.origin !== base.origin || link.pathname !== base.pathname)
    throw upstream('Tempo sent a link to another address.', 'The next page was refused.')
  return `/4/worklogs${link.search}`
}

/** Prechecks: the project is visible, open, and linked to Jira. Returns the Tempo access. */
async function precheckImport(ctx: Context, { projectId, from, to }: ParsedRequest<typeof readTempo>['body']) {
  if (seenOfOthers(ctx.actor).length === 0) throw forbidden('BigBoard.ViewEntryDetails')
  if (to < from) throw badRequest({ to: ['The last day is before the first.'] })
  if (daysBetween(from, to) >= mostDaysOfTempo) throw badRequest({ to: [`At most ${mostDaysOfTempo} days are read at once.`] })
  const [place] = await checkPlaces(ctx, [{ projectId, contractId: null, phaseId: null }])
  if (place && Object.keys(place.problems).length > 0) throw badRequest(place.problems)
  const access = await tempoAccess(ctx)
  const [link] = await ctx.rows({ id: is.text }, 'select j.external_id as id from jira_projects_of_ours j where j.project_id = $1', [
    projectId,
  ])
  if (!link) throw conflict('The project is not linked to Jira.')
  return { ...access, jiraProject: link.id, services: ctx.services }
}

const personRow = { id: is.uuid, account: is.text, laborType: orNull(is.choice(LaborType)) }

/** Groups hours that are not imported by account and reason. */
function createUnmatchedList() {
  const groups = new Map<string, UnmatchedHours>()
  return {
    add(accountId: string, reason: string, hundredths: number) {
      const key = `${accountId} ${reason}`
      const group = groups.get(key) ?? { accountId, entries: 0, hours: 0, reason }
      groups.set(key, { ...group, entries: group.entries + 1, hours: dollarsOf(centsOf(group.hours) + hundredths) })
    },
    list: () => [...groups.values()],
  }
}

/** Matches worklogs to people by Jira account, by day and id. */
async function matched(ctx: Context, projectId: number, worklogs: readonly Worklog[], unmatched: ReturnType<typeof createUnmatchedList>) {
  const people = await ctx.rows(
    personRow,
    `select u.id, u.jira_account_id as account, u.default_labor_type as "laborType" from people u
     where u.jira_account_id = any($1) and not u.is_external_user and not u.is_deleted`,
    [[...new Set(worklogs.map(({ accountId }) => accountId))]],
  )
  const known = new Map(people.map((person) => [person.account, person]))
  const matchedHours: (BroughtHours & { accountId: string })[] = []
  for (const { id, accountId, date, hundredths, note } of worklogs) {
    if (hundredths === 0) continue
    const person = known.get(accountId)
    if (!person) unmatched.add(accountId, 'No user has this Jira account id.', hundredths)
    else if (person.laborType === null) unmatched.add(accountId, 'The person has no labor type.', hundredths)
    else {
      const place = { projectId, contractId: null, phaseId: null, laborType: person.laborType }
      matchedHours.push({ accountId, userId: person.id, ...place, date, hundredths, note, externalId: id })
    }
  }
  return matchedHours.sort((a, b) => a.date.localeCompare(b.date) || Number(a.externalId) - Number(b.externalId))
}

async function importWorklogs(
  ctx: Context,
  { projectId, from, to }: ParsedRequest<typeof readTempo>['body'],
  worklogs: readonly Worklog[],
) {
  // Imports run one at a time: two concurrent imports of the same worklogs would both insert them.
  await ctx.run(`select pg_advisory_xact_lock(hashtext('actual hours that are brought'))`)
  const unmatched = createUnmatchedList()
  const matchedHours = await matched(ctx, projectId, worklogs, unmatched)
  await lockHoursOf(ctx, ...matchedHours.map(({ userId }) => userId))
  const old = await broughtBefore(
    ctx,
    HoursSource.Tempo,
    matchedHours.map(({ externalId }) => externalId),
  )
  // A stored row stays even if its worklog can no longer be matched.
  const there = worklogs.filter(({ hundredths }) => hundredths > 0).map(({ id }) => id)
  const removed = await ctx.rows(
    { id: is.number, date: is.date, hundredths: is.number },
    `update actual_hours h set is_deleted = true, delete_date = now(), deleted_by_id = $5, row_version = row_version + 1
     where h.source = ${HoursSource.Tempo} and h.project_id = $1 and h.date between $2::date and $3::date and not h.is_deleted
       and not h.external_id = any($4) returning h.id, h.date, h.hours as hundredths`,
    [projectId, from, to, there, ctx.actor.userId],
  )
  await recordAudit(
    ctx,
    removed.map(({ id, date, hundredths }) => ({
      action: 'Delete' as const,
      entity: actualHoursModel.entity,
      entityId: id,
      entityName: date,
      before: { hours: hundredths / 100 },
    })),
  )
  announceMany(
    ctx,
    actualHours,
    removed.map(({ id }) => ({ id, projectId })),
    'Deleted',
  )
  const toWrite = matchedHours.flatMap(({ accountId, ...row }) => {
    const was = old.get(row.externalId)
    return was && isUnchanged(was, row)
      ? []
      : [{ accountId, row, userId: row.userId, date: row.date, hundredths: row.hundredths, old: was }]
  })
  const { fitting, leftOut } = await splitByDayLimit(ctx, toWrite)
  for (const { entry, problem } of leftOut) unmatched.add(entry.accountId, problem, entry.hundredths)
  const fresh = fitting.flatMap(({ row, old }) => (old ? [] : [row]))
  const changed = fitting.flatMap(({ row, old }) => (old ? [{ ...row, id: old.id }] : []))
  await writeBrought(ctx, { source: HoursSource.Tempo, name: 'Tempo' }, fresh, changed)
  const leftOutHundredths = leftOut.reduce((sum, { entry }) => sum + entry.hundredths, 0)
  return {
    created: fresh.length,
    updated: changed.length,
    unchanged: matchedHours.length - toWrite.length,
    removed: removed.length,
    hours: (matchedHours.reduce((sum, { hundredths }) => sum + hundredths, 0) - leftOutHundredths) / 100,
    unmatched: unmatched.list(),
  }
}

export const tempoRoutes: Route[] = [
  defineRoute(
    readTempo,
    (ctx, { body, prepared }) => importWorklogs(ctx, body, prepared),
    async ({ body }: ParsedRequest<typeof readTempo>, readOnly: ReadOnly) => {
      const { remote, token, jiraProject, services } = await readOnly((ctx) => precheckImport(ctx, body))
      return asked(services, 'tempo', [token], () => fetchWorklogs(remote, { projectId: jiraProject, from: body.from, to: body.to }))
    },
  ),
]

export const tempoConnection: Connection = {
  service: 'tempo',
  async open(ctx) {
    const { remote, token } = await tempoAccess(ctx)
    const today = todayUtc()
    return {
      secrets: [token],
      async test() {
        const { status } = await requestExternal(remote, '/4/worklogs', { query: { from: today, to: today, limit: '1' } })
        if (status !== 200) throw upstream('Tempo did not accept the request.', `Status ${status}`)
        return 'Signed in; booked hours can be read.'
      },
    }
  },
}
