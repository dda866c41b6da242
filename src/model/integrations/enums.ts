import { enumeration, type ValueOf } from '../kit/enumeration.ts'

export const LinkedSystem = enumeration('LinkedSystem', {
  WireCAD: [1, 'WireCAD'],
  Jira: [2, 'Jira'],
  MsTeams: [3, 'Microsoft Teams'],
})
export type LinkedSystem = ValueOf<typeof LinkedSystem>

export const LinkedProjectStatus = enumeration('LinkedProjectStatus', {
  Idle: [0, 'Idle'],
  Pending: [1, 'Pending'],
  InProgress: [2, 'In Progress'],
  Succeeded: [3, 'Succeeded'],
  Failed: [4, 'Failed'],
})
export type LinkedProjectStatus = ValueOf<typeof LinkedProjectStatus>

/** Unknown is read-only: a value of the external service that has no mapping. */
export const MsTeamVisibility = enumeration('MsTeamVisibility', {
  Private: [0, 'Private'],
  Public: [1, 'Public'],
  HiddenMembership: [2, 'Hidden Membership'],
  Unknown: [3, 'Unknown'],
})
export type MsTeamVisibility = ValueOf<typeof MsTeamVisibility>

export const CadIntegrationResult = enumeration('CadIntegrationResult', {
  FullyLinked: [1, 'Fully Linked'],
  PartiallyLinked: [2, 'Partially Linked'],
  Match: [3, 'Match'],
  NoMatch: [4, 'No Match'],
})
export type CadIntegrationResult = ValueOf<typeof CadIntegrationResult>

export const IntegrationAction = enumeration('IntegrationAction', {
  NoAction: [1, 'No Action'],
  Create: [2, 'Create'],
  Link: [3, 'Link'],
  LinkAndUpdate: [4, 'Link and Update'],
})
export type IntegrationAction = ValueOf<typeof IntegrationAction>

export const IntegrationRequestState = enumeration('IntegrationRequestState', {
  Draft: [1, 'Draft'],
  PendingManagement: [2, 'Pending Management'],
  Approved: [3, 'Approved'],
  Rejected: [4, 'Rejected'],
})
export type IntegrationRequestState = ValueOf<typeof IntegrationRequestState>
