import type { Field, ReportProblem } from '../kit/description.ts'
import { boolean, choice, defaulted, group, id, integer, list, longText, money, optional, set, text, uuid } from '../kit/field.ts'
import { object, recordField } from '../kit/response-fields.ts'
import { messages } from '../kit/rules.ts'
import { ChecklistAnswer } from './enums.ts'

const mostKeys = 500
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object with a value per key, such as `{freight: 1200}`. A null or empty value removes the key. */
function valuesByKey<T>(label: string, field: Field<T>): Field<Record<string, T>> {
  return {
    ...recordField(label, field),
    check(value: unknown, report: ReportProblem) {
      const checked: Record<string, T> = {}
      if (value === null || value === undefined) return checked
      if (!isRecord(value) || Object.keys(value).length > mostKeys) {
        report(messages.unknown)
        return checked
      }
      for (const [key, item] of Object.entries(value)) {
        if (item === null || item === '' || item === undefined) continue
        if (key.length > 300 || key === '__proto__') report(messages.unknown, key.slice(0, 60))
        else checked[key] = field.check(item, (message, path) => report(message, path ? `${key}.${path}` : key))
      }
      return checked
    },
  }
}

const signedAmount = money('Amount', { min: -99_999_999.99 })
const remarks = (label: string) => defaulted(set(label, text(label, { max: 1000 }), { max: 200 }), [])

export const substituteFields = {
  manufacturer: text('Manufacturer', { min: 1, max: 200 }),
  model: text('Model', { min: 1, max: 200 }),
  reason: optional(longText('Reason', { max: 1000 })),
}
const mostBidLines = 10_000
export const bidLineFields = {
  lineKey: text('Line', { min: 1, max: 40 }),
  unitPrice: optional(money('Unit price')),
  isExcluded: defaulted(boolean('Excluded'), false),
  substitute: optional(group('Substitute', substituteFields)),
  note: optional(longText('Note', { max: 1000 })),
}

/** Contents of a bid, in dollars. */
export const bidContentFields = {
  lines: defaulted(list('Lines', bidLineFields, { max: mostBidLines }), []),
  costs: valuesByKey('Costs', money('Cost')),
  /** Negative for a deduct. */
  alternates: valuesByKey('Alternates', signedAmount),
  unitPrices: valuesByKey('Unit prices', money('Unit price')),
  exclusions: remarks('Exclusions'),
  qualifications: remarks('Qualifications'),
  checklist: valuesByKey('Scope questions', choice('Answer', ChecklistAnswer)),
  fileIds: defaulted(set('Files', uuid('File'), { max: 50 }), []),
  acknowledgedAddenda: defaulted(set('Acknowledged addenda', integer('Number', { min: 1, max: 9999 }), { max: 500 }), []),
}

const total = (label: string) => money(label, { min: -1e15, max: 1e15 })
export const totalsFields = { lines: total('Lines'), costs: total('Costs'), allowances: total('Allowances'), total: total('Total') }
export const totalsField = object('Totals', totalsFields)

/** A line as it was issued. `lineKey` is the id of the equipment line in the revision, as text. */
export const pricedLineFields = {
  lineKey: text('Line'),
  space: object('Space', { id: id(), name: text('Name'), number: optional(text('Number')) }),
  areaGroup: optional(text('Area group')),
  equipment: object('Equipment', { id: id(), tag: text('Tag'), model: text('Model'), manufacture: text('Manufacturer') }),
  category: object('Category', { id: id(), name: text('Name') }),
  quantity: integer('Quantity'),
}
