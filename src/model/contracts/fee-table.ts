import { LaborType } from '../access/enums.ts'
import { sumMoney } from '../kit/money.ts'
import { type CombinedProposalType, ConstructionPhaseType, type FeeType } from './enums.ts'
import { agreedFee } from './fee-terms.ts'
import { type FeePhase, figuresOfPhase, type RateRow, sumHours } from './money.ts'

/** A phase in tree order: children follow their parents. */
interface FeeTablePhase extends FeePhase {
  readonly id: number
  readonly parentPhaseId: number | null
  readonly name: string
  readonly startDate: string
  readonly endDate: string
  readonly discipline: CombinedProposalType | null
}

export interface FeeRow {
  type: ConstructionPhaseType
  name: string
  isChild: boolean
  hours: number
  hoursByType: ReadonlyMap<LaborType, number>
  fee: number
  feeType: FeeType
  /** Fixed fee or cap, if any. */
  agreed: number | null
  startDate: string
  endDate: string
}

/** Fees a client pays. Each phase has only its own figures, so their sum is the contract's total. */
export interface FeeTable {
  laborTypes: readonly LaborType[]
  rows: FeeRow[]
  notInContract: FeeRow[]
  pauses: { name: string; startDate: string; endDate: string }[]
  hours: number
  hoursByType: ReadonlyMap<LaborType, number>
  fee: number
}

const { Pause, NIC } = ConstructionPhaseType

const hoursByType = (records: readonly { laborType: LaborType; hours: number }[]) =>
  new Map(
    LaborType.values.flatMap(({ value }) => {
      const hours = sumHours(records.filter(({ laborType }) => laborType === value).map((record) => record.hours))
      return hours === 0 ? [] : [[value, hours] as const]
    }),
  )

function feeRow(phase: FeeTablePhase, rates: readonly RateRow[]): FeeRow {
  const { hours, revenue } = figuresOfPhase(phase, rates)
  return {
    type: phase.type,
    name: phase.name,
    isChild: phase.parentPhaseId !== null,
    hours,
    hoursByType: hoursByType(phase.records),
    fee: phase.type === NIC ? 0 : revenue,
    feeType: phase.feeType,
    agreed: agreedFee(phase),
    startDate: phase.startDate,
    endDate: phase.endDate,
  }
}

export function createFeeTable(phases: readonly FeeTablePhase[], rates: readonly RateRow[]): FeeTable {
  const counted = phases.filter(({ type }) => type !== Pause && type !== NIC)
  const rows = counted.map((phase) => feeRow(phase, rates))
  const byType = hoursByType(counted.flatMap(({ records }) => records))
  const notInContract = phases.filter(({ type }) => type === NIC).map((phase) => feeRow(phase, rates))
  return {
    laborTypes: LaborType.values.flatMap(({ value }) =>
      [byType, ...notInContract.map((row) => row.hoursByType)].some((hours) => hours.has(value)) ? [value] : [],
    ),
    rows,
    notInContract,
    pauses: phases.filter(({ type }) => type === Pause).map(({ name, startDate, endDate }) => ({ name, startDate, endDate })),
    hours: sumHours(rows.map(({ hours }) => hours)),
    hoursByType: byType,
    fee: sumMoney(rows.map(({ fee }) => fee)),
  }
}

/**
 * Groups phases by discipline of a combined proposal; a child without one inherits its parent's. Phases of no selected discipline come
 * last, so that no fee is lost.
 */
export function byDiscipline<P extends FeeTablePhase>(phases: readonly P[], chosen: readonly CombinedProposalType[]) {
  const disciplineOf = (phase: P): CombinedProposalType | null =>
    phase.discipline ?? phases.find(({ id }) => id === phase.parentPhaseId)?.discipline ?? null
  const parts: { discipline: CombinedProposalType | null; phases: P[] }[] = chosen.map((discipline) => ({
    discipline,
    phases: phases.filter((phase) => disciplineOf(phase) === discipline),
  }))
  const rest = phases.filter((phase) => !parts.some((part) => part.phases.includes(phase)))
  return rest.length > 0 ? [...parts, { discipline: null, phases: rest }] : parts
}
