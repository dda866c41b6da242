import { describe, expect, it } from 'vitest'
import { responseKey } from '../../../src/model/kit/resource.ts'
import type { AnyRow } from '../../../src/server/kit/request/context.ts'
import type { Caller } from '../start.ts'
import { auditMark, closedAnswer, type Subject, whileClosed } from './subject.ts'

export function lifecycleContract(subject: Subject) {
  const { resource, served } = subject
  const { calls } = served
  if (!subject.isMade) return
  describe('lifecycle', () => {
    it('is created, read and found', async () => {
      const writer = await subject.writer()
      const body = await subject.body()
      const created = await writer('POST', await subject.birthplace(), body)
      expect(created.status).toBe(201)
      expect(created.body).toMatchObject({ rowVersion: 1, createdBy: { id: writer.userId }, updatedBy: { id: writer.userId } })
      expectCarries(subject, created.body, body)
      const read = await writer('GET', await subject.one(created.body.id))
      expect(read.status).toBe(200)
      expectCarries(subject, read.body, body)
      expect(await found(subject, auditMark(body[resource.title]))).toEqual([created.body.id])
      expect((await readAuditLog(subject, created.body.id)).map(({ action }) => action)).toEqual(['Create'])
    })

    it('is found by every searchable field', async () => {
      const row = await subject.make()
      for (const path of resource.list.search) {
        const [key, part] = path.split('.') as [string, string?]
        const value = part ? row[key]?.[part] : row[key]
        if (typeof value !== 'string' || value === '') continue
        expect(await found(subject, value), path).toContain(row.id)
        expect(await found(subject, value.toUpperCase()), path).toContain(row.id)
      }
      expect(await found(subject, `${row[resource.title]} nowhere-to-be-found`)).toEqual([])
    })

    it('ignores a given id, version or author', async () => {
      const writer = await subject.writer()
      const forged = {
        id: 999_999,
        rowVersion: 77,
        isDeleted: true,
        deleteDate: '2001-01-01T00:00:00Z',
        createDate: '2001-01-01T00:00:00Z',
        updateDate: '2001-01-01T00:00:00Z',
        searchText: 'forged',
        createdById: subject.app.admin.userId,
        updatedById: subject.app.admin.userId,
      }
      const row = await subject.make(forged)
      expect(row).toMatchObject({ rowVersion: 1, createdBy: { id: writer.userId }, updatedBy: { id: writer.userId } })
      expect(row.id).not.toBe(999_999)
      expect(row.createDate.slice(0, 4)).not.toBe('2001')
      if (!calls.update) return
      const { body: changed } = await writer('PUT', await subject.one(row.id), { ...forged, ...(await subject.body()), rowVersion: 1 })
      expect(changed).toMatchObject({ id: row.id, rowVersion: 2, createDate: row.createDate, createdBy: { id: writer.userId } })
      expect((await writer('GET', await subject.one(row.id))).status).toBe(200)
    })

    it('returns only fields of the resource', async () => {
      const row = await subject.make()
      const known = ['id', 'rowVersion', 'createDate', 'updateDate', 'createdBy', 'updatedBy', 'actions']
      const named = Object.entries({ ...resource.fields, ...resource.computed }).map(([key, field]) => responseKey(key, field))
      const writer = await subject.writer()
      const read = (await writer('GET', await subject.one(row.id))).body
      expect(Object.keys(read).filter((key) => !known.includes(key) && !named.includes(key))).toEqual([])
    })

    it('returns 404 for an unknown id', async () => {
      const writer = await subject.writer()
      const nowhere = resource.ids === 'uuid' ? '00000000-0000-4000-8000-000000000000' : '999999999'
      for (const id of [nowhere, 'nonsense', '-5', '1e3', '99999999999999999999']) {
        const answer = await writer('GET', await subject.one(id))
        expect({ id, status: answer.status, type: answer.body.errorType }).toEqual({ id, status: 404, type: 'NotFound' })
      }
      if (calls.update) expect((await writer('PUT', await subject.one(nowhere), await subject.body())).status).toBe(404)
      if (calls.remove) expect((await writer('DELETE', await subject.one(nowhere))).status).toBe(404)
    })

    if (calls.update) promiseChange(subject)
    if (calls.update) promiseMergePatch(subject)
    if (calls.remove) promiseDeletion(subject)
    if (calls.restore) promiseRestore(subject)
    if (calls.logs) promiseLog(subject)
    if (served.definition.open) promiseOpenParent(subject)
  })
}

function promiseChange(subject: Subject) {
  it('updates, and rejects a stale row version', async () => {
    const writer = await subject.writer()
    const body = await subject.body()
    const row = await subject.make(body)
    const path = await subject.one(row.id)
    const next = subject.changed(body)
    const changed = await writer('PUT', path, { ...next, rowVersion: 1 })
    expect(changed).toMatchObject({ status: 200, body: { id: row.id, rowVersion: 2 } })
    expectCarries(subject, changed.body, next)
    expectCarries(subject, (await writer('GET', path)).body, next)

    const stale = await writer('PUT', path, { ...body, rowVersion: 1 })
    expect(stale).toMatchObject({ status: 409, body: { errorType: 'Conflict', detail: 'stale', current: { id: row.id, rowVersion: 2 } } })
    expectCarries(subject, stale.body.current, next)
    expect((await writer('PUT', path, body)).body.rowVersion, 'without a version the check is left out').toBe(3)

    const audit = await readAuditLog(subject, row.id)
    expect(audit.map(({ action }) => action).filter((action) => ['Create', 'Update'].includes(action))).toEqual([
      'Create',
      'Update',
      'Update',
    ])
    for (const { before, after } of audit.filter(({ action }) => action === 'Update')) {
      expect(Object.keys(after).length).toBeGreaterThan(0)
      expect(before).not.toEqual(after)
    }
  })
}

/** A client that does not know a field, because it is older or sends only what it edits, must not clear it. */
function promiseMergePatch(subject: Subject) {
  it('keeps every property that an update does not send', async () => {
    const writer = await subject.writer()
    const body = await subject.body()
    const { id } = await subject.make(body)
    const path = await subject.one(id)
    const stored = async () => {
      const row = (await writer('GET', path)).body
      return Object.fromEntries(Object.entries(subject.resource.fields).map(([key, field]) => [key, row[responseKey(key, field)]]))
    }
    const before = await stored()
    expect(await writer('PUT', path, {})).toMatchObject({ status: 200, body: { id } })
    expect(await stored()).toEqual(before)
    // A list that is sent replaces the stored one, and its rows get new ids.
    const alone = Object.entries(subject.inputFields).filter(([key, { kind }]) => key in body && kind !== 'list')
    for (const [key] of alone) {
      expect({ key, status: (await writer('PUT', path, { [key]: body[key] })).status }).toEqual({ key, status: 200 })
      expect(await stored(), key).toEqual(before)
    }
  })
}

function promiseDeletion(subject: Subject) {
  const { resource, served, uniqueFields } = subject
  it('disappears everywhere once deleted, and frees its unique values', async () => {
    const writer = await subject.writer()
    const body = await subject.body()
    const row = await subject.make(body)
    const path = await subject.one(row.id)
    expect(await writer('DELETE', path)).toMatchObject({ status: 204, body: undefined })
    expect((await writer('GET', path)).status).toBe(404)
    expect((await writer('DELETE', path)).status).toBe(404)
    if (served.calls.update) expect((await writer('PUT', path, body)).status).toBe(404)
    expect(await found(subject, auditMark(body[resource.title]))).toEqual([])
    for (const tail of [...(subject.hasPicker ? ['/typeHead'] : []), '/query'])
      expect(
        (await writer('GET', await subject.base(tail), undefined, { query: { search: auditMark(body[resource.title]) } })).body.total,
      ).toBe(0)
    expect((await readAuditLog(subject, row.id)).map(({ action }) => action)).toEqual(['Create', 'Delete'])
    if (uniqueFields.length > 0) expect((await writer('POST', await subject.birthplace(), body)).status).toBe(201)
  })
}

function promiseRestore(subject: Subject) {
  const { resource, uniqueFields } = subject
  it('is restored unchanged', async () => {
    const writer = await subject.writer()
    const body = await subject.body()
    const row = await subject.make(body)
    await writer('DELETE', await subject.one(row.id))
    const search = { query: { search: auditMark(body[resource.title]) } }
    const deleted = await writer('GET', await subject.base('/deleted'), undefined, search)
    expect(deleted.body).toMatchObject({ total: 1, items: [{ id: row.id }] })
    expect((await writer('GET', await subject.base(`/deleted/${row.id}`))).body.id).toBe(row.id)

    expect((await writer('PUT', await subject.one(row.id, '/restore'), {})).status).toBe(200)
    expectCarries(subject, (await writer('GET', await subject.one(row.id))).body, body)
    expect((await writer('GET', await subject.base('/deleted'), undefined, search)).body.total).toBe(0)
    expect((await writer('PUT', await subject.one(row.id, '/restore'), {})).status).toBe(404)
    expect((await readAuditLog(subject, row.id)).map(({ action }) => action)).toEqual(['Create', 'Delete', 'Restore'])
  })

  if (uniqueFields.includes(resource.title))
    it('is restored under another name if its own is taken', async () => {
      const writer = await subject.writer()
      const body = await subject.body()
      const row = await subject.make(body)
      await writer('DELETE', await subject.one(row.id))
      const taker = await subject.make({ [resource.title]: body[resource.title] })
      const path = await subject.one(row.id, '/restore')
      expect(await writer('PUT', path, {})).toMatchObject({ status: 409, body: { errorType: 'Conflict' } })
      expect((await writer('PUT', path, { name: `${body[resource.title]} again` })).body).toMatchObject({
        id: row.id,
        [resource.title]: `${body[resource.title]} again`,
      })
      expect((await writer('GET', await subject.one(taker.id))).body[resource.title]).toBe(body[resource.title])
    })
}

/** The parent is a project, or a row inside one. */
function promiseOpenParent(subject: Subject) {
  const { calls } = subject.served
  it('is not written while its project is closed', async () => {
    const writer = await subject.writer()
    const [row, body] = [await subject.make(), await subject.body()]
    const [birthplace, path] = [await subject.birthplace(), await subject.one(row.id)]
    await whileClosed(subject.app, async () => {
      if (calls.create) expect(await writer('POST', birthplace, body)).toMatchObject(closedAnswer)
      if (calls.update) expect(await writer('PUT', path, body)).toMatchObject(closedAnswer)
      if (calls.remove) expect(await writer('DELETE', path)).toMatchObject(closedAnswer)
    })
    expect((await subject.read(row.id)).rowVersion).toBe(row.rowVersion)
  })
}

/** The author may edit and delete a note for fifteen minutes. */
async function promiseNotes({ app }: Subject, writer: Caller, path: string) {
  const [note] = (await writer('GET', path, undefined, { query: { types: 2 } })).body.items
  const at = `${path}/${note.id}`
  const notes = 'Asked the client twice'
  expect(await writer('PUT', at, { notes })).toMatchObject({ status: 200, body: { id: note.id, notes, type: 2 } })
  expect((await writer('PUT', at, { notes: '' })).status).toBe(400)
  expect((await app.admin('PUT', at, { notes })).status).toBe(403)
  expect((await app.admin('DELETE', at)).status).toBe(403)
  const { body: second } = await writer('POST', path, { notes: 'A slip', type: 2 })
  expect((await writer('DELETE', `${path}/${second.id}`)).status).toBe(204)
  expect((await writer('DELETE', `${path}/${second.id}`)).status).toBe(404)
  await app.sql(`update activity_log set create_date = create_date - interval '16 minutes' where id = $1`, [note.id])
  expect((await writer('PUT', at, { notes: 'Too late' })).status).toBe(409)
  expect((await writer('DELETE', at)).status).toBe(409)
  expect((await writer('GET', path, undefined, { query: { types: 2 } })).body).toMatchObject({ total: 1, items: [{ notes }] })
}

function promiseLog(subject: Subject) {
  const { resource, served } = subject
  it('logs its changes and accepts notes', async () => {
    const writer = await subject.writer()
    const body = await subject.body()
    const row = await subject.make(body)
    const path = await subject.one(row.id, '/ActivityLogs')
    const titles = ['Created']
    if (served.calls.update) {
      const next = subject.changed(body)
      await writer('PUT', await subject.one(row.id), next)
      titles.unshift('Updated')
      const [newest] = (await writer('GET', path)).body.items
      const touched = Object.keys(next).filter((key) => JSON.stringify(next[key]) !== JSON.stringify(body[key]))
      const labels = touched.map((key) => resource.fields[key]?.label).filter(Boolean)
      expect(newest.changes.map(({ label }: AnyRow) => label)).toEqual(expect.arrayContaining(labels))
      expect(newest.createdBy.id).toBe(writer.userId)
    }
    if (served.calls.note) {
      expect((await writer('POST', path, { notes: 'Asked the client:\nboth rooms', type: 2 })).status).toBe(201)
      expect((await writer('POST', path, { notes: 'No such type', type: 1 })).status).toBe(400)
      expect((await writer('POST', path, { notes: '', type: 2 })).status).toBe(400)
      titles.unshift('Note')
      expect((await writer('GET', path, undefined, { query: { types: 2 } })).body).toMatchObject({
        total: 1,
        items: [{ notes: 'Asked the client:\nboth rooms' }],
      })
    }
    if (served.calls.changeNote) await promiseNotes(subject, writer, path)
    const log = (await writer('GET', path)).body
    expect(log.items.map(({ title }: AnyRow) => title)).toEqual(titles)
    expect(log.total).toBe(titles.length)
  })
}

async function found(subject: Subject, search: string): Promise<unknown[]> {
  const tail = subject.hasPages ? '' : '/query'
  const answer = await (await subject.writer())('GET', await subject.base(tail), undefined, { query: { search, itemsPerPage: -1 } })
  expect(answer.status).toBe(200)
  expect(answer.body.total).toBe(answer.body.items.length)
  return answer.body.items.map(({ id }: AnyRow) => id)
}

const readAuditLog = ({ app, resource }: Subject, id: unknown) =>
  app.sql('select action, before, after, user_id from audit_log where entity = $1 and entity_id = $2 order by id', [
    resource.entity,
    String(id),
  ])

const withoutSignature = (address: unknown) => (typeof address === 'string' ? address.split('?')[0] : address)

function expectCarries({ resource, promises }: Subject, row: AnyRow, sent: AnyRow) {
  for (const [key, field] of Object.entries(resource.fields)) {
    const isOwn = promises.answers && responseKey(key, field) in promises.answers
    const value = isOwn ? promises.answers![responseKey(key, field)] : sent[key]
    if (value === undefined || field.mask || field.kind === 'password') continue
    const answered = row[responseKey(key, field)]
    if (isOwn) expect(answered, key).toEqual(value)
    else if (field.kind === 'image') expect(withoutSignature(answered), key).toEqual(withoutSignature(value))
    else if (field.kind === 'reference' || field.kind === 'user') expect(answered?.id ?? null, key).toEqual(value)
    else if (field.kind === 'list' || field.kind === 'group' || field.kind === 'json') expect(answered, key).toMatchObject(value as object)
    else expect(answered, key).toEqual(value)
  }
}
