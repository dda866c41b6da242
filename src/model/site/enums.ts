import { enumeration, type ValueOf } from '../kit/enumeration.ts'

export const SubmittalKind = enumeration('SubmittalKind', {
  ProductData: [1, 'Product data'],
  ShopDrawing: [2, 'Shop drawing'],
  Sample: [3, 'Sample'],
  Closeout: [4, 'Closeout'],
})
export type SubmittalKind = ValueOf<typeof SubmittalKind>

export const SubmittalOutcome = enumeration('SubmittalOutcome', {
  NoExceptionsTaken: [1, 'No exceptions taken'],
  MakeCorrectionsNoted: [2, 'Make corrections noted'],
  ReviseAndResubmit: [3, 'Revise and resubmit'],
  Rejected: [4, 'Rejected'],
  ForInformation: [5, 'For information'],
})
export type SubmittalOutcome = ValueOf<typeof SubmittalOutcome>

export const SubmittalState = enumeration('SubmittalState', {
  Expected: [1, 'Expected'],
  InReview: [2, 'In review'],
  Returned: [3, 'Returned'],
  Closed: [4, 'Closed'],
})
export type SubmittalState = ValueOf<typeof SubmittalState>

/** Party that must act next. */
export const BallInCourt = enumeration('BallInCourt', {
  Consultant: [1, 'Consultant'],
  Company: [2, 'Company'],
})
export type BallInCourt = ValueOf<typeof BallInCourt>

export const RfiImpact = enumeration('RfiImpact', {
  No: [1, 'No'],
  Yes: [2, 'Yes'],
  Unknown: [3, 'Unknown'],
})
export type RfiImpact = ValueOf<typeof RfiImpact>

export const RfiState = enumeration('RfiState', {
  Open: [1, 'Open'],
  Answered: [2, 'Answered'],
  Closed: [3, 'Closed'],
})
export type RfiState = ValueOf<typeof RfiState>

export const ObservationSeverity = enumeration('ObservationSeverity', {
  Note: [1, 'Note'],
  Minor: [2, 'Minor'],
  Major: [3, 'Major'],
  Safety: [4, 'Safety'],
})
export type ObservationSeverity = ValueOf<typeof ObservationSeverity>

export const ObservationState = enumeration('ObservationState', {
  Open: [1, 'Open'],
  Ready: [2, 'Ready for review'],
  Closed: [3, 'Closed'],
})
export type ObservationState = ValueOf<typeof ObservationState>

export const SitePaper = enumeration('SitePaper', {
  PunchList: ['punchList', 'Punch list'],
  SubmittalRegister: ['submittals', 'Submittal register'],
  RfiLog: ['rfis', 'RFI log'],
  Verification: ['verification', 'Verification report'],
})
export type SitePaper = ValueOf<typeof SitePaper>

export const TestResult = enumeration('TestResult', {
  Pass: [1, 'Pass'],
  Fail: [2, 'Fail'],
  NotApplicable: [3, 'Not applicable'],
  NotTested: [4, 'Not tested'],
})
export type TestResult = ValueOf<typeof TestResult>
