import { describe, expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace, firstLevel } from '../../../test/kit/fixtures/projects.ts'
import { type Call, startApp } from '../../../test/kit/start.ts'
import { AssociateType, DocumentState, DocumentType } from '../../model/drawings/enums.ts'
import { ReportScope, ReportType } from '../../model/reports/enums.ts'
import { unitIn } from '../../model/spaces/rack-drawing.ts'
import { DocumentLayout } from '../../model/templates/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'
import type { ReadCell } from '../tools/cell-formats.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'
import { openZip } from '../tools/zip-reading.ts'

const app = await startApp()
const { admin } = app
const { DrawingSheetList, RackElevations } = ReportType
const { AllSpaces, SelectedSpaces, SelectedLevels } = ReportScope
type Cell = ReadCell | undefined

const requestReport = (project: AnyRow, body: AnyRow, caller: Call = admin) =>
  caller('POST', `/api/projects/${project.id}/Reports`, { scope: AllSpaces, ...body })

async function opened(project: AnyRow, body: AnyRow): Promise<{ file: Buffer; sheets: Map<string, { head: Cell[][]; rows: Cell[][] }> }> {
  const { body: task, status } = await requestReport(project, body)
  expect(status, JSON.stringify(task)).toBe(202)
  const { url } = await waitForFile(admin, task.id)
  const file = (await admin('GET', url)).body
  const sheets = readWorkbook(file).map(({ name, rows }) => {
    const all = rows.map(({ values }): Cell[] => values)
    const headEnds = all.findIndex(([label]) => label === 'Author') + 1
    const rest = all.slice(headEnds)
    return [name, { head: all.slice(0, headEnds), rows: rest.slice(rest.findIndex((values) => values.length > 0)) }] as const
  })
  return { file, sheets: new Map(sheets) }
}

describe('Drawing Sheet List', () => {
  async function drawn() {
    const project = await createProject(app)
    const level = firstLevel(project)
    const upper = await createRow(app, `/api/buildings/${project.buildings[0].id}/Levels`, { name: 'Level 2', order: 2 })
    const hall = await createSpace(app, project, { name: 'Hall', spaceNumber: '101' })
    const lobby = await createSpace(app, project, { name: 'Lobby', spaceNumber: '201', levelId: upper.id })
    const closed = await createSpace(app, project, { name: 'Closed off', spaceNumber: '299', levelId: upper.id })
    await admin('PUT', `/api/spaces/${closed.id}/SetStatus`, { status: 4 })
    const [category] = await app.sql('select id, name, number from categories order by number limit 1')
    const me = (await admin('GET', '/api/account/me')).body
    const sheet = (more: AnyRow) => createRow(app, `/api/projects/${project.id}/DrawingDocuments`, more)
    const { Space, Level, Category } = AssociateType
    const cover = await sheet({ documentType: DocumentType.CoverSheet, number: 'T-001', title: 'Cover' })
    await sheet({
      documentType: DocumentType.SpecSheet,
      associateType: Category,
      associateId: category!.id,
      number: 'S-1',
      title: '=Specs',
    })
    await sheet({ documentType: DocumentType.Plan, associateType: Level, associateId: upper.id, number: 'P-2', title: 'Plan 2' })
    await sheet({ documentType: DocumentType.Plan, associateType: Level, associateId: level.id, number: 'P-1', title: 'Plan 1' })
    await sheet({
      documentType: DocumentType.IAV,
      associateType: Space,
      associateId: hall.id,
      number: 'I-10',
      title: 'Hall IAV',
      revision: 'B',
      issueDate: '2026-05-04',
      dueDate: '2026-06-12',
      assignedUserId: me.id,
    })
    await sheet({ documentType: DocumentType.IAV, associateType: Space, associateId: lobby.id, number: 'I-9', title: 'Lobby IAV' })
    await sheet({ documentType: DocumentType.IAV, associateType: Space, associateId: closed.id, number: 'I-11', title: 'Closed IAV' })
    const dropped = await sheet({ documentType: DocumentType.Detail, number: 'D-1', title: 'Dropped' })
    const set = { ids: [dropped.id], set: { state: DocumentState.Cancelled } }
    expect((await admin('PUT', `/api/projects/${project.id}/DrawingDocuments/Bulk`, set)).status).toBe(200)
    return { project, level, upper, hall, lobby, closed, cover, category: category!, me }
  }
  const numbersIn = (rows: Cell[][]) => rows.map(([number]) => String(number)).filter((number) => /^[TSPID]-/.test(number))

  it('lists every sheet with every column, in set order', async () => {
    const { project, category, me } = await drawn()
    const { sheets } = await opened(project, { reportType: DrawingSheetList })
    expect([...sheets.keys()]).toEqual(['Sheets', 'By Type and State'])
    const { rows } = sheets.get('Sheets')!
    expect(rows[0]).toEqual('Sheet No.,Title,Type,About,Layout,Views,State,Revision,Issue Date,Due Date,Assigned To'.split(','))
    expect(numbersIn(rows)).toEqual(['T-001', 'P-1', 'P-2', 'I-9', 'I-10', 'S-1'])
    const rowOf = (number: string) => rows.find(([one]) => one === number)!
    expect(rowOf('I-10').slice(1, 5)).toEqual(['Hall IAV', 'IAV', '101 Hall', 'BIM Team Decided'])
    expect(rowOf('I-10').slice(6, 8)).toEqual(['Created', 'B'])
    expect(
      rowOf('I-10')
        .slice(8, 10)
        .map((date) => (date instanceof Date ? date.toISOString().slice(0, 10) : date)),
    ).toEqual(['2026-05-04', '2026-06-12'])
    expect(rowOf('I-10')[10]).toBe(`${me.firstName} ${me.lastName}`)
    expect(rowOf('P-2')[3]).toBe('Main Building, Level 2')
    expect(rowOf('S-1').slice(1, 4)).toEqual(['=Specs', 'Spec Sheet', `${category.number} ${category.name}`])
    expect(rows.find(([, label]) => label === 'Subtotal IAV')?.[2]).toBe('2 sheets')
    expect(rows.find(([, label]) => label === 'Total')?.[2]).toBe('6 sheets')
    const counts = sheets.get('By Type and State')!.rows
    expect(counts.map((row) => [row[0], row[1], row.at(-1)])).toEqual([
      ['Type', 'Created', 'Sheets'],
      ['Cover Sheet', 1, 1],
      ['Plan', 2, 2],
      ['IAV', 2, 2],
      ['Spec Sheet', 1, 1],
      ['Total', 6, 6],
    ])
  })

  it('lists the layout of a sheet and its views', async () => {
    const project = await createProject(app)
    const views = await app.sql('select id, name from layout_views where not is_deleted order by id limit 2')
    const layout = DocumentLayout.FourViewsPerPage
    const layoutViewIds = views.map(({ id }) => id)
    const sheet = { documentType: DocumentType.Detail, number: 'D-7', layout, layoutViewIds }
    await createRow(app, `/api/projects/${project.id}/DrawingDocuments`, sheet)
    const { sheets } = await opened(project, { reportType: DrawingSheetList })
    const row = sheets.get('Sheets')?.rows.find(([number]) => number === 'D-7')
    expect(row?.slice(4, 6)).toEqual([DocumentLayout.label(layout), views.map(({ name }) => name).join(', ')])
    expect(views).toHaveLength(2)
  })

  it('includes sheets of selected spaces and levels, and canceled ones only on request', async () => {
    const { project, level, upper, hall, closed } = await drawn()
    const textsOf = async (body: AnyRow) =>
      numbersIn((await opened(project, { reportType: DrawingSheetList, ...body })).sheets.get('Sheets')!.rows)
    expect(await textsOf({ scope: SelectedSpaces, spaceIds: [hall.id] })).toEqual(['I-10'])
    expect(await textsOf({ scope: SelectedSpaces, spaceIds: [closed.id] })).toEqual(['I-11'])
    expect(await textsOf({ scope: SelectedLevels, levelIds: [upper.id] })).toEqual(['P-2', 'I-9'])
    const options = { includeCancelled: true }
    expect(await textsOf({ scope: SelectedLevels, levelIds: [upper.id], options })).toEqual(['P-2', 'I-9', 'I-11'])
    expect(await textsOf({ scope: SelectedLevels, levelIds: [level.id], options })).toEqual(['P-1', 'I-10'])
    expect(await textsOf({ options })).toEqual(['T-001', 'P-1', 'P-2', 'I-9', 'I-10', 'I-11', 'D-1', 'S-1'])
  })

  it('needs no space if there are sheets, but at least one of both', async () => {
    const project = await createProject(app)
    expect((await requestReport(project, { reportType: DrawingSheetList })).body.fields).toEqual({ spaceIds: ['Select at least one!'] })
    await createRow(app, `/api/projects/${project.id}/DrawingDocuments`, { documentType: DocumentType.CoverSheet, number: 'T-001' })
    const { sheets } = await opened(project, { reportType: DrawingSheetList })
    expect(numbersIn(sheets.get('Sheets')!.rows)).toEqual(['T-001'])
  })
})

describe('Rack Elevations', () => {
  const of = { shelf: 1 }
  /** Creates a rack with devices in front and rear, side by side, on a shelf, one without a position, and a frame without a space. */
  async function racked() {
    const project = await createProject(app)
    const room = await createSpace(app, project, { name: 'Equipment room', spaceNumber: '001' })
    const product = (tag: string, model: string, more: AnyRow) =>
      createProduct(app, { tag, model, isRackMountable: true, rackUnits: 1, ...more })
    const ac = (watts: number) => [{ type: 1, availability: 2, watts, quantity: 1 }]
    const amplifier = await product('AMP', 'Amplifier =4', { rackUnits: 2, weightLb: 20.5, powerSpecs: ac(240) })
    const switcher = await product('SW', 'Switch 24', { weightLb: 6, powerSpecs: ac(60) })
    // Powered over its network cable: adds heat, but no load on a circuit.
    const powerSpecs = [{ type: 3, availability: 2, watts: 12, quantity: 1 }]
    const receiver = await product('RX', 'Receiver', { widthIn: 8.5, weightLb: 2, powerSpecs })
    const shelf = await product('SHF', 'Shelf', { rackAccessory: of.shelf, weightLb: 3 })
    const player = await product('PLY', 'Player', { isRackMountable: false, rackUnits: null, powerSpecs: ac(10) })
    const lines = [
      await createLine(app, room, amplifier, { quantity: 2 }),
      await createLine(app, room, switcher),
      await createLine(app, room, receiver, { quantity: 2 }),
      await createLine(app, room, shelf),
      await createLine(app, room, player),
    ]
    const rack = (body: AnyRow) => createRow(app, `/api/projects/${project.id}/Racks`, body)
    const cabinet = await rack({ name: 'R-01', spaceId: room.id, heightRU: 12, startingUnit: 1, maxWeightLb: 30, mountingDepthIn: 30 })
    await rack({ name: 'R-02', heightRU: 45, rackType: 1 })
    await app.sql('update space_equipment set rack_id = $1 where id = any($2)', [cabinet.id, lines.map(({ id }) => id)])
    const units = (await admin('GET', `/api/projects/${project.id}/Units?itemsPerPage=50`)).body.items as AnyRow[]
    const unit = (tag: string, index = 0) => units.filter(({ equipment }) => equipment.tag === tag)[index]!.id
    const placements = [
      { unitId: unit('AMP'), startRU: 1 },
      { unitId: unit('SW'), startRU: 12, face: 2 },
      { unitId: unit('RX'), startRU: 5, half: 'left' },
      { unitId: unit('RX', 1), startRU: 5, half: 'right' },
      { unitId: unit('SHF'), startRU: 8 },
      { unitId: unit('PLY'), startRU: 8, shelfUnitId: unit('SHF') },
    ]
    const placed = await admin('PUT', `/api/projects/${project.id}/Racks/Placements`, { racks: [{ rackId: cabinet.id, placements }] })
    expect(placed.status, JSON.stringify(placed.body)).toBe(200)
    return { project, room, cabinet }
  }

  it('lists the contents, weight and power of every rack', async () => {
    const { project } = await racked()
    const { sheets } = await opened(project, { reportType: RackElevations })
    expect([...sheets.keys()]).toEqual(['Summary', 'R-01', 'R-02'])
    const { rows } = sheets.get('Summary')!
    expect(rows[0]).toEqual(
      'Rack,Space,Height RU,Used RU Front,Free RU,Used %,Devices,Weight (lb),Watts,Amps at 120 V,BTU/hr,Tons'.split(','),
    )
    expect(rows[1]).toEqual(['R-01', '001 Equipment room', 12, 4, 8, 33.3, 6, 33.5, 334, 2.58, 1139.66, 0.09497])
    expect(rows[2]?.slice(0, 7)).toEqual(['R-02', null, 45, 0, 45, 0, 0])
    expect(rows[3]?.slice(0, 9)).toEqual(['Total', null, 57, 4, 53, 7, 6, 33.5, 334])
    const text = JSON.stringify(rows)
    expect(text).toContain('R-01: 3.5 lb over the load limit of the rack.')
    expect(text).toContain('R-01: 1 device of unknown weight.')
    expect(text).toContain('1 piece of equipment belongs to a rack but without a position in it.')
  })

  it('draws each rack to scale from the top down, with placed and unplaced devices', async () => {
    const { project } = await racked()
    const { file, sheets } = await opened(project, { reportType: RackElevations })
    const { rows } = sheets.get('R-01')!
    expect(rows[0]?.slice(0, 5)).toEqual(['RU', 'Front', null, 'RU', 'Rear'])
    const drawn = rows.slice(1, 13)
    expect(drawn.map(([number]) => number)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    const at = (unit: number) => drawn[12 - unit]!
    expect(at(2)[1]).toBe('AMP-1  Amplifier =4')
    expect(at(1)[1] ?? null).toBe(null)
    expect(at(5).slice(1, 3)).toEqual(['RX-1  Receiver', 'RX-2  Receiver'])
    expect(at(8)[1]).toBe('SHF-1  Shelf · PLY-1  Player')
    expect(at(12)[4]).toBe('SW-1  Switch 24')
    const heads = rows.findIndex(([label]) => label === 'Start RU')
    expect(rows[heads]).toEqual(['Start RU', 'Tag', 'Manufacturer', 'Face', 'Model', null, 'RU', 'Weight (lb)', 'Watts'])
    const list = rows.slice(heads + 1, heads + 10)
    expect(list.map((row) => [row[0], row[1], row[3], row[6], row[7], row[8]].map((cell) => cell ?? null))).toEqual([
      [8, 'SHF', 'Front', 1, 3, null],
      [8, 'PLY', 'Front', 1, null, 10],
      [5, 'RX', 'Front', 1, 2, 12],
      [5, 'RX', 'Front', 1, 2, 12],
      [1, 'AMP', 'Front', 2, 20.5, 240],
      [12, 'SW', 'Rear', 1, 6, 60],
      ['Total', '6 devices', null, null, 33.5, 334],
      [null, 'Not placed', null, null, null, null],
      [null, 'AMP', null, 2, 20.5, 240],
    ])

    const xml = String(openZip(file, { entries: 100, unpackedBytes: 10_000_000 }).read('xl/worksheets/sheet2.xml'))
    const header = Number(/<row r="(\d+)"[^>]*><c r="A\d+"[^>]*><is><t>RU</.exec(xml)?.[1] ?? Number.NaN)
    const merged = [...xml.matchAll(/<mergeCell ref="([A-Z]+)(\d+):([A-Z]+)(\d+)"/g)].map(
      ([, a, from, b, to]) => `${a}${Number(from) - header}:${b}${Number(to) - header}`,
    )
    // The two units of the amplifier, the shelf, and the switch are merged; half-width devices are not.
    expect(merged).toEqual(expect.arrayContaining(['B0:C0', 'E0:F0', 'B11:C12', 'B5:C5', 'E1:F1']))
    expect(merged.some((ref) => ref.startsWith('B8'))).toBe(false)
    const points = Number(new RegExp(`<row r="${header + 1}" ht="([\\d.]+)"`).exec(xml)?.[1])
    const widths = [...xml.matchAll(/<col min="\d+" max="\d+" width="([\d.]+)"/g)].map(([, width]) => Number(width) * 5.25)
    expect(((widths[1] ?? 0) + (widths[2] ?? 0)) / points).toBeCloseTo(19 / unitIn, 1)
    // A rack too tall for a letter page uses a larger page, up to its full width.
    expect(xml).toMatch(/<pageSetup paperSize="1" orientation="portrait" fitToWidth="1"/)
    const high = String(openZip(file, { entries: 100, unpackedBytes: 10_000_000 }).read('xl/worksheets/sheet3.xml'))
    const scale = Number(/<pageSetup paperSize="3" scale="(\d+)" orientation="portrait"/.exec(high)?.[1])
    // Programs that measure columns by the actual font make them one sixteenth wider.
    const across = widths.reduce((sum, width) => sum + width, 0) * (scale / 100) * (1 + 1 / 16)
    expect(across).toBeGreaterThan(600)
    expect(across).toBeLessThan((11 - 1.4) * 72)
  })

  it('includes racks of selected spaces only, and requires its permission', async () => {
    const { project, room } = await racked()
    const other = await createSpace(app, project)
    const names = async (body: AnyRow) => [...(await opened(project, { reportType: RackElevations, ...body })).sheets.keys()]
    expect(await names({ scope: SelectedSpaces, spaceIds: [room.id] })).toEqual(['Summary', 'R-01'])
    expect(await names({ scope: SelectedSpaces, spaceIds: [other.id] })).toEqual(['Summary'])
    const limitedCaller = await app.signInAs(['Projects.View', 'ProjectReports.View', 'ProjectAccessList.Update'])
    const refused = await requestReport(project, { reportType: RackElevations }, limitedCaller)
    expect(refused.body).toMatchObject({ errorType: 'Forbidden', detail: 'ProjectReports.RackElevations' })
  })
})
