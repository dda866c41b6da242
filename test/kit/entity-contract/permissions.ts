import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AnyCall } from '../../../src/model/kit/description.ts'
import { externalPermissions, internalPermissions } from '../../../src/model/permissions.ts'
import type { AnyRow } from '../../../src/server/kit/request/context.ts'
import type { Call, Caller, Method } from '../start.ts'
import { auditMark, parameterNames, routeName, type Subject, type WrittenSubject } from './subject.ts'

export type RequestFor = (call: AnyCall, caller: object) => Promise<{ method: Method; path: string; body?: AnyRow }>

export function permissionContract(subject: Subject) {
  const hasMasks = Object.values(subject.fields).some(({ mask }) => mask)
  routeContract(subject, (call, caller) => requestFor(subject, call, caller))
  if (hasMasks) promiseMasks(subject)
  if (subject.promises.outsider) promiseOutsiders(subject)
}

/** Covers the permissions of each call, with existing rows, so that an allowed call must succeed and not merely avoid a 403. */
export function routeContract(subject: WrittenSubject, request: RequestFor) {
  const { app } = subject
  for (const { call } of subject.routes) {
    const names = parameterNames(call.permission)
    describe(routeName(call), () => {
      const statusFor = async (caller: Caller | Call) => {
        const { method, path, body } = await request(call, caller)
        return (await caller(method, path, body)).status
      }

      it('rejects a request without a session', async () => expect(await statusFor(app.call)).toBe(401))
      if (names.length > 0) {
        it('rejects a user without permissions', async () => expect(await statusFor(await app.signInAs([]))).toBe(403))
        it('rejects a user with every other permission', async () => {
          const rest = internalPermissions.filter((name) => !names.includes(name))
          expect(await statusFor(await subject.as(rest))).toBe(403)
        })
        it(`allows a user with ${names.join(', ')}`, async () => expect(await statusFor(await subject.as(names))).toBe(call.status))
      }
      if (!names.some((name) => externalPermissions.includes(name)) && call.permission !== 'signed in')
        it('rejects external users', async () => {
          expect(await statusFor(await app.signInAs(externalPermissions, { external: true }))).toBe(403)
        })
    })
  }
}

async function requestFor(
  subject: Subject,
  call: { method: string; path: string },
  caller: object,
): Promise<{ method: Method; path: string; body?: AnyRow }> {
  const { resource, served, promises, app } = subject
  const is = (other?: { method: string; path: string }) => other?.method === call.method && other.path === call.path
  const method = call.method as Method
  const { calls } = served
  if (is(calls.create)) return { method, path: await subject.base(), body: withoutMasked(subject, await subject.body(promises.unseen)) }
  if (!/:(itemId|id)(\/|$)/.test(call.path.slice(`/${resource.path}`.length)))
    return { method, path: await subject.base(call.path.slice(resource.path.length + 1)) }
  const row = await subject.make()
  if (is(calls.restore) || is(calls.readDeleted)) await (await subject.writer())('DELETE', await subject.one(row.id))
  if (is(calls.changeNote) || is(calls.removeNote)) {
    const at = await subject.one(row.id, '/ActivityLogs')
    const { body: note } = await (await subject.writer())('POST', at, { notes: 'Looks good', type: 2 })
    if ('userId' in caller) await app.sql('update activity_log set created_by_id = $2 where id = $1', [note.id, caller.userId])
    return { method, path: `${at}/${note.id}`, body: is(calls.changeNote) ? { notes: 'Looks better' } : undefined }
  }
  const path = await subject.base(call.path.slice(resource.path.length + 1).replace(/:(itemId|id)/, row.id))
  if (is(calls.update)) return { method, path, body: withoutMasked(subject, await subject.body(promises.unseen)) }
  if (is(calls.note)) return { method, path, body: { notes: 'Looks good', type: 2 } }
  return { method, path, body: is(calls.restore) ? {} : undefined }
}

const withoutMasked = ({ resource }: Subject, body: AnyRow) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !resource.fields[key]?.mask))

function promiseMasks(subject: Subject) {
  const { resource } = subject
  const masked = Object.entries(resource.fields).filter(([, field]) => field.mask)
  const all = [...new Set([...Object.values(resource.permission).filter(Boolean), ...masked.map(([, { mask }]) => mask!)])]
  for (const [key, { mask }] of masked)
    it(`hides ${key} without ${mask}, and keeps it on update`, async () => {
      const owner = await subject.as(all)
      const body = await subject.body()
      const row = (await owner('POST', await subject.birthplace(), body)).body
      const without = await subject.as(all.filter((name) => name !== mask))
      const path = await subject.one(row.id)
      expect(Object.keys((await without('GET', path)).body)).not.toContain(key)
      const listed = (await without('GET', await subject.base(), undefined, { query: { search: auditMark(row[resource.title]) } })).body
        .items
      expect(Object.keys(listed[0])).not.toContain(key)
      expect((await without('GET', await subject.base(), undefined, { query: { sortBy: key } })).status).toBe(403)

      const value = body[key]
      // Fields behind the same permission are omitted as well.
      const rest = Object.fromEntries(Object.entries(body).filter(([name]) => resource.fields[name]?.mask !== mask))
      expect((await without('PUT', path, rest)).status).toBe(200)
      expect((await owner('GET', path)).body[key]).toEqual(row[key])
      const other = typeof value === 'number' ? value + 1 : resource.fields[key]?.kind === 'uuid' ? randomUUID() : 1
      const tried = async (guess: unknown) => (await without('PUT', path, { ...rest, [key]: guess })).status
      // Even the correct value is rejected, or it could be found by trying. Null means no change.
      expect([await tried(other), await tried(value), await tried(null)]).toEqual([403, 403, 200])
      expect((await owner('GET', path)).body[key]).toEqual(row[key])
    })
}

function promiseOutsiders(subject: Subject) {
  const { resource, served, promises } = subject
  it('is hidden on every route from users without access', async () => {
    const outsider = await promises.outsider!()
    const row = await subject.make()
    const missing = (await outsider('GET', await subject.one(999_999_999))).body
    const seen: string[] = []
    for (const { call } of served.routes) {
      const tail = call.path.slice(resource.path.length + 1)
      if (!/:(itemId|id)/.test(tail)) {
        if (call.method !== 'GET') continue
        if (tail === '/counts') {
          const names = Object.keys(resource.list.filters ?? {})
          const { status, body } = await outsider('GET', await subject.base(tail), undefined, { query: { of: names } })
          // Below a parent the user may not see, counts respond 404 like the list.
          const unseen = resource.parent && status === 404
          if (!unseen && (status !== 200 || body.items.length > 0)) seen.push(`${routeName(call)} ${status}`)
          continue
        }
        const answer = await outsider('GET', await subject.base(tail), undefined, { query: { itemsPerPage: -1 } })
        if (answer.status === 200 && (answer.body.total !== 0 || JSON.stringify(answer.body).includes(auditMark(row[resource.title]))))
          seen.push(routeName(call))
        else if (answer.status >= 400 && answer.status !== 404) seen.push(`${routeName(call)} ${answer.status}`)
      } else {
        const { method, path, body } = await requestFor(subject, call, outsider)
        const answer = await outsider(method, path, body)
        if (answer.status !== 404 || JSON.stringify(answer.body) !== JSON.stringify(missing))
          seen.push(`${routeName(call)} ${answer.status}`)
      }
    }
    if (served.calls.create && resource.parent)
      expect((await outsider('POST', await subject.birthplace(), await subject.body())).status, 'create below what one does not see').toBe(
        404,
      )
    expect(seen).toEqual([])
  })
}
