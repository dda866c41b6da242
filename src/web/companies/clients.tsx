import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { clientRanking, clientStats, clients, retireClient, unretireClient } from '../../model/companies/clients.ts'
import { ClientRankingType, CompanyType } from '../../model/companies/enums.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { leads } from '../../model/projects/leads.ts'
import { leadsOfClient, projectsOfClient } from '../../model/spaces/uses.ts'
import { ActivityPanel, FormPage, ListPage, Output } from '../kit/pages.tsx'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { lazyPart } from '../kit/request/lazy-part.ts'
import { ClientVariables } from './client-variables.tsx'
import css from './company.module.css'
import { CompanyAside, Counters, ProjectsPanel } from './company-panels.tsx'
import { ContactsPanel } from './contacts-panel.tsx'
import { hubspotControl } from './hubspot.tsx'

const ClientFigures = lazyPart(() => import('./client-figures.tsx'))
const ClientContracts = lazyPart(() => import('./client-contracts.tsx'))

export function ClientsPage() {
  return <ListPage resource={clients} reads={{ cells: [] }} empty="No clients yet. A project needs one, unless it is internal." />
}

export function RestoreClientsPage() {
  return <ListPage resource={clients} title="Restore clients" isDeleted empty="No clients are deleted." />
}

const controls = { hubspotCompanyId: hubspotControl(clients) }

export function ClientPage() {
  return (
    <FormPage
      resource={clients}
      chip={({ abbreviatedName }) => abbreviatedName}
      state={({ isRetired }) => isRetired && <StatePill tone="neutral">Retired</StatePill>}
      actions={(client) => <Retire client={client} />}
      strips={(client) => (
        <Suspense fallback={<div className={css.figures} />}>
          <ClientFigures client={client} />
        </Suspense>
      )}
      removalImpact={() => 'Their projects stay and show the client as archived.'}
      sections={[
        ['Client', ['name', 'abbreviatedName', 'accountManagerId', 'industryTypes', 'logoUrl']],
        ['Contact', ['website', 'phone', 'email', 'hubspotCompanyId', 'address']],
        ['Notes', ['notes']],
      ]}
      controls={controls}
      aside={({ id, hubspotCompanyId }) => (
        <CompanyAside resource={clients} hubspotCompanyId={hubspotCompanyId}>
          <Counters
            call={clientStats}
            id={id}
            labels={{ projectsCount: 'Projects', leadsCount: 'Leads', spacesCount: 'Spaces', contactsCount: 'Contacts' }}
          />
          <div style={{ height: 20 }} />
          <Ranking id={id} />
        </CompanyAside>
      )}
    >
      {(client) => (
        <>
          <ProjectsPanel
            call={projectsOfClient}
            id={client.id}
            shown={['name', 'number', 'projectStatus', 'projectManager', 'totalPrice']}
            empty="No projects for this client yet."
          />
          <Suspense>
            <ClientContracts id={client.id} />
          </Suspense>
          <ContactsPanel company={clients} type={CompanyType.Client} id={client.id} />
          {client.projectStats?.leadsCount ? (
            <ProjectsPanel
              resource={leads}
              call={leadsOfClient}
              id={client.id}
              shown={['name', 'leadStatus', 'associateConsultant', 'expectedRevenue']}
              empty="No leads with this client."
            />
          ) : null}
          <ClientVariables id={client.id} />
          <ActivityPanel resource={clients} id={client.id} />
        </>
      )}
    </FormPage>
  )
}

function Retire({ client }: { client: RowOf<typeof clients> }) {
  const call = client.isRetired ? unretireClient : retireClient
  const { mutate, isPending } = useCall(call)
  if (!can(call.permission)) return null
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate({ params: { id: client.id } })}>
      {client.isRetired ? 'Reactivate' : 'Retire'}
    </Button>
  )
}

function Ranking({ id }: { id: number }) {
  return (
    <section aria-label="Ranking">
      <h2>Ranking</h2>
      <Rank id={id} type={ClientRankingType.ProjectsCount} label="By projects" />
      <Rank id={id} type={ClientRankingType.Complexity} label="By complexity" />
      {can('ProjectContracts.ViewRevenueSums') && <Rank id={id} type={ClientRankingType.Revenue} label="By revenue" />}
    </section>
  )
}

const mostRanked = 200
function Rank({ id, type, label }: { id: number; type: ClientRankingType; label: string }) {
  const { data } = useRead(clientRanking, { query: { type, count: mostRanked } }, { isQuiet: true })
  const own = data?.items.find((row) => row.id === id)
  return (
    <Output label={label}>
      {own ? (
        <>
          {own.rank} <span className="dna-muted">of {data!.total.toLocaleString('en-US')}</span>
        </>
      ) : (
        <span className="dna-muted">–</span>
      )}
    </Output>
  )
}
