import { formatDate } from '../../../model/kit/dates.ts'
import type { ListFilter } from '../../../model/kit/description.ts'

/**
 * What was chosen among the levels of some buildings goes when one of these buildings or their whole filter goes, or when
 * the levels were chosen before any building: it may lie elsewhere, and the list would be empty without a visible reason.
 */
export function withoutLost(
  all: Record<string, ListFilter>,
  filters: Record<string, string[]>,
  key: string,
  before: string[],
  after: string[],
): Record<string, string[]> {
  const stays = before.length > 0 && before.every((value) => after.includes(value))
  const lost = Object.keys(all).filter((other) => all[other]!.within === key)
  if (stays || lost.length === 0) return filters
  return { ...filters, ...Object.fromEntries(lost.map((other) => [other, []])) }
}

/** `since 2026/11/01`, `from … to …`, `on …`. */
export function wordsOfDates([from = '', to = '']: string[]): [condition: string, days: string] {
  const [first, last] = [formatDate(from), formatDate(to)]
  if (!to) return ['since', first]
  if (!from) return ['until', last]
  return from === to ? ['on', first] : ['from', `${first} to ${last}`]
}
