import { expect, it } from 'vitest'
import { canStartFrom } from '../kit/step.ts'
import { ProjectStage, type ProjectStatus, ProjectType } from './enums.ts'
import { firstState, madeNumber, nextStatuses, numberForType, projectSteps, reasonField, statusesOfStage } from './stages.ts'

const { Lead, Opportunity, Active, Closed, Archived } = ProjectStage
const startableSteps = (stage: ProjectStage, projectStatus: ProjectStatus) =>
  Object.entries(projectSteps)
    .filter(([, step]) => canStartFrom(step, { stage, projectStatus }))
    .map(([name]) => name)

it.each<[ProjectStage, ProjectStatus, string[]]>([
  [Opportunity, 100, []],
  [Opportunity, 104, ['Activate']],
  [Opportunity, 105, ['Archive']],
  [Opportunity, 1, ['Archive']],
  [Active, 200, ['Close']],
  [Active, 2, []],
  [Closed, 300, ['Reopen', 'Archive']],
  [Archived, 400, ['Unarchive']],
])('allows at stage %d and status %d the steps %j', (stage, projectStatus, steps) => {
  expect(startableSteps(stage, projectStatus)).toEqual(steps)
})

it('offers only statuses of the same open stage', () => {
  for (const stage of [Lead, Opportunity, Active])
    for (const value of statusesOfStage(stage)) {
      const state = { stage, leadStatus: value as never, projectStatus: value as never, statusBeforePause: null }
      const next = nextStatuses(state)
      expect(next.length, `${stage} ${value}`).toBeGreaterThan(0)
      for (const item of next) expect(statusesOfStage(stage)).toContain(item)
      expect(next).not.toContain(value)
    }
  expect(nextStatuses({ stage: Closed, projectStatus: 300 })).toEqual([])
})

it('returns from a pause to the previous status, or to the other pause', () => {
  expect(nextStatuses({ stage: Active, projectStatus: 1, statusBeforePause: 203 })).toEqual([203, 2])
  expect(nextStatuses({ stage: Opportunity, projectStatus: 2, statusBeforePause: 102 })).toEqual([102, 1])
  expect(nextStatuses({ stage: Lead, leadStatus: 5, projectStatus: null, statusBeforePause: 3 })).toEqual([3, 6, 4])
})

it('requires a reason for a pause, a loss or a refusal', () => {
  expect(reasonField(Lead, 4)).toBe('lostReason')
  expect(reasonField(Lead, 6)).toBe('pauseReason')
  expect(reasonField(Lead, 1)).toBeUndefined()
  expect(reasonField(Active, 1)).toBe('pauseReason')
  expect(reasonField(Opportunity, 105)).toBe('notAcceptedReason')
  expect(reasonField(Opportunity, 104)).toBeUndefined()
})

it('starts an internal project as active', () => {
  expect(firstState(ProjectType.Internal)).toEqual({ stage: Active, projectStatus: 200 })
  expect(firstState(ProjectType.Build)).toEqual({ stage: Opportunity, projectStatus: 100 })
})

it('generates numbers that follow the type, except custom ones', () => {
  expect(madeNumber(2026, 42, ProjectType.Build)).toBe('260042-B')
  expect(madeNumber(2026, 12_345, ProjectType.Internal)).toBe('2612345-N')
  expect(numberForType('260042-B', ProjectType.Overall)).toBe('260042-V')
  expect(numberForType('HQ-2026-B', ProjectType.Overall)).toBe('HQ-2026-B')
  expect(numberForType(null, ProjectType.Build)).toBeNull()
})
