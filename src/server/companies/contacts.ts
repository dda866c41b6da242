import { bigint, boolean, index, smallint, text } from 'drizzle-orm/pg-core'
import { InvitationState } from '../../model/access/enums.ts'
import { contacts as contactsModel, viewOfCompany } from '../../model/companies/contacts.ts'
import { CompanyType } from '../../model/companies/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, forbidden } from '../kit/request/errors.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { entityTable, naturalOrder, uniqueName, userColumn } from '../kit/sql/table.ts'
import { sql } from '../kit/sql/writes.ts'

export const contactsTable = entityTable(
  'company_contacts',
  {
    companyType: smallint().notNull(),
    /** Id in the table of that company kind; eight tables cannot share a foreign key. */
    companyId: bigint({ mode: 'number' }).notNull(),
    /** Copy of the company's name for search and sorting, maintained by `companyWasNamed`. */
    companyName: text().notNull().default(''),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text(),
    phone: text(),
    mobile: text(),
    jobTitle: text(),
    isPrimary: boolean().notNull().default(false),
    notes: text(),
    externalUserId: userColumn(),
    invitationId: bigint({ mode: 'number' }),
  },
  (t) => [uniqueName(t.email, t.companyType, t.companyId), index('company_contacts_company').on(t.companyType, t.companyId)],
)

const { Accepted } = InvitationState

export const companiesOfContacts = `select k.id, k.email, k.company_type, k.company_id, k.company_name, k.is_primary from company_contacts k where not k.is_deleted`

/** Triggers that keep external users and invitations searchable by company. */
export const contactsSql = [
  `create or replace trigger people_after_insert after insert on company_contacts for each row execute function found_by_contact()`,
  `create or replace trigger people_after_update after update of email, company_name, is_primary, is_deleted on company_contacts for each row
     when (old.* is distinct from new.*) execute function found_by_contact()`,
]

/** Base key of the advisory lock for changing a primary contact; the company kind is added to it. */
const primaryLock = 4_172_100

const { Client, EngineeringFirm, GeneralContractor, SubContractor, Manufacture, SystemsIntegrator, Representative, Architect } = CompanyType
const companyTables: [type: CompanyType, table: string][] = [
  [Client, 'clients'],
  [EngineeringFirm, 'engineering_firms'],
  [GeneralContractor, 'general_contractors'],
  [SubContractor, 'sub_contractors'],
  [Manufacture, 'manufacturers'],
  [SystemsIntegrator, 'systems_integrators'],
  [Representative, 'representatives'],
  [Architect, 'architects'],
]
const nameOfCompany = (type: string, id: string) =>
  `case ${type} ${companyTables.map(([companyType, table]) => `when ${companyType} then (select c.name from ${table} c where c.id = ${id} and not c.is_deleted)`).join(' ')} end`

export const contacts = serve({
  resource: contactsModel,
  table: contactsTable,
  computed: {
    company: `jsonb_build_object('id', t.company_id, 'name', t.company_name, 'type', t.company_type)`,
    externalUserId: '(select u.id from people u where u.id = t.external_user_id and not u.is_deleted)',
    // If the account was deleted, there is no state: the contact may be invited again.
    invitationState: `(select case when i.state <> ${Accepted} then i.state
        when exists (select from people u where u.id = t.external_user_id and not u.is_deleted) then i.state end
      from invitation_states i where i.id = t.invitation_id)`,
  },
  orders: { company: `t.company_name collate ${naturalOrder}` },
  searchText: 't.company_name',
  /** Contacts of a deleted company are hidden until it is restored. */
  scope: () => `${nameOfCompany('t.company_type', 't.company_id')} is not null`,

  async beforeWrite(ctx, values, before) {
    if (before) {
      const hasMoved =
        (values.companyType ?? before.companyType) !== before.companyType || (values.companyId ?? before.companyId) !== before.companyId
      if (hasMoved) throw badRequest({ companyId: ['A contact cannot be moved to another company.'] })
      return undefined
    }
    const need = viewOfCompany[values.companyType as CompanyType]
    if (!need) throw badRequest({ companyType: ['Company not found.'] })
    if (!ctx.actor.held.has(need)) throw forbidden(need)
    const [company] = await ctx.rows({ name: orNull(is.text) }, `select ${nameOfCompany('$1::int', '$2::bigint')} as name`, [
      values.companyType,
      values.companyId,
    ])
    if (!company?.name) throw badRequest({ companyId: ['Company not found.'] })
    return { companyName: company.name }
  },

  /** A company has one primary contact; the most recent choice wins. */
  async afterWrite(ctx, { id }, { isPrimary, companyType, companyId }, before) {
    if (!isPrimary || before?.isPrimary) return
    const company = [Number(companyType ?? before?.companyType), companyId ?? before?.companyId] as const
    // Serializes concurrent changes, which could not see each other.
    await ctx.run('select pg_advisory_xact_lock($1, ($2::bigint % 2147483647)::int)', [primaryLock + company[0], company[1]])
    const others = { companyType: company[0], companyId: company[1], id: sql`<> ${id}`, isPrimary: true, isDeleted: false }
    await ctx.update(contactsTable, others, { isPrimary: false })
  },
})

export const companyWasNamed = (ctx: Context, type: CompanyType, id: number, name: string) =>
  ctx.update(contactsTable, { companyType: type, companyId: id }, { companyName: name }, { isSilent: true })
