import { expect, it } from 'vitest'
import { type Command, filterCommands } from './page-actions.ts'

const commands: Command[] = [
  { label: 'Users', group: 'External users' },
  { label: 'Space templates', group: 'Templates' },
  { label: 'Templates of names' },
  { label: 'Café tables', keywords: 'coffee' },
]
const found = (typed: string) => filterCommands(commands, typed).map(({ label }) => label)

it('matches word beginnings, ignoring case, accents and order', () => {
  expect(found('cafe')).toEqual(['Café tables'])
  expect(found('TEMPL sp')).toEqual(['Space templates'])
  expect(found('emplate')).toEqual([])
  expect(found('external')).toEqual(['Users'])
  expect(found('coffee')).toEqual(['Café tables'])
})

it('lists prefix matches first, and keeps the order without a search', () => {
  expect(found('templ')).toEqual(['Templates of names', 'Space templates'])
  expect(found(' ')).toEqual(commands.map(({ label }) => label))
})
