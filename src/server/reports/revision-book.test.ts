import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { openWorkbook } from '../../../test/kit/workbook.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
const { admin } = app
const issue = (project: AnyRow) =>
  createRow(app, `/api/projects/${project.id}/Revisions`, { code: uniqueName('R'), title: 'Design', issueDate: '2026-06-12' })

const job = await (async () => {
  const categories = await app.sql('select id, number, name from categories')
  const category = (number: number) => categories.find((item) => item.number === number)
  const product = (number: number, msrpPrice: number) => createProduct(app, { categoryId: category(number)?.id, msrpPrice })
  const project = await createProject(app, { installationFactor: 0.3 })
  const [hall, lobby] = [await createSpace(app, project), await createSpace(app, project)]
  const front = await createRow(app, `/api/spaces/${hall.id}/AreaGroups`, { name: 'Front wall' })
  const [screen, wall, old, loud, other] = [
    await product(30, 1000),
    await product(30, 3000.5),
    await product(30, 500),
    await product(12, 395.1),
    await product(12, 700),
  ]
  const grows = await createLine(app, hall, screen, { quantity: 2 })
  const moves = await createLine(app, hall, wall)
  const removedLine = await createLine(app, lobby, await product(14, 2600))
  await createLine(app, lobby, old, { quantity: 2 })
  await createLine(app, hall, loud, { quantity: 12 })
  await createLine(app, hall, await product(71, 10), { quantity: 4 })
  const first = await issue(project)

  const put = async (path: string, body: AnyRow) => expect((await admin('PUT', `/api/${path}`, body)).status).toBe(200)
  const line = { provider: 'AVV', installer: 'AVV' }
  await put(`spaces/${hall.id}/Equipment/${grows.id}`, { ...line, quantity: 3 })
  await put(`spaces/${hall.id}/Equipment/${moves.id}`, { ...line, quantity: 1, areaGroupId: front.id })
  expect((await admin('DELETE', `/api/spaces/${lobby.id}/Equipment/${removedLine.id}`)).status).toBe(204)
  await createLine(app, lobby, wall, { quantity: 2 })
  const { tag, model, manufacture, category: loudCategory } = loud
  await put(`equipments/${loud.id}`, { tag, model, manufactureId: manufacture.id, categoryId: loudCategory.id, msrpPrice: 400 })
  const swap = { equipmentId: old.id, newEquipmentId: other.id, projectIds: [project.id] }
  const { token } = (await admin('POST', '/api/equipments/ReplaceEquipment', { ...swap, dryRun: true })).body
  expect((await admin('POST', '/api/equipments/ReplaceEquipment', { ...swap, token })).status).toBe(200)
  const second = await issue(project)

  await put(`spaces/${hall.id}/Equipment/${grows.id}`, { ...line, quantity: 9 })
  const query = { from: first.id, to: second.id }
  return { project, query, named: (number: number) => String(category(number)?.name), tags: { old: old.tag, other: other.tag } }
})()

const path = `/api/projects/${job.project.id}/Revisions/Compare`
async function exported(caller = admin): Promise<Buffer> {
  const { body, status } = await caller('GET', `${path}/Export`, undefined, { query: job.query })
  expect(status).toBe(202)
  return (await caller('GET', (await waitForFile(caller, body.id)).url)).body
}
function readSheetRows(file: Buffer, name: string) {
  const rows =
    readWorkbook(file)
      .find((sheet) => sheet.name === name)
      ?.rows.map(({ values }) => values) ?? []
  return rows.slice(rows.findIndex(([label]) => label === 'Author') + 1).filter((values) => values.length > 0)
}
const kindOf = /^(Added|Removed|Quantity|Price|Replaced|Moved)$/

it('lists every kind of difference between revisions with correct sums', async () => {
  const { sums, categories } = (await admin('GET', path, undefined, { query: job.query })).body
  const file = await exported()
  expect(readWorkbook(file).map(({ name }) => name)).toEqual(['Changes', 'By Category'])
  const changes = readSheetRows(file, 'Changes')
  const differences = changes.filter(([kind]) => kindOf.test(String(kind))).map((row) => [row[0], row[6] ?? null, row[7] ?? null, row[10]])
  expect(differences.toSorted()).toEqual([
    ['Added', null, 2, 6001],
    ['Moved', 1, 1, 0],
    ['Price', 12, 12, 58.8],
    ['Quantity', 2, 3, 1000],
    ['Removed', 1, null, -2600],
    ['Replaced', 2, 2, 400],
  ])
  expect(changes.find(([label]) => String(label).startsWith('Difference, MSRP'))?.[10]).toBe(4859.8)
  expect(changes.find(([kind]) => kind === 'Replaced')?.[1]).toBe(`${job.tags.old} → ${job.tags.other}`)

  // 12 x 395.10 became 12 x 400 and 2 x 700; 2 x 1,000, 2 x 500, and 3,000.50 became 3 x 1,000 and 3 x 3,000.50; 4 x 10 is unchanged.
  const money = [
    [job.named(12), 4741.2, 6200, 1458.8],
    [job.named(14), 2600, 0, -2600],
    [job.named(30), 6000.5, 12_001.5, 6001],
  ]
  expect(readSheetRows(file, 'By Category').slice(0, 7)).toEqual([
    ['Category', 'Before', 'Now', 'Difference'],
    ...money,
    ['Categories without a difference', 40, 40],
    ['MSRP without installation', 13_381.7, 18_241.5, 4859.8],
    ["With installation, as on the project's card", 17_396.21, 23_713.95, 6317.74],
  ])
  expect(categories.map(({ name, from, to, delta }: AnyRow) => [name, from, to, delta])).toEqual(money)
  expect(sums).toEqual({
    from: 13_381.7,
    to: 18_241.5,
    delta: 4859.8,
    fromTotal: 17_396.21,
    toTotal: 23_713.95,
    totalDelta: 6317.74,
  })
})

it('shades added rows green, removed rows red and changed rows yellow', async () => {
  const book = openWorkbook(await exported())
  const sheet = book.sheet('Changes')
  const rowOf = (kind: string) => [...sheet.cells].find(([cell, { value }]) => cell.startsWith('A') && value === kind)?.[0].slice(1)
  const fills = (kind: string, columns: string) => [...columns].map((column) => book.look(sheet, `${column}${rowOf(kind)}`).fill)
  const [green, red, yellow] = ['FFDDF1E4', 'FFF9DEDC', 'FFFFF1CC']
  expect(fills('Added', 'ABH')).toEqual([green, green, green])
  expect(fills('Removed', 'ABG')).toEqual([red, red, red])
  expect(fills('Quantity', 'BHJ')).toEqual([undefined, yellow, undefined])
  expect(fills('Price', 'BHJ')).toEqual([undefined, undefined, yellow])
  expect(fills('Replaced', 'BDH')).toEqual([yellow, yellow, undefined])
  expect(fills('Moved', 'BF')).toEqual([undefined, yellow])
})

it('hides money from users who may not see bills of materials', async () => {
  const file = await exported(await app.signInAs(['Projects.View', 'ProjectReports.View', 'DownloadCenter.View']))
  expect(readWorkbook(file).map(({ name }) => name)).toEqual(['Changes'])
  const rows = readSheetRows(file, 'Changes')
  expect(rows[0]).toEqual('Change,Tag,Manufacturer,Model,Space,Area Group,Qty Before,Qty Now'.split(','))
  const kinds = rows.map(([kind]) => String(kind)).filter((kind) => kindOf.test(kind))
  expect(kinds.toSorted()).toEqual(['Added', 'Moved', 'Quantity', 'Removed', 'Replaced'])
  expect(JSON.stringify(rows)).not.toMatch(/3000\.5|395\.1|4859\.8/)
})
