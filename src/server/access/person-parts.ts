import type { users } from '../../model/access/users.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import type { Context } from '../kit/request/context.ts'

/** What an area keeps of a person besides what access knows. */
export interface PersonPart {
  /** The weekly hours somebody was given with their other data; the part decides whether they are new. */
  weeklyHoursGiven?(ctx: Context, userId: string, hours: number): Promise<void>
  /** Adds to what the page of a person says, as far as whoever asks may see it. */
  detail?(ctx: Context, userId: string): Promise<Partial<RowOf<typeof users>>>
  /** Somebody of the firm was suspended: nobody waits for them any more. */
  suspended?(ctx: Context, userId: string): Promise<void>
  /** Somebody outside the firm was asked to come in. */
  invited?(ctx: Context, invited: Invited): Promise<void>
  /** They came, and get what they were promised. */
  cameIn?(ctx: Context, person: CameIn): Promise<void>
}

export interface Invited {
  invitationId: number
  email: string
  contactId: number | null
}
export interface CameIn extends Invited {
  userId: string
  /** Who invited them. */
  inviterId: string | null
  projectIds: number[]
}

declare module '../kit/request/context.ts' {
  interface AreaExtensions {
    personParts: readonly PersonPart[]
  }
}

export async function detailOfPerson(ctx: Context, userId: string) {
  const said: Partial<RowOf<typeof users>> = {}
  for (const part of ctx.services.extensions.personParts) Object.assign(said, await part.detail?.(ctx, userId))
  return said
}

export async function giveWeeklyHours(ctx: Context, userId: string, hours: number | null | undefined) {
  if (hours === null || hours === undefined) return
  for (const part of ctx.services.extensions.personParts) await part.weeklyHoursGiven?.(ctx, userId, hours)
}

export async function tellSuspended(ctx: Context, userId: string) {
  for (const part of ctx.services.extensions.personParts) await part.suspended?.(ctx, userId)
}

export async function wasInvited(ctx: Context, invited: Invited) {
  for (const part of ctx.services.extensions.personParts) await part.invited?.(ctx, invited)
}

export async function hasComeIn(ctx: Context, person: CameIn) {
  for (const part of ctx.services.extensions.personParts) await part.cameIn?.(ctx, person)
}
