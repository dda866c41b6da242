interface CarriedLine {
  lineKey: string
  space: { id: number }
  areaGroup: string | null
  equipment: { id: number }
  quantity: number
}

const placeOf = ({ equipment, space, areaGroup, quantity }: CarriedLine) => JSON.stringify([equipment.id, space.id, areaGroup, quantity])

/**
 * Moves the prices of a bid to a new revision (domain 30.2). A price stays where equipment and quantity are unchanged: by line, then by
 * equipment, space, and area group. `priceAgain` are the other lines.
 */
export function carryPrices<P extends { lineKey: string }>(
  before: readonly CarriedLine[],
  now: readonly CarriedLine[],
  prices: readonly P[],
) {
  const priceOf = new Map(prices.map((price) => [price.lineKey, price]))
  const oldLines = new Map(before.map((line) => [line.lineKey, line]))
  const isSame = (line: CarriedLine) => {
    const old = oldLines.get(line.lineKey)
    return old !== undefined && old.equipment.id === line.equipment.id && old.quantity === line.quantity
  }
  const kept = new Set(now.filter(isSame).map(({ lineKey }) => lineKey))
  const free = new Map<string, string[]>()
  for (const line of before) if (!kept.has(line.lineKey)) free.set(placeOf(line), [...(free.get(placeOf(line)) ?? []), line.lineKey])
  const lines: P[] = []
  const priceAgain: string[] = []
  for (const line of now) {
    const oldKey = kept.has(line.lineKey) ? line.lineKey : free.get(placeOf(line))?.shift()
    const price = oldKey === undefined ? undefined : priceOf.get(oldKey)
    if (price) lines.push({ ...price, lineKey: line.lineKey })
    if (oldKey === undefined) priceAgain.push(line.lineKey)
  }
  return { lines, priceAgain }
}
