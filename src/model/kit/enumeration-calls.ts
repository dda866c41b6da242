import { call, shape } from './call.ts'
import type { ValuesOf } from './description.ts'
import { json, text } from './field.ts'
import { objects, recordField } from './response-fields.ts'

const placeShape = { value: text('Code'), label: text('Name') }
export type EnumerationPlace = ValuesOf<typeof placeShape>

export const readEnumerations = call({
  method: 'GET',
  path: '/enumerations',
  permission: 'signed in',
  summary: 'Get all lists of choices, countries and regions',
  response: shape({
    enumerations: recordField('Enumerations', json<unknown>('Enumeration')),
    mainCountries: objects('Main countries', placeShape),
    countries: objects('Countries', placeShape),
    regions: recordField('Regions', objects('Regions of the country', placeShape)),
  }),
})
