import { readWatch, saveWatch } from '../../model/inbox/inbox.ts'
import type { Context } from '../kit/request/context.ts'
import { forbidden, notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { watchesTable } from './inbox-tables.ts'
import type { InboxSubject } from './news.ts'

const findSubject = (ctx: Context, entity: string) => ctx.services.extensions.inboxSubjects.find((subject) => subject.entity === entity)
const watchedEntity = ({ entity, watchedAs }: InboxSubject) => watchedAs ?? entity

export async function loadWatchers(ctx: Context, entity: string, entityId: number): Promise<string[]> {
  const subject = findSubject(ctx, entity)
  if (!subject?.watchers) return []
  const rows = await ctx.rows(
    { id: is.uuid },
    `select w.user_id as id from watches w where w.entity = $1 and w.entity_id = $2 and w.is_on
     union select u.id from people u where u.id in (${subject.watchers('$2::bigint')})
       and not exists (select from watches w where w.entity = $1 and w.entity_id = $2 and w.user_id = u.id and not w.is_on)`,
    [watchedEntity(subject), entityId],
  )
  return rows.map(({ id }) => id)
}

export async function switchedOffBy(ctx: Context, entity: string, entityId: number): Promise<string[]> {
  const subject = findSubject(ctx, entity)
  const rows = await ctx.rows({ id: is.uuid }, 'select user_id as id from watches where entity = $1 and entity_id = $2 and not is_on', [
    subject ? watchedEntity(subject) : entity,
    entityId,
  ])
  return rows.map(({ id }) => id)
}

export async function seenSubject(ctx: Context, path: string, id: number) {
  const served = ctx.services.extensions.entities.find(({ resource }) => resource.path === path)
  const subject = served && findSubject(ctx, served.resource.entity)
  if (!served || !subject?.watchers) throw notFound('Watch')
  const { view } = served.resource.permission
  if (!ctx.actor.held.has(view)) throw forbidden(view)
  await served.get(ctx, id)
  const { watchers, place = () => 'select null::bigint as project_id', notes, titledNotes } = subject
  return { entity: watchedEntity(subject), watchers, place, notes, titledNotes, view }
}
export type Seen = Awaited<ReturnType<typeof seenSubject>>

async function loadWatchState(ctx: Context, { entity, watchers }: Pick<Seen, 'entity' | 'watchers'>, id: number) {
  const rows = await ctx.rows(
    { isOn: is.boolean, isByRole: is.boolean },
    `select coalesce(w.is_on, r.by_role) as "isOn", r.by_role and w.is_on is null as "isByRole"
     from (select $3::uuid in (${watchers('$2::bigint')}) is true as by_role) r
     left join watches w on w.entity = $1 and w.entity_id = $2 and w.user_id = $3`,
    [entity, id, ctx.actor.userId],
  )
  return onlyRow(rows)
}

export const watchRoutes: Route[] = [
  defineRoute(readWatch, async (ctx, { params }) => loadWatchState(ctx, await seenSubject(ctx, params.entity, params.id), params.id)),
  defineRoute(saveWatch, async (ctx, { params, body }) => {
    const seen = await seenSubject(ctx, params.entity, params.id)
    const row = { entity: seen.entity, entityId: params.id, userId: ctx.actor.userId, isOn: body.isOn }
    await ctx.insert(watchesTable, row, { onConflict: { keys: ['entity', 'entityId', 'userId'] } })
    return loadWatchState(ctx, seen, params.id)
  }),
]
