import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { auditMark, type Subject } from './subject.ts'

const dozen = <T>(run: (i: number) => Promise<T>) => Promise.all(Array.from({ length: 12 }, (_, i) => run(i)))

export function concurrencyContract(subject: Subject) {
  const { resource, served, uniqueFields } = subject
  const { calls } = served
  if (!subject.isMade) return
  describe('concurrency', () => {
    it('creates one row from twelve identical POSTs with one Idempotency-Key', async () => {
      const writer = await subject.writer()
      const [body, path, key] = [await subject.body(), await subject.birthplace(), randomUUID()]
      const answers = await dozen(() => writer('POST', path, body, { headers: { 'idempotency-key': key } }))
      expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
      const listed = await writer('GET', await subject.base(subject.hasPages ? '' : '/query'), undefined, {
        query: { search: auditMark(body[resource.title]) },
      })
      expect(listed.body.total).toBe(1)
      const other = await writer('POST', path, await subject.body(), { headers: { 'idempotency-key': key } })
      expect(other.status).toBe(409)
    })

    if (calls.update)
      it('applies one of twelve concurrent updates', async () => {
        const writer = await subject.writer()
        const body = await subject.body()
        const row = await subject.make(body)
        const path = await subject.one(row.id)
        const answers = await dozen(async () => writer('PUT', path, { ...subject.changed(body), rowVersion: 1 }))
        expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)])
        expect((await writer('GET', path)).body.rowVersion).toBe(2)
      })

    for (const unique of uniqueFields)
      it(`accepts one ${unique} for only one of twelve requests`, async () => {
        const writer = await subject.writer()
        const path = await subject.birthplace()
        const existingValue = (await subject.body())[unique]
        if (existingValue == null) throw new Error(`\`valid\` of ${resource.path} has no ${unique}, so its uniqueness is not tested`)
        const bodies = await dozen((i) =>
          subject.body({ [unique]: typeof existingValue === 'string' && i % 2 ? existingValue.toUpperCase() : existingValue }),
        )
        const answers = await Promise.all(bodies.map((body) => writer('POST', path, body)))
        expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)])
        const refused = answers.find(({ status }) => status === 409)!
        expect(refused.body).toMatchObject({ errorType: 'Conflict', fields: { [unique]: [expect.stringContaining('taken')] } })
      })
  })
}
