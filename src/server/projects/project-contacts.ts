import { CompanyType } from '../../model/companies/enums.ts'
import { leadContacts, projectContacts } from '../../model/projects/project-contacts.ts'
import type { FieldChange } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, forbidden } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { leads } from './leads.ts'
import { recordProjectChange } from './project-traces.ts'
import { openProject, projects } from './projects.ts'
import { projectContactsTable } from './projects-table.ts'
import { loadPartVersion, nextVersion } from './versions.ts'

/** Company contacts with their current data, even if deleted; free contacts as entered. */
export async function loadContacts(ctx: Context, projectId: number) {
  const items = await contactsOfProject(ctx, projectId)
  return {
    items,
    total: items.length,
    rowVersion: await loadPartVersion(ctx, projectId, 'contacts'),
  }
}
export const contactsOfProject = (ctx: Context, projectId: number) =>
  ctx.rows(
    {
      contact: orNull(
        is.jsonOf({ id: is.number, firstName: is.text, lastName: is.text, jobTitle: orNull(is.text), isDeleted: is.boolean }),
      ),
      name: is.text,
      email: orNull(is.text),
      phone: orNull(is.text),
      companyName: orNull(is.text),
      companyType: orNull(is.choice(CompanyType)),
      companyId: orNull(is.number),
      role: orNull(is.text),
      isSharedExternally: is.boolean,
    },
    `select case when c.id is null then null else json_build_object('id', c.id, 'firstName', c.first_name, 'lastName', c.last_name,
         'jobTitle', c.job_title, 'isDeleted', c.is_deleted) end as contact,
       case when c.id is null then k.name else concat_ws(' ', c.first_name, c.last_name) end as name,
       coalesce(c.email, k.email) as email, coalesce(c.phone, c.mobile, k.phone) as phone,
       case when c.id is null then k.company_name else c.company_name end as "companyName",
       c.company_type, c.company_id, k.role, k.is_shared_externally
     from project_contacts k left join company_contacts c on c.id = k.contact_id
     where k.project_id = $1 order by k."order"`,
    [projectId],
  )
type Contacts = Awaited<ReturnType<typeof loadContacts>>
type ContactsBody = HandlerRequest<typeof projectContacts.replace>['body']

/**
 * Existing contacts may stay even if deleted. New ones must exist, and adding them needs the permission to view contacts, because the
 * response shows their data.
 */
async function checkContacts(ctx: Context, contacts: ContactsBody['contacts'], before: Contacts) {
  const known = new Set(before.items.map((item) => item.contact?.id))
  const added = contacts.flatMap(({ contactId }) => (contactId === null || known.has(contactId) ? [] : contactId))
  if (added.length > 0 && !ctx.actor.held.has('CompanyContacts.View')) throw forbidden('CompanyContacts.View')
  const living = await ctx.rows({ id: is.number }, 'select id from company_contacts where id = any($1) and not is_deleted', [added])
  const there = new Set(living.map(({ id }) => id))
  const problems: Record<string, string[]> = {}
  for (const [at, { contactId }] of contacts.entries())
    if (contactId !== null && !known.has(contactId) && !there.has(contactId)) problems[`contacts[${at}].contactId`] = ['Contact not found.']
  if (Object.keys(problems).length > 0) throw badRequest(problems)
}

const formatContacts = ({ items }: Contacts) => items.map(({ name, role }) => (role ? `${name} (${role})` : name)).join(', ') || null

async function replaceContacts(
  ctx: Context,
  entity: 'projects' | 'leads',
  project: { id: number; name: string },
  { contacts, rowVersion }: ContactsBody,
) {
  const before = await loadContacts(ctx, project.id)
  await checkContacts(ctx, contacts, before)
  await nextVersion(ctx, project, { part: 'contacts', rowVersion, current: () => loadContacts(ctx, project.id) })
  await ctx.run('delete from project_contacts where project_id = $1', [project.id])
  const ofCompany = { name: null, email: null, phone: null, companyName: null }
  await ctx.insertMany(
    projectContactsTable,
    contacts.map((contact, order) => ({ projectId: project.id, ...contact, ...(contact.contactId === null ? {} : ofCompany), order })),
  )
  const after = await loadContacts(ctx, project.id)
  if (JSON.stringify(before.items) === JSON.stringify(after.items)) return after
  const [from, to] = [formatContacts(before), formatContacts(after)]
  const changes: FieldChange[] = from === to ? [] : [{ field: 'contacts', label: 'Contacts', from, to }]
  await recordProjectChange(ctx, project, {
    title: 'Contacts changed',
    before: { contacts: before.items },
    after: { contacts: after.items },
    changes,
    needs: 'ProjectContacts.View',
    entity,
  })
  return after
}

export const contactRoutes: Route[] = [
  defineRoute(projectContacts.read, async (ctx, { params }) => loadContacts(ctx, (await projects.get(ctx, params.id)).id)),
  defineRoute(projectContacts.replace, async (ctx, { params, body }) => {
    const project = await projects.get(ctx, params.id)
    await openProject(ctx, project.id)
    return replaceContacts(ctx, 'projects', project, body)
  }),
  defineRoute(leadContacts.read, async (ctx, { params }) => loadContacts(ctx, (await leads.get(ctx, params.id)).id)),
  defineRoute(leadContacts.replace, async (ctx, { params, body }) =>
    replaceContacts(ctx, 'leads', await leads.get(ctx, params.id, { lock: true }), body),
  ),
]
