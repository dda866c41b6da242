import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { addToAccessList, createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { circuits } from './circuits.ts'

const app = await startApp()
const { admin } = app
// Visible only to users who may edit access lists.
const shared = await createProject(app)
await addToAccessList(app, shared, admin.userId)
const room = await createSpace(app, shared)

entityContract(circuits, app, {
  parentId: async () => room.id,
  valid: { panel: 'L2', number: '14', breakerAmps: 30, voltage: 208, isDedicated: true },
  invalid: [
    ['panel', '', messages.required],
    ['number', 'x'.repeat(21), messages.maxLength(20)],
    ['breakerAmps', 0, messages.minimum(1)],
    ['voltage', 1001, messages.maximum(1000)],
  ],
  as: (permissions) =>
    app.signInAs(
      permissions.length < 10 ? [...new Set([...permissions, 'Projects.View', 'ProjectAccessList.Update'] as const)] : permissions,
    ),
  outsider: () => app.signInAs(['Projects.View', 'ProjectEquipment.View', 'ProjectEquipment.Update']),
})

async function setUp() {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  const circuit = (await admin('POST', `/api/spaces/${space.id}/Circuits`, { panel: 'L2', number: '14' })).body as AnyRow
  const line = await createLine(app, space, await createProduct(app), { quantity: 3 })
  return { project, space, circuit, line }
}
const putLine = (space: AnyRow, line: AnyRow, more: AnyRow) =>
  admin('PUT', `/api/spaces/${space.id}/Equipment/${line.id}`, {
    quantity: line.quantity,
    provider: line.provider,
    installer: line.installer,
    areaGroupId: line.areaGroup?.id,
    isExisting: line.isExisting,
    ...more,
  })
const readLine = async (space: AnyRow) => (await admin('GET', `/api/spaces/${space.id}`)).body.areaGroups.at(-1).equipment[0] as AnyRow

it('supplies lines of the same space, and is removed from them when deleted', async () => {
  const { project, space, circuit, line } = await setUp()
  expect((await putLine(space, line, { circuitId: circuit.id })).body).toMatchObject({ circuit: { id: circuit.id, name: 'L2-14' } })
  expect((await admin('GET', `/api/spaces/${space.id}/Circuits`)).body.items).toMatchObject([{ name: 'L2-14', linesCount: 1 }])
  const [entry] = (await admin('GET', `/api/spaces/${space.id}/ActivityLogs`)).body.items
  expect(entry.changes).toEqual([{ field: 'circuit', label: 'Circuit', from: null, to: 'L2-14' }])
  const elsewhere = await createSpace(app, project)
  const foreign = (await admin('POST', `/api/spaces/${elsewhere.id}/Circuits`, { panel: 'L2', number: '14' })).body
  expect(await putLine(space, line, { circuitId: foreign.id })).toMatchObject({
    status: 400,
    body: { fields: { circuitId: ['Circuit not found.'] } },
  })
  expect((await admin('DELETE', `/api/spaces/${space.id}/Circuits/${circuit.id}`)).status).toBe(204)
  expect(await readLine(space)).toMatchObject({ id: line.id, circuit: null })
})

it('is unique in a space, ignoring case', async () => {
  const { space } = await setUp()
  const again = await admin('POST', `/api/spaces/${space.id}/Circuits`, { panel: 'L2', number: '14' })
  expect(again.status).toBe(409)
  expect((await admin('POST', `/api/spaces/${space.id}/Circuits`, { panel: 'L3', number: '14' })).status).toBe(201)
})

it('is assigned to several lines at once, and undo restores them', async () => {
  const { space, circuit, line } = await setUp()
  const together = (change: AnyRow) =>
    admin('POST', `/api/spaces/${space.id}/Equipment/Together`, { change: { lineIds: [line.id], ...change } })
  const { body } = await together({ circuitId: circuit.id })
  expect(await readLine(space)).toMatchObject({ circuit: { name: 'L2-14' } })
  expect((await admin('POST', `/api/changeSets/${body.changeSetId}/Undo`, {})).status).toBe(201)
  expect(await readLine(space)).toMatchObject({ circuit: null })
  await together({ circuitId: circuit.id })
  await together({ quantity: 5 })
  expect(await readLine(space)).toMatchObject({ quantity: 5, circuit: { name: 'L2-14' } })
  await together({ circuitId: 0 })
  expect(await readLine(space)).toMatchObject({ circuit: null })
  expect(await together({ circuitId: 999_999_999 })).toMatchObject({
    status: 400,
    body: { fields: { 'change.circuitId': ['Circuit not found.'] } },
  })
})

it('is removed when a line moves to another space or its space is copied', async () => {
  const { project, space, circuit, line } = await setUp()
  await putLine(space, line, { circuitId: circuit.id })
  const copy = await admin('POST', `/api/spaces/${space.id}/Clone`, { name: 'Copy', projectId: project.id, levelId: space.level.id })
  expect(await readLine(copy.body)).toMatchObject({ quantity: 3, circuit: null })
  const target = await createSpace(app, project)
  const moved = await admin('POST', '/api/spaces/MoveAreaGroupEquipmentToAnotherSpace', {
    sourceSpaceId: space.id,
    areaGroupId: line.areaGroup?.id ?? 0,
    targetSpaceId: target.id,
  })
  expect(moved.status).toBe(200)
  expect(await readLine(target)).toMatchObject({ id: line.id, circuit: null })
})
