import { expect, it } from 'vitest'
import { ContractType } from '../../../model/contracts/enums.ts'
import { stateTone } from './state-colors.ts'

it('gives each contract type a distinct color', () => {
  const tones = ContractType.values.map(({ value }) => stateTone(ContractType, value))
  expect(new Set(tones).size).toBe(3)
  expect(tones).not.toContain(undefined)
})
