import type { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { belowProject, seesFromOutside } from '../projects/public.ts'

/**
 * When somebody is shown an entry `n`: it is theirs, they hold the permission and see the project it is about now, and the thing is
 * there. What they were told once and may not see any more is not told again.
 */
export function isShown({ actor, services }: Pick<Context, 'actor' | 'services'>, p: Params): string {
  const there = services.extensions.inboxSubjects.map(({ entity, isThere, isProject }) => {
    // Who sees the project of an entry need not be asked again whether it is there.
    const known = isProject ? 'n.entity_id = n.project_id or ' : ''
    return `when '${entity}' then ${known}${isThere('n.entity_id')}`
  })
  return [
    `n.user_id = ${p.add(actor.userId)}::uuid`,
    // Of ten thousand entries none looks through the list of permissions.
    `(n.needs is null or n.needs in (select jsonb_array_elements_text(${p.add(JSON.stringify([...actor.held]))}::jsonb)))`,
    `(${actor.viewer ? 'false' : 'n.project_id is null'} or ${seesPlace(actor, p)})`,
    `case n.entity ${there.join(' ')} else true end`,
  ].join(' and ')
}

/** What people outside are told of a project is what is said about it. */
const seesPlace = (actor: Context['actor'], p: Params) =>
  actor.isExternal
    ? `exists (select from living_projects o where o.id = n.project_id and ${seesFromOutside(actor, p, 'o', 'can_comment')})`
    : belowProject(actor, p, { column: 'n.project_id' })
