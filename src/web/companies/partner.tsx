import {
  architects,
  engineeringFirms,
  generalContractors,
  representatives,
  subContractors,
  systemsIntegrators,
} from '../../model/companies/partner.ts'
import type { Resource } from '../../model/kit/resource.ts'
import { ActivityPanel, FormPage, ListPage } from '../kit/pages.tsx'

const list = (of: Resource) => () => <ListPage of={of} empty={`No ${of.names.many.toLowerCase()} yet.`} />
const page = (of: Resource) => () => (
  <FormPage
    of={of}
    sections={[
      ['Company', ['name', 'industryTypes', 'logoUrl', ...Object.keys(of.fields).filter((key) => !common.includes(key))]],
      ['Contact', ['website', 'phone', 'email', 'hubspotCompanyId', 'address']],
      ['Notes', ['notes']],
    ]}
  >
    {(company) => <ActivityPanel of={of} id={company.id} />}
  </FormPage>
)
const common = ['name', 'logoUrl', 'website', 'phone', 'email', 'address', 'industryTypes', 'notes', 'hubspotCompanyId']

// The six kinds of partner differ in a field or two; each is a line.
export const RepresentativesPage = list(representatives)
export const RepresentativePage = page(representatives)
export const SystemsIntegratorsPage = list(systemsIntegrators)
export const SystemsIntegratorPage = page(systemsIntegrators)
export const GeneralContractorsPage = list(generalContractors)
export const GeneralContractorPage = page(generalContractors)
export const SubContractorsPage = list(subContractors)
export const SubContractorPage = page(subContractors)
export const ArchitectsPage = list(architects)
export const ArchitectPage = page(architects)
export const EngineeringFirmsPage = list(engineeringFirms)
export const EngineeringFirmPage = page(engineeringFirms)
