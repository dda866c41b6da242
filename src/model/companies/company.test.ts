import { describe, expect, it } from 'vitest'
import { parseShape } from '../kit/field.ts'
import { address } from './company.ts'

const problemsOf = (given: Record<string, string>) => parseShape({ address: address() }, { address: given }).problems
const clean = (given: Record<string, string>) => parseShape({ address: address() }, { address: given }).values.address

describe('an address', () => {
  it.each([
    [{ country: 'US', postalCode: '9021' }, 'Invalid US Postal Code'],
    [{ country: 'MX', postalCode: 'ABCDE' }, 'Invalid Mexican Postal Code'],
    [{ country: 'CA', postalCode: '90210' }, 'Invalid Canadian Postal Code'],
    [{ country: 'PL', postalCode: '00 950' }, 'Invalid Polish Postal Code'],
  ])('refuses a postal code its country does not have: %j', (given, message) => {
    expect(problemsOf(given)).toEqual({ 'address.postalCode': [message] })
  })

  it('writes a Canadian postal code the usual way', () => {
    expect(clean({ country: 'CA', state: 'QC', postalCode: 'h2x1y4' })).toMatchObject({ postalCode: 'H2X 1Y4' })
  })

  it('takes regions by their code in the main countries and as text elsewhere', () => {
    expect(problemsOf({ country: 'US', state: 'Texas' })).toEqual({ 'address.state': ['This value is not valid!'] })
    expect(problemsOf({ country: 'US', state: 'TX' })).toBeUndefined()
    expect(problemsOf({ country: 'FR', state: 'Bretagne', postalCode: '29200' })).toBeUndefined()
    expect(problemsOf({ country: 'XX' })).toEqual({ 'address.country': ['This value is not valid!'] })
  })

  it('may be missing', () => {
    expect(parseShape({ address: address() }, {})).toEqual({ values: { address: null }, problems: undefined })
  })
})
