import { expect, it } from 'vitest'
import { entities } from '../../areas.ts'
import { duplicateConflict } from './error-response.ts'

const racks = { resource: { fields: { number: { label: 'Number' }, serialNumber: { label: 'Serial number' } } }, shape: { table: 'racks' } }
const conflict = (table: string, column: string, names: Parameters<typeof duplicateConflict>[1] = entities) =>
  duplicateConflict(Object.assign(new Error('taken'), { constraint: `unique_${table}_${column}`, table }), names).body

it("reports a duplicate on the field of its column, with that field's message", () => {
  const serial = 'This serial number is already taken.'
  expect(conflict('racks', 'serial_number', [racks])).toMatchObject({ message: serial, fields: { serialNumber: [serial] } })
  expect(conflict('racks', 'number', [racks])).toMatchObject({ fields: { number: ['This number is already taken.'] } })
  expect(conflict('clients', 'abbreviated_name')).toMatchObject({ fields: { abbreviatedName: ['This abbreviation is already taken.'] } })
  expect(conflict('users', 'jira_account_id')).toMatchObject({ fields: { jiraAccountId: ['This Jira account id is already taken.'] } })
  const definition = { wireCadLink: ['This WireCAD definition is already taken.'] }
  for (const part of ['wire_cad_id', 'wire_cad_definition']) expect(conflict('equipments', part)).toMatchObject({ fields: definition })
  expect(conflict('racks', 'number_of_legs', [])).toMatchObject({ message: 'This number of legs is already taken.' })
})

it('keeps the message of a custom rule', () => {
  expect(duplicateConflict(new Error('This label is already taken.'), entities).body).toMatchObject({
    message: 'This label is already taken.',
  })
})
