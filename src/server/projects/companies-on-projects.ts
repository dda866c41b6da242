import { CompanyType } from '../../model/companies/enums.ts'
import { messages } from '../../model/kit/rules.ts'
import { rowPart } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { is, orNull, type RowOfShape } from '../kit/sql/row-types.ts'

const type = CompanyType
export const companyTables: Partial<Record<CompanyType, string>> = {
  [type.EngineeringFirm]: 'engineering_firms',
  [type.GeneralContractor]: 'general_contractors',
  [type.SubContractor]: 'sub_contractors',
  [type.Manufacture]: 'manufacturers',
  [type.SystemsIntegrator]: 'systems_integrators',
  [type.Representative]: 'representatives',
  [type.Architect]: 'architects',
}
const everyCompany = Object.entries(companyTables)
  .map(([value, table]) => `select ${value}::smallint as type, id, name, logo_url from ${table} where not is_deleted`)
  .join(' union all ')

/** Companies that can be responsible for work on site: those of projects, and clients. Deleted ones keep their name. */
const responsibleCompanies = Object.entries({ ...companyTables, [type.Client]: 'clients' })
  .map(([value, table]) => `select ${value}::smallint as type, id, name, is_deleted from ${table}`)
  .join(' union all ')

/** SQL of the company as `{id, name}`, or null. */
export const companySql = (t: string) =>
  `(select json_build_object('id', c.id, 'name', c.name) from (${responsibleCompanies}) c where c.type = ${t}.company_type and c.id = ${t}.company_id)`

/** Throws unless both or neither are given, and the company exists. */
export async function checkResponsible(ctx: Context, companyType: CompanyType | null | undefined, companyId: number | null | undefined) {
  if (companyType == null && companyId == null) return
  if (companyType == null) throw badRequest({ companyType: [messages.required] })
  if (companyId == null) throw badRequest({ companyId: [messages.required] })
  const found = await ctx.run(`select from (${responsibleCompanies}) c where c.type = $1 and c.id = $2 and not c.is_deleted`, [
    companyType,
    companyId,
  ])
  if (found === 0) throw badRequest({ companyId: ['Company not found.'] })
}

/** Companies of a project with its client, for choosing who is responsible. */
export async function responsibleOfProject(ctx: Context, projectId: number) {
  return ctx.rows(
    { companyType: is.choice(CompanyType), companyId: is.number, name: is.text },
    `select c.type as "companyType", c.id as "companyId", c.name from (${responsibleCompanies}) c
     where not c.is_deleted and (exists (select from project_companies k where k.project_id = $1 and k.company_type = c.type and k.company_id = c.id)
       or (c.type = ${type.Client} and c.id = (select p.client_id from projects p where p.id = $1))) order by c.name, c.type, c.id`,
    [projectId],
  )
}

export const companyRows = `select k.project_id, k."order", k.company_type as "companyType", c.id, c.name, c.logo_url as "logoUrl", k.role
    from project_companies k
    join lateral (select * from (${everyCompany}) c where c.type = k.company_type and c.id = k.company_id) c on true`

export const companyOnProject = {
  companyType: is.choice(CompanyType),
  id: is.number,
  name: is.text,
  logoUrl: orNull(is.text),
  role: orNull(is.text),
}
type CompanyOnProject = RowOfShape<typeof companyOnProject>

export const companiesPart = rowPart(
  is.listOf(is.jsonWith(companyOnProject)),
  `(select coalesce(json_agg(k order by k."order"), '[]') from (${companyRows}) k where k.project_id = t.id)`,
)

export const shownCompany = ({ addresses }: Context, { companyType, id, name, logoUrl, role }: CompanyOnProject) => ({
  companyType,
  company: { id, name, logoUrl: addresses.stripSignature(logoUrl) },
  role,
})
