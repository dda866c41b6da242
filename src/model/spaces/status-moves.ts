import { SpaceStatus } from './enums.ts'

const { Created, InProgress, Completed, Cancelled, OnHold, Archived } = SpaceStatus

/** Allowed status transitions of a space or drawing document (domain 7.7). */
export const statusMoves: Record<SpaceStatus, readonly SpaceStatus[]> = {
  [Created]: [InProgress, OnHold, Cancelled],
  [InProgress]: [Completed, OnHold, Cancelled, Created],
  [Completed]: [InProgress, Archived],
  [OnHold]: [Created, InProgress, Cancelled],
  [Cancelled]: [Created, Archived],
  [Archived]: [Created],
}
