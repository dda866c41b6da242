import { CompanyType } from '../../model/companies/enums.ts'
import { rowPart } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
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
