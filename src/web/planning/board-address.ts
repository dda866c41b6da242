import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { addDays, addMonths, mondayOf, monthOf } from '../../model/kit/dates.ts'
import type { Resource } from '../../model/kit/description.ts'
import { boardLook } from '../../model/planning/board-lists.ts'
import { BoardGrouping, Granularity } from '../../model/planning/enums.ts'
import type { FilterTextsByKey } from '../kit/list/filters.tsx'
import type { ListAddress } from '../kit/list/list-address.ts'
import { useSavedViews } from '../kit/list/saved-view-actions.ts'
import { useListAddress } from '../kit/list/use-list-address.ts'
import { currentDay } from '../kit/look/clock.ts'
import { isUnit, type Unit } from './board-units.ts'

const isHidden = { isHidden: true }
export const hiddenFilters: FilterTextsByKey = Object.fromEntries(
  [...Object.keys(boardLook), 'createdByIds', 'updatedByIds', 'createdFrom', 'updatedFrom'].map((key) => [key, isHidden]),
)
/** Hides user filters, because only entry details assign hours to users. */
export const withoutPeople: FilterTextsByKey = { ...hiddenFilters, userIds: isHidden, teamIds: isHidden }

const monthsShown = 12
const weeksShown = 26

export function useBoardAddress(resource: Resource) {
  const listing = useListAddress(resource, 'q', { key: resource.path, hasCards: false })
  const views = useSavedViews(useLocation({ select: ({ pathname }) => pathname }))
  const { address, change } = listing
  const { from, granularity, unit, groupBy, ...filters } = address.filters
  const byWeek = granularity?.[0] === Granularity.Week
  const chosenUnit: Unit = isUnit(unit?.[0]) ? unit[0] : 'hours'
  const start = from?.[0]
  const set = (part: Record<string, string | undefined>) => {
    const own = Object.entries(part).map(([key, value]) => [key, value === undefined ? [] : [value]] as const)
    const all = { ...address.filters, ...Object.fromEntries(own) }
    change({ filters: Object.fromEntries(Object.entries(all).filter(([, values]) => values.length > 0)) }, true)
  }
  const changeFilters = (part: Partial<ListAddress>) =>
    change(part.filters ? { ...part, filters: { ...onlyLook(address.filters), ...part.filters } } : part)
  const filterKey = JSON.stringify({ ...filters, search: address.search || undefined })
  // Memoizes by content, so an equal URL yields the same query object.
  const query = useMemo((): Record<string, string | string[] | undefined> => JSON.parse(filterKey), [filterKey])
  const span = useMemo(() => defaultColumnRange({ byWeek, start }), [byWeek, start])
  return {
    ...listing,
    views,
    byWeek,
    unit: chosenUnit,
    groupBy: BoardGrouping.values.find(({ value }) => value === groupBy?.[0])?.value ?? BoardGrouping.Client,
    start,
    query,
    span,
    set,
    changeFilters,
    isNarrowed: address.search !== '' || Object.values(filters).some((values) => values.some(Boolean)),
  }
}
export type BoardAddress = ReturnType<typeof useBoardAddress>

const onlyLook = (filters: Record<string, string[]>) => Object.fromEntries(Object.entries(filters).filter(([key]) => key in boardLook))

/** Column range. Default: last month to eleven months ahead by month, or 26 weeks from last week. */
function defaultColumnRange({ byWeek, start }: { byWeek: boolean; start: string | undefined }): { from: string; to: string } {
  if (byWeek) {
    const from = mondayOf(start && start.length === 10 ? start : start ? `${start}-01` : addDays(currentDay(), -7))
    return { from, to: addDays(from, 7 * (weeksShown - 1)) }
  }
  const from = start ? monthOf(start) : addMonths(monthOf(currentDay()), -1)
  return { from, to: addMonths(from, monthsShown - 1) }
}

export const stepFrom = (byWeek: boolean, from: string, by: -1 | 1) =>
  byWeek ? addDays(mondayOf(from.length === 7 ? `${from}-01` : from), by * 28) : addMonths(monthOf(from), by * 3)
