import { call, page, shape } from '../kit/call.ts'
import { choice, id, json, list, optional, pattern, text } from '../kit/field.ts'
import { messages } from '../kit/rules.ts'
import { clients } from './clients.ts'
import { ClientVariableType } from './enums.ts'

const { FreeText, RichText, Number: NumberType, Counter } = ClientVariableType.of

/** What is wrong with a value of a type, or nothing. An empty value is always right. */
export function problemOfValue(type: ClientVariableType, value: unknown): string | undefined {
  if (value === null) return undefined
  if (type === FreeText || type === RichText) {
    if (typeof value !== 'string' || /[\0\p{Cs}]/u.test(value)) return messages.unknown
    const most = type === FreeText ? 1000 : 200_000
    return value.length > most ? messages.maxLength(most) : undefined
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return messages.number
  if (type === Counter && !Number.isInteger(value)) return messages.integer
  if (type === Counter && value < 0) return messages.minimum(0)
  if (Math.abs(value) > 1e12) return messages.maximum(1e12)
  return type === NumberType || type === Counter ? undefined : messages.unknown
}

const fields = {
  id: optional(id('Variable')),
  name: pattern('Name', /^[A-Za-z][A-Za-z0-9_]*$/, 'Only letters, digits and _ are valid, a letter first', { min: 1, max: 200 }),
  label: optional(text('Label', { max: 200 })),
  type: choice('Type', ClientVariableType),
  value: json<string | number | null>('Value'),
}

const plain = list('Variables', fields, { max: 500 })
/** Named once each, each value right for its type. */
const clientVariables: typeof plain = {
  ...plain,
  check(value, report) {
    const rows = plain.check(value, report)
    const seen = new Set<string>()
    if (Array.isArray(rows))
      rows.forEach((row, at) => {
        row.value = row.value === undefined || row.value === '' ? null : row.value
        const problem = ClientVariableType.has(row.type) ? problemOfValue(row.type, row.value) : undefined
        if (problem) report(problem, `[${at}].value`)
        const key = String(row.name).toLowerCase()
        if (seen.has(key)) report('This name is already taken.', `[${at}].name`)
        seen.add(key)
      })
    return rows
  },
}

const variable = shape({ ...fields, id: id() })
export interface ClientVariable {
  id: number
  name: string
  label: string | null
  type: ClientVariableType
  value: string | number | null
}

/** Values that every project of a client starts with. */
export const readClientVariables = call({
  method: 'GET',
  path: '/clients/:id/Variables',
  permission: clients.permission.view,
  summary: 'Get the variables of a client',
  answer: page<ClientVariable>(variable),
})
export const writeClientVariables = call({
  method: 'PUT',
  path: '/clients/:id/Variables',
  permission: 'Clients.Update',
  summary: 'Replace the variables of a client',
  body: { items: clientVariables },
  answer: page<ClientVariable>(variable),
})
