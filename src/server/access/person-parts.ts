import type { users } from '../../model/access/users.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import type { Context } from '../kit/request/context.ts'

export interface PersonPart {
  /** Called with the weekly hours of a user update; the area determines if they changed. */
  weeklyHoursGiven?(ctx: Context, userId: string, hours: number): Promise<void>
  /** Adds fields to the user detail response, limited by the caller's permissions. */
  detail?(ctx: Context, userId: string): Promise<Partial<RowOf<typeof users>>>
  /** Called when an internal user is suspended, to cancel what waits for them. */
  suspended?(ctx: Context, userId: string): Promise<void>
  invited?(ctx: Context, invited: Invited): Promise<void>
  /** Called when an invited user accepts, to grant the promised access. */
  cameIn?(ctx: Context, person: CameIn): Promise<void>
}

export interface Invited {
  invitationId: number
  email: string
  contactId: number | null
}
export interface CameIn extends Invited {
  userId: string
  inviterId: string | null
  projectIds: number[]
}

declare module '../kit/request/context.ts' {
  interface AreaExtensions {
    personParts: readonly PersonPart[]
  }
}

export async function detailOfPerson(ctx: Context, userId: string) {
  const updates: Partial<RowOf<typeof users>> = {}
  for (const part of ctx.services.extensions.personParts) Object.assign(updates, await part.detail?.(ctx, userId))
  return updates
}

export async function giveWeeklyHours(ctx: Context, userId: string, hours: number | null | undefined) {
  if (hours === null || hours === undefined) return
  for (const part of ctx.services.extensions.personParts) await part.weeklyHoursGiven?.(ctx, userId, hours)
}

export async function notifySuspended(ctx: Context, userId: string) {
  for (const part of ctx.services.extensions.personParts) await part.suspended?.(ctx, userId)
}

export async function wasInvited(ctx: Context, invited: Invited) {
  for (const part of ctx.services.extensions.personParts) await part.invited?.(ctx, invited)
}

export async function hasComeIn(ctx: Context, person: CameIn) {
  for (const part of ctx.services.extensions.personParts) await part.cameIn?.(ctx, person)
}
