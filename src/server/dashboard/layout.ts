import { primaryKey, text } from 'drizzle-orm/pg-core'
import type { dashboard, externalDashboard, Widget } from '../../model/dashboard/widgets.ts'
import type { AccessRule } from '../../model/kit/description.ts'
import type { Permission } from '../../model/permissions.ts'
import { usersTable } from '../access/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import type { HandlerRequest } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { plainTable, userColumn } from '../kit/sql/table.ts'

export const dashboardLayoutsTable = plainTable(
  'dashboard_layouts',
  {
    userId: userColumn()
      .notNull()
      .references(() => usersTable.id),
    order: text().array().notNull(),
    hidden: text().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId] })],
)

function mayCall(need: AccessRule, held: { has(name: Permission): boolean }): boolean {
  if (typeof need !== 'object') return !need.includes('.') || held.has(need as Permission)
  return 'all' in need ? need.all.every((name) => held.has(name)) : need.any.some((name) => held.has(name))
}

async function storedLayout(ctx: Context) {
  const [stored] = await ctx.rows(
    { order: is.texts, hidden: is.texts },
    'select "order", hidden from dashboard_layouts where user_id = $1',
    [ctx.actor.userId],
  )
  return stored
}

export async function readLayout(ctx: Context, widgets: Record<string, Widget>) {
  const allowed = Object.keys(widgets).filter((key) => mayCall(widgets[key]!.call.permission, ctx.actor.held))
  const { order = [], hidden = [] } = (await storedLayout(ctx)) ?? {}
  const sorted = [...order.filter((key) => allowed.includes(key)), ...allowed.filter((key) => !order.includes(key))]
  return { widgets: sorted.filter((key) => !hidden.includes(key)), hidden: sorted.filter((key) => hidden.includes(key)) }
}

type Saving = typeof dashboard.save | typeof externalDashboard.save
export async function saveLayout(ctx: Context, widgets: Record<string, Widget>, sent: HandlerRequest<Saving>['body']) {
  const { order = [], hidden = [] } = { ...(await storedLayout(ctx)), ...sent }
  const unknown = [...(sent.order ?? []), ...(sent.hidden ?? [])].find((key) => !Object.hasOwn(widgets, key))
  if (unknown !== undefined) throw badRequest({ order: [`There is no widget "${unknown}".`] })
  const before = await readLayout(ctx, widgets)
  await ctx.insert(dashboardLayoutsTable, { userId: ctx.actor.userId, order, hidden }, { onConflict: { keys: ['userId'] } })
  const after = await readLayout(ctx, widgets)
  await recordAudit(ctx, [{ action: 'SettingChange', entity: 'dashboard', entityId: ctx.actor.userId, entityName: null, before, after }])
  return after
}
