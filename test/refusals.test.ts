import { expect, it } from 'vitest'
import type { AnyCall, Field, Fields } from '../src/model/kit/description.ts'
import { permissionNames } from '../src/model/permissions.ts'
import { routes } from '../src/server/areas.ts'
import { parameterNames, routeName } from './kit/entity-contract/subject.ts'
import { type Answer, type Caller, type Method, startApp } from './kit/start.ts'

/** Order of checks: authentication (401), permission (403), existence (404), then validation (400). */
const app = await startApp()
const calls = routes.map(({ call }) => call)

const isAbsentHere = (call: AnyCall) => /hubspot/i.test(call.path)
const missingId = (field: Field | undefined) =>
  field?.kind === 'uuid' ? '00000000-0000-4000-8000-000000000000' : field?.kind === 'text' ? 'nonsense' : '999999999'
const missingRow = (call: AnyCall) => {
  const params: Fields = call.params
  return `/api${call.path.replace(/:(\w+)/g, (_, name: string) => missingId(params[name]))}`
}

/** Invalid requests; each is invalid for every call with a body or query. */
const wrongs: Record<string, (caller: Caller | typeof app.call, call: AnyCall) => Promise<Answer>> = {
  'JSON that cannot be read': (caller, call) =>
    caller(call.method as Method, missingRow(call), undefined, call.method === 'GET' ? {} : { raw: '{"a":' }),
  'JSON that poisons': (caller, call) =>
    caller(call.method as Method, missingRow(call), undefined, call.method === 'GET' ? {} : { raw: '{"__proto__": {"isAdmin": true}}' }),
  'a body of wrong values': (caller, call) =>
    caller(call.method as Method, missingRow(call), call.method === 'GET' ? undefined : wrongValues(call.body), {
      query: wrongQuery(call),
    }),
  'no body': (caller, call) => caller(call.method as Method, missingRow(call)),
}
const wrongValues = (fields: Fields) => Object.fromEntries(Object.keys(fields).map((key) => [key, { not: ['this'] }]))
const wrongQuery = (call: AnyCall) => Object.fromEntries(Object.keys(call.query).map((key) => [key, 'x'.repeat(300)]))

const statuses = async (calls: AnyCall[], callerFor: (call: AnyCall) => Promise<Caller | typeof app.call>) => {
  const told: Record<string, string[]> = {}
  for (const call of calls) {
    told[routeName(call)] = []
    for (const [label, send] of Object.entries(wrongs))
      told[routeName(call)]!.push(`${label}: ${(await send(await callerFor(call), call)).status}`)
  }
  return told
}
const expectAll = (statuses: Record<string, string[]>, status: number) => {
  const others = Object.entries(statuses).flatMap(([name, all]) =>
    all.filter((text) => !text.endsWith(`: ${status}`)).map((text) => `${name}, ${text}`),
  )
  expect(Object.keys(statuses).length).toBeGreaterThan(50)
  expect(others).toEqual([])
}

const closed = calls.filter(({ permission }) => permission !== 'anyone')
const aboutRows = closed.filter(({ params, path }) => Object.keys(params).length > 0 && !isAbsentHere({ path } as AnyCall))

it('checks the session before the request body', async () => expectAll(await statuses(closed, async () => app.call), 401))

it('checks the permission before the row and the request body', async () => {
  const nothing = await app.signInAs([])
  expectAll(
    await statuses(
      closed.filter(({ permission }) => parameterNames(permission).length > 0),
      async () => nothing,
    ),
    403,
  )
})

it('checks for a missing row before the rest of the request', async () => {
  const everything = await app.signInAs(permissionNames)
  expectAll(await statuses(aboutRows, async () => everything), 404)
})

it('validates the request last, for an existing row', async () => {
  const raw = '{"name":'
  const [role] = await app.sql('select id from roles order by id limit 1')
  for (const [method, path] of [
    ['PUT', `/api/roles/${role!.id}`],
    ['POST', '/api/roles'],
    ['POST', `/api/roles/${role!.id}/ActivityLogs`],
    ['POST', '/api/account/login'],
  ] as const) {
    const answer = await app.admin(method, path, undefined, { raw })
    expect(answer, `${method} ${path}`).toMatchObject({
      status: 400,
      body: { errorType: 'Validation', errors: ['This request is not valid.'] },
    })
  }
  // A call without a body rejects one it cannot parse.
  const person = await app.signInAs(['DNAUsers.Suspend'], { isNew: true })
  const [other] = [await app.signInAs(['Clients.View'], { isNew: true })]
  expect((await person('PUT', `/api/users/${other.userId}/Suspend`, undefined, { raw })).status).toBe(400)
  expect((await other('GET', '/api/account/me')).status).toBe(200)
})
