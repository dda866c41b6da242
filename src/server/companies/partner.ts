import type { PgColumnBuilderBase, PgTable } from 'drizzle-orm/pg-core'
import { bigint, index, jsonb, text } from 'drizzle-orm/pg-core'
import type { companyFields } from '../../model/companies/company.ts'
import { CompanyType } from '../../model/companies/enums.ts'
import * as model from '../../model/companies/partner.ts'
import type { Fields, Filters, Resource } from '../../model/kit/description.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { entityTable, type TableExtras, uniqueName } from '../kit/sql/table.ts'
import { companyColumns, companyParts, keepIfPaid, rejectIfReferenced } from './company.ts'
import { manufacturers } from './manufacturers.ts'

const partnerTable = <C extends Record<string, PgColumnBuilderBase>>(name: string, columns: C, extras: TableExtras<C> = () => []) =>
  entityTable(name, { ...companyColumns(), ...columns }, (t) => [uniqueName(t.name), ...extras(t)])

const servePartner = (resource: Resource<typeof companyFields, Fields, Filters, 'everyone', 'number'>, table: PgTable, type: CompanyType) =>
  serve({ resource, table, ...companyParts(type), beforeDelete: (ctx, company) => rejectIfReferenced(ctx, type, company) })

export const representativesTable = partnerTable(
  'representatives',
  { manufacturerIds: bigint({ mode: 'number' }).array().notNull().default([]), territory: text() },
  (t) => [index('representatives_manufacturers').using('gin', t.manufacturerIds)],
)
export const systemsIntegratorsTable = partnerTable('systems_integrators', { regions: text(), certifications: text() })
export const generalContractorsTable = partnerTable('general_contractors', { licenseNumber: text() })
export const subContractorsTable = partnerTable('sub_contractors', { trades: jsonb().notNull().default([]), defaultProvider: text() })
export const architectsTable = partnerTable('architects', { licenseNumber: text() })
export const engineeringFirmsTable = partnerTable('engineering_firms', { disciplines: text() })

export const representatives = serve({
  resource: model.representatives,
  table: representativesTable,
  ...companyParts(CompanyType.Representative),
  beforeDelete: (ctx, company) => rejectIfReferenced(ctx, CompanyType.Representative, company),

  async beforeWrite(ctx, { manufacturerIds }) {
    if (!manufacturerIds?.length) return undefined
    const known = await ctx.run('select from manufacturers where id = any($1) and not is_deleted', [manufacturerIds])
    if (known < manufacturerIds.length) throw badRequest({ manufacturerIds: ['Manufacturers not found.'] })
    return undefined
  },
})
export const systemsIntegrators = servePartner(model.systemsIntegrators, systemsIntegratorsTable, CompanyType.SystemsIntegrator)
export const generalContractors = servePartner(model.generalContractors, generalContractorsTable, CompanyType.GeneralContractor)
export const subContractors = serve({
  resource: model.subContractors,
  table: subContractorsTable,
  ...companyParts(CompanyType.SubContractor),
  async beforeDelete(ctx, company) {
    await rejectIfReferenced(ctx, CompanyType.SubContractor, company)
    await keepIfPaid(ctx, company)
  },
})
export const architects = servePartner(model.architects, architectsTable, CompanyType.Architect)
export const engineeringFirms = servePartner(model.engineeringFirms, engineeringFirmsTable, CompanyType.EngineeringFirm)

export const partners = [representatives, systemsIntegrators, generalContractors, subContractors, architects, engineeringFirms]

const contractors = new Map<CompanyType, { find(ctx: Context, id: number): Promise<{ name: string } | undefined> }>([
  [CompanyType.SystemsIntegrator, systemsIntegrators],
  [CompanyType.GeneralContractor, generalContractors],
  [CompanyType.SubContractor, subContractors],
])
/** Name of a company that can build a system: an integrator, general contractor, or sub-contractor. */
export const contractorName = async (ctx: Context, type: CompanyType, id: number) => (await contractors.get(type)?.find(ctx, id))?.name

export const partnerRoutes: Route[] = [
  ...model.partnerStats.map(({ of: resource, call }) =>
    defineRoute(call, async (ctx, { params }) => {
      const served = partners.find((partner) => partner.resource === resource)!
      const { projectsCount, contactsCount } = await served.get(ctx, params.id)
      return { projectsCount, contactsCount }
    }),
  ),
  defineRoute(model.manufacturerRepresentatives, async (ctx, { params, query }) => {
    await manufacturers.get(ctx, params.id)
    return representatives.list(ctx, query, { extra: (_, p) => `t.manufacturer_ids @> array[${p.add(params.id)}::bigint]` })
  }),
]
