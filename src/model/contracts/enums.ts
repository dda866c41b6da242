import { enumeration, type ValueOf } from '../kit/enumeration.ts'

export const ContractStatus = enumeration('ContractStatus', {
  Draft: [1, 'Draft'],
  PendingApproval: [2, 'Pending Approval'],
  Approved: [3, 'Approved'],
})
export type ContractStatus = ValueOf<typeof ContractStatus>

/** Offer and Shift are amendments that move hours of an approved contract. */
export const ContractType = enumeration('ContractType', {
  Proposal: [1, 'Proposal'],
  Offer: [2, 'Offer'],
  Shift: [3, 'Shift'],
})
export type ContractType = ValueOf<typeof ContractType>

/** Automated contracts are created from approved offers and shift requests. */
export const ContractOrigin = enumeration('ContractOrigin', {
  Manual: [1, 'Manual'],
  Automated: [2, 'Automated'],
})
export type ContractOrigin = ValueOf<typeof ContractOrigin>

/** Design and construction phases. Pause has no hours; NIC has hours without revenue. */
export const ConstructionPhaseType = enumeration('ConstructionPhaseType', {
  SD: [1, 'SD', { longLabel: 'Schematic Design' }],
  DD: [2, 'DD', { longLabel: 'Design Development' }],
  CD: [3, 'CD', { longLabel: 'Construction Documents' }],
  BID: [4, 'BID', { longLabel: 'Bidding and Negotiation' }],
  CA: [5, 'CA', { longLabel: 'Construction Administration' }],
  Pause: [6, 'Pause', { longLabel: 'Project on hold, no hours' }],
  NIC: [7, 'NIC', { longLabel: 'Not In Contract, no revenue' }],
})
export type ConstructionPhaseType = ValueOf<typeof ConstructionPhaseType>

export const PhaseDateRangeType = enumeration('PhaseDateRangeType', {
  Custom: [1, 'Custom'],
  Month: [2, 'Month'],
})
export type PhaseDateRangeType = ValueOf<typeof PhaseDateRangeType>

export const PhaseRecordType = enumeration('PhaseRecordType', {
  AssignedUser: [0, 'Assigned User'],
  GenericEntry: [1, 'Generic Entry'],
})
export type PhaseRecordType = ValueOf<typeof PhaseRecordType>

export const PhaseDeleteOption = enumeration('PhaseDeleteOption', {
  DeleteParentAndChildren: [1, 'Delete parent and children'],
  DeleteParentAndKeepChildren: [2, 'Delete parent and keep children'],
  DeleteParentAndPromoteFirstChild: [3, 'Delete parent and promote first child'],
})
export type PhaseDeleteOption = ValueOf<typeof PhaseDeleteOption>

export const DirectExpenseCategory = enumeration('DirectExpenseCategory', {
  Travel: [0, 'Travel'],
  SubContractor: [1, 'Sub-contractor'],
  Miscellaneous: [2, 'Miscellaneous'],
})
export type DirectExpenseCategory = ValueOf<typeof DirectExpenseCategory>

export const ProposalType = enumeration('ProposalType', {
  AV: [1, 'AV'],
  Telecom: [2, 'Telecom'],
  Meta: [3, 'Meta', { longLabel: 'Umbrella proposal' }],
  FeeTables: [4, 'Fee Tables'],
  Combined: [5, 'Combined'],
  RevitFamiliesSOW: [6, "SOW for a manufacturer's Revit families"],
})
export type ProposalType = ValueOf<typeof ProposalType>

export const CombinedProposalType = enumeration('CombinedProposalType', {
  AV: [1, 'AV'],
  Telecom: [2, 'Telecom'],
  Security: [3, 'Security'],
})
export type CombinedProposalType = ValueOf<typeof CombinedProposalType>

export const FeeType = enumeration('FeeType', {
  Hourly: [1, 'Hourly'],
  Fixed: [2, 'Fixed fee'],
  NotToExceed: [3, 'Not to exceed'],
})
export type FeeType = ValueOf<typeof FeeType>
