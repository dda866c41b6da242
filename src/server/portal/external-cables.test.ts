import { expect, it } from 'vitest'
import { createConnector, createRow, createSignalType } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { externalPermissions } from '../../model/permissions.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app

it('shows external users the issued or live cable schedule, without canceled spaces', async () => {
  const project = await createProject(app)
  const hall = await createSpace(app, project, { name: uniqueName('Hall'), spaceNumber: '201' })
  const booth = await createSpace(app, project, { name: uniqueName('Booth'), spaceNumber: '202' })
  const signal = await createSignalType(app, { cableNumberPrefix: 'V', cableStartNumber: 101 })
  const connectorPhysicalTypeId = (await createConnector(app)).id
  const port = (name: string, direction: number) => ({ name, direction, connectorPhysicalTypeId, signalTypeIds: [signal.id] })
  const device = await createProduct(app, { ports: [port('IN', 1), port('OUT', 2)] })
  const portId = (name: string) => device.ports.find((item: AnyRow) => item.name === name).id
  const lines = [await createLine(app, hall, device, { quantity: 2 }), await createLine(app, booth, device, { quantity: 1 })]
  const unitsOf = async (line: AnyRow | undefined): Promise<AnyRow[]> =>
    (await admin('GET', `/api/projects/${project.id}/Units`, undefined, { query: { lineIds: [line?.id], sortBy: 'label' } })).body.items
  const [[first, second], [third]] = [await unitsOf(lines[0]), await unitsOf(lines[1])]
  const at = `/api/projects/${project.id}/Connections`
  const wire = (from: AnyRow | undefined, to: AnyRow | undefined, more: AnyRow = {}) =>
    createRow(app, at, { fromUnitId: from?.id, fromPortId: portId('OUT'), toUnitId: to?.id, toPortId: portId('IN'), ...more })
  const inside = await wire(first, second, { lengthFt: 12.5, bundle: 'B1' })
  const across = await wire(second, third)

  const guest = () => app.signInAs(externalPermissions, { external: true, isNew: true })
  const [live, issued] = [await guest(), await guest()]
  const entry = ({ userId }: Caller, isLive: boolean) => ({ subjectType: 1, userId, showCables: true, isLive })
  const entries = [entry(live, true), entry(issued, false)]
  expect((await admin('PUT', `/api/projects/${project.id}/ExternalAccessList`, { entries })).status).toBe(200)
  const read = async (caller: Caller, query: AnyRow = {}) => {
    const answer = await caller('GET', `/api/externalProjects/${project.id}/Cables`, undefined, { query })
    expect(answer.status).toBe(200)
    return answer.body
  }
  expect(await read(issued)).toEqual({ items: [], total: 0 })
  await createRow(app, `/api/projects/${project.id}/Revisions`, { code: 'CD', title: 'Issued', issueDate: '2026-04-01' })

  const expected = {
    id: inside.id,
    number: inside.number,
    from: { space: { id: hall.id, name: hall.name, number: '201' }, unit: first?.label, port: 'OUT' },
    to: { space: { id: hall.id, name: hall.name, number: '201' }, unit: second?.label, port: 'IN' },
    signal: signal.name,
    color: signal.color ?? null,
    manufacturer: null,
    model: null,
    lengthFt: 12.5,
    state: 1,
    bundle: 'B1',
  }
  for (const caller of [live, issued]) {
    const { items, total } = await read(caller)
    expect(total).toBe(2)
    expect(items[0]).toEqual(expected)
    expect(items[1]).toMatchObject({ number: across.number, lengthFt: null, to: { space: { id: booth.id }, unit: third?.label } })
    expect((await read(caller, { spaceId: booth.id })).items.map(({ id }: AnyRow) => id)).toEqual([across.id])
  }

  const known = (await admin('GET', `${at}/${inside.id}`)).body
  expect((await admin('PUT', `${at}/${inside.id}`, { ...known, signalTypeId: signal.id, state: 2, lengthFt: 14 })).status).toBe(200)
  await app.sql('update spaces set status = $2 where id = $1', [booth.id, SpaceStatus.Cancelled])
  expect((await read(live)).items).toEqual([{ ...expected, state: 2, lengthFt: 14 }])
  expect((await read(issued)).items).toMatchObject([expected, { id: across.id }])
})
