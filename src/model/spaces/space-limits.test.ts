import { expect, it } from 'vitest'
import { overInShort } from './space-limits.ts'

const percentOver = (value: number, limit: number) => overInShort({ figure: 'total', value, limit })

it('formats shares so that an excess never reads as within the limit', () => {
  expect(percentOver(1080, 1000)).toBe('Price 108%')
  expect(percentOver(200_115, 200_000)).toBe('Price 100.1%')
  expect(percentOver(200_010, 200_000)).toBe('Price 100.01%')
  expect(percentOver(2_000_000.01, 2_000_000)).toBe('Price just over 100%')
  expect(percentOver(5, 0)).toBe('Price')
})
