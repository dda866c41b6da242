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

const createListPage = (resource: Resource) => () => <ListPage resource={resource} empty={`No ${resource.names.many.toLowerCase()} yet.`} />
const createDetailPage = (numberedResource: NumberedResource) => {
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

export const RepresentativesPage = createListPage(representatives)
export const RepresentativePage = createDetailPage(representatives)
export const SystemsIntegratorsPage = createListPage(systemsIntegrators)
export const SystemsIntegratorPage = createDetailPage(systemsIntegrators)
export const GeneralContractorsPage = createListPage(generalContractors)
export const GeneralContractorPage = createDetailPage(generalContractors)
export const SubContractorsPage = createListPage(subContractors)
export const SubContractorPage = createDetailPage(subContractors)
export const ArchitectsPage = createListPage(architects)
export const ArchitectPage = createDetailPage(architects)
export const EngineeringFirmsPage = createListPage(engineeringFirms)
export const EngineeringFirmPage = createDetailPage(engineeringFirms)
