import { describe, expect, it } from 'vitest'
import { parseShape } from '../kit/field.ts'
import { address } from './company.ts'

const addressProblems = (input: Record<string, string>) => parseShape({ address: address() }, { address: input }).problems
const clean = (input: Record<string, string>) => parseShape({ address: address() }, { address: input }).values.address

describe('address', () => {
  it.each([
    [{ country: 'US', postalCode: '9021' }, 'Invalid US Postal Code'],
    [{ country: 'MX', postalCode: 'ABCDE' }, 'Invalid Mexican Postal Code'],
    [{ country: 'CA', postalCode: '90210' }, 'Invalid Canadian Postal Code'],
    [{ country: 'PL', postalCode: '00 950' }, 'Invalid Polish Postal Code'],
  ])('rejects a postal code that is invalid in its country: %j', (input, message) => {
    expect(addressProblems(input)).toEqual({ 'address.postalCode': [message] })
  })

  it('formats a Canadian postal code', () => {
    expect(clean({ country: 'CA', state: 'QC', postalCode: 'h2x1y4' })).toMatchObject({ postalCode: 'H2X 1Y4' })
  })

  it('accepts region codes in the main countries and free text elsewhere', () => {
    expect(addressProblems({ country: 'US', state: 'Texas' })).toEqual({ 'address.state': ['This value is not valid!'] })
    expect(addressProblems({ country: 'US', state: 'TX' })).toBeUndefined()
    expect(addressProblems({ country: 'FR', state: 'Bretagne', postalCode: '29200' })).toBeUndefined()
    expect(addressProblems({ country: 'XX' })).toEqual({ 'address.country': ['This value is not valid!'] })
  })

  it('allows a missing address', () => {
    expect(parseShape({ address: address() }, {})).toEqual({ values: { address: null }, problems: undefined })
  })
})
