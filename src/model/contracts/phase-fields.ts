import { choice, date, defaulted, id, money, name, optional, pattern, percent } from '../kit/field.ts'
import { messages } from '../kit/rules.ts'
import { CombinedProposalType, ConstructionPhaseType, FeeType, PhaseDateRangeType } from './enums.ts'

export const monthField = (label: string) => pattern(label, /^\d{4}-\d\d$/, messages.date, { max: 7 })
export const phaseFields = {
  type: choice('Phase', ConstructionPhaseType),
  /** Defaults to the long label of the type. */
  name: optional(name('Name')),
  parentPhaseId: optional(id('Parent')),
  dateRangeType: defaulted(choice('Range', PhaseDateRangeType), PhaseDateRangeType.Custom),
  startDate: optional(date('Start')),
  endDate: optional(date('End')),
  startMonth: optional(monthField('First month')),
  endMonth: optional(monthField('Last month')),
  /** Groups the fee tables of a combined proposal. */
  discipline: optional(choice('Discipline', CombinedProposalType)),
  feeType: defaulted(choice('Fee', FeeType), FeeType.Hourly),
  fee: optional(money('Amount')),
  percentComplete: optional(percent('Complete')),
}
