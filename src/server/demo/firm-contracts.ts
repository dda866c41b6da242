import { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType, type ContractStatus, type DirectExpenseCategory, type ProposalType } from '../../model/contracts/enums.ts'
import { ResourceOfferState, ResourceShiftRequestState } from '../../model/planning/enums.ts'
import { demoPeople } from './firm-people.ts'

export interface DemoPhaseRecord {
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

export interface DemoExpense {
  category: DirectExpenseCategory
  description: string
  day: number
  revenue: number
  cost: number
  /** The sub-contractor, when it is one. */
  company?: string
}

export interface DemoContract {
  name: string
  status: ContractStatus
  isLocked: boolean
  isArchived: boolean
  proposalType: ProposalType
  /** The day it was approved; null while it is not. */
  signedDay: number | null
  phases: DemoPhase[]
  expenses: DemoExpense[]
}

interface Plan {
  startDay: number
  endDay: number
  hours: number
  /** Instead of the project's team. */
  team?: string[]
  /** A break in front of the construction documents. */
  pauseDays?: number
  /** Some hours of the construction phase are given away. */
  notInContract?: boolean
}

/** A contract as projects write it: how long and how many hours, not yet who and when. */
export type PlannedContract = Omit<DemoContract, 'phases'> & { phases: Plan }

export const phased = (plan: Plan) => plan

const { SD, DD, CD, BID, CA, Pause, NIC } = ConstructionPhaseType.of
const labor = LaborType.of

/** Parts of the time and of the hours, and who does them. */
const usual: {
  type: ConstructionPhaseType
  name: string
  time: number
  hours: number
  by: [laborType: LaborType, part: number][]
}[] = [
  {
    type: SD,
    name: 'Schematic design',
    time: 0.12,
    hours: 0.1,
    by: [
      [labor.AC, 0.2],
      [labor.SC, 0.4],
      [labor.C, 0.35],
      [labor.MGT, 0.05],
    ],
  },
  {
    type: DD,
    name: 'Design development',
    time: 0.2,
    hours: 0.24,
    by: [
      [labor.AC, 0.08],
      [labor.SC, 0.24],
      [labor.C, 0.38],
      [labor.BIM, 0.2],
      [labor.VI, 0.1],
    ],
  },
  {
    type: CD,
    name: 'Construction documents',
    time: 0.32,
    hours: 0.41,
    by: [
      [labor.AC, 0.04],
      [labor.SC, 0.15],
      [labor.C, 0.32],
      [labor.BIM, 0.28],
      [labor.VI, 0.08],
      [labor.TCN, 0.05],
      [labor.SCD, 0.08],
    ],
  },
  {
    type: BID,
    name: 'Bidding',
    time: 0.09,
    hours: 0.05,
    by: [
      [labor.AC, 0.12],
      [labor.SC, 0.38],
      [labor.C, 0.5],
    ],
  },
  {
    type: CA,
    name: 'Construction administration',
    time: 0.27,
    hours: 0.2,
    by: [
      [labor.SC, 0.16],
      [labor.C, 0.36],
      [labor.TCN, 0.22],
      [labor.VI, 0.16],
      [labor.MGT, 0.1],
    ],
  },
]

const laborTypeOf = new Map(demoPeople.map((one) => [one.key, one.laborType]))
const byFour = (hours: number) => Math.max(4, Math.round(hours / 4) * 4)

function recordsOf(by: [LaborType, number][], hours: number, team: string[]): DemoPhaseRecord[] {
  return by.flatMap(([laborType, part]): DemoPhaseRecord[] => {
    const people = team.filter((key) => laborTypeOf.get(key) === laborType)
    if (people.length === 0) return [{ person: null, laborType, hours: byFour(hours * part) }]
    return people.map((key) => ({ person: key, laborType, hours: byFour((hours * part) / people.length) }))
  })
}

function phasesOf(plan: Plan, team: string[]): DemoPhase[] {
  const pause = plan.pauseDays ?? 0
  const days = plan.endDay - plan.startDay - pause
  const phases: DemoPhase[] = []
  let start = plan.startDay
  for (const { type, name, time, hours, by } of usual) {
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
      const visits = recordsOf([[labor.C, 1]], plan.hours * 0.03, team).slice(0, 1)
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

/** Turns the plan of a contract into phases with people on them. */
export const staffed = (contract: PlannedContract, team: string[]): DemoContract => ({
  ...contract,
  phases: phasesOf(contract.phases, contract.phases.team ?? team),
})

/** Months count from the month the demo data are made in. */
export interface DemoOffer {
  project: string
  contract: string
  /** Name of the phase whose record of the source gives the hours. */
  phase: string
  source: string
  target: string
  month: number
  hours: number
  state: ResourceOfferState
  note: string
  /** Why it was declined or rejected. */
  reason: string | null
  submittedDay: number | null
}

export interface DemoShiftRequest {
  project: string
  contract: string
  phase: string
  requester: string
  fromMonth: number
  toMonth: number
  hours: number
  state: ResourceShiftRequestState
  reason: string
  rejectReason: string | null
  submittedDay: number | null
}

export const demoOffers: DemoOffer[] = [
  {
    project: 'science-commons',
    contract: 'Base design',
    phase: 'CD 50 %',
    source: 'priya.raman',
    target: 'tomasz.nowak',
    month: 1,
    hours: 12,
    state: ResourceOfferState.of.Approved,
    note: 'Priya is at the Westbrook workshops for a week.',
    reason: null,
    submittedDay: -14,
  },
  {
    project: 'performing-arts',
    contract: 'AV and theatrical systems design',
    phase: 'CD 50 %',
    source: 'yuki.tanaka',
    target: 'tomasz.nowak',
    month: 3,
    hours: 16,
    state: ResourceOfferState.of.PendingTarget,
    note: 'Stage box schedules, good preparation in the folder.',
    reason: null,
    submittedDay: -3,
  },
  {
    project: 'trading-floor',
    contract: 'AV and telecom design',
    phase: 'CD 100 %',
    source: 'camille.roy',
    target: 'kwame.mensah',
    month: 3,
    hours: 20,
    state: ResourceOfferState.of.PendingManagement,
    note: 'Camille is needed on the concert hall.',
    reason: null,
    submittedDay: -8,
  },
  {
    project: 'science-commons',
    contract: 'Base design',
    phase: 'CD 100 %',
    source: 'elias.brandt',
    target: 'camille.roy',
    month: 4,
    hours: 24,
    state: ResourceOfferState.of.DeclinedByTarget,
    note: 'Reed Laboratories sheets.',
    reason: 'Already full with the trading floor until the end of that month.',
    submittedDay: -20,
  },
  {
    project: 'performing-arts',
    contract: 'AV and theatrical systems design',
    phase: 'CD 100 %',
    source: 'claire.whitfield',
    target: 'rafael.dominguez',
    month: 7,
    hours: 12,
    state: ResourceOfferState.of.RejectedByManagement,
    note: 'Loudspeaker aiming.',
    reason: 'The client was promised Claire.',
    submittedDay: -31,
  },
  {
    project: 'trading-floor',
    contract: 'AV and telecom design',
    phase: 'CD 100 %',
    source: 'ben.ashworth',
    target: 'sofia.marchetti',
    month: 3,
    hours: 8,
    state: ResourceOfferState.of.Draft,
    note: '',
    reason: null,
    submittedDay: null,
  },
]

export const demoShiftRequests: DemoShiftRequest[] = [
  {
    project: 'science-commons',
    contract: 'Base design',
    phase: 'CD 50 %',
    requester: 'tomasz.nowak',
    fromMonth: 1,
    toMonth: 2,
    hours: 8,
    state: ResourceShiftRequestState.of.Approved,
    reason: 'Room data sheets arrive later than planned.',
    rejectReason: null,
    submittedDay: -11,
  },
  {
    project: 'performing-arts',
    contract: 'AV and theatrical systems design',
    phase: 'CD 50 %',
    requester: 'priya.raman',
    fromMonth: 3,
    toMonth: 5,
    hours: 12,
    state: ResourceShiftRequestState.of.PendingManagement,
    reason: 'Holiday.',
    rejectReason: null,
    submittedDay: -2,
  },
  {
    project: 'trading-floor',
    contract: 'AV and telecom design',
    phase: 'CD 100 %',
    requester: 'omar.haddad',
    fromMonth: 3,
    toMonth: 5,
    hours: 8,
    state: ResourceShiftRequestState.of.Rejected,
    reason: 'Riser survey moved.',
    rejectReason: 'The migration weekend does not move.',
    submittedDay: -26,
  },
  {
    project: 'performing-arts',
    contract: 'AV and theatrical systems design',
    phase: 'CD 100 %',
    requester: 'luis.serra',
    fromMonth: 7,
    toMonth: 8,
    hours: 4,
    state: ResourceShiftRequestState.of.Draft,
    reason: 'Site access.',
    rejectReason: null,
    submittedDay: null,
  },
]
