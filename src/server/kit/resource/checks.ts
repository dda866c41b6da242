import type { Field, Resource } from '../../../model/kit/description.ts'
import { answerKey } from '../../../model/kit/resource.ts'
import { Params, stored } from '../entity/rows.ts'
import { cleanAhead, cleanRichText, isMarkup } from '../files/rich-text.ts'
import type { Context, Row } from '../request/context.ts'
import { forbidden, invalid } from '../request/errors.ts'
import type { Asked, Route } from '../request/routes.ts'
import { columnName } from '../sql/table.ts'
import type { Entity } from './entity.ts'
import { asColumn } from './many.ts'

/** A masked field is left alone, sent as it is or not at all; one that would change is refused. `hidden` reads what is there, past the mask. */
export async function unmasked({ fields }: Entity, ctx: Context, values: Row, hidden: () => Promise<Row | undefined>): Promise<Row> {
  const masked = Object.entries(fields).filter(([key, { mask }]) => mask && !ctx.actor.held.has(mask) && key in values)
  if (masked.length === 0) return values
  const allowed = { ...values }
  const sent = masked.filter(([key, field]) => values[key] != null && !isSame(field, values[key], field.default))
  const there = sent.length > 0 ? await hidden() : undefined
  for (const [key, field] of sent) if (!there || !isSame(field, values[key], there[answerKey(key, field)])) throw forbidden(field.mask)
  for (const [key] of masked) delete allowed[key]
  return allowed
}

/** Whatever is newly pointed to must be there: looked up in one statement. */
export async function checkReferences({ fields, own, shape }: Entity, ctx: Context, values: Row, before: Row | null) {
  const asked = Object.entries(fields).filter(([key, field]) => {
    if (field.kind !== 'reference' && field.kind !== 'user') return false
    return values[key] != null && values[key] !== before?.[key.replace(/Id$/, '')]?.id && key in own
  })
  if (asked.length === 0) return
  const p = new Params()
  const exists = asked.map(([key, field]) => {
    const target = field.kind === 'user' ? 'users' : shape.pointers.get(columnName(key))
    const internal = field.kind === 'user' ? ' and not is_external_user' : ''
    return `exists (select from ${target} where id = ${p.add(values[key])} and not is_deleted${internal})`
  })
  const [found] = await ctx.lists(`select ${exists.join(', ')}`, p.values)
  const missing = asked.filter((_, at) => !found?.[at])
  if (missing.length) throw invalid(Object.fromEntries(missing.map(([key, field]) => [key, [`${field.label} not found.`]])))
}

/**
 * What cleans the formatted texts of a body before the change begins; nothing where a resource has none. What has not changed is not
 * cleaned, so that the row is looked at first.
 */
export function cleaningOf(of: Resource, find?: (ctx: Context, given: Asked) => Promise<Row | undefined>): Route['prepare'] {
  const keys = Object.entries<Field>(of.fields).flatMap(([key, { kind }]) => (kind === 'richText' ? [key] : []))
  if (keys.length === 0) return undefined
  return async (given, look, by) => {
    const { body }: { body: Row } = given
    if (!keys.some((key) => isMarkup(body[key]))) return
    const before = find && (await look((ctx) => find(ctx, given)))
    // Whoever does not find the row is told so by the change.
    if (!find || before)
      await cleanAhead(
        by,
        keys.map((key) => ({ given: body[key], before: before?.[key] })),
      )
  }
}

/** No formatted text gets into its column in another way. */
export async function withCleanTexts({ of, fields }: Entity, values: Row, before: Row | null): Promise<Row> {
  const clean = { ...values }
  for (const [key, value] of Object.entries(values)) {
    const field = fields[key] ?? of.computed[key]
    if (field?.kind === 'richText' && typeof value === 'string' && value) clean[key] = await cleaned(key, field, value, before)
  }
  return clean
}

/**
 * What is written into which column, its texts clean. Values without a column belong to parts that `afterWrite` keeps, `entityOf` has made
 * sure of them; all of `columns` have one.
 */
export function assignments({ of, own, fields }: Entity, values: Row, columns: Row) {
  const set: [column: string, value: unknown][] = []
  for (const [key, value] of Object.entries(values)) {
    const column = own[key]
    if (!column) {
      if (key in columns) throw new Error(`${of.path} has no column ${key}`)
      continue
    }
    set.push([`"${columnName(key)}"`, stored(fields[key] ?? of.computed[key], value, column.getSQLType())])
  }
  return set
}

async function cleaned(key: string, field: Field, value: string, before: Row | null) {
  const problems: string[] = []
  const text = await cleanRichText(value, before?.[key], (message) => problems.push(message))
  if (problems.length > 0) throw invalid({ [key]: problems })
  return text || (field.isOptional ? null : '')
}

/** The database keeps the keys of an object in an order of its own. */
const inOrder = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
const isSame = (field: Field, a: unknown, b: unknown) =>
  JSON.stringify(asColumn(field, a), inOrder) === JSON.stringify(asColumn(field, b), inOrder)
