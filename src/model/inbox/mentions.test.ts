import { expect, it } from 'vitest'
import { mentionedIn, nameBegun, withName } from './mentions.ts'

const ann = { firstName: 'Ann', lastName: 'Lee' }
const anna = { firstName: 'Ann', lastName: 'Leeson' }
const people = [ann, anna]

it('finds full names after an @, in plain and formatted text', () => {
  expect(mentionedIn('Can @Ann Lee look?', people)).toEqual([ann])
  expect(mentionedIn('<p>@ann leeson, <strong>please</strong></p>', people)).toEqual([anna])
  expect(mentionedIn('@Ann Leeson and @Ann Lee', people)).toEqual(people)
  expect(mentionedIn('Ann Lee, ann@lee.com, @Annabel Lee', people)).toEqual([])
})

it('finds the name being typed and completes it', () => {
  expect(nameBegun('Can @An')).toBe('An')
  expect(nameBegun('<p>Can @Ann L</p>')).toBe('Ann L')
  expect(nameBegun('mail ann@lee')).toBeUndefined()
  expect(nameBegun('nothing')).toBeUndefined()
  expect(withName('Can @An', ann)).toBe('Can @Ann Lee ')
  expect(withName('<p>Can @An</p>', ann)).toBe('<p>Can @Ann Lee </p>')
})
