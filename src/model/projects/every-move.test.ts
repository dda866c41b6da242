import { expect, it } from 'vitest'
import { canStartFrom } from '../kit/step.ts'
import { LeadStatus, ProjectStage, ProjectStatus } from './enums.ts'
import { leadSteps, nextLeadStatuses, nextStatuses, projectSteps, statusesOfStage } from './stages.ts'

const { Lead, Opportunity, Active, Closed, Archived } = ProjectStage

/** Every state with its possible steps; all other pairs are rejected (domain 7.1). */
const possible: Record<string, string[]> = {
  '1 104': ['Activate'],
  '1 105': ['Archive'],
  '1 1': ['Archive'],
  '1 2': ['Archive'],
  '2 200': ['Close'],
  '2 201': ['Close'],
  '2 202': ['Close'],
  '2 203': ['Close'],
  '2 204': ['Close'],
  '2 205': ['Close'],
  '3 300': ['Reopen', 'Archive'],
  '4 400': ['Unarchive'],
}
it('S1: offers in every state exactly the steps of the table', () => {
  let pairs = 0
  for (const stage of [Opportunity, Active, Closed, Archived])
    for (const { value: projectStatus } of ProjectStatus.values) {
      const open = Object.entries(projectSteps)
        .filter(([, step]) => canStartFrom(step, { stage, projectStatus }))
        .map(([name]) => name)
      pairs += Object.keys(projectSteps).length
      if (!statusesOfStage(stage).includes(projectStatus)) continue
      expect(open, `${stage} ${projectStatus}`).toEqual(possible[`${stage} ${projectStatus}`] ?? [])
    }
  expect(pairs).toBe(4 * 16 * 5)
  for (const isArchived of [false, true])
    for (const { value: leadStatus } of LeadStatus.values) {
      const state = { stage: Lead, projectStatus: null, leadStatus, isArchived }
      const open = Object.entries(leadSteps)
        .filter(([, step]) => canStartFrom(step, state))
        .map(([name]) => name)
      const expected = isArchived ? ['Unarchive'] : [1, 2, 3].includes(leadStatus) ? ['Promote', 'Archive'] : ['Archive']
      expect(open, `lead ${leadStatus} ${isArchived}`).toEqual(expected)
    }
})

/** Targets of `SetStatus` by status; none for a status that is missing (domain 7.2). */
const moves: Record<number, Record<number, number[]>> = {
  [Lead]: { 1: [2, 3, 4, 5, 6], 2: [1, 3, 4, 5, 6], 3: [2, 4, 5, 6], 4: [1], 5: [3, 6, 4], 6: [3, 5, 4] },
  [Opportunity]: {
    100: [101, 1, 2],
    101: [100, 102, 1, 2],
    102: [101, 103, 104, 105, 1, 2],
    103: [101, 105, 1, 2],
    104: [103, 1, 2],
    105: [103, 1, 2],
    1: [103, 2],
    2: [103, 1],
  },
  [Active]: {
    200: [201, 1, 2],
    201: [200, 202, 205, 1, 2],
    202: [201, 203, 1, 2],
    203: [202, 204, 1, 2],
    204: [203, 205, 202, 1, 2],
    205: [204, 201, 1, 2],
    1: [203, 2],
    2: [203, 1],
  },
  [Closed]: {},
  [Archived]: {},
}
it.each([Lead, Opportunity, Active, Closed, Archived])('S1, S2: allows in stage %d exactly the status changes of the table', (stage) => {
  for (const now of statusesOfStage(stage)) {
    const statusBeforePause = stage === Lead ? 3 : stage === Opportunity ? 103 : 203
    const status = { leadStatus: stage === Lead ? (now as never) : null, projectStatus: stage === Lead ? null : (now as never) }
    expect(nextStatuses({ stage, ...status, statusBeforePause }), `${stage} ${now}`).toEqual(moves[stage]![now] ?? [])
    if (stage === Lead) expect(nextLeadStatuses({ stage, ...status, statusBeforePause, isArchived: true })).toEqual([])
  }
})
