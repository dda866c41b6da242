import { LinkedSystem, MsTeamVisibility } from '../../model/integrations/enums.ts'
import { jiraProjects, msTeamsProjects } from '../../model/integrations/linked-projects.ts'
import {
  createJiraProject,
  createMsTeam,
  findJiraProjects,
  findMsTeams,
  linkJiraProject,
  linkMsTeam,
  type RemoteProject,
  syncJiraProject,
  syncMsTeam,
  unlinkJiraProject,
  unlinkMsTeam,
} from '../../model/integrations/project-links.ts'
import { request } from '../kit/request/client.ts'

export const jiraKind = {
  service: 'jira',
  system: LinkedSystem.Jira,
  name: 'Jira',
  thing: 'Jira project',
  list: jiraProjects,
  create: createJiraProject,
  sync: syncJiraProject,
  unlink: unlinkJiraProject,
  find: findJiraProjects,
  start: {},
  link: (projectId: number, { key }: Pick<RemoteProject, 'id' | 'key'>) =>
    request(linkJiraProject, { params: { id: projectId }, body: { key: key ?? '' } }),
} as const
export const msTeamsKind = {
  service: 'msTeams',
  system: LinkedSystem.MsTeams,
  name: 'Microsoft Teams',
  thing: 'team',
  list: msTeamsProjects,
  create: createMsTeam,
  sync: syncMsTeam,
  unlink: unlinkMsTeam,
  find: findMsTeams,
  start: { visibility: MsTeamVisibility.Private },
  link: (projectId: number, { id }: Pick<RemoteProject, 'id' | 'key'>) =>
    request(linkMsTeam, { params: { id: projectId }, body: { teamId: id } }),
} as const
export type LinkKind = typeof jiraKind | typeof msTeamsKind
