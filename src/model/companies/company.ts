import type { Field } from '../kit/description.ts'
import { choices, code, defaulted, email, group, image, integer, longText, name, optional, phone, text, url } from '../kit/field.ts'
import { namedShape } from '../kit/response-fields.ts'
import { checkPostalCode, messages } from '../kit/rules.ts'
import { IndustryType } from './enums.ts'
import { isCountry, isMainCountry, regions } from './places.ts'

export const optionalText = (label: string) => optional(text(label))

const addressFields = {
  addressLine1: optional(text('Address')),
  addressLine2: optional(text('Address, second line')),
  city: optional(text('City', { max: 200 })),
  /** A region code in the four main countries, free text elsewhere. */
  state: optional(text('State or region', { max: 200 })),
  postalCode: optional(text('Postal code', { max: 20 })),
  country: optional(code('Country', 2)),
}
const addressGroup = group('Address', addressFields)
type Address = NonNullable<ReturnType<typeof addressGroup.check>>

/** A postal address. Region and postal code follow the rules of their country. */
const checkedAddress: Field<Address, 'group'> = {
  ...addressGroup,
  kind: 'group',
  check(value, report) {
    const address = addressGroup.check(value, report)
    const { country, state, postalCode } = address
    if (country?.length === 2 && !isCountry(country)) report(messages.unknown, 'country')
    if (country && state && isMainCountry(country) && !regions[country].some((region) => region.value === state))
      report(messages.unknown, 'state')
    return postalCode
      ? { ...address, postalCode: checkPostalCode(country, postalCode, (message) => report(message, 'postalCode')) }
      : address
  },
}
export const address = () => optional(checkedAddress)

export const companyFields = {
  name: name('Name'),
  logoUrl: optional(image('Logo')),
  website: optional(url('Website')),
  phone: optional(phone()),
  email: optional(email()),
  address: address(),
  industryTypes: defaulted(choices('Industries', IndustryType), []),
  notes: optional(longText('Notes')),
  hubspotCompanyId: optional(text('HubSpot company', { max: 50 })),
}

export const namedCompany = { ...namedShape, logoUrl: companyFields.logoUrl }

export const companyComputed = {
  city: optional(text('City')),
  state: optional(text('State')),
  country: optional(text('Country')),
  contactsCount: integer('Contacts'),
  projectsCount: integer('Projects'),
}

export const companyList = <const K extends string = never>(...columns: K[]) => {
  const [first, last] = [
    ['logoUrl', 'name'],
    ['city', 'phone', 'website', 'projectsCount'],
  ] as const
  return {
    columns: [...first, ...columns, ...last],
    optionalColumns: ['state', 'country', 'contactsCount', 'email', 'industryTypes', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['name', 'website'],
    sort: ['name'],
  } as const
}

export const companyCounters = { projectsCount: integer('Projects'), contactsCount: integer('Contacts') }
