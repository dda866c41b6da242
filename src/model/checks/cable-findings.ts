import { groupByKey } from '../kit/keys.ts'
import { round } from '../kit/money.ts'
import { formatCount, plural } from '../kit/plural.ts'
import { feetToMeters, isCablePriceImplausible, isLongerThanStock, metersToFeet } from '../spaces/cable-lengths.ts'
import { isPoePowered, type PoEClass, type PoEProduct, requiredPoeClass, suppliedPoeClass } from '../spaces/poe.ts'
import { formatFigure } from '../spaces/space-limits.ts'
import type { CheckedConnection, CheckedEnd, CheckedLine, CheckedProject } from './checked.ts'
import type { Found } from './design-check.ts'
import { conduitFillPercent, jamRatio, jams, mostFill, sources } from './design-rules.ts'
import { atMost, findingLocations } from './finding-places.ts'

/** `need` is undefined if the catalog has neither the power nor the PoE type of the device. */
interface FedDevice {
  device: CheckedEnd
  need: PoEClass | undefined
}
function fedBySource(connections: readonly CheckedConnection[]) {
  const bySource = new Map<number, { source: CheckedEnd; fedDevices: Map<number, FedDevice> }>()
  for (const { from, to } of connections)
    for (const [source, device] of [
      [from, to],
      [to, from],
    ] as const) {
      if (!device.poe || !isPoePowered(device.poe) || !source.poe || !suppliedPoeClass(source.poe) || source.unitId === device.unitId)
        continue
      const known = bySource.get(source.unitId) ?? { source, fedDevices: new Map<number, FedDevice>() }
      known.fedDevices.set(device.unitId, { device, need: requiredPoeClass(device.poe) })
      bySource.set(source.unitId, known)
    }
  return [...bySource.values()].map(({ source, fedDevices }) => ({ source, fed: [...fedDevices.values()] }))
}
/** A device of unknown power cannot be summed or compared; it counts as missing a power figure. */
const withKnownNeed = (fed: readonly FedDevice[]) => fed.flatMap(({ device, need }) => (need ? [{ device, need }] : []))

export const poeFindings = (project: CheckedProject): Found[] => [...suppliedPoeFindings(project), ...unfedFindings(project)]

const poeProduct = ({ poeBudgetWatts, powerSpecs = [], networkPorts = [] }: CheckedLine['equipment']): PoEProduct => ({
  poeBudgetWatts,
  powerSpecs,
  networkPorts: networkPorts.map(({ isPoESource = false, poeType = null }) => ({ isPoESource, poeType })),
})

/** Devices powered by PoE without a wired source, per space, and sources whose ports are missing in the catalog. */
function unfedFindings(project: CheckedProject): Found[] {
  const locations = findingLocations(project)
  const fed = new Map<number, Set<number>>()
  for (const { device } of fedBySource(project.connections).flatMap(({ fed: fedDevices }) => fedDevices))
    fed.set(device.spaceId, (fed.get(device.spaceId) ?? new Set()).add(device.unitId))
  return [...groupByKey(project.lines, ({ spaceId }) => spaceId)].flatMap(([spaceId, lines]): Found[] => {
    const name = project.spaces.find(({ id }) => id === spaceId)?.name ?? ''
    const needed = lines.reduce((sum, { equipment, quantity }) => sum + (isPoePowered(poeProduct(equipment)) ? quantity : 0), 0)
    const missing = needed - (fed.get(spaceId)?.size ?? 0)
    const unfed: Found[] =
      missing > 0
        ? [
            {
              key: `poe.s${spaceId}.unfed`,
              rule: 'poe',
              grade: 'warning',
              text: `${formatCount(missing, 'PoE device')} in ${name} ${plural(missing, 'has')} no PoE source wired`,
              source: sources.poeSource,
              where: locations.inSpace(spaceId, 'Signal flow', '/signal-flow'),
              figure: null,
              data: [needed, missing],
            },
          ]
        : []
    const portless = lines.filter(({ equipment }) => (equipment.poeBudgetWatts ?? 0) > 0 && !suppliedPoeClass(poeProduct(equipment)))
    return [
      ...unfed,
      ...portless.map(
        ({ id, equipment }): Found => ({
          key: `poe.l${id}.ports`,
          rule: 'poe',
          grade: 'warning',
          text: `${equipment.tag} ${equipment.model} has a PoE budget of ${formatFigure(equipment.poeBudgetWatts ?? 0)} W and no port that supplies PoE`,
          source: sources.poePorts,
          where: locations.inSpace(spaceId, equipment.tag, `#line-${id}`),
          figure: null,
          data: [equipment.poeBudgetWatts],
        }),
      ),
    ]
  })
}

function suppliedPoeFindings(project: CheckedProject): Found[] {
  const locations = findingLocations(project)
  return fedBySource(project.connections).flatMap(({ source: { unitId, label, spaceId, poe }, fed }) => {
    const fedDevices = withKnownNeed(fed)
    if (fedDevices.length === 0) return []
    const where = locations.inSpace(spaceId, label)
    const supply = poe ? suppliedPoeClass(poe) : undefined
    const watts = round(
      fedDevices.reduce((sum, { need }) => sum + need.sourceWatts, 0),
      2,
    )
    const budget = poe?.poeBudgetWatts ?? null
    const take = `${formatCount(fedDevices.length, 'device')} ${fedDevices.length === 1 ? 'takes' : 'take'}`
    const about = { rule: 'poe', where } as const
    const found: Found[] = []
    if (budget === null)
      found.push({
        ...about,
        key: `poe.u${unitId}.budget`,
        grade: 'info',
        text: `${take} ${formatFigure(watts)} W from ${label}, whose PoE budget is not known`,
        source: sources.poeBudget,
        figure: null,
        data: [watts, fedDevices.length],
      })
    else if (watts > budget)
      found.push({
        ...about,
        key: `poe.u${unitId}.budget`,
        grade: 'error',
        text: `${take} ${formatFigure(round(watts - budget, 2))} W more than ${label} can supply`,
        source: sources.poeBudget,
        figure: atMost(watts, budget, 'W'),
        data: [watts, budget],
      })
    const weak = fedDevices.filter(({ need }) => supply !== undefined && need.class > supply.class)
    for (const { device, need } of weak)
      found.push({
        ...about,
        key: `poe.u${unitId}-${device.unitId}`,
        grade: 'error',
        text: `${device.label} needs PoE class ${need.class}; a port of ${label} supplies class ${supply?.class ?? 0}`,
        source: sources.poeClass,
        figure: atMost(need.sourceWatts, supply?.sourceWatts ?? 0, 'W'),
        data: [need.class, supply?.class ?? null],
      })
    return found
  })
}

const connectionEnds = ({ from, to }: CheckedConnection) => `from ${from.label} to ${to.label}`

export function lengthFindings(project: CheckedProject): Found[] {
  const locations = findingLocations(project)
  const tooLong = project.connections.flatMap((connection): Found[] => {
    const { id, number, lengthFt, isEstimated, isLengthAssumed, limit } = connection
    if (lengthFt === null || limit === null) return []
    const meters = feetToMeters(lengthFt)
    if (meters <= limit.meters) return []
    const limitFt = metersToFeet(limit.meters)
    return [
      {
        key: `cables.n${id}`,
        rule: 'cables',
        // Nothing can be corrected before the run is known.
        grade: isLengthAssumed ? 'info' : 'warning',
        text: `${number} ${connectionEnds(connection)} is ${formatFigure(lengthFt)} ft long, ${formatFigure(round(lengthFt - limitFt, 2))} ft over`,
        source: `${limit.name}: ${formatFigure(limitFt)} ft (${formatFigure(limit.meters)} m), length ${isLengthAssumed ? 'assumed within the space' : isEstimated ? 'estimated' : 'entered by hand'}`,
        where: locations.elsewhere(number, '/cables', connection.from.spaceId),
        figure: atMost(lengthFt, limitFt, 'ft'),
        data: [meters, limit.meters],
      },
    ]
  })
  const unmeasured = groupByKey(
    project.connections.filter(({ lengthFt }) => lengthFt === null),
    ({ from, to }) => [from.spaceId, to.spaceId].sort((a, b) => a - b).join('-'),
  )
  const names = new Map(project.spaces.map(({ id, name }) => [id, name]))
  const withoutLength = [...unmeasured].map(([pair, connections]): Found => {
    const [first] = connections
    const many = connections.length
    const [from, to] = [names.get(first?.from.spaceId ?? 0) ?? '', names.get(first?.to.spaceId ?? 0) ?? '']
    return {
      key: `cables.s${pair}`,
      rule: 'cables',
      grade: 'warning',
      text: `${formatCount(many, 'connection')} ${plural(many, 'has')} no length: no distance from ${from} to ${to}`,
      source: sources.distance,
      where: locations.elsewhere(formatCount(many, 'connection'), '/cables', first?.from.spaceId),
      figure: null,
      data: connections.map(({ id }) => id),
    }
  })
  const tooShort = project.connections.flatMap((connection): Found[] => {
    const { id, number, lengthFt, cable } = connection
    const fixed = cable?.fixedLengthFt ?? null
    if (!cable || fixed === null || lengthFt === null || lengthFt <= fixed) return []
    return [
      {
        key: `cables.n${id}.short`,
        rule: 'cables',
        grade: 'error',
        text: `${number} ${connectionEnds(connection)} needs ${formatFigure(lengthFt)} ft; ${cable.model} is ${formatFigure(fixed)} ft long`,
        source: sources.fixedCable,
        where: locations.elsewhere(number, '/cables', connection.from.spaceId),
        figure: atMost(lengthFt, fixed, 'ft'),
        data: [lengthFt, fixed],
      },
    ]
  })
  const outOfStock = project.connections.flatMap((connection): Found[] => {
    const { id, number, lengthFt, isLengthAssumed, cable, stock } = connection
    if (cable || !stock || lengthFt === null || lengthFt <= stock.longestFt) return []
    return [
      {
        key: `cables.n${id}.stock`,
        rule: 'cables',
        grade: isLengthAssumed ? 'info' : 'warning',
        text: `${number} ${connectionEnds(connection)}: no stocked cable of type ${stock.model} is long enough for ${formatFigure(lengthFt)} ft`,
        source: sources.stockedCable,
        where: locations.elsewhere(number, '/cables', connection.from.spaceId),
        figure: atMost(lengthFt, stock.longestFt, 'ft'),
        data: [lengthFt, stock.longestFt],
      },
    ]
  })
  return [...tooShort, ...outOfStock, ...tooLong, ...withoutLength]
}

/** Catalog data of the cables in use that cannot be right, once per product. */
export function cableDataFindings(project: CheckedProject): Found[] {
  const locations = findingLocations(project)
  const byProduct = groupByKey(project.connections, ({ cable }) => cable?.id ?? null)
  return [...byProduct.values()].flatMap((connections): Found[] => {
    const [first] = connections
    const cable = first?.cable
    if (!first || !cable) return []
    const where = locations.elsewhere(cable.tag, '/cables', first.from.spaceId)
    const about = { rule: 'data', grade: 'warning', where, figure: null } as const
    const name = `${cable.tag} ${cable.model}`
    const stock = formatFigure(cable.stockLengthFt ?? 0)
    const found: Found[] = []
    if (isCablePriceImplausible(cable)) {
      const unit = cable.fixedLengthFt !== null ? 'a piece' : cable.stockLengthFt === null ? 'a foot' : `${stock} ft`
      found.push({
        ...about,
        key: `data.cable-price.e${cable.id}`,
        text: `The price of ${name} is too low for ${unit}; check its unit in the catalog`,
        source: sources.cablePrice,
        data: [cable.price, cable.stockLengthFt],
      })
    }
    if (isLongerThanStock(cable))
      found.push({
        ...about,
        key: `data.cable-stock.e${cable.id}`,
        text: `${name} is pre-terminated at ${formatFigure(cable.lengthFt ?? 0)} ft, longer than its stock length of ${stock} ft`,
        source: sources.cableStock,
        data: [cable.lengthFt, cable.stockLengthFt],
      })
    return found
  })
}

export function conduitFindings(project: CheckedProject): Found[] {
  const locations = findingLocations(project)
  const inConduit = groupByKey(project.connections, ({ conduitId }) => conduitId)
  return project.conduits.flatMap((conduit) => {
    const cables = inConduit.get(conduit.id) ?? []
    const { id, name, tradeSize, innerDiameterIn, spaceId } = conduit
    const where = locations.elsewhere(name, '/conduits', spaceId)
    const diameters = cables.flatMap(({ outerDiameterIn }) => outerDiameterIn ?? [])
    const unknown = cables.length - diameters.length
    const most = mostFill(cables.length)
    const found: Found[] = []
    if (innerDiameterIn === null) {
      if (cables.length === 0) return []
      return [
        {
          key: `conduits.c${id}.size`,
          rule: 'conduits',
          grade: 'info',
          text: `${name} holds ${formatCount(cables.length, 'cable')}, and its inner diameter is not known`,
          source: sources.conduits,
          where,
          figure: null,
          data: [cables.length],
        },
      ]
    }
    const fill = conduitFillPercent(innerDiameterIn, diameters)
    if (cables.length > 0 && fill > most)
      found.push({
        key: `conduits.c${id}.fill`,
        rule: 'conduits',
        grade: 'warning',
        text: `${[name, tradeSize].filter(Boolean).join(', ')} holds ${formatCount(cables.length, 'cable')} and is ${formatFigure(fill)}% full`,
        source: sources.conduits,
        where,
        figure: atMost(fill, most, '%'),
        data: [innerDiameterIn, ...diameters],
      })
    const ratio = unknown === 0 ? jamRatio(innerDiameterIn, diameters) : undefined
    if (ratio !== undefined && jams(ratio))
      found.push({
        key: `conduits.c${id}.jam`,
        rule: 'conduits',
        grade: 'warning',
        text: `Three cables can jam in ${name}: its diameter is ${formatFigure(ratio)} times that of one of them`,
        source: sources.jam,
        where,
        figure: null,
        data: [innerDiameterIn, ...diameters],
      })
    if (unknown > 0)
      found.push({
        key: `conduits.c${id}.unknown`,
        rule: 'conduits',
        grade: 'info',
        text: `${unknown} of ${formatCount(cables.length, 'cable')} in ${name} ${plural(unknown, 'has')} no outer diameter`,
        source: sources.diameter,
        where,
        figure: null,
        data: [unknown, cables.length],
      })
    return found
  })
}
