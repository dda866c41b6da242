import { call, page, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { choice, decimal, id, list, longText, optional, pattern, text } from '../kit/field.ts'
import { oneOfFields } from '../kit/response-fields.ts'
import { messages } from '../kit/rules.ts'
import { ClientVariableType } from './enums.ts'

const { FreeText, RichText, Number: NumberType, Counter } = ClientVariableType

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

export const variableValues = [longText('Text', { max: 200_000 }), decimal('Number', { min: -1e12, max: 1e12 })]
export const clientVariable = {
  id: id('Variable'),
  name: pattern('Name', /^[A-Za-z][A-Za-z0-9_]*$/, 'Only letters, digits and _ are valid, a letter first', { min: 1, max: 200 }),
  label: optional(text('Label', { max: 200 })),
  type: choice('Type', ClientVariableType),
  value: optional(oneOfFields('Value', ...variableValues)),
}
export type ClientVariable = ValuesOf<typeof clientVariable>

const plain = list('Variables', { ...clientVariable, id: optional(clientVariable.id) }, { max: 500 })
const clientVariables: typeof plain = {
  ...plain,
  check(value, report) {
    const rows = plain.check(value, report)
    const seen = new Set<string>()
    if (Array.isArray(rows))
      rows.forEach((row, index) => {
        const problem = ClientVariableType.has(row.type) ? problemOfValue(row.type, row.value) : undefined
        if (problem) report(problem, `[${index}].value`)
        const key = String(row.name).toLowerCase()
        if (seen.has(key)) report('This name is already taken.', `[${index}].name`)
        seen.add(key)
      })
    return rows
  },
}

/** Values that every new project of the client starts with. */
export const readClientVariables = call({
  method: 'GET',
  path: '/clients/:id/Variables',
  permission: 'Clients.View',
  summary: 'Get the variables of a client',
  response: page(shape(clientVariable)),
})
export const writeClientVariables = call({
  method: 'PUT',
  path: '/clients/:id/Variables',
  permission: 'Clients.Update',
  summary: 'Replace the variables of a client',
  body: { items: clientVariables },
  response: page(shape(clientVariable)),
})
