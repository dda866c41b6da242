import { expect, it } from 'vitest'
import { costOfLine } from './probable-cost.ts'

const line = { extendedMsrpPrice: 1000, provider: 'AVV', installer: 'AVV', isExisting: false } as const
const rules = { installationFactor: 0.25 }

it('takes hardware at its price and installation by the factor', () => {
  expect(costOfLine(line, rules)).toEqual({ hardware: 1000, ownerFurnished: 0, installation: 250, labor: 0 })
  expect(costOfLine({ ...line, extendedMsrpPrice: 0.02 }, rules).installation).toBe(0.01)
  expect(costOfLine(line, { ...rules, laborFactor: 0.1 }).labor).toBe(100)
})

it('does not buy what the owner has or furnishes, but installs it', () => {
  const owners = { hardware: 0, ownerFurnished: 1000, installation: 250, labor: 0 }
  expect(costOfLine({ ...line, isExisting: true }, { ...rules, laborFactor: 0.1 })).toEqual(owners)
  expect(costOfLine({ ...line, provider: 'FBO' }, rules)).toEqual(owners)
  expect(costOfLine({ ...line, provider: 'FBO' }, { ...rules, excludeOwnerFurnished: false })).toMatchObject({
    hardware: 1000,
    ownerFurnished: 0,
  })
  expect(costOfLine({ ...line, provider: 'FBO', installer: 'IBO' }, rules)).toEqual({ ...owners, installation: 0 })
})
