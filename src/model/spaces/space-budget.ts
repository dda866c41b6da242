import { PoEType } from '../catalogue/enums.ts'
import { centsOf, dollarsOf, round, sumMoney } from '../kit/money.ts'
import { type CostedLine, type CostRules, costOfLine } from '../projects/probable-cost.ts'
import { heatAndAmps, type Power, type PoweredEquipment, powerOf, sumPower } from './power.ts'

export interface BudgetLine extends CostedLine {
  readonly quantity: number
  readonly equipment: PoweredEquipment & {
    readonly isRackMountable?: boolean
    readonly rackUnits?: number | null
    readonly weightLb?: number | null
    readonly networkPorts?: readonly { quantity: number; isPoESource?: boolean; poeType?: PoEType | null }[]
  }
}

/** What a room asks of the house and of the purse. */
export interface SpaceBudget extends Power {
  heatBtuPerHour: number
  tons: number
  ampsAt120Volts: number
  /** What the switches of the room can feed. */
  poeSourceWatts: number
  /** Every network port of everything. */
  networkPorts: number
  rackUnits: number
  weightLb: number
  installationFactor: number
  /** Equipment that is paid for; what the owner brings stands apart. */
  hardware: number
  ownerFurnished: number
  installation: number
  total: number
  /** So many pieces the catalogue knows nothing of; their share of a figure is missing, not zero. */
  unknown: { power: number; rackUnits: number; weight: number; price: number }
}

const isPowerUnknown = ({ heatLoadWatts, powerSpecs = [] }: PoweredEquipment) => (heatLoadWatts ?? null) === null && powerSpecs.length === 0

const poeSourceOf = ({ networkPorts = [] }: BudgetLine['equipment']) =>
  networkPorts.reduce(
    (sum, port) => sum + (port.isPoESource && port.poeType ? port.quantity * PoEType.get(port.poeType).sourceWatts : 0),
    0,
  )

/** A line stands in the budget of its space, level, building and project; what it costs is worked out once. */
const known = new WeakMap<CostRules, WeakMap<BudgetLine, { hardware: number; ownerFurnished: number; installation: number }>>()
const powers = new WeakMap<PoweredEquipment, Power>()

function powerOnce(equipment: PoweredEquipment): Power {
  const power = powers.get(equipment) ?? powerOf(equipment)
  powers.set(equipment, power)
  return power
}

/** In whole cents. */
function costsOnce(lines: readonly BudgetLine[], rules: CostRules) {
  const byLine = known.get(rules) ?? new WeakMap()
  known.set(rules, byLine)
  return lines.map((line) => {
    const before = byLine.get(line)
    if (before) return before
    const { hardware, ownerFurnished, installation } = costOfLine(line, rules)
    const cents = { hardware: centsOf(hardware), ownerFurnished: centsOf(ownerFurnished), installation: centsOf(installation) }
    byLine.set(line, cents)
    return cents
  })
}

export function budgetOf(lines: readonly BudgetLine[], rules: CostRules): SpaceBudget {
  const power = sumPower(lines.map(({ quantity, equipment }) => ({ quantity, power: powerOnce(equipment) })))
  const sum = (of: (line: BudgetLine) => number | null | undefined) =>
    round(
      lines.reduce((total, line) => total + line.quantity * (of(line) ?? 0), 0),
      2,
    )
  const pieces = (of: (line: BudgetLine) => boolean) => lines.reduce((total, line) => total + (of(line) ? line.quantity : 0), 0)
  const costs = costsOnce(lines, rules)
  const money = (of: 'hardware' | 'ownerFurnished' | 'installation') => dollarsOf(costs.reduce((cents, cost) => cents + cost[of], 0))
  const hardware = money('hardware')
  const installation = money('installation')
  return {
    ...power,
    ...heatAndAmps(power),
    poeSourceWatts: sum(({ equipment }) => poeSourceOf(equipment)),
    networkPorts: sum(({ equipment: { networkPorts = [] } }) => networkPorts.reduce((ports, { quantity }) => ports + quantity, 0)),
    rackUnits: sum(({ equipment }) => equipment.rackUnits),
    weightLb: sum(({ equipment }) => equipment.weightLb),
    installationFactor: rules.installationFactor,
    hardware,
    ownerFurnished: money('ownerFurnished'),
    installation,
    total: sumMoney([hardware, installation]),
    unknown: {
      power: pieces(({ equipment }) => isPowerUnknown(equipment)),
      rackUnits: pieces(({ equipment }) => equipment.isRackMountable === true && equipment.rackUnits == null),
      weight: pieces(({ equipment }) => equipment.weightLb == null),
      price: pieces((line) => line.extendedMsrpPrice === 0 && !line.isExisting),
    },
  }
}
