import type { Fields, ValuesOf } from '../kit/description.ts'
import { decimal, integer, money, optional } from '../kit/field.ts'
import type { SpaceBudget } from './space-budget.ts'

const figure = (label: string, unit: string) => optional(decimal(label, { unit, min: 0, max: 99_999_999 }, 2))

/** What the house gives a room, and what it may cost. The names are those of the budget's figures. */
export const limitFields = {
  watts: figure('Power', 'W'),
  heatBtuPerHour: figure('Heat', 'BTU/hr'),
  tons: figure('Cooling', 'tons'),
  acOutlets: optional(integer('AC outlets', { min: 0, max: 99_999 })),
  poeWatts: figure('PoE', 'W'),
  networkPorts: optional(integer('Network ports', { min: 0, max: 99_999 })),
  rackUnits: figure('Rack space', 'RU'),
  weightLb: figure('Weight', 'lb'),
  total: optional(money('Price', { unit: 'USD' })),
} satisfies Fields

export type SpaceLimits = ValuesOf<typeof limitFields>
export type LimitedFigure = keyof typeof limitFields

export interface OverLimit {
  figure: LimitedFigure
  value: number
  limit: number
}

/** The figures that are over their limit, in the order of the fields. A figure without a limit never is. */
export function overLimits(budget: Pick<SpaceBudget, LimitedFigure>, limits: Partial<SpaceLimits> | null): OverLimit[] {
  return (Object.keys(limitFields) as LimitedFigure[]).flatMap((figure) => {
    const limit = limits?.[figure] ?? null
    return limit !== null && budget[figure] > limit ? [{ figure, value: budget[figure], limit }] : []
  })
}
