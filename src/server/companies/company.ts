import { jsonb, text } from 'drizzle-orm/pg-core'
import type { CompanyType } from '../../model/companies/enums.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict, inUseConflict } from '../kit/request/errors.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { naturalOrder } from '../kit/sql/table.ts'
import { companyWasNamed } from './contacts.ts'

export const companyColumns = () => ({
  name: text().notNull(),
  logoUrl: text(),
  website: text(),
  phone: text(),
  email: text(),
  address: jsonb(),
  industryTypes: jsonb().notNull().default([]),
  notes: text(),
  hubspotCompanyId: text(),
})

const addressPartSql = (name: string) => `(t.address->>'${name}') collate ${naturalOrder}`

const takesPart = (type: CompanyType, company: string) => `project_companies k join living_projects p on p.id = k.project_id
  where k.company_type = ${type} and k.company_id = ${company}`

/** Rejects deletion of a company that projects or leads reference; the message counts only visible ones. */
export async function rejectIfReferenced(ctx: Context, type: CompanyType, { id, name }: { id: number; name: string }) {
  const p = new Params()
  const named = await ctx.rows(
    { all: is.number, leads: is.number, projects: is.number },
    `select count(*)::int as all, count(*) filter (where p.stage = ${ProjectStage.Lead} and visible(p))::int as leads,
       count(*) filter (where p.stage <> ${ProjectStage.Lead} and visible(p))::int as projects from ${takesPart(type, p.add(id))}`,
    p.values,
  )
  const { all, leads, projects } = onlyRow(named)
  if (projects > 0) throw inUseConflict(name, 'projects', projects)
  if (leads > 0) throw inUseConflict(name, 'leads', leads)
  if (all > 0) throw conflict(`${name} is used by projects and cannot be deleted.`)
}

/** Rejects deletion of a sub-contractor that direct expenses reference, in the same way. */
export async function keepIfPaid(ctx: Context, { id, name }: { id: number; name: string }) {
  const paid = await ctx.rows(
    { all: is.number, seen: is.number },
    `select count(*)::int as all, count(*) filter (where visible(p))::int as seen
     from sub_contractor_expenses e join living_projects p on p.id = e.project_id where e.sub_contractor_id = $1`,
    [id],
  )
  const { all, seen } = onlyRow(paid)
  if (seen > 0) throw inUseConflict(name, 'direct expenses', seen)
  if (all > 0) throw conflict(`${name} is used by direct expenses and cannot be deleted.`)
}

/** SQL of the computed fields; leads do not count as projects. */
const computed = (type: CompanyType) => ({
  city: addressPartSql('city'),
  state: addressPartSql('state'),
  country: addressPartSql('country'),
  contactsCount: `(select count(*)::int from company_contacts k where k.company_type = ${type} and k.company_id = t.id and not k.is_deleted)`,
  projectsCount: `(select count(*)::int from ${takesPart(type, 't.id')} and p.stage <> ${ProjectStage.Lead} and visible(p))`,
})

export const companyParts = (type: CompanyType) => ({
  computed: computed(type),
  searchText: `t.address->>'city'`,
  async afterWrite(ctx: Context, row: { id: number }, { name }: { name?: string }, before: { name: string } | null) {
    if (before && name !== undefined && name !== before.name) await companyWasNamed(ctx, type, row.id, name)
  },
})
