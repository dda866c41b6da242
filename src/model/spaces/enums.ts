import { enumeration, type ValueOf } from '../kit/enumeration.ts'

export const SpaceStatus = enumeration('SpaceStatus', {
  Created: [1, 'Created'],
  InProgress: [2, 'In Progress'],
  Completed: [3, 'Completed'],
  Cancelled: [4, 'Cancelled'],
  OnHold: [5, 'On Hold'],
  Archived: [6, 'Archived'],
})
export type SpaceStatus = ValueOf<typeof SpaceStatus>

export const RackSide = enumeration('RackSide', {
  Front: [1, 'Front'],
  Rear: [2, 'Rear'],
})
export type RackSide = ValueOf<typeof RackSide>

export const RackMountType = enumeration('RackMountType', {
  Floor: [1, 'Floor'],
  Wall: [2, 'Wall'],
  InMillwork: [3, 'In millwork'],
  Portable: [4, 'Portable'],
})
export type RackMountType = ValueOf<typeof RackMountType>
