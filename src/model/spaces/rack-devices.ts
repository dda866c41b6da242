import type { RackAccessory } from '../catalogue/enums.ts'
import type { PowerSpec } from './power.ts'

/** What a rack has to know of the product a unit is. Nothing means that the catalogue does not know. */
export interface EquipmentOfUnit {
  id: number
  tag: string
  model: string
  manufacture: string
  imageUrl: string | null
  rackUnits: number | null
  isRackMountable: boolean
  rackAccessory: RackAccessory | null
  widthIn: number | null
  heightIn: number | null
  depthIn: number | null
  weightLb: number | null
  watts: number | null
  /** What it draws at the outlet; its heat may be stated apart. */
  powerSpecs?: readonly PowerSpec[]
}

/** A unit as racks handle it. */
export interface RackDevice {
  unitId: number
  label: string
  equipment: EquipmentOfUnit
}
