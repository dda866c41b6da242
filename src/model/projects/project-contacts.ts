import { contacts } from '../companies/contacts.ts'
import { CompanyType } from '../companies/enums.ts'
import { call, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, defaulted, email, id, integer, list, name, optional, phone, text } from '../kit/field.ts'
import { object, objects } from '../kit/response-fields.ts'
import { messages } from '../kit/rules.ts'

const written = {
  name: optional(name('Name')),
  email: optional(email()),
  phone: optional(phone()),
  companyName: optional(name('Company')),
  role: optional(text('Role')),
  isSharedExternally: defaulted(boolean('Shared externally'), false),
}
const plain = list('Contacts', { contactId: optional(id('Contact')), ...written }, { max: 500 })

/** Each row is a company contact, at most once, or a free contact with a name. */
const contactsOfProject: typeof plain = {
  ...plain,
  check(value, report) {
    const rows = plain.check(value, report)
    const seen = new Set<number>()
    if (Array.isArray(rows))
      rows.forEach(({ contactId, name }, index) => {
        if (contactId == null && name == null) report(messages.required, `[${index}].name`)
        if (contactId != null && seen.has(contactId)) report('This contact is already listed.', `[${index}].contactId`)
        if (contactId != null) seen.add(contactId)
      })
    return rows
  },
}

const { firstName, lastName, jobTitle } = contacts.fields
const contactShape = {
  contact: optional(object('Contact', { id: id(), firstName, lastName, jobTitle, isDeleted: boolean('Deleted') })),
  ...written,
  name: name('Name'),
  companyType: optional(choice('Kind of company', CompanyType)),
  companyId: optional(id('Company')),
}
export type ProjectContact = ValuesOf<typeof contactShape>

const version = { rowVersion: optional(integer('Row version', { min: 1 })) }
const shown = shape({
  items: objects('Contacts', contactShape),
  total: integer('Contacts'),
  rowVersion: integer('Row version'),
})

const contactsCalls = (path: 'projects' | 'leads', noun: string) => ({
  read: call({
    method: 'GET',
    path: `/${path}/:id/Contacts`,
    permission: 'ProjectContacts.View',
    summary: `List the contacts of ${noun}, in order`,
    response: shown,
  }),
  replace: call({
    method: 'PUT',
    path: `/${path}/:id/Contacts`,
    permission: 'ProjectContacts.Update',
    summary: `Replace the contacts of ${noun}`,
    body: { contacts: contactsOfProject, ...version },
    response: shown,
  }),
})
export const projectContacts = contactsCalls('projects', 'a project')
export const leadContacts = contactsCalls('leads', 'a lead')

export const contactGroups: readonly { type: CompanyType | null; label: string }[] = [
  ...CompanyType.values.map(({ value, label }) => ({ type: value as CompanyType, label: `${label}` })),
  { type: null, label: 'Others' },
]
