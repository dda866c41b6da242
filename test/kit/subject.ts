import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect } from 'vitest'
import type { AccessRule, AnyCall, Call as CallOf, Field, Fields, Resource } from '../../src/model/kit/description.ts'
import type { Permission } from '../../src/model/permissions.ts'
import type { Served } from '../../src/server/kit/entity/served.ts'
import type { AnyRow } from '../../src/server/kit/request/context.ts'
import type { Answer, Caller, TestApp } from './start.ts'

export interface ContractExample {
  /** A body that is accepted. Its title and unique texts get a mark of their own for each row that is made. */
  valid: AnyRow | (() => AnyRow | Promise<AnyRow>)
  /** Fields, or parts of them (`ports.id`), that have no value in `valid`, each with the reason: where else it is shown that they are kept. */
  without?: Record<string, string>
  /** Field, or path of a nested one, a value it must refuse, and the words at the field. */
  invalid: [field: string, value: unknown, message: string][]
  /** What somebody must leave out who may make rows and see none: files that stand in others. */
  unseen?: AnyRow
  /** What an edit changes; otherwise the title. */
  change?: AnyRow
  /** Makes once what `valid` needs and answers further fields of it. */
  prepare?: (house: TestApp) => Promise<AnyRow>
  /** Values that differ from row to row where a mark behind the text would not be accepted. */
  fresh?: (n: number) => AnyRow
  /** What the answer carries where it is not what was sent. */
  answers?: AnyRow
  /** The call by which rows are made where the entity has none of its own, and the row `:id` in its path stands for. */
  madeBy?: { call: AnyCall; id: number }
  /** The row `:id` in the path stands for. */
  parentId?: () => Promise<number | string>
  /** Makes a person who holds these permissions and sees the rows; everybody does unless told otherwise. */
  as?: (permissions: readonly Permission[]) => Promise<Caller>
  /** A person with every permission who must not see the rows. */
  outsider?: () => Promise<Caller>
}

/** One served entity under test: how its rows are made and where its calls are. */
export interface Subject {
  served: Served
  resource: Resource
  house: TestApp
  promises: ContractExample
  /** Holds every permission of the resource and of what it answers, and nothing else. */
  writer(): Promise<Caller>
  as(permissions: readonly Permission[]): Promise<Caller>
  /** The path of the list, or something below it. */
  base(tail?: string): Promise<string>
  one(id: unknown, tail?: string): Promise<string>
  /** Where rows are made. */
  birthplace(): Promise<string>
  /** Whether rows can be made, by whichever call. */
  isMade: boolean
  /** Whether the list answers a page of rows, as lists do. */
  hasPages: boolean
  /** Whether names to pick from are offered. */
  hasPicker: boolean
  /** A valid body no row was made of yet. */
  body(more?: AnyRow): Promise<AnyRow>
  make(more?: AnyRow): Promise<AnyRow>
  changed(body: AnyRow): AnyRow
  /** What a row is made of. */
  given: Fields
  /** Fields no two rows may share. */
  uniqueFields: string[]
}

const markable = ['text', 'longText', 'email']

export function subjectOf(served: Served, house: TestApp, promises: ContractExample): Subject {
  const { resource } = served
  const unique = uniqueFieldsOf(served)
  const marked = [...new Set([resource.title, ...unique])].filter((key) => markable.includes(resource.fields[key]?.kind ?? ''))
  let made = 0
  let prepared: Promise<AnyRow> | undefined
  let parent: Promise<number | string> | undefined
  const as: Subject['as'] = promises.as ?? ((permissions) => house.signInAs(permissions))

  const body: Subject['body'] = async (more = {}) => {
    prepared ??= promises.prepare?.(house) ?? Promise.resolve({})
    const valid = { ...(typeof promises.valid === 'function' ? await promises.valid() : promises.valid), ...(await prepared) }
    const n = ++made
    const marks = Object.fromEntries(
      marked.filter((key) => valid[key] != null).map((key) => [key, mark(resource.fields[key]!, valid[key], n)]),
    )
    return { ...valid, ...marks, ...promises.fresh?.(n), ...more }
  }
  const base: Subject['base'] = async (tail = '') => {
    parent ??= promises.parentId?.()
    return `/api/${resource.path.replace(':id', String(await parent))}${tail}`
  }
  const birthplace = () =>
    promises.madeBy ? Promise.resolve(`/api${promises.madeBy.call.path.replace(':id', String(promises.madeBy.id))}`) : base()
  const routeAt = (tail: string) => served.routes.find(({ call }) => call.method === 'GET' && call.path === `/${resource.path}${tail}`)
  const needed = [
    ...Object.values(resource.permission),
    ...Object.values({ ...resource.fields, ...resource.computed }).map(({ mask }) => mask),
  ].flatMap((name) => name ?? [])
  const writer = () => as([...new Set([...needed, ...parameterNames(promises.madeBy?.call.permission ?? 'signed in')])])
  const make: Subject['make'] = async (more) => {
    const answer = await (await writer())('POST', await birthplace(), await body(more))
    expect(answer, `a valid ${resource.names.one} is accepted`).toMatchObject({ status: 201 })
    return answer.body
  }
  const changed: Subject['changed'] = (sent) => {
    if (promises.change) return { ...sent, ...promises.change }
    return { ...sent, [resource.title]: mark(resource.fields[resource.title]!, sent[resource.title], ++made) }
  }
  const one: Subject['one'] = async (id, tail = '') => base(`/${id}${tail}`)
  return {
    served,
    resource,
    house,
    promises,
    writer,
    as,
    base,
    one,
    birthplace,
    isMade: Boolean(served.calls.create ?? promises.madeBy),
    hasPages: routeAt('')?.call.response.kind === 'page',
    hasPicker: routeAt('/typeHead') !== undefined,
    body,
    make,
    changed,
    given: promises.madeBy?.call.body ?? resource.fields,
    uniqueFields: unique,
  }
}

/** `HDMI` → `HDMI x7y`: to be found by `x7y` and by nothing else. */
function mark(field: Field, value: unknown, n: number): string {
  const text = String(value).replace(/ x\d+y$/, '')
  return field.kind === 'email' ? `x${n}y.${text}` : `${text} x${n}y`
}
export const auditMark = (text: unknown) => /x\d+y/.exec(String(text))?.[0] ?? String(text)

/** From the table: unique indexes are named `unique_{table}_{column}`. */
function uniqueFieldsOf({ table, resource }: Served): string[] {
  const { indexes, name } = getTableConfig(table)
  return indexes
    .filter(({ config }) => config.unique && config.name?.startsWith(`unique_${name}_`))
    .map(({ config }) => config.name!.slice(`unique_${name}_`.length).replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()))
    .filter((key) => key in resource.fields)
}

/** The names a call needs; none for the words that are no permission. */
export function parameterNames(need: AccessRule): readonly Permission[] {
  if (typeof need === 'object') return 'all' in need ? need.all : need.any
  return need.includes('.') ? [need as Permission] : []
}

export const routeName = ({ method, path }: CallOf<any, any, any, any>) => `${method} ${path}`

/** An answer that refuses with these words at this field. */
export function expectFieldError(answer: Answer, field: string, message: string) {
  expect(answer).toMatchObject({ status: 400, body: { errorType: 'Validation' } })
  expect(answer.body.fields[field], `words at ${field} in ${JSON.stringify(answer.body.fields)}`).toContain(message)
  expect(answer.body.errors).toContain(message)
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Where rows show nothing: no value, or the one that is there anyway. In a list each part has a value in one row at least. */
export function missingFrom(fields: Fields, rows: readonly AnyRow[], at = ''): string[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    const shown = rows.map((row) => row[key]).filter((value) => value != null && !isSame(value, []) && !isSame(value, field.default))
    if (shown.length === 0) return [`${at}${key}`]
    return field.kind === 'group' || field.kind === 'list' ? missingFrom(field.fields ?? {}, shown.flat(), `${at}${key}.`) : []
  })
}

/** The same body with the value at a path such as `ports[0].name`. */
export function withValueAt(body: AnyRow, path: string, value: unknown): AnyRow {
  const copy = structuredClone(body)
  const steps = path.match(/[^.[\]]+/g)!
  let at: any = copy
  for (const step of steps.slice(0, -1)) at = at[step] ??= {}
  at[steps.at(-1)!] = value
  return copy
}
