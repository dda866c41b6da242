import {
  architects,
  engineeringFirms,
  generalContractors,
  partnerStats,
  representatives,
  subContractors,
  systemsIntegrators,
} from '../../model/companies/partner.ts'
import type { NumberedResource, Resource } from '../../model/kit/description.ts'
import { projectsOfPartners } from '../../model/spaces/uses.ts'
import { ActivityPanel, FormPage, ListPage } from '../kit/pages.tsx'
import { CompanyAside, Counters, ProjectsPanel, typeOfCompany } from './company-panels.tsx'
import { ContactsPanel } from './contacts-panel.tsx'
import { hubspotControl } from './hubspot.tsx'

const list = (resource: Resource) => () => <ListPage resource={resource} empty={`No ${resource.names.many.toLowerCase()} yet.`} />
const page = (numberedResource: NumberedResource) => {
  const type = typeOfCompany(numberedResource)
  const own = Object.keys(numberedResource.fields).filter((key) => !common.includes(key))
  const controls = { hubspotCompanyId: hubspotControl(numberedResource) }
  const stats = partnerStats.find((partnerStat) => partnerStat.of.path === numberedResource.path)!.call
  const projects = projectsOfPartners.find((projectsOfPartner) => projectsOfPartner.of.path === numberedResource.path)!.call
  return () => (
    <FormPage
      resource={numberedResource}
      sections={[
        ['Company', ['name', 'industryTypes', ...own, 'logoUrl']],
        ['Contact', ['website', 'phone', 'email', 'hubspotCompanyId', 'address']],
        ['Notes', ['notes']],
      ]}
      controls={controls}
      aside={({ id, hubspotCompanyId }: any) => (
        <CompanyAside resource={numberedResource} hubspotCompanyId={hubspotCompanyId}>
          <Counters call={stats} id={id} labels={{ projectsCount: 'Projects', contactsCount: 'Contacts' }} />
        </CompanyAside>
      )}
    >
      {({ id }) => (
        <>
          <ContactsPanel company={numberedResource} type={type} id={id} />
          <ProjectsPanel call={projects} id={id} shown={['name', 'number', 'client', 'stage']} empty="No project lists this company." />
          <ActivityPanel resource={numberedResource} id={id} />
        </>
      )}
    </FormPage>
  )
}
const common = ['name', 'logoUrl', 'website', 'phone', 'email', 'address', 'industryTypes', 'notes', 'hubspotCompanyId']

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
