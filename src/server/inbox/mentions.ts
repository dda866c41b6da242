import { listMentionable, type Mentionable, MentionPlace, mentionedIn } from '../../model/inbox/mentions.ts'
import { fullName } from '../../model/kit/names.ts'
import type { Context } from '../kit/request/context.ts'
import { notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { seeing } from '../projects/public.ts'
import type { Mention } from './news.ts'
import { sendNotification } from './notify.ts'
import { type Seen, seenSubject } from './watches.ts'

const { Activity, Notes, Texts } = MentionPlace

const staff = (ctx: Context) =>
  ctx.rows(
    { id: is.uuid, firstName: is.text, lastName: is.text, permissions: is.texts },
    `select id, first_name, last_name, permissions from people
     where not is_suspended and not is_deleted and not is_external_user order by first_name, last_name, id`,
  )

/** `seesIt` is true for users who may read the text; others are not notified. */
async function mentionable(
  ctx: Context,
  { place, notes, titledNotes, view }: Seen,
  id: number,
  where: MentionPlace,
): Promise<Mentionable[]> {
  const { [where]: needs } = { [Activity]: notes?.needs, [Notes]: titledNotes, [Texts]: view }
  if (!needs) throw notFound('Notes')
  const people = await staff(ctx)
  const [at] = await ctx.rows({ projectId: orNull(is.number) }, `select p.project_id from (${place('$1::bigint')}) p`, [id])
  const able = people.filter(({ permissions }) => permissions.includes(needs)).map((person) => person.id)
  const seen = at?.projectId == null ? new Set(able) : await seeing(ctx, at.projectId, able)
  return people.map(({ permissions: _, ...person }) => ({ ...person, seesIt: seen.has(person.id) }))
}

/** Notifies users mentioned with @, once per text. A mention does not make them watch the subject. */
export async function notifyMentioned(ctx: Context, { key, text, link, where, ...about }: Mention): Promise<void> {
  if (!text.includes('@')) return
  const named = mentionedIn(text, await staff(ctx))
  if (named.length === 0) return
  await sendNotification(ctx, {
    ...about,
    key: `mention ${key}`,
    kind: 'note',
    title: `${fullName(ctx.actor)} in ${where}`,
    text: text
      .replaceAll(/<[^<>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    link,
    to: [{ reason: 'mentioned', userIds: named.map(({ id }) => id) }],
  })
}

export const mentionRoutes: Route[] = [
  defineRoute(listMentionable, async (ctx, { params, query }) =>
    mentionable(ctx, await seenSubject(ctx, params.entity, params.id), params.id, query.place),
  ),
]
