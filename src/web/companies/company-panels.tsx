import type { ReactNode } from 'react'
import { companyKinds } from '../../model/companies/company-stats.ts'
import type { CompanyType } from '../../model/companies/enums.ts'
import type { Resource } from '../../model/kit/description.ts'
import { projects } from '../../model/projects/projects.ts'
import { Output, RowsPanel } from '../kit/pages.tsx'
import { useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import type { AnyCall } from '../kit/request/client.ts'
import { HubspotPanel } from './hubspot.tsx'

export const typeOfCompany = (resource: Resource): CompanyType => companyKinds.find(([, one]) => one.path === resource.path)![0]

export function Counters({
  call,
  id,
  labels,
  children,
}: {
  call: AnyCall
  id: number
  labels: Record<string, string>
  children?: ReactNode
}) {
  const { data } = useRead<AnyCall>(call, { params: { id } }, { isQuiet: true })
  return (
    <section aria-label="At a glance">
      <h2>At a glance</h2>
      {Object.entries(labels).map(([key, label]) => (
        <Output key={key} label={label}>
          {(data as Record<string, number> | undefined)?.[key]?.toLocaleString('en-US') ?? '–'}
        </Output>
      ))}
      {children}
    </section>
  )
}

interface ProjectsProps {
  call: AnyCall
  id: number
  resource?: Resource
  empty: string
  shown?: string[]
  more?: Parameters<typeof RowsPanel>[0]['more']
}
export function ProjectsPanel({ call, id, resource = projects, empty, shown, more }: ProjectsProps) {
  if (!can(resource.permission.view)) return null
  return (
    <RowsPanel
      title={resource.names.many}
      of={resource}
      call={call}
      params={{ id }}
      shown={shown ?? ['name', 'number', 'projectStatus', 'projectManager']}
      hrefOf={(row) => `${resource.route}/${row.id}`}
      more={more}
      empty={empty}
    />
  )
}

export function CompanyAside({
  resource,
  hubspotCompanyId,
  children,
}: {
  resource: Resource
  hubspotCompanyId: string | null
  children: ReactNode
}) {
  return (
    <>
      {children}
      <div style={{ height: 20 }} />
      <HubspotPanel resource={resource} hubspotCompanyId={hubspotCompanyId} />
    </>
  )
}
