import { namedCompany } from '../companies/company.ts'
import { CompanyType } from '../companies/enums.ts'
import { call, page, shape } from '../kit/call.ts'
import { choice, id, list, optional, text } from '../kit/field.ts'
import { object } from '../kit/response-fields.ts'
import type { Permission } from '../permissions.ts'

export const companyTypesOfProjects: readonly CompanyType[] = [
  CompanyType.EngineeringFirm,
  CompanyType.GeneralContractor,
  CompanyType.SubContractor,
  CompanyType.Manufacture,
  CompanyType.SystemsIntegrator,
  CompanyType.Representative,
  CompanyType.Architect,
]

const projectCompany = {
  companyType: choice('Kind', CompanyType),
  companyId: id('Company'),
  role: optional(text('Role')),
}
export const companyOnProject = {
  companyType: projectCompany.companyType,
  company: object('Company', namedCompany),
  role: projectCompany.role,
}

const companiesCalls = (path: 'projects' | 'leads', noun: string, view: Permission, update: Permission) => ({
  read: call({
    method: 'GET',
    path: `/${path}/:id/Companies`,
    permission: view,
    summary: `List the companies of ${noun}`,
    response: page(shape(companyOnProject)),
  }),
  replace: call({
    method: 'PUT',
    path: `/${path}/:id/Companies`,
    permission: update,
    summary: `Replace the companies of ${noun}`,
    body: { companies: list('Companies', projectCompany, { max: 200 }) },
    response: page(shape(companyOnProject)),
  }),
})
export type CompaniesCalls = ReturnType<typeof companiesCalls>

export const projectCompanies = companiesCalls('projects', 'a project', 'Projects.View', 'Projects.Update')
export const leadCompanies = companiesCalls('leads', 'a lead', 'Leads.View', 'Leads.Update')
