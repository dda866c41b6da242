import type { Resource } from '../../../model/kit/description.ts'
import type { FilterQuery } from '../../../model/kit/resource.ts'

/** What the address of a list says: of one value that alone, as the router reads it. */
export type Search = Record<string, string | string[]>

/** Where a link to a list narrows it: `filteredTo<typeof spaces>({ levelIds: [3] })`. Whose list it is has to be said. */
export const filterSearch = <R extends Resource = never>(filters: [R] extends [never] ? never : FilterQuery<R>): Search =>
  Object.fromEntries(
    Object.entries<unknown>(filters).map(([name, given]) => {
      const values = [given].flat().map(String)
      return [name, values.length === 1 ? String(values[0]) : values]
    }),
  )
