import { Button } from '@mantine/core'
import { clientStats, clients as of, retireClient, unretireClient } from '../../model/companies/clients.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { useCall, useRead } from '../kit/call.ts'
import { can } from '../kit/can.ts'
import { ActivityPanel, FormPage, ListPage, Output, Panel } from '../kit/pages.tsx'
import { StatePill } from '../kit/state-pill.tsx'

export function ClientsPage() {
  return <ListPage of={of} empty="No clients yet. A project needs one, unless it is internal." />
}

export function RestoreClientsPage() {
  return <ListPage of={of} title="Restore clients" isDeleted empty="No clients are deleted." />
}

export function ClientPage() {
  return (
    <FormPage
      of={of}
      chip={({ abbreviatedName }) => abbreviatedName}
      state={({ isRetired }) => isRetired && <StatePill tone="neutral">Retired</StatePill>}
      actions={(client) => <Retire client={client} />}
      goes={() => 'Their projects stay and show the client as archived.'}
      sections={[
        ['Client', ['name', 'abbreviatedName', 'accountManagerId', 'industryTypes', 'logoUrl']],
        ['Contact', ['website', 'phone', 'email', 'hubspotCompanyId', 'address']],
        ['Notes', ['notes']],
      ]}
    >
      {(client) => (
        <>
          <Counters id={client.id} />
          <ActivityPanel of={of} id={client.id} />
        </>
      )}
    </FormPage>
  )
}

function Retire({ client }: { client: RowOf<typeof of> }) {
  const call = client.isRetired ? unretireClient : retireClient
  const { mutate, isPending } = useCall(call)
  if (!can(call.permission)) return null
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate({ params: { id: client.id } })}>
      {client.isRetired ? 'Take back' : 'Retire'}
    </Button>
  )
}

function Counters({ id }: { id: number }) {
  const { data } = useRead(clientStats, { params: { id } })
  if (!data) return null
  return (
    <Panel title="In use">
      <Output label="Projects">{data.projectsCount.toLocaleString('en-US')}</Output>
      <Output label="Spaces">{data.spacesCount.toLocaleString('en-US')}</Output>
      <Output label="Leads">{data.leadsCount.toLocaleString('en-US')}</Output>
    </Panel>
  )
}
