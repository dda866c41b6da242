import { enumeration, type ValueOf } from '../kit/enumeration.ts'

export const BoardType = enumeration('BoardType', {
  BigBoard: [1, 'Big Board'],
  SmallBoard: [2, 'Small Board'],
  MyBoard: [3, 'My Board'],
})
export type BoardType = ValueOf<typeof BoardType>

/** Rows of the board summary other than labor types; negative to avoid conflicts with them. */
export const LaborSummaryPseudoType = enumeration('LaborSummaryPseudoType', {
  Hours: [-1, 'Hours'],
  Revenue: [-2, 'Revenue'],
  Cost: [-3, 'Cost'],
  DirectExpensesRevenue: [-4, 'Direct Expenses Revenue'],
  DirectExpensesCost: [-5, 'Direct Expenses Cost'],
  NetSummary: [-6, 'Net Summary'],
})
export type LaborSummaryPseudoType = ValueOf<typeof LaborSummaryPseudoType>

export const ResourceOfferState = enumeration('ResourceOfferState', {
  Draft: [0, 'Draft'],
  PendingTarget: [1, 'Pending Target'],
  DeclinedByTarget: [2, 'Declined By Target'],
  PendingManagement: [3, 'Pending Management'],
  Approved: [4, 'Approved'],
  RejectedByManagement: [5, 'Rejected By Management'],
})
export type ResourceOfferState = ValueOf<typeof ResourceOfferState>

/** Pending Mgt corresponds to Pending Management of offers; both labels are as specified. */
export const ResourceShiftRequestState = enumeration('ResourceShiftRequestState', {
  Draft: [0, 'Draft'],
  PendingManagement: [1, 'Pending Mgt'],
  Approved: [2, 'Approved'],
  Rejected: [3, 'Rejected'],
})
export type ResourceShiftRequestState = ValueOf<typeof ResourceShiftRequestState>

/** Reason for an absence; visible only to the user and to user managers. */
export const AbsenceKind = enumeration('AbsenceKind', {
  Vacation: [1, 'Vacation'],
  Sick: [2, 'Sick'],
  Training: [3, 'Training'],
  Parental: [4, 'Parental'],
  Other: [5, 'Other'],
})
export type AbsenceKind = ValueOf<typeof AbsenceKind>

export const HolidayShare = enumeration('HolidayShare', {
  Half: [0.5, 'Half day'],
  Whole: [1, 'Whole day'],
})
export type HolidayShare = ValueOf<typeof HolidayShare>

export const Granularity = enumeration('Granularity', {
  Month: ['month', 'Months'],
  Week: ['week', 'Weeks'],
})
export type Granularity = ValueOf<typeof Granularity>

export const BoardGrouping = enumeration('BoardGrouping', {
  Client: ['client', 'Client'],
  ProjectManager: ['projectManager', 'Project manager'],
  AssociateConsultant: ['associateConsultant', 'Associate consultant'],
  None: ['none', 'No grouping'],
})
export type BoardGrouping = ValueOf<typeof BoardGrouping>

export const WorkloadGrouping = enumeration('WorkloadGrouping', {
  Team: ['team', 'By team'],
  LaborType: ['laborType', 'By labor type'],
  Overloaded: ['overloaded', 'Overloaded'],
})
export type WorkloadGrouping = ValueOf<typeof WorkloadGrouping>

export const UtilizationGrouping = enumeration('UtilizationGrouping', {
  Team: ['team', 'Teams'],
  LaborType: ['laborType', 'Labor types'],
})
export type UtilizationGrouping = ValueOf<typeof UtilizationGrouping>

export const BoardDepth = enumeration('BoardDepth', {
  Project: ['project', 'Projects'],
  Phase: ['phase', 'Contracts and phases'],
  Entry: ['entry', 'Everything'],
})
export type BoardDepth = ValueOf<typeof BoardDepth>
