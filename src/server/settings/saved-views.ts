import { boolean, text } from 'drizzle-orm/pg-core'
import {
  changeSavedView,
  createSavedView,
  mostSavedViews,
  savedViews as of,
  readSavedViews,
  removeSavedView,
} from '../../model/settings/saved-views.ts'
import type { Context, Row } from '../kit/context.ts'
import { conflict } from '../kit/errors.ts'
import { answer, type Route, serve } from '../kit/serve.ts'
import { entityTable, nameKey } from '../kit/table.ts'

export const savedViewsTable = entityTable(
  'saved_views',
  { list: text().notNull(), name: text().notNull(), address: text(), isDefault: boolean().notNull().default(false) },
  (t) => [nameKey(t.name, t.createdById, t.list)],
)

/** Only the owner sees a view. Sharing widens `scope` to the groups a view is shared with; writing stays with the owner. */
export const savedViews = serve({
  of,
  table: savedViewsTable,
  scope: (actor, p) => `t.created_by_id = ${p.add(actor.userId)}`,
})

/** A list opens with one view only. */
async function onlyDefault(ctx: Context, view: Row) {
  if (view.isDefault)
    await ctx.rows(
      'update saved_views set is_default = false, row_version = row_version + 1 where created_by_id = $1 and list = $2 and id <> $3 and is_default and not is_deleted',
      [ctx.actor.userId, view.list, view.id],
    )
  return view
}

export const savedViewRoutes: Route[] = [
  answer(readSavedViews, async (ctx) => ({ items: (await savedViews.list(ctx, {}, { isWhole: true, keys: undefined })).items })),
  answer(createSavedView, async (ctx, { body }) => {
    const { total } = await savedViews.list(ctx, { itemsPerPage: 1 })
    if (total >= mostSavedViews) throw conflict(`You have ${mostSavedViews} saved views. Delete one to save another.`)
    return onlyDefault(ctx, await savedViews.create(ctx, body))
  }),
  answer(changeSavedView, async (ctx, { params, body }) => onlyDefault(ctx, await savedViews.update(ctx, params.id, body))),
  answer(removeSavedView, (ctx, { params }) => savedViews.remove(ctx, params.id)),
]
