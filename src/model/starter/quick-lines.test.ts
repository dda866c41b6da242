import { expect, it } from 'vitest'
import { readQuickLines } from './quick-lines.ts'

it('reads models, quantities, and prices', () => {
  const text = 'Model\tQty\n4 x DIS-75\nMIC-1\t2\t$1,150.00\nCAM-1, 3\n10\tSPK 8\t99.50\nRack'
  expect(readQuickLines(text)).toEqual({
    problems: [],
    lines: [
      { model: 'DIS-75', quantity: 4, unitPrice: null },
      { model: 'MIC-1', quantity: 2, unitPrice: 1150 },
      { model: 'CAM-1', quantity: 3, unitPrice: null },
      { model: 'SPK 8', quantity: 10, unitPrice: 99.5 },
      { model: 'Rack', quantity: 1, unitPrice: null },
    ],
  })
})

it('names lines that could be read in two ways', () => {
  const { problems } = readQuickLines('MIC-1\tmany\nCAM-1\t2\t$1,2,3')
  expect(problems).toEqual([
    'MIC-1 · many: the quantity must be a whole number from 1 to 9,999.',
    'CAM-1 · 2 · $1,2,3: $1,2,3 is not a price.',
  ])
})
