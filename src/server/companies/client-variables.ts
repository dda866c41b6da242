import { sql } from 'drizzle-orm'
import { index, integer, jsonb, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type ClientVariable, readClientVariables, writeClientVariables } from '../../model/companies/client-variables.ts'
import { clients as clientsModel } from '../../model/companies/clients.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { foreignKey, identityColumn, plainTable } from '../kit/sql/table.ts'
import { loadClientVariables, variableStorage } from './client-detail.ts'
import { clients, clientsTable } from './clients.ts'
import { checkVariables, cleaningVariables, opensPicture, shownVariable, storeVariables, type WrittenVariable } from './variable-list.ts'

export const clientVariablesTable = plainTable(
  'client_variables',
  {
    id: identityColumn(),
    clientId: foreignKey(() => clientsTable.id).notNull(),
    name: text().notNull(),
    label: text(),
    type: smallint().notNull(),
    value: jsonb(),
    order: integer().notNull(),
  },
  (t) => [
    uniqueIndex('unique_client_variables_name').on(t.clientId, sql`dna_key(${t.name})`),
    index('client_variables_client').on(t.clientId, t.order),
  ],
)

const variablesResponse = (ctx: Context, variables: ClientVariable[]) => ({
  items: variables.map((variable) => shownVariable(ctx, variable)),
  total: variables.length,
})

async function writeVariables(ctx: Context, id: number, items: WrittenVariable[]) {
  const client = await clients.get(ctx, id, { lock: true })
  await checkVariables(ctx, items, await loadClientVariables(ctx, id))
  const { before, after, changes } = await storeVariables(ctx, variableStorage, id, items)
  if (changes.length > 0)
    await recordAudit(ctx, [
      {
        action: 'Update',
        entity: clientsModel.entity,
        entityId: id,
        entityName: client.name,
        before: { variables: before },
        after: { variables: after },
        activity: { title: 'Variables changed', changes },
      },
    ])
  return variablesResponse(ctx, after)
}

export const opensClientPicture = (ctx: Context, fileId: string) =>
  opensPicture(
    ctx,
    variableStorage,
    fileId,
    async (id) => ctx.actor.held.has(clientsModel.permission.view) && (await clients.find(ctx, id)) !== undefined,
  )

export const clientVariableRoutes: Route[] = [
  defineRoute(readClientVariables, async (ctx, { params }) => {
    await clients.get(ctx, params.id)
    return variablesResponse(ctx, await loadClientVariables(ctx, params.id))
  }),
  defineRoute(
    writeClientVariables,
    (ctx, { params, body }) => writeVariables(ctx, params.id, body.items),
    cleaningVariables(loadClientVariables),
  ),
]
