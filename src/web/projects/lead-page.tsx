import { useParams } from '@tanstack/react-router'
import { ClientState } from '../../model/projects/enums.ts'
import { leadAccessList, leads } from '../../model/projects/leads.ts'
import { leadCompanies } from '../../model/projects/project-companies.ts'
import { leadContacts } from '../../model/projects/project-contacts.ts'
import { leadNotes } from '../../model/projects/project-notes.ts'
import { projects } from '../../model/projects/projects.ts'
import { AccessList } from '../access/public.tsx'
import { mentioning, mentionsOf, WatchButton } from '../inbox/public.tsx'
import { ActivityPanel, FormPage, Strip } from '../kit/pages.tsx'
import { resourceCalls } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { LeadMenu, LeadState, PromoteLead } from './lead-head.tsx'
import { useOtherLife } from './other-lifecycle.tsx'
import { CompaniesPanel } from './project-companies.tsx'
import { ContactsOf } from './project-contacts.tsx'
import { NotesPanel } from './project-notes.tsx'
import css from './project-tabs.module.css'

export function LeadPage() {
  const { id = 'new' } = useParams({ strict: false })
  const elsewhere = useOtherLife(id, resourceCalls(leads).read, resourceCalls(projects).read, '/projects')
  return (
    elsewhere ?? (
      <FormPage
        resource={leads}
        state={(lead) => <LeadState lead={lead} />}
        note={({ client, clientState }) => client?.name ?? ClientState.label(clientState)}
        actions={(lead) => (
          <>
            <WatchButton resource={leads} id={lead.id} name={lead.name} />
            <PromoteLead lead={lead} />
          </>
        )}
        menu={(lead) => <LeadMenu lead={lead} />}
        strips={(lead) =>
          lead.isArchived ? (
            <Strip tone="quiet">This lead is archived. Lists show it only when archived leads are included.</Strip>
          ) : (
            !lead.associateConsultant && <Strip tone="warning">No one is assigned to this lead yet: choose an associate consultant.</Strip>
          )
        }
        removalImpact={() => 'It can be brought back from Restore projects.'}
        sections={[
          ['Lead', ['name', 'type', 'clientId', 'associateConsultantId', 'projectManagerId', 'leadSource', 'description']],
          ['Expectation', ['expectedRevenue', 'probabilityPercent', 'expectedCloseDate', 'imageUrl']],
          ['Place', ['address']],
        ]}
        controls={{ description: mentioning(leads) }}
      >
        {(lead) => (
          <>
            <CompaniesPanel calls={leadCompanies} id={lead.id} />
            {can('ProjectContacts.View') && (
              <section className={css.part} aria-label="Contacts">
                <ContactsOf calls={leadContacts} id={lead.id} />
              </section>
            )}
            {can('ProjectNotes.View') && <NotesPanel subject={leadNotes} id={lead.id} />}
            {can('LeadAccessList.View') && (
              <AccessList
                calls={leadAccessList}
                id={lead.id}
                name={lead.name}
                empty="The list is empty: everyone who may see leads sees this one."
              />
            )}
            <ActivityPanel resource={leads} id={lead.id} below={mentionsOf(leads, lead.id)} />
          </>
        )}
      </FormPage>
    )
  )
}
