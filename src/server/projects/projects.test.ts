import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { uploadPicture } from '../../../test/kit/fixtures/catalog.ts'
import {
  activateProject,
  createLine,
  createProduct,
  createProject,
  createProjectClient,
  createSpace,
  firstLevel,
} from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import { servedProjects } from './projects.ts'

const app = await startApp()
const { admin } = app

entityContract(servedProjects, app, {
  prepare: async () => ({
    clientId: (await createProjectClient(app)).id,
    imageUrl: await uploadPicture(app, 'projects'),
    associateConsultantId: admin.userId,
    projectManagerId: (await app.signInAs(['Projects.View'], { isNew: true })).userId,
  }),
  valid: {
    name: 'Science Commons',
    type: 1,
    description: '<p>A new house</p>',
    address: { addressLine1: '1 Main Street', addressLine2: 'Suite 4', city: 'Denver', state: 'CO', postalCode: '80014', country: 'US' },
    installationFactor: 0.3,
    totalArea: 12_000.5,
    startDate: '2026-02-01',
    targetDate: '2026-11-30',
    tempoUrl: 'https://app.tempo.io/projects/7',
  },
  invalid: [
    ['name', 'Science  Commons', messages.whiteSpaces],
    ['type', 9, messages.unknown],
    ['clientId', 999_999_999, 'Client not found.'],
    ['associateConsultantId', '00000000-0000-4000-8000-000000000000', 'Associate consultant not found.'],
    ['address.postalCode', '8001', messages.postalCode.US],
    ['installationFactor', 5.1, messages.maximum(5)],
    ['targetDate', '2026-01-31', 'The target is before the start.'],
    ['tempoUrl', 'https://tempo.io.example.com/', messages.tempoUrl],
  ],
  as: (permissions) =>
    app.signInAs(
      permissions.length < 10
        ? [...new Set([...permissions, 'Projects.View', 'ProjectActivityLogs.View', 'ProjectAccessList.Update'] as const)]
        : permissions,
    ),
})

it('starts with a number of the year, a building and a level', async () => {
  const [first, second] = [await createProject(app, { type: 1 }), await createProject(app, { type: 4 })]
  const year = String(new Date().getUTCFullYear() % 100)
  expect(first).toMatchObject({ stage: 1, projectStatus: 100, clientState: 1, spaceCount: 0, totalMsrpPrice: 0, installationFactor: 0.25 })
  expect(first.number).toMatch(new RegExp(`^${year}\\d{4}-B$`))
  expect(second.number).toMatch(new RegExp(`^${year}\\d{4}-V$`))
  expect(Number(second.number.slice(2, 6))).toBe(Number(first.number.slice(2, 6)) + 1)
  expect(first.buildings).toMatchObject([{ name: 'Main Building', shortName: 'MB', levels: [{ name: 'Level 1', shortName: 'L1' }] }])
})

it('requires a client unless the project is internal', async () => {
  expect(await admin('POST', '/api/projects', { name: uniqueName('Work'), type: 2 })).toMatchObject({
    status: 400,
    body: { fields: { clientId: [messages.required] } },
  })
  const own = await createProject(app, { type: 3, clientId: null })
  expect(own).toMatchObject({ stage: 2, projectStatus: 200, clientState: 4, client: null })
  expect((await admin('PUT', `/api/projects/${own.id}`, { name: own.name, type: 2 })).status).toBe(400)
})

it('generates unique numbers under concurrent requests', async () => {
  const clientId = (await createProjectClient(app)).id
  const createdProjects = await Promise.all(Array.from({ length: 12 }, () => createProject(app, { clientId })))
  expect(new Set(createdProjects.map(({ number }) => number)).size).toBe(12)
})

it('skips a manually chosen number', async () => {
  const project = await createProject(app)
  const next = `${project.number.slice(0, 2)}${String(Number(project.number.slice(2, 6)) + 1).padStart(4, '0')}-C`
  const chosen = await admin('PUT', `/api/projects/${project.id}/Number`, { number: next })
  expect(chosen).toMatchObject({ status: 200, body: { number: next } })
  expect((await createProject(app)).number).not.toBe(next)
  const other = await createProject(app)
  expect(await admin('PUT', `/api/projects/${other.id}/Number`, { number: next.toLowerCase() })).toMatchObject({
    status: 409,
    body: { fields: { number: ['This number is already taken.'] } },
  })
  const { clientId, ...rest } = { ...other, clientId: other.client.id }
  expect((await admin('PUT', `/api/projects/${other.id}`, { ...rest, clientId, type: 1, rowVersion: null })).body.number).toBe(
    other.number.replace('-C', '-B'),
  )
  await admin('PUT', `/api/projects/${other.id}/Number`, { number: 'HQ 7' })
  expect((await admin('PUT', `/api/projects/${other.id}`, { ...rest, clientId, type: 4, rowVersion: null })).body.number).toBe('HQ 7')
})

it('requires unique names within a client and among projects without one', async () => {
  const project = await createProject(app)
  const path = `/api/projects/Name/Exist`
  const query = { name: project.name.toUpperCase(), clientId: project.client.id }
  expect((await admin('GET', path, undefined, { query })).body).toBe(true)
  expect((await admin('GET', path, undefined, { query: { ...query, excludeId: project.id } })).body).toBe(false)
  expect((await admin('GET', path, undefined, { query: { name: project.name } })).body).toBe(false)
  await createProject(app, { name: project.name })
  await createProject(app, { name: project.name, type: 3, clientId: null })
  expect((await admin('POST', '/api/projects', { name: project.name, type: 3 })).status).toBe(409)
})

it('lists open projects by default, with the price of the card', async () => {
  const project = await createProject(app)
  const room = await createSpace(app, project)
  await createLine(app, room, await createProduct(app, { msrpPrice: 1500 }), { quantity: 2 })
  await createLine(app, room, await createProduct(app, { msrpPrice: 800 }))
  const list = async (query: object) =>
    (await admin('GET', '/api/projects', undefined, { query: { search: project.number, ...query } })).body
  expect((await list({})).items).toMatchObject([
    {
      id: project.id,
      spaceCount: 1,
      equipmentCount: 3,
      totalMsrpPrice: 3800,
      totalPrice: 4750,
      client: { id: project.client.id },
      clientState: 1,
    },
  ])
  expect((await admin('GET', `/api/projects/${project.id}/Stats`)).body).toEqual({
    spacesCount: 1,
    equipmentCount: 3,
    buildingsCount: 1,
    notesCount: 0,
    documentsCount: 0,
    contractsCount: 0,
  })
  await activateProject(app, project)
  await admin('PUT', `/api/projects/${project.id}/Close`, {})
  expect((await list({})).total).toBe(0)
  expect((await list({ stages: [3, 4] })).total).toBe(1)
  expect((await list({ stages: 3, projectStatuses: 300, clientIds: [project.client.id, 999] })).total).toBe(1)
  expect((await admin('GET', '/api/projects/query', undefined, { query: { search: project.number } })).body.total).toBe(0)
})

it('returns the state of the client', async () => {
  const project = await createProject(app)
  await admin('PUT', `/api/clients/${project.client.id}/Retire`)
  expect((await admin('GET', `/api/projects/${project.id}`)).body.clientState).toBe(2)
  await admin('DELETE', `/api/clients/${project.client.id}`)
  expect((await admin('GET', `/api/projects/${project.id}`)).body).toMatchObject({ clientState: 3, client: { name: project.client.name } })
})

it('hides all contents when deleted, and restores them unchanged', async () => {
  const project = await createProject(app)
  const room = await createSpace(app, project)
  await createLine(app, room, await createProduct(app))
  await admin('DELETE', `/api/projects/${project.id}`)
  for (const path of [
    `spaces/${room.id}`,
    `projects/${project.id}/Buildings`,
    `buildings/${project.buildings[0].id}/Levels`,
    `projects/${project.id}/Equipment`,
    `spaces/${room.id}/AreaGroups`,
  ])
    expect((await admin('GET', `/api/${path}`)).status, path).toBe(404)
  expect((await admin('GET', '/api/spaces', undefined, { query: { projectId: project.id } })).body.total).toBe(0)
  expect((await admin('POST', '/api/spaces', { projectId: project.id, levelId: firstLevel(project).id, name: 'X' })).body.fields).toEqual({
    projectId: ['Project not found.'],
  })
  const back = await admin('PUT', `/api/projects/${project.id}/restore`, {})
  expect(back.body).toMatchObject({ number: project.number, spaceCount: 1, equipmentCount: 1 })
  expect((await admin('GET', `/api/spaces/${room.id}`)).body.areaGroups.at(-1).equipment).toHaveLength(1)
})
