import type { Resource } from '../../../model/kit/description.ts'
import type { FilterQuery } from '../../../model/kit/resource.ts'

export type Search = Record<string, string | string[]>

/** Builds link parameters that filter a list: `filteredTo<typeof spaces>({ levelIds: [3] })`. The type argument is required. */
export const filterSearch = <R extends Resource = never>(filters: [R] extends [never] ? never : FilterQuery<R>): Search =>
  Object.fromEntries(
    Object.entries<unknown>(filters).map(([name, value]) => {
      const values = [value].flat().map(String)
      return [name, values.length === 1 ? String(values[0]) : values]
    }),
  )
