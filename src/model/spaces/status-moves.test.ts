import { expect, it } from 'vitest'
import { SpaceStatus } from './enums.ts'
import { statusMoves } from './status-moves.ts'

it('allows only the status changes of domain 7.7 for spaces and drawing documents', () => {
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
