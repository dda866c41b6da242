import { coolingTons, heatBtuPerHour } from './btu.ts'

/** Volts, amperes, watts, and ohms. */
export interface Circuit {
  voltage: number
  current: number
  power: number
  resistance: number
}

export type CircuitInput = { readonly [K in keyof Circuit]?: number | null }
export type PowerAnswer = { readonly result: Circuit & { heatBtuPerHour: number; tons: number } } | { readonly hint: string }

/** Computes the two missing quantities of voltage V, current I, power P, and resistance R for each known pair. */
const relations: Record<string, (first: number, second: number) => Circuit> = {
  'voltage current': (V, I) => ({ voltage: V, current: I, power: V * I, resistance: V / I }),
  'voltage power': (V, P) => ({ voltage: V, current: P / V, power: P, resistance: (V * V) / P }),
  'voltage resistance': (V, R) => ({ voltage: V, current: V / R, power: (V * V) / R, resistance: R }),
  'current power': (I, P) => ({ voltage: P / I, current: I, power: P, resistance: P / (I * I) }),
  'current resistance': (I, R) => ({ voltage: I * R, current: I, power: I * I * R, resistance: R }),
  // Two negative numbers would yield finite roots for an impossible circuit.
  'power resistance': (P, R) => ({
    voltage: P < 0 ? Number.NaN : Math.sqrt(P * R),
    current: P < 0 ? Number.NaN : Math.sqrt(P / R),
    power: P,
    resistance: R,
  }),
}

const quantities = ['voltage', 'current', 'power', 'resistance'] as const
const filledIn = (input: CircuitInput) => quantities.filter((name) => Number.isFinite(input[name]))

/** Calculate is enabled only with exactly two of the four quantities and no invalid number. */
export function canCalculate(input: CircuitInput): boolean {
  return filledIn(input).length === 2 && !quantities.some((name) => Number.isNaN(input[name]))
}

/** Rounds to twelve significant digits to hide floating-point noise (0.1 V at 3 A is 0.3 W); adding 0 turns -0 into 0. */
const roundSignificant = (value: number) => Number(value.toPrecision(12)) + 0

export function calculatePower(input: CircuitInput): PowerAnswer | undefined {
  if (!canCalculate(input)) return undefined
  const names = filledIn(input)
  const [first, second] = names.map((name) => input[name] as number)
  const solved = relations[names.join(' ')]!(first!, second!)
  if (!Object.values(solved).every(Number.isFinite)) return { hint: 'Enter values greater than 0' }

  const [voltage, current, power, resistance] = quantities.map((name) => roundSignificant(solved[name])) as [number, number, number, number]
  const heat = { heatBtuPerHour: heatBtuPerHour(power), tons: coolingTons(power) }
  return { result: { voltage, current, power, resistance, ...heat } }
}
