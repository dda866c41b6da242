import { LaborType } from '../access/enums.ts'
import { teams } from '../access/teams.ts'
import { ConstructionPhaseType, ContractStatus } from '../contracts/enums.ts'
import { call, fileTaskShape, shape } from '../kit/call.ts'
import type { UserRef, ValuesOf } from '../kit/description.ts'
import { boolean, choice, choices, defaulted, hours, id, name, optional, set, text, uuid } from '../kit/field.ts'
import { centsOf } from '../kit/money.ts'
import { resource } from '../kit/resource.ts'
import { arrayField, numberedRef, object, objects, recordField } from '../kit/response-fields.ts'
import { type BoardColumn, boardColumns, boardPersonShape, boardTimeFields } from './boards.ts'
import { Granularity, WorkloadGrouping } from './enums.ts'
import { availability, teamShape } from './work-schedules.ts'

/**
 * Capacity and planned hours of all users in every project. Free time does not depend on the viewer, so hours of hidden projects count,
 * without project names (domain 4.3, 10.5, 20).
 */
const workloadPerson = {
  ...boardPersonShape,
  /** Availability of the schedule in effect today. */
  availabilityPercent: availability,
  /** Suspended users are listed only while hours are assigned to them. */
  isSuspended: boolean('Suspended'),
  teamIds: arrayField('Teams', id('Team')),
}
export type WorkloadPerson = ValuesOf<typeof workloadPerson>
export type WorkloadTeam = ValuesOf<typeof teamShape>
type Hours = Record<string, number>
const { capacity, firm, tentative } = boardPersonShape
/** Hours by column; each user counts once, regardless of the number of teams. */
const workloadSums = { capacity, firm, tentative }
export type WorkloadSums = ValuesOf<typeof workloadSums>

const counted = {
  ...boardTimeFields,
  contractStatuses: optional(choices('Contract status', ContractStatus)),
}
const workloadQuery = {
  ...counted,
  search: optional(text('Search', { max: 200 })),
  teamIds: optional(set('Teams', id('Team'), { max: 200 })),
  /** Labor type of the user, not of the hours. */
  laborTypes: optional(choices('Labor type', LaborType)),
}

export const readWorkload = call({
  method: 'GET',
  path: '/workload',
  permission: 'DNAUsers.View',
  summary: 'Get capacity and planned hours by person; suspended people only while they have hours',
  query: workloadQuery,
  response: shape({
    columns: boardColumns,
    people: objects('People', workloadPerson),
    teams: objects('Teams', teamShape),
    sums: object('Sums', workloadSums),
  }),
})
export const exportWorkload = call({
  method: 'GET',
  path: '/workload/Export',
  permission: 'DNAUsers.View',
  summary: 'Export the workload as a workbook',
  query: { ...workloadQuery, groupBy: defaulted(choice('Group by', WorkloadGrouping), WorkloadGrouping.Team) },
  response: shape(fileTaskShape),
  status: 202,
})

const workloadPhase = {
  recordId: id('Entry'),
  phaseId: id('Phase'),
  type: choice('Phase', ConstructionPhaseType),
  name: text('Name'),
  contract: numberedRef('Contract'),
  laborType: choice('Labor type', LaborType),
  isTentative: boolean('Tentative'),
  hours: recordField('Hours by month or week', hours('Hours')),
}
export type WorkloadPhase = ValuesOf<typeof workloadPhase>
/** A project hidden from the caller has neither a name nor phases. */
const workloadProject = {
  key: text('Key'),
  project: optional(numberedRef('Project')),
  name: text('Name'),
  firm,
  tentative,
  phases: objects('Phases', workloadPhase),
}
export type WorkloadProject = ValuesOf<typeof workloadProject>
export const restrictedProject = 'Restricted project'

export const readPersonWorkload = call({
  method: 'GET',
  path: '/workload/:id',
  params: { id: uuid('User') },
  permission: 'DNAUsers.View',
  summary: 'Get the capacity and planned hours of a person by project',
  query: counted,
  response: shape({ columns: boardColumns, person: object('Person', workloadPerson), projects: objects('Projects', workloadProject) }),
})

export const workload = resource({
  path: 'workload',
  names: { one: 'Person', many: 'People' },
  permission: { view: 'DNAUsers.View' },
  fields: { name: name('Name') },
  list: {
    columns: ['name'],
    search: ['name'],
    sort: ['name'],
    filters: {
      from: { label: 'From', kind: 'text' },
      granularity: { label: 'Columns', kind: 'choice', options: Granularity },
      unit: { label: 'Unit', kind: 'text' },
      groupBy: { label: 'Group by', kind: 'choice', options: WorkloadGrouping },
      contractStatuses: { label: 'Contract status', kind: 'choice', options: ContractStatus },
      teamIds: { label: 'Team', kind: 'reference', resource: () => teams },
      laborTypes: { label: 'Labor type', kind: 'choice', options: LaborType },
    },
  },
})

/** Entities whose changes affect boards and workload. */
const madeOf = [
  'contracts',
  'directExpenses',
  'projects',
  'absences',
  'workSchedules',
  'holidayCalendars',
  'people',
  'users',
  'monthlyPlans',
]
export const isPartOfHours = (entity: string) => madeOf.includes(entity)

export const totalLoad = ({ firm, tentative }: Pick<WorkloadSums, 'firm' | 'tentative'>, key: string) =>
  (centsOf(firm[key] ?? 0) + centsOf(tentative[key] ?? 0)) / 100
export const freeHours = (sums: WorkloadSums, key: string) => (centsOf(sums.capacity[key] ?? 0) - centsOf(totalLoad(sums, key))) / 100

export const isOverloaded = (sums: WorkloadSums, keys: readonly string[]) => keys.some((key) => freeHours(sums, key) < 0)

/** Sums whole hundredths, so that the total matches its rows exactly. */
export const summedHours = (keys: readonly string[], all: readonly Hours[]): Hours =>
  Object.fromEntries(keys.map((key) => [key, all.reduce((sum, hours) => sum + centsOf(hours[key] ?? 0), 0) / 100]))
export const summedWorkload = (keys: readonly string[], allSums: readonly WorkloadSums[]): WorkloadSums => ({
  capacity: summedHours(
    keys,
    allSums.map(({ capacity }) => capacity),
  ),
  firm: summedHours(
    keys,
    allSums.map(({ firm }) => firm),
  ),
  tentative: summedHours(
    keys,
    allSums.map(({ tentative }) => tentative),
  ),
})

export interface WorkloadGroup {
  key: string
  name: string
  lead: UserRef | null
  people: WorkloadPerson[]
}
interface Grouped {
  columns: readonly BoardColumn[]
  people: readonly WorkloadPerson[]
  teams: readonly WorkloadTeam[]
}
export function workloadGroups({ columns, people, teams }: Grouped, groupBy: WorkloadGrouping): WorkloadGroup[] {
  const group = (key: string, name: string, members: readonly WorkloadPerson[], lead: UserRef | null = null): WorkloadGroup[] =>
    members.length === 0 ? [] : [{ key, name, lead, people: [...members] }]
  if (groupBy === WorkloadGrouping.Overloaded) {
    const keys = columns.map(({ key }) => key)
    return group(
      'overloaded',
      'Overloaded',
      people.filter((person) => isOverloaded(person, keys)),
    )
  }
  if (groupBy === WorkloadGrouping.LaborType)
    return [
      ...LaborType.values.flatMap(({ value, label }) =>
        group(
          `labor-${value}`,
          label,
          people.filter(({ laborType }) => laborType === value),
        ),
      ),
      ...group(
        'labor-none',
        'No labor type',
        people.filter(({ laborType }) => laborType === null),
      ),
    ]
  return [
    ...teams.flatMap(({ id, name, lead }) =>
      group(
        `team-${id}`,
        name,
        people.filter(({ teamIds }) => teamIds.includes(id)),
        lead,
      ),
    ),
    ...group(
      'team-none',
      'No team',
      people.filter(({ teamIds }) => teamIds.length === 0),
    ),
  ]
}
