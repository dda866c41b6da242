import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createEquipment } from '../../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../../test/kit/start.ts'

const house = await startApp()

it('a call that declares no body knows nothing of one', async () => {
  const { id } = await createEquipment(house)
  const { body: edit } = await house.admin('PUT', '/api/equipments/BulkUpdate', { rows: [{ id, tag: 'NEW' }] })
  const headers = { 'idempotency-key': randomUUID() }
  const undo = (body: unknown) => house.admin('POST', `/api/changeSets/${edit.changeSetId}/Undo`, body, { headers })
  const first = await undo({ anything: 1 })
  expect(first.status).toBe(201)
  // The call ignores its body, so a different body with the same key still repeats the same action.
  for (const other of [{ anything: 2 }, [], undefined]) expect((await undo(other)).body).toEqual(first.body)
})
