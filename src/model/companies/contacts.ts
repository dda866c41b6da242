import { InvitationState } from '../access/enums.ts'
import { boolean, choice, defaulted, email, id, integer, longText, name, optional, phone, text, uuid } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { namedShape, object } from '../kit/response-fields.ts'
import type { Permission } from '../permissions.ts'
import { CompanyType } from './enums.ts'

const number = phone()

export const contacts = resource({
  path: 'contacts',
  names: { one: 'Contact', many: 'Contacts' },
  permission: 'CompanyContacts',
  isPickableByStaff: true,
  fields: {
    companyType: choice('Kind of company', CompanyType),
    companyId: id('Company'),
    firstName: name('First name', { min: 1, max: 100 }),
    lastName: name('Last name', { min: 1, max: 100 }),
    email: optional(email()),
    phone: optional(number),
    mobile: optional({ ...number, label: 'Mobile' }),
    jobTitle: optional(text('Job title', { max: 100 })),
    isPrimary: defaulted(boolean('Primary contact'), false),
    notes: optional(longText('Notes')),
  },
  computed: {
    company: object('Company', { ...namedShape, type: choice('Kind', CompanyType) }),
    externalUserId: optional(uuid('External user')),
    invitationId: optional(integer('Invitation')),
    invitationState: optional(choice('Invitation', InvitationState)),
  },
  list: {
    columns: ['lastName', 'firstName', 'jobTitle', 'email', 'phone', 'mobile', 'company', 'isPrimary', 'invitationState'],
    optionalColumns: ['companyType', 'companyId', 'externalUserId', 'invitationId', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['firstName', 'lastName', 'email'],
    sort: ['lastName', 'firstName'],
    filters: {
      companyType: { label: 'Kind of company', kind: 'choice', field: 'companyType', options: CompanyType },
      companyId: { label: 'Company', kind: 'reference', field: 'companyId' },
    },
  },
  title: 'lastName',
  ref: ['firstName', 'lastName'],
  picker: ['company'],
})

export const viewOfCompany: Partial<Record<CompanyType, Permission>> = {
  [CompanyType.Client]: 'Clients.View',
  [CompanyType.EngineeringFirm]: 'EngineeringFirms.View',
  [CompanyType.GeneralContractor]: 'GeneralContractors.View',
  [CompanyType.SubContractor]: 'SubContractors.View',
  [CompanyType.Manufacture]: 'Manufacturers.View',
  [CompanyType.SystemsIntegrator]: 'SystemsIntegrators.View',
  [CompanyType.Representative]: 'Representatives.View',
  [CompanyType.Architect]: 'Architects.View',
}
