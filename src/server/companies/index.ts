import { contactsOfCompany } from '../../model/companies/company-stats.ts'
import type { Area } from '../area.ts'
import type { Served } from '../kit/entity/served.ts'
import { defineRoute } from '../kit/request/routes.ts'
import { clientVariableRoutes, opensClientPicture } from './client-variables.ts'
import { clientNames, clientRoutes, clients } from './clients.ts'
import { contactInviteRoutes, contactsOfPeople } from './contact-invite.ts'
import { companiesOfContacts, contacts, contactsSql } from './contacts.ts'
import { hubspotConnection, hubspotRoutes } from './hubspot.ts'
import { manufacturerRoutes, manufacturers } from './manufacturers.ts'
import { partnerRoutes, partners } from './partner.ts'
import { productFamilies, productFamilyRoutes } from './product-families.ts'

const companies: Served[] = [clients, manufacturers, ...partners]

export const area: Area = {
  entities: [clients, manufacturers, productFamilies, ...partners, contacts],
  views: { client_names: clientNames, companies_of_contacts: companiesOfContacts },
  program: contactsSql,
  personPart: contactsOfPeople,
  opensFile: opensClientPicture,
  connections: [hubspotConnection],
  routes: [
    ...contactInviteRoutes,
    ...clientRoutes,
    ...clientVariableRoutes,
    ...manufacturerRoutes,
    ...productFamilyRoutes,
    ...partnerRoutes,
    ...hubspotRoutes,
    ...contactsOfCompany.map(({ type, of: resource, call }) =>
      defineRoute(call, async (ctx, { params, query }) => {
        await companies.find((company) => company.resource === resource)!.get(ctx, params.id)
        return contacts.list(ctx, query, { extra: (_, p) => `t.company_type = ${p.add(type)} and t.company_id = ${p.add(params.id)}` })
      }),
    ),
  ],
}
