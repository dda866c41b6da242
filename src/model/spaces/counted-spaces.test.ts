import { expect, it } from 'vitest'
import { isCounted } from './counted-spaces.ts'
import { SpaceStatus } from './enums.ts'

it('counts spaces that are planned, in progress, completed or on hold', () => {
  const counted = SpaceStatus.values.filter(({ value: status }) => isCounted({ status }))
  expect(counted.map(({ key }) => key)).toEqual(['Created', 'InProgress', 'Completed', 'OnHold'])
  expect(isCounted({ status: SpaceStatus.Created, isDeleted: true })).toBe(false)
})
