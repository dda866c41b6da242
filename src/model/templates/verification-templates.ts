import { choice, list, name, optional, pattern, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { VerificationCategory } from './enums.ts'

export const itemKeyField = () =>
  pattern('Key', /^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'Only letters, digits, dots, hyphens and underscores are valid', { min: 1, max: 60 })

const verificationItem = {
  /** Identifies the test within a space, such as `AP-100`. */
  key: itemKeyField(),
  name: name('Test', { min: 1 }),
  category: choice('Category', VerificationCategory),
  method: optional(text('Method', { max: 1000 })),
  expected: optional(text('Expected', { max: 200 })),
  unit: optional(text('Unit', { max: 40 })),
}

/** Checklist of the tests of a kind of room. Space templates name those of their spaces. */
export const verificationTemplates = resource({
  path: 'verificationTemplates',
  route: '/verification-templates',
  names: { one: 'Verification template', many: 'Verification templates' },
  permission: 'ProjectNotes',
  isPickableByStaff: true,
  fields: {
    name: name('Name', { min: 1 }),
    items: list('Tests', verificationItem, { max: 500 }),
  },
  list: {
    columns: ['name', 'updateDate', 'updatedBy'],
    optionalColumns: ['createDate', 'createdBy'],
    search: ['name'],
    sort: ['name'],
  },
  logs: true,
})
