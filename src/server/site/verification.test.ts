import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { activateProject, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import { closeoutOf } from '../../model/site/closeout.ts'
import { siteVisits } from './site-visits.ts'

const app = await startApp()
const { admin } = app
type Row = Record<string, any>
const item = (key: string, more: Row = {}) => ({
  key,
  name: `Test ${key}`,
  category: 1,
  method: 'Listen',
  expected: '60',
  unit: 'dB',
  ...more,
})

let shared: Row
entityContract(siteVisits, app, {
  valid: { date: '2026-05-04', people: ['Ana Ruiz', 'Bo'], weather: 'Dry', summary: 'Ceiling closed' },
  without: { fileIds: 'a file belongs to whoever uploaded it: below' },
  invalid: [['date', '2026-02-30', messages.date]],
  parentId: async () => {
    shared ??= await createProject(app)
    return shared.id
  },
  as: (names) => app.signInAs([...names, 'Projects.View']),
})

async function createTested() {
  const [audio, video] = [
    await createRow(app, '/api/verificationTemplates', { name: uniqueName('Audio'), items: [item('AP-100'), item('AP-101')] }),
    await createRow(app, '/api/verificationTemplates', {
      name: uniqueName('Video'),
      items: [item('VP-100', { category: 2 }), item('AP-100')],
    }),
  ]
  const template = await createRow(app, '/api/spaceTemplates', {
    name: uniqueName('Room'),
    verificationTemplateIds: [audio.id, video.id],
  })
  const project = await createProject(app)
  const space = await createSpace(app, project, { spaceTemplateId: template.id })
  await createSpace(app, project)
  return { project, space, template, audio }
}
const enterConstruction = async (project: Row) => {
  await activateProject(app, project)
  for (const status of [201, 205]) expect((await admin('PUT', `/api/projects/${project.id}/SetStatus`, { status })).status).toBe(200)
}
const at = (project: Row, tail = '') => `/api/projects/${project.id}/Verification${tail}`
const readTests = async (project: Row, query: Row = {}) => (await admin('GET', at(project), undefined, { query })).body.items as Row[]

it('copies the checklists once construction begins, each key once per space', async () => {
  const { project, space, template, audio } = await createTested()
  expect((await admin('GET', `/api/spaceTemplates/${template.id}`)).body.verificationTemplateIds).toHaveLength(2)
  expect((await admin('DELETE', `/api/verificationTemplates/${audio.id}`)).status).toBe(409)
  expect((await admin('PUT', `/api/spaceTemplates/${template.id}`, { verificationTemplateIds: [999_999] })).status).toBe(400)
  expect(await readTests(project)).toEqual([])
  await enterConstruction(project)
  const tests = await readTests(project)
  expect(tests.map(({ spaceId, itemKey, result }) => [spaceId, itemKey, result])).toEqual([
    [space.id, 'AP-100', 4],
    [space.id, 'AP-101', 4],
    [space.id, 'VP-100', 4],
  ])
  expect(tests[0]).toMatchObject({ method: 'Listen', expected: '60', unit: 'dB', category: 1, tester: null, observation: null })
  await createSpace(app, project, { spaceTemplateId: template.id })
  expect((await admin('POST', at(project, '/Fill'), {})).body).toEqual({ created: 3 })
  expect((await admin('POST', at(project, '/Fill'), {})).body).toEqual({ created: 0 })
})

it('stores results, and makes one observation of a failed test', async () => {
  const { project, space } = await createTested()
  await enterConstruction(project)
  const path = at(project, `/${space.id}/AP-100`)
  const failed = await admin('PUT', path, { result: 2, measured: '54', note: 'Hum' })
  expect(failed.body).toMatchObject({ result: 2, measured: '54', note: 'Hum', tester: { id: admin.userId }, rowVersion: 2 })
  expect((await admin('PUT', path, { result: 1, rowVersion: 1 })).body.detail).toBe('stale')
  expect((await admin('PUT', path, { result: 5 })).status).toBe(400)
  expect((await admin('PUT', at(project, `/${space.id}/XX-1`), { result: 1 })).status).toBe(404)
  expect((await admin('POST', at(project, `/${space.id}/AP-101/Observation`), {})).status).toBe(409)
  const made = await admin('POST', `${path}/Observation`, { severity: 4 })
  expect(made.body).toMatchObject({
    title: 'AP-100 Test AP-100: expected 60 dB, measured 54 dB',
    space: { id: space.id },
    severity: 4,
    note: 'Hum',
  })
  expect((await admin('POST', `${path}/Observation`, {})).body.message).toContain(made.body.number)
  expect((await readTests(project, { results: [2] })).map(({ observation }) => observation.number)).toEqual([made.body.number])
  await admin('PUT', path, { result: 4, measured: null })
  expect((await readTests(project))[0]).toMatchObject({ tester: null, testDate: null, measured: null, note: 'Hum' })
  const reader = await app.signInAs(['Projects.View', 'ProjectNotes.View'])
  expect((await reader('PUT', path, { result: 1 })).status).toBe(403)
})

it('counts what is open, and lets the project close', async () => {
  const { project, space } = await createTested()
  const closeout = async () => (await admin('GET', `/api/projects/${project.id}/Closeout`)).body
  expect(await closeout()).toMatchObject({ testsMissing: 0, canClose: true })
  await enterConstruction(project)
  await admin('PUT', at(project, `/${space.id}/AP-100`), { result: 2 })
  await admin('PUT', at(project, `/${space.id}/AP-101`), { result: 3 })
  const send = (path: string, body: Row) => createRow(app, `/api/projects/${project.id}/${path}`, body)
  const observations = [await send('Observations', { title: 'A', severity: 1 }), await send('Observations', { title: 'B', severity: 4 })]
  await admin('PUT', `/api/projects/${project.id}/Observations/${observations[1]!.id}/Ready`, {})
  await send('Submittals', { title: 'S' })
  await send('Rfis', { subject: 'Q', question: 'Q' })
  const answer = await closeout()
  expect(answer).toEqual({
    openObservations: { note: 1, minor: 0, major: 0, safety: 1 },
    testsFailed: 1,
    testsMissing: 1,
    submittalsNotClosed: 1,
    rfisOpen: 1,
    canClose: false,
  })
  const rows = async (path: string) => (await admin('GET', `/api/projects/${project.id}/${path}`)).body.items
  expect(
    closeoutOf({
      observations: await rows('Observations'),
      tests: await rows('Verification'),
      submittals: await rows('Submittals'),
      rfis: await rows('Rfis'),
    }),
  ).toEqual(answer)
  expect((await admin('PUT', `/api/projects/${project.id}/Close`, {})).status).toBe(200)
  expect((await admin('PUT', at(project, `/${space.id}/AP-100`), { result: 1 })).status).toBe(409)
})

it('answers the bundle of a phone with an ETag', async () => {
  const { project, space } = await createTested()
  const path = `/api/projects/${project.id}/SiteBundle`
  const first = await admin('GET', path)
  expect(first.body).toMatchObject({ project: { id: project.id }, spaces: [{ id: space.id }, {}], observations: [], plans: [] })
  const etag = first.headers.get('etag') ?? ''
  expect((await admin('GET', path, undefined, { headers: { 'If-None-Match': etag } })).status).toBe(304)
  await createRow(app, `/api/projects/${project.id}/Observations`, { title: 'New', spaceId: space.id })
  const changed = await admin('GET', path, undefined, { headers: { 'If-None-Match': etag } })
  expect([changed.status, changed.body.observations.length]).toEqual([200, 1])
  expect((await (await app.signInAs(['ProjectNotes.View']))('GET', path)).status).toBe(404)
})
