import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AnyCall } from '../../src/model/kit/description.ts'
import type { Permission } from '../../src/model/permissions.ts'
import type { AnyRow } from '../../src/server/kit/request/context.ts'
import { routeContract } from './entity-contract/permissions.ts'
import { closedAnswer, parameterNames, type WrittenSubject, whileClosed } from './entity-contract/subject.ts'
import { validationContract } from './entity-contract/validation.ts'
import type { Caller, TestApp } from './start.ts'

/** Rows that are written below a parent by calls of the area, instead of the standard calls of an entity. */
export interface ChildExample {
  name: string
  calls: Record<'create' | 'update' | 'remove', AnyCall>
  /** Parameters of the parent. */
  parent: AnyRow
  /** Parameters of another parent that the user may change. */
  elsewhere: AnyRow
  /** Entity and id whose audit log lists the changes. */
  audited: { entity: string; id: number }
  /** Accepted body of a new row; no two are equal. */
  valid(by: Caller): AnyRow | Promise<AnyRow>
  /** Fields that a user who may only create rows must omit. */
  unseen?: AnyRow
  without?: Record<string, string>
  invalid: [field: string, value: unknown, message: string][]
  /** Values of an update. */
  change: AnyRow
  /** The row in the response of a write; default: the response. */
  rowIn?(answer: AnyRow): AnyRow
  /** All rows of the parent. */
  list(by: Caller): Promise<AnyRow[]>
  /** Permissions to see the rows and all their values. */
  also: readonly Permission[]
  as(permissions: readonly Permission[]): Promise<Caller>
  outsider(): Promise<Caller>
  /** Written even while the project is closed. */
  isAlwaysOpen?: true
}

/** Tests of entities, for rows below a parent: permissions, validation messages, versions, merge patches, and concurrency. */
export function childContract(app: TestApp, child: ChildExample) {
  const subject = createChild(app, child)
  describe(`${child.name} child contract`, () => {
    routeContract(subject, subject.request)
    validationContract(subject)
    describe('lifecycle', () => {
      promiseRows(subject)
      promiseVersions(subject)
      promiseParent(subject)
    })
  })
}

type ChildSubject = ReturnType<typeof createChild>

function createChild(app: TestApp, child: ChildExample) {
  const { create, update, remove } = child.calls
  const { rowIn = (answer) => answer, as } = child
  const own = /:(\w+)$/.exec(update.path)?.[1] ?? ''
  const at = ({ path }: AnyCall, parameters: AnyRow) => `/api${path.replace(/:(\w+)/g, (_, name: string) => String(parameters[name]))}`
  const pathOf = (id: unknown, parent = child.parent) => at(update, { ...parent, [own]: id })
  const permissions = [create, update, remove].flatMap((call) => parameterNames(call.permission))
  const writer = () => as([...new Set([...permissions, ...child.also])])
  const body = async (more: AnyRow = {}, by?: Caller): Promise<AnyRow> => ({ ...(await child.valid(by ?? (await writer()))), ...more })
  const make = async (more?: AnyRow) => {
    const answer = await (await writer())('POST', at(create, child.parent), await body(more))
    expect(answer, 'a valid row is accepted').toMatchObject({ status: 201 })
    return rowIn(answer.body)
  }
  const find = async (id: unknown) => (await child.list(await writer())).find((row) => row.id === id)
  const subject = {
    app,
    fields: create.body,
    inputFields: create.body,
    routes: [create, update, remove].map((call) => ({ call })),
    promises: child,
    hasUpdate: true,
    writer,
    as,
    one: async (id) => pathOf(id),
    birthplace: async () => at(create, child.parent),
    body,
    make,
    read: async (id) => (await find(id)) ?? expect.fail(`${child.name} ${id} is not listed`),
  } satisfies WrittenSubject
  const request = async (call: AnyCall, caller: object) => {
    const { method } = call
    const by = 'userId' in caller ? (caller as Caller) : undefined
    if (call === create) return { method, path: at(create, child.parent), body: await body(child.unseen, by) }
    return { method, path: pathOf((await make()).id), body: call === update ? child.change : undefined }
  }
  const audit = () =>
    app.sql('select action, before, after from audit_log where entity = $1 and entity_id = $2 order by id', [
      child.audited.entity,
      String(child.audited.id),
    ])
  return { ...subject, child, rowIn, pathOf, find, request, audit }
}

function promiseRows({ child, rowIn, pathOf, find, audit, ...subject }: ChildSubject) {
  const { remove } = child.calls
  it('is created, listed, and deleted, each with an entry in the log of its parent', async () => {
    const writer = await subject.writer()
    const entries = (await audit()).length
    const row = await subject.make()
    expect(row).toMatchObject({ rowVersion: 1 })
    expect(await find(row.id)).toEqual(row)
    const afterCreation = (await audit()).length
    expect(afterCreation).toBeGreaterThan(entries)
    expect((await writer('DELETE', pathOf(row.id))).status).toBe(remove.status)
    expect(await find(row.id)).toBeUndefined()
    expect((await audit()).length).toBeGreaterThan(afterCreation)
    expect((await writer('DELETE', pathOf(row.id))).status).toBe(404)
    expect((await writer('PUT', pathOf(row.id), child.change)).status).toBe(404)
  })

  it('ignores a given id or version', async () => {
    const row = await subject.make({ id: 999_999, rowVersion: 77, createdById: subject.app.admin.userId })
    expect(row.rowVersion).toBe(1)
    expect(row.id).not.toBe(999_999)
  })

  it('returns 404 for an unknown id', async () => {
    const writer = await subject.writer()
    for (const id of ['999999999', 'nonsense', '-5', '1e3', '99999999999999999999']) {
      expect({ id, status: (await writer('PUT', pathOf(id), child.change)).status }).toEqual({ id, status: 404 })
      expect({ id, status: (await writer('DELETE', pathOf(id))).status }).toEqual({ id, status: 404 })
    }
  })

  it('creates one row from twelve identical POSTs with one Idempotency-Key', async () => {
    const writer = await subject.writer()
    const [body, path, key] = [await subject.body(), await subject.birthplace(), randomUUID()]
    const before = (await child.list(writer)).length
    const answers = await Promise.all(Array.from({ length: 12 }, () => writer('POST', path, body, { headers: { 'idempotency-key': key } })))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
    expect(new Set(answers.map((answer) => rowIn(answer.body).id)).size).toBe(1)
    expect((await child.list(writer)).length).toBe(before + 1)
  })
}

function promiseVersions({ child, rowIn, pathOf, audit, ...subject }: ChildSubject) {
  it('updates, and rejects a stale row version', async () => {
    const writer = await subject.writer()
    const path = pathOf((await subject.make()).id)
    const changed = await writer('PUT', path, { ...child.change, rowVersion: 1 })
    expect(changed.status).toBe(200)
    const row = rowIn(changed.body)
    expect(row).toMatchObject({ ...child.change, rowVersion: 2 })
    expect(await subject.read(row.id)).toEqual(row)
    const entries = await audit()
    expect(entries.at(-1)?.action).toBe('Update')
    const stale = await writer('PUT', path, { ...child.change, rowVersion: 1 })
    expect(stale).toMatchObject({ status: 409, body: { errorType: 'Conflict', detail: 'stale', current: row } })
    expect(await audit()).toEqual(entries)
    expect(rowIn((await writer('PUT', path, child.change)).body).rowVersion, 'without a version the check is left out').toBe(3)
  })

  it('keeps every property that an update does not send', async () => {
    const writer = await subject.writer()
    const body = await subject.body()
    const { id } = await subject.make(body)
    const stored = async () => {
      const { rowVersion: _, updateDate: __, ...row } = await subject.read(id)
      return row
    }
    const before = await stored()
    expect((await writer('PUT', pathOf(id), {})).status).toBe(200)
    expect(await stored()).toEqual(before)
    for (const key of Object.keys(body).filter((name) => name in child.calls.update.body)) {
      expect({ key, status: (await writer('PUT', pathOf(id), { [key]: body[key] })).status }).toEqual({ key, status: 200 })
      expect(await stored(), key).toEqual(before)
    }
  })

  it('applies one of twelve concurrent updates', async () => {
    const writer = await subject.writer()
    const { id } = await subject.make()
    const answers = await Promise.all(Array.from({ length: 12 }, () => writer('PUT', pathOf(id), { ...child.change, rowVersion: 1 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)])
    expect((await subject.read(id)).rowVersion).toBe(2)
  })
}

function promiseParent({ child, pathOf, ...subject }: ChildSubject) {
  /** Statuses of the three writes. */
  const writesBy = async (caller: Caller, id: unknown, parent = child.parent) => [
    await caller('PUT', pathOf(id, parent), child.change),
    await caller('DELETE', pathOf(id, parent)),
  ]

  it('is found only below its own parent', async () => {
    const row = await subject.make()
    for (const { status } of await writesBy(await subject.writer(), row.id, child.elsewhere)) expect(status).toBe(404)
    expect(await subject.read(row.id)).toEqual(row)
  })

  it('is hidden from users who do not see its parent', async () => {
    const outsider = await child.outsider()
    const row = await subject.make()
    for (const { status } of await writesBy(outsider, row.id)) expect(status).toBe(404)
    expect((await outsider('POST', await subject.birthplace(), await subject.body({}, outsider))).status).toBe(404)
    expect(await subject.read(row.id)).toEqual(row)
  })

  if (!child.isAlwaysOpen)
    it('is not written while its project is closed', async () => {
      const writer = await subject.writer()
      const [row, body] = [await subject.make(), await subject.body()]
      await whileClosed(subject.app, async () => {
        expect(await writer('POST', await subject.birthplace(), body)).toMatchObject(closedAnswer)
        for (const answer of await writesBy(writer, row.id)) expect(answer).toMatchObject(closedAnswer)
      })
      expect(await subject.read(row.id)).toEqual(row)
    })
}
