import { expect, it } from 'vitest'
import { spaceLabel } from './space-names.ts'

it('shows the number even if its digits occur in the name', () => {
  expect(spaceLabel({ number: '1', name: 'Room 12' })).toBe('1 Room 12')
  expect(spaceLabel({ number: '204', name: 'Boardroom' })).toBe('204 Boardroom')
  expect(spaceLabel({ number: null, name: 'Lobby' })).toBe('Lobby')
  expect(spaceLabel({ number: '', name: 'Lobby' })).toBe('Lobby')
})
