import type { Context } from '../kit/request/context.ts'

/** What an area keeps of a person besides what access knows. */
export interface PersonPart {
  /** The weekly hours somebody was given with their other data; the part decides whether they are new. */
  weeklyHoursGiven?(ctx: Context, userId: string, hours: number): Promise<void>
}

declare module '../kit/request/context.ts' {
  interface Offered {
    personParts: readonly PersonPart[]
  }
}

export async function giveWeeklyHours(ctx: Context, userId: string, hours: number | null | undefined) {
  if (hours === null || hours === undefined) return
  for (const part of ctx.services.offered.personParts) await part.weeklyHoursGiven?.(ctx, userId, hours)
}
