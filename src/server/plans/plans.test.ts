import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createPlan, planForm, planPdf } from '../../../test/kit/fixtures/plans.ts'
import { createLine, createProduct, createProject, createSpace, firstLevel, readUnits } from '../../../test/kit/fixtures/projects.ts'
import { createRandom } from '../../../test/kit/random.ts'
import { startApp } from '../../../test/kit/start.ts'

const app = await startApp()
const { admin } = app
type Row = Record<string, any>
const at = (plan: Row, tail = '') => `/api/projects/${plan.projectId}/Plans/${plan.id}${tail}`
const eighth = { scale: `1/8" = 1'-0"` }
const calibrated = async (project: Row, more: Row = {}) => {
  const plan = await createPlan(app, project, more)
  return (await admin('PUT', at(plan, '/Calibrate'), eighth)).body
}
const send = async (project: Row, data: Uint8Array, fileName: string, more: Row = {}) =>
  admin('POST', `/api/projects/${project.id}/Plans`, planForm(data, { levelId: firstLevel(project).id, kind: 1, ...more }, fileName))
const square = (x: number, y: number, width: number, height = width): Row[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
]
const units = async (project: Row, space: Row, count: number, more: Row = {}) => {
  const product = await createProduct(app, more)
  const line = await createLine(app, space, product, { quantity: count })
  return readUnits(app, project, { lineIds: line.id, sortBy: 'label' })
}
const place = (plan: Row, body: Row[]) => admin('PUT', at(plan, '/Placements'), body)
const placed = async (plan: Row): Promise<Row[]> => (await admin('GET', at(plan, '/Placements'))).body.items

const project = await createProject(app)

it('reads pages, pictures and drawings in points of the page', async () => {
  const pdf = await send(project, await planPdf({ pages: 3 }), 'set.pdf', { page: 2, name: 'Level 1' })
  expect(pdf.status).toBe(201)
  expect(pdf.body).toMatchObject({
    name: 'Level 1',
    page: 2,
    pages: 3,
    rotation: 0,
    widthPt: 1000,
    heightPt: 700,
    feetPerPoint: null,
    widthFt: null,
  })
  expect(pdf.body).toMatchObject({ scale: null, level: { id: firstLevel(project).id }, contentType: 'application/pdf' })
  const turned = await send(project, await planPdf({ rotation: 90 }), 'turned.pdf')
  expect(turned.body).toMatchObject({ name: 'turned', rotation: 90, widthPt: 700, heightPt: 1000 })
  const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: '#fff' } })
  expect((await send(project, await picture.clone().png().toBuffer(), 'a.png')).body).toMatchObject({ widthPt: 400, heightPt: 300 })
  const scanned = await picture.clone().withMetadata({ density: 144 }).jpeg().toBuffer()
  expect((await send(project, scanned, 'a.jpg')).body).toMatchObject({ widthPt: 200, heightPt: 150, contentType: 'image/jpeg' })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="360" height="240"><path d="M0 0H10"/></svg>')
  expect((await send(project, svg, 'a.svg')).body).toMatchObject({ widthPt: 360, heightPt: 240, contentType: 'image/svg+xml' })
  const list = await admin('GET', `/api/projects/${project.id}/Plans`)
  expect(list.body.total).toBe(5)
  const file = await admin('GET', pdf.body.url)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
})

it('refuses bad files in words that say what to do', async () => {
  const locked = await PDFDocument.load(await planPdf())
  locked.encrypt({ userPassword: 'secret', ownerPassword: 'owner' })
  const whole = await planPdf()
  const cases: [Uint8Array, string, Row, RegExp][] = [
    [await locked.save(), 'locked.pdf', {}, /protected by a password/],
    [whole.slice(0, 300), 'cut.pdf', {}, /damaged/],
    [Buffer.from('%PDF-1.7\nnothing'), 'none.pdf', {}, /damaged/],
    [await planPdf({ pages: 201 }), 'long.pdf', {}, /has 201 pages, and a plan can have at most 200/],
    [whole, 'short.pdf', { page: 4 }, /only one page/],
    [Buffer.from('PK words'), 'plan.dwg', {}, /Only JPEG, PNG and SVG/],
    [new Uint8Array(), 'empty.pdf', {}, /empty/],
    [whole, 'a.pdf', { levelId: 999_999_999 }, /Level not found/],
    [whole, 'a.pdf', { kind: 3 }, /./],
  ]
  for (const [data, name, more, message] of cases) {
    const answer = await send(project, data, name, more)
    expect([name, answer.status >= 400 && answer.status < 500]).toEqual([name, true])
    expect(JSON.stringify(answer.body), name).toMatch(message)
  }
})

it('calibrates by two points or by a written scale', async () => {
  const plan = await createPlan(app, project)
  const cases: [Row, number][] = [
    [{ a: { x: 90, y: 90 }, b: { x: 990, y: 90 }, feet: 100 }, 100 / 900],
    [{ a: { x: 0, y: 0 }, b: { x: 30, y: 40 }, feet: 5 }, 0.1],
    [eighth, 1 / 9],
    [{ scale: '1/4"=1\'-0"' }, 1 / 18],
    [{ scale: '1 1/2" = 1\'' }, 1 / 108],
    [{ scale: '1" = 20\'' }, 20 / 72],
    [{ scale: '3/32” = 1’-0”' }, 1 / 6.75],
    [{ scale: '1:100' }, 100 / 864],
  ]
  for (const [body, feetPerPoint] of cases) {
    const answer = await admin('PUT', at(plan, '/Calibrate'), body)
    expect([body, answer.status]).toEqual([body, 200])
    expect(answer.body.feetPerPoint).toBeCloseTo(feetPerPoint, 9)
    expect(answer.body.widthFt).toBeCloseTo(1000 * feetPerPoint, 3)
    expect(answer.body.heightFt).toBeCloseTo(700 * feetPerPoint, 3)
  }
  expect((await admin('PUT', at(plan, '/Calibrate'), eighth)).body.scale).toBe(`1/8" = 1'-0"`)
  const refused: [Row, string][] = [
    [{}, 'feet'],
    [{ scale: 'as noted' }, 'scale'],
    [{ scale: '1/0" = 1\'' }, 'scale'],
    [{ scale: '0:100' }, 'scale'],
    [{ a: { x: 1, y: 1 }, b: { x: 1, y: 1 }, feet: 10 }, 'b'],
    [{ a: { x: 1, y: 1 }, b: { x: 100, y: 1 }, feet: 0 }, 'feet'],
    [{ a: { x: 1, y: 1 }, feet: 4 }, 'feet'],
    [{ ...eighth, feet: 4 }, 'scale'],
  ]
  for (const [body, field] of refused) {
    const answer = await admin('PUT', at(plan, '/Calibrate'), body)
    expect([body, answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([body, 400, [field]])
  }
})

it('keeps what is drawn in its place when the scale is corrected', async () => {
  const space = await createSpace(app, project)
  const plan = await calibrated(project)
  const [unit] = await units(project, space, 1)
  await place(plan, [{ unitId: unit!.id, x: 10, y: 20 }])
  await admin('PUT', at(plan, '/Outlines'), [{ spaceId: space.id, points: square(0, 0, 10) }])
  await admin('PUT', at(plan, '/Calibrate'), { scale: '1/4" = 1\'-0"' })
  expect(await placed(plan)).toMatchObject([{ unitId: unit!.id, x: 5, y: 10 }])
  expect((await admin('GET', at(plan, '/Outlines'))).body.items[0]).toMatchObject({ areaFt2: 25, points: square(0, 0, 5) })
})

it('replaces the drawing in place, and forgets the scale of another size', async () => {
  const space = await createSpace(app, project)
  const plan = await calibrated(project)
  const [unit] = await units(project, space, 1)
  await place(plan, [{ unitId: unit!.id, x: 10, y: 20 }])
  const same = await admin('PUT', at(plan, '/File'), planForm(await planPdf(), {}, 'A-101 rev 2.pdf'))
  expect(same.body).toMatchObject({ id: plan.id, fileName: 'A-101 rev 2.pdf', placementsCount: 1, feetPerPoint: plan.feetPerPoint })
  const other = await admin('PUT', at(plan, '/File'), planForm(await planPdf({ width: 2000 }), {}, 'large.pdf'))
  expect(other.body).toMatchObject({ widthPt: 2000, feetPerPoint: null, scale: null, widthFt: null, calibration: null })
  expect(await placed(plan)).toMatchObject([{ x: 10, y: 20 }])
  const broken = await admin('PUT', at(plan, '/File'), planForm(Buffer.from('%PDF-1.4'), {}, 'broken.pdf'))
  expect(broken.status).toBe(400)
  expect((await admin('GET', at(plan))).body.fileName).toBe('large.pdf')
})

it('computes the areas of random rooms as an independent sum of trapezoids', async () => {
  const random = createRandom(7)
  const rooms: Row[] = []
  for (let number = 0; number < 12; number++) rooms.push(await createSpace(app, project, { area: 100 + random(400) }))
  const plan = await calibrated(project)
  const outlines = rooms.map(({ id }) => {
    const corners = 4 + random(6)
    // Corners by growing angle around a middle, so that no outline crosses itself.
    const points = Array.from({ length: corners }, (_, index) => {
      const [angle, radius] = [(2 * Math.PI * index) / corners, 5 + random(1000) / 100]
      return { x: Math.round((30 + radius * Math.cos(angle)) * 1e4) / 1e4, y: Math.round((30 + radius * Math.sin(angle)) * 1e4) / 1e4 }
    })
    return { spaceId: id, points }
  })
  const { status, body } = await admin('PUT', at(plan, '/Outlines'), outlines)
  expect([status, body.total]).toEqual([200, 12])
  for (const { spaceId, points } of outlines) {
    let trapezoids = 0
    for (const [index, { x, y }] of points.entries()) {
      const next = points[(index + 1) % points.length]!
      trapezoids += ((next.x - x) * (next.y + y)) / 2
    }
    const item = body.items.find((outline: Row) => outline.spaceId === spaceId)
    expect(item.areaFt2).toBeCloseTo(Math.abs(trapezoids), 1)
    expect(item.areaFt2).toBe(Number(item.areaFt2.toFixed(2)))
    const entered = rooms.find(({ id }) => id === spaceId)!.area
    expect(item.differencePercent).toBeCloseTo((100 * (item.areaFt2 - entered)) / entered, 1)
  }
})

it('refuses outlines without an area and of other projects', async () => {
  const [plan, space] = [await calibrated(project), await createSpace(app, project)]
  const elsewhere = await createSpace(app, await createProject(app))
  const [a, b, c, d] = square(0, 0, 10) as [Row, Row, Row, Row]
  for (const [outlines, message] of [
    [[{ spaceId: space.id, points: [a, b] }], /./],
    [[{ spaceId: space.id, points: [a, c, b, d] }], /crosses itself/],
    [[{ spaceId: space.id, points: [a, b, a] }], /no area/],
    [[{ spaceId: elsewhere.id, points: [a, b, c] }], /Space not found/],
    [
      [
        { spaceId: space.id, points: [a, b, c] },
        { spaceId: space.id, points: [a, b, c] },
      ],
      /more than one outline/,
    ],
  ] as const) {
    const answer = await admin('PUT', at(plan, '/Outlines'), outlines)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toMatch(message)
  }
  expect((await admin('GET', at(plan, '/Outlines'))).body).toEqual({ items: [], total: 0 })
})

it('places only the named devices, as one change that can be undone', async () => {
  const [plan, space] = [await calibrated(project), await createSpace(app, project)]
  const [first, second, third] = (await units(project, space, 3)) as [Row, Row, Row]
  const one = await place(plan, [
    { unitId: first.id, x: 1.5, y: 2, rotation: 450, mountingHeightIn: 96 },
    { unitId: second.id, x: 3, y: 4 },
  ])
  expect(one.status, JSON.stringify(one.body)).toBe(400)
  const both = await place(plan, [
    { unitId: first.id, x: 1.5, y: 2, rotation: -90, mountingHeightIn: 96 },
    { unitId: second.id, x: 3, y: 4 },
  ])
  expect(both.body.items).toMatchObject([
    { unitId: first.id, x: 1.5, y: 2, rotation: 270, mountingHeightIn: 96, space: { id: space.id }, planId: plan.id },
    { unitId: second.id, x: 3, y: 4, rotation: 0, mountingHeightIn: null },
  ])
  const tray = (await admin('GET', at(plan, '/Tray'))).body.items as Row[]
  expect(tray.filter((device) => device.space.id === space.id).map(({ unitId }) => unitId)).toEqual([third.id])
  const moved = await place(plan, [
    { unitId: second.id, x: 8, y: 9 },
    { unitId: third.id, x: 5, y: 6 },
  ])
  expect(moved.body.items.map(({ x, y }: Row) => [x, y])).toEqual([
    [1.5, 2],
    [8, 9],
    [5, 6],
  ])
  expect((await admin('GET', `/api/changeSets/${moved.body.changeSetId}/Undo`)).body).toMatchObject({ undone: 2, kept: 0 })
  expect((await admin('POST', `/api/changeSets/${moved.body.changeSetId}/Undo`, {})).status).toBe(201)
  expect((await placed(plan)).map(({ x, y }) => [x, y])).toEqual([
    [1.5, 2],
    [3, 4],
  ])
  const off = await admin('DELETE', at(plan, '/Placements'), { unitIds: [first.id, third.id] })
  expect(off.body).toMatchObject({ removed: 1 })
  expect((await admin('POST', `/api/changeSets/${off.body.changeSetId}/Undo`, {})).status).toBe(201)
  expect((await placed(plan)).map(({ unitId }) => unitId)).toEqual([first.id, second.id])
  expect((await place(plan, [{ unitId: first.id, x: 1.5, y: 2, rotation: 270, mountingHeightIn: 96 }])).body.changeSetId).toBeNull()
})

it('lets a unit stand once on each kind of plan', async () => {
  const [floor, wing, ceiling] = [
    await calibrated(project),
    await calibrated(project, { name: 'Wing' }),
    await calibrated(project, { kind: 2 }),
  ]
  const space = await createSpace(app, project)
  const [unit] = (await units(project, space, 1)) as [Row]
  const spot = [{ unitId: unit.id, x: 1, y: 1 }]
  expect((await place(floor, spot)).status).toBe(200)
  expect((await place(ceiling, spot)).status).toBe(200)
  const twice = await place(wing, spot)
  expect([twice.status, twice.body.message]).toEqual([409, `${unit.label} is already on First floor. Take it off there first.`])
  expect((await admin('PUT', at(floor), { kind: 2 })).status).toBe(409)
  const both = await Promise.all([1, 2].map(async () => place(floor, [{ unitId: unit.id, x: 2, y: 2 }])))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await admin('DELETE', at(floor))).status).toBe(204)
  expect((await place(wing, spot)).status).toBe(200)
})

it('copies a layout mirrored and turned, and says what is left and why', async () => {
  const product = await createProduct(app)
  const rooms: Row[] = []
  for (let number = 0; number < 4; number++) {
    const room = await createSpace(app, project, { name: `Huddle ${number} of ${project.id}` })
    await createLine(app, room, product, { quantity: number === 2 ? 1 : 2 })
    rooms.push(room)
  }
  const [from, mirrored, short, bare] = rooms as [Row, Row, Row, Row]
  const plan = await calibrated(project)
  const outlines = [from, mirrored, short].map(({ id }, index) => ({ spaceId: id, points: square(20 * index, 0, 10, 10) }))
  await admin('PUT', at(plan, '/Outlines'), outlines)
  const own = (space: Row) => readUnits(app, project, { search: space.name, sortBy: 'label' })
  const [a, b] = (await own(from)) as [Row, Row]
  await place(plan, [
    { unitId: a.id, x: 2, y: 3, rotation: 90, mountingHeightIn: 60 },
    { unitId: b.id, x: 9, y: 9 },
  ])
  const answer = await admin('POST', at(plan, '/CopyLayout'), {
    fromSpaceId: from.id,
    toSpaceIds: [mirrored.id, short.id, bare.id],
    mirror: true,
    rotation: 90,
  })
  expect(answer.body.placed).toBe(3)
  expect(answer.body.left.map(({ spaceId, reason }: Row) => [spaceId, reason])).toEqual([
    [short.id, `Every ${product.tag} of ${short.name} is placed already.`].map((value, index) =>
      index === 1 ? expect.stringMatching(/has no|is placed already/) : value,
    ),
    [bare.id, `${bare.name} has no outline on this plan.`],
    [bare.id, `${bare.name} has no outline on this plan.`],
  ])
  // About the middle (5, 5): (-3, -2) is mirrored to (3, -2) and turned clockwise to (2, 3).
  const copies = (await placed(plan)).filter(({ space }) => space.id === mirrored.id)
  expect(copies.map(({ x, y, rotation, mountingHeightIn }) => [x, y, rotation, mountingHeightIn])).toEqual([
    [27, 8, 0, 60],
    [21, 1, 90, null],
  ])
})

it('computes coverage, viewing distance and camera angles over random devices', async () => {
  const random = createRandom(11)
  const own = await createProject(app)
  await admin('PUT', `/api/buildings/${own.buildings[0].id}/Levels/${firstLevel(own).id}`, { ceilingHeightFt: 12 })
  const space = await createSpace(app, own, { elementHeightPercent: 5 })
  const plan = await calibrated(own, { kind: 2 })
  const expected = new Map<number, number>()
  for (let number = 0; number < 8; number++) {
    const [dispersionDegrees, mountingHeightIn] = [40 + random(100), 60 + random(100)]
    const [unit] = (await units(own, space, 1, { dispersionDegrees })) as [Row]
    await place(plan, [{ unitId: unit.id, x: number, y: 1, mountingHeightIn }])
    expected.set(unit.id, (mountingHeightIn / 12 - 4) * Math.tan((dispersionDegrees / 2 / 180) * Math.PI))
  }
  const coverage = (await admin('GET', at(plan, '/Overlays'), undefined, { query: { kinds: 'coverage' } })).body.items as Row[]
  expect(coverage).toHaveLength(8)
  for (const shape of coverage) expect(shape.radiusFt).toBeCloseTo(expected.get(shape.unitId)!, 2)
  const [screen] = (await units(own, space, 1, { diagonalIn: 98 })) as [Row]
  const [camera] = (await units(own, space, 1, { fieldOfViewDegrees: 70 })) as [Row]
  const [high] = (await units(own, space, 1, { dispersionDegrees: 90 })) as [Row]
  await place(plan, [
    { unitId: screen.id, x: 1, y: 1 },
    { unitId: camera.id, x: 2, y: 2, rotation: 180 },
    { unitId: high.id, x: 3, y: 3 },
  ])
  const items = (await admin('GET', at(plan, '/Overlays'), undefined, { query: { kinds: ['viewing', 'camera', 'coverage'] } })).body
    .items as Row[]
  // 48 in at 5% serve 48 × 2 × 5 / 12 ft.
  expect(items.find(({ unitId }) => unitId === screen.id)).toMatchObject({ kind: 'viewing', shape: 'sector', radiusFt: 40 })
  expect(items.find(({ unitId }) => unitId === camera.id)).toMatchObject({ kind: 'camera', angleDegrees: 70, rotation: 180 })
  expect(items.find(({ unitId }) => unitId === high.id)!.radiusFt).toBeCloseTo(8, 3)
  expect((await admin('GET', at(plan, '/Overlays'), undefined, { query: { kinds: 'smell' } })).status).toBe(400)
})

it('exports the devices as CSV', async () => {
  const own = await createProject(app)
  const space = await createSpace(app, own, { name: 'Board, large' })
  const plan = await calibrated(own)
  const [unit] = (await units(own, space, 1)) as [Row]
  await place(plan, [{ unitId: unit.id, x: 12.25, y: 3, rotation: 90, mountingHeightIn: 48 }])
  const task = await admin('GET', `/api/projects/${own.id}/Plans/Devices/Export`)
  expect(task.status).toBe(202)
  const { url } = await waitForFile(admin, task.body.id)
  const lines = String((await admin('GET', url)).body)
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
  expect(lines[0]).toBe('tag,model,space,level,plan,x_ft,y_ft,height_in,rotation')
  expect(lines[1]).toMatch(new RegExp(`^${unit.label},.*,"Board, large",.*,First floor,12.25,3,48,90$`))
})

it('asks for the permission of each call, and hides plans of hidden projects', async () => {
  const plan = await calibrated(project)
  const [unit] = (await units(project, await createSpace(app, project), 1)) as [Row]
  const drawer = await app.signInAs(['DrawingDocuments.View', 'DrawingDocuments.Update', 'Projects.View'])
  const placer = await app.signInAs(['DrawingDocuments.View', 'ProjectEquipment.Update', 'Projects.View'])
  const spot = [{ unitId: unit.id, x: 1, y: 1 }]
  expect((await drawer('PUT', at(plan, '/Placements'), spot)).status).toBe(403)
  expect((await placer('PUT', at(plan, '/Calibrate'), eighth)).status).toBe(403)
  expect((await placer('PUT', at(plan, '/Placements'), spot)).status).toBe(200)
  expect((await drawer('PUT', at(plan, '/Calibrate'), eighth)).status).toBe(200)
  const stranger = await app.signInAs(['Projects.View'])
  expect((await stranger('GET', at(plan))).status).toBe(403)
  expect((await admin('GET', `/api/projects/${(await createProject(app)).id}/Plans/${plan.id}`)).status).toBe(404)
})

it('estimates cables between devices on a calibrated plan, and names the source of each length', async () => {
  const random = createRandom(5)
  const own = await createProject(app)
  await admin('PUT', `/api/buildings/${own.buildings[0].id}/Levels/${firstLevel(own).id}`, { ceilingHeightFt: 11 })
  await admin('PUT', `/api/projects/${own.id}/Distances`, { slackPercent: 15, endLengthFt: 4, insideFt: 20, distances: [] })
  const [signal] = (await admin('GET', '/api/signalTypes', undefined, { query: { search: 'HDMI' } })).body.items
  const [connector] = (await admin('GET', '/api/connectorPhysicalTypes', undefined, { query: { search: 'HDMI' } })).body.items
  const ports = [1, 2].map((direction) => ({
    name: direction === 1 ? 'IN' : 'OUT',
    direction,
    connectorPhysicalTypeId: connector.id,
    signalTypeIds: [signal.id],
  }))
  const product = await createProduct(app, { ports })
  const port = (direction: number) => product.ports.find((item: Row) => item.direction === direction).id
  const space = await createSpace(app, own)
  await createLine(app, space, product, { quantity: 8 })
  const devices = await readUnits(app, own, { sortBy: 'label' })
  const plan = await createPlan(app, own)
  const cables: Row[] = []
  for (let number = 0; number < 4; number++) {
    const [from, to] = [devices[2 * number]!, devices[2 * number + 1]!]
    const body = { fromUnitId: from.id, fromPortId: port(2), toUnitId: to.id, toPortId: port(1) }
    cables.push((await admin('POST', `/api/projects/${own.id}/Connections`, body)).body)
  }
  const spots = devices.map(({ id }) => ({ unitId: id, x: random(9000) / 100, y: random(6000) / 100, mountingHeightIn: random(160) }))
  await place(plan, spots)
  const list = async () =>
    (await admin('GET', `/api/projects/${own.id}/Connections`, undefined, { query: { sortBy: 'number' } })).body.items as Row[]
  expect((await list()).map(({ runFt, lengthSource }) => [runFt, lengthSource])).toEqual(
    Array.from({ length: 4 }, () => [20 * 1.15 + 8, 4]),
  )
  await admin('PUT', at(plan, '/Calibrate'), eighth)
  const rise = (spot: Row) => Math.max(0, 11 - spot.mountingHeightIn / 12)
  const routes = cables.map((_, number) => {
    const [a, b] = [spots[2 * number]!, spots[2 * number + 1]!]
    return (Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + rise(a) + rise(b)) * 1.15 + 2 * 4
  })
  const now = await list()
  for (const [number, item] of now.entries()) {
    expect(item.runFt).toBeCloseTo(routes[number]!, 1)
    expect(item.lengthSource).toBe(2)
  }
  const measured = await admin('PUT', `/api/projects/${own.id}/Connections/${cables[0]!.id}`, { lengthFt: 33 })
  expect(measured.body).toMatchObject({ runFt: 33, lengthSource: 1 })
  const thought = await admin('POST', `/api/projects/${own.id}/Connections/Check`, {
    connectionId: cables[1]!.id,
    fromUnitId: devices[2]!.id,
    fromPortId: port(2),
    toUnitId: devices[3]!.id,
    toPortId: port(1),
  })
  expect(thought.body.estimatedFt).toBe(now[1]!.runFt)
})
