import { ProjectStage } from '../../model/projects/enums.ts'
import type { CameIn, PersonPart } from '../access/public.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'

/** Adds a user who accepts an invitation to the external lists it names, with the default flags. */
export const guestsOnLists: PersonPart = {
  async cameIn(ctx: Context, { userId, inviterId, projectIds, email }: CameIn) {
    const joined = await ctx.rows(
      { id: is.number, name: is.text },
      `with joined as (insert into project_external_access_entries (project_id, user_id, created_by_id)
         select p.id, $1, $2 from living_projects p where p.id = any($3::bigint[]) and p.stage <> ${ProjectStage.Lead}
         on conflict do nothing returning project_id)
       select p.id, p.name from joined j join living_projects p on p.id = j.project_id order by p.id`,
      [userId, inviterId, projectIds],
    )
    if (joined.length === 0) return
    await recordAudit(
      ctx,
      joined.map(({ id, name }) => ({
        action: 'AccessListChange' as const,
        entity: 'projects',
        entityId: id,
        entityName: name,
        after: { externalAccessList: { email, userId } },
        userId,
        activity: { title: 'External access list changed', projectId: id },
      })),
    )
    ctx.after(() => {
      for (const { id } of joined) ctx.services.changed({ entity: 'projects', id, projectId: id, action: 'Updated' }, 'Projects.View')
    })
  },
}
