import { PoEType, PowerSpecType } from '../catalog/enums.ts'
import { type PowerSpec, suppliesInUse, wattsOfSpec } from './power.ts'

/** Power over Ethernet classes 1 to 8 (domain 25, IEEE 802.3): watts at the source and at the device. */
const poeClasses = [
  { class: 1, sourceWatts: 4, deviceWatts: 3.84 },
  { class: 2, sourceWatts: 7, deviceWatts: 6.49 },
  { class: 3, sourceWatts: 15.4, deviceWatts: 12.95 },
  { class: 4, sourceWatts: 30, deviceWatts: 25.5 },
  { class: 5, sourceWatts: 45, deviceWatts: 40 },
  { class: 6, sourceWatts: 60, deviceWatts: 51 },
  { class: 7, sourceWatts: 75, deviceWatts: 62 },
  { class: 8, sourceWatts: 90, deviceWatts: 71.3 },
] as const
export type PoEClass = (typeof poeClasses)[number]

const highestOfType: Readonly<Record<PoEType, number>> = {
  [PoEType.Type1]: 3,
  [PoEType.Type2]: 4,
  [PoEType.Type3]: 6,
  [PoEType.Type4]: 8,
}
const classNumbered = (number: number): PoEClass | undefined => poeClasses.find((poeClass) => poeClass.class === number)

export interface PoEProduct {
  poeBudgetWatts: number | null
  powerSpecs: readonly PowerSpec[]
  networkPorts: readonly { isPoESource: boolean; poeType: PoEType | null }[]
}

const poeSpec = ({ powerSpecs }: PoEProduct) => suppliesInUse(powerSpecs).find(({ type }) => type === PowerSpecType.PoE)
export const isPoePowered = (product: PoEProduct) => poeSpec(product) !== undefined

/** Class of a PoE-powered device: the smallest that covers its watts, otherwise that of its type. */
export function requiredPoeClass(product: PoEProduct): PoEClass | undefined {
  const spec = poeSpec(product)
  if (!spec) return undefined
  const specWatts = spec.watts ?? (spec.voltage && spec.currentAmps ? wattsOfSpec(spec) : null)
  if (specWatts !== null) return poeClasses.find(({ deviceWatts }) => deviceWatts >= specWatts) ?? poeClasses.at(-1)
  return spec.poeType ? classNumbered(highestOfType[spec.poeType]) : undefined
}

export function suppliedPoeClass({ networkPorts }: PoEProduct): PoEClass | undefined {
  const classes = networkPorts.flatMap(({ isPoESource, poeType }) => (isPoESource && poeType ? highestOfType[poeType] : []))
  return classes.length > 0 ? classNumbered(Math.max(...classes)) : undefined
}
