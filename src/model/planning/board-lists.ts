import { LaborType } from '../access/enums.ts'
import { teams } from '../access/teams.ts'
import { clients } from '../companies/clients.ts'
import { ConstructionPhaseType, ContractStatus, ContractType } from '../contracts/enums.ts'
import type { QueryOf } from '../kit/call.ts'
import { name } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { ProjectStatus } from '../projects/enums.ts'
import type { readBigBoard, readMyBoard, readSmallBoard } from './boards.ts'
import { BoardGrouping, Granularity } from './enums.ts'

export const boardLook = {
  from: { label: 'From', kind: 'text' },
  granularity: { label: 'Columns', kind: 'choice', options: Granularity },
  unit: { label: 'Unit', kind: 'text' },
  groupBy: { label: 'Group by', kind: 'choice', options: BoardGrouping },
} as const
type FiltersOf<C> = Partial<Record<keyof QueryOf<C>, object>>
const counted = {
  contractStatuses: { label: 'Contract status', kind: 'choice', options: ContractStatus },
  phaseTypes: { label: 'Phase', kind: 'choice', options: ConstructionPhaseType },
  laborTypes: { label: 'Labor type', kind: 'choice', options: LaborType },
} as const satisfies FiltersOf<typeof readBigBoard | typeof readMyBoard | typeof readSmallBoard>
const people = {
  userIds: { label: 'Person', kind: 'user' },
  teamIds: { label: 'Team', kind: 'reference', resource: () => teams },
} as const satisfies FiltersOf<typeof readBigBoard | typeof readSmallBoard>
const ofAll = {
  clientIds: { label: 'Client', kind: 'reference', resource: () => clients },
  projectStatuses: { label: 'Project status', kind: 'choice', options: ProjectStatus },
  contractTypes: { label: 'Contract type', kind: 'choice', options: ContractType },
  projectManagerIds: { label: 'Project manager', kind: 'user' },
  associateConsultantIds: { label: 'Associate consultant', kind: 'user' },
  includeClosed: { label: 'Closed projects', kind: 'boolean' },
  includeEmpty: { label: 'Projects without phases', kind: 'boolean' },
} as const satisfies FiltersOf<typeof readBigBoard>

const listOptions = { columns: ['name'], search: ['name'], sort: ['name'] } as const
const named = { fields: { name: name('Name') }, names: { one: 'Project', many: 'Projects' } }
/** Boards use the list infrastructure: the URL contains the view, which can be saved. */
export const bigBoard = resource({
  ...named,
  path: 'boards/BigBoard',
  permission: { view: 'BigBoard.View' },
  list: { ...listOptions, filters: { ...boardLook, ...counted, ...people, ...ofAll } },
})
export const myBoard = resource({
  ...named,
  path: 'boards/MyBoard',
  permission: { view: 'MyBoard.View' },
  list: { ...listOptions, filters: { ...boardLook, ...counted, clientIds: ofAll.clientIds, includeClosed: ofAll.includeClosed } },
})
export const smallBoard = resource({
  ...named,
  path: 'boards/SmallBoard/:id',
  permission: { view: 'SmallBoard.View' },
  list: { ...listOptions, filters: { ...boardLook, ...counted, ...people } },
})
