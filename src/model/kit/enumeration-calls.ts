import { call, shape } from './call.ts'
import { json } from './field.ts'

/** A country or region by its code. */
export interface Place {
  value: string
  label: string
}

export const readEnumerations = call({
  method: 'GET',
  path: '/enumerations',
  permission: 'signed in',
  summary: 'Get all lists of choices, countries and regions',
  answer: shape({
    enumerations: json<Record<string, unknown>>('Enumerations'),
    mainCountries: json<Place[]>('Main countries'),
    countries: json<Place[]>('Countries'),
    regions: json<Record<string, Place[]>>('Regions'),
  }),
})
