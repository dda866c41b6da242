import { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType, ContractStatus, DirectExpenseCategory, ProposalType } from '../../model/contracts/enums.ts'
import { ResourceOfferState, ResourceShiftRequestState } from '../../model/planning/enums.ts'
import { listOf, maybe, named, number, orNull, readData, row, text, truth } from './data-file.ts'
import { demoPeople } from './firm-people.ts'

interface DemoPhaseRecord {
  /** Null: hours of a labor type nobody is assigned to yet. */
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
  /** Instead of the project's team. */
  team: maybe(listOf(text), undefined),
  /** A break in front of the construction documents. */
  pauseDays: maybe(number, 0),
  /** Some hours of the construction phase are given away. */
  notInContract: maybe(truth, false),
})
type Plan = ReturnType<typeof plan>

/** A contract as projects write it: how long and how many hours, not yet who and when. */
export const plannedContract = row({
  name: text,
  status: named(ContractStatus),
  proposalType: named(ProposalType),
  /** The day it was approved; missing while it is not. */
  signedDay: orNull(number),
  /** Each phase is sold at one price: this share of what its hours would come to. */
  feeShare: maybe(number, undefined),
  isLocked: maybe(truth, false),
  isArchived: maybe(truth, false),
  plan,
  expenses: maybe(
    listOf(
      row({
        category: named(DirectExpenseCategory),
        description: text,
        day: number,
        revenue: number,
        cost: number,
        /** The sub-contractor, when it is one. */
        company: maybe(text, undefined),
      }),
    ),
    [],
  ),
})

const file = readData('contracts.json', {
  /** Parts of the time and of the hours, and who does them. */
  phases: listOf(
    row({
      type: named(ConstructionPhaseType),
      name: text,
      time: number,
      hours: number,
      by: listOf(row({ laborType: named(LaborType), part: number })),
    }),
  ),
  /** Months count from the month the demo data are made in. */
  offers: listOf(
    row({
      project: text,
      contract: text,
      /** Name of the phase whose record of the source gives the hours. */
      phase: text,
      source: text,
      target: text,
      month: number,
      hours: number,
      state: named(ResourceOfferState),
      note: maybe(text, ''),
      /** Why it was declined or rejected. */
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
      state: named(ResourceShiftRequestState),
      reason: text,
      rejectReason: orNull(text),
      submittedDay: orNull(number),
    }),
  ),
})
export const demoOffers = file.offers
export const demoShiftRequests = file.shiftRequests

const { CD, CA, Pause, NIC } = ConstructionPhaseType
const laborTypeOf = new Map(demoPeople.map((one) => [one.key, one.laborType]))
const byFour = (hours: number) => Math.max(4, Math.round(hours / 4) * 4)

function recordsOf(by: { laborType: LaborType; part: number }[], hours: number, team: string[]): DemoPhaseRecord[] {
  return by.flatMap(({ laborType, part }): DemoPhaseRecord[] => {
    const people = team.filter((key) => laborTypeOf.get(key) === laborType)
    if (people.length === 0) return [{ person: null, laborType, hours: byFour(hours * part) }]
    return people.map((key) => ({ person: key, laborType, hours: byFour((hours * part) / people.length) }))
  })
}

function phasesOf(plan: Plan, team: string[]): DemoPhase[] {
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
    const records = recordsOf(by, plan.hours * hours, team)
    if (type === CD && plan.hours >= 1500) phases.push({ type, name, ...range, records: [], children: halves(range, records) })
    else phases.push({ type, name, ...range, records, children: [] })
    if (type === CA && plan.notInContract) {
      const visits = recordsOf([{ laborType: LaborType.C, part: 1 }], plan.hours * 0.03, team).slice(0, 1)
      phases.push({ type: NIC, name: 'Site visits, not in contract', ...range, records: visits, children: [] })
    }
    start = end + 1
  }
  return phases
}

/** Large sets of construction documents are issued twice. */
function halves({ startDay, endDay }: { startDay: number; endDay: number }, records: DemoPhaseRecord[]): DemoPhase[] {
  const middle = Math.round((startDay + endDay) / 2)
  const half = records.map((one) => ({ ...one, hours: byFour(one.hours / 2) }))
  return [
    { type: CD, name: 'CD 50 %', startDay, endDay: middle, records: half, children: [] },
    { type: CD, name: 'CD 100 %', startDay: middle + 1, endDay, records: half, children: [] },
  ]
}

/** Turns the plan of a contract into phases with people on it. */
export const staffed = ({ plan, ...contract }: ReturnType<typeof plannedContract>, team: string[]) => ({
  ...contract,
  phases: phasesOf(plan, plan.team ?? team),
})
