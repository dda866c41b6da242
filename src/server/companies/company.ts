import { jsonb, text } from 'drizzle-orm/pg-core'
import type { CompanyType } from '../../model/companies/enums.ts'
import type { Context, Row } from '../kit/context.ts'
import { natural } from '../kit/table.ts'
import { companyWasNamed } from './contacts.ts'

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

/** Where the computed fields of a kind of company come from. Of partners no projects are known. */
const computed = (type: CompanyType) => ({
  city: part('city'),
  state: part('state'),
  country: part('country'),
  contactsCount: `(select count(*)::int from company_contacts k where k.company_type = ${type} and k.company_id = t.id and not k.is_deleted)`,
  projectsCount: '0::int',
})

/** What every kind of company shares on this floor; each adds its own. */
export const companyParts = (type: CompanyType) => ({
  computed: computed(type),
  /** What `search` looks in besides the fields the model names. */
  searchText: `t.address->>'city'`,
  async afterWrite(ctx: Context, row: Row, { name }: Row, before: Row | null) {
    if (before && name !== undefined && name !== before.name) await companyWasNamed(ctx, type, row.id, name)
  },
})
