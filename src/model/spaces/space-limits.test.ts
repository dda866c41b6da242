import { expect, it } from 'vitest'
import { overInShort } from './space-limits.ts'

const percentOf = (value: number, limit: number) => overInShort({ figure: 'total', value, limit })

it('formats shares so that an excess never reads as within the limit', () => {
  expect(percentOf(1080, 1000)).toBe('Price 108 %')
  expect(percentOf(200_115, 200_000)).toBe('Price 100.1 %')
  expect(percentOf(200_010, 200_000)).toBe('Price 100.01 %')
  expect(percentOf(2_000_000.01, 2_000_000)).toBe('Price just over 100 %')
  expect(percentOf(5, 0)).toBe('Price')
})
