import { formatDate } from '../../../model/kit/dates.ts'
import type { ListFilter, Resource } from '../../../model/kit/description.ts'
import { responseFields } from '../../../model/kit/resource.ts'
import { formatNumber } from '../look/format.tsx'

export const isNameFilter = ({ kind }: ListFilter) => kind === 'reference' || kind === 'user'
export const filterUnit = ({ resource, filter }: { resource: Resource; filter: ListFilter }) =>
  filter.field ? responseFields(resource)[filter.field]?.unit : undefined

/**
 * Drops selected levels when one of their buildings or the building filter is removed, or when they were selected before any building.
 * Otherwise the list could be empty for no visible reason.
 */
export function dropOrphanedValues(
  all: Record<string, ListFilter>,
  filters: Record<string, string[]>,
  key: string,
  before: string[],
  after: string[],
): Record<string, string[]> {
  const isKept = before.length > 0 && before.every((value) => after.includes(value))
  const lost = Object.keys(all).filter((other) => all[other]!.parentFilter === key)
  if (isKept || lost.length === 0) return filters
  return { ...filters, ...Object.fromEntries(lost.map((other) => [other, []])) }
}

/** Returns the filters after one is negated or un-negated. Dependent values are dropped, because their parent values are now excluded. */
export const withNegation = (
  all: Record<string, ListFilter>,
  filters: Record<string, string[]>,
  key: string,
  isNot: boolean,
  notKey: string,
) => {
  const not = [...(filters[notKey] ?? []).filter((filter) => filter !== key), ...(isNot ? [key] : [])]
  return dropEmptyFilters(dropOrphanedValues(all, { ...filters, [notKey]: not }, key, [], []), notKey)
}

/** Returns true if no parent value is selected, so no dependent options exist. An excluded parent offers none. */
export const isParentFilterEmpty = ({ parentFilter }: ListFilter, filters: Record<string, string[]>, notKey: string) =>
  parentFilter !== undefined && (!filters[parentFilter]?.some(Boolean) || filters[notKey]?.includes(parentFilter) === true)

/** Formats a range: `100 or above`, `5 or below`, `between 5 and 100`. */
export function rangeText([from = '', to = '']: string[], unit = ''): [condition: string, sizes: string] {
  const withUnit = (end: string) => [formatNumber(Number(end)), unit].filter(Boolean).join(' ')
  if (!to) return ['is', `${withUnit(from)} or above`]
  if (!from) return ['is', `${withUnit(to)} or below`]
  return from === to ? ['is', withUnit(from)] : ['is between', `${formatNumber(Number(from))} and ${withUnit(to)}`]
}

/** Choices can be negated; texts and ranges cannot. */
export const canNegate = ({ kind }: ListFilter) => kind === 'choice' || kind === 'reference' || kind === 'user'

export function dropEmptyFilters(filters: Record<string, string[]>, notKey: string): Record<string, string[]> {
  const rest = Object.entries(filters).filter(([key, chosen]) => key !== notKey && chosen.some(Boolean))
  const not = (filters[notKey] ?? []).filter((name) => rest.some(([key]) => key === name))
  return { ...Object.fromEntries(rest), ...(not.length > 0 && { [notKey]: not }) }
}

export function datesText([from = '', to = '']: string[]): [condition: string, days: string] {
  const [first, last] = [formatDate(from), formatDate(to)]
  if (!to) return ['since', first]
  if (!from) return ['until', last]
  return from === to ? ['on', first] : ['from', `${first} to ${last}`]
}
