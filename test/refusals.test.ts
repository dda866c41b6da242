import { expect, it } from 'vitest'
import type { AnyCall, Field, Fields } from '../src/model/kit/description.ts'
import { permissionNames } from '../src/model/permissions.ts'
import { routes } from '../src/server/areas.ts'
import { parameterNames, routeName } from './kit/entity-contract/subject.ts'
import { type Answer, type Caller, type Method, startApp } from './kit/start.ts'

/** Order of checks: authentication (401), permission (403), existence (404), then validation (400). */
const house = await startApp()
const calls = routes.map(({ call }) => call)

const isAbsentHere = (call: AnyCall) => /hubspot/i.test(call.path)
const missingId = (field: Field | undefined) =>
  field?.kind === 'uuid' ? '00000000-0000-4000-8000-000000000000' : field?.kind === 'text' ? 'nonsense' : '999999999'
const missingRow = (call: AnyCall) => {
  const params: Fields = call.params
  return `/api${call.path.replace(/:(\w+)/g, (_, name: string) => missingId(params[name]))}`
}

/** Invalid requests; each is invalid for every call with a body or query. */
const wrongs: Record<string, (who: Caller | typeof house.call, call: AnyCall) => Promise<Answer>> = {
  'JSON that cannot be read': (who, call) =>
    who(call.method as Method, missingRow(call), undefined, call.method === 'GET' ? {} : { raw: '{"a":' }),
  'JSON that poisons': (who, call) =>
    who(call.method as Method, missingRow(call), undefined, call.method === 'GET' ? {} : { raw: '{"__proto__": {"isAdmin": true}}' }),
  'a body of wrong values': (who, call) =>
    who(call.method as Method, missingRow(call), call.method === 'GET' ? undefined : wrongValues(call.body), { query: wrongQuery(call) }),
  'no body': (who, call) => who(call.method as Method, missingRow(call)),
}
const wrongValues = (fields: Fields) => Object.fromEntries(Object.keys(fields).map((key) => [key, { not: ['this'] }]))
const wrongQuery = (call: AnyCall) => Object.fromEntries(Object.keys(call.query).map((key) => [key, 'x'.repeat(300)]))

const statuses = async (asked: AnyCall[], who: (call: AnyCall) => Promise<Caller | typeof house.call>) => {
  const told: Record<string, string[]> = {}
  for (const call of asked) {
    told[routeName(call)] = []
    for (const [what, ask] of Object.entries(wrongs)) told[routeName(call)]!.push(`${what}: ${(await ask(await who(call), call)).status}`)
  }
  return told
}
const expectAll = (told: Record<string, string[]>, status: number) => {
  const others = Object.entries(told).flatMap(([name, all]) =>
    all.filter((text) => !text.endsWith(`: ${status}`)).map((text) => `${name}, ${text}`),
  )
  expect(Object.keys(told).length).toBeGreaterThan(50)
  expect(others).toEqual([])
}

const closed = calls.filter(({ permission }) => permission !== 'anyone')
const aboutRows = closed.filter(({ params, path }) => Object.keys(params).length > 0 && !isAbsentHere({ path } as AnyCall))

it('is who asks, before anything that was sent', async () => expectAll(await statuses(closed, async () => house.call), 401))

it('is whether they may, before the row and what was sent', async () => {
  const nothing = await house.signInAs([])
  expectAll(
    await statuses(
      closed.filter(({ permission }) => parameterNames(permission).length > 0),
      async () => nothing,
    ),
    403,
  )
})

it('is the row that is not there, before what is wrong with the rest', async () => {
  const everything = await house.signInAs(permissionNames)
  expectAll(await statuses(aboutRows, async () => everything), 404)
})

it('is then what is wrong: the same row that is there', async () => {
  const raw = '{"name":'
  const [role] = await house.sql('select id from roles order by id limit 1')
  for (const [method, path] of [
    ['PUT', `/api/roles/${role!.id}`],
    ['POST', '/api/roles'],
    ['POST', `/api/roles/${role!.id}/ActivityLogs`],
    ['POST', '/api/account/login'],
  ] as const) {
    const answer = await house.admin(method, path, undefined, { raw })
    expect(answer, `${method} ${path}`).toMatchObject({
      status: 400,
      body: { errorType: 'Validation', errors: ['This request is not valid.'] },
    })
  }
  // A call without a body rejects one it cannot parse.
  const person = await house.signInAs(['DNAUsers.Suspend'], { isNew: true })
  const [other] = [await house.signInAs(['Clients.View'], { isNew: true })]
  expect((await person('PUT', `/api/users/${other.userId}/Suspend`, undefined, { raw })).status).toBe(400)
  expect((await other('GET', '/api/account/me')).status).toBe(200)
})
