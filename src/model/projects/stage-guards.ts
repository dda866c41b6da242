import { ProjectStage } from './enums.ts'

const { Lead, Opportunity, Active, Closed, Archived } = ProjectStage
const always = [Lead, Opportunity, Active, Closed, Archived]
const untilClosed = [Lead, Opportunity, Active]
/** Stages with contracts and planned hours (domain 6.8, 6.9). */
const planned = [Opportunity, Active]

/**
 * The stages of a project that allow an action on something in it (domain 7.1, 7.3 to 7.5). Actions that end a pending decision are never
 * blocked, because a pending decision blocks closing and archiving.
 */
export const stageGuards = {
  /** Spaces, equipment, documents, budget, and everything else a project contains. */
  contents: { Change: untilClosed },
  actualHours: { Change: untilClosed },
  contract: {
    Create: planned,
    Update: planned,
    Delete: untilClosed,
    SendForApproval: planned,
    Approve: planned,
    SendForUpdate: untilClosed,
    Recall: untilClosed,
    Unapprove: untilClosed,
    Lock: planned,
    Unlock: planned,
    Archive: always,
    Unarchive: always,
  },
  resourceOffer: {
    Create: planned,
    Update: planned,
    Delete: always,
    Submit: planned,
    Recall: always,
    Accept: planned,
    Decline: always,
    Approve: planned,
    Reject: always,
    Revise: planned,
  },
  shiftRequest: {
    Create: planned,
    Update: planned,
    Delete: always,
    Submit: planned,
    Recall: always,
    Approve: planned,
    Reject: always,
    Revise: planned,
  },
} satisfies Record<string, Record<string, readonly ProjectStage[]>>

type StageGuards = typeof stageGuards
export type GuardedEntity = keyof StageGuards
export type StageAction<E extends GuardedEntity> = keyof StageGuards[E] & string

export function stagesFor<E extends GuardedEntity>(entity: E, action: StageAction<E>): readonly ProjectStage[] {
  const guards: Readonly<Record<string, readonly ProjectStage[]>> = stageGuards[entity]
  return guards[action] ?? []
}

export const stageAllows = <E extends GuardedEntity>(entity: E, action: StageAction<E>, stage: ProjectStage): boolean =>
  stagesFor(entity, action).includes(stage)

/** Returns the reason why the stage forbids an action, or undefined if it allows the action. */
export function stageObstacle<E extends GuardedEntity>(entity: E, action: StageAction<E>, stage: ProjectStage): string | undefined {
  if (stageAllows(entity, action, stage)) return undefined
  return stage === Lead ? 'The project is still a lead. Promote the lead first.' : 'The project is closed.'
}
