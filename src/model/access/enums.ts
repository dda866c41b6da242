import { enumeration, type ValueOf } from '../kit/enumeration.ts'

/** Labor types for staffing and billing. `permissionSuffix` ends the name of the board permission that shows it. */
export const LaborType = enumeration('LaborType', {
  AC: [1, 'AC', { longLabel: 'Associate Consultants', permissionSuffix: 'AssociateConsultants' }],
  SC: [2, 'SC', { longLabel: 'Senior Consultants', permissionSuffix: 'SeniorConsultants' }],
  C: [3, 'C', { longLabel: 'Consultants', permissionSuffix: 'Consultants' }],
  VI: [4, 'VI', { longLabel: 'Virtual Integrators', permissionSuffix: 'VirtualIntegrators' }],
  BIM: [5, 'BIM', { longLabel: 'BIM Specialists', permissionSuffix: 'BIMSpecialists' }],
  MGT: [6, 'MGT', { longLabel: 'Management', permissionSuffix: 'Management' }],
  TCN: [7, 'TCN', { longLabel: 'Technical', permissionSuffix: 'Technical' }],
  SCD: [8, 'SCD', { longLabel: 'SCD', permissionSuffix: 'SCD' }],
})
export type LaborType = ValueOf<typeof LaborType>

/** Expired is computed from the date; the other states are stored. */
export const InvitationState = enumeration('InvitationState', {
  Pending: [1, 'Pending'],
  Accepted: [2, 'Accepted'],
  Expired: [3, 'Expired'],
  Revoked: [4, 'Revoked'],
})
export type InvitationState = ValueOf<typeof InvitationState>

export const AccessSubjectType = enumeration('AccessSubjectType', {
  User: [1, 'User'],
  AccessGroup: [2, 'Access Group'],
})
export type AccessSubjectType = ValueOf<typeof AccessSubjectType>
