import { SpaceStatus } from './enums.ts'

const { Cancelled, Archived } = SpaceStatus

/** Statuses of spaces excluded from counts, sums, and reports. */
export const uncountedStatuses: readonly SpaceStatus[] = [Cancelled, Archived]

export function isCounted(space: { readonly status: SpaceStatus; readonly isDeleted?: boolean }): boolean {
  return !space.isDeleted && !uncountedStatuses.includes(space.status)
}
