import { CompanyType } from '../../model/companies/enums.ts'
import { messages } from '../../model/kit/rules.ts'
import { companyTypesOfProjects, leadCompanies, projectCompanies } from '../../model/projects/project-companies.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { companyOnProject, companyRows, companyTables, shownCompany } from './companies-on-projects.ts'
import { leads } from './leads.ts'
import { openProject, projects } from './projects.ts'
import { projectCompaniesTable } from './projects-table.ts'

type Companies = HandlerRequest<typeof projectCompanies.replace>['body']['companies']

async function loadCompanies(ctx: Context, projectId: number) {
  const rows = await ctx.rows(
    companyOnProject,
    `select "companyType", id, name, "logoUrl", role from (${companyRows}) k where k.project_id = $1 order by k."order"`,
    [projectId],
  )
  const items = rows.map((row) => shownCompany(ctx, row))
  return { items, total: items.length }
}

async function checkCompanies(ctx: Context, companies: Companies) {
  const problems: Record<string, string[]> = {}
  const known = new Set<string>()
  for (const [kind, table] of Object.entries(companyTables)) {
    const ids = companies.flatMap(({ companyType, companyId }) => (companyType === Number(kind) ? companyId : []))
    if (ids.length === 0) continue
    // Key share lock until the commit, so that the company is not deleted while it is added.
    const there = await ctx.rows({ id: is.number }, `select id from ${table} where id = any($1) and not is_deleted for key share`, [ids])
    for (const { id } of there) known.add(`${kind} ${id}`)
  }
  const seen = new Set<string>()
  for (const [at, { companyType, companyId }] of companies.entries()) {
    const key = `${companyType} ${companyId}`
    if (!companyTypesOfProjects.includes(companyType)) problems[`companies[${at}].companyType`] = [messages.unknown]
    else if (!known.has(key)) problems[`companies[${at}].companyId`] = ['Company not found.']
    else if (seen.has(key)) problems[`companies[${at}].companyId`] = ['This company is already listed.']
    seen.add(key)
  }
  if (Object.keys(problems).length > 0) throw badRequest(problems)
}

const formatCompanies = ({ items }: Awaited<ReturnType<typeof loadCompanies>>) =>
  items.map(({ company, companyType, role }) => `${company.name} (${role || CompanyType.label(companyType)})`).join(', ') || null

async function replaceCompanies(ctx: Context, entity: 'projects' | 'leads', row: { id: number; name: string }, companies: Companies) {
  await checkCompanies(ctx, companies)
  const before = await loadCompanies(ctx, row.id)
  await ctx.run('delete from project_companies where project_id = $1', [row.id])
  await ctx.insertMany(
    projectCompaniesTable,
    companies.map(({ companyType, companyId, role }, index) => ({
      projectId: row.id,
      companyType,
      companyId,
      role: role || null,
      order: index + 1,
    })),
  )
  const after = await loadCompanies(ctx, row.id)
  const [from, to] = [formatCompanies(before), formatCompanies(after)]
  if (from === to) return after
  const change = { field: 'companies', label: 'Companies', from, to }
  await recordAudit(ctx, [
    {
      action: 'Update',
      entity,
      entityId: row.id,
      entityName: row.name,
      before: { companies: before.items },
      after: { companies: after.items },
      activity: { title: 'Companies changed', changes: [change], projectId: row.id },
    },
  ])
  const view = entity === 'leads' ? 'Leads.View' : 'Projects.View'
  ctx.after(() => ctx.services.changed({ entity, id: row.id, projectId: row.id, action: 'Updated' }, view))
  return after
}

export const companyRoutes: Route[] = [
  defineRoute(projectCompanies.read, async (ctx, { params }) => loadCompanies(ctx, (await projects.get(ctx, params.id)).id)),
  defineRoute(projectCompanies.replace, async (ctx, { params, body }) => {
    const project = await projects.get(ctx, params.id)
    await openProject(ctx, project.id)
    return replaceCompanies(ctx, 'projects', project, body.companies)
  }),
  defineRoute(leadCompanies.read, async (ctx, { params }) => loadCompanies(ctx, (await leads.get(ctx, params.id)).id)),
  defineRoute(leadCompanies.replace, async (ctx, { params, body }) =>
    replaceCompanies(ctx, 'leads', await leads.get(ctx, params.id, { lock: true }), body.companies),
  ),
]
