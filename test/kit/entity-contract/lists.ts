import { describe, expect, it } from 'vitest'
import { responseFields } from '../../../src/model/kit/resource.ts'
import type { AnyRow } from '../../../src/server/kit/request/context.ts'
import { auditMark, type Subject } from './subject.ts'

export function listContract(subject: Subject) {
  const { resource, served } = subject
  if (!subject.hasPages) return
  describe('lists', () => {
    const list = async (query: AnyRow = {}, tail = '') => (await subject.writer())('GET', await subject.base(tail), undefined, { query })
    const idsOf = (items: AnyRow[]) => items.map(({ id }) => id)
    const createRows = async (count: number) => {
      const rows: AnyRow[] = []
      for (let i = 0; i < count; i++) rows.push(await subject.make())
      return rows
    }

    it('returns an empty page and the correct total beyond the end', async () => {
      await createRows(2)
      const all = await list({ itemsPerPage: -1 })
      expect(all.body.items).toHaveLength(all.body.total)
      const beyond = await list({ page: 9999 })
      expect(beyond).toMatchObject({ status: 200, body: { items: [], total: all.body.total } })
      expect((await list({ itemsPerPage: 0 })).body.items, 'at least one').toHaveLength(1)
      expect((await list()).body.items.length).toBe(Math.min(10, all.body.total))
    })

    it('keeps its order across pages, for every column', async () => {
      await createRows(3)
      // Background jobs may still update the rows, which changes the order by last update.
      await subject.app.waitUntilIdle()
      const fields = responseFields(resource)
      for (const column of ['createDate', 'updateDate', ...resource.list.columns])
        for (const sortDesc of [false, true]) {
          const fullList = await list({ sortBy: column, sortDesc, itemsPerPage: -1 })
          if (fullList.status === 400) {
            expect(['text', 'email', 'integer', 'money', 'date', 'instant', 'boolean'], column).not.toContain(fields[column]?.kind)
            continue
          }
          expect(fullList.status, column).toBe(200)
          const paged: unknown[] = []
          const itemsPerPage = Math.max(2, Math.ceil(fullList.body.total / 4))
          for (let page = 1; paged.length < fullList.body.total; page++) {
            const { items } = (await list({ sortBy: column, sortDesc, itemsPerPage, page })).body
            if (items.length === 0) break
            paged.push(...idsOf(items))
          }
          expect(paged, `${column} ${sortDesc}`).toEqual(idsOf(fullList.body.items))
        }
    })

    it('rejects an unknown sort column', async () => {
      for (const sortBy of ['nonsense', 'password_hash', 'passwordHash', 'search_text', 'id; drop table users', '__proto__'])
        expect((await list({ sortBy })).status, sortBy).toBe(400)
    })

    it('filters by dates, and rejects invalid ones', async () => {
      const [row] = await createRows(1)
      const search = auditMark(row![resource.title])
      const today = row!.createDate.slice(0, 10)
      for (const name of ['created', 'updated']) {
        expect((await list({ search, [`${name}From`]: today, [`${name}To`]: today })).body.total).toBe(1)
        expect((await list({ search, [`${name}From`]: '2199-01-01' })).body.total).toBe(0)
        expect((await list({ search, [`${name}To`]: '2001-01-01' })).body.total).toBe(0)
        expect((await list({ [`${name}From`]: '2025-02-31' })).status).toBe(400)
        expect((await list({ [`${name}From`]: 'yesterday' })).status).toBe(400)
      }
      const [anyUser] = await subject.app.sql('select id from users limit 1')
      const writer = await subject.writer()
      expect((await list({ search, createdByIds: writer.userId })).body.total).toBe(1)
      expect((await list({ search, updatedByIds: writer.userId })).body.total).toBe(1)
      if (anyUser!.id !== writer.userId) expect((await list({ search, createdByIds: anyUser!.id })).body.total).toBe(0)
    })

    it('filters by its filters', async () => {
      const body = await subject.body()
      const row = await subject.make(body)
      const search = auditMark(row[resource.title])
      for (const [parameter, { field, kind }] of Object.entries(resource.list.filters ?? {})) {
        const value = field ? body[field] : undefined
        if (kind === 'reference') {
          expect((await list({ search, [parameter]: 999_999_999 })).body, parameter).toMatchObject({ total: 0 })
          expect((await list({ [parameter]: 'x' })).status, parameter).toBe(400)
        }
        if (value === undefined || typeof value === 'object') continue
        const both = typeof value === 'number' && kind === 'reference' ? [value, 999_999_999] : [value]
        expect((await list({ search, [parameter]: both })).body.total, parameter).toBe(1)
        if (kind === 'boolean') expect((await list({ search, [parameter]: !value })).body.total, parameter).toBe(0)
      }
    })

    if (subject.hasPicker)
      it('returns names to pickers, and only names', async () => {
        const rows = await createRows(2)
        const all = (await list({ all: true, itemsPerPage: 1 }, '/typeHead')).body
        expect(all.items).toHaveLength(all.total)
        expect(idsOf(all.items)).toEqual(expect.arrayContaining(idsOf(rows)))
        expect((await list({ itemsPerPage: 1 }, '/typeHead')).body.items).toHaveLength(1)
        const narrowed = (await list({ all: true, search: auditMark(rows[0]![resource.title]) }, '/typeHead')).body
        expect(idsOf(narrowed.items)).toEqual([rows[0]!.id])
        expect(
          Object.keys(narrowed.items[0]).filter(
            (key) => !['id', 'name', resource.title, ...resource.ref, ...(resource.picker ?? [])].includes(key),
          ),
        ).toEqual([])
        // A row with an id below 0 is synthetic and comes first.
        const names = all.items.filter(({ id }: AnyRow) => !(id < 0)).map((item: AnyRow) => String(item[resource.title]))
        expect(names).toEqual([...names].sort(new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare))
      })

    it('returns all rows to tables that load everything', async () => {
      const total = (await list()).body.total
      expect((await list({}, '/query')).body.items).toHaveLength(total)
      expect((await list({ itemsPerPage: 1 }, '/query')).body.items).toHaveLength(1)
    })

    if (served.calls.recent)
      it('lists rows recently opened, created and changed', async () => {
        const rows = await createRows(3)
        const reader = await subject.as([resource.permission.view])
        const [a, b, c] = idsOf(rows)
        for (const id of [a, b, c, a]) expect((await reader('GET', await subject.one(id))).body).toMatchObject({ id })
        const recent = async (query: AnyRow) => idsOf((await reader('GET', await subject.base('/Recent'), undefined, { query })).body.items)
        expect((await recent({})).slice(0, 3)).toEqual([a, c, b])
        expect(await recent({ count: 2 })).toEqual([a, c])
        expect(await recent({ mode: 1, count: 3 })).toEqual([c, b, a])
        if (served.calls.update) {
          const writer = await subject.writer()
          await writer('PUT', await subject.one(b), subject.changed(await subject.body()))
          expect((await recent({ mode: 2, count: 1 }))[0]).toBe(b)
        }
        const other = (await subject.writer())('GET', await subject.base('/Recent'))
        expect(idsOf((await other).body.items)).not.toContain(c)
      })
  })
}
