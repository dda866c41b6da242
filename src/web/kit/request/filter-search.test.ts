import { expect, it } from 'vitest'
import { type QueryOf, standardCalls } from '../../../model/kit/call.ts'
import { spaces } from '../../../model/spaces/spaces.ts'
import { filterSearch } from './filter-search.ts'

it('builds a list link from existing filters only', () => {
  expect(filterSearch<typeof spaces>({ levelIds: [3] })).toEqual({ levelIds: '3' })
  expect(filterSearch<typeof spaces>({ levelIds: [3, 4], buildingIds: [1] })).toEqual({ levelIds: ['3', '4'], buildingIds: '1' })
  // @ts-expect-error the list has no such filter
  filterSearch<typeof spaces>({ floorIds: [3] })
  // @ts-expect-error whose list it is has to be said
  filterSearch({ levelIds: [3] })
})

it('accepts only existing columns for a list query and its order', () => {
  const { list } = standardCalls(spaces)
  const queryNames = (query: QueryOf<typeof list>) => Object.keys(query).filter((name) => name in list.query)
  expect(queryNames({ sortBy: ['level', 'name'], columns: ['name'] })).toEqual(['sortBy', 'columns'])
  // @ts-expect-error rooms have no floor to be sorted by
  queryNames({ sortBy: ['floor'] })
  // @ts-expect-error nor to be shown
  queryNames({ columns: ['floor'] })
})
