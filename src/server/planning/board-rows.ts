import { ContractStatus, ContractType } from '../../model/contracts/enums.ts'
import { groupByKey } from '../../model/kit/keys.ts'
import { fullName } from '../../model/kit/names.ts'
import { columnsOfRange, type Spreader } from '../../model/planning/board-spread.ts'
import type {
  Board,
  BoardBar,
  BoardCell,
  BoardContractRow,
  BoardEntryRow,
  BoardPhaseRow,
  BoardProjectRow,
  BoardRow,
} from '../../model/planning/boards.ts'
import { BoardDepth, BoardGrouping } from '../../model/planning/enums.ts'
import { toSpreadRecord } from '../../model/planning/spread.ts'
import { stageAllows } from '../../model/projects/stage-guards.ts'
import type { ContractOnBoard, HoursOnBoard, PhaseOnBoard, ProjectOnBoard, RecordOnBoard } from './board-contents.ts'
import type { BoardTime } from './board-time.ts'

export interface Shown {
  board: Board
  projects: readonly ProjectOnBoard[]
  contracts: readonly ContractOnBoard[]
  phases: readonly PhaseOnBoard[]
  /** Null if entries are hidden; then no row has hours. */
  records: readonly RecordOnBoard[] | null
  /** Totals instead of entries, where entries are not rows. */
  hours: readonly HoursOnBoard[]
  depth: BoardDepth
  groupBy: BoardGrouping
  time: BoardTime
  over: Spreader
}

interface Grid {
  bars: (BoardBar[] | undefined)[]
  hours: number[]
  tentative: number[]
}
const createGrid = (count: number): Grid => ({
  bars: new Array(count).fill(undefined),
  hours: new Array(count).fill(0),
  tentative: new Array(count).fill(0),
})

function addBar({ bars }: Grid, at: number, bar: BoardBar) {
  const there = bars[at]
  if (there) there.push(bar)
  else bars[at] = [bar]
}

function addGrid(sum: Grid, grid: Grid) {
  grid.bars.forEach((bars, index) => {
    for (const bar of bars ?? []) addBar(sum, index, bar)
    sum.hours[index] = (sum.hours[index] ?? 0) + (grid.hours[index] ?? 0)
    sum.tentative[index] = (sum.tentative[index] ?? 0) + (grid.tentative[index] ?? 0)
  })
}
const sumToHours = (hundredths: readonly number[]) => hundredths.reduce((sum, hundredth) => sum + hundredth, 0) / 100

/** Converts cells and sums for the response; without entries they have no hours. */
function shownGrid({ bars, hours, tentative }: Grid, { time, records }: Shown) {
  const cells: Record<string, BoardCell> = {}
  time.keys.forEach((key, index) => {
    const [phases, own] = [bars[index] ?? [], hours[index] ?? 0]
    if (phases.length === 0 && own === 0) return
    cells[key] = { phases, ...(records && { hours: own / 100, tentativeHours: (tentative[index] ?? 0) / 100 }) }
  })
  return { cells, ...(records && { hours: sumToHours(hours), tentativeHours: sumToHours(tentative) }) }
}

interface Made<R> {
  row: R
  grid: Grid
}
type Contract = ContractOnBoard & { isTentative: boolean }

const nameOfEntry = ({ user, genericName }: RecordOnBoard) => (user ? fullName(user) : (genericName ?? 'Generic'))

const hoursInto =
  (grid: Grid, { isTentative }: Contract) =>
  (at: number, hundredths: number) => {
    grid.hours[at] = (grid.hours[at] ?? 0) + hundredths
    if (isTentative) grid.tentative[at] = (grid.tentative[at] ?? 0) + hundredths
  }

function spreadRecordHours(grid: Grid, { over }: Shown, contract: Contract, phase: PhaseOnBoard, record: RecordOnBoard) {
  over.spread(toSpreadRecord(record), phase, hoursInto(grid, contract))
}

function addEntries(grid: Grid, { over }: Shown, contract: Contract, phase: PhaseOnBoard, { even, byHand }: HoursOnBoard) {
  const into = hoursInto(grid, contract)
  over.spreadEvenly(even, phase, into)
  for (const allocations of byHand) over.spread(toSpreadRecord({ hours: 0, allocations }), phase, into)
}

function entryRow(shown: Shown, contract: Contract, phase: PhaseOnBoard, record: RecordOnBoard): Made<BoardEntryRow> {
  const grid = createGrid(shown.over.count)
  spreadRecordHours(grid, shown, contract, phase, record)
  const { id, type, user, genericName, laborType, hours, allocations, rowVersion, note } = record
  const row: BoardEntryRow = {
    key: `entry-${id}`,
    kind: 'entry',
    id,
    name: nameOfEntry(record),
    contractType: contract.type,
    isTentative: contract.isTentative,
    entry: {
      recordId: id,
      phaseId: phase.id,
      contractId: contract.id,
      phaseType: phase.type,
      laborType,
      type,
      user,
      genericName,
      totalHours: hours / 100,
      allocations,
      rowVersion,
      note,
    },
    ...shownGrid(grid, shown),
    children: [],
  }
  return { row, grid }
}

interface Tree {
  contracts: Map<number | null, ContractOnBoard[]>
  phases: Map<number | null, PhaseOnBoard[]>
  records: Map<number | null, RecordOnBoard[]>
  hours: Map<number, HoursOnBoard>
}

function phaseRow(
  shown: Shown,
  tree: Tree,
  contract: Contract,
  phase: PhaseOnBoard,
  children: readonly PhaseOnBoard[],
): Made<BoardPhaseRow> {
  const grid = createGrid(shown.over.count)
  const { id, contractId, parentPhaseId, type, dateRangeType, startDate, endDate, rowVersion } = phase
  const touched = columnsOfRange(shown.time.columns, phase)
  const bar = { phaseId: id, contractId, type, isTentative: contract.isTentative }
  for (let at = touched?.first ?? 0; at <= (touched?.last ?? -1); at++) addBar(grid, at, bar)
  const below = children.map((child) => phaseRow(shown, tree, contract, child, []))
  const records = tree.records.get(id) ?? []
  const entries = records.map((record) => entryRow(shown, contract, phase, record))
  // Entries that are not shown still count toward their phase.
  const unshown = tree.hours.get(id)
  if (unshown) addEntries(grid, shown, contract, phase, unshown)
  for (const builtRow of [...below, ...entries]) addGrid(grid, builtRow.grid)
  const row: BoardPhaseRow = {
    key: `phase-${id}`,
    kind: 'phase',
    id,
    name: phase.name,
    contractType: contract.type,
    isTentative: contract.isTentative,
    phase: { id, contractId, parentPhaseId, type, dateRangeType, startDate, endDate, rowVersion },
    ...shownGrid(grid, shown),
    children: [...below, ...entries].map((builtRow) => builtRow.row),
  }
  return { row, grid }
}

function contractRow(shown: Shown, tree: Tree, project: ProjectOnBoard, contract: ContractOnBoard): Made<BoardContractRow> {
  const isTentative = contract.status !== ContractStatus.Approved
  const phases = tree.phases.get(contract.id) ?? []
  const known = new Set(phases.map(({ id }) => id))
  const isTop = ({ parentPhaseId }: PhaseOnBoard) => parentPhaseId === null || !known.has(parentPhaseId)
  const builtRows = phases.filter(isTop).map((phase) =>
    phaseRow(
      shown,
      tree,
      { ...contract, isTentative },
      phase,
      phases.filter(({ parentPhaseId }) => parentPhaseId === phase.id),
    ),
  )
  const grid = createGrid(shown.over.count)
  for (const item of builtRows) addGrid(grid, item.grid)
  const { id, number, type, status, isLocked, rowVersion } = contract
  // Users who may not see entry details see neither number nor name of the contract (domain 3.2).
  const isNamed = shown.records !== null
  const isOpen = stageAllows('contract', 'Update', project.stage)
  const row: BoardContractRow = {
    key: `contract-${id}`,
    kind: 'contract',
    id,
    name: isNamed ? contract.name : ContractType.label(type),
    isTentative,
    contract: { id, number: isNamed ? number : '', type, status, isLocked, isEditable: !isLocked && isOpen, rowVersion },
    ...shownGrid(grid, shown),
    children: builtRows.map((item) => item.row),
  }
  return { row, grid }
}

function projectGroup(project: ProjectOnBoard, groupBy: BoardGrouping): BoardProjectRow['group'] {
  const person = groupBy === BoardGrouping.ProjectManager ? project.projectManager : project.associateConsultant
  if (groupBy === BoardGrouping.None) return null
  if (groupBy === BoardGrouping.Client)
    return project.client ? { key: `client-${project.client.id}`, name: project.client.name } : { key: 'client-none', name: 'No client' }
  return person ? { key: `person-${person.id}`, name: fullName(person) } : { key: 'person-none', name: 'Nobody' }
}

function projectRow(shown: Shown, tree: Tree, project: ProjectOnBoard): BoardProjectRow {
  const contracts = (tree.contracts.get(project.id) ?? []).map((contract) => contractRow(shown, tree, project, contract))
  const grid = createGrid(shown.over.count)
  for (const item of contracts) addGrid(grid, item.grid)
  const { id, name, number, stage, client, projectManager, associateConsultant } = project
  return {
    key: `project-${id}`,
    kind: 'project',
    id,
    name,
    project: { id, name, number: number ?? '', stage, client, projectManager, associateConsultant },
    group: projectGroup(project, shown.groupBy),
    ...shownGrid(grid, shown),
    children: visibleChildren(
      shown,
      contracts.map((item) => item.row),
    ),
  }
}

function visibleChildren({ board, depth }: Shown, contracts: BoardContractRow[]): BoardRow[] {
  if (depth === BoardDepth.Project) return []
  return board === 'MyBoard' ? contracts.flatMap(({ children }) => children) : contracts
}

const indexTree = ({ contracts, phases, records, hours }: Shown): Tree => ({
  contracts: groupByKey(contracts, ({ projectId }) => projectId),
  phases: groupByKey(phases, ({ contractId }) => contractId),
  records: groupByKey(records ?? [], ({ phaseId }) => phaseId),
  hours: new Map(hours.map((hour) => [hour.phaseId, hour])),
})

export function projectRows(shown: Shown): BoardProjectRow[] {
  const tree = indexTree(shown)
  return shown.projects.map((project) => projectRow(shown, tree, project))
}

export function contractRows(shown: Shown): BoardContractRow[] {
  const tree = indexTree(shown)
  return shown.projects.flatMap((project) =>
    (tree.contracts.get(project.id) ?? []).map((contract) => contractRow(shown, tree, project, contract).row),
  )
}
