import { ClientVariableType, CompanyType, IndustryType } from '../../model/companies/enums.ts'
import { bool, choiceByKey, listOf, maybe, number, readData, row, text } from '../starter/data-file.ts'
import { address } from './firm-projects.ts'

const company = {
  key: text,
  name: text,
  address,
  contacts: listOf(row({ firstName: text, lastName: text, jobTitle: text })),
  notes: maybe(text, ''),
}

const file = readData(new URL('./companies.json', import.meta.url), {
  clients: listOf(
    row({
      ...company,
      abbreviatedName: text,
      accountManager: text,
      isRetired: maybe(bool, false),
      variables: maybe(listOf(row({ name: text, label: text, type: choiceByKey(ClientVariableType), value: text })), undefined),
    }),
  ),
  companies: listOf(
    row({
      ...company,
      type: choiceByKey(CompanyType),
      industryTypes: maybe(listOf(choiceByKey(IndustryType)), []),
      /** Each field below exists for one company kind only. */
      disciplines: maybe(text, undefined),
      licenseNumber: maybe(text, undefined),
      trades: maybe(listOf(choiceByKey(IndustryType)), undefined),
      regions: maybe(text, undefined),
      certifications: maybe(text, undefined),
      territory: maybe(text, undefined),
      manufacturers: maybe(listOf(text), undefined),
    }),
  ),
  externalPeople: listOf(row({ company: text, email: text, projects: listOf(text) })),
  /** External users of manufacturers who maintain their equipment, with their latest submission pending review. */
  manufacturerPeople: listOf(
    row({
      manufacturer: text,
      firstName: text,
      lastName: text,
      jobTitle: text,
      email: text,
      sentBack: listOf(row({ model: text, msrpPrice: number })),
    }),
  ),
})

let lastPhone = 100
const nextPhone = () => {
  lastPhone += 1
  return `+1 ${200 + (lastPhone % 7) * 101} 555 0${lastPhone}`
}

interface Person {
  firstName: string
  lastName: string
  jobTitle: string
}

function reachable<C extends { key: string; contacts: Person[] }>({ contacts, ...rest }: C) {
  const host = `${rest.key}.example`
  return {
    ...rest,
    website: `https://www.${host}`,
    phone: nextPhone(),
    email: `office@${host}`,
    contacts: contacts.map((person, i) => ({
      ...person,
      email: `${person.firstName}.${person.lastName}@${host}`.toLowerCase().replace(/[^a-z0-9@.-]/g, ''),
      phone: nextPhone(),
      isPrimary: i === 0,
    })),
  }
}

type OwnFields = 'disciplines' | 'licenseNumber' | 'trades' | 'regions' | 'certifications' | 'territory' | 'manufacturers'
export type DemoCompany = ReturnType<typeof reachable<Omit<(typeof file.companies)[number], OwnFields>>> &
  Partial<Pick<(typeof file.companies)[number], OwnFields>> &
  Partial<Omit<(typeof file.clients)[number], keyof typeof company>>

export const demoClients = file.clients.map(
  (client): DemoCompany => ({ ...reachable(client), type: CompanyType.Client, industryTypes: [IndustryType.AudioVideo] }),
)
export const demoCompanies = file.companies.map((company): DemoCompany => reachable(company))
export const demoExternalPeople = file.externalPeople
export const demoManufacturerPeople = file.manufacturerPeople
