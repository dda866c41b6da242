import type { Resource } from '../kit/description.ts'
import { statsRowsCall } from '../kit/stats.ts'
import { clients } from './clients.ts'
import { contacts } from './contacts.ts'
import { CompanyType } from './enums.ts'
import { manufacturers } from './manufacturers.ts'
import { architects, engineeringFirms, generalContractors, representatives, subContractors, systemsIntegrators } from './partner.ts'

const { Client, EngineeringFirm, GeneralContractor, SubContractor, Manufacture, SystemsIntegrator, Representative, Architect } = CompanyType

export const companyKinds: [type: CompanyType, of: Resource][] = [
  [Client, clients],
  [EngineeringFirm, engineeringFirms],
  [GeneralContractor, generalContractors],
  [SubContractor, subContractors],
  [Manufacture, manufacturers],
  [SystemsIntegrator, systemsIntegrators],
  [Representative, representatives],
  [Architect, architects],
]

/** Contacts behind the contact counter. Requires permission to view contacts. */
export const contactsOfCompany = companyKinds.map(([type, resource]) => ({
  type,
  of: resource,
  call: statsRowsCall(resource, 'contacts', contacts),
}))
