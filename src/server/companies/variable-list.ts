import type { ClientVariable } from '../../model/companies/client-variables.ts'
import { ClientVariableType } from '../../model/companies/enums.ts'
import type { FieldChange } from '../kit/entity/audit.ts'
import { cleanRichText, hasMarkup, precleanRichText, signRichText } from '../kit/files/rich-text.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import type { ReadOnly, Requester } from '../kit/request/routes.ts'
import { fileIdsIn, pictureMarkupSql, referencesHiddenFile } from '../kit/resource/file-owners.ts'
import { is, orNull } from '../kit/sql/row-types.ts'

/** Variable of a client or project. Projects have an additional type and their own type numbers. */
type Variable = Omit<ClientVariable, 'type' | 'value'> & { type: number; value: unknown; printed?: string | null }

export type WrittenVariable = Omit<Variable, 'id'> & { id: number | null }

export const variableShape = { id: is.number, name: is.text, label: orNull(is.text) }

interface VariableTables<V extends Variable> {
  table: 'client_variables' | 'project_variables'
  owner: 'client_id' | 'project_id'
  /** Additional SQL columns over `v`; `printed` replaces a value that is only an id. */
  more?: string
  rows(ctx: Context, text: string, values: unknown[]): Promise<V[]>
}

const { RichText } = ClientVariableType

export const shownVariable = <V extends { type: number; value: unknown }>({ addresses }: Context, item: V): V =>
  item.type === RichText ? { ...item, value: signRichText(item.value, addresses) } : item

export const loadVariables = <V extends Variable>(ctx: Context, { table, owner, more, rows }: VariableTables<V>, id: number) =>
  rows(
    ctx,
    `select v.id, v.name, v.label, v.type, v.value${more ? `, ${more}` : ''} from ${table} v where v.${owner} = $1 order by v."order", v.id`,
    [id],
  )

/** Cleans formatted texts before the transaction starts; unchanged ones are skipped. */
export const cleaningVariables =
  (stored: (ctx: Context, id: number) => Promise<Variable[]>) =>
  async (
    { params, body }: { params: { id: number }; body: { items: WrittenVariable[] } },
    readOnly: ReadOnly,
    by: Requester,
  ): Promise<void> => {
    const texts = body.items.filter(({ type, value }) => type === RichText && hasMarkup(value))
    if (texts.length === 0) return
    const before = await readOnly((ctx) => stored(ctx, params.id))
    const former = (id: number | null) => before.find((variable) => variable.id === id && variable.type === RichText)?.value
    await precleanRichText(
      by,
      texts.map(({ id, value }) => ({ input: value, before: former(id) })),
    )
  }

/** Checks that names are unique and ids belong to this list; formatted text is stored cleaned. */
export async function checkVariables(ctx: Context, items: WrittenVariable[], before: Variable[], problems: Record<string, string[]> = {}) {
  const picturesOf = ({ type, value }: { type: number; value: unknown }) =>
    type === RichText ? fileIdsIn('value', { kind: 'richText' }, value) : []
  const known = before.flatMap(picturesOf)
  for (const [at, item] of items.entries()) {
    if (item.type !== RichText || typeof item.value !== 'string') continue
    // A previous plain text was never cleaned.
    const former = before.find(({ id, type }) => id === item.id && type === RichText)?.value
    const messages: string[] = []
    const sent = item.value
    item.value =
      (await cleanRichText(item.value, typeof former === 'string' ? former : undefined, (message) => messages.push(message))) || null
    if (await referencesHiddenFile(ctx, sent, picturesOf(item), known)) messages.push('File not found.')
    if (messages.length > 0) problems[`items[${at}].value`] = messages
  }
  if (Object.keys(problems).length > 0) throw badRequest(problems)
  const ids = new Set(before.map((variable) => variable.id))
  const strange = items.findIndex((item) => item.id !== null && !ids.has(item.id))
  if (strange >= 0) throw badRequest({ [`items[${strange}].id`]: ['Variable not found.'] })
  const keptIds = items.map((item) => item.id).filter((entry) => entry !== null)
  if (new Set(keptIds).size < keptIds.length) throw badRequest({ items: ['A variable is listed twice.'] })
}

/** Decides access to a picture in a variable; undefined if no variable here shows it. */
export async function opensPicture(
  ctx: Context,
  { table, owner }: Pick<VariableTables<Variable>, 'table' | 'owner'>,
  fileId: string,
  sees: (owner: number) => Promise<boolean>,
): Promise<boolean | undefined> {
  const found = await ctx.rows(
    { id: is.number },
    `select distinct v.${owner} as id from ${table} v where v.type = ${RichText} and v.value #>> '{}' like '%' || ${pictureMarkupSql('$1')} || '%'`,
    [fileId],
  )
  for (const { id } of found) if (await sees(id)) return true
  return found.length > 0 ? false : undefined
}

const formatValue = ({ type, value, printed }: Variable) =>
  printed
    ? printed
    : value === null
      ? null
      : type === RichText
        ? 'formatted text'
        : typeof value === 'boolean'
          ? value
            ? 'Yes'
            : 'No'
          : String(value)

function variableChanges(before: Variable[], after: Variable[]): FieldChange[] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))]
  return names.flatMap((name) => {
    const old = before.find((variable) => variable.name === name)
    const now = after.find((variable) => variable.name === name)
    if (JSON.stringify(old) === JSON.stringify(now)) return []
    const label = now?.label ?? old?.label ?? name
    return [{ field: `variables.${name}`, label, from: old ? formatValue(old) : null, to: now ? formatValue(now) : null }]
  })
}

/** Replaces the whole list; existing variables keep their id. Returns the stored list and the changes. */
export async function storeVariables<V extends Variable>(ctx: Context, storage: VariableTables<V>, id: number, items: WrittenVariable[]) {
  const { table, owner } = storage
  const before = await loadVariables(ctx, storage, id)
  // Deletes first, so that two variables can swap names.
  await ctx.run(`delete from ${table} where ${owner} = $1`, [id])
  await ctx.run(
    `insert into ${table} (id, ${owner}, name, label, type, value, "order") overriding system value
     select coalesce(g.id, nextval(pg_get_serial_sequence('${table}', 'id'))), $1, g.name, g.label, g.type, nullif(g.value, 'null'), g."order"
     from jsonb_to_recordset($2) as g(id bigint, name text, label text, type smallint, value jsonb, "order" integer)`,
    [id, JSON.stringify(items.map(({ id, name, label, type, value }, order) => ({ id, name, label, type, value, order })))],
  )
  const after = await loadVariables(ctx, storage, id)
  return { before, after, changes: variableChanges(before, after) }
}
