import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { LaborType } from '../../model/access/enums.ts'
import { teams } from '../../model/access/teams.ts'
import { clients } from '../../model/companies/clients.ts'
import { ConstructionPhaseType, ContractStatus } from '../../model/contracts/enums.ts'
import type { QueryOf } from '../../model/kit/call.ts'
import { addDays, addMonths, mondayOf, monthOf } from '../../model/kit/dates.ts'
import type { Resource } from '../../model/kit/description.ts'
import { name } from '../../model/kit/field.ts'
import { resource } from '../../model/kit/resource.ts'
import type { readBigBoard, readMyBoard, readSmallBoard } from '../../model/planning/boards.ts'
import { BoardGrouping, Granularity } from '../../model/planning/enums.ts'
import type { FiltersWords } from '../kit/list/filters.tsx'
import { type ListAddress, useListAddress } from '../kit/list/list-address.ts'
import { useSavedViews } from '../kit/list/saved-view-acts.ts'
import { isUnit, type Unit } from './board-units.ts'
import { today } from './time-words.ts'

/** How a board is looked at; not what it shows. */
const look = {
  from: { label: 'From', kind: 'text' },
  granularity: { label: 'Columns', kind: 'choice', options: Granularity },
  unit: { label: 'Unit', kind: 'text' },
  groupBy: { label: 'Group by', kind: 'choice', options: BoardGrouping },
} as const
/** What the calls can be asked for; of several calls only what each of them can. */
type FiltersOf<C> = Partial<Record<keyof QueryOf<C>, object>>
const counted = {
  contractStatuses: { label: 'Contract status', kind: 'choice', options: ContractStatus },
  phaseTypes: { label: 'Phase', kind: 'choice', options: ConstructionPhaseType },
  laborTypes: { label: 'Labor type', kind: 'choice', options: LaborType },
} as const satisfies FiltersOf<typeof readBigBoard | typeof readMyBoard | typeof readSmallBoard>
const people = {
  userIds: { label: 'Person', kind: 'user' },
  teamIds: { label: 'Team', kind: 'reference', of: () => teams },
} as const satisfies FiltersOf<typeof readBigBoard | typeof readSmallBoard>
const ofAll = {
  clientIds: { label: 'Client', kind: 'reference', of: () => clients },
  projectManagerIds: { label: 'Project manager', kind: 'user' },
  associateConsultantIds: { label: 'Associate consultant', kind: 'user' },
  includeClosed: { label: 'Closed projects', kind: 'boolean' },
  includeEmpty: { label: 'Projects without phases', kind: 'boolean' },
} as const satisfies FiltersOf<typeof readBigBoard>

const words = { columns: ['name'], search: ['name'], sort: ['name'] } as const
const named = { fields: { name: name('Name') }, names: { one: 'Project', many: 'Projects' } }
/** A board is looked at as a list is: its address says how, and is kept as a view. */
export const bigBoard = resource({
  ...named,
  path: 'boards/BigBoard',
  permission: { view: 'BigBoard.View' },
  list: { ...words, filters: { ...look, ...counted, ...people, ...ofAll } },
})
export const myBoard = resource({
  ...named,
  path: 'boards/MyBoard',
  permission: { view: 'MyBoard.View' },
  list: { ...words, filters: { ...look, ...counted, includeClosed: ofAll.includeClosed } },
})
export const smallBoard = resource({
  ...named,
  path: 'boards/SmallBoard',
  permission: { view: 'SmallBoard.View' },
  list: { ...words, filters: { ...look, ...counted, ...people } },
})

const isHidden = { isHidden: true }
/** Filters that are no filters to whoever looks. */
export const hiddenFilters: FiltersWords = Object.fromEntries(
  [...Object.keys(look), 'createdByIds', 'updatedByIds', 'createdFrom', 'updatedFrom'].map((key) => [key, isHidden]),
)
/** Whose hours are whose is told with the details of entries only. */
export const withoutPeople: FiltersWords = { ...hiddenFilters, userIds: isHidden, teamIds: isHidden }

const monthsShown = 12
const weeksShown = 26

/** What a board shows, as its address says it. */
export function useBoardAddress(of: Resource) {
  const listing = useListAddress(of, 'q', { key: of.path, hasCards: false })
  const views = useSavedViews(useLocation({ select: ({ pathname }) => pathname }))
  const { address, change } = listing
  const { from, granularity, unit, groupBy, ...filters } = address.filters
  const byWeek = granularity?.[0] === Granularity.of.Week
  const chosenUnit: Unit = isUnit(unit?.[0]) ? unit[0] : 'hours'
  const start = from?.[0]
  const set = (part: Record<string, string | undefined>) => {
    const own = Object.entries(part).map(([key, value]) => [key, value === undefined ? [] : [value]] as const)
    const all = { ...address.filters, ...Object.fromEntries(own) }
    change({ filters: Object.fromEntries(Object.entries(all).filter(([, values]) => values.length > 0)) }, true)
  }
  /** Filters change what is shown, not how. */
  const changeFilters = (part: Partial<ListAddress>) =>
    change(part.filters ? { ...part, filters: { ...onlyLook(address.filters), ...part.filters } } : part)
  const said = JSON.stringify({ ...filters, search: address.search || undefined })
  // The same words are the same question, however often the address is read.
  const query = useMemo((): Record<string, string | string[] | undefined> => JSON.parse(said), [said])
  const span = useMemo(() => spanOf({ byWeek, start }), [byWeek, start])
  return {
    ...listing,
    views,
    byWeek,
    unit: chosenUnit,
    groupBy: BoardGrouping.values.find(({ value }) => value === groupBy?.[0])?.value ?? BoardGrouping.of.Client,
    /** The first month or week somebody chose. */
    start,
    query,
    span,
    set,
    changeFilters,
    isNarrowed: address.search !== '' || Object.values(filters).some((values) => values.some(Boolean)),
  }
}
export type BoardAddress = ReturnType<typeof useBoardAddress>

const onlyLook = (filters: Record<string, string[]>) => Object.fromEntries(Object.entries(filters).filter(([key]) => key in look))

/** From which column to which: last month to eleven months ahead unless somebody has gone elsewhere. */
function spanOf({ byWeek, start }: { byWeek: boolean; start: string | undefined }): { from: string; to: string } {
  if (byWeek) {
    const from = mondayOf(start && start.length === 10 ? start : start ? `${start}-01` : addDays(today(), -7))
    return { from, to: addDays(from, 7 * (weeksShown - 1)) }
  }
  const from = start ? monthOf(start) : addMonths(monthOf(today()), -1)
  return { from, to: addMonths(from, monthsShown - 1) }
}

/** Three months or four weeks on. */
export const stepFrom = (byWeek: boolean, from: string, by: -1 | 1) =>
  byWeek ? addDays(mondayOf(from.length === 7 ? `${from}-01` : from), by * 28) : addMonths(monthOf(from), by * 3)
