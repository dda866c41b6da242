import { ClientState } from '../../model/projects/enums.ts'
import { needsClient, projects } from '../../model/projects/projects.ts'
import { mentioning } from '../inbox/public.tsx'
import type { Section } from '../kit/form/controls.tsx'
import { FormPage } from '../kit/pages.tsx'
import { goesWithProject, isReadOnlyProject, ProjectState, projectCrumbs, projectTabs } from './project-head.tsx'

const sections: Section<typeof projects.fields>[] = [
  ['Project', ['name', 'type', 'clientId', 'associateConsultantId', 'projectManagerId', 'description']],
  ['Place', ['address']],
  ['Figures and dates', ['installationFactor', 'totalArea', 'startDate', 'targetDate', 'tempoUrl', 'imageUrl']],
]

const requires = (project: Parameters<typeof needsClient>[0]) => (needsClient(project) ? ['clientId'] : [])

export function ProjectDetailsPage() {
  return (
    <FormPage
      resource={projects}
      chip={({ number, id }) => number ?? id}
      crumbs={(project) => (project ? projectCrumbs(project) : [{ label: 'Projects', to: '/active-projects' }])}
      state={(project) => <ProjectState project={project} />}
      note={({ client, clientState }) => client?.name ?? ClientState.label(clientState)}
      tabs={projectTabs}
      lock={(project) => (isReadOnlyProject(project) ? 'The project is closed; its prices are frozen.' : undefined)}
      removalImpact={() => goesWithProject}
      sections={sections}
      requires={requires}
      controls={{ description: mentioning(projects) }}
    />
  )
}

export function ProjectCreatePage() {
  return (
    <FormPage
      resource={projects}
      id="new"
      crumbs={() => [{ label: 'Opportunities', to: '/opportunities' }, { label: 'New project' }]}
      sections={sections}
      requires={requires}
    />
  )
}
