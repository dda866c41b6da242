import { AuditAction, listAuditKinds, listAuditLogs, readAuditLog } from '../../model/activity/audit-logs.ts'
import { withoutMasked } from '../../model/contracts/masks.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import { Params, searchPatterns } from '../kit/entity/rows.ts'
import { pageSize } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, onlyRow, orNull, personRef } from '../kit/sql/row-types.ts'

const columns = `a.id, a.date, a.action, a.entity, a.entity_id as "entityId", a.entity_name as "entityName", a.ip, a.outcome,
  u.person as "user"`
const entryShape = {
  id: is.number,
  date: is.instant,
  action: is.choice(AuditAction),
  entity: is.text,
  entityId: orNull(is.text),
  entityName: orNull(is.text),
  ip: orNull(is.text),
  outcome: is.text,
  user: orNull(personRef),
}
const from = 'from audit_log a left join people u on u.id = a.user_id'
/** Above this the page shows "10,000+", because counting years of logs would take longer than reading them. */
const mostCounted = 10_000
const sortable = new Map([
  ['createDate', 'a.date'],
  ['date', 'a.date'],
  ['id', 'a.id'],
  ['user', 'u.last_name, u.first_name'],
  ['action', 'a.action'],
  ['entity', 'a.entity'],
  ['entityId', 'a.entity_id'],
  ['entityName', 'a.entity_name'],
  ['ip', 'a.ip'],
  ['outcome', 'a.outcome'],
])

export async function listEntries(ctx: Context, query: RequestOf<typeof listAuditLogs>['query']) {
  const p = new Params()
  const conditions = ['true']
  for (const [name, operator, more] of [
    ['from', '>=', ''],
    ['to', '<', ' + 1'],
    ['createdFrom', '>=', ''],
    ['createdTo', '<', ' + 1'],
  ] as const) {
    if (!query[name]) continue
    conditions.push(`a.date ${operator} ${p.add(query[name])}::date${more}`)
  }
  if (query.userIds?.length) conditions.push(`a.user_id = any(${p.add(query.userIds)}::uuid[])`)
  if (query.entity?.length) conditions.push(`a.entity = any(${p.add(query.entity)})`)
  if (query.action?.length) conditions.push(`a.action = any(${p.add(query.action)})`)
  for (const pattern of searchPatterns(query.search)) {
    const at = p.add(pattern)
    conditions.push(
      `(a.entity_name ilike ${at} or a.entity ilike ${at} or a.action ilike ${at} or u.first_name ilike ${at} or u.last_name ilike ${at})`,
    )
  }
  const order = (query.sortBy ?? ['date']).map((key, index) => {
    const column = sortable.get(key)
    if (!column) throw badRequest({ sortBy: [`There is no column "${key.slice(0, 60)}" to sort by.`] })
    // The date is never null; without `nulls last` the index serves both directions.
    const down = key === 'date' ? 'desc' : 'desc nulls last'
    const direction = query.sortBy && query.sortDesc?.[index] !== 'true' ? 'asc' : down
    return column.replace(/(,|$)/g, ` ${direction}$1`)
  })
  const where = `where ${conditions.join(' and ')}`
  const counted = await ctx.rows(
    { total: is.number },
    `select count(*)::int as total from (select 1 ${from} ${where} limit ${mostCounted}) counted`,
    p.values,
  )
  const limit = pageSize(query)
  const items = await ctx.rows(
    entryShape,
    `select ${columns} ${from} ${where} order by ${order.join(', ')}, a.id desc limit ${p.add(limit)} offset ${p.add((Math.max(1, query.page ?? 1) - 1) * limit)}`,
    p.values,
  )
  return { items, total: onlyRow(counted).total }
}

export const auditLogRoutes: Route[] = [
  defineRoute(listAuditLogs, (ctx, { query }) => listEntries(ctx, query)),
  defineRoute(listAuditKinds, async (ctx) => ({
    // Loose index scan from one kind to the next, without reading all entries.
    kinds: (
      await ctx.rows(
        { entity: is.text },
        `with recursive k as (
           (select entity from audit_log order by entity limit 1)
           union all select (select a.entity from audit_log a where a.entity > k.entity order by a.entity limit 1) from k where k.entity is not null)
         select entity from k where entity is not null`,
      )
    ).map(({ entity }) => entity),
  })),
  defineRoute(readAuditLog, async (ctx, { params }) => {
    const [entry] = await ctx.rows(
      {
        ...entryShape,
        before: orNull(is.recordOf(is.anything)),
        after: orNull(is.recordOf(is.anything)),
        requestId: orNull(is.text),
        userAgent: orNull(is.text),
      },
      `select ${columns}, a.before, a.after, a.request_id, a.user_agent ${from} where a.id = $1`,
      [params.id],
    )
    if (!entry) throw notFound('Entry')
    const seen = (values: Record<string, unknown> | null) => withoutMasked(entry.entity, values, ctx.actor.held)
    return { ...entry, before: seen(entry.before), after: seen(entry.after) }
  }),
]
