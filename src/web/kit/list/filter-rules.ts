import { formatDate } from '../../../model/kit/dates.ts'
import type { ListFilter } from '../../../model/kit/description.ts'
import { formatNumber } from '../look/format.tsx'

/**
 * What was chosen among the levels of some buildings goes when one of these buildings or their whole filter goes, or when
 * the levels were chosen before any building: it may lie elsewhere, and the list would be empty without a visible reason.
 */
export function dropOrphanedValues(
  all: Record<string, ListFilter>,
  filters: Record<string, string[]>,
  key: string,
  before: string[],
  after: string[],
): Record<string, string[]> {
  const stays = before.length > 0 && before.every((value) => after.includes(value))
  const lost = Object.keys(all).filter((other) => all[other]!.parentFilter === key)
  if (stays || lost.length === 0) return filters
  return { ...filters, ...Object.fromEntries(lost.map((other) => [other, []])) }
}

/** The filters after one was turned into its contrary, or back: what was chosen within it belongs to what is now left out. */
export const withNegation = (
  all: Record<string, ListFilter>,
  filters: Record<string, string[]>,
  key: string,
  isNot: boolean,
  notKey: string,
) => {
  const not = [...(filters[notKey] ?? []).filter((one) => one !== key), ...(isNot ? [key] : [])]
  return dropEmptyFilters(dropOrphanedValues(all, { ...filters, [notKey]: not }, key, [], []), notKey)
}

/** Whether nothing is chosen that it could offer the levels of; what is left out offers none. */
export const isParentFilterEmpty = ({ parentFilter: within }: ListFilter, filters: Record<string, string[]>, notKey: string) =>
  within !== undefined && (!filters[within]?.some(Boolean) || filters[notKey]?.includes(within) === true)

/** `100 or above`, `5 or below`, `between 5 and 100`. */
export function rangeText([from = '', to = '']: string[], unit = ''): [condition: string, sizes: string] {
  const said = (end: string) => [formatNumber(Number(end)), unit].filter(Boolean).join(' ')
  if (!to) return ['is', `${said(from)} or above`]
  if (!from) return ['is', `${said(to)} or below`]
  return from === to ? ['is', said(from)] : ['is between', `${formatNumber(Number(from))} and ${said(to)}`]
}

/** What can be turned into its contrary: a choice, not a text or a size. */
export const canNegate = ({ kind }: ListFilter) => kind === 'choice' || kind === 'reference' || kind === 'user'

/** The filters after one has changed: an empty one is gone, and so is its "not". */
export function dropEmptyFilters(filters: Record<string, string[]>, notKey: string): Record<string, string[]> {
  const rest = Object.entries(filters).filter(([key, chosen]) => key !== notKey && chosen.some(Boolean))
  const not = (filters[notKey] ?? []).filter((name) => rest.some(([key]) => key === name))
  return { ...Object.fromEntries(rest), ...(not.length > 0 && { [notKey]: not }) }
}

/** `since 2026/11/01`, `from … to …`, `on …`. */
export function datesText([from = '', to = '']: string[]): [condition: string, days: string] {
  const [first, last] = [formatDate(from), formatDate(to)]
  if (!to) return ['since', first]
  if (!from) return ['until', last]
  return from === to ? ['on', first] : ['from', `${first} to ${last}`]
}
