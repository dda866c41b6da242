import { expect, it } from 'vitest'
import type { spaces } from '../../../model/spaces/spaces.ts'
import { filteredTo } from './filtered-to.ts'

it('leads to a list with filters it has', () => {
  expect(filteredTo<typeof spaces>({ levelIds: [3] })).toEqual({ levelIds: '3' })
  expect(filteredTo<typeof spaces>({ levelIds: [3, 4], buildingIds: [1] })).toEqual({ levelIds: ['3', '4'], buildingIds: '1' })
  // @ts-expect-error the list has no such filter
  filteredTo<typeof spaces>({ floorIds: [3] })
  // @ts-expect-error whose list it is has to be said
  filteredTo({ levelIds: [3] })
})
