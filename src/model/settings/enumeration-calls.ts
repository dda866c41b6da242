import { call, shape } from '../kit/call.ts'
import { json } from '../kit/field.ts'

export const readEnumerations = call({
  method: 'GET',
  path: '/enumerations',
  permission: 'signed in',
  summary: 'Every list of choices, countries and regions',
  answer: shape({
    enumerations: json<Record<string, unknown>>('Enumerations'),
    mainCountries: json<unknown[]>('Main countries'),
    countries: json<unknown[]>('Countries'),
    regions: json<Record<string, unknown[]>>('Regions'),
  }),
})
