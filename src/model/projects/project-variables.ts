import { clientVariable, problemOfValue, variableValues } from '../companies/client-variables.ts'
import { call, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, defaulted, integer, list, optional, text } from '../kit/field.ts'
import { objects, oneOfFields } from '../kit/response-fields.ts'
import { messages } from '../kit/rules.ts'
import { ProjectVariableType } from './enums.ts'

const { Boolean: BooleanType, NamingTemplate, Number: NumberType } = ProjectVariableType

function problemOfProjectValue(type: ProjectVariableType, value: unknown): string | undefined {
  if (value === null) return undefined
  if (type === BooleanType) return typeof value === 'boolean' ? undefined : messages.unknown
  if (type === NamingTemplate) return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? undefined : messages.unknown
  return problemOfValue(type, value)
}

const projectValues = [...variableValues, boolean('Yes or no')]
const variable = {
  ...clientVariable,
  type: choice('Type', ProjectVariableType),
  value: optional(oneOfFields('Value', ...projectValues)),
}
const plain = list('Variables', { ...variable, id: optional(variable.id) }, { max: 500 })

const variablesOfProject: typeof plain = {
  ...plain,
  check(value, report) {
    const rows = plain.check(value, report)
    const seen = new Set<string>()
    if (Array.isArray(rows))
      rows.forEach((row, index) => {
        // The specification uses one number for both types, so the value determines the type.
        if (row.type === NumberType && typeof row.value === 'boolean') row.type = BooleanType
        const problem = ProjectVariableType.has(row.type) ? problemOfProjectValue(row.type, row.value) : undefined
        if (problem) report(problem, `[${index}].value`)
        const key = String(row.name).toLowerCase()
        if (seen.has(key)) report('This name is already taken.', `[${index}].name`)
        seen.add(key)
      })
    return rows
  },
}

const shownVariable = {
  ...variable,
  printed: optional(text('Printed')),
  isFromClient: boolean('From the client'),
}
export type ProjectVariable = ValuesOf<typeof shownVariable>

const shown = shape({
  items: objects('Variables', shownVariable),
  total: integer('Variables'),
  rowVersion: integer('Row version'),
  clientVariables: objects('Variables of the client', clientVariable),
})
const version = { rowVersion: optional(integer('Row version', { min: 1 })) }

export const readProjectVariables = call({
  method: 'GET',
  path: '/projects/:id/Variables',
  permission: 'ProjectVariables.View',
  summary: 'Get the variables of a project alongside those of its client',
  response: shown,
})
export const writeProjectVariables = call({
  method: 'PUT',
  path: '/projects/:id/Variables',
  permission: 'ProjectVariables.Update',
  summary: 'Replace the variables of a project',
  body: { items: variablesOfProject, ...version },
  response: shown,
})
/** Adds missing variables; existing ones stay unless they are reset to the client's value. */
export const copyVariablesFromClient = call({
  method: 'POST',
  path: '/projects/:id/Variables/CopyFromClient',
  permission: 'ProjectVariables.Update',
  summary: 'Copy variables from the client to the project',
  body: { overwrite: defaulted(boolean('Overwrite'), false), ...version },
  response: shown,
})
