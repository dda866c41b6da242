import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createPhase, createPhaseRecord, givenContract, setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { createLine, createProduct, createProject, createSpace, firstLevel } from '../../../test/kit/fixtures/projects.ts'
import { createSpaceTemplate } from '../../../test/kit/fixtures/templates.ts'
import { officeFaults } from '../../../test/kit/office-faults.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { readWord } from '../../../test/kit/word.ts'
import { ReportScope, ReportSheetOption, ReportType } from '../../model/reports/enums.ts'
import { reportOffers, roundings } from '../../model/reports/report-calls.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'
import type { ReadCell } from '../tools/cell-formats.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'
import { openZip } from '../tools/zip-reading.ts'

const app = await startApp()
const { admin } = app
const { BOM, ExtendedBOM, OPC, AreaGroupsBOM, ClientProposal, RackElevations } = ReportType
const { AllSpaces, SelectedSpaces } = ReportScope
const { SpaceListSheet, AreaGroupsListSheet } = ReportSheetOption
const kinds = ReportType.values.map(({ value, label, format, hasPrices }) => {
  const offer = reportOffers[value]
  return { value, label, format, hasPrices, sheets: offer?.sheets ?? [], options: offer?.options ?? [] }
})

const job = await (async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><rect width="200" height="80" fill="#0f5f7a"/></svg>'
  const form = new FormData()
  form.set('file', new Blob([svg], { type: 'image/svg+xml' }), 'logo.svg')
  const file = (await admin('POST', '/api/files', form)).body
  await createRow(app, '/api/assets', { name: uniqueName('Logo'), category: 1, fileId: file.id })
  for (const [key, value] of [
    ['general.logoFileId', file.id],
    ['general.companyName', 'Halden Consult'],
  ])
    expect((await admin('PUT', `/api/appSettings/${key}`, { value })).status).toBe(200)

  await setDefaultRates(app)
  const project = await createProject(app)
  const rackable = { isRackMountable: true, rackUnits: 1 }
  const display = await createProduct(app, { msrpPrice: 4321.25 })
  const amplifier = await createProduct(app, { tag: 'AMP-7', msrpPrice: 10, ...rackable })
  const template = await createSpaceTemplate(app, { 'Front wall': [{ product: display, quantity: 2 }] })
  const hall = await createSpace(app, project, {
    name: 'Hall',
    spaceNumber: '10',
    spaceTemplateId: template.id,
    complexity: 4,
    area: 820.5,
    capacity: 64,
  })
  const lobby = await createSpace(app, project, { name: 'Lobby', spaceNumber: '9' })
  const line = await createLine(app, lobby, amplifier)
  const closed = await createSpace(app, project, { name: 'Closed off', spaceNumber: '299' })
  const only = await createProduct(app, { tag: 'ONLY-1', msrpPrice: 5, weightLb: 70 })
  await createLine(app, closed, only)
  for (const [space, name] of [
    [lobby, 'R-01'],
    [closed, 'R-CLOSED'],
  ] as const)
    await createRow(app, `/api/projects/${project.id}/Racks`, { name, spaceId: space.id, heightRU: 12 })
  await app.sql(`update space_equipment set rack_id = (select id from racks where name = 'R-01') where id = $1`, [line.id])
  for (const [space, number] of [
    [hall, 'I-1'],
    [closed, 'I-299'],
  ] as const)
    await createRow(app, `/api/projects/${project.id}/DrawingDocuments`, {
      documentType: 1,
      associateType: 1,
      associateId: space.id,
      number,
    })
  expect((await admin('PUT', `/api/spaces/${closed.id}/SetStatus`, { status: SpaceStatus.Cancelled })).status).toBe(200)
  const contract = await givenContract(app, project)
  await createPhaseRecord(app, contract, await createPhase(app, contract, { name: 'Documents' }))
  return { project, hall, lobby, closed, template, contract }
})()

const requestReport = (reportType: number, { options, ...more }: AnyRow = {}) => {
  const own = reportType === ClientProposal ? { contractId: job.contract.id } : {}
  const body = { reportType, scope: AllSpaces, ...more, options: { ...own, ...options } }
  return admin('POST', `/api/projects/${job.project.id}/Reports`, body)
}
async function downloadReport(reportType: number, more: AnyRow = {}): Promise<Buffer> {
  const { body, status } = await requestReport(reportType, more)
  expect(status, JSON.stringify(body)).toBe(202)
  return (await admin('GET', (await waitForFile(admin, body.id)).url)).body
}

function comparableBody(file: Buffer, format: string): string {
  if (format === 'docx') {
    const { headings, tables } = readWord(file)
    return JSON.stringify([headings, tables])
  }
  return JSON.stringify(readWorkbook(file).map(({ name, rows }) => [name, rows.slice(headEnd(rows.map(({ values }) => values)))]))
}
const headEnd = (rows: readonly (readonly ReadCell[])[]) => rows.findIndex(([label]) => label === 'Author') + 1
function readTable(file: Buffer, name: string) {
  const all =
    readWorkbook(file)
      .find((sheet) => sheet.name === name)
      ?.rows.map(({ values }) => values) ?? []
  const [heads = [], ...rows] = all.slice(headEnd(all)).filter((values) => values.length > 0)
  return { heads, rows: rows.map((values) => Object.fromEntries(heads.map((head, index) => [String(head), values[index] ?? null]))) }
}

it.each(kinds)('$label has firm name and title on every page, and is print-ready', async ({ value, label, format }) => {
  const file = await downloadReport(value)
  if (format === 'docx') {
    const word = readWord(file)
    expect(word.part('word/header1.xml')).toContain('descr="Logo of Halden Consult"')
    expect(word.part('word/header1.xml')).toContain('Halden Consult')
    expect(word.part('word/footer1.xml')).toMatch(/PAGE.* of .*NUMPAGES/s)
    expect(word.tables.length).toBeGreaterThan(1)
    expect(word.tables.filter(({ heads, title }) => heads !== 1 || !title)).toEqual([])
    expect(word.xml.match(/<w:cantSplit\/>/g)).toHaveLength(word.xml.match(/<w:tr>/g)?.length ?? 0)
    return
  }
  const zip = openZip(file, { entries: 500, unpackedBytes: 1e8, keepsCase: true })
  const part = (name: string) => zip.read(name)?.toString('utf8') ?? ''
  for (const [at, { name, rows }] of readWorkbook(file).entries()) {
    const xml = part(`xl/worksheets/sheet${at + 1}.xml`)
    expect.soft(part(`xl/drawings/drawing${at + 1}.xml`), name).toContain('descr="Logo of the firm"')
    expect.soft(part(`xl/drawings/_rels/drawing${at + 1}.xml.rels`), name).toMatch(/media\/image\d+\.(png|jpeg)/)
    expect.soft(Object.fromEntries(rows.slice(0, 7).map(({ values }) => [String(values[0]), values[1]])), name).toEqual({
      Firm: 'Halden Consult',
      Project: `${job.project.number} ${job.project.name}`,
      Client: job.project.client.name,
      Report: expect.stringMatching(new RegExp(`^${label}`)),
      Scope: 'All spaces (2)',
      Date: new Date().toISOString().slice(0, 10).replaceAll('-', '/'),
      Author: expect.stringMatching(/\S \S/),
    })
    expect.soft(xml, name).toMatch(new RegExp(`<oddFooter>&amp;L${job.project.number}.*Page &amp;P of &amp;N</oddFooter>`))
    expect.soft(xml, name).not.toMatch(/<f[ >/]/)
    expect.soft(xml, name).toMatch(/fitToWidth="\d"/)
    if (value === RackElevations && at > 0) continue
    expect.soft(part('xl/workbook.xml'), name).toContain(`name="_xlnm.Print_Titles" localSheetId="${at}"`)
    expect.soft(xml, name).toContain('state="frozen"')
    expect.soft(xml, name).toContain('orientation="landscape"')
  }
})

it.each(kinds.filter(({ options }) => options.includes('includeCancelled')))(
  '$label includes canceled spaces only when selected or requested',
  async ({ value, format }) => {
    const ofClosed = /Closed off|ONLY-1|R-CLOSED|I-299/
    expect(comparableBody(await downloadReport(value), format)).not.toMatch(ofClosed)
    expect(comparableBody(await downloadReport(value, { options: { includeCancelled: true } }), format)).toMatch(ofClosed)
    const chosen = { scope: SelectedSpaces, spaceIds: [job.closed.id] }
    expect(comparableBody(await downloadReport(value, chosen), format)).toMatch(ofClosed)
  },
)

it.each(kinds)('$label has the sheets it offers and rejects others', async ({ value, sheets, hasPrices }) => {
  for (const [option, name] of [
    [SpaceListSheet, 'Spaces'],
    [AreaGroupsListSheet, 'Area Groups'],
  ] as const) {
    if (!sheets.includes(option)) {
      expect((await requestReport(value, { sheetOptions: [option] })).body.fields, name).toEqual({
        sheetOptions: ['This value is not valid!'],
      })
      continue
    }
    const { heads, rows } = readTable(await downloadReport(value, { sheetOptions: [option] }), name)
    expect(rows.length, name).toBeGreaterThan(2)
    expect(heads.includes('MSRP'), name).toBe(hasPrices)
  }
})

it.each(kinds.filter(({ format }) => format === 'xlsx'))('$label hides prices on request, or rejects the option', async (kind) => {
  const { value, format, sheets: sheetOptions, options, hasPrices } = kind
  const prices = /4321\.25|8642\.5|\$/
  expect(prices.test(comparableBody(await downloadReport(value, { sheetOptions }), format))).toBe(hasPrices)
  const hidden = { sheetOptions, options: { hidePrices: true } }
  if (options.includes('hidePrices')) expect(comparableBody(await downloadReport(value, hidden), format)).not.toMatch(prices)
  else expect((await requestReport(value, hidden)).body.fields).toEqual({ 'options.hidePrices': ['This value is not valid!'] })
})

it('adds every space column to a bill of materials, with numbers in order', async () => {
  const { heads, rows } = readTable(await downloadReport(BOM, { sheetOptions: [SpaceListSheet] }), 'Spaces')
  const spaceHeaders = 'Building,Level,Space No.,Space,Template,Status,Complexity,Area (sq ft),Capacity,Area Groups,Equipment Qty,MSRP'
  expect(heads).toEqual(`${spaceHeaders},Created By,Created,Updated By,Updated`.split(','))
  expect(rows.map((row) => row.Space)).toEqual(['Lobby', 'Hall', '2 spaces'])
  const { createDate, updateDate, createdBy, status } = (await admin('GET', `/api/spaces/${job.hall.id}`)).body
  const person = `${createdBy.firstName} ${createdBy.lastName}`
  const row = rows.find(({ Space }) => Space === 'Hall')
  expect(row).toEqual({
    Building: job.project.buildings[0].name,
    Level: firstLevel(job.project).name,
    'Space No.': '10',
    Space: 'Hall',
    Template: job.template.name,
    Status: SpaceStatus.label(status),
    Complexity: 4,
    'Area (sq ft)': 820.5,
    Capacity: 64,
    'Area Groups': 'Front wall',
    'Equipment Qty': 2,
    MSRP: 8642.5,
    'Created By': person,
    Created: expect.anything(),
    'Updated By': person,
    Updated: expect.anything(),
  })
  const seconds = (value: unknown) => new Date(value instanceof Date || typeof value === 'string' ? value : Number.NaN).getTime() / 1000
  expect(seconds(row?.Created)).toBeCloseTo(seconds(createDate), 0)
  expect(seconds(row?.Updated)).toBeCloseTo(seconds(updateDate), 0)
})

it('shows the building, level, space, area group and rack of a line', async () => {
  const spaceCells = { Building: job.project.buildings[0].name, Level: firstLevel(job.project).name }
  const lines = readTable(await downloadReport(ExtendedBOM), 'Extended BOM').rows
  expect(lines.find(({ Tag }) => Tag === 'AMP-7')).toMatchObject({ ...spaceCells, 'Space No.': '9', Space: 'Lobby', Rack: 'R-01', RU: 1 })
  expect(lines.find(({ Qty, Tag }) => Qty === 2 && Tag)).toMatchObject({ ...spaceCells, 'Area Group': 'Front wall', Rack: null })
  const parts = readTable(await downloadReport(AreaGroupsBOM), 'Area Groups BOM').rows
  expect(parts.find(({ Tag }) => Tag === 'AMP-7')).toMatchObject({ ...spaceCells, Space: '9 Lobby', 'Area Group': 'No Area Group' })
  expect(parts.find(({ Tag }) => Tag === 'Subtotal Front wall')).toMatchObject({ Qty: 2, 'Extended MSRP': 8642.5 })
})

it('starts a page per space only on request', async () => {
  const breaks = async (options: AnyRow) => {
    const zip = openZip(await downloadReport(AreaGroupsBOM, { options }), { entries: 500, unpackedBytes: 1e8 })
    return zip.read('xl/worksheets/sheet1.xml')?.toString('utf8').match(/<brk /g)?.length ?? 0
  }
  expect(await breaks({ onePagePerSpace: true })).toBe(1)
  expect(await breaks({})).toBe(0)
})

it('rounds an opinion of probable cost up as requested, and shows lines only on request', async () => {
  const amountsOf = async (options: AnyRow) => {
    const file = await downloadReport(OPC, { options })
    const { rows } = readTable(file, 'Summary')
    const amount = (label: string) => rows.find(({ Cost }) => Cost === label)?.Amount
    return { total: amount('Total'), rounded: amount('Rounded'), sheets: readWorkbook(file).map(({ name }) => name) }
  }
  const { total, rounded, sheets } = await amountsOf({})
  // 8,652.50 of hardware and a quarter of it for each line: 2,160.63 and 2.50.
  expect([total, rounded]).toEqual([10_815.63, undefined])
  expect(sheets).not.toContain('Detail')
  for (const roundTo of roundings)
    expect(await amountsOf({ roundTo })).toMatchObject({ total, rounded: Math.ceil(10_815.63 / roundTo) * roundTo })
  expect((await amountsOf({ showUnitDetail: true })).sheets).toContain('Detail')
})

it('groups a bill of materials as requested', async () => {
  const groupsBy = async (groupBy: string) =>
    readTable(await downloadReport(BOM, { options: { groupBy } }), 'BOM')
      .rows.map(({ Tag }) => String(Tag))
      .filter((tag) => tag.startsWith('Subtotal '))
  expect(await groupsBy('provider')).toEqual(['Subtotal AVV'])
  expect(await groupsBy('manufacturer')).toHaveLength(2)
  expect(await groupsBy('category')).toHaveLength(1)
})

it('stores a history of generated reports, for users with permission', async () => {
  const path = `/api/projects/${job.project.id}/Reports/History`
  const { body } = await requestReport(BOM)
  await waitForFile(admin, body.id)
  const { items, total } = (await admin('GET', path)).body
  expect(total).toBeGreaterThan(1)
  expect(items[0]).toMatchObject({ id: body.id, fileName: body.fileName, reportType: BOM, scope: AllSpaces, status: 2 })
  expect(items[0].user.id).toBe(admin.userId)
  const reader = await app.signInAs(['Projects.View', 'ProjectReports.View', 'ProjectReports.BOM', 'ProjectAccessList.Update'])
  expect(await reader('GET', path)).toMatchObject({ status: 403, body: { detail: 'ProjectReports.ViewHistory' } })
})

it.each(kinds)('$label is a valid file for all names, and no name becomes a formula', async ({ value, format }) => {
  const formulaTexts = ['=1+1', '+2', '-3', '@SUM(A1)']
  const names = async (restore = false) => {
    const markColumn = (column: string) => (restore ? `substr(${column}, 12)` : `rpad($1, 11, ' ') || ${column}`)
    const change = (table: string, column: string, where = 'true') =>
      app.sql(
        `update ${table} set ${column} = ${markColumn(column)} where ${column} is not null and ${where}`,
        restore ? [] : [formulaTexts[value % 4]],
      )
    await change('spaces', 'name')
    await change('area_groups', 'name')
    await change('racks', 'name')
    await change('equipments', 'model')
    await change('drawing_documents', 'title')
  }
  await names()
  const { sheets: sheetOptions } = reportOffers[value] ?? {}
  const file = await downloadReport(value, { sheetOptions }).finally(() => names(true))
  expect(officeFaults(file)).toEqual([])
  expect(comparableBody(file, format)).toContain(formulaTexts[value % 4])
  if (format !== 'docx') return
  const { part } = readWord(file)
  const about = part('docProps/core.xml')
  expect(about).toMatch(new RegExp(`<dc:title[^>]*>[^<]+, ${job.project.name}</dc:title>`))
  expect(about.match(/<dc:title/g)).toHaveLength(1)
  expect(about).toContain('<dc:language>en-US</dc:language>')
  expect(part('word/styles.xml')).toContain('<w:lang w:val="en-US"')
  expect([...part('word/styles.xml').matchAll(/<w:outlineLvl w:val="(\d)"\/>/g)].map(([, level]) => level)).toEqual(['0', '1', '2'])
})
