import type { CableLimit } from '../catalog/cable-limits.ts'
import type { EquipmentAvailability, RackAccessory, Termination } from '../catalog/enums.ts'
import type { PoEProduct } from '../spaces/poe.ts'
import type { RackDevice } from '../spaces/rack-devices.ts'
import type { RatedFrame } from '../spaces/rack-figures.ts'
import type { PlacedUnit } from '../spaces/rack-placing.ts'
import type { BudgetLine } from '../spaces/space-budget.ts'
import type { SpaceLimits } from '../spaces/space-limits.ts'

/** Input of the design rules: a project as plain data, without excluded spaces. */
export interface CheckedProject {
  readonly id: number
  readonly installationFactor: number
  readonly spaces: readonly CheckedSpace[]
  readonly lines: readonly CheckedLine[]
  readonly circuits: readonly CheckedCircuit[]
  readonly racks: readonly CheckedRack[]
  readonly devices: ReadonlyMap<number, RackDevice>
  readonly documents: readonly CheckedDocument[]
  readonly connections: readonly CheckedConnection[]
  readonly conduits: readonly CheckedConduit[]
  readonly outlines: readonly CheckedOutline[]
}

/** Outline of a space on a calibrated plan, beside the area that was entered for the space. */
interface CheckedOutline {
  readonly planId: number
  readonly plan: string
  readonly spaceId: number
  readonly areaFt2: number
  readonly enteredFt2: number | null
}

interface CheckedSpace {
  readonly id: number
  readonly name: string
  readonly spaceNumber: string | null
  readonly limits: SpaceLimits | null
  readonly farthestViewerFt: number | null
  readonly elementHeightPercent: number | null
}

export interface CheckedEquipment {
  readonly id: number
  readonly tag: string
  readonly model: string
  readonly availability: EquipmentAvailability
  readonly isCable: boolean
  readonly isRack: boolean
  readonly rackAccessory: RackAccessory | null
  readonly diagonalIn: number | null
  readonly poeBudgetWatts: number | null
}
export interface CheckedLine extends BudgetLine {
  readonly id: number
  readonly spaceId: number
  readonly notes: string | null
  readonly circuitId: number | null
  readonly equipment: BudgetLine['equipment'] & CheckedEquipment
}

export interface CheckedCircuit {
  readonly id: number
  readonly spaceId: number
  readonly panel: string
  readonly number: string
  readonly breakerAmps: number
  readonly voltage: number
  readonly isDedicated: boolean
}

export interface CheckedRack extends RatedFrame {
  readonly id: number
  readonly name: string
  readonly spaceId: number | null
  readonly placements: readonly PlacedUnit[]
}

interface CheckedDocument {
  readonly id: number
  readonly title: string
}

export interface CheckedEnd {
  readonly unitId: number
  readonly label: string
  readonly spaceId: number
  /** PoE role; null if the equipment is neither source nor device, or has no network port there. */
  readonly poe: PoEProduct | null
}
export interface CheckedCable {
  readonly id: number
  readonly tag: string
  readonly model: string
  readonly termination: Termination | null
  /** Length of a pre-terminated cable as the catalog describes it. */
  readonly lengthFt: number | null
  readonly stockLengthFt: number | null
  readonly fixedLengthFt: number | null
  /** Dollars; 0 if there is none. */
  readonly price: number
}
export interface CheckedConnection {
  readonly id: number
  readonly number: string
  readonly from: CheckedEnd
  readonly to: CheckedEnd
  readonly lengthFt: number | null
  readonly limit: CableLimit | null
  readonly isEstimated: boolean
  /** The default of the space, because neither the length nor a distance has been entered. */
  readonly isLengthAssumed: boolean
  readonly cable: CheckedCable | null
  /** Pre-terminated default cable of the signal, with the longest one that can replace it. */
  readonly stock: { readonly model: string; readonly longestFt: number } | null
  readonly outerDiameterIn: number | null
  readonly conduitId: number | null
}
interface CheckedConduit {
  readonly id: number
  readonly name: string
  readonly spaceId: number | null
  readonly tradeSize: string | null
  readonly innerDiameterIn: number | null
}
