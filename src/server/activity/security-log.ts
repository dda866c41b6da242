import { exportSecurityLog, listSecurityLog, SecurityEvent, securityEntries } from '../../model/activity/security-log.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import { fullName } from '../../model/kit/names.ts'
import { DownloadTaskCategory, TemplateType } from '../../model/reports/enums.ts'
import { Params, searchPatterns } from '../kit/entity/rows.ts'
import { pageSize } from '../kit/list/list.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull, personRef } from '../kit/sql/row-types.ts'
import type { Maker } from '../reports/public.ts'
import type { SheetColumn } from '../tools/sheet.ts'
import { writeEntries } from './entries-book.ts'

const entryShape = {
  id: is.number,
  date: is.instant,
  event: is.choice(SecurityEvent),
  result: is.text,
  ip: orNull(is.text),
  userAgent: orNull(is.text),
  detail: orNull(is.text),
  user: orNull(personRef),
}
const columns = `s.id, s.date, s.event, s.result, s.ip, s.user_agent as "userAgent", s.detail, u.person as "user"`
const from = 'from security_events s left join people u on u.id = s.user_id'
const mostCounted = 10_000
const sortable = new Map([
  ['createDate', 's.date'],
  ['date', 's.date'],
  ['id', 's.id'],
  ['user', 'u.last_name, u.first_name'],
  ['event', 's.event'],
  ['result', 's.result'],
  ['ip', 's.ip'],
  ['userAgent', 's.user_agent'],
  ['detail', 's.detail'],
])

type Query = RequestOf<typeof listSecurityLog>['query']

function conditionsOf(query: Query, p: Params): string {
  const conditions = ['true']
  const days = [query.from, query.createdFrom].flatMap((day) => (day ? [`s.date >= ${p.add(day)}::date`] : []))
  const ends = [query.to, query.createdTo].flatMap((day) => (day ? [`s.date < ${p.add(day)}::date + 1`] : []))
  conditions.push(...days, ...ends)
  if (query.userIds?.length) conditions.push(`s.user_id = any(${p.add(query.userIds)}::uuid[])`)
  if (query.event?.length) conditions.push(`s.event = any(${p.add(query.event)})`)
  for (const pattern of searchPatterns(query.search)) {
    const at = p.add(pattern)
    conditions.push(
      `(s.detail ilike ${at} or s.ip ilike ${at} or s.event ilike ${at} or u.first_name ilike ${at} or u.last_name ilike ${at})`,
    )
  }
  return conditions.join(' and ')
}

function orderOf({ sortBy, sortDesc }: Query): string {
  const orders = (sortBy ?? ['date']).map((key, index) => {
    const column = sortable.get(key)
    if (!column) throw badRequest({ sortBy: [`There is no column "${key.slice(0, 60)}" to sort by.`] })
    const direction = sortBy && sortDesc?.[index] !== 'true' ? 'asc' : key === 'date' ? 'desc' : 'desc nulls last'
    return column.replace(/(,|$)/g, ` ${direction}$1`)
  })
  return orders.join(', ')
}

async function listEvents(ctx: Context, query: Query) {
  const p = new Params()
  const where = `where ${conditionsOf(query, p)}`
  const order = orderOf(query)
  const counted = await ctx.rows(
    { total: is.number },
    `select count(*)::int as total from (select 1 ${from} ${where} limit ${mostCounted}) counted`,
    p.values,
  )
  const limit = pageSize(query)
  const offset = (Math.max(1, query.page) - 1) * limit
  const items = await ctx.rows(
    entryShape,
    `select ${columns} ${from} ${where} order by ${order}, s.id desc limit ${p.add(limit)} offset ${p.add(offset)}`,
    p.values,
  )
  return { items, total: onlyRow(counted).total }
}

type Entry = Awaited<ReturnType<typeof listEvents>>['items'][number]

const sheetColumns: Record<string, SheetColumn & { value(entry: Entry): string | Date | null }> = {
  date: { header: 'Date', width: 20, kind: 'instant', value: ({ date }) => new Date(date) },
  user: { header: 'User', width: 24, value: ({ user }) => user && fullName(user) },
  event: { header: 'Event', width: 28, value: ({ event }) => SecurityEvent.label(event) },
  result: { header: 'Result', width: 12, value: ({ result }) => result },
  ip: { header: 'Address', width: 16, value: ({ ip }) => ip },
  userAgent: { header: 'Browser', width: 40, value: ({ userAgent }) => userAgent },
  detail: { header: 'Detail', width: 40, value: ({ detail }) => detail },
}

export const makeSecurityLog: Maker<'securityLog'> = async (making) => {
  const { query, columns: requested } = making.parameters
  const keys: readonly string[] = requested?.length ? requested : securityEntries.list.columns
  const shown = keys.flatMap((key) => sheetColumns[key] ?? [])
  return writeEntries(making, securityEntries, shown, (ctx, page) => listEvents(ctx, { ...query, ...page }))
}

export const securityLogRoutes: Route[] = [
  defineRoute(listSecurityLog, (ctx, { query }) => listEvents(ctx, query)),
  defineRoute(exportSecurityLog, async (ctx, { query: { columns: requested, ...query } }) => {
    // Validates the query now, so that an error does not surface later in the task.
    await listEvents(ctx, { ...query, page: 1, itemsPerPage: 1 })
    return ctx.services.requestFile(ctx, {
      fileName: `${securityEntries.names.many} ${todayUtc()}.xlsx`,
      templateType: TemplateType.Xlsx,
      category: DownloadTaskCategory.AuditLog,
      maker: 'securityLog',
      parameters: { query, columns: requested },
    })
  }),
]

declare module '../kit/request/context.ts' {
  interface FileParameters {
    securityLog: { query: Query; columns: readonly string[] | null }
  }
}
