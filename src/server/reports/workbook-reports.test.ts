import { describe, expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject } from '../../../test/kit/fixtures/projects.ts'
import { type Call, startApp } from '../../../test/kit/start.ts'
import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import { ReportType } from '../../model/reports/enums.ts'
import { reportOffers } from '../../model/reports/report-calls.ts'
import type { ReadCell } from '../tools/cell-formats.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
const { admin } = app
const { BOM, ExtendedBOM, PIF, OPC, SpaceList, AreaGroupsBOM, RevitFamilies } = ReportType
type Cell = ReadCell | undefined
type Table = Record<string, Cell>[]

const hebrew = 'מסך ראשי'
const polish = 'Głośnik sufitowy, żółty'
const longModel = `Matrix ${'with every option '.repeat(5)}`.trim()

const job = await (async () => {
  const categories = await app.sql('select id, number from categories')
  const categoryId = (number: number): number => categories.find((category) => category.number === number)?.id
  const maker = await createRow(app, '/api/Manufactures', { name: '=Northlight' })
  const product = (tag: string, model: string, number: number, more: object) =>
    createRow(app, '/api/equipments', { tag, model, manufactureId: maker.id, categoryId: categoryId(number), ...more })
  const display = await product('DIS-1', hebrew, 30, {
    msrpPrice: 1500.05,
    description: '@SUM(A1)',
    url: 'https://example.com/display',
    widthIn: 48.5,
    heightIn: 27,
    depthIn: 3.25,
    weightLb: 61.2,
    powerSpecs: [{ type: 1, availability: 2, watts: 240, quantity: 1 }],
    networkPorts: [{ networkPortType: 3, quantity: 2 }],
    revitFamilyName: 'Display',
    revitTypeName: '98',
  })
  const speaker = await product('SPK-1', polish, 12, {
    msrpPrice: 250.5,
    partNumber: '-12',
    powerSpecs: [{ type: 3, availability: 2, poeType: 2, quantity: 1 }],
    wirelessProtocols: [1],
    technicalDocuments: [{ type: 6, name: 'Model', url: 'https://example.com/speaker.rvt' }],
  })
  const matrix = await product('MTX-1', longModel, 30, {
    msrpPrice: 0,
    isRackMountable: true,
    rackUnits: 2,
    networkPorts: [
      { networkPortType: 3, quantity: 8, isPoESource: true, poeType: 2 },
      { networkPortType: 6, quantity: 1, isPoESource: true },
    ],
  })
  const project = await createProject(app, { name: '+Tower', installationFactor: 0.3, totalArea: 2000 })
  const [building] = project.buildings
  const upper = await createRow(app, `/api/buildings/${building.id}/Levels`, { name: 'Level 2', order: 2 })
  const space = (name: string, levelId: number, more: object) =>
    createRow(app, '/api/spaces', { projectId: project.id, levelId, name, ...more })
  const hall = await space('Hall', building.levels[0].id, { spaceNumber: '101', area: 1000, capacity: 80, complexity: 4 })
  const lobby = await space('Lobby & bar', upper.id, { spaceNumber: '201', area: 250.5 })
  const store = await space('Store', upper.id, {})
  const closed = await space('Closed off', upper.id, { spaceNumber: '299' })
  const front = await createRow(app, `/api/spaces/${hall.id}/AreaGroups`, { name: 'Front wall' })
  await createLine(app, hall, display, { quantity: 2, areaGroupId: front.id, label: '-A1', notes: '=1+1', installerName: 'Bau GmbH' })
  await createLine(app, hall, speaker, { quantity: 4, provider: 'FBO', installer: 'IBO' })
  await createLine(app, lobby, speaker, { quantity: 3, provider: 'EC', installer: 'AVV' })
  await createLine(app, lobby, matrix, { quantity: 1, isExisting: true })
  await createLine(app, lobby, display, { quantity: 1, unitPriceOverride: 1400 })
  await createLine(app, closed, display, { quantity: 9 })
  await admin('PUT', `/api/spaces/${closed.id}/SetStatus`, { status: 4 })
  await admin('PUT', `/api/projects/${project.id}/Budget`, {
    clientBudget: 9000,
    laborFactor: 0.1,
    shippingPercent: 2,
    taxPercent: 6.25,
    contingencyPercent: 5,
  })
  await admin('PUT', '/api/appSettings/reports.opcDisclaimer', { value: '=This is no offer.' })
  return { project, hall, lobby, store, display, level: upper }
})()

const path = `/api/projects/${job.project.id}`
const requestReport = (body: object, caller: Call = admin) => caller('POST', `${path}/Reports`, { scope: 1, ...body })

async function opened(body: object, caller: Call = admin) {
  const { body: task, status } = await requestReport(body, caller)
  expect(status, JSON.stringify(task)).toBe(202)
  const { url } = await waitForFile(caller, task.id)
  const book = readWorkbook((await caller('GET', url)).body)
  const sheets = book.map(({ name, rows }) => {
    const all = rows.map(({ values }): Cell[] => values)
    // The head ends with the author; the columns follow below an empty row.
    const head = all.findIndex(([label]) => label === 'Author') + 1
    const heads = (all.slice(head).find((values) => values.length > 0) ?? []).map(String)
    const body = all.slice(all.findIndex((values, index) => index >= head && values.length > 0) + 1)
    const table: Table = body.map((values) => Object.fromEntries(heads.map((header, index) => [header, values[index] ?? null])))
    return [name, { head: all.slice(0, head), heads, table, text: JSON.stringify(all) }] as const
  })
  return Object.fromEntries(sheets)
}
const findRow = (table: Table, column: string, value: Cell) => table.find((row) => row[column] === value)
const has = (table: Table, column: string, value: Cell) => expect.soft(findRow(table, column, value), `${column} ${value}`)

describe('Extended BOM', () => {
  it('contains every line with every column, and keeps text as text', async () => {
    const book = await opened({ reportType: ExtendedBOM, sheetOptions: [0, 1] })
    expect(Object.keys(book)).toEqual(['Extended BOM', 'Matrix', 'Spaces', 'Area Groups'])
    const { table, heads, head, text } = book['Extended BOM']!
    expect(head.map(([label]) => label)).toEqual(['Status', 'Project', 'Client', 'Report', 'Scope', 'Date', 'Author'])
    expect(head.slice(0, 2).map(([, value]) => value)).toEqual(['Draft', expect.stringContaining('+Tower')])
    const first = findRow(table, 'Label', '-A1')
    expect(Object.keys(first!)).toEqual(heads)
    expect(first).toEqual({
      Building: 'Main Building',
      Level: 'Level 1',
      'Space No.': '101',
      Space: 'Hall',
      'Area Group': 'Front wall',
      Label: '-A1',
      Tag: 'DIS-1',
      'Category No.': 30,
      Category: expect.any(String),
      Manufacturer: '=Northlight',
      'Product Family': null,
      Model: hebrew,
      'Part Number': null,
      Description: '@SUM(A1)',
      Provider: 'AVV',
      Installer: 'AVV',
      'Installer Name': 'Bau GmbH',
      Rack: null,
      Qty: 2,
      'Unit MSRP': 1500.05,
      'Extended MSRP': 3000.1,
      Installation: 900.03,
      Total: 3900.13,
      RU: null,
      'Width (in)': 48.5,
      'Height (in)': 27,
      'Depth (in)': 3.25,
      'Weight (lb)': 61.2,
      Watts: 480,
      'BTU/hr': 1637.83,
      'AC Outlets': 2,
      'PoE Type': null,
      'Network Ports': 4,
      URL: 'https://example.com/display',
      Notes: '=1+1',
    })
    has(table, 'Building', 'Subtotal 101 Hall').toMatchObject({ Qty: 6, 'Extended MSRP': 4002.1, Installation: 900.03, Total: 4902.13 })
    has(table, 'Building', 'Subtotal Main Building, Level 2').toMatchObject({ Qty: 5, 'Extended MSRP': 2151.5 })
    has(table, 'Building', 'Grand total').toMatchObject({ Qty: 11, 'Extended MSRP': 6153.6, Installation: 1545.48, Total: 7699.08 })
    expect(findRow(table, 'Model', longModel)).toMatchObject({
      'Unit MSRP': null,
      'Extended MSRP': null,
      Installation: null,
      Total: null,
      RU: 2,
      Watts: null,
    })
    expect(text).toContain('1 line has no price yet and counts as $0.00')
    // The card's total, next to the sum of the lines.
    expect(text).toContain('$7,999.68')
    expect((await admin('GET', path)).body.totalPrice).toBe(7999.68)
  })

  it('shows in a matrix the quantity of a product per space', async () => {
    const { Matrix: matrix } = await opened({ reportType: ExtendedBOM })
    expect(matrix!.heads).toEqual(['Tag', 'Manufacturer', 'Model', '101 Hall', '201 Lobby & bar', 'Store', 'Total Qty', 'Extended MSRP'])
    expect(matrix!.table.map((row) => Object.values(row))).toEqual([
      ['SPK-1', '=Northlight', polish, 4, 3, null, 7, 1753.5],
      ['MTX-1', '=Northlight', longModel, null, 1, null, 1, null],
      ['DIS-1', '=Northlight', hebrew, 2, 1, null, 3, 4400.1],
      ['Total', null, null, 6, 5, 0, 11, 6153.6],
    ])
  })

  it('omits every price on request, also in extra sheets', async () => {
    const book = await opened({ reportType: ExtendedBOM, sheetOptions: [0, 1], options: { hidePrices: true } })
    for (const { heads, text } of Object.values(book)) {
      expect(heads.join()).not.toMatch(/MSRP|Installation|Total(?! Qty)/)
      expect(text).not.toMatch(/1500\.05|3000\.1|\$/)
    }
  })
})

describe('Area Groups BOM', () => {
  it('sums per area group of each space', async () => {
    const { 'Area Groups BOM': sheet } = await opened({ reportType: AreaGroupsBOM, options: { onePagePerSpace: true } })
    const { table, heads } = sheet!
    expect(heads).toEqual(
      '#,Building,Level,Space,Area Group,Tag,Category,Manufacturer,Product Family,Model,Part Number,Description,Provider,Installer,Qty,Unit MSRP,Extended MSRP,Availability,Note'.split(
        ',',
      ),
    )
    const lines = table.filter((row) => typeof row['#'] === 'number')
    expect(lines.map((row) => [row.Space, row['Area Group'], row.Tag, row.Qty, row['Unit MSRP'], row['Extended MSRP'], row.Note])).toEqual([
      ['101 Hall', 'Front wall', 'DIS-1', 2, 1500.05, 3000.1, null],
      ['101 Hall', 'No Area Group', 'SPK-1', 4, 250.5, 1002, 'Owner-furnished'],
      ['201 Lobby & bar', 'No Area Group', 'SPK-1', 3, 250.5, 751.5, null],
      ['201 Lobby & bar', 'No Area Group', 'MTX-1', 1, null, null, 'Existing'],
      ['201 Lobby & bar', 'No Area Group', 'DIS-1', 1, 1400, 1400, null],
    ])
    has(table, 'Tag', 'Subtotal Front wall').toMatchObject({ Qty: 2, 'Extended MSRP': 3000.1 })
    has(table, 'Tag', 'Subtotal 101 Hall').toMatchObject({ Qty: 6, 'Extended MSRP': 4002.1 })
    has(table, 'Tag', 'Total').toMatchObject({ 'Extended MSRP': 7999.68 })
  })
})

describe('Space List', () => {
  it('contains every column of a space, and the progress of each level', async () => {
    const { Spaces: spaces, 'By Level': levels } = await opened({ reportType: SpaceList, options: { includeCancelled: true } })
    const person = expect.stringMatching(/\S \S/)
    expect(findRow(spaces!.table, 'Space', 'Hall')).toEqual({
      Building: 'Main Building',
      Level: 'Level 1',
      'Space No.': '101',
      Space: 'Hall',
      Template: null,
      Status: 'In Progress',
      Complexity: 4,
      'Area (sq ft)': 1000,
      Capacity: 80,
      'Area Groups': expect.stringContaining('Front wall'),
      'Equipment Qty': 6,
      MSRP: 4002.1,
      'Created By': person,
      Created: expect.anything(),
      'Updated By': person,
      Updated: expect.anything(),
    })
    has(spaces!.table, 'Building', 'Total').toMatchObject({ Space: '4 spaces', 'Area (sq ft)': 1250.5, 'Equipment Qty': 20 })
    expect(spaces!.table.map((row) => row.Space).slice(0, 4)).toEqual(['Hall', 'Lobby & bar', 'Closed off', 'Store'])
    expect(levels!.heads).toEqual(
      'Building,Level,Created,In Progress,Completed,Cancelled,On Hold,Archived,Spaces,Area (sq ft),Equipment Qty'.split(','),
    )
    has(levels!.table, 'Level', 'Level 2').toMatchObject({
      Created: 1,
      'In Progress': 1,
      Cancelled: 1,
      Spaces: 3,
      'Area (sq ft)': 250.5,
      'Equipment Qty': 14,
    })
    has(levels!.table, 'Level', '2 levels').toMatchObject({ Created: 1, 'In Progress': 2, Cancelled: 1, Spaces: 4, 'Equipment Qty': 20 })
  })

  it('omits prices and includes selected levels only', async () => {
    const { Spaces: spaces } = await opened({ reportType: SpaceList, scope: 3, levelIds: [job.level.id], options: { hidePrices: true } })
    expect(spaces!.heads).not.toContain('MSRP')
    expect(spaces!.table.map((row) => row.Space)).toEqual(['Lobby & bar', 'Store', '2 spaces'])
  })
})

describe('OPC', () => {
  const options = { showUnitDetail: true, roundTo: 100 }

  it('equals the budget page to the cent', async () => {
    const { estimate, categories, providers } = (await admin('GET', `${path}/Budget`)).body
    const book = await opened({ reportType: OPC, sheetOptions: [0, 1], options })
    expect(Object.keys(book)).toEqual(['Summary', 'By Space', 'By Category', 'By Provider', 'Detail', 'Spaces', 'Area Groups'])
    const summary = book.Summary!
    const amount = (label: string) => findRow(summary.table, 'Cost', label)?.Amount
    const parts = { Hardware: 'hardware', Installation: 'installation', Labor: 'labor', Shipping: 'shipping', Tax: 'tax' }
    for (const [label, key] of Object.entries({ ...parts, Contingency: 'contingency', Total: 'total' }))
      expect(amount(label), label).toBe(estimate[key])
    expect(amount('Owner-furnished or existing')).toBe(estimate.ownerFurnished)
    expect(amount('Rounded')).toBe(Math.ceil(estimate.total / 100) * 100)
    expect(findRow(summary.table, 'Cost', 'Total')!['Per sq ft']).toBeCloseTo(estimate.total / 1250.5, 2)
    expect(amount('Budget')).toBe(9000)
    expect(amount('Variance')).toBeCloseTo(9000 - estimate.total, 2)
    expect(summary.text).toContain('=This is no offer.')
    expect(summary.text).toContain('$7,999.68')

    const heads = 'Qty,Hardware,Installation,Labor,Total'.split(',')
    expect(book['By Space']!.heads).toEqual(['Building', 'Level', 'Space No.', 'Space', 'Area (sq ft)', ...heads, 'Cost per sq ft'])
    has(book['By Space']!.table, 'Space', 'Hall').toMatchObject({
      Qty: 6,
      Hardware: 3000.1,
      Installation: 900.03,
      Labor: 300.01,
      Total: 4200.14,
      'Cost per sq ft': 4.2,
    })
    has(book['By Space']!.table, 'Space', 'Store').toMatchObject({ Qty: 0, Total: 0, 'Cost per sq ft': 0 })
    has(book['By Space']!.table, 'Building', 'Subtotal Main Building, Level 1').toMatchObject({ Total: 4200.14, 'Cost per sq ft': 4.2 })
    const whole = estimate.hardware + estimate.installation + estimate.labor
    for (const [sheet, label] of [
      ['By Space', 'Building'],
      ['By Category', 'Category'],
      ['By Provider', 'Provider'],
      ['Detail', 'Building'],
    ] as const) {
      const total = findRow(book[sheet]!.table, label, 'Total')
      expect(total, sheet).toMatchObject({
        Qty: 11,
        Hardware: estimate.hardware,
        Installation: estimate.installation,
        Labor: estimate.labor,
      })
      expect(total!.Total, sheet).toBeCloseTo(whole, 2)
    }
    for (const { name, estimate: expected } of categories) {
      const row = findRow(book['By Category']!.table, 'Category', name)
      expect(Number(row!.Hardware) + Number(row!.Installation), name).toBeCloseTo(expected, 2)
    }
    for (const { provider, estimate: expected } of providers) {
      const row = book['By Provider']!.table.find((item) => String(item.Provider).startsWith(`${provider} `))
      expect(Number(row!.Hardware) + Number(row!.Installation), provider).toBeCloseTo(expected, 2)
    }
    has(book.Detail!.table, 'Model', longModel).toMatchObject({ Note: 'Existing', Hardware: 0 })
  })

  it('shows the client budget only with permission, and only for the whole project', async () => {
    const person = await app.signInAs([
      'Projects.View',
      'ProjectReports.View',
      'ProjectReports.OPC',
      'DownloadCenter.View',
      'ProjectAccessList.Update',
    ])
    expect((await opened({ reportType: OPC }, person)).Summary!.text).not.toContain('Client budget')
    expect((await opened({ reportType: OPC, scope: 2, spaceIds: [job.hall.id] })).Summary!.text).not.toContain('Client budget')
    expect((await opened({ reportType: OPC })).Summary!.text).toContain('Client budget')
  })
})

describe('PIF', () => {
  it('lists provider, installer and needs of every line', async () => {
    const book = await opened({ reportType: PIF, sheetOptions: [0, 1] })
    expect(Object.keys(book)).toEqual(['Responsibility', 'Power & Heat', 'Network', 'By Trade', 'Spaces', 'Area Groups'])
    for (const { heads, text } of Object.values(book)) expect(`${heads} ${text}`).not.toMatch(/MSRP|1500\.05|\$/)
    const { table, heads } = book.Responsibility!
    expect(heads).toEqual('Space,Tag,Model,Description,Qty,AVV,EC,LVC,GC,FV,FBO/IBO,SEC,Installer Name,Notes'.split(','))
    const codes = (row: Table[number] | undefined) => ['AVV', 'EC', 'LVC', 'GC', 'FV', 'FBO/IBO', 'SEC'].map((code) => row![code])
    const line = (space: string, tag: string) => table.find((row) => row.Space === space && row.Tag === tag)
    expect(codes(line('101 Hall', 'DIS-1'))).toEqual(['P/I', null, null, null, null, null, null])
    expect(codes(line('101 Hall', 'SPK-1'))).toEqual([null, null, null, null, null, 'P/I', null])
    expect(codes(line('201 Lobby & bar', 'SPK-1'))).toEqual(['I', 'P', null, null, null, null, null])
    expect(line('101 Hall', 'DIS-1')).toMatchObject({ Model: hebrew, Qty: 2, 'Installer Name': 'Bau GmbH', Notes: '=1+1' })
    expect(codes(findRow(table, 'Space', 'Subtotal 201 Lobby & bar'))).toEqual([3, 1, 0, 0, 0, 0, 0])
    expect(codes(findRow(table, 'Space', 'Total'))).toEqual([4, 1, 0, 0, 0, 1, 0])

    const power = book['Power & Heat']!
    expect(power.heads.slice(4)).toEqual(['AC Outlets', 'AC Watts', 'Amps at 120 V', 'DC Watts', 'PoE Watts', 'BTU/hr', 'Tons'])
    has(power.table, 'Space', 'Hall').toMatchObject({
      'AC Outlets': 2,
      'AC Watts': 480,
      'Amps at 120 V': 4,
      'DC Watts': 0,
      'PoE Watts': 102,
    })
    has(power.table, 'Building', 'Total').toMatchObject({ 'AC Outlets': 3, 'AC Watts': 720, 'Amps at 120 V': 6, 'PoE Watts': 178.5 })
    expect(findRow(power.table, 'Building', 'Total')!['BTU/hr']).toBeCloseTo(898.5 * 3.412141633, 2)
    expect(power.text).toContain('1 piece of equipment without power data')

    const network = book.Network!
    expect(network.heads.slice(4)).toEqual([
      '1000BASE-T (RJ45)',
      '10GBASE-T (RJ45)',
      'PoE Type 2, IEEE 802.3at (PoE+)',
      'PoE, Type Unknown',
      'Wireless Devices',
    ])
    expect(Object.values(findRow(network.table, 'Space', 'Hall')!).slice(4)).toEqual([4, 0, 0, 0, 4])
    expect(Object.values(findRow(network.table, 'Building', 'Total')!).slice(4)).toEqual([14, 1, 8, 1, 7])

    const trades = book['By Trade']!
    expect(trades.heads).toEqual(['Tag', 'Category', 'Manufacturer', 'Model', 'Description', 'Qty'])
    has(trades.table, 'Tag', 'Subtotal AVV Audio-Visual Vendor').toMatchObject({ Qty: 4 })
    has(trades.table, 'Tag', 'Subtotal EC Electrical Contractor').toMatchObject({ Qty: 3 })
    has(trades.table, 'Tag', 'Total').toMatchObject({ Qty: 11 })
  })
})

describe('Revit Families', () => {
  it('lists which products can be placed and which data is missing', async () => {
    const book = await opened({ reportType: RevitFamilies, sheetOptions: [0] })
    expect(Object.keys(book)).toEqual(['Families', 'Missing', 'Counts', 'Spaces'])
    expect(book.Spaces!.heads).not.toContain('MSRP')
    const { table } = book.Families!
    expect(findRow(table, 'Tag', 'DIS-1')).toEqual({
      Category: 'Displays',
      Tag: 'DIS-1',
      Manufacturer: '=Northlight',
      'Product Family': null,
      Model: hebrew,
      'Revit Family': 'Display',
      'Revit Type': '98',
      'Family File': 'No',
      '3D Model': 'No',
      '2D Model': 'No',
      'Qty in Scope': 3,
      Status: 'Name only',
    })
    expect(findRow(table, 'Tag', 'SPK-1')).toMatchObject({ '3D Model': 'Yes', Status: 'Missing' })
    expect(book.Missing!.table.map((row) => row.Tag)).toEqual(['SPK-1', 'MTX-1', null])
    expect(findRow(book.Counts!.table, 'Manufacturer', '=Northlight')).toMatchObject({
      Complete: 0,
      'Name only': 1,
      Missing: 2,
      Products: 3,
    })
  })
})

describe('report request', () => {
  /** Word reports have separate tests. */
  const kinds = ReportType.values.filter(({ value, format }) => format === 'xlsx' && reportOffers[value])

  it.each(kinds.map(({ label, value, permission }) => ({ label, value, permission })))(
    'requires the permission for $label',
    async (kind) => {
      const limitedCaller = await app.signInAs(['Projects.View', 'ProjectReports.View', 'ProjectAccessList.Update'])
      const refused = { errorType: 'Forbidden', detail: kind.permission }
      expect((await requestReport({ reportType: kind.value }, limitedCaller)).body).toMatchObject(refused)
      const query = `reportType=${kind.value}&scope=1`
      expect((await limitedCaller('GET', `${path}/Reports/Preview?${query}`)).body).toMatchObject(refused)
      const holding = await app.signInAs(['Projects.View', 'ProjectReports.View', kind.permission, 'ProjectAccessList.Update'])
      expect((await requestReport({ reportType: kind.value }, holding)).status).toBe(202)
    },
  )

  it('rejects options that the report does not offer', async () => {
    const refusals: [object, string][] = [
      [{ reportType: OPC, options: { hidePrices: true } }, 'options.hidePrices'],
      [{ reportType: OPC, options: { roundTo: 7 } }, 'options.roundTo'],
      [{ reportType: BOM, options: { roundTo: 10 } }, 'options.roundTo'],
      [{ reportType: BOM, options: { showUnitDetail: true } }, 'options.showUnitDetail'],
      [{ reportType: ExtendedBOM, options: { groupBy: 'provider' } }, 'options.groupBy'],
      [{ reportType: ExtendedBOM, options: { onePagePerSpace: true } }, 'options.onePagePerSpace'],
      [{ reportType: SpaceList, sheetOptions: [1] }, 'sheetOptions'],
      [{ reportType: RevitFamilies, sheetOptions: [1] }, 'sheetOptions'],
    ]
    for (const [body, field] of refusals) {
      const { status, body: responseBody } = await requestReport(body)
      expect([status, responseBody.fieldErrors ?? responseBody.errors], JSON.stringify(body)).toEqual([400, expect.anything()])
      expect(JSON.stringify(responseBody), JSON.stringify(body)).toContain(field)
    }
  })

  it('previews the sheets as generated', async () => {
    for (const { value } of kinds) {
      const { body, status } = await admin('GET', `${path}/Reports/Preview?reportType=${value}&scope=1&sheetOptions=0`)
      if (reportOffers[value]?.sheets.length === 0) {
        expect(status).toBe(400)
        continue
      }
      expect(status, JSON.stringify(body)).toBe(200)
      const book = await opened({ reportType: value, sheetOptions: [0] })
      expect(body.sheets.map(({ name }: { name: string }) => name)).toEqual(Object.keys(book))
      expect(body.spaces).toBe(3)
    }
    const { body } = await admin('GET', `${path}/Reports/Preview?reportType=${BOM}&scope=2&spaceIds=${job.hall.id}&hidePrices=true`)
    const fileName = expect.stringMatching(/ - BOM \d{4}-\d\d-\d\d\.xlsx$/)
    expect(body).toMatchObject({ fileName, spaces: 1, sheets: [{ name: 'BOM', rows: 2 }] })
  })
})

describe('report figures', () => {
  const amounts = async () => {
    const bom = (await opened({ reportType: BOM })).BOM!
    const opc = (await opened({ reportType: OPC })).Summary!
    const project = (await admin('GET', path)).body
    const budget = (await admin('GET', `${path}/Budget`)).body
    // MSRP without installation is the same in every report.
    const msrp = 'Extended MSRP'
    const papers = {
      bom: findRow(bom.table, 'Tag', 'Grand total')![msrp],
      extended: findRow((await opened({ reportType: ExtendedBOM }))['Extended BOM']!.table, 'Building', 'Grand total')![msrp],
      matrix: findRow((await opened({ reportType: ExtendedBOM })).Matrix!.table, 'Tag', 'Total')![msrp],
      areaGroups: findRow((await opened({ reportType: AreaGroupsBOM }))['Area Groups BOM']!.table, 'Tag', 'Grand total')![msrp],
      spaces: findRow((await opened({ reportType: SpaceList })).Spaces!.table, 'Building', 'Total')!.MSRP,
    }
    expect(new Set(Object.values(papers)), JSON.stringify(papers)).toEqual(new Set([project.totalMsrpPrice]))
    return {
      states: bom.table.map(({ Availability: state }) => state),
      bom: findRow(bom.table, 'Tag', 'Total')!['Extended MSRP'],
      card: project.totalPrice,
      opc: findRow(opc.table, 'Cost', 'Total')!.Amount,
      budget: budget.estimate.total,
    }
  }
  it('match the pages, and are unchanged when the catalog changes after closing', async () => {
    const first = await amounts()
    expect([first.bom, first.opc]).toEqual([first.card, first.budget])
    const { project, display } = job
    for (const status of [101, 102, 104]) await admin('PUT', `/api/projects/${project.id}/SetStatus`, { status })
    expect((await admin('PUT', `/api/projects/${project.id}/Activate`, {})).status).toBe(200)
    expect((await admin('PUT', `/api/projects/${project.id}/Close`, {})).status).toBe(200)
    await app.sql('update equipments set msrp_price = 900000 where id = $1', [display.id])
    expect(await amounts()).toEqual(first)
    expect((await admin('PUT', `/api/projects/${project.id}/Reopen`, {})).status).toBe(200)
    const open = await amounts()
    expect([open.bom, open.opc]).toEqual([open.card, open.budget])
    expect(open.card).toBeGreaterThan(first.card)

    await app.sql('update equipments set availability = $2 where id = $1', [display.id, EquipmentAvailability.Discontinued])
    expect((await amounts()).states).toContain('Discontinued')
    const next = await createProduct(app, { msrpPrice: 77.77 })
    const swap = { equipmentId: display.id, newEquipmentId: next.id, projectIds: [project.id] }
    const { token } = (await admin('POST', '/api/equipments/ReplaceEquipment', { ...swap, dryRun: true })).body
    expect((await admin('POST', '/api/equipments/ReplaceEquipment', { ...swap, token })).status).toBe(200)
    const replaced = await amounts()
    expect([replaced.bom, replaced.opc]).toEqual([replaced.card, replaced.budget])
    expect(replaced.card).toBeLessThan(open.card)
    expect(replaced.states).not.toContain('Discontinued')
  })
})

it('sorts provider blocks by code', async () => {
  for (const provider of ['SEC', 'LVC', 'GC', 'FV']) await createLine(app, job.store, job.display, { provider })
  const blocks = (table: Table, column: string) => [
    ...new Set(table.flatMap((row) => String(row[column] ?? '').match(/^[A-Z]{2,3}(?= )/) ?? [])),
  ]
  const inOrder = ['AVV', 'EC', 'FBO', 'FV', 'GC', 'LVC', 'SEC']
  const opc = await opened({ reportType: OPC })
  expect(blocks(opc['By Provider']!.table, 'Provider')).toEqual(inOrder)
  const pif = await opened({ reportType: PIF })
  const { table, heads } = pif['By Trade']!
  expect(blocks(table, heads[0]!)).toEqual(inOrder)
})
