import type { LaborType } from '../../model/access/enums.ts'
import type { Allocation } from '../../model/contracts/construction-phases.ts'
import { ConstructionPhaseType, ContractStatus, FeeType } from '../../model/contracts/enums.ts'
import { agreedFeeTypes } from '../../model/contracts/fee-terms.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import {
  addCents,
  addCost,
  addRevenue,
  type BoardFeePhase,
  type BoardRecord,
  type ExactSums,
  exactSums,
  roundedSums,
} from '../../model/planning/board-money.ts'
import { columnNumber, columnsOfRange, type Spreader } from '../../model/planning/board-spread.ts'
import { type Board, type BoardSummary, type BoardSummaryRow, type NetFigures, netFigures } from '../../model/planning/boards.ts'
import { LaborSummaryPseudoType } from '../../model/planning/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { is, onlyRow, orNull, type RowOfShape } from '../kit/sql/row-types.ts'
import {
  type Counted,
  contractConditions,
  createStatementValues,
  fromProjects,
  type ProjectFilters,
  phaseConditions,
  projectConditions,
  recordConditions,
} from './board-contents.ts'
import type { BoardTime } from './board-time.ts'
import { feeRecordParts, feeRecordRow, toBoardRecord } from './fee-records.ts'
import { contractsAsText, contractsRow, keepingSums, noType, overlapWith, type TypeMonths } from './stored-months.ts'

/** Figures of a board the user may see; hidden ones that no other depends on are not computed (domain 10.6). */
function figuresSeen(board: Board, held: Context['actor']['held']) {
  const [expenses, net] = [held.has(`${board}.ViewDirectExpensesSummary`), held.has(`${board}.ViewNetSummary`)]
  return {
    hours: held.has(`${board}.ViewLaborHoursSummary`),
    revenue: held.has(`${board}.ViewLaborRevenueSummary`),
    cost: held.has(`${board}.ViewLaborCostSummary`),
    expensesRevenue: expenses && held.has(`${board}.ViewDirectExpensesRevenueSummary`),
    expensesCost: expenses && held.has(`${board}.ViewDirectExpensesCostSummary`),
    net,
    totalRevenue: net && held.has(`${board}.ViewNetSummaryTotalRevenue`),
    totalCost: net && held.has(`${board}.ViewNetSummaryTotalCost`),
    netProfit: net && held.has(`${board}.ViewNetSummaryNetProfit`),
  }
}
type Seen = ReturnType<typeof figuresSeen>

function neededFigures(seen: Seen) {
  const revenue = seen.totalRevenue || seen.netProfit
  const cost = seen.totalCost || seen.netProfit
  return {
    hours: seen.hours,
    revenue: seen.revenue || revenue,
    cost: seen.cost || cost,
    expensesRevenue: seen.expensesRevenue || revenue,
    expensesCost: seen.expensesCost || cost,
  }
}
type Needed = ReturnType<typeof neededFigures>

/** Figures per column: for all contracts, and for those that are not approved. */
interface Sums {
  hours: Map<LaborType, number[]>
  revenue: ExactSums
  cost: ExactSums
  expensesRevenue: ExactSums
  expensesCost: ExactSums
}
const sumsOver = (count: number): Sums => ({
  hours: new Map(),
  revenue: exactSums(count),
  cost: exactSums(count),
  expensesRevenue: exactSums(count),
  expensesCost: exactSums(count),
})

/** The projects of the filters, or the one of a Small Board in any stage. */
type OfProjects = { asked: ProjectFilters } | { projectId: number }
function projectsWhere(p: ReturnType<typeof createStatementValues>, ofProjects: OfProjects): string[] {
  return 'asked' in ofProjects ? projectConditions(p, ofProjects.asked) : [`p.id = ${p.add(ofProjects.projectId)} and visible(p)`]
}

const recordRow = { ...feeRecordRow, id: is.number, isCounted: is.boolean }
const phaseRow = {
  id: is.number,
  type: is.choice(ConstructionPhaseType),
  feeType: is.choice(FeeType),
  fee: orNull(is.number),
  startDate: is.date,
  endDate: is.date,
  status: is.choice(ContractStatus),
  records: orNull(is.listOf(is.jsonOf(recordRow))),
}

/** Hours that replace those of the contracts: of existing records, and added to phases. */
export interface OtherHours {
  changed: ReadonlyMap<number, { hundredths: number; allocations: Allocation[] }>
  added: ReadonlyMap<number, readonly BoardRecord[]>
}

interface SummaryRequest {
  counted: Counted
  ofProjects: OfProjects
  time: BoardTime
  over: Spreader
  otherHours?: OtherHours
}

/** Phases in the time with their records. When a fee is divided, includes hours that are filtered out, because they take their share. */
function feePhases(ctx: Context, { counted, ofProjects, time }: SummaryRequest, needed: Needed) {
  const p = createStatementValues()
  const isCounted = recordConditions(p, counted).join(' and ')
  const hasFee = needed.revenue ? `ph.fee_type in (${agreedFeeTypes.join(', ')})` : 'false'
  // For generic hours the condition may be null, because they have no user.
  const listed = `${feeRecordParts(needed)}, 'id', r.id, 'isCounted', coalesce(${isCounted}, false)`
  const conditions = [
    ...projectsWhere(p, ofProjects),
    ...contractConditions(p, counted),
    ...phaseConditions(p, counted),
    `ph.end_date >= ${p.add(time.first)}::date and ph.start_date <= ${p.add(time.last)}::date`,
  ]
  return ctx.rows(
    phaseRow,
    `select ph.id, ph.type, ph.fee_type, ${needed.revenue ? 'ph.fee' : 'null::bigint as fee'}, ph.start_date, ph.end_date,
       c.status, json_agg(json_build_object(${listed})) filter (where r.id is not null) as records
     from ${fromProjects} join planned_contracts c on c.project_id = p.id join planned_phases ph on ph.contract_id = c.id
       left join planned_records r on r.phase_id = ph.id and ((${isCounted}) or ${hasFee})
     where ${conditions.join(' and ')} group by ph.id, ph.type, ph.fee_type, ph.fee, ph.start_date, ph.end_date, c.status`,
    p.values,
  )
}

const asRecord = ({ id, isCounted, ...record }: RowOfShape<typeof recordRow>, other?: OtherHours): BoardRecord => ({
  ...toBoardRecord({ ...record, ...other?.changed.get(id) }),
  isCounted,
})

function typeHours(sums: Sums, type: LaborType, count: number) {
  const hours = sums.hours.get(type) ?? new Array<number>(count).fill(0)
  sums.hours.set(type, hours)
  return hours
}

function addPhaseHours(sums: Sums, { range, records }: BoardFeePhase, over: Spreader) {
  for (const record of records) {
    if (!record.isCounted) continue
    const hours = typeHours(sums, record.laborType, over.count)
    over.spread(record, range, (at, hundredths) => {
      hours[at] = (hours[at] ?? 0) + hundredths
    })
  }
}

const into = (sums: ExactSums, at: number, from: ExactSums, fromAt: number) => {
  sums.cents[at] = (sums.cents[at] ?? 0) + (from.cents[fromAt] ?? 0)
  sums.rest[at] = (sums.rest[at] ?? 0) + (from.rest[fromAt] ?? 0)
}

type Labor = Pick<Sums, 'hours' | 'revenue' | 'cost'>
const keptLabor = keepingSums<{ total: Labor; tentative: Labor }>()

/** Adds the contracts of the firm; their sums are cached until the contract changes. */
async function addKeptLabor(ctx: Context, { counted, ofProjects, time }: SummaryRequest, total: Sums, tentative: Sums) {
  const p = createStatementValues()
  const conditions = [...projectsWhere(p, ofProjects), ...contractConditions(p, counted)].join(' and ')
  const found = await ctx.rows(
    contractsRow,
    `select ${contractsAsText} from ${fromProjects} join planned_contracts c on c.project_id = p.id where ${conditions}`,
    p.values,
  )
  const { keys, granularity } = time
  const types = [...counted.laborTypes, ...(counted.isWhole ? ([noType] as const) : [])]
  const cacheKey = `${granularity} ${keys[0]} ${keys.length} ${types}`
  const labor = await keptLabor(ctx, { contracts: onlyRow(found).contracts ?? '', cacheKey, granularity }, (all) => {
    const from = columnNumber(keys[0] ?? '', granularity)
    const [ofAll, ofTentative] = [sumsOver(keys.length), sumsOver(keys.length)]
    for (const { months, isTentative } of all) {
      const span = overlapWith(months, from, keys.length)
      for (const type of span.begin < span.end ? types : []) {
        const own = months.types.get(type)
        if (!own) continue
        for (const sums of isTentative ? [ofAll, ofTentative] : [ofAll])
          addTypeMonths(sums, type === noType ? undefined : typeHours(sums, type, keys.length), own, span)
      }
    }
    return { total: pickLabor(ofAll), tentative: pickLabor(ofTentative) }
  })
  Object.assign(total, labor.total)
  Object.assign(tentative, labor.tentative)
}
const pickLabor = ({ hours, revenue, cost }: Sums): Labor => ({ hours, revenue, cost })

/** Adds a labor type of a contract to the columns. A fee without hours has no labor type. */
function addTypeMonths(sums: Sums, hours: number[] | undefined, own: TypeMonths, { ahead, begin, end }: ReturnType<typeof overlapWith>) {
  for (let at = begin; at < end; at++) {
    if (hours) hours[at + ahead] = (hours[at + ahead] ?? 0) + (own.hours[at] ?? 0)
    into(sums.revenue, at + ahead, own.revenue, at)
    into(sums.cost, at + ahead, own.cost, at)
  }
}

async function addLabor(ctx: Context, query: SummaryRequest, needed: Needed, total: Sums, tentative: Sums) {
  if (!needed.hours && !needed.revenue && !needed.cost) return
  const { counted, ofProjects, otherHours } = query
  if ('asked' in ofProjects && counted.userIds === null && counted.phaseTypes === null) return addKeptLabor(ctx, query, total, tentative)
  for (const { id, records, status, startDate, endDate, ...phase } of await feePhases(ctx, query, needed)) {
    const listed = (records ?? []).map((record) => asRecord(record, otherHours))
    const item = { ...phase, range: { startDate, endDate }, records: [...listed, ...(otherHours?.added.get(id) ?? [])] }
    for (const sums of status === ContractStatus.Approved ? [total] : [total, tentative]) {
      if (needed.hours) addPhaseHours(sums, item, query.over)
      if (needed.revenue) addRevenue(sums.revenue, item, query.over, query.counted.isWhole)
      if (needed.cost) for (const record of item.records) if (record.isCounted) addCost(sums.cost, item, record, query.over)
    }
  }
}

/** Direct expenses count on their date, ignoring filters by phase and labor type. A filter by person selects the expenses they spend. */
async function addExpenses(ctx: Context, { counted, ofProjects, time }: SummaryRequest, needed: Needed, total: Sums, tentative: Sums) {
  if (!needed.expensesRevenue && !needed.expensesCost) return
  const p = createStatementValues()
  const conditions = [
    ...projectsWhere(p, ofProjects),
    ...contractConditions(p, counted),
    `e.date >= ${p.add(time.first)}::date and e.date <= ${p.add(time.last)}::date`,
    ...(counted.userIds ? [`e.user_id = any(${p.add(counted.userIds)}::uuid[])`] : []),
  ]
  const rows = await ctx.rows(
    { date: is.date, status: is.choice(ContractStatus), revenue: is.number, cost: is.number },
    `select e.date, c.status, ${needed.expensesRevenue ? 'sum(e.revenue)' : '0'}::bigint as revenue, ${needed.expensesCost ? 'sum(e.cost)' : '0'}::bigint as cost
     from ${fromProjects} join planned_contracts c on c.project_id = p.id join planned_expenses e on e.contract_id = c.id
     where ${conditions.join(' and ')} group by e.date, c.status`,
    p.values,
  )
  for (const { date, status, revenue, cost } of rows) {
    const at = columnsOfRange(time.columns, { startDate: date, endDate: date })?.first
    if (at === undefined) continue
    for (const sums of status === ContractStatus.Approved ? [total] : [total, tentative]) {
      addCents(sums.expensesRevenue, at, revenue)
      addCents(sums.expensesCost, at, cost)
    }
  }
}

interface Figure {
  columns: readonly number[]
  total: number
}
const nothing = (count: number): Figure => ({ columns: new Array(count).fill(0), total: 0 })
const totaled = (columns: readonly number[]): Figure => ({ columns, total: columns.reduce((sum, column) => sum + column, 0) })
const combineFigures = (figure: Figure, other: Figure, sign: 1 | -1): Figure => ({
  columns: figure.columns.map((value, index) => value + sign * (other.columns[index] ?? 0)),
  total: figure.total + sign * other.total,
})

interface Both {
  total: Figure
  tentative: Figure
}
function summaryRow<K>(laborType: K, { total, tentative }: Both, keys: readonly string[]) {
  const values = ({ columns }: Figure) => Object.fromEntries(keys.map((key, index) => [key, dollarsOf(columns[index] ?? 0)]))
  return {
    laborType,
    values: values(total),
    total: dollarsOf(total.total),
    tentative: values(tentative),
    tentativeTotal: dollarsOf(tentative.total),
  }
}

type NetKey = keyof NetFigures
const { Hours, Revenue, Cost, DirectExpensesRevenue, DirectExpensesCost, NetSummary } = LaborSummaryPseudoType

function netRow(figures: Partial<Record<NetKey, Both>>, keys: readonly string[]): BoardSummaryRow {
  const rows = netFigures.flatMap((name) => {
    const both = figures[name]
    return both ? [{ name, row: summaryRow(NetSummary, both, keys) }] : []
  })
  const told = (figureOf: (row: ReturnType<typeof summaryRow>) => number | undefined): NetFigures => {
    const net: NetFigures = {}
    for (const { name, row } of rows) net[name] = figureOf(row) ?? 0
    return net
  }
  const byColumn = (field: 'values' | 'tentative') => Object.fromEntries(keys.map((key) => [key, told((row) => row[field][key])]))
  return {
    laborType: NetSummary,
    values: byColumn('values'),
    total: told((row) => row.total),
    tentative: byColumn('tentative'),
    tentativeTotal: told((row) => row.tentativeTotal),
  }
}

function createSummaryRows(
  seen: Seen,
  laborTypes: readonly LaborType[],
  { total, tentative }: { total: Sums; tentative: Sums },
  keys: readonly string[],
) {
  const hoursOf = (type: LaborType): Both => {
    const figureIn = (sums: Sums) => totaled(sums.hours.get(type) ?? nothing(keys.length).columns)
    return { total: figureIn(total), tentative: figureIn(tentative) }
  }
  const money = (name: 'revenue' | 'cost' | 'expensesRevenue' | 'expensesCost'): Both => ({
    total: roundedSums(total[name]),
    tentative: roundedSums(tentative[name]),
  })
  const plus = (both: Both, other: Both, sign: 1 | -1 = 1): Both => ({
    total: combineFigures(both.total, other.total, sign),
    tentative: combineFigures(both.tentative, other.tentative, sign),
  })
  const zero = { total: nothing(keys.length), tentative: nothing(keys.length) }
  const rows: BoardSummaryRow[] = []
  if (seen.hours) {
    const types = laborTypes.map((type) => ({ type, hours: hoursOf(type) }))
    rows.push(...types.map(({ type, hours }) => summaryRow(type, hours, keys)))
    rows.push(
      summaryRow(
        Hours,
        types.reduce((sum, { hours }) => plus(sum, hours), zero),
        keys,
      ),
    )
  }
  if (seen.revenue) rows.push(summaryRow(Revenue, money('revenue'), keys))
  if (seen.cost) rows.push(summaryRow(Cost, money('cost'), keys))
  if (seen.expensesRevenue) rows.push(summaryRow(DirectExpensesRevenue, money('expensesRevenue'), keys))
  if (seen.expensesCost) rows.push(summaryRow(DirectExpensesCost, money('expensesCost'), keys))
  if (seen.net) {
    const [revenue, cost] = [plus(money('revenue'), money('expensesRevenue')), plus(money('cost'), money('expensesCost'))]
    const figures = {
      ...(seen.totalRevenue && { totalRevenue: revenue }),
      ...(seen.totalCost && { totalCost: cost }),
      ...(seen.netProfit && { netProfit: plus(revenue, cost, -1) }),
    }
    rows.push(netRow(figures, keys))
  }
  return rows
}

/** Computes the summary rows of a board; rows the user may not see are not computed. */
export async function boardSummary(ctx: Context, query: SummaryRequest): Promise<BoardSummary> {
  const { counted, time } = query
  const seen = figuresSeen(counted.board, ctx.actor.held)
  const needed = neededFigures(seen)
  const [total, tentative] = [sumsOver(time.keys.length), sumsOver(time.keys.length)]
  await addLabor(ctx, query, needed, total, tentative)
  await addExpenses(ctx, query, needed, total, tentative)
  return {
    columns: time.columns,
    rows: createSummaryRows(seen, counted.laborTypes, { total, tentative }, time.keys),
    isPartial: counted.isPartial,
  }
}
