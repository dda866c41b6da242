import { expect, it } from 'vitest'
import { activateProject, createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const runStep = (project: AnyRow, action: string, body: object = {}) => admin('PUT', `/api/projects/${project.id}/${action}`, body)

it('moves from the proposal to the archive and back', async () => {
  const project = await createProject(app)
  expect(project).toMatchObject({ actions: ['SetStatus'], nextStatuses: [101, 1, 2] })
  expect((await runStep(project, 'Activate')).body).toMatchObject({
    errorType: 'Conflict',
    message: 'Activate is not possible while Proposal Requested.',
  })
  const active = (await activateProject(app, project)).body
  expect(active).toMatchObject({ stage: 2, projectStatus: 200, actions: ['Close', 'SetStatus'] })
  const closed = (await runStep(project, 'Close', { comment: 'Handed over' })).body
  expect(closed).toMatchObject({ stage: 3, projectStatus: 300, actions: ['Reopen', 'Archive'], nextStatuses: [] })
  expect(closed.closedDate).toMatch(/^20/)
  expect((await runStep(project, 'SetStatus', { status: 300 })).body.message).toBe('SetStatus is not possible while Closed.')
  const archived = (await runStep(project, 'Archive')).body
  expect(archived).toMatchObject({ stage: 4, projectStatus: 400, stageBeforeArchive: 3, actions: ['Unarchive'] })
  expect((await runStep(project, 'Unarchive')).body).toMatchObject({
    stage: 3,
    projectStatus: 300,
    stageBeforeArchive: null,
    archivedDate: null,
  })
  expect((await runStep(project, 'Reopen')).body).toMatchObject({ stage: 2, projectStatus: 205, closedDate: null })

  const log = (await admin('GET', `/api/projects/${project.id}/ActivityLogs`, undefined, { query: { itemsPerPage: 50 } })).body.items
  expect(log.map(({ title }: { title: string }) => title).slice(0, 5)).toEqual(['Reopen', 'Unarchive', 'Archive', 'Close', 'Activate'])
  expect(log[3]).toMatchObject({
    notes: 'Handed over',
    changes: [
      { field: 'stage', from: 'Active', to: 'Closed' },
      { field: 'projectStatus', to: 'Closed' },
    ],
  })
  const audit = await app.sql(`select action, after from audit_log where entity = 'projects' and entity_id = $1 order by id desc limit 1`, [
    String(project.id),
  ])
  expect(audit).toMatchObject([{ action: 'StateChange', after: { stage: 2, projectStatus: 205 } }])
})

it('pauses with a reason and resumes at the previous status', async () => {
  const project = await createProject(app)
  await runStep(project, 'SetStatus', { status: 101 })
  expect(await runStep(project, 'SetStatus', { status: 1 })).toMatchObject({
    status: 400,
    body: { fields: { comment: [messages.required] } },
  })
  const paused = (await runStep(project, 'SetStatus', { status: 1, comment: 'No money' })).body
  expect(paused).toMatchObject({ projectStatus: 1, statusBeforePause: 101, pauseReason: 'No money', nextStatuses: [101, 2] })
  expect((await runStep(project, 'SetStatus', { status: 2, comment: 'No people' })).body).toMatchObject({
    statusBeforePause: 101,
    nextStatuses: [101, 1],
  })
  expect((await runStep(project, 'SetStatus', { status: 102 })).status).toBe(409)
  const archived = (await runStep(project, 'Archive')).body
  expect(archived.stage).toBe(4)
  expect((await runStep(project, 'Unarchive')).body).toMatchObject({ stage: 1, projectStatus: 2, statusBeforePause: 101 })
  expect((await runStep(project, 'SetStatus', { status: 101 })).body).toMatchObject({ projectStatus: 101, statusBeforePause: null })
})

it('rejects a status of another stage and a stale row version', async () => {
  const project = await createProject(app)
  expect(await runStep(project, 'SetStatus', { status: 200 })).toMatchObject({
    status: 400,
    body: { fields: { status: [messages.unknown] } },
  })
  expect((await runStep(project, 'SetStatus', { status: 103 })).body.message).toBe('SetStatus is not possible while Proposal Requested.')
  expect((await runStep(project, 'SetStatus', { status: 101, rowVersion: 1 })).body.rowVersion).toBe(2)
  expect(await runStep(project, 'SetStatus', { status: 102, rowVersion: 1 })).toMatchObject({
    status: 409,
    body: { detail: 'stale', current: { rowVersion: 2 } },
  })
})

it('freezes prices while closed and follows the catalog again afterwards', async () => {
  const project = await createProject(app)
  const room = await createSpace(app, project)
  const product = await createProduct(app, { msrpPrice: 100 })
  await createLine(app, room, product, { quantity: 2 })
  await createLine(app, room, product, { unitPriceOverride: 70 })
  await activateProject(app, project)
  const total = async () => (await admin('GET', `/api/projects/${project.id}`)).body.totalMsrpPrice
  const priced = (dollars: number) => app.sql('update equipments set msrp_price = $2 where id = $1', [product.id, dollars * 100])
  await priced(110)
  expect(await total()).toBe(290)
  await runStep(project, 'Close')
  await priced(200)
  expect(await total()).toBe(290)
  await runStep(project, 'Archive')
  await runStep(project, 'Unarchive')
  expect(await total()).toBe(290)
  expect((await runStep(project, 'Reopen')).body.totalMsrpPrice).toBe(470)
})

it('is read-only while closed', async () => {
  const project = await createProject(app)
  const room = await createSpace(app, project)
  const product = await createProduct(app)
  const line = await createLine(app, room, product)
  const spare = await createSpace(app, project)
  await admin('DELETE', `/api/spaces/${spare.id}`)
  await activateProject(app, project)
  await runStep(project, 'Close')
  const level = project.buildings[0].levels[0].id
  const space = { projectId: project.id, levelId: level, name: 'Another' }
  for (const [method, path, body] of [
    ['POST', 'spaces', space],
    ['PUT', `spaces/${room.id}`, space],
    ['DELETE', `spaces/${room.id}`],
    ['PUT', `spaces/${spare.id}/restore`, {}],
    ['POST', 'spaces/BulkDelete', { ids: [room.id] }],
    ['PUT', `spaces/${room.id}/SetStatus`, { status: 3 }],
    ['POST', `spaces/${room.id}/Clone`, space],
    ['POST', `spaces/${room.id}/Equipment`, { equipmentId: product.id, quantity: 1 }],
    ['PUT', `spaces/${room.id}/Equipment/${line.id}`, { quantity: 5 }],
    ['DELETE', `spaces/${room.id}/Equipment/${line.id}`],
    ['POST', `spaces/${room.id}/AreaGroups`, { name: 'Rack' }],
    ['POST', `projects/${project.id}/Buildings`, { name: 'Annex' }],
  ] as const)
    expect(await admin(method, `/api/${path}`, body), `${method} ${path}`).toMatchObject({
      status: 409,
      body: { message: 'The project is closed.' },
    })
  const known = (await admin('GET', `/api/projects/${project.id}`)).body
  const written = { name: known.name, type: known.type, clientId: known.client.id, installationFactor: known.installationFactor }
  expect(await admin('PUT', `/api/projects/${project.id}`, { ...written, installationFactor: 0.5 })).toMatchObject({
    status: 409,
    body: { message: 'The project is closed.' },
  })
  expect((await admin('PUT', `/api/projects/${project.id}`, { ...written, description: 'Handed over' })).status).toBe(200)
  expect((await admin('POST', `/api/projects/${project.id}/ActivityLogs`, { notes: 'Still asked about', type: 2 })).status).toBe(201)
  expect((await admin('GET', `/api/spaces/${room.id}`)).status).toBe(200)
})

it('resumes after a pause without requiring the earlier reason again', async () => {
  const project = await createProject(app)
  const move = (status: number, comment?: string) => runStep(project, 'SetStatus', { status, comment })
  for (const status of [101, 102]) await move(status)
  await move(105, 'Too dear')
  await move(1, 'Budget is being looked for')
  const { status, body } = await move(105)
  expect([status, body.projectStatus, body.notAcceptedReason]).toEqual([200, 105, 'Too dear'])
})
