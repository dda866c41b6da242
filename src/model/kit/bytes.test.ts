import { expect, it } from 'vitest'
import { formatBytes } from './bytes.ts'

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1024 ** 2 - 1, '1 MB'],
  [5.25 * 1024 ** 2, '5.3 MB'],
  [1024 ** 3, '1 GB'],
  [3000 * 1024 ** 4, '3000 TB'],
  [null, 'N/A'],
  [undefined, 'N/A'],
  [-1, 'N/A'],
])('formats %s bytes as %s', (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown)
})
