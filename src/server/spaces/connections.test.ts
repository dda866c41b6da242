import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createCategory, createConnector, createEquipment, createSignalType } from '../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createLine, createProduct, createProject, createSpace, readUnits } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Permission } from '../../model/permissions.ts'
import { drawDiagram, layoutDiagram } from '../../model/spaces/diagram-layout.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { conduits } from './conduits.ts'
import { servedConnections } from './connections.ts'

const app = await startApp()
const { admin } = app
const shared = await createProject(app)
await addToAccessList(app, shared, admin.userId)
const as = (permissions: readonly Permission[]) =>
  app.signInAs(permissions.length < 10 ? [...new Set([...permissions, 'Projects.View', 'ProjectAccessList.Update'] as const)] : permissions)

const connector = await createConnector(app)
const signal = await createSignalType(app, { cableNumberPrefix: 'V', cableStartNumber: 101, lengthLimitM: 30 })
const audio = await createSignalType(app, { cableNumberPrefix: 'A' })
const cable = await createEquipment(app, {
  categoryId: (await createCategory(app, { isCable: true })).id,
  stockLengthFt: 100,
  msrpPrice: 20,
})
const port = (name: string, direction: number, more: AnyRow = {}) => ({
  name,
  direction,
  connectorPhysicalTypeId: connector.id,
  signalTypeIds: [signal.id],
  ...more,
})
const ports = [1, 2].flatMap((direction) =>
  Array.from({ length: 8 }, (_, index) => port(`${direction === 1 ? 'IN' : 'OUT'} ${index + 1}`, direction)),
)
const matrix = await createProduct(app, { ports })
const portIdByName = (product: AnyRow, name: string) => product.ports.find((port: AnyRow) => port.name === name).id as number

const readUnitsOfLine = (project: AnyRow, line: AnyRow) => readUnits(app, project, { lineIds: [line.id], sortBy: 'label' })
async function wired(quantity = 2, { project: known, product = matrix }: { project?: AnyRow; product?: AnyRow } = {}) {
  const project = known ?? (await createProject(app))
  const space = await createSpace(app, project)
  const line = await createLine(app, space, product, { quantity })
  const units = await readUnitsOfLine(project, line)
  return { project, space, line, units, at: `/api/projects/${project.id}/Connections` }
}
const ends = (from: AnyRow, out: string, to: AnyRow, into: string, product = matrix) => ({
  fromUnitId: from.id,
  fromPortId: portIdByName(product, out),
  toUnitId: to.id,
  toPortId: portIdByName(product, into),
})

const bus = await createSignalType(app, { allowsMany: true })
const hub = await createProduct(app, { ports: [port('OUT', 2, { signalTypeIds: [bus.id] }), port('IN', 1, { signalTypeIds: [bus.id] })] })
const pool = await wired(2, { project: shared, product: hub })
entityContract(servedConnections, app, {
  parentId: async () => shared.id,
  valid: { number: 'X-7', lengthFt: 12.5, state: 2, bundle: 'B1', path: 'W9', notes: 'Behind the panel' },
  prepare: async () => {
    const [from, to] = pool.units as [AnyRow, AnyRow]
    const conduit = (await admin('POST', `/api/projects/${shared.id}/Conduits`, { name: 'C-90' })).body
    return { ...ends(from, 'OUT', to, 'IN', hub), signalTypeId: bus.id, cableEquipmentId: cable.id, conduitId: conduit.id }
  },
  invalid: [
    ['lengthFt', -1, messages.minimum(0)],
    ['state', 5, messages.unknown],
    ['fromUnitId', null, messages.required],
  ],
  as,
  outsider: () => app.signInAs(['Projects.View', 'ProjectEquipment.View', 'ProjectEquipment.Update']),
})

entityContract(conduits, app, {
  parentId: async () => shared.id,
  valid: { name: 'C-01', tradeSize: '1"', innerDiameterIn: 1.049, notes: 'Above the ceiling' },
  prepare: async () => ({ fromSpaceId: pool.space.id, toSpaceId: (await createSpace(app, shared)).id }),
  invalid: [
    ['name', '', messages.required],
    ['innerDiameterIn', -1, messages.minimum(0)],
  ],
  as,
  outsider: () => app.signInAs(['Projects.View', 'ProjectEquipment.View', 'ProjectEquipment.Update']),
})

it('numbers cables by prefix, from the start number of the signal type, and never twice (29)', async () => {
  const { units, at } = await wired(4)
  const [a, b, c] = units as [AnyRow, AnyRow, AnyRow]
  const first = (await admin('POST', at, ends(a, 'OUT 1', b, 'IN 1'))).body
  const second = (await admin('POST', at, ends(a, 'OUT 2', b, 'IN 2'))).body
  expect([first.number, second.number, first.isManual]).toEqual(['V101', 'V102', false])
  expect((await admin('DELETE', `${at}/${second.id}`)).status).toBe(204)
  expect((await admin('POST', at, ends(a, 'OUT 3', b, 'IN 3'))).body.number).toBe('V103')
  const byHand = (await admin('POST', at, { ...ends(a, 'OUT 4', b, 'IN 4'), number: 'V200' })).body
  expect(byHand).toMatchObject({ number: 'V200', isManual: true })
  expect((await admin('POST', at, ends(a, 'OUT 5', b, 'IN 5'))).body.number).toBe('V201')
  expect(await admin('POST', at, { ...ends(a, 'OUT 6', b, 'IN 6'), number: 'v101' })).toMatchObject({
    status: 409,
    body: { fields: { number: ['This number is already taken.'] } },
  })
  const { status, body } = await admin('PUT', `${at}/Number`, {})
  expect([status, body.changed]).toEqual([200, 3])
  const numbers = async () => (await admin('GET', at)).body.items.map(({ number }: AnyRow) => number).sort()
  expect(await numbers()).toEqual(['V200', 'V202', 'V203', 'V204'])
  expect(await admin('PUT', `${at}/Number`, { start: 150 })).toMatchObject({
    status: 400,
    body: { fields: { start: ['Numbers up to V204 have been used.'] } },
  })
  await admin('PUT', `${at}/Number`, { start: 300, ids: [first.id] })
  expect(await numbers()).toContain('V300')
  expect((await admin('POST', at, ends(b, 'OUT 1', c, 'IN 1'))).body.number).toBe('V301')
})

it('reverses an in-to-out connection, fills default signal and cable, estimates length (29)', async () => {
  const feed = await createSignalType(app, { defaultCableEquipmentId: cable.id, cableNumberPrefix: 'F' })
  const product = await createProduct(app, {
    ports: [port('IN', 1, { signalTypeIds: [feed.id] }), port('OUT', 2, { signalTypeIds: [audio.id, feed.id] })],
  })
  const { units, at } = await wired(2, { product })
  const [a, b] = units as [AnyRow, AnyRow]
  const body = { fromUnitId: a.id, fromPortId: portIdByName(product, 'IN'), toUnitId: b.id, toPortId: portIdByName(product, 'OUT') }
  expect((await admin('POST', `${at}/Check`, body)).body).toMatchObject({
    isTurned: true,
    signalTypeId: feed.id,
    cableEquipmentId: cable.id,
    estimatedFt: 39.5,
    findings: [],
  })
  const { status, body: created } = await admin('POST', at, body)
  expect([status, created.from.unit.label, created.to.unit.label]).toEqual([201, b.label, a.label])
  expect(created).toMatchObject({
    signalType: { id: feed.id },
    cableEquipment: { id: cable.id },
    lengthFt: null,
    estimatedFt: 39.5,
    runFt: 39.5,
    number: 'F1',
    isOrphaned: false,
    from: { port: { name: 'OUT' }, isPortGone: false, equipment: { id: product.id } },
  })
})

it('returns 409 with a message for an error, and reports it in the check (22, 29)', async () => {
  const { project, units, at } = await wired(3)
  const [a, b, c] = units as [AnyRow, AnyRow, AnyRow]
  await admin('POST', at, ends(a, 'OUT 1', b, 'IN 1'))
  const used = ends(c, 'OUT 1', b, 'IN 1')
  const message = `${b.label} IN 1 is already used by cable V101.`
  expect((await admin('POST', `${at}/Check`, used)).body.findings).toEqual([{ rule: 'port-used', grade: 'error', text: message }])
  expect(await admin('POST', at, used)).toMatchObject({ status: 409, body: { message } })
  const outs = { ...ends(a, 'OUT 2', b, 'IN 2'), toPortId: portIdByName(matrix, 'OUT 2') }
  expect(await admin('POST', at, outs)).toMatchObject({
    status: 409,
    body: { message: `${a.label} OUT 2 and ${b.label} OUT 2 are both outputs.` },
  })
  const foreign = await wired(1)
  expect(await admin('POST', at, ends(a, 'OUT 2', foreign.units[0]!, 'IN 1'))).toMatchObject({
    status: 400,
    body: { fields: { toUnitId: ['Unit not found.'] } },
  })
  expect(await admin('POST', at, { ...ends(a, 'OUT 2', b, 'IN 2'), toPortId: 999_999 })).toMatchObject({
    status: 400,
    body: { fields: { toPortId: ['Port not found.'] } },
  })
  expect(await admin('POST', at, { ...ends(a, 'OUT 2', b, 'IN 2'), cableEquipmentId: matrix.id })).toMatchObject({
    status: 400,
    body: { fields: { cableEquipmentId: ['Only equipment in a cable category can be the cable.'] } },
  })
  expect((await admin('GET', at)).body.total).toBe(1)
  const item = (await admin('GET', at)).body.items[0]
  const long = await admin('PUT', `${at}/${item.id}`, { ...ends(a, 'OUT 1', b, 'IN 1'), lengthFt: 200 })
  expect(long).toMatchObject({ status: 200, body: { lengthFt: 200, runFt: 200, number: 'V101' } })
  expect((await admin('GET', `/api/projects/${project.id}/Connections/Check`)).body).toMatchObject({
    checked: 1,
    connections: [{ connectionId: item.id, number: 'V101', findings: [{ rule: 'too-long', grade: 'warning', figure: 200, limit: 98.43 }] }],
    withoutDistance: [],
  })
})

it('warns by the length settings of link and cable kind, in schedule, drawings and checks (27)', async () => {
  const isCable = (await createCategory(app, { isCable: true })).id
  const [plain, better, fiber] = await Promise.all(
    [null, 3, 7].map((kind) => createEquipment(app, { categoryId: isCable, cableSpec: kind === null ? null : { kind } })),
  )
  const hdBaseT = await createSignalType(app, { linkType: 5 })
  const extender = await createProduct(app, {
    ports: [1, 2].flatMap((direction) =>
      [1, 2, 3].map((portNumber) => port(`${direction === 1 ? 'IN' : 'OUT'} ${portNumber}`, direction, { signalTypeIds: [hdBaseT.id] })),
    ),
  })
  const { project, space, units, at } = await wired(2, { product: extender })
  const [a, b] = units as [AnyRow, AnyRow]
  const createdCables: AnyRow[] = []
  for (const [index, one] of [plain, better, fiber].entries())
    createdCables.push(
      (
        await admin('POST', at, {
          ...ends(a, `OUT ${index + 1}`, b, `IN ${index + 1}`, extender),
          cableEquipmentId: one?.id,
          lengthFt: 280,
        })
      ).body,
    )
  const numbers = createdCables.map(({ number }) => number)
  const warned = async () => {
    const [check, design, diagram] = await Promise.all([
      admin('GET', `${at}/Check`),
      admin('GET', `/api/projects/${project.id}/DesignCheck`),
      admin('GET', `/api/spaces/${space.id}/Diagram`),
    ])
    const ofRule = design.body.findings.filter(({ rule }: AnyRow) => rule === 'cables')
    return {
      check: check.body.connections.map(({ number, findings }: AnyRow) => [number, findings[0].grade, findings[0].limit]),
      design: ofRule.map(({ where, grade, figure }: AnyRow) => [where.label, grade, figure.limit]),
      drawn: diagram.body.wires.map(({ limit }: AnyRow) => limit?.meters ?? null),
    }
  }
  // 280 ft are 85.34 m.
  const first = [[numbers[0], 'warning', 229.66]]
  expect(await warned()).toEqual({ check: first, design: first, drawn: [70, 100, null] })
  const set = (value: number | null) => admin('PUT', '/api/appSettings/cables.hdBaseTCat6AM', { value })
  expect((await set(80.5)).status).toBe(200)
  const both = [...first, [numbers[1], 'warning', 264.11]]
  expect(await warned()).toEqual({ check: both, design: both, drawn: [70, 80.5, null] })
  expect((await set(null)).status).toBe(200)
  expect(await warned()).toEqual({ check: first, design: first, drawn: [70, null, null] })
  expect((await admin('DELETE', '/api/appSettings/cables.hdBaseTCat6AM')).status).toBe(204)
  expect((await warned()).drawn).toEqual([70, 100, null])
})

it('chooses the default cable by length and stock, and reports a run that none is long enough for', async () => {
  const isCable = (await createCategory(app, { isCable: true })).id
  const maker = (await createEquipment(app, { categoryId: isCable })).manufacture.id
  const [preTerminated, available, discontinued] = [2, 1, 3]
  const ready = (lengthFt: number, more: AnyRow = {}, kind = 3) =>
    createEquipment(app, {
      categoryId: isCable,
      manufactureId: maker,
      availability: available,
      cableSpec: { kind, termination: preTerminated, lengthFt },
      ...more,
    })
  const standard = await ready(7)
  const [three, fifteen, twentyFive] = [await ready(3), await ready(15), await ready(25)]
  await ready(50, { availability: discontinued })
  await ready(75, {}, 7)
  await ready(100, { manufactureId: (await createEquipment(app, { categoryId: isCable })).manufacture.id })
  const ofStock = await createSignalType(app, { defaultCableEquipmentId: standard.id })
  const ofReel = await createSignalType(app, { defaultCableEquipmentId: cable.id })
  const without = await createSignalType(app)
  const chosen = async (type: AnyRow, lengthFt: number | null, to?: AnyRow) => {
    const product = await createProduct(app, {
      ports: [port('OUT', 2, { signalTypeIds: [type.id] }), port('IN', 1, { signalTypeIds: [type.id] })],
    })
    const { project, units, at } = await wired(2, { product })
    const far = to ? (await wired(1, { project, product })).units[0] : units[1]
    const request = { ...ends(units[0]!, 'OUT', far!, 'IN', product), lengthFt }
    const { body } = await admin('POST', `${at}/Check`, request)
    const saved = (await admin('POST', at, request)).body
    expect(saved.cableEquipment?.id ?? null).toBe(body.cableEquipmentId)
    const design = (await admin('GET', `/api/projects/${project.id}/DesignCheck`)).body.findings.filter(({ key }: AnyRow) =>
      key.endsWith('.stock'),
    )
    const findings = body.findings.filter(({ rule }: AnyRow) => rule === 'no-stock')
    expect(design.map(({ grade }: AnyRow) => grade)).toEqual(findings.map(({ grade }: AnyRow) => grade))
    return [body.cableEquipmentId, ...findings.map(({ grade, text }: AnyRow) => `${grade}: ${text}`)]
  }
  expect(three.id).not.toBe(standard.id)
  const none = (lengthFt: number) => `No stocked cable of type ${standard.model} is long enough for ${lengthFt} ft; the longest is 25 ft.`
  const cases: [type: AnyRow, lengthFt: number | null, expected: unknown[]][] = [
    [ofStock, 2, [standard.id]],
    [ofStock, 7, [standard.id]],
    [ofStock, 7.5, [fifteen.id]],
    [ofStock, 15, [fifteen.id]],
    [ofStock, 15.01, [twentyFive.id]],
    [ofStock, 25.5, [null, `warning: ${none(25.5)} Choose another cable.`]],
    // The length assumed within a space is 39.5 ft.
    [ofStock, null, [null, `info: ${none(39.5)} Enter the length if the run is shorter.`]],
    [ofReel, 60, [cable.id]],
    [ofReel, 600, [cable.id]],
    [without, 60, [null]],
  ]
  for (const [type, lengthFt, expected] of cases) expect(await chosen(type, lengthFt), String(lengthFt)).toEqual(expected)
  expect(await chosen(ofStock, null, {}), 'unknown length').toEqual([standard.id])
})

it('derives lengths from project distances; one finding without a distance (29)', async () => {
  const { project, space, units, at } = await wired(2)
  const far = await wired(2, { project })
  const distances = `/api/projects/${project.id}/Distances`
  expect((await admin('GET', distances)).body).toEqual({ slackPercent: 10, endLengthFt: 6, insideFt: 25, distances: [] })
  for (const portNumber of [1, 2]) await admin('POST', at, ends(units[0]!, `OUT ${portNumber}`, far.units[0]!, `IN ${portNumber}`))
  const lengths = async () => (await admin('GET', at)).body.items.map(({ runFt }: AnyRow) => runFt)
  expect(await lengths()).toEqual([null, null])
  const check = async () => (await admin('GET', `${at}/Check`)).body.withoutDistance
  expect(await check()).toMatchObject([{ from: { id: space.id }, to: { id: far.space.id }, count: 2 }])
  const lengthSettings = (more: AnyRow[]) => ({ slackPercent: 10, endLengthFt: 6, insideFt: 25, distances: more })
  const pair = { fromSpaceId: far.space.id, toSpaceId: space.id, distanceFt: 120 }
  expect((await admin('PUT', distances, lengthSettings([pair]))).body.distances).toEqual([
    { fromSpaceId: space.id, toSpaceId: far.space.id, distanceFt: 120 },
  ])
  expect([await lengths(), await check()]).toEqual([[144, 144], []])
  const twice = await admin('PUT', distances, lengthSettings([pair, { ...pair, fromSpaceId: space.id, toSpaceId: far.space.id }]))
  expect(twice).toMatchObject({
    status: 400,
    body: { fields: { 'distances[1].toSpaceId': ['The distance between these two is already entered.'] } },
  })
  const foreign = await admin('PUT', distances, lengthSettings([{ ...pair, fromSpaceId: pool.space.id }]))
  expect(foreign).toMatchObject({ status: 400, body: { fields: { 'distances[0].fromSpaceId': ['Space not found.'] } } })
})

it('sums cables in whole stock lengths, and updates several together (22, 29)', async () => {
  const { project, units, at } = await wired(3)
  const cableInputs = [1, 2, 3].map((portNumber) => ends(units[0]!, `OUT ${portNumber}`, units[1]!, `IN ${portNumber}`))
  const ids: number[] = []
  for (const item of cableInputs) ids.push((await admin('POST', at, item)).body.id)
  const { body } = await admin('PUT', `${at}/Bulk`, { ids, set: { cableEquipmentId: cable.id, lengthFt: 60, state: 2, bundle: 'B7' } })
  expect(body.updated).toBe(3)
  const totals = async () => (await admin('GET', `${at}/Totals`)).body.totals
  const kind = { id: cable.id, tag: cable.tag, model: cable.model, manufacture: cable.manufacture.name }
  // Two runs of 60 ft cannot be cut from one reel of 100 ft.
  expect(await totals()).toEqual([
    { cable: kind, count: 3, totalFt: 180, unknownCount: 0, stockLengthFt: 100, stockCount: 3, leftOverFt: 120 },
  ])
  await admin('PUT', `${at}/Bulk`, { ids, set: { isEstimated: true } })
  expect(await totals()).toMatchObject([{ totalFt: 118.5, stockCount: 2 }])
  await admin('PUT', `${at}/Bulk`, { ids: ids.slice(0, 1), set: { isUnbundled: true } })
  expect((await admin('GET', `${at}?sortBy=number`)).body.items.map(({ bundle }: AnyRow) => bundle)).toEqual([null, 'B7', 'B7'])
  expect(await admin('PUT', `${at}/Bulk`, { ids, set: {} })).toMatchObject({ status: 400 })
  expect(await admin('PUT', `${at}/Bulk`, { ids: [...ids, 999_999], set: { state: 1 } })).toMatchObject({ status: 400 })
  const undone = await admin('POST', `/api/changeSets/${body.changeSetId}/Undo`, {})
  expect(undone.status).toBe(201)
  const rows = (await admin('GET', at)).body.items
  expect(rows.map(({ state, bundle }: AnyRow) => [state, bundle])).toEqual([1, 2, 3].map(() => [1, null]))
  expect(project.id).toBe(rows[0].projectId)
})

it('updates several cables individually in one action, all or nothing, undone as a whole', async () => {
  const { units, at } = await wired(2)
  const [a, b] = units as [AnyRow, AnyRow]
  const createdCables: AnyRow[] = []
  for (const portNumber of [1, 2, 3])
    createdCables.push((await admin('POST', at, ends(a, `OUT ${portNumber}`, b, `IN ${portNumber}`))).body)
  const [one, two, three] = createdCables.map(({ id }) => id)
  await admin('PUT', `${at}/Bulk`, { ids: [three], set: { lengthFt: 12, bundle: 'B1' } })
  const read = async () =>
    (await admin('GET', at)).body.items.map(({ lengthFt, state, bundle }: AnyRow) => [lengthFt, state, bundle]) as unknown[]
  const start = [
    [null, 1, null],
    [null, 1, null],
    [12, 1, 'B1'],
  ]
  expect(await read()).toEqual(start)
  const rows = [
    { connectionId: one, set: { lengthFt: 40.25 } },
    { connectionId: two, set: { state: 3, bundle: 'B7' } },
    { connectionId: three, set: { isEstimated: true, isUnbundled: true } },
  ]
  const { status, body } = await admin('PUT', `${at}/Each`, { rows })
  expect([status, body.updated]).toEqual([200, 3])
  expect(await read()).toEqual([
    [40.25, 1, null],
    [null, 3, 'B7'],
    [null, 1, null],
  ])
  expect((await admin('POST', `/api/changeSets/${body.changeSetId}/Undo`, {})).status).toBe(201)
  expect(await read()).toEqual(start)
  const bad = await admin('PUT', `${at}/Each`, { rows: [rows[0], { connectionId: two, set: {} }] })
  expect(bad).toMatchObject({ status: 400, body: { fields: { 'rows[1].set': ['Nothing to change.'] } } })
  expect((await admin('PUT', `${at}/Each`, { rows: [rows[0], { connectionId: 999_999_999, set: { state: 2 } }] })).status).toBe(400)
  expect(await read()).toEqual(start)
})

it('lists the ports of a unit with their connections, and the label texts (22)', async () => {
  const { units, at } = await wired(2)
  const [a, b] = units as [AnyRow, AnyRow]
  const cable = (await admin('POST', at, ends(a, 'OUT 1', b, 'IN 1'))).body
  const { ports } = (await admin('GET', `${at}/Ports?unitId=${a.id}`)).body
  expect(ports.map(({ name }: AnyRow) => name).slice(7, 9)).toEqual(['IN 8', 'OUT 1'])
  expect(ports[8]).toMatchObject({
    direction: 2,
    connector: connector.name,
    signals: [{ id: signal.id, name: signal.name, color: '#0055aa' }],
    usedBy: ['V101'],
  })
  expect((await admin('GET', `${at}/Ports?unitId=${pool.units[0]!.id}`)).status).toBe(404)
  const [from, to] = [`${a.label} OUT 1`, `${b.label} IN 1`]
  expect((await admin('GET', `${at}/Labels`)).body.labels).toEqual([
    { connectionId: cable.id, end: 'from', lines: [from, 'V101', to] },
    { connectionId: cable.id, end: 'to', lines: [to, 'V101', from] },
  ])
  expect((await admin('GET', `${at}/Labels?bothEnds=false`)).body.labels).toHaveLength(1)
})

it('joins segments through panels into one path with one number (22)', async () => {
  const { units, at } = await wired(4)
  const [a, b, c, d] = units as [AnyRow, AnyRow, AnyRow, AnyRow]
  await admin('POST', at, ends(a, 'OUT 1', b, 'IN 1'))
  await admin('POST', at, { ...ends(b, 'OUT 1', c, 'IN 1'), path: 'V101' })
  await admin('POST', at, { ...ends(c, 'OUT 1', d, 'IN 1'), path: 'V101' })
  const rows = (await admin('GET', at)).body.items
  expect(rows.map(({ number, path }: AnyRow) => [number, path])).toEqual([
    ['V101-A', 'V101'],
    ['V101-B', 'V101'],
    ['V101-C', 'V101'],
  ])
})

it('logs in both spaces that a cable became the first segment of a path', async () => {
  const { units, at } = await wired(3)
  const [a, b, c] = units as [AnyRow, AnyRow, AnyRow]
  const first = (await admin('POST', at, ends(a, 'OUT 1', b, 'IN 1'))).body
  await admin('POST', at, { ...ends(b, 'OUT 1', c, 'IN 1'), path: first.number })
  const now = (await admin('GET', `${at}/${first.id}`)).body
  expect(now).toMatchObject({ number: 'V101-A', path: 'V101', isManual: false, rowVersion: first.rowVersion + 1 })
  expect((await admin('GET', `${at}/${first.id}/ActivityLogs`)).body.items[0]).toMatchObject({
    changes: [
      { field: 'number', from: 'V101', to: 'V101-A' },
      { field: 'path', from: null, to: 'V101' },
    ],
  })
  const logged = await app.sql(`select action from audit_log where entity = 'connections' and entity_id = $1 order by id`, [
    String(first.id),
  ])
  expect(logged.map(({ action }: AnyRow) => action)).toEqual(['Create', 'Update'])
  // A cable that starts a path becomes its first piece.
  const alone = (await admin('POST', at, ends(a, 'OUT 2', c, 'IN 2'))).body
  const begun = await admin('PUT', `${at}/${alone.id}`, { ...ends(a, 'OUT 2', c, 'IN 2'), number: alone.number, path: alone.number })
  expect(begun).toMatchObject({ status: 200, body: { number: `${alone.number}-A`, path: alone.number, rowVersion: alone.rowVersion + 1 } })
})

it('skips numbers already used by cables, for every prefix', async () => {
  const cat6 = await createSignalType(app, { cableNumberPrefix: 'CAT6' })
  const product = await createProduct(app, {
    ports: [1, 2].flatMap((direction) =>
      [1, 2, 3, 4].map((portNumber) => port(`${direction === 1 ? 'IN' : 'OUT'} ${portNumber}`, direction, { signalTypeIds: [cat6.id] })),
    ),
  })
  const { units, at } = await wired(2, { product })
  const [a, b] = units as [AnyRow, AnyRow]
  const make = async (portNumber: number, more: AnyRow = {}) =>
    (await admin('POST', at, { ...ends(a, `OUT ${portNumber}`, b, `IN ${portNumber}`, product), ...more })).body
  await make(1, { number: 'CAT62' })
  expect([await make(2), await make(3), await make(4)].map(({ number }) => number)).toEqual(['CAT61', 'CAT63', 'CAT64'])
  expect((await admin('PUT', `${at}/Number`, { prefix: 'CAT', start: 60 })).body).toMatchObject({
    fields: { start: ['Numbers up to CAT62 have been used.'] },
  })
  await make(1)
  expect((await admin('PUT', `${at}/Number`, { prefix: 'CAT6' })).status).toBe(200)
})

it('rejects removing units with connected cables and names the cables (29)', async () => {
  const { space, units, line, at } = await wired(3)
  const [a, , c] = units as [AnyRow, AnyRow, AnyRow]
  const cable = (await admin('POST', at, ends(a, 'OUT 1', c, 'IN 1'))).body
  const lower = () => admin('PUT', `/api/spaces/${space.id}/Equipment/${line.id}`, { equipmentId: matrix.id, quantity: 2 })
  expect(await lower()).toMatchObject({
    status: 409,
    body: { message: `Still connected by a cable: ${c.label}. Take the cable off first.` },
  })
  expect((await admin('DELETE', `/api/spaces/${space.id}/Equipment/${line.id}`)).status).toBe(409)
  await admin('DELETE', `${at}/${cable.id}`)
  expect((await lower()).status).toBe(200)
  expect(await admin('PUT', `${at}/${cable.id}/restore`, {})).toMatchObject({ status: 404 })
})

it('is restored after deletion, unless its port is in use', async () => {
  const { units, at } = await wired(3)
  const [a, b, c] = units as [AnyRow, AnyRow, AnyRow]
  const cable = (await admin('POST', at, ends(a, 'OUT 1', b, 'IN 1'))).body
  const back = () => admin('PUT', `${at}/${cable.id}/restore`, {})
  await admin('DELETE', `${at}/${cable.id}`)
  expect(await back()).toMatchObject({ status: 200, body: { number: 'V101' } })
  await admin('DELETE', `${at}/${cable.id}`)
  await admin('POST', at, ends(a, 'OUT 1', c, 'IN 1'))
  expect(await back()).toMatchObject({ status: 409, body: { message: `${a.label} OUT 1 is already used by cable V102.` } })
})

it('moves cables to the new product by port name, then by signal; marks the unmatched (22)', async () => {
  const old = await createProduct(app, {
    ports: [port('OUT 1', 2), port('LOOP', 2), port('DATA', 2, { signalTypeIds: [audio.id] }), port('IN 1', 1)],
  })
  const next = await createProduct(app, { ports: [port('HDMI A', 2), port('OUT 1', 2), port('INPUT', 1)] })
  const { project, space, units, at } = await wired(1, { product: old })
  const sinks = await wired(1, {
    project,
    product: await createProduct(app, { ports: [port('A', 1), port('B', 1), port('C', 1, { signalTypeIds: [audio.id] })] }),
  })
  const sink = sinks.units[0]!
  const into = async (name: string) =>
    (await admin('GET', `/api/equipments/${sink.equipment.id}`)).body.ports.find((item: AnyRow) => item.name === name).id
  for (const [out, to] of [
    ['LOOP', 'A'],
    ['OUT 1', 'B'],
    ['DATA', 'C'],
  ] as const)
    expect(
      (
        await admin('POST', at, {
          fromUnitId: units[0]!.id,
          fromPortId: portIdByName(old, out),
          toUnitId: sink.id,
          toPortId: await into(to),
        })
      ).status,
    ).toBe(201)
  await createLine(app, space, next, { quantity: 2 })
  const swap = { equipmentId: old.id, newEquipmentId: next.id, spaceIds: [space.id] }
  const dry = await admin('POST', '/api/equipments/ReplaceEquipment', { ...swap, dryRun: true })
  expect(dry.body.cables.map(({ number, unit, port, newPort }: AnyRow) => [number, unit, port, newPort])).toEqual([
    ['V101', units[0]?.label, 'LOOP', 'HDMI A'],
    ['V102', units[0]?.label, 'OUT 1', 'OUT 1'],
    ['A1', units[0]?.label, 'DATA', null],
  ])
  const replaced = await admin('POST', '/api/equipments/ReplaceEquipment', swap)
  expect(replaced.status, JSON.stringify(replaced.body)).toBe(200)
  expect(replaced.body.cables).toEqual(dry.body.cables)
  const rows = (await admin('GET', `${at}?sortBy=to`)).body.items
  expect(rows.map(({ from, isOrphaned }: AnyRow) => [from.port.name, from.equipment.id, isOrphaned])).toEqual([
    ['HDMI A', next.id, false],
    ['OUT 1', next.id, false],
    ['DATA', next.id, true],
  ])
  expect((await admin('GET', `${at}/Check`)).body.connections.at(-1).findings[0]).toMatchObject({
    rule: 'port-missing',
    grade: 'error',
    text: expect.stringContaining('has no port DATA anymore'),
  })
  const orphan = rows[2]
  const storedEnds = {
    fromUnitId: orphan.from.unit.id,
    fromPortId: orphan.from.port.id,
    toUnitId: orphan.to.unit.id,
    toPortId: orphan.to.port.id,
  }
  expect(await admin('PUT', `${at}/${orphan.id}`, { ...storedEnds, state: 3 })).toMatchObject({
    status: 200,
    body: { state: 3, isOrphaned: true },
  })
})

it('keeps cables of a shared port together, and others apart, on product change (22)', async () => {
  const speaker = (name: string, direction = 2) => port(name, direction, { signalTypeIds: [bus.id] })
  const old = await createProduct(app, { ports: [speaker('70V-1'), speaker('70V-2')] })
  const next = await createProduct(app, { ports: [speaker('ZONE A'), speaker('ZONE B')] })
  const { project, space, units, at } = await wired(1, { product: old })
  const horn = await createProduct(app, { ports: [speaker('IN', 1)] })
  const horns = await wired(5, { project, product: horn })
  for (const [index, out] of ['70V-2', '70V-2', '70V-1', '70V-2', '70V-1'].entries()) {
    const [from, to] = [units[0], horns.units[index]]
    const cabled = { fromUnitId: from?.id, fromPortId: portIdByName(old, out), toUnitId: to?.id, toPortId: portIdByName(horn, 'IN') }
    expect((await admin('POST', at, cabled)).status).toBe(201)
  }
  const swap = { equipmentId: old.id, newEquipmentId: next.id, spaceIds: [space.id] }
  const dry = await admin('POST', '/api/equipments/ReplaceEquipment', { ...swap, dryRun: true })
  const zones = ['ZONE A', 'ZONE A', 'ZONE B', 'ZONE A', 'ZONE B']
  expect(dry.body.cables.map(({ newPort }: AnyRow) => newPort)).toEqual(zones)
  expect((await admin('POST', '/api/equipments/ReplaceEquipment', swap)).status).toBe(200)
  const rows: AnyRow[] = (await admin('GET', `${at}?sortBy=number`)).body.items
  expect(rows.map(({ from, isOrphaned }) => [from.port.name, isOrphaned])).toEqual(zones.map((zone) => [zone, false]))
})

it('returns the signal flow of a space with external links and manual positions (22)', async () => {
  const { project, space, units, at } = await wired(2)
  const other = await wired(1, { project })
  const [a, b] = units as [AnyRow, AnyRow]
  const cable = (await admin('POST', at, ends(a, 'OUT 1', b, 'IN 1'))).body
  await admin('POST', at, ends(b, 'OUT 1', other.units[0]!, 'IN 1'))
  const diagram = `/api/spaces/${space.id}/Diagram`
  const read = async () => (await admin('GET', diagram)).body
  expect((await admin('PUT', diagram, { positions: [] })).status).toBe(204)
  expect(await read()).toMatchObject({
    units: [
      { id: a.id, label: a.label, x: null, y: null, model: matrix.model },
      { id: b.id, x: null },
    ],
    far: [{ id: other.units[0]!.id, space: { id: other.space.id } }],
    wires: [
      { id: cable.id, number: 'V101', lengthFt: 39.5, signalTypeId: signal.id },
      { number: 'V102', lengthFt: null },
    ],
    signals: [{ id: signal.id, color: '#0055aa', lineStyle: 'solid' }],
    withoutPorts: 0,
  })
  expect((await read()).units[0].ports).toHaveLength(16)
  expect((await admin('PUT', diagram, { positions: [{ unitId: b.id, x: 400, y: 80 }] })).status).toBe(204)
  expect((await read()).units.map(({ x, y }: AnyRow) => [x, y])).toEqual([
    [null, null],
    [400, 80],
  ])
  expect(await admin('PUT', diagram, { positions: [{ unitId: other.units[0]!.id, x: 1, y: 1 }] })).toMatchObject({
    status: 400,
    body: { fields: { 'positions[0].unitId': ['Unit not found.'] } },
  })
  expect((await admin('PUT', diagram, { unitIds: [a.id], positions: [{ unitId: a.id, x: 16, y: 8 }] })).status).toBe(204)
  expect((await read()).units.map(({ x }: AnyRow) => x)).toEqual([16, 400])
  expect((await admin('PUT', diagram, { unitIds: [a.id], positions: [] })).status).toBe(204)
  expect((await read()).units.map(({ x }: AnyRow) => x)).toEqual([null, 400])
  expect(await admin('PUT', diagram, { unitIds: [a.id], positions: [{ unitId: b.id, x: 1, y: 1 }] })).toMatchObject({
    status: 400,
    body: { fields: { 'positions[0].unitId': ['Unit not found.'] } },
  })
  expect((await admin('PUT', diagram, { positions: [] })).status).toBe(204)
  expect((await read()).units[1].x).toBeNull()
})

it('moves no box of the signal flow when a cable is added, deleted or restored by any client', async () => {
  const { project, space, units, at } = await wired(6)
  const other = await wired(2, { project })
  const drawn = async ({ id }: AnyRow = space) => {
    const { body } = await admin('GET', `/api/spaces/${id}/Diagram`)
    const { boxes } = drawDiagram(layoutDiagram(body.units, body.wires, new Set()), body.units, new Map())
    return boxes.map(({ block, x, y }) => [block.label, x, y])
  }
  const [a, b, c] = units as [AnyRow, AnyRow, AnyRow]
  const before = [await drawn(), await drawn(other.space)]
  const now = async () => [await drawn(), await drawn(other.space)]
  const first = (await admin('POST', at, ends(b, 'OUT 1', a, 'IN 1'))).body
  expect(await now()).toEqual(before)
  await admin('POST', at, ends(c, 'OUT 1', other.units[1]!, 'IN 1'))
  expect(await now()).toEqual(before)
  expect((await admin('DELETE', `${at}/${first.id}`)).status).toBe(204)
  expect(await now()).toEqual(before)
  expect((await admin('PUT', `${at}/${first.id}/Restore`)).status).toBe(200)
  expect(await now()).toEqual(before)
  // A box that a user has placed stays there; a new one is laid out automatically until the next cable.
  await admin('PUT', `/api/spaces/${space.id}/Diagram`, { unitIds: [a.id], positions: [{ unitId: a.id, x: 800, y: 640 }] })
  const product = await createProduct(app, { ports })
  await createLine(app, space, product)
  const moved = await now()
  expect(moved[0]).toContainEqual([a.label, 800, 640])
  expect(moved[0]).toHaveLength(7)
  await admin('POST', at, ends(c, 'OUT 2', units[3]!, 'IN 2'))
  expect(await now()).toEqual(moved)
})

it('checks one space including loads of its ports and switches in other spaces', async () => {
  const { project, space, units, at } = await wired(1)
  const other = await wired(2, { project })
  const [a, [b, c]] = [units[0]!, other.units as [AnyRow, AnyRow]]
  const first = (await admin('POST', at, ends(a, 'OUT 1', b, 'IN 1'))).body
  // Two cables on one port, as an import might leave it; the other cable lies entirely in the other space.
  const second = (await admin('POST', at, ends(c, 'OUT 1', b, 'IN 2'))).body
  await app.sql('update connections set to_port_id = $2 where id = $1', [second.id, portIdByName(matrix, 'IN 1')])
  const { body } = await admin('GET', `${at}/Check?spaceId=${space.id}`)
  expect([body.checked, body.connections.length]).toEqual([1, 1])
  expect(body.connections[0]).toMatchObject({ connectionId: first.id, findings: [{ rule: 'port-used', grade: 'error' }] })
  expect((await admin('GET', `${at}/Check?spaceId=${other.space.id}`)).body.checked).toBe(2)
})

it('ends every connection on an existing unit over 2,000 random actions', async () => {
  const { project, space, line, units, at } = await wired(6)
  let seed = 11
  const below = (end: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((seed / 0x80000000) * end)
  }
  const [createdIds, reportedIds]: [number[], Set<number>] = [[], new Set()]
  function takeRandomAction() {
    const [from, to] = [units[below(6)]!, units[below(6)]!]
    const which = below(8)
    const some = createdIds[below(Math.max(1, createdIds.length))] ?? 0
    if (which < 4) return admin('POST', at, ends(from, `OUT ${1 + below(8)}`, to, `IN ${1 + below(8)}`))
    if (which < 6) return admin('PUT', `/api/spaces/${space.id}/Equipment/${line.id}`, { equipmentId: matrix.id, quantity: 1 + below(6) })
    return which < 7 ? admin('DELETE', `${at}/${some}`) : admin('PUT', `${at}/${some}/restore`, {})
  }
  // Runs four concurrently: sequential runs would prove less and take longer.
  for (let round = 0; round < 500; round++) {
    for (const { status, body } of await Promise.all([takeRandomAction(), takeRandomAction(), takeRandomAction(), takeRandomAction()])) {
      if (status === 201) createdIds.push(body.id)
      reportedIds.add(status)
    }
    const [{ dangling }] = (await app.sql(
      `select count(*)::int as dangling from connections c join units u on u.id in (c.from_unit_id, c.to_unit_id)
       where c.project_id = $1 and not c.is_deleted and u.is_deleted`,
      [project.id],
    )) as [AnyRow]
    expect(dangling, `after turn ${round}`).toBe(0)
  }
  // The run includes both successes and rejections.
  for (const status of [200, 201, 204, 409]) expect([...reportedIds]).toContain(status)
  expect([...reportedIds].filter((status) => status >= 500)).toEqual([])
})

it('is hidden while the space of one end is deleted, and restored with it', async () => {
  const { project, units, at } = await wired(1)
  const other = await wired(1, { project })
  await admin('POST', at, ends(units[0]!, 'OUT 1', other.units[0]!, 'IN 1'))
  await admin('DELETE', `/api/spaces/${other.space.id}`)
  expect([(await admin('GET', at)).body.total, (await admin('GET', `${at}/Check`)).body.checked]).toEqual([0, 0])
  await admin('PUT', `/api/spaces/${other.space.id}/restore`, {})
  expect((await admin('GET', at)).body.total).toBe(1)
})

it('is listed and counted only while both ends exist, through deletes and restores', async () => {
  const { project, line, units, at, space } = await wired(2)
  const other = await wired(2, { project })
  const lone = await wired(2, { project })
  const done = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBeLessThan(300)
  const pairs = [
    [units[0], other.units[0]],
    [units[1], other.units[1]],
    [units[0], units[1]],
    [lone.units[0], lone.units[1]],
  ] as [AnyRow, AnyRow][]
  for (const [n, [from, to]] of pairs.entries()) await done(admin('POST', at, ends(from, `OUT ${n + 1}`, to, `IN ${n + 1}`)))

  const there = async (): Promise<number[]> => {
    const rows = await app.sql<{ id: number }>(
      `select c.id from connections c join projects p on p.id = c.project_id
         join units a on a.id = c.from_unit_id join space_equipment k on k.id = a.line_id join spaces s on s.id = k.space_id
         join units b on b.id = c.to_unit_id join space_equipment l on l.id = b.line_id join spaces t on t.id = l.space_id
       where p.id = $1 and not (c.is_deleted or p.is_deleted or a.is_deleted or b.is_deleted or s.is_deleted or t.is_deleted) order by c.number, c.id`,
      [project.id],
    )
    return rows.map(({ id }) => id)
  }
  // By index, sorted by joined columns, and filtered; each also with a cached total and on pages of one.
  const queries: AnyRow[] = [
    {},
    { sortDesc: 'true', sortBy: 'number' },
    { sortBy: 'from' },
    { states: 1 },
    { search: 'V1' },
    { signalTypeIds: signal.id },
  ]
  const steps: string[] = []
  async function expectListed(step: string, expected: number) {
    const ids = await there()
    expect([step, ids.length]).toEqual([step, expected])
    for (const query of queries)
      for (const itemsPerPage of [50, 50, 1]) {
        const { status, body } = await admin('GET', at, undefined, { query: { ...query, itemsPerPage } })
        const listed = status === 404 ? [0, []] : [body.total, body.items.map(({ id }: AnyRow) => id)]
        const shown = query.sortDesc ? ids.toReversed() : ids
        const isOrdered = query.sortBy !== 'from'
        expect([step, query, listed[0]]).toEqual([step, query, ids.length])
        if (isOrdered) expect([step, query, listed[1]]).toEqual([step, query, shown.slice(0, itemsPerPage)])
        else expect(listed[1].length).toBe(Math.min(ids.length, itemsPerPage))
      }
    steps.push(step)
  }
  const quantity = (of: AnyRow, many: number) =>
    admin('PUT', `/api/spaces/${space.id}/Equipment/${of.id}`, { ...bodyOf(of), quantity: many, rowVersion: null })
  const bodyOf = ({ equipment, provider, installer }: AnyRow) => ({ equipmentId: equipment.id, provider, installer })

  await expectListed('all', 4)
  await done(admin('DELETE', `/api/spaces/${other.space.id}`))
  await expectListed('space gone', 2)
  await done(admin('DELETE', `${at}/${(await there())[0]}`))
  await expectListed('cable gone', 1)
  await done(quantity(line, 1))
  await done(admin('PUT', `/api/spaces/${other.space.id}/restore`, {}))
  await expectListed('space back, unit gone', 2)
  await done(quantity(line, 2))
  await expectListed('unit back', 3)

  await done(admin('DELETE', `/api/spaces/${lone.space.id}`))
  await done(admin('DELETE', `/api/spaces/${other.space.id}`))
  await expectListed('both spaces gone', 0)
  await done(admin('DELETE', `/api/spaces/${space.id}/Equipment/${line.id}`))
  await done(admin('PUT', `/api/spaces/${other.space.id}/restore`, {}))
  await expectListed('line gone', 0)
  await app.sql('update space_equipment set is_deleted = false where id = $1', [line.id])
  await expectListed('line back', 2)

  for (const item of [space, other.space]) await done(admin('DELETE', `/api/spaces/${item.id}`))
  const [building] = await app.sql('select building_id as id from spaces where id = $1', [space.id])
  await done(admin('DELETE', `/api/projects/${project.id}/Buildings/${building?.id}`))
  await expectListed('building gone', 0)
  await app.sql('update buildings set is_deleted = false where id = $1', [building?.id])
  await app.sql('update levels set is_deleted = false where building_id = $1', [building?.id])
  for (const item of [space, other.space, lone.space]) await done(admin('PUT', `/api/spaces/${item.id}/restore`, {}))
  await expectListed('building back', 3)

  await app.sql('update projects set is_deleted = true where id = $1', [project.id])
  await expectListed('project gone', 0)
  await app.sql('update projects set is_deleted = false where id = $1', [project.id])
  await expectListed('project back', 3)
  expect(steps.length).toBe(12)
})

it('keeps the signal type of a cable whose port was deleted', async () => {
  const type = await createSignalType(app)
  const both = [port('OUT', 2, { signalTypeIds: [type.id] }), port('IN', 1, { signalTypeIds: [type.id] })]
  const product = await createProduct(app, { ports: both })
  const { units, at } = await wired(2, { product })
  const [from, to] = units as [AnyRow, AnyRow]
  const created = await admin('POST', at, { ...ends(from, 'OUT', to, 'IN', product), signalTypeId: type.id })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  await admin('DELETE', `/api/equipments/${product.id}`)
  const remove = () => admin('DELETE', `/api/signalTypes/${type.id}`)
  expect(await remove()).toMatchObject({ status: 409, body: { message: `${type.name} is used by 1 connection and cannot be deleted.` } })
  await admin('DELETE', `${at}/${created.body.id}`)
  expect((await remove()).status).toBe(204)
})
