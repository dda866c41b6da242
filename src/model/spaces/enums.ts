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

/** A 2-post rack and a wall-mounted one have no rear. */
export const RackType = enumeration('RackType', {
  TwoPost: [1, '2-post rack'],
  FourPost: [2, '4-post frame'],
  Cabinet: [3, 'Cabinet'],
  WallFrame: [4, 'Wall frame'],
  WallCabinet: [5, 'Wall cabinet'],
})
export type RackType = ValueOf<typeof RackType>

/** Half of the width an item takes, as seen from the front. */
export const RackHalf = enumeration('RackHalf', {
  None: ['none', 'Full width'],
  Left: ['left', 'Left half'],
  Right: ['right', 'Right half'],
})
export type RackHalf = ValueOf<typeof RackHalf>

export const ConnectionState = enumeration('ConnectionState', {
  Designed: [1, 'Designed'],
  Pulled: [2, 'Pulled'],
  Terminated: [3, 'Terminated'],
  Tested: [4, 'Tested'],
})
export type ConnectionState = ValueOf<typeof ConnectionState>

/** Where the length of a cable comes from. */
export const LengthSource = enumeration('LengthSource', {
  Measured: [1, 'Measured by hand'],
  Plan: [2, 'Plan'],
  Distance: [3, 'Distance of the spaces'],
  RoomDefault: [4, 'Room default'],
})
export type LengthSource = ValueOf<typeof LengthSource>
