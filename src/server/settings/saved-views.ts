import { boolean, index, primaryKey, text } from 'drizzle-orm/pg-core'
import type { RowOf } from '../../model/kit/resource.ts'
import {
  changeSavedView,
  createSavedView,
  mostSavedViews,
  readSavedViews,
  removeSavedView,
  savedViews as savedViewsModel,
  shareSavedView,
} from '../../model/settings/saved-views.ts'
import { accessGroupsTable } from '../access/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, forbidden } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { withoutStandardCalls } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { entityTable, foreignKey, plainTable, uniqueName } from '../kit/sql/table.ts'
import { sql } from '../kit/sql/writes.ts'

export const savedViewsTable = entityTable(
  'saved_views',
  { list: text().notNull(), name: text().notNull(), address: text(), isDefault: boolean().notNull().default(false) },
  (t) => [uniqueName(t.name, t.createdById, t.list)],
)

export const savedViewGroupsTable = plainTable(
  'saved_view_groups',
  {
    savedViewId: foreignKey(() => savedViewsTable.id).notNull(),
    accessGroupId: foreignKey(() => accessGroupsTable.id).notNull(),
  },
  (t) => [primaryKey({ columns: [t.savedViewId, t.accessGroupId] }), index('saved_view_groups_group').on(t.accessGroupId)],
)

/** Deleted groups share nothing. */
const sharedGroupsSql = (selection: string) =>
  `(select coalesce(jsonb_agg(${selection} order by g.name, g.id), '[]') from saved_view_groups s join access_groups g on g.id = s.access_group_id and not g.is_deleted where s.saved_view_id = t.id)`

/** The owner and group members can see a view; only the owner may change it (`requireOwner`). */
export const savedViews = serve({
  resource: savedViewsModel,
  table: savedViewsTable,
  computed: { accessGroupIds: sharedGroupsSql('g.id'), accessGroups: sharedGroupsSql(`jsonb_build_object('id', g.id, 'name', g.name)`) },
  scope(actor, p) {
    const me = p.add(actor.userId)
    return `(t.created_by_id = ${me} or t.id in (select s.saved_view_id from access_group_members m join access_groups g on g.id = m.access_group_id and not g.is_deleted
      join saved_view_groups s on s.access_group_id = g.id where m.user_id = ${me}))`
  },

  async beforeWrite(ctx, values, before) {
    if (before) requireOwner(ctx, before)
    const ids = values.accessGroupIds
    if (!ids?.length) return undefined
    const found = await ctx.run('select from access_groups where id = any($1::bigint[]) and not is_external and not is_deleted', [ids])
    if (found < ids.length) throw badRequest({ accessGroupIds: ['Access group not found.'] })
    return undefined
  },
  async afterWrite(ctx, row, { accessGroupIds }) {
    if (!accessGroupIds) return
    await ctx.run('delete from saved_view_groups where saved_view_id = $1', [row.id])
    await ctx.insertMany(
      savedViewGroupsTable,
      accessGroupIds.map((accessGroupId) => ({ savedViewId: row.id, accessGroupId })),
    )
  },
  beforeDelete: async (ctx, row) => requireOwner(ctx, row),
})

type View = RowOf<typeof savedViewsModel>
const isOwnView = (ctx: Context, view: View) => view.createdBy?.id === ctx.actor.userId

function requireOwner(ctx: Context, view: View) {
  if (!isOwnView(ctx, view)) throw forbidden()
}

/** The default flag and the groups are visible only to the owner. */
const maskView = (ctx: Context, view: View): View =>
  isOwnView(ctx, view) ? view : { ...view, isDefault: false, accessGroupIds: [], accessGroups: [] }

/** Serializes a user's writes, because of the limit and the single default. */
const lockOwnViews = (ctx: Context) => ctx.run('select from users where id = $1 for no key update', [ctx.actor.userId])

/** Clears the previous default: a list has at most one. */
async function onlyDefault(ctx: Context, view: View) {
  const others = { createdById: ctx.actor.userId, list: view.list, id: sql`<> ${view.id}`, isDefault: true, isDeleted: false }
  if (view.isDefault) await ctx.update(savedViewsTable, others, { isDefault: false })
  return view
}

/** Has no standard calls, because every signed-in user has views. */
export const servedViews = withoutStandardCalls(savedViews)
export const savedViewRoutes: Route[] = [
  defineRoute(readSavedViews, async (ctx) => {
    const { items } = await savedViews.list(ctx, {}, { isWhole: true, keys: undefined })
    return { items: items.map((view) => maskView(ctx, view)) }
  }),
  defineRoute(createSavedView, async (ctx, { body }) => {
    await lockOwnViews(ctx)
    const { total } = await savedViews.list(ctx, { itemsPerPage: 1, createdByIds: [ctx.actor.userId] })
    if (total >= mostSavedViews) throw conflict(`You have ${mostSavedViews} saved views. Delete one to save another.`)
    return onlyDefault(ctx, await savedViews.create(ctx, body))
  }),
  defineRoute(changeSavedView, async (ctx, { params, body }) => {
    await lockOwnViews(ctx)
    return onlyDefault(ctx, await savedViews.update(ctx, params.id, body))
  }),
  defineRoute(shareSavedView, (ctx, { params, body }) => savedViews.update(ctx, params.id, body)),
  defineRoute(removeSavedView, (ctx, { params }) => savedViews.remove(ctx, params.id)),
]
