import { expect, it } from 'vitest'
import type { AnyCall, Field } from '../src/model/kit/description.ts'
import { routes } from '../src/server/areas.ts'
import type { AnyRow } from '../src/server/kit/request/context.ts'
import { routeName } from './kit/entity-contract/subject.ts'
import { createPhase, createPhaseRecord, givenContract } from './kit/fixtures/contracts.ts'
import { createLine, createProduct, createProject, createSpace } from './kit/fixtures/projects.ts'
import { startApp } from './kit/start.ts'

const app = await startApp()
const { admin } = app

/** A stored row or document: a PUT at its own id, or at an address that can be read. A body of required lists replaces it whole. */
const changesStored = ({ method, path, body }: AnyCall) => {
  const isReadable = routes.some(({ call }) => call.method === 'GET' && call.path === path)
  const kept = Object.entries<Field>(body).filter(([key, field]) => key !== 'rowVersion' && key !== 'version' && field.isOptional)
  return method === 'PUT' && (isReadable || /\/:\w+$/.test(path)) && kept.length > 0
}

it('takes every update of something stored as a merge patch, and says so in the API document', async () => {
  const updates = routes.map(({ call }) => call).filter(changesStored)
  expect(updates.length).toBeGreaterThan(50)
  // Their optional property names the rows that the rest of the body is about.
  const selecting = ['PUT /actualHours/Week', 'PUT /spaces/:id/Diagram', 'PUT /wireCad/Requests/:id/Items']
  // Users and groups are one list, which is replaced whole: a group that stayed unnoticed would keep its access.
  const replacing = ['PUT /Manufactures/:id/AccessList', 'PUT /leads/:id/AccessList', 'PUT /projects/:id/AccessList']
  expect(
    updates
      .filter(({ isMergePatch }) => !isMergePatch)
      .map(routeName)
      .sort(),
  ).toEqual([...selecting, ...replacing].sort())
  const { paths } = (await app.call('GET', '/api/openapi.json')).body
  const schema = paths['/api/contracts/{id}/Phases/{phaseId}'].put.requestBody.content['application/json'].schema
  expect(schema.description).toMatch(/^JSON Merge Patch \(RFC 7396\)/)
  expect(schema.required).toBeUndefined()
})

const project = await createProject(app)
const contract = await givenContract(app, project)

/** Sends nothing, and then each of the values alone. Returns what differs from the row that was read first. */
async function changesOf(path: string, read: () => Promise<AnyRow>, values: AnyRow) {
  const relevant = ({ rowVersion: _, updateDate: __, version: ___, ...row }: AnyRow) => JSON.stringify(row)
  const before = relevant(await read())
  const changed: string[] = []
  for (const body of [{}, ...Object.entries(values).map(([key, value]) => ({ [key]: value }))]) {
    const { status, body: answer } = await admin('PUT', path, body)
    expect({ body, status, answer: status === 200 || answer }).toEqual({ body, status: 200, answer: true })
    if (relevant(await read()) !== before) changed.push(JSON.stringify(body))
  }
  return changed
}
const readAt = (path: string) => async () => (await admin('GET', path)).body

it('keeps the fields of a phase and of its hours that are not sent', async () => {
  const phase = await createPhase(app, contract, { name: 'Design', feeType: 2, fee: 1200.5, percentComplete: 40 })
  const phases = `/api/contracts/${contract.id}/Phases`
  const readPhase = async () => (await admin('GET', phases)).body.items.find(({ id }: AnyRow) => id === phase.id)
  const { name, fee, percentComplete, startDate } = phase
  expect(fee).toBe(1200.5)
  expect(await changesOf(`${phases}/${phase.id}`, readPhase, { name, fee, percentComplete, startDate })).toEqual([])
  expect((await admin('PUT', `${phases}/${phase.id}`, { percentComplete: null })).body.phase).toMatchObject({ fee, percentComplete: null })
  const months = { dateRangeType: 2, startMonth: '2026-05', endMonth: '2026-07' }
  expect((await admin('PUT', `${phases}/${phase.id}`, months)).status).toBe(200)
  expect((await admin('PUT', `${phases}/${phase.id}`, { endMonth: '2026-06' })).body.phase).toMatchObject({
    startDate: '2026-05-01',
    endDate: '2026-06-30',
  })

  const allocations = [
    { month: '2026-05', hours: 15 },
    { month: '2026-06', hours: 25 },
  ]
  const record = await createPhaseRecord(app, contract, phase, { allocations, note: 'Racks', sellRate: 200 })
  const at = `${phases}/${phase.id}/Records/${record.id}`
  const readRecord = async () => (await readPhase()).records.find(({ id }: AnyRow) => id === record.id)
  expect(await changesOf(at, readRecord, { note: 'Racks', hours: 40, sellRate: 200, allocations })).toEqual([])
  // The months of 40 hours are not those of 50.
  expect((await admin('PUT', at, { hours: 50 })).body.record).toMatchObject({ hours: 50, allocations: [], note: 'Racks', sellRate: 200 })
})

it('keeps the fields of an equipment line that are not sent', async () => {
  const space = await createSpace(app, project)
  const values = { quantity: 3, label: 'Front', notes: 'High', installerName: 'ACME', unitPriceOverride: 12.34, isExisting: true }
  const line = await createLine(app, space, await createProduct(app), values)
  const read = async () =>
    (await admin('GET', `/api/projects/${project.id}/Equipment`)).body.items.find(({ id }: AnyRow) => id === line.id) ?? {}
  expect(await read()).toMatchObject(values)
  expect(await changesOf(`/api/spaces/${space.id}/Equipment/${line.id}`, read, values)).toEqual([])
})

it('keeps the rest of settings, budgets, lists and schedules', async () => {
  const documents: [path: string, values: AnyRow, read?: () => Promise<AnyRow>][] = [
    [`/api/projects/${project.id}/Budget`, { clientBudget: 5000, notes: 'Fixed', taxPercent: 8, lines: [{ name: 'Racks', amount: 100 }] }],
    [`/api/projects/${project.id}/Distances`, { slackPercent: 12, insideFt: 44 }],
    ['/api/PersonalSettings', { autoCreateDefaultAreaGroupInSpace: false, autoCollapseNavigationDrawerOnProjectOpen: true }],
    ['/api/inbox/Settings', { mail: 3 }],
    ['/api/account/profile', { phone: '555-0100', jobTitle: 'Designer' }, async () => (await admin('GET', '/api/account/me')).body],
  ]
  for (const [path, values, read = readAt(path)] of documents) {
    expect({ path, status: (await admin('PUT', path, values)).status }).toEqual({ path, status: 200 })
    expect({ path, changed: await changesOf(path, read, values) }).toEqual({ path, changed: [] })
  }
  for (const section of ['ResourceOffers', 'ShiftRequests', 'AccessGroups']) {
    const read = readAt('/api/dnaDefaults')
    expect(await changesOf(`/api/dnaDefaults/${section}`, read, {})).toEqual([])
  }
})
