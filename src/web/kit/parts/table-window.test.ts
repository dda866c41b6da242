import { expect, it } from 'vitest'
import { renderedRows } from './table-window.ts'

const near = { isOn: true, height: 36, from: 100, to: 103 }

it('renders the rows near the window and the retained one', () => {
  expect(renderedRows(near, 0, 500, 101)).toEqual([100, 101, 102, 103])
  expect(renderedRows(near, 0, 500, 0)).toEqual([0, 100, 101, 102, 103])
  expect(renderedRows(near, 0, 500, 499)).toEqual([100, 101, 102, 103, 499])
})
it('renders the rows of a group that starts or ends within the window', () => {
  expect(renderedRows(near, 102, 10, -1)).toEqual([0, 1])
  expect(renderedRows(near, 90, 12, -1)).toEqual([10, 11])
  expect(renderedRows(near, 0, 20, -1)).toEqual([])
  expect(renderedRows(near, 200, 20, 3)).toEqual([3])
  expect(renderedRows(near, 200, 20, 20)).toEqual([])
})
it('renders all rows of a short table', () => {
  expect(renderedRows({ ...near, isOn: false }, 0, 3, 0)).toEqual([0, 1, 2])
})
