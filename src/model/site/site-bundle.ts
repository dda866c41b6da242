import { CompanyType } from '../companies/enums.ts'
import { call, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { choice, date, id, optional, text, uuid } from '../kit/field.ts'
import { object, objects } from '../kit/response-fields.ts'
import { VerificationCategory } from '../templates/enums.ts'
import { ObservationSeverity, ObservationState, TestResult } from './enums.ts'

const bundleShape = {
  project: object('Project', { id: id(), name: text('Name'), number: optional(text('Number')) }),
  spaces: objects('Spaces', {
    id: id(),
    name: text('Name'),
    number: optional(text('Number')),
    level: text('Level'),
    building: text('Building'),
  }),
  units: objects('Devices', { id: id(), label: text('Label'), spaceId: id('Space') }),
  observations: objects('Open observations', {
    id: id(),
    number: text('Number'),
    title: text('Title'),
    spaceId: optional(id('Space')),
    unitId: optional(id('Device')),
    severity: choice('Severity', ObservationSeverity),
    state: choice('State', ObservationState),
    dueDate: optional(date('Due')),
    company: optional(text('Company')),
  }),
  tests: objects('Tests', {
    spaceId: id('Space'),
    itemKey: text('Key'),
    name: text('Test'),
    category: choice('Category', VerificationCategory),
    method: optional(text('Method')),
    expected: optional(text('Expected')),
    unit: optional(text('Unit')),
    result: choice('Result', TestResult),
    measured: optional(text('Measured')),
  }),
  companies: objects('Companies', { companyType: choice('Kind of company', CompanyType), companyId: id('Company'), name: text('Name') }),
  people: objects('People', { id: uuid('Id'), name: text('Name') }),
  /** Addresses of plan pictures. */
  plans: objects('Plans', { id: id(), name: text('Name'), url: text('Address', { max: 2048 }) }),
}
export type SiteBundle = ValuesOf<typeof bundleShape>

export const readSiteBundle = call({
  method: 'GET',
  path: '/projects/:id/SiteBundle',
  permission: 'ProjectNotes.View',
  summary: 'Get what a phone keeps for work on site without a network; answers If-None-Match',
  response: { ...shape(bundleShape), contentType: 'application/json' },
})
