import { expect, it } from 'vitest'
import type { AnyCall, Field, Resource } from '../src/model/kit/description.ts'
import { permissionNames } from '../src/model/permissions.ts'
import { entities, routes } from '../src/server/areas.ts'
import { createRowSource } from './kit/row-source.ts'
import { startApp } from './kit/start.ts'

/** Calls every list with every sort order, filter and search it offers. None may fail with a server error. */
const app = await startApp()
const caller = await app.signInAs(permissionNames, { isNew: true })
const source = await createRowSource(app, caller, 11)

const isList = ({ method, query }: AnyCall) => method === 'GET' && 'itemsPerPage' in query && 'search' in query
/** Excludes calls to external services, which are not available in tests. */
const isElsewhere = ({ path }: AnyCall) => /hubspot|\/Remote$/i.test(path)
const lists = routes.map(({ call }) => call).filter((call) => isList(call) && !isElsewhere(call))

/** Resource of the rows. Lists of other shapes are sorted by their own keys. */
const rowResource = ({ response }: AnyCall): Resource | undefined => response.items?.resource
const served = new Map(entities.map((entity) => [entity.resource, entity]))

function sortKeys(call: AnyCall): string[] {
  const resource = rowResource(call)
  if (!resource) return Object.keys(call.response.items?.fields ?? {})
  const orders = Object.keys(served.get(resource)?.definition.orders ?? {})
  const shown = served.get(resource)?.shape.columns.map(({ key }) => key) ?? []
  return [...new Set([...shown, ...resource.list.columns, ...(resource.list.optionalColumns ?? []), ...orders])]
}

function plausibleValues(field: Field): string[] {
  const inner: Field = field.fields?.of ?? field
  if (inner.kind === 'boolean') return ['true', 'false']
  if (inner.options) return inner.options.values.map(({ value }) => String(value))
  if (inner.kind === 'uuid' || inner.kind === 'user') return [app.admin.userId]
  if (inner.kind === 'text') return ['2026-01-31', 'AVV', "a'b%_\\"]
  return ['1', '0', '-1']
}

function createQueries(call: AnyCall): string[] {
  const sorts = sortKeys(call).flatMap((key) => [`sortBy=${key}`, `sortBy=${key}&sortDesc=true&search=ab`])
  const own = Object.keys(call.query).filter((name) => !['sortBy', 'sortDesc', 'page', 'itemsPerPage', 'columns'].includes(name))
  const filters = own.map((name) =>
    plausibleValues(call.query[name]!)
      .map((value) => `${name}=${encodeURIComponent(value)}`)
      .join('&'),
  )
  const searches = ['ab', 'abc', '1.5 x', "o'h %", 'zażółć', '👩‍👧'].map((term) => `search=${encodeURIComponent(term)}`)
  return ['', 'page=7', 'itemsPerPage=-1', ...sorts, ...filters, ...searches]
}

it('finds the lists of the app', () => expect(lists.length).toBeGreaterThan(60))

it('hides on narrow windows only default columns, and never the title', () => {
  const wider = entities.flatMap(({ resource }) => Object.keys(resource.list.minWindowWidths ?? {}).map((key) => ({ of: resource, key })))
  expect(new Set(wider.map(({ of: resource }) => resource)).size).toBeGreaterThanOrEqual(3)
  const invalid = wider.filter(
    ({ of: resource, key }) => !resource.list.columns.includes(key) || key === resource.title || key === resource.list.columns[0],
  )
  expect(invalid.map(({ of: resource, key }) => `${resource.path} ${key}`)).toEqual([])
})

it.each(lists.map((call) => [call.path, call] as const))('%s responds to every option it offers', async (path, call) => {
  const address = source.addressOf(`/api${path.replace(/:(\w+)/g, '{$1}')}`, (name, rows) => {
    if (rows.length === 0) throw new Error(`There is no row for ${name} of ${path}`)
    return String(rows[0])
  })
  const faults: string[] = []
  const ask = async (question: string) => {
    const { status, body } = await caller('GET', `${address}?${question}`)
    if (status >= 500 || (question === '' && status !== call.status))
      faults.push(`${question}: ${status} ${JSON.stringify(body).slice(0, 200)}`)
  }
  const questions = createQueries(call)
  while (questions.length > 0) await Promise.all(questions.splice(0, 8).map(ask))
  expect(faults).toEqual([])
})
