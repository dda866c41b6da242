import { expect, it } from 'vitest'
import { DocumentLayout } from './enums.ts'
import { dealViews, sheetGrid, tooManyViews } from './layouts.ts'

const { BIMTeamDecided, OneViewPerPage, FourViewsPerPage, SixViewsPerPage } = DocumentLayout

it('limits views to the layout, with no limit where the BIM team decides', () => {
  expect(tooManyViews(OneViewPerPage, 1)).toBeUndefined()
  expect(tooManyViews(OneViewPerPage, 2)).toBe('A sheet of this layout has room for 1 view.')
  expect(tooManyViews(FourViewsPerPage, 5)).toBe('A sheet of this layout has room for 4 views.')
  expect(tooManyViews(SixViewsPerPage, 6)).toBeUndefined()
  expect(tooManyViews(BIMTeamDecided, 99)).toBeUndefined()
})

it('arranges the places of a layout in a grid', () => {
  expect(sheetGrid(OneViewPerPage, 0)).toEqual({ columns: 1, rows: 1 })
  expect(sheetGrid(FourViewsPerPage, 1)).toEqual({ columns: 2, rows: 2 })
  expect(sheetGrid(SixViewsPerPage, 6)).toEqual({ columns: 3, rows: 2 })
  expect(sheetGrid(BIMTeamDecided, 0)).toEqual({ columns: 1, rows: 1 })
  expect(sheetGrid(BIMTeamDecided, 7)).toEqual({ columns: 3, rows: 3 })
})

it('distributes views over further sheets in order', () => {
  expect(dealViews(FourViewsPerPage, [1, 2, 3, 4, 5])).toEqual([[1, 2, 3, 4], [5]])
  expect(dealViews(OneViewPerPage, [1, 2, 3])).toEqual([[1], [2], [3]])
  expect(dealViews(BIMTeamDecided, [1, 2, 3, 4, 5, 6, 7])).toEqual([[1, 2, 3, 4, 5, 6, 7]])
  expect(dealViews(SixViewsPerPage, [])).toEqual([[]])
})
