import { expect, it } from 'vitest'
import { findMismatches } from './equipment-replace.ts'

const product = { msrpPrice: 1200, ports: [], watts: 40, isRackMountable: true, rackUnits: 1 }

it('reports differences in price, power and height, with unknown values as "unknown"', () => {
  expect(findMismatches(product, product)).toEqual([])
  expect(findMismatches(product, { ...product, msrpPrice: 2480.5 })).toEqual([{ what: 'Price', from: '$1,200.00', to: '$2,480.50' }])
  expect(findMismatches(product, { ...product, msrpPrice: 0, watts: null, rackUnits: null })).toEqual([
    { what: 'Power', from: '40 W', to: 'unknown' },
    { what: 'Price', from: '$1,200.00', to: 'unknown' },
    { what: 'Rack', from: '1 RU', to: 'height unknown' },
  ])
})
