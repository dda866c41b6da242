import { Params } from '../kit/entity/rows.ts'
import type { Actor, Context, StatementValues } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { belowProject, seesFromOutside } from '../projects/public.ts'

/**
 * Staff see the items of the projects they see. External users see what is assigned to a company that lists them as a contact, where their
 * entry of the external list includes the site.
 */
export function siteScope(actor: Actor, p: StatementValues): string {
  if (!actor.isExternal) return belowProject(actor, p)
  return `(exists (select from living_projects lp where lp.id = t.project_id and ${seesFromOutside(actor, p, 'lp', 'can_site')})
    and exists (select from people i join companies_of_contacts k on dna_key(k.email) = dna_key(i.email)
      where i.id = ${p.add(actor.userId)}::uuid and k.company_type = t.company_type and k.company_id = t.company_id))`
}

/** Opens files of the site to those who see their row. Undefined if the file belongs to no row of this area. */
export async function opensSiteFile(ctx: Context, fileId: string): Promise<boolean | undefined> {
  const { actor } = ctx
  const p = new Params()
  const file = `array[${p.add(fileId)}::uuid]`
  const mayView = actor.isExternal || actor.held.has('ProjectNotes.View')
  const seen = (isAssignable: boolean) => (mayView && (isAssignable || !actor.isExternal) ? siteScope(actor, p) : 'false')
  const rows = await ctx.rows(
    { isSeen: is.boolean },
    `select not t.is_deleted and ${seen(true)} as "isSeen" from observation_events e join observations t on t.id = e.observation_id where e.photo_ids @> ${file}
     union all select not t.is_deleted and ${seen(true)} from submittals t where t.file_ids @> ${file}
     union all select not t.is_deleted and ${seen(false)} from site_visits t where t.file_ids @> ${file}
     union all select ${seen(false)} from verification_tests t where t.file_ids @> ${file}`,
    p.values,
  )
  return rows.length === 0 ? undefined : rows.some(({ isSeen }) => isSeen)
}
