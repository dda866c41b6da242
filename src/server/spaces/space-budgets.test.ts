import { expect, it } from 'vitest'
import { addToAccessList, createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const budgets = (project: AnyRow, caller = admin) => caller('GET', `/api/projects/${project.id}/SpaceBudgets`)
const putSpace = async (room: AnyRow, more: AnyRow) => {
  const { body: now } = await admin('GET', `/api/spaces/${room.id}`)
  return admin('PUT', `/api/spaces/${room.id}`, { ...now, levelId: now.level.id, equipment: null, ...more })
}

it('sums levels, buildings and the project like the spaces, without canceled ones', async () => {
  const project = await createProject(app, { installationFactor: 0.3333 })
  const [first] = project.buildings
  const upper = (await admin('POST', `/api/buildings/${first.id}/Levels`, { name: 'Upper' })).body
  const annexe = (await admin('POST', `/api/projects/${project.id}/Buildings`, { name: 'Annexe' })).body
  const ground = (await admin('POST', `/api/buildings/${annexe.id}/Levels`, { name: 'Ground' })).body
  const display = await createProduct(app, { msrpPrice: 99.99, weightLb: 40.5, powerSpecs: [{ type: 1, availability: 2, watts: 180 }] })
  const mystery = await createProduct(app, { msrpPrice: 0, isRackMountable: true, rackUnits: 2 })
  const rooms = [
    await createSpace(app, project),
    await createSpace(app, project, { levelId: upper.id }),
    await createSpace(app, project, { levelId: ground.id }),
    await createSpace(app, project, { levelId: ground.id }),
  ]
  for (const [at, room] of rooms.entries()) await createLine(app, room, display, { quantity: at + 1 })
  await createLine(app, rooms[1]!, mystery, { quantity: 3 })
  await createLine(app, rooms[1]!, display, { quantity: 1, provider: 'FBO' })
  await admin('PUT', `/api/spaces/${rooms[3]!.id}/SetStatus`, { status: 4 })

  const { body } = await budgets(project)
  const own = await Promise.all(rooms.slice(0, 3).map(async ({ id }) => (await admin('GET', `/api/spaces/${id}`)).body.budget))
  const figures = (part: AnyRow) => ({ watts: part.watts, total: part.total, weightLb: part.weightLb, rackUnits: part.rackUnits })
  const sum = (parts: AnyRow[]) =>
    parts.reduce((all: AnyRow, part) =>
      Object.fromEntries(Object.entries(figures(part)).map(([key, value]) => [key, Math.round((value + all[key]) * 100) / 100])),
    )
  const [main, other] = body.buildings
  expect(main.levels.map(figures)).toEqual([figures(own[0]), figures(own[1])])
  expect(figures(main)).toEqual(sum([figures(own[0]), figures(own[1])]))
  expect(figures(other)).toEqual(figures(own[2]))
  expect(figures(body.project)).toEqual(sum(own.map(figures)))
  expect(body.project).toMatchObject({ spacesCount: 3, unknown: { power: 3, weight: 3, price: 3, rackUnits: 0 }, rackUnits: 6 })
  expect(main.levels[1].unknown).toMatchObject({ power: 3, price: 3 })
  expect(other.unknown).toEqual({ power: 0, rackUnits: 0, weight: 0, price: 0 })
  expect(body.spacesOver).toEqual([])
})

it('lists the spaces over a limit, with both values', async () => {
  const project = await createProject(app)
  const room = await createSpace(app, project)
  const display = await createProduct(app, { msrpPrice: 100, powerSpecs: [{ type: 1, availability: 2, watts: 180 }] })
  await createLine(app, room, display, { quantity: 2 })
  const none = {
    watts: null,
    heatBtuPerHour: null,
    tons: null,
    acOutlets: null,
    poeWatts: null,
    networkPorts: null,
    rackUnits: null,
    weightLb: null,
    total: null,
  }
  expect((await putSpace(room, { limits: { ...none, watts: 360, total: 249.99 } })).status).toBe(200)
  expect((await budgets(project)).body.spacesOver).toEqual([
    { id: room.id, name: room.name, spaceNumber: null, over: [{ figure: 'total', value: 250, limit: 249.99 }] },
  ])
  expect((await putSpace(room, { limits: { ...none, watts: 359 } })).body.limits.watts).toBe(359)
  expect((await budgets(project)).body.spacesOver[0].over).toEqual([{ figure: 'watts', value: 360, limit: 359 }])
  expect((await putSpace(room, { limits: { ...none, watts: -1 } })).body.fields).toEqual({ 'limits.watts': ['Minimum number is 0'] })
  expect((await putSpace(room, { limits: null })).status).toBe(200)
  expect((await budgets(project)).body.spacesOver).toEqual([])
})

it('lists the lines that contribute to each exceeded value', async () => {
  const room = await createSpace(app, await createProject(app))
  const add = async (product: AnyRow) => (await createLine(app, room, await createProduct(app, product))).id
  const camera = await add({ msrpPrice: 0, powerSpecs: [{ type: 3, availability: 2, poeType: 2 }] })
  const display = await add({ msrpPrice: 100, weightLb: 40, powerSpecs: [{ type: 1, availability: 2, watts: 180 }] })
  const mount = await add({ msrpPrice: 10, weightLb: 8, rackUnits: 1, isRackMountable: true })
  const limits = { watts: 1, heatBtuPerHour: 1, tons: 0, acOutlets: 0, poeWatts: 1, networkPorts: 0, rackUnits: 0, weightLb: 1, total: 1 }
  const { linesOver } = (await putSpace(room, { limits })).body
  const powered = [camera, display]
  expect(Object.fromEntries(Object.entries<number[]>(linesOver).map(([figure, ids]) => [figure, ids.sort((a, b) => a - b)]))).toEqual({
    watts: powered,
    heatBtuPerHour: powered,
    tons: powered,
    acOutlets: [display],
    poeWatts: [camera],
    rackUnits: [mount],
    weightLb: [display, mount],
    total: [display, mount],
  })
  expect((await putSpace(room, { limits: null })).body.linesOver).toEqual({})
})

it('requires access to the project and its equipment', async () => {
  const project = await createProject(app)
  await addToAccessList(app, project, app.admin.userId)
  expect((await budgets(project, await app.signInAs(['Projects.View']))).status).toBe(403)
  expect((await budgets(project, await app.signInAs(['Projects.View', 'ProjectEquipment.View']))).status).toBe(404)
})
