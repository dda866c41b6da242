import { describe, expect, it } from 'vitest'
import type { AccessRule, Call, Field } from '../src/model/kit/description.ts'
import { externalPermissions, internalPermissions, type Permission } from '../src/model/permissions.ts'
import { routes } from '../src/server/areas.ts'
import { parameterNames, routeName } from './kit/entity-contract/subject.ts'
import { type Caller, type Method, startApp } from './kit/start.ts'

type AnyCall = Call<any, any, any, any>

/** Checks the permissions of every mounted call with ids that do not exist: permissions are checked before anything else (P1). */
const app = await startApp()

/** Accepts a signed URL instead of a session. */
const decideThemselves = ['GET /files/:id/:name']

/** An integration without API keys responds 503 to every user; its own tests have keys. */
const isAbsentHere = (call: AnyCall, code: number) => code === 503 && /hubspot|^\/integrations\/|^\/wireCad\/Projects$/i.test(call.path)

const status = async (caller: Caller | typeof app.call, call: AnyCall) => {
  const path = call.path.replace(/:(\w+)/g, (_: string, name: string) => missingId(call.params[name]))
  const body = ['POST', 'PUT'].includes(call.method) && !call.upload ? {} : undefined
  return (await caller(call.method as Method, `/api${path}`, body)).status
}
const missingId = (field: Field | undefined) => (field?.kind === 'uuid' ? '00000000-0000-4000-8000-000000000000' : '999999999')

function permissionSets(need: AccessRule): { enough: Permission[][]; insufficient: Permission[][] } {
  const names = [...parameterNames(need)]
  const without = (missing: readonly Permission[]) => internalPermissions.filter((name) => !missing.includes(name))
  if (typeof need === 'object' && 'any' in need) return { enough: names.map((name) => [name]), insufficient: [[], without(names)] }
  return {
    enough: [names],
    insufficient: [[], ...names.map((name) => without([name])), ...(names.length > 1 ? names.map((name) => [name]) : [])],
  }
}

it('covers every call of the app', () => expect(routes.length).toBeGreaterThan(100))

describe.each(routes.map(({ call }) => [routeName(call), call as AnyCall]))('%s', (_, call) => {
  const need = call.permission as AccessRule
  if (need === 'anyone') {
    const refusals = decideThemselves.includes(routeName(call)) ? [403] : [401, 403]
    it('is public', async () => expect(refusals).not.toContain(await status(app.call, call)))
    return
  }

  it('rejects a request without a session', async () => expect(await status(app.call, call)).toBe(401))

  if (need === 'internal')
    it('allows internal users only', async () => {
      expect(await status(await app.signInAs(externalPermissions, { external: true }), call)).toBe(403)
      expect([401, 403]).not.toContain(await status(await app.signInAs([]), call))
    })

  const { enough, insufficient } = permissionSets(need)
  if (parameterNames(need).length > 0)
    it(`allows users with ${parameterNames(need).join(', ')}`, async () => {
      const statusesFor = (sets: Permission[][]) => Promise.all(sets.map(async (set) => status(await app.signInAs(set), call)))
      const isForOutside = parameterNames(need).some((name) => externalPermissions.includes(name))
      const outside = isForOutside ? 403 : status(await app.signInAs(externalPermissions, { external: true }), call)
      const [refused, served] = await Promise.all([statusesFor(insufficient), statusesFor(enough)])
      expect(refused, `without ${insufficient.map((set) => formatMissing(need, set)).join(' | ')}`).toEqual(insufficient.map(() => 403))
      expect(served.filter((code) => [401, 403].includes(code) || (code >= 500 && !isAbsentHere(call, code)))).toEqual([])
      expect(await outside, 'from outside').toBe(403)
    })
})

const formatMissing = (need: AccessRule, set: readonly Permission[]) =>
  parameterNames(need)
    .filter((name) => !set.includes(name))
    .join(', ')
