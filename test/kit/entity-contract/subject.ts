import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect } from 'vitest'
import type { AccessRule, AnyCall, Call as CallOf, Field, Fields, Resource } from '../../../src/model/kit/description.ts'
import type { Permission } from '../../../src/model/permissions.ts'
import { ProjectStage } from '../../../src/model/projects/enums.ts'
import type { Served } from '../../../src/server/kit/entity/served.ts'
import type { AnyRow } from '../../../src/server/kit/request/context.ts'
import type { Answer, Caller, TestApp } from '../start.ts'

export interface ContractExample {
  /** Accepted body. Its title and unique texts get a unique mark per created row. */
  valid: AnyRow | (() => AnyRow | Promise<AnyRow>)
  /** Fields or parts (`ports.id`) without a value in `valid`, each with the reason, namely where they are tested instead. */
  without?: Record<string, string>
  /** Field path, rejected value and the message at the field. */
  invalid: [field: string, value: unknown, message: string][]
  /** Fields that a user who may create but not view rows must omit, such as references to other files. */
  unseen?: AnyRow
  change?: AnyRow
  /** Creates prerequisites once and returns additional fields for `valid`. */
  prepare?: (app: TestApp) => Promise<AnyRow>
  /** Values that differ per row, for fields that reject an appended mark. */
  fresh?: (n: number) => AnyRow
  answers?: AnyRow
  /** Call that creates rows if the entity has no create call, and the id for `:id` in its path. */
  madeBy?: { call: AnyCall; id: number }
  parentId?: () => Promise<number | string>
  /** Creates a user with these permissions who can see the rows. Default: any user. */
  as?: (permissions: readonly Permission[]) => Promise<Caller>
  outsider?: () => Promise<Caller>
}

/** Subject of the tests that entities share with rows that are written below a parent only. */
export interface WrittenSubject {
  app: TestApp
  fields: Fields
  inputFields: Fields
  routes: readonly { call: AnyCall }[]
  promises: Pick<ContractExample, 'invalid' | 'without'>
  hasUpdate: boolean
  writer(): Promise<Caller>
  as(permissions: readonly Permission[]): Promise<Caller>
  one(id: unknown, tail?: string): Promise<string>
  birthplace(): Promise<string>
  body(more?: AnyRow): Promise<AnyRow>
  make(more?: AnyRow): Promise<AnyRow>
  read(id: unknown): Promise<AnyRow>
}

export interface Subject extends WrittenSubject {
  served: Served
  resource: Resource
  promises: ContractExample
  base(tail?: string): Promise<string>
  isMade: boolean
  hasPages: boolean
  hasPicker: boolean
  changed(body: AnyRow): AnyRow
  uniqueFields: string[]
}

const markable = ['text', 'longText', 'email']

export function createSubject(served: Served, app: TestApp, promises: ContractExample): Subject {
  const { resource } = served
  const unique = findUniqueFields(served)
  const marked = [...new Set([resource.title, ...unique])].filter((key) => markable.includes(resource.fields[key]?.kind ?? ''))
  let counter = 0
  let prepared: Promise<AnyRow> | undefined
  let parent: Promise<number | string> | undefined
  const as: Subject['as'] = promises.as ?? ((permissions) => app.signInAs(permissions))

  const body: Subject['body'] = async (more = {}) => {
    prepared ??= promises.prepare?.(app) ?? Promise.resolve({})
    const valid = { ...(typeof promises.valid === 'function' ? await promises.valid() : promises.valid), ...(await prepared) }
    const n = ++counter
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
    return { ...sent, [resource.title]: mark(resource.fields[resource.title]!, sent[resource.title], ++counter) }
  }
  const item: Subject['one'] = async (id, tail = '') => base(`/${id}${tail}`)
  return {
    served,
    resource,
    app,
    promises,
    writer,
    as,
    base,
    one: item,
    birthplace,
    isMade: Boolean(served.calls.create ?? promises.madeBy),
    hasPages: routeAt('')?.call.response.kind === 'page',
    hasPicker: routeAt('/typeHead') !== undefined,
    body,
    make,
    changed,
    read: async (id) => (await (await writer())('GET', await item(id))).body,
    routes: served.routes,
    hasUpdate: served.calls.update !== undefined,
    fields: resource.fields,
    inputFields: promises.madeBy?.call.body ?? resource.fields,
    uniqueFields: unique,
  }
}

/** Appends a searchable mark that matches nothing else: `HDMI` becomes `HDMI x7y`. */
function mark(field: Field, value: unknown, n: number): string {
  const text = String(value).replace(/ x\d+y$/, '')
  return field.kind === 'email' ? `x${n}y.${text}` : `${text} x${n}y`
}
export const auditMark = (text: unknown) => /x\d+y/.exec(String(text))?.[0] ?? String(text)

/** Derived from unique indexes, which are named `unique_{table}_{column}`. */
function findUniqueFields({ table, resource }: Served): string[] {
  const { indexes, name } = getTableConfig(table)
  return indexes
    .filter(({ config }) => config.unique && config.name?.startsWith(`unique_${name}_`))
    .map(({ config }) => config.name!.slice(`unique_${name}_`.length).replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()))
    .filter((key) => key in resource.fields)
}

/** Permissions a call requires; empty for keywords such as 'signed in'. */
export function parameterNames(need: AccessRule): readonly Permission[] {
  if (typeof need === 'object') return 'all' in need ? need.all : need.any
  return need.includes('.') ? [need as Permission] : []
}

export const routeName = ({ method, path }: CallOf<any, any, any, any>) => `${method} ${path}`

export function expectFieldError(answer: Answer, field: string, message: string) {
  expect(answer).toMatchObject({ status: 400, body: { errorType: 'Validation' } })
  expect(answer.body.fields[field], `words at ${field} in ${JSON.stringify(answer.body.fields)}`).toContain(message)
  expect(answer.body.errors).toContain(message)
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Lists fields that no row fills with a non-default value. In a list, each part must be filled in at least one row. */
export function missingFrom(fields: Fields, rows: readonly AnyRow[], at = ''): string[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    const shown = rows.map((row) => row[key]).filter((value) => value != null && !isSame(value, []) && !isSame(value, field.default))
    if (shown.length === 0) return [`${at}${key}`]
    return field.kind === 'group' || field.kind === 'list' ? missingFrom(field.fields ?? {}, shown.flat(), `${at}${key}.`) : []
  })
}

export function withValueAt(body: AnyRow, path: string, value: unknown): AnyRow {
  const copy = structuredClone(body)
  const steps = path.match(/[^.[\]]+/g)!
  let at: any = copy
  for (const step of steps.slice(0, -1)) at = at[step] ??= {}
  at[steps.at(-1)!] = value
  return copy
}

export const closedAnswer = { status: 409, body: { errorType: 'Conflict', message: 'The project is closed.' } }

/** Closes every project of the test's database, and restores the stages. */
export async function whileClosed(app: TestApp, run: () => Promise<void>) {
  const before = await app.sql('select id, stage from projects')
  await app.sql('update projects set stage = $1', [ProjectStage.Closed])
  try {
    await run()
  } finally {
    for (const { id, stage } of before) await app.sql('update projects set stage = $2 where id = $1', [id, stage])
  }
}
