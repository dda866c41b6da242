import { expect, it } from 'vitest'
import { entities } from '../../areas.ts'
import { duplicateConflict } from './error-response.ts'

const racks = { resource: { fields: { number: { label: 'Number' }, serialNumber: { label: 'Serial number' } } }, shape: { table: 'racks' } }
const taken = (table: string, column: string, among: Parameters<typeof duplicateConflict>[1] = entities) =>
  duplicateConflict(Object.assign(new Error('taken'), { constraint: `unique_${table}_${column}`, table }), among).body

it('says that something is taken at the field its column keeps, in the words of that field', () => {
  const serial = 'This serial number is already taken.'
  expect(taken('racks', 'serial_number', [racks])).toMatchObject({ message: serial, fields: { serialNumber: [serial] } })
  expect(taken('racks', 'number', [racks])).toMatchObject({ fields: { number: ['This number is already taken.'] } })
  expect(taken('clients', 'abbreviated_name')).toMatchObject({ fields: { abbreviatedName: ['This abbreviation is already taken.'] } })
  expect(taken('users', 'jira_account_id')).toMatchObject({ fields: { jiraAccountId: ['This Jira account id is already taken.'] } })
  const definition = { wireCadLink: ['This WireCAD definition is already taken.'] }
  for (const part of ['wire_cad_id', 'wire_cad_definition']) expect(taken('equipments', part)).toMatchObject({ fields: definition })
  expect(taken('racks', 'number_of_legs', [])).toMatchObject({ message: 'This number of legs is already taken.' })
})

it('gives what a rule of ours refuses in its own words', () => {
  expect(duplicateConflict(new Error('This label is already taken.'), entities).body).toMatchObject({
    message: 'This label is already taken.',
  })
})
