import type { enumerations } from '../../../model/enumerations.ts'
import type { Enumeration, NameOf } from '../../../model/kit/enumeration.ts'

export type Tone = 'neutral' | 'working' | 'good' | 'attention' | 'bad' | 'market'
type StateName =
  | 'CadIntegrationResult'
  | 'ContractStatus'
  | 'ContractType'
  | 'DownloadStatus'
  | 'EquipmentAvailability'
  | 'IntegrationRequestState'
  | 'InvitationState'
  | 'LeadStatus'
  | 'LinkedProjectStatus'
  | 'ProjectStatus'
  | 'ResourceOfferState'
  | 'ResourceShiftRequestState'
  | 'SpaceStatus'

/** Color tone of each status. A missing status is a compile error. */
const tones: { [N in StateName]: Record<NameOf<(typeof enumerations)[N]>, Tone> } = {
  CadIntegrationResult: { FullyLinked: 'good', PartiallyLinked: 'attention', Match: 'working', NoMatch: 'neutral' },
  ContractType: { Proposal: 'neutral', Offer: 'working', Shift: 'market' },
  ContractStatus: { Draft: 'neutral', PendingApproval: 'attention', Approved: 'good' },
  DownloadStatus: { Pending: 'neutral', InProgress: 'working', Succeeded: 'good', Failed: 'bad' },
  EquipmentAvailability: {
    Available: 'good',
    Presale: 'working',
    Discontinued: 'neutral',
    RequireReview: 'attention',
    Deprecated: 'bad',
  },
  IntegrationRequestState: { Draft: 'neutral', PendingManagement: 'attention', Approved: 'good', Rejected: 'bad' },
  InvitationState: { Pending: 'working', Accepted: 'good', Expired: 'attention', Revoked: 'neutral' },
  LeadStatus: {
    NewLead: 'neutral',
    WaitingACAssignment: 'attention',
    ResearchingLead: 'working',
    LeadLost: 'bad',
    PausedByClient: 'attention',
    PausedByDNA: 'attention',
  },
  LinkedProjectStatus: { Idle: 'neutral', Pending: 'attention', InProgress: 'working', Succeeded: 'good', Failed: 'bad' },
  ProjectStatus: {
    PausedByClient: 'attention',
    PausedByDNA: 'attention',
    ProposalRequested: 'neutral',
    ProposalInProgress: 'working',
    ProposalSent: 'market',
    ProposalUpdateRequested: 'attention',
    ProposalAccepted: 'good',
    ProposalNotAccepted: 'bad',
    DesignInProgress: 'working',
    DesignComplete: 'good',
    RFPPrepared: 'market',
    RFPOut: 'market',
    RFPReceived: 'market',
    ConstructionAdministration: 'good',
    Closed: 'neutral',
    Archived: 'neutral',
  },
  ResourceOfferState: {
    Draft: 'neutral',
    PendingTarget: 'working',
    DeclinedByTarget: 'bad',
    PendingManagement: 'attention',
    Approved: 'good',
    RejectedByManagement: 'bad',
  },
  ResourceShiftRequestState: { Draft: 'neutral', PendingManagement: 'attention', Approved: 'good', Rejected: 'bad' },
  SpaceStatus: {
    Created: 'neutral',
    InProgress: 'working',
    Completed: 'good',
    Cancelled: 'neutral',
    OnHold: 'attention',
    Archived: 'neutral',
  },
}

/** Returns the tone of a value, or undefined if the enumeration is not a status. */
export function stateTone(options: Enumeration, value: unknown): Tone | undefined {
  const map: Record<string, Tone> | undefined = tones[options.name as StateName]
  return map && options.has(value) ? map[options.get(value).key] : undefined
}
