import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type ClientVariable, readClientVariables, writeClientVariables } from '../../model/companies/client-variables.ts'
import { clients as of } from '../../model/companies/clients.ts'
import { ClientVariableType } from '../../model/companies/enums.ts'
import { type Change, record } from '../kit/audit.ts'
import type { Context, Row } from '../kit/context.ts'
import { invalid } from '../kit/errors.ts'
import { cleanRichText, signedText } from '../kit/rich-text.ts'
import { answer, type Route } from '../kit/serve.ts'
import { plainTable, pointer } from '../kit/table.ts'
import { clients, clientsTable } from './clients.ts'

export const clientVariablesTable = plainTable(
  'client_variables',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    clientId: pointer(() => clientsTable.id).notNull(),
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

/** The variables of a client in their order, as they are stored. */
export const clientVariablesOf = (ctx: Context, clientId: number) =>
  ctx.rows<ClientVariable>('select id, name, label, type, value from client_variables where client_id = $1 order by "order", id', [
    clientId,
  ])

const { RichText } = ClientVariableType.of
const shown = (variables: ClientVariable[]) => ({
  items: variables.map((one) => (one.type === RichText ? { ...one, value: signedText(one.value) } : one)),
  total: variables.length,
})

/** Formatted text is stored cleaned, as everywhere. */
async function cleaned(items: Row[], before: ClientVariable[]) {
  const problems: Record<string, string[]> = {}
  for (const [at, item] of items.entries()) {
    if (item.type !== RichText || typeof item.value !== 'string') continue
    const former = before.find(({ id }) => id === item.id)?.value
    const said: string[] = []
    item.value = (await cleanRichText(item.value, typeof former === 'string' ? former : undefined, (message) => said.push(message))) || null
    if (said.length > 0) problems[`items[${at}].value`] = said
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

const told = ({ type, value }: ClientVariable) => (value === null ? null : type === RichText ? 'formatted text' : String(value))

function changesOf(before: ClientVariable[], after: ClientVariable[]): Change[] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))]
  return names.flatMap((name) => {
    const old = before.find((one) => one.name === name)
    const now = after.find((one) => one.name === name)
    if (JSON.stringify(old) === JSON.stringify(now)) return []
    const label = now?.label ?? old?.label ?? name
    return [{ field: `variables.${name}`, label, from: old ? told(old) : null, to: now ? told(now) : null }]
  })
}

/** The whole list at once; known variables keep their id. */
async function write(ctx: Context, id: number, items: Row[]) {
  const client = await clients.get(ctx, id, { lock: true })
  const before = await clientVariablesOf(ctx, id)
  await cleaned(items, before)
  const known = new Set(before.map((one) => one.id))
  const strange = items.findIndex((item) => item.id !== null && !known.has(item.id))
  if (strange >= 0) throw invalid({ [`items[${strange}].id`]: ['Variable not found.'] })
  const kept = items.map((item) => item.id).filter((one) => one !== null)
  if (new Set(kept).size < kept.length) throw invalid({ items: ['A variable is named twice.'] })
  // Away first, so that two may exchange their names.
  await ctx.rows('delete from client_variables where client_id = $1', [id])
  await ctx.rows(
    `insert into client_variables (id, client_id, name, label, type, value, "order") overriding system value
     select coalesce(g.id, nextval(pg_get_serial_sequence('client_variables', 'id'))), $1, g.name, g.label, g.type, nullif(g.value, 'null'), g."order"
     from jsonb_to_recordset($2) as g(id bigint, name text, label text, type smallint, value jsonb, "order" integer)`,
    [id, JSON.stringify(items.map(({ id, name, label, type, value }, order) => ({ id, name, label, type, value, order })))],
  )
  const after = await clientVariablesOf(ctx, id)
  const changes = changesOf(before, after)
  if (changes.length > 0)
    await record(ctx, [
      {
        action: 'Update',
        entity: of.entity,
        entityId: id,
        entityName: client.name,
        before: { variables: before },
        after: { variables: after },
        activity: { title: 'Variables changed', changes },
      },
    ])
  return shown(after)
}

export const clientVariableRoutes: Route[] = [
  answer(readClientVariables, async (ctx, { params }) => {
    await clients.get(ctx, params.id)
    return shown(await clientVariablesOf(ctx, params.id))
  }),
  answer(writeClientVariables, (ctx, { params, body }) => write(ctx, params.id, body.items)),
]
