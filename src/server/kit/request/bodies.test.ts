import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createEquipment } from '../../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../../test/kit/start.ts'

const app = await startApp()

it('ignores the body of a call that declares none', async () => {
  const { id } = await createEquipment(app)
  const { body: edit } = await app.admin('PUT', '/api/equipments/BulkUpdate', { rows: [{ id, tag: 'NEW' }] })
  const headers = { 'idempotency-key': randomUUID() }
  const undo = (body: unknown) => app.admin('POST', `/api/changeSets/${edit.changeSetId}/Undo`, body, { headers })
  const first = await undo({ anything: 1 })
  expect(first.status).toBe(201)
  // The call ignores its body, so a different body with the same key still repeats the same action.
  for (const other of [{ anything: 2 }, [], undefined]) expect((await undo(other)).body).toEqual(first.body)
})
