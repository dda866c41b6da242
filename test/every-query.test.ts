import { expect, it } from 'vitest'
import type { AnyCall, Field } from '../src/model/kit/description.ts'
import { isPermission, type Permission, permissionNames } from '../src/model/permissions.ts'
import { routes } from '../src/server/areas.ts'
import { routeName } from './kit/entity-contract/subject.ts'
import { createManufacturer } from './kit/fixtures/catalog.ts'
import { givenContract } from './kit/fixtures/contracts.ts'
import { createProduct, createProject, createSpace } from './kit/fixtures/projects.ts'
import { createSpaceTemplate } from './kit/fixtures/templates.ts'
import { startApp } from './kit/start.ts'

/**
 * Every query parameter a call declares must work. A list rejects unknown parameters, so a handler that passes its own query on to a list
 * must remove its additional parameters.
 */
const app = await startApp()
const project = await createProject(app)
const rows: Record<string, number> = {
  projects: project.id,
  boards: project.id,
  spaces: (await createSpace(app, project)).id,
  equipments: (await createProduct(app)).id,
  contracts: (await givenContract(app, project)).id,
  clients: project.client.id,
  Manufactures: (await createManufacturer(app)).id,
  spaceTemplates: (await createSpaceTemplate(app)).id,
}

function plausible({ kind, options }: Field): unknown {
  if (options) return options.values[0]?.value
  if (kind === 'boolean') return true
  if (kind === 'date') return '2026-04-01'
  if (kind === 'instant') return '2026-04-01T00:00:00.000Z'
  if (kind === 'uuid' || kind === 'user') return app.admin.userId
  return 1
}
const createPath = ({ path }: AnyCall) => {
  const area = path.split('/').find((part) => part in rows) ?? ''
  return `/api${path.replace(/:\w+/, String(rows[area] ?? 1)).replace(/:\w+/g, '1')}`
}

/** Returns the status after dropping parameters the call rejected as invalid. */
async function readStatus(call: AnyCall, caller: typeof app.admin) {
  let query = Object.fromEntries(Object.entries<Field>(call.query).map(([key, field]) => [key, plausible(field)]))
  for (let tries = 0; ; tries++) {
    const { status, body } = await caller('GET', createPath(call), undefined, { query })
    const refused = Object.keys(body?.fields ?? {}).map((name) => name.replace(/\W.*/, ''))
    if (status !== 400 || refused.length === 0 || tries === 4) return status
    query = Object.fromEntries(Object.entries(query).filter(([key]) => !refused.includes(key)))
  }
}

const exactlyNeeded = ({ permission }: AnyCall): readonly Permission[] => {
  if (typeof permission === 'object') return 'all' in permission ? permission.all : permission.any.slice(0, 1)
  return isPermission(permission) ? [permission] : []
}

/** The API document promises that the permission of a call is enough, and names what a parameter needs besides. */
it('needs no permission that the call or its parameter does not name', async () => {
  const undocumented: string[] = []
  for (const { call } of routes) {
    if (call.method !== 'GET' || call.permission === 'anyone') continue
    // Staff have another dashboard.
    const caller = await app.signInAs(exactlyNeeded(call), { external: call.path.startsWith('/externalDashboard') })
    const bare = await caller('GET', createPath(call))
    if (bare.status === 403) undocumented.push(`${routeName(call)}: ${bare.body.detail}`)
    else
      for (const [name, field] of Object.entries<Field>(call.query)) {
        const { status, body } = await caller('GET', createPath(call), undefined, { query: { [name]: plausible(field) } })
        if (status === 403 && !field.needs?.includes(body.detail)) undocumented.push(`${routeName(call)}?${name}: ${body.detail}`)
      }
  }
  expect(undocumented).toEqual([])
})

it('responds to every query with all its parameters', async () => {
  const everything = await app.signInAs(permissionNames)
  const reading = routes.map(({ call }) => call).filter(({ method, query }) => method === 'GET' && Object.keys(query).length > 0)
  const statuses: Record<string, number> = {}
  for (const call of reading) statuses[routeName(call)] = await readStatus(call, everything)
  expect(reading.length).toBeGreaterThan(100)
  expect(Object.values(statuses).filter((status) => status === 200).length).toBeGreaterThan(100)
  // An integration without API keys is unavailable.
  expect(Object.entries(statuses).filter(([name, status]) => status >= 500 && !(status === 503 && /hubspot|Remote/i.test(name)))).toEqual(
    [],
  )
})
