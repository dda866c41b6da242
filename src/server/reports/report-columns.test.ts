import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createRow, uploadTestFile } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace, firstLevel } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { ReportScope, ReportType } from '../../model/reports/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'
import type { ReadCell } from '../tools/cell-formats.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
const { admin } = app
const { BOM, ExtendedBOM, PIF, OPC, AreaGroupsBOM, RevitFamilies } = ReportType

const job = await (async () => {
  const project = await createProject(app, { installationFactor: 0.5 })
  const level = firstLevel(project)
  const hall = await createSpace(app, project, { name: 'Hall', spaceNumber: '101', area: 200 })
  const front = await createRow(app, `/api/spaces/${hall.id}/AreaGroups`, { name: 'Front wall' })
  const plain = await createProduct(app)
  const family = await createRow(app, `/api/Manufactures/${plain.manufacture.id}/ProductFamilies`, { name: uniqueName('Vista') })
  const product = await createProduct(app, {
    manufactureId: plain.manufacture.id,
    productFamilyId: family.id,
    partNumber: 'NL-98',
    description: 'Display with everything',
    msrpPrice: 100.1,
    url: 'https://example.com/display',
    widthIn: 19,
    heightIn: 3.5,
    depthIn: 12.25,
    weightLb: 20.5,
    isRackMountable: true,
    rackUnits: 2,
    powerSpecs: [
      { type: 1, availability: 2, watts: 120, quantity: 2 },
      { type: 2, availability: 2, watts: 24, quantity: 1 },
      { type: 3, availability: 2, poeType: 2, quantity: 1 },
    ],
    networkPorts: [{ networkPortType: 3, quantity: 4, isPoESource: true, poeType: 2 }],
    wirelessProtocols: [1],
    revitFamilyName: 'Display',
    revitTypeName: '98',
    revitFamilyFileId: await uploadTestFile(app, 'display.rfa'),
    technicalDocuments: [
      { type: 6, name: '3D', url: 'https://example.com/display.skp' },
      { type: 5, name: '2D', url: 'https://example.com/display.dwg' },
    ],
  })
  const line = await createLine(app, hall, product, {
    quantity: 3,
    areaGroupId: front.id,
    label: 'A1',
    notes: 'Above the door',
    provider: 'EC',
    installer: 'AVV',
    installerName: 'Crew',
  })
  const rack = await createRow(app, `/api/projects/${project.id}/Racks`, { name: 'R-01', spaceId: hall.id, heightRU: 12 })
  await app.sql('update space_equipment set rack_id = $1 where id = $2', [rack.id, line.id])
  const budget = { laborFactor: 0.1, shippingPercent: 0, taxPercent: 0, contingencyPercent: 0 }
  expect((await admin('PUT', `/api/projects/${project.id}/Budget`, budget)).status).toBe(200)
  const { category, manufacture } = product
  const [{ number }] = (await app.sql('select number from categories where id = $1', [category.id])) as [{ number: number }]
  const spaceCells = { Building: project.buildings[0].name, Level: level.name, 'Space No.': '101', Space: 'Hall' }
  const productCells = {
    Tag: product.tag,
    Category: category.name,
    Manufacturer: manufacture.name,
    'Product Family': family.name,
    Model: product.model,
    'Part Number': 'NL-98',
    Description: 'Display with everything',
  }
  return { project, place: spaceCells, what: productCells, number, product }
})()

async function opened(reportType: number, more: AnyRow = {}): Promise<Record<string, Record<string, ReadCell>[]>> {
  const body = { reportType, scope: ReportScope.AllSpaces, ...more }
  const { body: requested, status } = await admin('POST', `/api/projects/${job.project.id}/Reports`, body)
  expect(status, JSON.stringify(requested)).toBe(202)
  const book = readWorkbook((await admin('GET', (await waitForFile(admin, requested.id)).url)).body)
  return Object.fromEntries(
    book.map(({ name, rows }) => {
      const all = rows.map(({ values }) => values)
      const [heads = [], ...table] = all.slice(all.findIndex(([label]) => label === 'Author') + 1).filter((values) => values.length > 0)
      return [name, table.map((values) => Object.fromEntries(heads.map((head, index) => [String(head), values[index] ?? null])))]
    }),
  )
}
const ofProduct = (rows: Record<string, ReadCell>[] | undefined) => rows?.find(({ Tag }) => Tag === job.product.tag)

it('lists every column of a product to buy', async () => {
  const { BOM: rows } = await opened(BOM)
  const bought = { Provider: 'EC', Installer: 'AVV', Qty: 3, 'Unit MSRP': 100.1, 'Extended MSRP': 300.3, Availability: 'Available' }
  expect(ofProduct(rows)).toEqual({ '#': 1, ...job.what, ...bought, Note: null })
  const { 'Area Groups BOM': parts, 'Area Groups': groups } = await opened(AreaGroupsBOM, { sheetOptions: [1] })
  const { Building, Level } = job.place
  const part = { Building, Level, 'Area Group': 'Front wall' }
  expect(ofProduct(parts)).toEqual({ '#': 1, ...part, Space: '101 Hall', ...job.what, ...bought, Note: null })
  expect(groups?.[0]).toEqual({ ...part, Space: 'Hall', Items: 1, Quantity: 3, MSRP: 300.3 })
})

it('lists every column of a line, technical data per piece, power in total', async () => {
  const { 'Extended BOM': rows, Matrix: matrix } = await opened(ExtendedBOM)
  expect(ofProduct(rows)).toEqual({
    ...job.place,
    'Area Group': 'Front wall',
    Label: 'A1',
    'Category No.': job.number,
    ...job.what,
    Provider: 'EC',
    Installer: 'AVV',
    'Installer Name': 'Crew',
    Rack: 'R-01',
    Qty: 3,
    'Unit MSRP': 100.1,
    'Extended MSRP': 300.3,
    Installation: 150.15,
    Total: 450.45,
    RU: 2,
    'Width (in)': 19,
    'Height (in)': 3.5,
    'Depth (in)': 12.25,
    'Weight (lb)': 20.5,
    // Twice 120, 24, and the 25.5 of its PoE class, three times.
    Watts: 868.5,
    'BTU/hr': Math.round(868.5 * 3.412141633 * 100) / 100,
    'AC Outlets': 6,
    'PoE Type': 'Type 2, IEEE 802.3at (PoE+)',
    'Network Ports': 12,
    URL: 'https://example.com/display',
    Notes: 'Above the door',
  })
  const { Tag, Manufacturer, Model } = job.what
  expect(ofProduct(matrix)).toEqual({ Tag, Manufacturer, Model, '101 Hall': 3, 'Total Qty': 3, 'Extended MSRP': 300.3 })
})

it('lists the responsible trade of a line, and the needs of a space', async () => {
  const { Responsibility: lines, 'Power & Heat': power, Network: network, 'By Trade': trades } = await opened(PIF)
  const { Tag, Category, Manufacturer, Model, Description } = job.what
  expect(ofProduct(lines)).toEqual({
    Space: '101 Hall',
    Tag,
    Model,
    Description,
    Qty: 3,
    AVV: 'I',
    EC: 'P',
    LVC: null,
    GC: null,
    FV: null,
    'FBO/IBO': null,
    SEC: null,
    'Installer Name': 'Crew',
    Notes: 'Above the door',
  })
  const btu = 868.5 * 3.412141633
  expect(power?.[0]).toEqual({
    ...job.place,
    'AC Outlets': 6,
    'AC Watts': 720,
    'Amps at 120 V': 6,
    'DC Watts': 72,
    'PoE Watts': 76.5,
    'BTU/hr': Math.round(btu * 100) / 100,
    Tons: Math.round((btu / 12_000) * 100_000) / 100_000,
  })
  expect(network?.[0]).toEqual({
    ...job.place,
    '1000BASE-T (RJ45)': 12,
    'PoE Type 2, IEEE 802.3at (PoE+)': 12,
    'PoE, Type Unknown': 0,
    'Wireless Devices': 3,
  })
  expect(trades?.[0]?.Tag).toBe('EC Electrical Contractor')
  expect(ofProduct(trades)).toEqual({ Tag, Category, Manufacturer, Model, Description, Qty: 3 })
})

it('lists the probable cost of a space, a category, a provider and a line', async () => {
  const book = await opened(OPC, { options: { showUnitDetail: true } })
  const sums = { Qty: 3, Hardware: 300.3, Installation: 150.15, Labor: 30.03, Total: 480.48 }
  expect(book['By Space']?.find(({ Space }) => Space === 'Hall')).toEqual({
    ...job.place,
    'Area (sq ft)': 200,
    ...sums,
    'Cost per sq ft': 2.4,
  })
  expect(book['By Category']?.[0]).toEqual({ 'No.': job.number, Category: job.what.Category, ...sums })
  expect(book['By Provider']?.[0]).toEqual({ Provider: 'EC Electrical Contractor', ...sums })
  expect(ofProduct(book.Detail)).toEqual({
    ...job.place,
    'Area Group': 'Front wall',
    'Category No.': job.number,
    ...job.what,
    Provider: 'EC',
    Installer: 'AVV',
    'Unit MSRP': 100.1,
    'Extended MSRP': 300.3,
    'Not in the Total': 0,
    Note: null,
    ...sums,
  })
  expect(book.Summary?.slice(0, 3)).toEqual([
    { Cost: 'Hardware', Basis: 'MSRP', Amount: 300.3, 'Per sq ft': 1.5 },
    { Cost: 'Installation', Basis: 'Factor 0.5, each line', Amount: 150.15, 'Per sq ft': 0.75 },
    { Cost: 'Labor', Basis: 'Factor 0.1 of hardware, each line', Amount: 30.03, 'Per sq ft': 0.15 },
  ])
})

it('lists the family of a product and the location of its files', async () => {
  const { Families: rows } = await opened(RevitFamilies)
  const { Tag, Category, Manufacturer, Model } = job.what
  expect(ofProduct(rows)).toEqual({
    Category,
    Tag,
    Manufacturer,
    'Product Family': job.what['Product Family'],
    Model,
    'Revit Family': 'Display',
    'Revit Type': '98',
    'Family File': 'Yes',
    '3D Model': 'Yes',
    '2D Model': 'Yes',
    'Qty in Scope': 3,
    Status: 'Complete',
  })
})
