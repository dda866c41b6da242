import { describe, expect, it } from 'vitest'
import { contractStepNames } from '../contracts/contract-steps.ts'
import { typedKeys } from '../kit/keys.ts'
import { offerStepNames } from '../offers/offer-steps.ts'
import { shiftStepNames } from '../offers/shift-steps.ts'
import { ProjectStage } from './enums.ts'
import { stageGuards, stageObstacle } from './stage-guards.ts'

const lead = 'The project is still a lead. Promote the lead first.'
const closed = 'The project is closed.'

/** Lead, Opportunity, Active, Closed, Archived: `+` allows the action. */
const expected: Record<string, Record<string, string>> = {
  contents: { Change: '+++--' },
  actualHours: { Change: '+++--' },
  contract: {
    Create: '-++--',
    Update: '-++--',
    Delete: '+++--',
    SendForApproval: '-++--',
    Approve: '-++--',
    SendForUpdate: '+++--',
    Recall: '+++--',
    Unapprove: '+++--',
    Lock: '-++--',
    Unlock: '-++--',
    Archive: '+++++',
    Unarchive: '+++++',
  },
  resourceOffer: {
    Create: '-++--',
    Update: '-++--',
    Delete: '+++++',
    Submit: '-++--',
    Recall: '+++++',
    Accept: '-++--',
    Decline: '+++++',
    Approve: '-++--',
    Reject: '+++++',
    Revise: '-++--',
  },
  shiftRequest: {
    Create: '-++--',
    Update: '-++--',
    Delete: '+++++',
    Submit: '-++--',
    Recall: '+++++',
    Approve: '-++--',
    Reject: '+++++',
    Revise: '-++--',
  },
}

describe('the stage of a project', () => {
  const stages = ProjectStage.values.map(({ value }) => value)

  it('allows exactly these actions in each stage', () => {
    const shown = Object.fromEntries(
      typedKeys(stageGuards).map((entity) => {
        const actions: Record<string, readonly ProjectStage[]> = stageGuards[entity]
        return [
          entity,
          Object.fromEntries(
            Object.entries(actions).map(([action, allowed]) => [
              action,
              stages.map((stage) => (allowed.includes(stage) ? '+' : '-')).join(''),
            ]),
          ),
        ]
      }),
    )
    expect(shown).toEqual(expected)
  })
  it('names the reason', () => {
    expect(stages.map((stage) => stageObstacle('contract', 'Approve', stage))).toEqual([lead, undefined, undefined, closed, closed])
    expect(stages.map((stage) => stageObstacle('contents', 'Change', stage))).toEqual([undefined, undefined, undefined, closed, closed])
  })
  it('covers every step of contracts, offers and shift requests', () => {
    const own = ['Create', 'Update', 'Delete']
    expect(Object.keys(stageGuards.contract).sort()).toEqual([...own, ...contractStepNames].sort())
    expect(Object.keys(stageGuards.resourceOffer).sort()).toEqual([...own, ...offerStepNames].sort())
    expect(Object.keys(stageGuards.shiftRequest).sort()).toEqual([...own, ...shiftStepNames].sort())
  })
})
