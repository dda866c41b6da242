import { contactsOfCompany } from '../../model/companies/company-stats.ts'
import type { Served } from '../kit/entity/served.ts'
import { imageRoute } from '../kit/files/files.ts'
import { answer, type Route } from '../kit/request/routes.ts'
import { clientVariableRoutes } from './client-variables.ts'
import { clientRoutes, clients } from './clients.ts'
import { contacts } from './contacts.ts'
import { hubspotRoutes } from './hubspot.ts'
import { manufacturerRoutes, manufacturers } from './manufacturers.ts'
import { partnerRoutes, partners } from './partner.ts'
import { productFamilies, productFamilyRoutes } from './product-families.ts'

const companies: Served<any>[] = [clients, manufacturers, ...partners]

export const entities: Served<any>[] = [clients, manufacturers, productFamilies, ...partners, contacts]
export const routes: Route[] = [
  ...entities.flatMap((entity) => entity.routes),
  ...entities.filter(({ of }) => of.image).map(({ of }) => imageRoute(of)),
  ...clientRoutes,
  ...clientVariableRoutes,
  ...manufacturerRoutes,
  ...productFamilyRoutes,
  ...partnerRoutes,
  ...hubspotRoutes,
  ...contactsOfCompany.map(({ type, of, call }) =>
    answer(call, async (ctx, { params, query }) => {
      await companies.find((one) => one.of === of)!.get(ctx, params.id)
      return contacts.list(ctx, query, { extra: (_, p) => `t.company_type = ${p.add(type)} and t.company_id = ${p.add(params.id)}` })
    }),
  ),
]
