import { jsonb, text } from 'drizzle-orm/pg-core'
import { natural } from '../kit/table.ts'

/** The columns of every kind of company. */
export const companyColumns = () => ({
  name: text().notNull(),
  logoUrl: text(),
  website: text(),
  phone: text(),
  email: text(),
  address: jsonb(),
  industryTypes: jsonb().notNull().default([]),
  notes: text(),
  hubspotCompanyId: text(),
})

const part = (name: string) => `(t.address->>'${name}') collate ${natural}`

/** Where the computed fields of every kind of company come from. No kind has contacts yet, and of partners no projects are known. */
export const companyComputed = {
  city: part('city'),
  state: part('state'),
  country: part('country'),
  contactsCount: '0::int',
  projectsCount: '0::int',
}

/** What `search` looks in besides the fields the model names. */
export const companySearchText = `t.address->>'city'`
