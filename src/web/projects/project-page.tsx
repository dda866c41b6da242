import { useParams } from '@tanstack/react-router'
import { ClientState } from '../../model/projects/enums.ts'
import { leads } from '../../model/projects/leads.ts'
import { projectCompanies } from '../../model/projects/project-companies.ts'
import { projects as of } from '../../model/projects/projects.ts'
import { callsOf } from '../kit/call.ts'
import { can } from '../kit/can.ts'
import { ActivityPanel, FormPage, Output } from '../kit/pages.tsx'
import { useOtherLife } from './other-life.tsx'
import { CompaniesPanel } from './project-companies.tsx'
import { isReadOnly, type Project, ProjectState, projectCrumbs, projectTabs } from './project-head.tsx'

const sections: [string, string[]][] = [
  ['Project', ['name', 'type', 'clientId', 'associateConsultantId', 'projectManagerId', 'description']],
  ['Place', ['address']],
  ['Figures and dates', ['installationFactor', 'totalArea', 'startDate', 'targetDate', 'tempoUrl', 'imageUrl']],
]

/** What the project is, its figures and what happened lately. */
export function ProjectPage() {
  const { id = '' } = useParams({ strict: false })
  const elsewhere = useOtherLife(id, callsOf(of).read, callsOf(leads).read, '/leads')
  return (
    elsewhere ?? (
      <FormPage
        of={of}
        chip={({ number, id }) => number ?? id}
        crumbs={(project) =>
          project
            ? projectCrumbs(project).slice(0, 1).concat({ label: project.name, to: '' })
            : [{ label: 'Projects', to: '/active-projects' }]
        }
        state={(project) => <ProjectState project={project} />}
        note={({ client, clientState }) => client?.name ?? ClientState.label(clientState)}
        tabs={projectTabs}
        lock={(project) => (isReadOnly(project) ? 'The project is closed; its prices are frozen.' : undefined)}
        goes={() => 'Its buildings, spaces and equipment are hidden with it. It can be brought back from Restore projects.'}
        sections={sections}
        aside={(project) => <Figures project={project} />}
      >
        {(project) => (
          <>
            <CompaniesPanel calls={projectCompanies} id={project.id} readOnly={isReadOnly(project)} />
            {can('ProjectActivityLogs.View') && <ActivityPanel of={of} id={project.id} />}
          </>
        )}
      </FormPage>
    )
  )
}

export function ProjectCreatePage() {
  return (
    <FormPage
      of={of}
      id="new"
      crumbs={() => [{ label: 'Opportunities', to: '/opportunities' }, { label: 'New project' }]}
      sections={sections}
    />
  )
}

const money = (value: number) => value.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

function Figures({ project }: { project: Project }) {
  const installation = project.totalPrice - project.totalMsrpPrice
  return (
    <>
      <h2>In this project</h2>
      <Output label="Spaces">{project.spaceCount.toLocaleString('en-US')}</Output>
      <Output label="Equipment">{project.equipmentCount.toLocaleString('en-US')}</Output>
      <h2>Price</h2>
      <Output label="Equipment, MSRP">{money(project.totalMsrpPrice)}</Output>
      <Output label={`Installation, factor ${project.installationFactor}`}>{money(installation)}</Output>
      <Output label="Total">{money(project.totalPrice)}</Output>
    </>
  )
}
