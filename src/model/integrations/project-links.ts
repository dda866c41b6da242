import { call, items, nothing, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { enumeration } from '../kit/enumeration.ts'
import { boolean, choice, instant, integer, longText, name, optional, pattern, text, uuid } from '../kit/field.ts'
import { LinkedProjectStatus, LinkedSystem, MsTeamVisibility } from './enums.ts'

export const linkShape = {
  system: choice('System', LinkedSystem),
  status: choice('Status', LinkedProjectStatus),
  externalId: optional(text('Id there')),
  externalKey: optional(text('Key')),
  name: optional(text('Name there')),
  url: optional(text('Address')),
  visibility: optional(choice('Visibility', MsTeamVisibility)),
  lastError: optional(text('Last error')),
  lastSyncDate: optional(instant('Last sync')),
  attempts: integer('Attempts'),
  /** No job is running: the link can be retried, refreshed, and removed. */
  isAtRest: boolean('At rest'),
}
export type ProjectLink = ValuesOf<typeof linkShape>

/** A job is running; viewers are notified when it ends. */
export const isUnderWay = (status: LinkedProjectStatus | null | undefined) =>
  status === LinkedProjectStatus.Pending || status === LinkedProjectStatus.InProgress

const keyWords = 'A capital letter first, then capital letters and digits; 2 to 10 in all'
export const longestJiraKey = 10
const jiraKey = () => pattern('Key', /^[A-Z][A-Z0-9]{1,9}$/, keyWords, { min: 2, max: longestJiraKey, hint: keyWords })

const jira = { permission: 'Projects.CreateJiraProject', callsExternalService: true, response: shape(linkShape) } as const
export const createJiraProject = call({
  ...jira,
  method: 'POST',
  path: '/projects/:id/Jira',
  summary: 'Create a Jira project and link it; the key defaults to the client abbreviation',
  body: { key: optional(jiraKey()), name: optional(name('Name', { max: 80 })) },
  status: 201,
})
export const linkJiraProject = call({
  ...jira,
  method: 'PUT',
  path: '/projects/:id/Jira/Link',
  summary: 'Link an existing Jira project',
  body: { key: jiraKey() },
})
export const syncJiraProject = call({
  ...jira,
  method: 'PUT',
  path: '/projects/:id/Jira/Sync',
  summary: 'Sync the linked Jira project, or retry what failed',
})
export const unlinkJiraProject = call({
  method: 'DELETE',
  path: '/projects/:id/Jira',
  permission: 'Projects.CreateJiraProject',
  summary: 'Unlink the Jira project; it stays in Jira',
  response: nothing,
})

/** Visibility of a new team; further values are read-only. */
const NewTeamVisibility = enumeration('NewTeamVisibility', {
  Private: [MsTeamVisibility.Private, 'Private'],
  Public: [MsTeamVisibility.Public, 'Public'],
  HiddenMembership: [MsTeamVisibility.HiddenMembership, 'Hidden Membership'],
})

const team = { permission: 'Projects.CreateMsTeam', callsExternalService: true, response: shape(linkShape) } as const
export const createMsTeam = call({
  ...team,
  method: 'POST',
  path: '/projects/:id/MsTeam',
  summary: 'Create a team in Microsoft Teams and link it',
  body: {
    name: optional(name('Name', { max: 120 })),
    description: optional(longText('Description', { max: 1000 })),
    visibility: choice('Visibility', NewTeamVisibility),
  },
  status: 201,
})
export const linkMsTeam = call({
  ...team,
  method: 'PUT',
  path: '/projects/:id/MsTeam/Link',
  summary: 'Link an existing Microsoft Teams team',
  body: { teamId: uuid('Team') },
})
export const syncMsTeam = call({
  ...team,
  method: 'PUT',
  path: '/projects/:id/MsTeam/Sync',
  summary: 'Sync the linked team, or retry what failed',
})
export const unlinkMsTeam = call({
  method: 'DELETE',
  path: '/projects/:id/MsTeam',
  permission: 'Projects.CreateMsTeam',
  summary: 'Unlink the Microsoft Teams team; the team stays',
  response: nothing,
})

const remote = { id: text('Id'), key: optional(text('Key')), name: text('Name'), url: optional(text('Address')) }
export type RemoteProject = ValuesOf<typeof remote>
const query = { search: text('Search', { min: 1, max: 100 }) }
export const findJiraProjects = call({
  method: 'GET',
  path: '/integrations/Jira/Remote',
  permission: 'Projects.CreateJiraProject',
  callsExternalService: true,
  summary: 'Search Jira projects by name and key',
  query,
  response: items(shape(remote)),
})
export const findMsTeams = call({
  method: 'GET',
  path: '/integrations/MsTeams/Remote',
  permission: 'Projects.CreateMsTeam',
  callsExternalService: true,
  summary: 'Search Microsoft Teams teams by the start of their name',
  query,
  response: items(shape(remote)),
})
