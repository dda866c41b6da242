import { boolean, text } from 'drizzle-orm/pg-core'
import { abbreviationExists, clients as clientsModel, retireClient, unretireClient } from '../../model/companies/clients.ts'
import { CompanyType } from '../../model/companies/enums.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { conflict } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { entityTable, uniqueName, userColumn } from '../kit/sql/table.ts'
import { clientDetail } from './client-detail.ts'
import { companyColumns, companyParts } from './company.ts'

export const clientsTable = entityTable(
  'clients',
  { ...companyColumns(), abbreviatedName: text().notNull(), accountManagerId: userColumn(), isRetired: boolean().notNull().default(false) },
  (t) => [uniqueName(t.name), uniqueName(t.abbreviatedName)],
)

export const clientNames = 'select c.id, c.name, c.abbreviated_name, c.logo_url, c.is_deleted from clients c'

/** Leads do not count as projects of a client. */
const projectsOf = `(select count(*)::int from living_projects p where p.client_id = t.id and p.stage <> ${ProjectStage.Lead} and visible(p))`

const parts = companyParts(CompanyType.Client)

export const clients = serve({
  resource: clientsModel,
  table: clientsTable,
  ...parts,
  elsewhere: { variables: 'client_variables, only in the detail', projectStats: 'only in the detail' },
  computed: { ...parts.computed, projectsCount: projectsOf },
  detail: clientDetail,
})

async function setRetired(ctx: Context, id: number, isRetired: boolean) {
  const client = await clients.get(ctx, id, { lock: true })
  if (client.isRetired === isRetired) throw conflict(isRetired ? `${client.name} is already retired.` : `${client.name} is not retired.`)
  return clients.update(ctx, id, {}, { columns: { isRetired }, action: 'StateChange', title: isRetired ? 'Retired' : 'Unretired' })
}

async function hasAbbreviation(ctx: Context, abbreviatedName: string, excludeId: number | null) {
  const rows = await ctx.rows(
    { found: is.boolean },
    'select exists (select from clients where dna_key(abbreviated_name) = dna_key($1) and not is_deleted and id is distinct from $2) as found',
    [abbreviatedName, excludeId],
  )
  return onlyRow(rows).found
}

export const clientRoutes: Route[] = [
  defineRoute(abbreviationExists, (ctx, { query }) => hasAbbreviation(ctx, query.abbreviatedName, query.excludeId)),
  defineRoute(retireClient, (ctx, { params }) => setRetired(ctx, params.id, true)),
  defineRoute(unretireClient, (ctx, { params }) => setRetired(ctx, params.id, false)),
]

/** Finds the client with this name, and those that have one of the abbreviations. */
export const findClientNames = (ctx: Context, name: string, abbreviations: string[]) =>
  ctx.rows(
    { id: is.number, isNamed: is.boolean, abbreviation: is.text },
    `select id, dna_key(name) = dna_key($1) as "isNamed", abbreviated_name as abbreviation from clients
     where not is_deleted and (dna_key(name) = dna_key($1) or abbreviated_name = any($2))`,
    [name, abbreviations],
  )
