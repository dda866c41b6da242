import { roundedProduct } from '../kit/money.ts'

/** All power an appliance draws becomes heat that the air conditioning must remove. */
export const btuPerHourPerWatt = 3.412141633
export const btuPerHourPerTon = 12_000

export interface Heat {
  watts: number
  heatBtuPerHour: number
  tons: number
}

export const btuStart: Heat = { watts: 100, heatBtuPerHour: 341.21, tons: 0.02843 }

export const heatBtuPerHour = (watts: number) => roundedProduct(2, [watts, btuPerHourPerWatt])
export const coolingTons = (watts: number) => roundedProduct(5, [watts, btuPerHourPerWatt], btuPerHourPerTon)

/** The edited value stays as typed; the other two are derived from it, each rounded once. */
export function convertHeat(edited: keyof Heat, value: number): Heat {
  switch (edited) {
    case 'watts':
      return { watts: value, heatBtuPerHour: heatBtuPerHour(value), tons: coolingTons(value) }
    case 'heatBtuPerHour':
      return {
        watts: roundedProduct(2, [value], btuPerHourPerWatt),
        heatBtuPerHour: value,
        tons: roundedProduct(5, [value], btuPerHourPerTon),
      }
    case 'tons':
      return {
        watts: roundedProduct(2, [value, btuPerHourPerTon], btuPerHourPerWatt),
        heatBtuPerHour: roundedProduct(2, [value, btuPerHourPerTon]),
        tons: value,
      }
  }
}
