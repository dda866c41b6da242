import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { startApp } from '../../../test/kit/start.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
const admin = app.admin

const createAt = async (path: string, body: object) => {
  const answer = await admin('POST', `/api/${path}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}

const job = await (async () => {
  const maker = await createAt('Manufactures', { name: 'Bom Maker' })
  const categories = (await admin('GET', '/api/categories?itemsPerPage=-1')).body.items
  const categoryId = (number: number) => categories.find((item: { number: number }) => item.number === number).id
  const equipment = (tag: string, model: string, category: number, msrpPrice: number) =>
    createAt('equipments', { tag, model, manufactureId: maker.id, categoryId: categoryId(category), msrpPrice })
  const display = await equipment('DIS-1', '=2+3 Display', 30, 1500)
  const speaker = await equipment('SPK-1', 'Speaker 1', 12, 250.5)
  const client = await createAt('clients', { name: 'Bom Client', abbreviatedName: 'BOMC' })
  const project = await createAt('projects', { name: 'Bom: "tower" / 1', clientId: client.id, installationFactor: 0.3 })
  const [building] = (await admin('GET', `/api/projects/${project.id}/Buildings`)).body.items
  const [level] = (await admin('GET', `/api/buildings/${building.id}/Levels`)).body.items
  const room = (name: string) => createAt('spaces', { projectId: project.id, levelId: level.id, name, spaceNumber: name })
  const item = await room('Room 1')
  const two = await room('Room 2')
  await createAt(`spaces/${item.id}/Equipment`, { equipmentId: display.id, quantity: 2 })
  await createAt(`spaces/${item.id}/Equipment`, { equipmentId: speaker.id, quantity: 4, provider: 'FBO', installer: 'IBO' })
  await createAt(`spaces/${two.id}/Equipment`, { equipmentId: display.id, quantity: 1 })
  return { project, one: item, two, room, equipment }
})()

async function report(body: object) {
  const { body: task, status } = await admin('POST', `/api/projects/${job.project.id}/Reports`, { reportType: 1, scope: 1, ...body })
  expect(status, JSON.stringify(task)).toBe(202)
  const reportFile = await waitForFile(admin, task.id)
  return { name: reportFile.fileName as string, book: readWorkbook((await admin('GET', reportFile.url)).body) }
}

it('sums a product over the rooms, in category order, with totals equal to the rows', async () => {
  expect((await admin('PUT', '/api/appSettings/general.companyName', { value: 'Halden Consult' })).status).toBe(200)
  const { name, book } = await report({ sheetOptions: [0, 1] })
  expect(name).toMatch(/^\d{6}-C Bom- -tower- - 1 - BOM \d{4}-\d\d-\d\d\.xlsx$/)
  expect(book.map((sheet) => sheet.name)).toEqual(['BOM', 'Spaces', 'Area Groups'])
  const rows = book[0]!.rows.map(({ values }) => values)
  expect(rows[0]).toEqual(['Firm', 'Halden Consult'])
  const header = rows.findIndex((values) => values[0] === '#')
  expect(rows[header]).toEqual([
    '#',
    'Tag',
    'Category',
    'Manufacturer',
    'Product Family',
    'Model',
    'Part Number',
    'Description',
    'Provider',
    'Installer',
    'Qty',
    'Unit MSRP',
    'Extended MSRP',
    'Availability',
    'Note',
  ])
  const products = rows.slice(header + 1).filter((values) => typeof values[0] === 'number')
  expect(
    products.map((values) => [values[1], values[5], values[8], values[9], values[10], values[11], values[12], values[14] ?? null]),
  ).toEqual([
    ['SPK-1', 'Speaker 1', 'FBO', 'IBO', 4, 250.5, 1002, 'Owner-furnished'],
    ['DIS-1', '=2+3 Display', 'AVV', 'AVV', 3, 1500, 4500, null],
  ])
  const total = (label: string) => rows.find((values) => String(values[1]).startsWith(label))!
  expect(total('Grand total').slice(10, 13)).toEqual([7, null, 5502])
  expect(total('Installation')[12]).toBe(1650.6)
  expect(total('Total')[12]).toBe(7152.6)
  const { totalPrice } = (await admin('GET', `/api/projects/${job.project.id}`)).body
  expect(totalPrice).toBe(7152.6)
})

it('includes selected rooms only and hides prices on request', async () => {
  const { book } = await report({ scope: 2, spaceIds: [job.two.id], options: { hidePrices: true } })
  const text = JSON.stringify(book)
  expect(text).not.toContain('1500')
  expect(text).not.toContain('SPK-1')
  expect(text).toContain('DIS-1')
})

it('rejects an empty scope, foreign rooms, an unknown grouping and missing permission', async () => {
  const requestReport = (body: object, caller = admin) =>
    caller('POST', `/api/projects/${job.project.id}/Reports`, { reportType: 1, scope: 1, ...body })
  expect((await requestReport({ scope: 2, spaceIds: [] })).body.errors).toEqual(['Select at least one!'])
  expect((await requestReport({ scope: 2, spaceIds: [999_999] })).body.errors).toEqual(['Select at least one!'])
  expect((await requestReport({ options: { groupBy: 'colour' } })).status).toBe(400)
  const reader = await app.signInAs(['Projects.View', 'ProjectReports.View', 'ProjectAccessList.Update'])
  expect((await requestReport({}, reader)).body).toMatchObject({ errorType: 'Forbidden', detail: 'ProjectReports.BOM' })
  const stranger = await app.signInAs(['Projects.View', 'ProjectReports.View', 'ProjectReports.BOM'])
  await app.sql('insert into project_access_entries (project_id, user_id) values ($1, $2)', [job.project.id, admin.userId])
  expect((await requestReport({}, stranger)).status).toBe(404)
})

it('has the specified file name for every scope, numbered if the user has one of that name', async () => {
  const own = async (body: object) => (await report(body)).name.replace(/^.* - |\.xlsx$/g, '').replace(/ \d{4}-\d\d-\d\d/, '')
  const before = new Set<string>()
  for (const scope of [{ scope: 1 }, { scope: 2, spaceIds: [job.one.id] }, { scope: 2, spaceIds: [job.one.id, job.two.id] }]) {
    const name = await own(scope)
    expect(name).toMatch(/^BOM(?: \(\d+\))?$/)
    before.add(name)
  }
  expect(before.size).toBe(3)
  const requestReport = () => admin('POST', `/api/projects/${job.project.id}/Reports`, { reportType: 1, scope: 1 })
  const names = (await Promise.all(Array.from({ length: 4 }, requestReport))).map(({ body }) => body.fileName)
  expect(new Set(names).size).toBe(4)
})

it('leaves unknown prices empty, and prints an agreed price of zero', async () => {
  const unknown = await job.equipment('UNK-1', 'Not priced', 30, 0)
  const three = await job.room('Room 3')
  await createAt(`spaces/${three.id}/Equipment`, { equipmentId: unknown.id, quantity: 2 })
  await createAt(`spaces/${three.id}/Equipment`, { equipmentId: unknown.id, quantity: 1, unitPriceOverride: 0 })
  const { book } = await report({ scope: 2, spaceIds: [three.id] })
  const rows = book[0]!.rows.map(({ values }) => values)
  const amounts = rows.filter((values) => values[1] === 'UNK-1').map((values) => [values[10], values[11] ?? null, values[12] ?? null])
  expect(amounts.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
    [1, 0, 0],
    [2, null, null],
  ])
  expect(rows.find((values) => String(values[1]).startsWith('Grand total'))!.slice(10, 13)).toEqual([3, null, 0])
  expect(JSON.stringify(book[0])).toContain('1 line has no price yet')
  const quote = (await admin('GET', `/api/spaces/${three.id}/MasterQuotes`)).body
  expect(quote.items.map(({ quantity, isAgreed }: { quantity: number; isAgreed: boolean }) => [quantity, isAgreed]).toSorted()).toEqual([
    [1, true],
    [2, false],
  ])
})
