import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { activateProject, createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Permission } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'
import { revisions } from './revisions.ts'

const app = await startApp()
const { admin } = app
const at = (project: AnyRow, tail = '') => `/api/projects/${project.id}/Revisions${tail}`
const issue = (project: AnyRow, more: AnyRow = {}) =>
  createRow(app, at(project), { code: uniqueName('R'), title: 'Design development', issueDate: '2026-06-12', ...more })
const compare = async (project: AnyRow, query: AnyRow, caller = admin) => caller('GET', at(project, '/Compare'), undefined, { query })

let shared: AnyRow
entityContract(revisions, app, {
  valid: { code: 'DD100', title: 'Design development', issueDate: '2026-06-12', phase: 'DD', note: 'For the client' },
  invalid: [
    ['code', '', messages.required],
    ['code', 'x'.repeat(21), messages.maxLength(20)],
    ['title', '', messages.required],
    ['issueDate', '2026-02-30', messages.date],
  ],
  parentId: async () => {
    shared ??= await createProject(app)
    return shared.id
  },
  as: (names: readonly Permission[]) => app.signInAs([...names, 'Projects.View', 'ProjectReports.BOM']),
})

async function changed() {
  const project = await createProject(app)
  const [hall, lobby] = [await createSpace(app, project, { spaceNumber: '201' }), await createSpace(app, project)]
  const [screen, speaker, panel, other] = [
    await createProduct(app, { msrpPrice: 1000 }),
    await createProduct(app, { msrpPrice: 395.1 }),
    await createProduct(app, { msrpPrice: 2600 }),
    await createProduct(app, { msrpPrice: 3100 }),
  ]
  const grows = await createLine(app, hall, speaker, { quantity: 12 })
  const removedLine = await createLine(app, lobby, panel, { quantity: 2 })
  const keptLine = await createLine(app, hall, screen)
  const revision = await issue(project)
  const line = (space: AnyRow, { id }: AnyRow) => `/api/spaces/${space.id}/Equipment/${id}`
  expect((await admin('PUT', line(hall, grows), { quantity: 16, provider: 'AVV', installer: 'AVV' })).status).toBe(200)
  expect((await admin('DELETE', line(lobby, removedLine))).status).toBe(204)
  const addedLine = await createLine(app, lobby, other, { quantity: 1 })
  return { project, revision, hall, lobby, grows, goes: removedLine, stays: keptLine, comes: addedLine, screen }
}

it('lists differences from today, with a sum equal to the card', async () => {
  const { project, revision, grows, goes: removedLine, comes: addedLine } = await changed()
  const { body } = await compare(project, { from: revision.id })
  const kinds = new Map(body.changes.map(({ lineId, kinds, delta }: AnyRow) => [lineId, [...kinds, delta]]))
  expect(Object.fromEntries(kinds)).toEqual({
    [grows.id]: ['quantity', 1580.4],
    [removedLine.id]: ['removed', -5200],
    [addedLine.id]: ['added', 3100],
  })
  const now = (await admin('GET', `/api/projects/${project.id}`)).body
  expect(body.sums).toMatchObject({ from: revision.totalMsrpPrice, to: now.totalMsrpPrice, delta: -519.6, totalDelta: -649.5 })
  expect(body).toMatchObject({ spaces: 2, changedSpaces: 2, clientBudget: null, from: { id: revision.id }, to: { id: null } })
})

it('resolves a date to the latest revision on it, and returns which', async () => {
  const { project, revision } = await changed()
  const later = await issue(project, { issueDate: '2026-08-01', code: uniqueName('L') })
  await issue(project, { issueDate: '2026-08-01', code: uniqueName('M') })
  const same = async (day: string, id: number, query: AnyRow = {}) => {
    const { body, status } = await compare(project, { from: day, ...query })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.from).toMatchObject({ id, day })
    const { from: _, ...named } = (await compare(project, { from: id, ...query })).body
    expect(body).toMatchObject(named)
  }
  await same('2026-06-12', revision.id)
  await same('2026-07-31', revision.id)
  await same('2026-07-31', revision.id, { to: later.id })
  const both = (await compare(project, { from: '2026-06-20', to: '2026-08-01' })).body
  expect([both.from.id, both.to.code]).toEqual([revision.id, expect.stringContaining('M')])
  const today = new Date().toISOString().slice(0, 10)
  expect((await compare(project, { from: revision.id, to: today })).body.to).toMatchObject({ id: null, day: null, title: 'Today' })
  const refusals: [string, string][] = [
    ['2026-06-11', `Nothing had been issued by 2026/06/11. ${revision.code} of 2026/06/12 was the first.`],
    ['2126-01-01', '2126/01/01 is in the future.'],
    ['2026-02-30', messages.date],
    ['tomorrow', 'Enter the id of a revision or a day such as 2026-06-12!'],
  ]
  for (const [from, why] of refusals) expect((await compare(project, { from })).body.fields).toEqual({ from: [why] })
  const exportAnswer = await admin('GET', at(project, '/Compare/Export'), undefined, { query: { from: '2026-07-31' } })
  const [sheet] = readWorkbook((await admin('GET', (await waitForFile(admin, exportAnswer.body.id)).url)).body)
  expect(sheet!.rows.find(({ values }) => values[0] === 'From')?.values[1]).toBe(
    `${revision.code}, 2026/06/12, Design development, the latest on 2026/07/31`,
  )
})

it('finds the last two revisions that differ in what the user may see', async () => {
  const project = await createProject(app)
  const [hall, screen] = [await createSpace(app, project), await createProduct(app, { msrpPrice: 1000 })]
  const sides = async (query: AnyRow = {}, caller = admin) =>
    (await caller('GET', at(project, '/Compare/Sides'), undefined, { query })).body
  expect(await sides()).toEqual({ from: null, to: null })
  const first = await issue(project)
  expect(await sides()).toEqual({ from: first.id, to: null })
  await createLine(app, hall, screen)
  const second = await issue(project, { issueDate: '2026-07-01' })
  expect(await sides()).toEqual({ from: first.id, to: second.id })

  // A revision with equal lines is passed over, and so is one that differs only in prices for a user who may not see them.
  const { id, tag, model, manufacture, category } = screen
  const same = await issue(project, { issueDate: '2026-07-02' })
  await admin('PUT', `/api/equipments/${id}`, { tag, model, manufactureId: manufacture.id, categoryId: category.id, msrpPrice: 900 })
  const third = await issue(project, { issueDate: '2026-07-03' })
  expect(await sides({ issue: same.id })).toEqual({ from: first.id, to: same.id })
  expect(await sides()).toEqual({ from: same.id, to: third.id })
  expect(await sides({}, await app.signInAs(['Projects.View', 'ProjectReports.View']))).toEqual({ from: first.id, to: third.id })
  expect(await sides({ issue: first.id })).toEqual({ from: first.id, to: null })

  expect((await sides({ issue: 999_999 })).fields).toEqual({ issue: ['Revision not found.'] })
  const outsider = await app.signInAs(['Projects.View', 'ProjectReports.View'], { isNew: true })
  await app.sql('insert into project_access_entries (project_id, user_id) values ($1, $2)', [project.id, app.admin.userId])
  expect((await outsider('GET', at(project, '/Compare/Sides'))).status).toBe(404)
})

it('exports a workbook with the rows and sums of the page', async () => {
  const { project, revision } = await changed()
  const exportAnswer = await admin('GET', at(project, '/Compare/Export'), undefined, { query: { from: revision.id } })
  expect(exportAnswer.status).toBe(202)
  const exportFile = await waitForFile(admin, exportAnswer.body.id)
  expect(exportFile.fileName).toContain(`Changes ${revision.code} to Today`)
  const [sheet] = readWorkbook((await admin('GET', exportFile.url)).body)
  const rows = sheet!.rows.map(({ values }) => values)
  const header = rows.findIndex((values) => values[0] === 'Change')
  expect(rows[header]?.at(-1)).toBe('Difference')
  const kinds = rows
    .slice(header)
    .flatMap(([kind, , , , , , before, now]) => (/^(Added|Removed|Quantity)$/.test(String(kind)) ? [[kind, before, now]] : []))
  expect(kinds.toSorted()).toEqual([
    ['Added', null, 1],
    ['Quantity', 12, 16],
    ['Removed', 2, null],
  ])
  const total = rows.find((values) => String(values[0]).startsWith('Difference, MSRP'))
  expect(total?.at(-1)).toBe(-519.6)
})

it('is immutable under later changes of rooms, prices and products', async () => {
  const { project, revision, hall, screen } = await changed()
  const before = await issue(project)
  const first = (await compare(project, { from: revision.id, to: before.id })).body
  const { id, tag, model, manufacture, category } = screen
  const body = { tag, model, manufactureId: manufacture.id, categoryId: category.id, msrpPrice: 900 }
  expect((await admin('PUT', `/api/equipments/${id}`, body)).status).toBe(200)
  expect((await admin('DELETE', `/api/spaces/${hall.id}`)).status).toBe(204)
  expect((await compare(project, { from: revision.id, to: before.id })).body).toEqual(first)
  const undone = (await compare(project, { from: before.id, to: revision.id })).body
  expect(undone.sums.delta).toBe(-first.sums.delta)
  expect((await admin('GET', at(project, `/${revision.id}`))).body).toEqual(revision)
})

it('stores spaces, area groups, lines, units, racks and documents, compressed', async () => {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  const group = await createRow(app, `/api/spaces/${space.id}/AreaGroups`, { name: 'Lectern' })
  const product = await createProduct(app, { isRackMountable: true, rackUnits: 1 })
  await createLine(app, space, product, { quantity: 40, areaGroupId: group.id })
  const rack = await createRow(app, `/api/projects/${project.id}/Racks`, { name: 'R-01' })
  const [unit] = (await admin('GET', `/api/projects/${project.id}/Units`)).body.items
  const placements = [{ unitId: unit.id, startRU: 4 }]
  expect((await admin('PUT', `/api/projects/${project.id}/Racks/Placements`, { racks: [{ rackId: rack.id, placements }] })).status).toBe(
    200,
  )
  const sheet = `insert into drawing_documents (project_id, document_type, associate_type, title, sequence, layout, number) values ($1, 11, 0, 'Detail', 1, 1, 'D-1')`
  await app.sql(sheet, [project.id])
  const { id, spaceCount, equipmentCount } = await issue(project)
  expect([spaceCount, equipmentCount]).toEqual([1, 40])
  const [stored] = await app.sql(
    `select contents, pg_column_size(contents) as size, length(contents::text) as length from revision_contents where revision_id = $1`,
    [id],
  )
  const { spaces, areaGroups, lines, units, racks, documents } = stored!.contents
  expect(spaces).toMatchObject([{ id: space.id, name: space.name }])
  expect(areaGroups.map(({ name }: AnyRow) => name)).toContain('Lectern')
  expect(lines).toMatchObject([{ areaGroup: 'Lectern', tag: product.tag, quantity: 40, unitPrice: 10_000 }])
  expect(units).toHaveLength(40)
  expect(racks).toMatchObject([{ name: 'R-01', placements: [{ unitId: unit.id, startRU: 4 }] }])
  expect(documents).toMatchObject([{ number: 'D-1' }])
  expect(stored!.size).toBeLessThan(stored!.length / 2)
})

it('hides money without BOM permission, and the budget without budget permission', async () => {
  const { project, revision, screen } = await changed()
  const { tag, model, manufacture, category } = screen
  const body = { tag, model, manufactureId: manufacture.id, categoryId: category.id, msrpPrice: 900 }
  await admin('PUT', `/api/equipments/${screen.id}`, body)
  const rights: Permission[] = ['Projects.View', 'ProjectReports.View']
  const blind = await app.signInAs(rights)
  const shown = (await compare(project, { from: revision.id }, blind)).body
  expect(shown.changes.flatMap(({ kinds }: AnyRow) => kinds).toSorted()).toEqual(['added', 'quantity', 'removed'])
  expect(JSON.stringify(shown)).not.toMatch(/price|delta|sums|categories|budget/i)
  expect((await blind('GET', at(project, `/${revision.id}`))).body).not.toHaveProperty('totalMsrpPrice')
  const buyer = await app.signInAs([...rights, 'ProjectReports.BOM'])
  const priced = (await compare(project, { from: revision.id }, buyer)).body
  expect(priced.changes.flatMap(({ kinds }: AnyRow) => kinds)).toContain('price')
  expect(priced).not.toHaveProperty('clientBudget')
})

it('requires a unique code per project, and rejects unknown ids and closed projects', async () => {
  const [project, other] = [await createProject(app), await createProject(app)]
  const { code, id } = await issue(project)
  const again = { code: code.toLowerCase(), title: 'Again', issueDate: '2026-06-13' }
  expect((await admin('POST', at(project), again)).status).toBe(409)
  await issue(other, { code })
  expect((await compare(other, { from: id })).body.fields).toEqual({ from: ['Revision not found.'] })
  expect((await compare(project, { from: id, to: 999_999 })).body.fields).toEqual({ to: ['Revision not found.'] })
  await activateProject(app, project)
  expect((await admin('PUT', `/api/projects/${project.id}/Close`, {})).status).toBe(200)
  expect((await admin('POST', at(project), { ...again, code: 'LATE' })).status).toBe(409)
  expect((await compare(project, { from: id })).status).toBe(200)
})
