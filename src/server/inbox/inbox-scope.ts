import type { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { belowProject, seesFromOutside } from '../projects/public.ts'

/**
 * SQL condition that entry `n` is shown: it belongs to the user, its permission and project are visible now, and its subject still exists.
 * Entries the user may no longer see are hidden.
 */
export function shownEntrySql({ actor, services }: Pick<Context, 'actor' | 'services'>, p: Params): string {
  const there = services.extensions.inboxSubjects.map(({ entity, isThere, isProject }) => {
    // A visible project exists, so the existence check is skipped.
    const known = isProject ? 'n.entity_id = n.project_id or ' : ''
    return `when '${entity}' then ${known}${isThere('n.entity_id')}`
  })
  return [
    `n.user_id = ${p.add(actor.userId)}::uuid`,
    // Passes the permissions as a set: scanning the list for each of ten thousand entries would be slow.
    `(n.needs is null or n.needs in (select jsonb_array_elements_text(${p.add(JSON.stringify([...actor.held]))}::jsonb)))`,
    `(${actor.viewer ? 'false' : 'n.project_id is null'} or ${seesPlace(actor, p)})`,
    `case n.entity ${there.join(' ')} else true end`,
  ].join(' and ')
}

/** External users see an entry only if they may comment on its project. */
const seesPlace = (actor: Context['actor'], p: Params) =>
  actor.isExternal
    ? `exists (select from living_projects o where o.id = n.project_id and ${seesFromOutside(actor, p, 'o', 'can_comment')})`
    : belowProject(actor, p, { column: 'n.project_id' })
