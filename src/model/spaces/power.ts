import { coolingTons, heatBtuPerHour } from '../calculators/btu.ts'
import { PoEType, PowerSpecAvailability, PowerSpecType } from '../catalog/enums.ts'
import type { ValuesOf } from '../kit/description.ts'
import { decimal, integer } from '../kit/field.ts'
import { round } from '../kit/money.ts'

export interface PowerSpec {
  readonly type: PowerSpecType
  readonly availability: PowerSpecAvailability
  readonly quantity?: number
  readonly watts?: number | null
  readonly voltage?: number | null
  readonly currentAmps?: number | null
  readonly poeType?: PoEType | null
}

export interface PoweredEquipment {
  /** Measured or stated heat; overrides the power supplies. */
  readonly heatLoadWatts?: number | null
  readonly powerSpecs?: readonly PowerSpec[]
}

export const powerShape = {
  watts: decimal('Power', { unit: 'W' }),
  acWatts: decimal('AC power', { unit: 'W' }),
  dcWatts: decimal('DC power', { unit: 'W' }),
  poeWatts: decimal('PoE', { unit: 'W' }),
  acOutlets: integer('AC outlets'),
}
export type Power = ValuesOf<typeof powerShape>

/** Removes floating-point noise: 3 x 12.95 W are 38.85 W, not 38.849999999999994. */
const withoutDust = (watts: number) => round(watts, 6)

/** Watts of one supply: as stated, otherwise volts times amperes, otherwise the device watts of its PoE type. */
export function wattsOfSpec({ type, watts, voltage, currentAmps, poeType }: PowerSpec): number {
  if (watts !== null && watts !== undefined) return watts
  if (voltage && currentAmps) return voltage * currentAmps
  return type === PowerSpecType.PoE && poeType ? PoEType.get(poeType).deviceWatts : 0
}

const totalSpecWatts = (spec: PowerSpec) => (spec.quantity ?? 1) * wattsOfSpec(spec)

/** Supplies in use at the same time: all required ones, or the largest if none is required. */
export function suppliesInUse(specs: readonly PowerSpec[]): readonly PowerSpec[] {
  const required = specs.filter((spec) => spec.availability === PowerSpecAvailability.Required)
  if (required.length > 0 || specs.length === 0) return required
  return [specs.reduce((largest, spec) => (totalSpecWatts(spec) > totalSpecWatts(largest) ? spec : largest))]
}

export function equipmentPower({ heatLoadWatts, powerSpecs = [] }: PoweredEquipment): Power {
  const supplies = suppliesInUse(powerSpecs)
  const sum = (type: PowerSpecType, measure: (spec: PowerSpec) => number) =>
    withoutDust(supplies.filter((spec) => spec.type === type).reduce((total, spec) => total + measure(spec), 0))
  const { AC, DC, PoE } = PowerSpecType
  const [acWatts, dcWatts, poeWatts] = [sum(AC, totalSpecWatts), sum(DC, totalSpecWatts), sum(PoE, totalSpecWatts)]
  return {
    watts: heatLoadWatts ?? withoutDust(acWatts + dcWatts + poeWatts),
    acWatts,
    dcWatts,
    poeWatts,
    acOutlets: sum(AC, (spec) => spec.quantity ?? 1),
  }
}

export function sumPower(lines: readonly { readonly quantity: number; readonly power: Power }[]): Power {
  const sum = (figure: keyof Power) => withoutDust(lines.reduce((total, { quantity, power }) => total + quantity * power[figure], 0))
  return {
    watts: sum('watts'),
    acWatts: sum('acWatts'),
    dcWatts: sum('dcWatts'),
    poeWatts: sum('poeWatts'),
    acOutlets: sum('acOutlets'),
  }
}

export function heatAndAmps({ watts, acWatts }: Power) {
  return {
    heatBtuPerHour: heatBtuPerHour(watts),
    tons: coolingTons(watts),
    ampsAt120Volts: round(acWatts / 120, 2),
  }
}
