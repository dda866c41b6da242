import { enumeration, type ValueOf } from '../kit/enumeration.ts'
import { SpaceStatus } from '../spaces/enums.ts'

/** Content of a sheet. IAV: infrastructure audio-visual; SCD: system connection diagram. */
export const DocumentType = enumeration('DocumentType', {
  IAV: [1, 'IAV'],
  SCD: [2, 'SCD'],
  CoverSheet: [3, 'Cover Sheet'],
  ScopeView: [4, 'Scope View'],
  SitePlan: [5, 'Site Plan'],
  TypicalIAV: [6, 'Typical IAV'],
  TypicalSCD: [7, 'Typical SCD'],
  SpecSheet: [8, 'Spec Sheet'],
  Plan: [9, 'Plan'],
  Overview: [10, 'Overview'],
  Detail: [11, 'Detail'],
})
export type DocumentType = ValueOf<typeof DocumentType>

export const DocumentState = { ...SpaceStatus, name: 'DocumentState' }
export type DocumentState = ValueOf<typeof DocumentState>

export const AssociateType = enumeration('AssociateType', {
  NotAssociated: [0, 'Not Associated'],
  Space: [1, 'Space'],
  Level: [2, 'Level'],
  Building: [3, 'Building'],
  Category: [4, 'Category'],
})
export type AssociateType = ValueOf<typeof AssociateType>
