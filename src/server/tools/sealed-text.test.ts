import { expect, it } from 'vitest'
import { createSealer } from './sealed-text.ts'

const text = 'a secret of the provider, ä'

it('opens what it sealed, and never seals the same text alike', () => {
  const { seal, open } = createSealer(['first'])
  const [one, two] = [seal(text), seal(text)]
  expect(one).not.toContain('secret')
  expect(one).not.toBe(two)
  expect([open(one), open(two)]).toEqual([text, text])
})

it('opens texts of an earlier key, and of no other one', () => {
  const sealed = createSealer(['earlier']).seal(text)
  expect(createSealer(['now', 'earlier']).open(sealed)).toBe(text)
  expect(createSealer(['now']).open(sealed)).toBeUndefined()
})

it('rejects a changed text, and returns a text that was never sealed', () => {
  const { seal, open } = createSealer(['first'])
  const sealed = seal(text)
  const changed = `${sealed.slice(0, -3)}${sealed.at(-3) === 'A' ? 'B' : 'A'}${sealed.slice(-2)}`
  expect([open(changed), open('sealed:1:short'), open('plain')]).toEqual([undefined, undefined, 'plain'])
})
