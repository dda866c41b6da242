import { expect, it } from 'vitest'
import { SpaceStatus } from './enums.ts'
import { statusMoves } from './status-moves.ts'

it('lets spaces and drawing documents go from each status where domain 7.7 says, and nowhere else', () => {
  const moves = SpaceStatus.values.map(({ value, label }) => [label, statusMoves[value].map((to) => SpaceStatus.label(to))])
  expect(Object.fromEntries(moves)).toEqual({
    Created: ['In Progress', 'On Hold', 'Cancelled'],
    'In Progress': ['Completed', 'On Hold', 'Cancelled', 'Created'],
    Completed: ['In Progress', 'Archived'],
    'On Hold': ['Created', 'In Progress', 'Cancelled'],
    Cancelled: ['Created', 'Archived'],
    Archived: ['Created'],
  })
})
