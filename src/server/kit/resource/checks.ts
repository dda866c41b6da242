import type { Field, Fields, Resource } from '../../../model/kit/description.ts'
import { responseKey } from '../../../model/kit/resource.ts'
import { sortKeys } from '../entity/audit.ts'
import { Params, type Row, toColumnValue } from '../entity/rows.ts'
import { cleanRichText, hasMarkup, precleanRichText } from '../files/rich-text.ts'
import type { Context } from '../request/context.ts'
import { badRequest, forbidden } from '../request/errors.ts'
import type { ParsedRequest, Route } from '../request/routes.ts'
import { columnName } from '../sql/table.ts'
import type { Entity } from './entity.ts'
import { toColumnJson } from './many-rows.ts'

type InputValues = Record<string, unknown>

/**
 * Drops masked fields the user may not see, if they are missing, empty, or at their default. Any other value is rejected, even the stored
 * one: otherwise a user could find the value by trying.
 */
export function keepMaskedFields({ fields }: Entity, { actor }: Context, values: InputValues): InputValues {
  const masked = Object.entries(fields).filter(([key, { mask }]) => mask && !actor.held.has(mask) && key in values)
  const sent = masked.find(([key, field]) => values[key] != null && !isSameValue(field, values[key], field.default))
  if (sent) throw forbidden(sent[1].mask)
  const hidden = new Set(masked.map(([key]) => key))
  return Object.fromEntries(Object.entries(values).filter(([key]) => !hidden.has(key)))
}

/** Returns what a write changes: groups are completed from the stored row, so that a property that was not sent stays. */
export function completeGroups(fields: Fields, sent: InputValues, before: Row): InputValues {
  const problems: Record<string, string[]> = {}
  const complete = (key: string, value: unknown): unknown => {
    const field = fields[key]
    if (field?.kind !== 'group' || value == null) return value
    return field.check({ ...Object(before[key]), ...Object(value) }, (message, path) => {
      problems[path ? `${key}.${path}` : key] = [message]
    })
  }
  const values = Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, complete(key, value)]))
  if (Object.keys(problems).length > 0) throw badRequest(problems)
  return values
}

/**
 * Returns the stored value of every field as a request would send it. Absent are lists with a table of their own, computed values, and what
 * the user may not see.
 */
export function storedInput({ fields, own, definition }: Entity, before: Row): InputValues {
  const computed: Readonly<Record<string, unknown>> = definition.computed ?? {}
  const stored = Object.entries(fields).filter(([key, field]) => key in own && !(key in computed) && responseKey(key, field) in before)
  return Object.fromEntries(
    stored.map(([key, field]) => {
      const value = before[responseKey(key, field)]
      return [key, responseKey(key, field) === key && field.kind !== 'image' ? value : toColumnJson(field, value)]
    }),
  )
}

export async function checkReferences({ fields, own, shape }: Entity, ctx: Context, values: InputValues, before: Row | null) {
  const requestFields = Object.entries(fields).filter(([key, field]) => {
    if (field.kind !== 'reference' && field.kind !== 'user') return false
    return values[key] != null && values[key] !== toColumnJson(field, before?.[responseKey(key, field)]) && key in own
  })
  if (requestFields.length === 0) return
  const p = new Params()
  const exists = requestFields.map(([key, field]) => {
    const target = field.kind === 'user' ? 'users' : shape.pointers.get(columnName(key))
    const internal = field.kind === 'user' ? ' and not is_external_user' : ''
    return `exists (select from ${target} where id = ${p.add(values[key])} and not is_deleted${internal})`
  })
  const [found] = await ctx.lists(`select ${exists.join(', ')}`, p.values)
  const missing = requestFields.filter((_, index) => !found?.[index])
  if (missing.length) throw badRequest(Object.fromEntries(missing.map(([key, field]) => [key, [`${field.label} not found.`]])))
}

/**
 * Returns a `prepare` step that cleans a body's formatted texts, or undefined if the resource has none. It reads the row first, because
 * unchanged texts are not cleaned.
 */
export function precleanBody(
  resource: Resource,
  find?: (ctx: Context, request: ParsedRequest) => Promise<Row | undefined>,
): Route['prepare'] {
  const keys = Object.entries<Field>(resource.fields).flatMap(([key, { kind }]) => (kind === 'richText' ? [key] : []))
  if (keys.length === 0) return undefined
  return async (request, readOnly, by) => {
    const { body }: { body: InputValues } = request
    if (!keys.some((key) => hasMarkup(body[key]))) return
    const before = find && (await readOnly((ctx) => find(ctx, request)))
    // A missing row is reported later by the write itself.
    if (!find || before)
      await precleanRichText(
        by,
        keys.map((key) => ({ input: body[key], before: before?.[key] })),
      )
  }
}

/** Cleans formatted texts. Every one passes through here before it is stored. */
export async function cleanTexts({ resource, fields }: Entity, values: InputValues, before: Row | null): Promise<InputValues> {
  const clean: InputValues = { ...values }
  for (const [key, value] of Object.entries(values)) {
    const field = fields[key] ?? resource.computed[key]
    if (field?.kind === 'richText' && typeof value === 'string' && value) clean[key] = await checkRichText(key, field, value, before)
  }
  return clean
}

/**
 * Returns the columns to write, with cleaned texts. Values without a column belong to parts that `afterWrite` stores, which `createEntity`
 * verifies; every key of `columns` must have a column.
 */
export function columnValues({ resource, own, fields }: Entity, values: InputValues, columns: InputValues) {
  const set: [column: string, value: unknown][] = []
  for (const [key, value] of Object.entries(values)) {
    const column = own[key]
    if (!column) {
      if (key in columns) throw new Error(`${resource.path} has no column ${key}`)
      continue
    }
    set.push([`"${columnName(key)}"`, toColumnValue(fields[key] ?? resource.computed[key], value, column.getSQLType())])
  }
  return set
}

async function checkRichText(key: string, field: Field, value: string, before: Row | null) {
  const problems: string[] = []
  const text = await cleanRichText(value, before?.[key], (message) => problems.push(message))
  if (problems.length > 0) throw badRequest({ [key]: problems })
  return text || (field.isOptional ? null : '')
}

const isSameValue = (field: Field, a: unknown, b: unknown) =>
  JSON.stringify(toColumnJson(field, a), sortKeys) === JSON.stringify(toColumnJson(field, b), sortKeys)
