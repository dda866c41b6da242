import { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType, ContractStatus, DirectExpenseCategory, ProposalType } from '../../model/contracts/enums.ts'
import { ResourceOfferState, ResourceShiftRequestState } from '../../model/planning/enums.ts'
import { bool, choiceByKey, listOf, maybe, number, orNull, readData, row, text } from '../starter/data-file.ts'
import { demoPeople } from './firm-people.ts'

interface DemoPhaseRecord {
  /** Null: hours of an unassigned labor type. */
  person: string | null
  laborType: LaborType
  hours: number
}

export interface DemoPhase {
  type: ConstructionPhaseType
  name: string
  startDay: number
  endDay: number
  records: DemoPhaseRecord[]
  children: DemoPhase[]
}

const plan = row({
  startDay: number,
  endDay: number,
  hours: number,
  team: maybe(listOf(text), undefined),
  /** Pause before the construction documents. */
  pauseDays: maybe(number, 0),
  /** Part of the construction phase hours is not in contract. */
  notInContract: maybe(bool, false),
})
type Plan = ReturnType<typeof plan>

/** A contract as defined in projects: duration and total hours, without people and dates. */
export const plannedContract = row({
  name: text,
  status: choiceByKey(ContractStatus),
  proposalType: choiceByKey(ProposalType),
  /** Day of approval; null if not approved. */
  signedDay: orNull(number),
  /** Makes each phase a fixed fee: this share of its hourly total. */
  feeShare: maybe(number, undefined),
  isLocked: maybe(bool, false),
  isArchived: maybe(bool, false),
  plan,
  expenses: maybe(
    listOf(
      row({
        category: choiceByKey(DirectExpenseCategory),
        description: text,
        day: number,
        revenue: number,
        cost: number,
        company: maybe(text, undefined),
      }),
    ),
    [],
  ),
})

const file = readData(new URL('./contracts.json', import.meta.url), {
  /** Share of time and hours by phase, divided by labor type. */
  phases: listOf(
    row({
      type: choiceByKey(ConstructionPhaseType),
      name: text,
      time: number,
      hours: number,
      by: listOf(row({ laborType: choiceByKey(LaborType), part: number })),
    }),
  ),
  /** Months are relative to the month in which the demo data is created. */
  offers: listOf(
    row({
      project: text,
      contract: text,
      /** Name of the phase with the source user's record. */
      phase: text,
      source: text,
      target: text,
      month: number,
      hours: number,
      state: choiceByKey(ResourceOfferState),
      note: maybe(text, ''),
      reason: orNull(text),
      submittedDay: orNull(number),
    }),
  ),
  shiftRequests: listOf(
    row({
      project: text,
      contract: text,
      phase: text,
      requester: text,
      fromMonth: number,
      toMonth: number,
      hours: number,
      state: choiceByKey(ResourceShiftRequestState),
      reason: text,
      rejectReason: orNull(text),
      submittedDay: orNull(number),
    }),
  ),
})
export const demoOffers = file.offers
export const demoShiftRequests = file.shiftRequests

const { CD, CA, Pause, NIC } = ConstructionPhaseType
const laborTypeOf = new Map(demoPeople.map((demoPerson) => [demoPerson.key, demoPerson.laborType]))
const byFour = (hours: number) => Math.max(4, Math.round(hours / 4) * 4)

function createRecords(by: { laborType: LaborType; part: number }[], hours: number, team: string[]): DemoPhaseRecord[] {
  return by.flatMap(({ laborType, part }): DemoPhaseRecord[] => {
    const people = team.filter((key) => laborTypeOf.get(key) === laborType)
    if (people.length === 0) return [{ person: null, laborType, hours: byFour(hours * part) }]
    return people.map((key) => ({ person: key, laborType, hours: byFour((hours * part) / people.length) }))
  })
}

function createPhases(plan: Plan, team: string[]): DemoPhase[] {
  const pause = plan.pauseDays
  const days = plan.endDay - plan.startDay - pause
  const phases: DemoPhase[] = []
  let start = plan.startDay
  for (const { type, name, time, hours, by } of file.phases) {
    if (type === CD && pause > 0) {
      phases.push({ type: Pause, name: 'Pause', startDay: start, endDay: start + pause - 1, records: [], children: [] })
      start += pause
    }
    const end = type === CA ? plan.endDay : start + Math.round(days * time) - 1
    const range = { startDay: start, endDay: end }
    const records = createRecords(by, plan.hours * hours, team)
    if (type === CD && plan.hours >= 1500) phases.push({ type, name, ...range, records: [], children: halves(range, records) })
    else phases.push({ type, name, ...range, records, children: [] })
    if (type === CA && plan.notInContract) {
      const visits = createRecords([{ laborType: LaborType.C, part: 1 }], plan.hours * 0.03, team).slice(0, 1)
      phases.push({ type: NIC, name: 'Site visits, not in contract', ...range, records: visits, children: [] })
    }
    start = end + 1
  }
  return phases
}

function halves({ startDay, endDay }: { startDay: number; endDay: number }, records: DemoPhaseRecord[]): DemoPhase[] {
  const middle = Math.round((startDay + endDay) / 2)
  const half = records.map((record) => ({ ...record, hours: byFour(record.hours / 2) }))
  return [
    { type: CD, name: 'CD 50 %', startDay, endDay: middle, records: half, children: [] },
    { type: CD, name: 'CD 100 %', startDay: middle + 1, endDay, records: half, children: [] },
  ]
}

export const staffed = ({ plan, ...contract }: ReturnType<typeof plannedContract>, team: string[]) => ({
  ...contract,
  phases: createPhases(plan, plan.team ?? team),
})
