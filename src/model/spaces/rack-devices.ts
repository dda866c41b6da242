import { RackAccessory } from '../catalog/enums.ts'
import { networkPorts, powerSpecs } from '../catalog/equipment-parts.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, decimal, group, id, image, longText, optional, text } from '../kit/field.ts'
import type { PowerSpec } from './power.ts'

/** Equipment facts for racks; null means unknown. */
const equipmentInRack = {
  id: id(),
  tag: text('Tag'),
  model: text('Model'),
  manufacture: text('Manufacturer'),
  imageUrl: optional(image('Picture')),
  rackUnits: optional(decimal('Rack units')),
  isRackMountable: boolean('Rack-mountable'),
  rackAccessory: optional(choice('Rack accessory', RackAccessory)),
  widthIn: optional(decimal('Width', { unit: 'in' })),
  heightIn: optional(decimal('Height', { unit: 'in' })),
  depthIn: optional(decimal('Depth', { unit: 'in' })),
  weightLb: optional(decimal('Weight', { unit: 'lb' })),
  watts: optional(decimal('Heat', { unit: 'W' })),
}
/** Facts that only the drawing of the device's front needs. */
const facts = {
  description: optional(longText('Description')),
  networkPorts,
  category: group('Category', { name: optional(text('Name')), icon: optional(text('Icon')) }),
}
/** Adds the power supplies, because heat may be stated separately from the load at the outlet. */
export const equipmentOfUnit = { ...equipmentInRack, ...facts, powerSpecs }
export type EquipmentOfUnit = ValuesOf<typeof equipmentInRack> & Partial<ValuesOf<typeof facts>> & { powerSpecs?: readonly PowerSpec[] }

export interface RackDevice {
  unitId: number
  label: string
  equipment: EquipmentOfUnit
}
