import { parts, recordOf } from './answered.ts'
import { call, shape } from './call.ts'
import type { ValuesOf } from './description.ts'
import { json, text } from './field.ts'

/** A country or region by its code. */
const placeShape = { value: text('Code'), label: text('Name') }
export type Place = ValuesOf<typeof placeShape>

export const readEnumerations = call({
  method: 'GET',
  path: '/enumerations',
  permission: 'signed in',
  summary: 'Get all lists of choices, countries and regions',
  answer: shape({
    enumerations: recordOf('Enumerations', json<unknown>('Enumeration')),
    mainCountries: parts('Main countries', placeShape),
    countries: parts('Countries', placeShape),
    regions: recordOf('Regions', parts('Regions of the country', placeShape)),
  }),
})
