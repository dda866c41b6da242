import { PoEType } from '../catalog/enums.ts'
import type { ValuesOf } from '../kit/description.ts'
import { decimal, factor, integer, money } from '../kit/field.ts'
import { centsOf, dollarsOf, round } from '../kit/money.ts'
import { object } from '../kit/response-fields.ts'
import {
  type CostedLine,
  type CostRules,
  computeTotalPrice,
  costOfLine,
  type Derivation,
  howTotalBecomesOpinion,
  howTotalPrice,
  installationCost,
} from '../projects/money.ts'
import { equipmentPower, heatAndAmps, type Power, type PoweredEquipment, powerShape, sumPower } from './power.ts'

export interface BudgetLine extends CostedLine {
  readonly quantity: number
  readonly equipment: PoweredEquipment & {
    readonly isRackMountable?: boolean
    readonly rackUnits?: number | null
    readonly weightLb?: number | null
    readonly networkPorts?: readonly { quantity: number; isPoESource?: boolean; poeType?: PoEType | null }[]
  }
}

export const spaceBudgetShape = {
  ...powerShape,
  heatBtuPerHour: decimal('Heat', { unit: 'BTU/hr' }),
  tons: decimal('Cooling', { unit: 'tons' }),
  ampsAt120Volts: decimal('Current at 120 V', { unit: 'A' }),
  poeSourceWatts: decimal('PoE the switches feed', { unit: 'W' }),
  networkPorts: integer('Network ports'),
  rackUnits: decimal('Rack space', { unit: 'RU' }),
  weightLb: decimal('Weight', { unit: 'lb' }),
  installationFactor: factor('Installation factor'),
  /** This field and the next two: equipment, installation, and total at full price, as on the project's card (domain 9.1). */
  totalMsrpPrice: money('Equipment, MSRP'),
  installation: money('Installation'),
  total: money('Total price'),
  /** Equipment to be paid for; owner-furnished and existing equipment is separate (domain 9.2). */
  hardware: money('Hardware'),
  ownerFurnished: money('Owner-furnished'),
  ownerInstalled: money('Owner-installed'),
  probableCost: money('Probable cost'),
  /** Items with unknown catalog data; their share of a figure is missing, not zero. */
  unknown: object('Pieces without data', {
    power: integer('Without power'),
    rackUnits: integer('Without rack units'),
    weight: integer('Without weight'),
    price: integer('Without price'),
  }),
}
export type SpaceBudget = ValuesOf<typeof spaceBudgetShape>

export const isPowerUnknown = ({ heatLoadWatts, powerSpecs = [] }: PoweredEquipment) =>
  (heatLoadWatts ?? null) === null && powerSpecs.length === 0

const sumPoeWatts = ({ networkPorts = [] }: BudgetLine['equipment']) =>
  networkPorts.reduce(
    (sum, port) => sum + (port.isPoESource && port.poeType ? port.quantity * PoEType.get(port.poeType).sourceWatts : 0),
    0,
  )

/** Cached per line, because a line is part of the budgets of its space, level, building, and project. */
interface Cents {
  hardware: number
  ownerFurnished: number
  installation: number
  ownerInstalled: number
}
const known = new WeakMap<CostRules, WeakMap<BudgetLine, Cents>>()

function lineCostLookup(rules: CostRules) {
  const byLine = known.get(rules) ?? new WeakMap<BudgetLine, Cents>()
  known.set(rules, byLine)
  return (line: BudgetLine): Cents => {
    const before = byLine.get(line)
    if (before) return before
    const cost = costOfLine(line, rules)
    const cents = {
      hardware: centsOf(cost.hardware),
      ownerFurnished: centsOf(cost.ownerFurnished),
      installation: centsOf(cost.installation),
      ownerInstalled: centsOf(cost.ownerInstalled),
    }
    byLine.set(line, cents)
    return cents
  }
}

/** Facts of one piece of equipment, cached across all lines that use it. */
const facts = new WeakMap<BudgetLine['equipment'], ReturnType<typeof equipmentFigures>>()
function equipmentFigures(equipment: BudgetLine['equipment']) {
  const { networkPorts = [], rackUnits, weightLb, isRackMountable } = equipment
  return {
    power: equipmentPower(equipment),
    poeSourceWatts: sumPoeWatts(equipment),
    networkPorts: networkPorts.reduce((ports, { quantity }) => ports + quantity, 0),
    rackUnits: rackUnits ?? 0,
    weightLb: weightLb ?? 0,
    isPowerUnknown: isPowerUnknown(equipment),
    isHeightUnknown: isRackMountable === true && rackUnits == null,
    isWeightUnknown: weightLb == null,
  }
}
function factsOnce(equipment: BudgetLine['equipment']) {
  const before = facts.get(equipment)
  if (before) return before
  const made = equipmentFigures(equipment)
  facts.set(equipment, made)
  return made
}

/** Computes the budget in a single pass: a project has thousands of lines, each added to its level, building, and the total. */
export function computeSpaceBudget(lines: readonly BudgetLine[], rules: CostRules): SpaceBudget {
  const costOf = lineCostLookup(rules)
  const sum = { poeSourceWatts: 0, networkPorts: 0, rackUnits: 0, weightLb: 0 }
  const cents: Cents = { hardware: 0, ownerFurnished: 0, installation: 0, ownerInstalled: 0 }
  const unknown = { power: 0, rackUnits: 0, weight: 0, price: 0 }
  const powered: { quantity: number; power: Power }[] = []
  for (const line of lines) {
    const { quantity } = line
    const item = factsOnce(line.equipment)
    powered.push({ quantity, power: item.power })
    sum.poeSourceWatts += quantity * item.poeSourceWatts
    sum.networkPorts += quantity * item.networkPorts
    sum.rackUnits += quantity * item.rackUnits
    sum.weightLb += quantity * item.weightLb
    const cost = costOf(line)
    cents.hardware += cost.hardware
    cents.ownerFurnished += cost.ownerFurnished
    cents.installation += cost.installation
    cents.ownerInstalled += cost.ownerInstalled
    if (item.isPowerUnknown) unknown.power += quantity
    if (item.isHeightUnknown) unknown.rackUnits += quantity
    if (item.isWeightUnknown) unknown.weight += quantity
    if (line.extendedMsrpPrice === 0 && !line.isExisting) unknown.price += quantity
  }
  const power = sumPower(powered)
  const totalMsrpPrice = dollarsOf(cents.hardware + cents.ownerFurnished)
  return {
    ...power,
    ...heatAndAmps(power),
    poeSourceWatts: round(sum.poeSourceWatts, 2),
    networkPorts: round(sum.networkPorts, 2),
    rackUnits: round(sum.rackUnits, 2),
    weightLb: round(sum.weightLb, 2),
    installationFactor: rules.installationFactor,
    totalMsrpPrice,
    installation: installationCost(totalMsrpPrice, rules.installationFactor),
    total: computeTotalPrice(totalMsrpPrice, rules.installationFactor),
    hardware: dollarsOf(cents.hardware),
    ownerFurnished: dollarsOf(cents.ownerFurnished),
    ownerInstalled: dollarsOf(cents.ownerInstalled),
    probableCost: dollarsOf(cents.hardware + cents.installation),
    unknown,
  }
}

/** Explains how a total is composed, and which part the client does not pay. */
export function howBudgetAddsUp(budget: SpaceBudget, label: string): Derivation[] {
  const { total: totalPrice, probableCost: total, ownerFurnished, ownerInstalled } = budget
  const totalDerivation = howTotalPrice(budget, label)
  if (ownerFurnished === 0 && ownerInstalled === 0) return [totalDerivation]
  return [totalDerivation, howTotalBecomesOpinion({ totalPrice, total, ownerFurnished, ownerInstalled }, 'Probable cost')]
}
