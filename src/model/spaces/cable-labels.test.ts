import { expect, it } from 'vitest'
import { labelSheets, labelsCsv, paginateLabels } from './cable-labels.ts'
import type { CableLabel } from './connections.ts'

const label = (number: string, here = 'A-1 OUT', there = 'B-1 IN'): CableLabel => ({
  connectionId: 1,
  end: 'from',
  lines: [here, number, there],
})

it('fills sheets from the selected start label', () => {
  const labels = Array.from({ length: 13 }, (_, index) => label(`V${index}`))
  const pages = paginateLabels(labels, { columns: 2, rows: 7 }, 4)
  expect(pages.map((page) => page.length)).toEqual([14, 2])
  expect(pages[0]!.slice(0, 4).map((item) => item?.lines[1])).toEqual([undefined, undefined, undefined, 'V0'])
  expect(paginateLabels([], { columns: 2, rows: 7 }, 1)).toEqual([])
})

it('fits sheets on a letter-size page', () => {
  for (const { key, columns, rows, widthIn, heightIn, topIn, leftIn, gapIn } of labelSheets) {
    expect(leftIn + columns * widthIn + (columns - 1) * gapIn, key).toBeLessThanOrEqual(8.5)
    expect(topIn + rows * heightIn, key).toBeLessThanOrEqual(11)
  }
})

it('escapes CSV values that a spreadsheet would read as a formula', () => {
  expect(labelsCsv([label('V101'), label('=1+1', 'Say "hi", DSP', '-5')])).toBe(
    `Number,This end,Other end\r\nV101,A-1 OUT,B-1 IN\r\n'=1+1,"Say ""hi"", DSP",'-5\r\n`,
  )
})
