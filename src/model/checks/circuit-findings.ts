import { groupByKey } from '../kit/keys.ts'
import { round } from '../kit/money.ts'
import { formatCount, plural } from '../kit/plural.ts'
import { equipmentPower } from '../spaces/power.ts'
import { formatFigure } from '../spaces/space-limits.ts'
import type { CheckedCircuit, CheckedLine, CheckedProject } from './checked.ts'
import type { CircuitLoad, Found } from './design-check.ts'
import { continuousAmps, neededCircuits, sharedShare, sources, usualBreakerAmps, usualVolts } from './design-rules.ts'
import { atMost, findingLocations } from './finding-places.ts'

const totalAcWatts = (lines: readonly CheckedLine[]) =>
  round(
    lines.reduce((sum, { quantity, equipment }) => sum + quantity * equipmentPower(equipment).acWatts, 0),
    2,
  )
const circuitName = ({ panel, number }: Pick<CheckedCircuit, 'panel' | 'number'>) => `${panel}-${number}`

export function circuitLoads({ circuits, lines }: Pick<CheckedProject, 'circuits' | 'lines'>): CircuitLoad[] {
  const onCircuit = groupByKey(lines, ({ circuitId }) => circuitId)
  return circuits.map(({ id, breakerAmps, voltage }) => ({
    id,
    amps: round(totalAcWatts(onCircuit.get(id) ?? []) / voltage, 2),
    mostAmps: continuousAmps(breakerAmps),
  }))
}

export function circuitFindings(project: CheckedProject): Found[] {
  const locations = findingLocations(project)
  const loads = new Map(circuitLoads(project).map((load) => [load.id, load]))
  const over = project.circuits.flatMap((circuit): Found[] => {
    const { amps = 0, mostAmps = 0 } = loads.get(circuit.id) ?? {}
    if (amps <= mostAmps) return []
    const needed = neededCircuits(amps, circuit.breakerAmps)
    const { id, breakerAmps, voltage, spaceId } = circuit
    return [
      {
        key: `circuits.c${id}`,
        rule: 'circuits',
        grade: 'error',
        text: `${circuitName(circuit)} carries ${formatFigure(amps)} A of ${formatFigure(breakerAmps)} A; ${formatCount(needed, 'circuit')} ${plural(needed, 'is')} needed`,
        source: sources.circuits,
        where: locations.inSpace(spaceId, 'Circuits', '/circuits'),
        figure: atMost(round((100 * amps) / breakerAmps, 1), 80, '%'),
        data: [amps, breakerAmps, voltage],
      },
    ]
  })
  // On a shared circuit, the known load is only part of the total.
  const shared = project.circuits.flatMap((circuit): Found[] => {
    const { amps = 0, mostAmps = 0 } = loads.get(circuit.id) ?? {}
    const { id, breakerAmps, isDedicated, spaceId } = circuit
    if (isDedicated || amps > mostAmps || amps <= breakerAmps * sharedShare) return []
    return [
      {
        key: `circuits.c${id}.shared`,
        rule: 'circuits',
        grade: 'info',
        text: `${circuitName(circuit)} carries ${formatFigure(amps)} A of ${formatFigure(breakerAmps)} A and is not dedicated; its other loads are not known`,
        source: sources.sharedCircuit,
        where: locations.inSpace(spaceId, 'Circuits', '/circuits'),
        figure: atMost(round((100 * amps) / breakerAmps, 1), 100 * sharedShare, '%'),
        data: [amps, breakerAmps],
      },
    ]
  })
  const without = groupByKey(
    project.lines.filter(({ circuitId, equipment }) => circuitId === null && equipmentPower(equipment).acWatts > 0),
    ({ spaceId }) => spaceId,
  )
  const entered = new Set(project.circuits.map(({ spaceId }) => spaceId))
  const missing = [...without].map(([spaceId, lines]): Found => {
    const amps = round(totalAcWatts(lines) / usualVolts, 2)
    const needed = neededCircuits(amps, usualBreakerAmps)
    const isBegun = entered.has(spaceId)
    return {
      key: `circuits.s${spaceId}`,
      rule: 'circuits',
      // Before any circuit is entered, the finding only reports how many will be needed.
      grade: isBegun ? 'warning' : 'info',
      text: `${formatCount(lines.length, 'line')} with AC power ${plural(lines.length, 'is')} not on a circuit; ${formatFigure(amps)} A ${amps === 1 ? 'needs' : 'need'} ${formatCount(needed, 'circuit')}`,
      source: sources.withoutCircuit,
      where: locations.inSpace(spaceId, isBegun ? 'Circuits' : 'No circuits yet', '/circuits'),
      figure: null,
      data: [isBegun, amps, ...lines.map(({ id }) => id)],
    }
  })
  return [...over, ...missing, ...shared]
}
