import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import {
  activateProject,
  addToAccessList,
  createLine,
  createProduct,
  createProject,
  createSpace,
} from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { timeoutMs } from '../../../test/kit/timeouts.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
const { admin } = app

const readDesignCheck = async (project: AnyRow, caller = admin) =>
  (await caller('GET', `/api/projects/${project.id}/DesignCheck`)).body as AnyRow
const waive = (project: AnyRow, key: string, reason = 'Agreed on site', caller = admin) =>
  caller('POST', `/api/projects/${project.id}/DesignCheck/Waive`, { key, reason })
const findingKeys = ({ findings }: AnyRow) => findings.map(({ key }: AnyRow) => key)
const found = ({ findings }: AnyRow, key: string): AnyRow | undefined => findings.find((finding: AnyRow) => finding.key === key)
const ac = (watts: number) => [{ type: 1, availability: 2, watts, quantity: 1 }]

async function setUp(more: AnyRow = {}) {
  const project = await createProject(app)
  const space = await createSpace(app, project, { spaceNumber: '201', ...more })
  const product = await createProduct(app, { heatLoadWatts: 10, powerSpecs: ac(1000), diagonalIn: 98 })
  const line = await createLine(app, space, product, { quantity: 2 })
  const circuit = (await admin('POST', `/api/spaces/${space.id}/Circuits`, { panel: 'L2', number: '14' })).body as AnyRow
  const put = (more: AnyRow) =>
    admin('PUT', `/api/spaces/${space.id}/Equipment/${line.id}`, {
      quantity: 2,
      provider: line.provider,
      installer: line.installer,
      areaGroupId: line.areaGroup?.id,
      ...more,
    })
  return { project, space, product, line, circuit, put }
}

it('checks the current spaces, lines, circuits, displays and limits', async () => {
  const { project, space, circuit, put } = await setUp({ farthestViewerFt: 36, limits: { watts: 15 } })
  await put({ circuitId: circuit.id })
  const answer = await readDesignCheck(project)
  expect(answer).toMatchObject({
    spacesCount: 1,
    counts: { error: 2, warning: 1, info: 0, waived: 0 },
    circuits: [{ id: circuit.id, amps: 16.67, mostAmps: 16 }],
  })
  expect(found(answer, `circuits.c${circuit.id}`)).toMatchObject({
    rule: 'circuits',
    grade: 'error',
    text: 'L2-14 carries 16.67 A of 20 A; 2 circuits are needed',
    where: { space: { id: space.id, spaceNumber: '201' }, link: `/projects/${project.id}/spaces/${space.id}/circuits` },
    figure: { value: 83.4, limit: 80, unit: '%', isLeast: false },
    waivedBy: null,
  })
  expect(found(answer, `budgets.s${space.id}.watts`)).toMatchObject({ grade: 'error', figure: { value: 20, limit: 15 } })
  expect(answer.findings.at(-1)).toMatchObject({ rule: 'displays', grade: 'warning', figure: { value: 48, limit: 54, isLeast: true } })
  await admin('PUT', `/api/spaces/${space.id}/SetStatus`, { status: 4 })
  expect(await readDesignCheck(project)).toMatchObject({ findings: [], spacesCount: 0 })
})

it('ignores a deleted circuit and counts its lines as missing', async () => {
  const { project, space, circuit, put } = await setUp({ farthestViewerFt: 10 })
  await put({ circuitId: circuit.id })
  expect(findingKeys(await readDesignCheck(project))).toEqual([`circuits.c${circuit.id}`])
  await admin('DELETE', `/api/spaces/${space.id}/Circuits/${circuit.id}`)
  const { findings } = await readDesignCheck(project)
  expect(findings).toMatchObject([{ key: `circuits.s${space.id}`, grade: 'info' }])
})

it('waives a finding with a reason until its values change, and reopens it', async () => {
  const { project, circuit, put } = await setUp({ farthestViewerFt: 10 })
  await put({ circuitId: circuit.id })
  const key = `circuits.c${circuit.id}`
  expect((await waive(project, key)).status).toBe(204)
  const waived = await readDesignCheck(project)
  expect(waived).toMatchObject({ counts: { error: 0, waived: 1 } })
  expect(found(waived, key)).toMatchObject({ reason: 'Agreed on site', waivedBy: { id: admin.userId } })
  await put({ circuitId: circuit.id, notes: 'Behind the lectern' })
  expect((await readDesignCheck(project)).counts).toMatchObject({ error: 0, waived: 1 })
  await put({ circuitId: circuit.id, quantity: 3 })
  expect(found(await readDesignCheck(project), key)).toMatchObject({ waivedBy: null, reason: null })
  await put({ circuitId: circuit.id })
  expect(found(await readDesignCheck(project), key)).toMatchObject({ reason: 'Agreed on site' })
  expect((await waive(project, key, 'Two more are planned')).status).toBe(204)
  expect(found(await readDesignCheck(project), key)).toMatchObject({ reason: 'Two more are planned' })
  const path = `/api/projects/${project.id}/DesignCheck/Waive/${key}`
  expect((await admin('DELETE', path)).status).toBe(204)
  expect((await readDesignCheck(project)).counts).toMatchObject({ error: 1, waived: 0 })
  expect((await admin('DELETE', path)).status).toBe(404)
  const titles = (await admin('GET', `/api/projects/${project.id}/ActivityLogs`)).body.items.map(({ title }: AnyRow) => title)
  expect(titles).toContain('Finding waived: L2-14 carries 16.67 A of 20 A; 2 circuits are needed')
  expect(titles).toContain('Finding reopened')
})

it('rejects unknown findings, empty reasons and closed projects', async () => {
  const { project, circuit } = await setUp()
  expect(await waive(project, 'circuits.c1')).toMatchObject({ status: 400, body: { fields: { key: ['Finding not found.'] } } })
  expect((await waive(project, `circuits.s${circuit.spaceId}`, '')).status).toBe(400)
  await activateProject(app, project)
  await admin('PUT', `/api/projects/${project.id}/Close`, {})
  expect((await waive(project, `circuits.s${circuit.spaceId}`)).status).toBe(409)
  expect((await readDesignCheck(project)).findings.length).toBeGreaterThan(0)
})

it('requires access to the project and its equipment, and update permission to waive', async () => {
  const { project, space } = await setUp()
  const key = `circuits.s${space.id}`
  const viewer = await app.signInAs(['Projects.View', 'ProjectEquipment.View'])
  expect(findingKeys(await readDesignCheck(project, viewer))).toContain(key)
  expect((await waive(project, key, 'No', viewer)).status).toBe(403)
  const nobody = await app.signInAs(['Projects.View'])
  expect((await nobody('GET', `/api/projects/${project.id}/DesignCheck`)).status).toBe(403)
  await addToAccessList(app, project, admin.userId)
  const outsider = await app.signInAs(['Projects.View', 'ProjectEquipment.View', 'ProjectEquipment.Update'])
  expect((await outsider('GET', `/api/projects/${project.id}/DesignCheck`)).status).toBe(404)
  expect((await waive(project, key, 'No', outsider)).status).toBe(404)
})

it('checks a project of 5,000 lines in less than a second', async () => {
  const { project, space, product } = await setUp()
  const group = space.areaGroups[0].id
  await app.sql(
    `insert into space_equipment (project_id, space_id, area_group_id, equipment_id, quantity, provider, installer)
     select $1, $2, $3, $4, 1, 'AVV', 'AVV' from generate_series(1, 5000)`,
    [project.id, space.id, group, product.id],
  )
  await readDesignCheck(project)
  const began = performance.now()
  const answer = await readDesignCheck(project)
  expect(performance.now() - began).toBeLessThan(timeoutMs(1000))
  expect(found(answer, `circuits.s${space.id}`)).toMatchObject({
    text: expect.stringContaining('5,001 lines with AC power are not on a circuit'),
  })
})

it('exports every finding with its values, source, waiver reason and user', async () => {
  const { project, circuit, put } = await setUp({ farthestViewerFt: 36, limits: { watts: 15 } })
  await put({ circuitId: circuit.id })
  expect((await waive(project, `circuits.c${circuit.id}`, 'Never at full load')).status).toBe(204)
  const { status, body: task } = await admin('GET', `/api/projects/${project.id}/DesignCheck/Export`)
  expect(status, JSON.stringify(task)).toBe(202)
  const { url, fileName } = await waitForFile(admin, task.id)
  expect(fileName).toMatch(/ - Design check \d{4}-\d\d-\d\d\.xlsx$/)
  const rows = readWorkbook((await admin('GET', url)).body)[0]?.rows.map(({ values }) => values) ?? []
  const head = rows.findIndex(([first]) => first === 'Grade')
  const { findings } = await readDesignCheck(project)
  expect(rows.slice(head + 1).map((row) => row[2])).toEqual(findings.map(({ text }: AnyRow) => text))
  const waived = rows.find((row) => String(row[2]).startsWith('L2-14'))
  expect(waived?.slice(0, 2)).toEqual(['Error', 'Circuits'])
  expect(waived?.slice(5, 8)).toEqual([83.4, 80, '%'])
  expect([waived?.[9], waived?.[11]]).toEqual([expect.any(String), 'Never at full load'])
  const other = rows.find((row) => row[0] === 'Error' && row !== waived)
  expect(other).toBeDefined()
  expect(other?.[9] ?? null).toBeNull()
})
