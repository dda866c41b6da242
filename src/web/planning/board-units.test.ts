import { expect, it } from 'vitest'
import { formatNumber } from '../kit/look/format.tsx'
import { formatInUnit, inThousands, sumIn } from './board-units.ts'

it('rounds halves away from zero, for negative and positive values', () => {
  expect([250, -250, 1150, -1150, 49.99, -49.99, 0].map(inThousands)).toEqual(['0.3', '−0.3', '1.2', '−1.2', '0.0', '0.0', '0.0'])
  expect([0.5, -0.5, 2.5, -2.5, -0.4].map((hours) => sumIn('hours', hours))).toEqual(['1', '−1', '3', '−3', '0'])
  expect([1.005, -1.005].map((hours) => formatInUnit('hours', hours))).toEqual(['1.01', '−1.01'])
  expect([12.5, -12.5].map((percent) => formatInUnit('percent', percent))).toEqual(['13', '−13'])
  expect([1.005, -1.005, -0.001].map((value) => formatNumber(value, 2))).toEqual(['1.01', '−1.01', '0.00'])
})
