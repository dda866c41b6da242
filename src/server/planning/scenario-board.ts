import { ContractStatus, PhaseRecordType } from '../../model/contracts/enums.ts'
import { effectiveRates } from '../../model/contracts/money.ts'
import type { RequestOf } from '../../model/kit/call.ts'
import { centsOf } from '../../model/kit/money.ts'
import type { BoardRecord } from '../../model/planning/board-money.ts'
import { spreaderOver } from '../../model/planning/board-spread.ts'
import type { BoardAnswer, BoardPerson } from '../../model/planning/boards.ts'
import { BoardDepth, Granularity } from '../../model/planning/enums.ts'
import {
  type Comparison,
  type compareScenario,
  type Overload,
  type readScenarioBoard,
  type ScenarioChange,
  totalHundredths,
} from '../../model/planning/scenarios.ts'
import { toSpreadRecord } from '../../model/planning/spread.ts'
import { ratesOfContracts, ratesOfUser } from '../contracts/public.ts'
import type { Context } from '../kit/request/context.ts'
import type { RecordOnBoard } from './board-contents.ts'
import { boardPeople } from './board-people.ts'
import { contractRows, type Shown } from './board-rows.ts'
import { boardSummary, type OtherHours } from './board-summary.ts'
import { loadBoardContents, peopleOn, seenOn, smallGround } from './boards.ts'
import { type ContractState, shownChanges } from './scenario-changes.ts'
import { loadScenarioChanges, scenarios } from './scenarios.ts'

type ScenarioQuery = RequestOf<typeof readScenarioBoard>['query'] | RequestOf<typeof compareScenario>['query']

const everything = { contractStatuses: null, contractTypes: null, phaseTypes: null, laborTypes: null, userIds: null, teamIds: null }

async function loadBoardSides(ctx: Context, id: number, asked: ScenarioQuery) {
  const scenario = await scenarios.get(ctx, id)
  const query = { ...asked, ...everything, granularity: Granularity.Month, depth: BoardDepth.Entry }
  const { project, counted, time } = await smallGround(ctx, scenario.project.id, query)
  const today = await loadBoardContents(ctx, { counted, projects: [project], depth: BoardDepth.Entry, time })
  const { changes, shown, stand: currentState } = await shownChanges(ctx, await loadScenarioChanges(ctx, id))
  return { counted, time, today, changes, shown, stand: currentState, planned: withChanges(today, changes, currentState) }
}

/** Returns the board with the scenario's hours; added entries have negative ids. */
function withChanges(today: Shown, changes: readonly ScenarioChange[], { people }: ContractState): Shown {
  if (!today.records) return today
  const changed = new Map(changes.flatMap((change) => (change.recordId === null ? [] : [[change.recordId, change] as const])))
  const phases = new Set(today.phases.map(({ id }) => id))
  const changedRecords = today.records.map((record) => {
    const change = changed.get(record.id)
    return change ? { ...record, hours: totalHundredths(change), allocations: change.months } : record
  })
  const added = changes.flatMap((change): RecordOnBoard[] =>
    change.recordId === null && phases.has(change.phaseId)
      ? [
          {
            id: -change.id,
            phaseId: change.phaseId,
            type: change.type,
            user: people.get(change.userId ?? '')?.user ?? null,
            genericName: change.genericName,
            laborType: change.laborType,
            hours: totalHundredths(change),
            allocations: change.months,
            rowVersion: 1,
            note: null,
          },
        ]
      : [],
  )
  return { ...today, records: [...changedRecords, ...added] }
}

function withLoad(people: readonly BoardPerson[], today: Shown, planned: Shown): BoardPerson[] {
  const contracts = new Map(today.contracts.map((contract) => [contract.id, contract]))
  const phases = new Map(today.phases.map((phase) => [phase.id, phase]))
  const loads = new Map(
    people.map((person) => [person.user.id, { ...person, firm: { ...person.firm }, tentative: { ...person.tentative } }]),
  )
  const count = (records: Shown['records'], sign: 1 | -1) => {
    for (const record of records ?? []) {
      const phase = phases.get(record.phaseId)
      const person = record.user ? loads.get(record.user.id) : undefined
      if (!phase || !person) continue
      const load = contracts.get(phase.contractId)?.status === ContractStatus.Approved ? person.firm : person.tentative
      planned.over.spread(toSpreadRecord(record), phase, (at, hundredths) => {
        const key = planned.time.keys[at] ?? ''
        load[key] = (centsOf(load[key] ?? 0) + sign * hundredths) / 100
      })
    }
  }
  count(today.records, -1)
  count(planned.records, 1)
  return [...loads.values()]
}

export async function scenarioBoard(ctx: Context, id: number, query: ScenarioQuery) {
  const { counted, time, today, planned, shown } = await loadBoardSides(ctx, id, query)
  const people = withLoad(await peopleOn(ctx, planned, seenOn(ctx, 'SmallBoard')), today, planned)
  const rows = contractRows(planned)
  const board: BoardAnswer = { columns: time.columns, rows, total: rows.length, isPartial: counted.isPartial, people }
  return { board, changes: shown }
}

/** Rates of added hours: the person's own, otherwise the contract's. */
async function addedRecords(ctx: Context, changes: readonly ScenarioChange[]): Promise<Map<number, BoardRecord[]>> {
  const added = changes.filter(({ recordId }) => recordId === null)
  const contractIds = added.map(({ contractId }) => contractId)
  const rates = await ratesOfContracts(ctx, contractIds)
  const records = new Map<number, BoardRecord[]>()
  for (const change of added) {
    const { contractId, laborType, userId } = change
    const own = userId === null ? [] : await ratesOfUser(ctx, userId)
    const mine = change.type === PhaseRecordType.AssignedUser ? own.find((item) => item.laborType === laborType) : undefined
    const person = { laborType, sellRate: mine?.sellRate ?? null, costRate: mine?.costRate ?? null, gaFeePercent: null }
    const { sellRate, costRate, gaFeePercent } = effectiveRates(person, rates.get(contractId) ?? [])
    const record: BoardRecord = {
      laborType,
      hundredths: totalHundredths(change),
      allocations: change.months.map(({ month, hours }) => ({ month, hundredths: centsOf(hours) })),
      isCounted: true,
      sellRate: centsOf(sellRate),
      costRate: centsOf(costRate),
      gaFee: centsOf(gaFeePercent),
    }
    records.set(change.phaseId, [...(records.get(change.phaseId) ?? []), record])
  }
  return records
}

const monthlyOverloads = (people: readonly BoardPerson[], keys: readonly string[]): Overload[] =>
  keys.map((key) => {
    const over = people
      .map(({ capacity, firm, tentative }) => centsOf(firm[key] ?? 0) + centsOf(tentative[key] ?? 0) - centsOf(capacity[key] ?? 0))
      .filter((hundredths) => hundredths > 0)
    return { key, people: over.length, hours: over.reduce((sum, value) => sum + value, 0) / 100 }
  })

/** Computes both sides with the board's own summary, so the same permissions apply. */
export async function compareSides(ctx: Context, id: number, query: ScenarioQuery): Promise<Comparison> {
  const { counted, time, today, planned, changes } = await loadBoardSides(ctx, id, query)
  const project = today.projects[0]?.id ?? 0
  const asked = { counted, ofProjects: { projectId: project }, time, over: spreaderOver(time.keys, time.granularity) }
  const otherHours: OtherHours = {
    changed: new Map(
      changes.flatMap((change) =>
        change.recordId === null ? [] : [[change.recordId, { hundredths: totalHundredths(change), allocations: change.months }] as const],
      ),
    ),
    added: await addedRecords(ctx, changes),
  }
  const [now, later] = [await boardSummary(ctx, asked), await boardSummary(ctx, { ...asked, otherHours })]
  return {
    columns: time.columns,
    today: now.rows,
    scenario: later.rows,
    overloads: await overloads(ctx, today, planned),
    isPartial: counted.isPartial,
  }
}

async function overloads(ctx: Context, today: Shown, planned: Shown): Promise<Comparison['overloads']> {
  if (!ctx.actor.held.has('DNAUsers.View') || !planned.records) return null
  const ids = [...new Set([...(today.records ?? []), ...planned.records].flatMap(({ user }) => (user ? [user.id] : [])))]
  const people = await boardPeople(ctx, ids, seenOn(ctx, 'SmallBoard').laborTypes, planned.time, planned.over)
  const keys = planned.time.keys
  return { today: monthlyOverloads(people, keys), scenario: monthlyOverloads(withLoad(people, today, planned), keys) }
}
