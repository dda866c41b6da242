import type { LaborType } from '../../model/access/enums.ts'
import { type Board, seenLaborTypes } from '../../model/planning/boards.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import { forbidden } from '../kit/request/errors.ts'

const boardsOfOthers: readonly Board[] = ['BigBoard', 'SmallBoard']

/** Labor types in which the user sees the hours of others: those whose entry details a board shows them. */
export function seenOfOthers({ held }: Pick<Actor, 'held'>): LaborType[] {
  const open = boardsOfOthers.filter((board) => held.has(`${board}.ViewEntryDetails`))
  return [...new Set(open.flatMap((board) => seenLaborTypes(board, held)))]
}

/** Labor types in which the user sees the planned hours of user `ownerId`. */
export function seenPlans({ userId, held }: Pick<Actor, 'userId' | 'held'>, ownerId: string): LaborType[] {
  if (userId !== ownerId) return seenOfOthers({ held })
  return held.has('MyBoard.ViewEntryDetails') ? seenLaborTypes('MyBoard', held) : []
}

/** Every user may enter their own hours. Hours of others require `DNAUsers.Update` and a view of their work. */
export const mayWrite = ({ actor }: Context, userId: string) =>
  userId === actor.userId || (actor.held.has('DNAUsers.Update') && seenOfOthers(actor).length > 0)

export function requireMayWrite(ctx: Context, userId: string) {
  if (mayWrite(ctx, userId)) return
  throw forbidden(ctx.actor.held.has('DNAUsers.Update') ? 'BigBoard.ViewEntryDetails' : 'DNAUsers.Update')
}
