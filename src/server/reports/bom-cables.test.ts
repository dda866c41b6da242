import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createCategory, createConnector, createEquipment, createRow, createSignalType } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { ReportScope, ReportType } from '../../model/reports/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
const { admin } = app
const connector = await createConnector(app)
const cables = await createCategory(app, { isCable: true })
const cable = (more: AnyRow) => createEquipment(app, { categoryId: cables.id, ...more })
const [reel, patch] = [
  await cable({ tag: 'CBL-R', model: 'Reel 9', partNumber: 'R-9', stockLengthFt: 100, msrpPrice: 20.5 }),
  await cable({ tag: 'CBL-P', model: 'Reel 10', stockLengthFt: null, msrpPrice: 4 }),
]
const signal = await createSignalType(app, { cableNumberPrefix: 'B', defaultCableEquipmentId: reel.id })
const matrix = await createProduct(app, {
  ports: [1, 2].flatMap((direction) =>
    Array.from({ length: 8 }, (_, index) => ({
      name: `${direction === 1 ? 'IN' : 'OUT'} ${index + 1}`,
      direction,
      connectorPhysicalTypeId: connector.id,
      signalTypeIds: [signal.id],
    })),
  ),
})
const portIdByName = (name: string) => matrix.ports.find((port: AnyRow) => port.name === name).id

/**
 * Creates two rooms with two matrices each: three runs of 60 ft and one of an unchosen cable in the first, and one patch cable to the
 * second, whose distance is unknown.
 */
async function wired() {
  const project = await createProject(app)
  const [hall, lobby] = [await createSpace(app, project, { name: 'Hall' }), await createSpace(app, project, { name: 'Lobby' })]
  for (const space of [hall, lobby]) await createLine(app, space, matrix, { quantity: 2 })
  const units = (await admin('GET', `/api/projects/${project.id}/Units?itemsPerPage=50&sortBy=label`)).body.items as AnyRow[]
  const [a, b] = units.filter(({ space }) => space.id === hall.id)
  const [c, d] = units.filter(({ space }) => space.id === lobby.id)
  const at = `/api/projects/${project.id}/Connections`
  const wire = (from: AnyRow | undefined, to: AnyRow | undefined, index: number, more: AnyRow = {}) =>
    createRow(app, at, {
      fromUnitId: from?.id,
      fromPortId: portIdByName(`OUT ${index}`),
      toUnitId: to?.id,
      toPortId: portIdByName(`IN ${index}`),
      ...more,
    })
  const runs = [await wire(a, b, 1, { lengthFt: 60 }), await wire(a, b, 2, { lengthFt: 60 }), await wire(a, b, 3, { lengthFt: 60 })]
  await wire(a, c, 4, { cableEquipmentId: patch.id })
  const open = await wire(a, b, 5)
  await app.sql('update connections set cable_equipment_id = null where id = $1', [open.id])
  await wire(c, d, 6, { cableEquipmentId: patch.id, lengthFt: 7.5 })
  return { project, hall, at, runs }
}

const requestReport = (project: AnyRow, options: AnyRow, body: AnyRow = {}) =>
  admin('POST', `/api/projects/${project.id}/Reports`, {
    reportType: ReportType.BOM,
    scope: ReportScope.AllSpaces,
    options: { includeCables: true, ...options },
    ...body,
  })
async function readReportSheet(project: AnyRow, options: AnyRow = {}, body: AnyRow = {}) {
  const { body: task, status } = await requestReport(project, options, body)
  expect(status, JSON.stringify(task)).toBe(202)
  const book = readWorkbook((await admin('GET', (await waitForFile(admin, task.id)).url)).body)
  expect(book.map(({ name }) => name)).toEqual(['BOM', 'Cables'])
  const rows = book[1]?.rows.map(({ values }) => values) ?? []
  const header = rows.findIndex(([first]) => first === '#')
  return { header: rows[header]?.slice(1), rows: rows.slice(header + 1).map((values) => values.slice(1)) }
}

const maker = reel.manufacture.name
const [reelRow, patchRow, openRow] = [
  ['CBL-R', maker, 'Reel 9', 'R-9', 3, 180, 0, 100, 3, 120, 20.5, 61.5],
  ['CBL-P', patch.manufacture.name, 'Reel 10', null, 2, 7.5, 1, null, null, null, 4, 8],
  [null, null, 'No cable chosen', null, 1, 39.5, 0],
]

it('adds a purchase sheet: stock lengths, pieces, unknown lengths, unselected cable last', async () => {
  const { project, hall } = await wired()
  const { header, rows } = await readReportSheet(project)
  expect(header).toEqual([
    'Tag',
    'Manufacturer',
    'Model',
    'Part Number',
    'Cables',
    'Length, ft',
    'Without length',
    'Stock length, ft',
    'Stock lengths',
    'Left over, ft',
    'Unit MSRP',
    'Extended MSRP',
  ])
  const sorted = [reelRow, patchRow].toSorted((a, b) => String(a[1]).localeCompare(String(b[1]), 'en', { numeric: true }))
  expect(rows.slice(0, 3)).toEqual([...sorted, openRow])
  expect(rows[3]).toEqual(expect.arrayContaining([6, 227, 1, 69.5]))
  const ofHall = await readReportSheet(project, {}, { scope: ReportScope.SelectedSpaces, spaceIds: [hall.id] })
  expect(ofHall.rows.find(([tag]) => tag === 'CBL-P')?.slice(4, 7)).toEqual([1, 0, 1])
  const unpriced = await readReportSheet(project, { hidePrices: true })
  expect(unpriced.header).not.toContain('Unit MSRP')
  expect(unpriced.rows.find(([tag]) => tag === 'CBL-R')).toHaveLength(10)
})

it('counts pre-terminated cables in pieces of their length, and prices bulk cable without a stock length by the foot', async () => {
  const { project, runs } = await wired()
  const [preTerminated, bulk] = [2, 1]
  const ready = await cable({ tag: 'CBL-HD', msrpPrice: 69, cableSpec: { termination: preTerminated, lengthFt: 75 } })
  const byFoot = await cable({ tag: 'CBL-FT', msrpPrice: 0.64, cableSpec: { termination: bulk } })
  await app.sql('update connections set cable_equipment_id = $1 where id = any($2)', [ready.id, runs.slice(0, 2).map(({ id }) => id)])
  await app.sql('update connections set cable_equipment_id = $1 where id = $2', [byFoot.id, runs[2]?.id])
  const { rows } = await readReportSheet(project)
  expect(rows.find(([tag]) => tag === 'CBL-HD')?.slice(4)).toEqual([2, null, 0, 75, 2, null, 69, 138])
  expect(rows.find(([tag]) => tag === 'CBL-FT')?.slice(4)).toEqual([1, 60, 0, null, null, null, 0.64, 38.4])
  const revision = await createRow(app, `/api/projects/${project.id}/Revisions`, {
    code: uniqueName('CD'),
    title: 'As wired',
    issueDate: '2026-08-01',
  })
  expect((await readReportSheet(project, { revisionId: revision.id })).rows).toEqual(rows)
})

it('uses the cables of a revision, and rejects a revision without them', async () => {
  const { project, at, runs } = await wired()
  const day = await readReportSheet(project)
  const revision = await createRow(app, `/api/projects/${project.id}/Revisions`, {
    code: uniqueName('CD'),
    title: 'As wired',
    issueDate: '2026-08-01',
  })
  expect((await admin('DELETE', `${at}/${runs[0]?.id}`)).status).toBe(204)
  await app.sql('update equipments set stock_length_ft = 500, msrp_price = 99900 where id = $1', [reel.id])
  await app.sql('update cable_rules set inside_ft = 300 where project_id = $1', [project.id])
  expect(await readReportSheet(project)).not.toEqual(day)
  expect(await readReportSheet(project, { revisionId: revision.id })).toEqual(day)
  await app.sql('update equipments set stock_length_ft = 100, msrp_price = 2050 where id = $1', [reel.id])

  await app.sql(`update revision_contents set contents = (contents::jsonb - 'connections')::json where revision_id = $1`, [revision.id])
  const { status, body } = await requestReport(project, { revisionId: revision.id })
  expect([status, body.fields]).toEqual([
    400,
    { 'options.includeCables': [`${revision.code} has no cable data. Revisions issued from now on include it.`] },
  ])
  expect((await requestReport(project, { revisionId: revision.id, includeCables: false })).status).toBe(202)
})
