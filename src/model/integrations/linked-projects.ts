import { clients } from '../companies/clients.ts'
import { choice, instant, integer, name, optional, reference, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { ProjectStage } from '../projects/enums.ts'
import { projectSearch } from '../projects/projects.ts'
import { LinkedProjectStatus, MsTeamVisibility } from './enums.ts'

const fields = { name: name('Project'), clientId: optional(reference('Client', () => clients)) }
const computed = {
  number: optional(text('Number', { max: 50 })),
  stage: choice('Stage', ProjectStage),
  /** Projects without a link have none of the fields below. */
  status: choice('Status', LinkedProjectStatus),
  externalId: optional(text('Id there')),
  externalKey: optional(text('Key')),
  nameThere: optional(text('Name there')),
  url: optional(text('Address')),
  lastError: optional(text('Last error')),
  lastSyncDate: optional(instant('Last sync')),
  attempts: optional(integer('Attempts')),
}
const filters = {
  linkStatuses: { label: 'Status', kind: 'choice', options: LinkedProjectStatus },
  stages: { label: 'Stage', kind: 'choice', field: 'stage', options: ProjectStage },
  clientIds: { label: 'Client', kind: 'reference', field: 'clientId', resource: () => clients },
} as const

export const jiraProjects = resource({
  path: 'integrations/Jira/Projects',
  entity: 'jiraProjects',
  route: '/integrations/jira',
  names: { one: 'Project', many: 'Linked projects' },
  permission: { view: 'JiraIntegration.View' },
  owner: 'project',
  fields,
  computed,
  list: {
    columns: ['name', 'number', 'status', 'externalKey', 'lastError', 'lastSyncDate'],
    optionalColumns: ['nameThere', 'client', 'stage', 'externalId', 'url', 'attempts'],
    search: projectSearch,
    sort: ['-status', 'name'],
    filters,
  },
})

export const msTeamsProjects = resource({
  path: 'integrations/MsTeams/Projects',
  entity: 'msTeamsProjects',
  route: '/integrations/ms-teams',
  names: { one: 'Project', many: 'Linked projects' },
  permission: { view: 'MSTeamsIntegration.View' },
  owner: 'project',
  fields,
  computed: { ...computed, visibility: optional(choice('Visibility', MsTeamVisibility)) },
  list: {
    columns: ['name', 'number', 'status', 'nameThere', 'lastError', 'lastSyncDate'],
    optionalColumns: ['visibility', 'client', 'stage', 'externalId', 'url', 'attempts'],
    search: projectSearch,
    sort: ['-status', 'name'],
    filters,
  },
})
