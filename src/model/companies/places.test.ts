import { expect, it } from 'vitest'
import expected from '../../../test/fixtures/places.json' with { type: 'json' }
import { countries, isCountry, isMainCountry, mainCountries, type Place, regions } from './places.ts'

const listed = (places: object) => Object.entries(places).map(([value, label]) => ({ value, label }))
const codes = (places: readonly Place[]) => places.map(({ value }) => value)

it('lists all countries, each code once', () => {
  expect(countries).toEqual(listed(expected.countries))
  expect(new Set(codes(countries)).size).toBe(249)
})

it('lists the four main countries first', () => {
  expect(mainCountries).toEqual(listed(expected.mainCountries))
  expect(codes(mainCountries)).toEqual(Object.keys(regions))
})

it.each(Object.entries(regions))('lists the regions of %s, each code once', (country, places) => {
  expect(places).toEqual(listed(expected.regions[country as keyof typeof regions]))
  expect(new Set(codes(places)).size).toBe(places.length)
})

it('gives San Luis Potosí and Quintana Roo separate codes', () => {
  const named = (code: string) => regions.MX.filter(({ value }) => value === code).map(({ label }) => label)
  expect([named('SLP'), named('ROO')]).toEqual([['San Luis Potosí'], ['Quintana Roo']])
})

it('recognizes countries by their codes', () => {
  expect([isCountry('PL'), isCountry('pl'), isMainCountry('PL'), isMainCountry('toString')]).toEqual([true, false, true, false])
})
