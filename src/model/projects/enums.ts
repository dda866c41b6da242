import { enumeration, type ValueOf } from '../kit/enumeration.ts'

/** The letter is the suffix of the project number. */
export const ProjectType = enumeration('ProjectType', {
  Build: [1, 'Build', { letter: 'B' }],
  Client: [2, 'Client', { letter: 'C' }],
  Internal: [3, 'Internal', { letter: 'N' }],
  Overall: [4, 'Overall', { letter: 'V' }],
})
export type ProjectType = ValueOf<typeof ProjectType>

/** Computed from the client of a project, never stored. */
export const ClientState = enumeration('ClientState', {
  Associated: [1, 'Associated'],
  Retired: [2, 'Retired'],
  Archived: [3, 'Archived'],
  NotAssociated: [4, 'Not Associated with a Client'],
})
export type ClientState = ValueOf<typeof ClientState>

/** Values 1 and 2 have a different meaning in ProjectStatus, so never read a status without the stage. */
export const LeadStatus = enumeration('LeadStatus', {
  NewLead: [1, 'New Lead'],
  WaitingACAssignment: [2, 'Waiting AC Assignment'],
  ResearchingLead: [3, 'Researching Lead'],
  LeadLost: [4, 'Lead Lost'],
  PausedByClient: [5, 'Paused by Client'],
  PausedByDNA: [6, 'Paused by DNA'],
})
export type LeadStatus = ValueOf<typeof LeadStatus>

/** Status of a project that is no longer a lead. For the older list, see LegacyProjectStatus. */
export const ProjectStatus = enumeration('ProjectStatus', {
  PausedByClient: [1, 'Paused by Client'],
  PausedByDNA: [2, 'Paused by DNA'],
  ProposalRequested: [100, 'Proposal Requested'],
  ProposalInProgress: [101, 'Proposal In Progress'],
  ProposalSent: [102, 'Proposal Sent'],
  ProposalUpdateRequested: [103, 'Proposal Update Requested'],
  ProposalAccepted: [104, 'Proposal Accepted'],
  ProposalNotAccepted: [105, 'Proposal Not Accepted'],
  DesignInProgress: [200, 'Design In Progress'],
  DesignComplete: [201, 'Design Complete'],
  RFPPrepared: [202, 'RFP Prepared'],
  RFPOut: [203, 'RFP Out'],
  RFPReceived: [204, 'RFP Received'],
  ConstructionAdministration: [205, 'Construction Administration'],
  Closed: [300, 'Closed'],
  Archived: [400, 'Archived'],
})
export type ProjectStatus = ValueOf<typeof ProjectStatus>

/** Stage of a project, with the ProjectStatus values it allows. A lead has a LeadStatus instead. */
export const ProjectStage = enumeration('ProjectStage', {
  Lead: [-1, 'Lead'],
  Opportunity: [1, 'Opportunity', { statuses: [100, 101, 102, 103, 104, 105, 1, 2] }],
  Active: [2, 'Active', { statuses: [200, 201, 202, 203, 204, 205, 1, 2] }],
  Closed: [3, 'Closed', { statuses: [300] }],
  Archived: [4, 'Archived', { statuses: [400] }],
})
export type ProjectStage = ValueOf<typeof ProjectStage>

/** The older of two lists in the specification; used only to import old data. */
export const LegacyProjectStatus = enumeration('LegacyProjectStatus', {
  Lead: [1, 'Lead'],
  Opportunity: [2, 'Opportunity'],
  Proposal: [3, 'Proposal'],
  Requested: [4, 'Requested'],
  ProposalInProgress: [5, 'In Progress'],
  Sent: [6, 'Sent'],
  Accepted: [7, 'Accepted'],
  NotAccepted: [8, 'Not Accepted'],
  DesignInProgress: [9, 'In Progress'],
  Paused: [10, 'Paused'],
  Closed: [11, 'Closed'],
  Archived: [12, 'Archived'],
})
export type LegacyProjectStatus = ValueOf<typeof LegacyProjectStatus>

/** The specification gives Boolean the value 3 of Number. Here it is 6, and an imported 3 with a boolean value becomes 6. */
export const ProjectVariableType = enumeration('ProjectVariableType', {
  FreeText: [1, 'Free text'],
  RichText: [2, 'Formatted text'],
  Number: [3, 'Number'],
  Counter: [4, 'Counter'],
  NamingTemplate: [5, 'Naming template'],
  Boolean: [6, 'Yes or no', { specValue: 3 }],
})
export type ProjectVariableType = ValueOf<typeof ProjectVariableType>

export const TimelineItemType = enumeration('TimelineItemType', {
  Milestone: [1, 'Milestone'],
  Deliverable: [2, 'Deliverable'],
  Meeting: [3, 'Meeting'],
  SiteVisit: [4, 'Site visit'],
})
export type TimelineItemType = ValueOf<typeof TimelineItemType>
