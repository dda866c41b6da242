import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createEquipment, createManufacturer } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
const maker = await createManufacturer(app, { name: '=Maker' })
const item = await createEquipment(app, { manufactureId: maker.id, model: '+cmd', msrpPrice: 12.5 })
await createEquipment(app, { manufactureId: maker.id, availability: 3 })
await createEquipment(app)

const downloadList = (query: object) => app.admin('GET', '/api/equipments/download', undefined, { query: { ...query } })
const head = (data: Buffer) => readWorkbook(data)[0]!.rows[0]!.values

it('downloads at once with filters and columns, and keeps text as text', async () => {
  const { status, headers, body } = await downloadList({
    manufacturerIds: maker.id,
    columns: ['model', 'manufacture', 'msrpPrice'],
    sortBy: 'model',
  })
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="Equipment \d{4}-\d\d-\d\d\.xlsx"/)
  expect(readWorkbook(body)[0]!.rows.map(({ values }) => values)).toEqual([
    ['Id', 'Model', 'Manufacturer', 'MSRP (USD)'],
    [item.id, '+cmd', '=Maker', 12.5],
    // An unknown price is an empty cell, and a parsed row ends with its last non-empty cell.
    [expect.any(Number), expect.any(String), '=Maker'],
  ])
  const [entry] = (await app.admin('GET', '/api/auditLogs', undefined, { query: { actions: 'Export', itemsPerPage: 1 } })).body.items
  expect(entry.user.id).toBe(app.admin.userId)
})

it('rejects more than 5,000 rows and suggests an export', async () => {
  await app.sql(
    `insert into equipments (tag, model, manufacture_id, category_id, industry_type, availability, msrp_price, is_rack_mountable)
     select 'BULK', 'Bulk ' || n, manufacture_id, category_id, 200, 1, 0, false from generate_series(1, 5000) n, equipments e where e.id = $1`,
    [item.id],
  )
  const { status, body } = await downloadList({})
  expect(status).toBe(409)
  expect(body.message).toBe('The list has 5,003 rows; at most 5,000 can be downloaded at once. Export the list instead.')
  expect((await downloadList({ search: '+cmd' })).status).toBe(200)
  expect((await downloadList({ sortBy: 'nothing' })).status).toBe(400)
  const workbook = await app.admin('GET', `/api/equipments/${maker.id}/ExportFilledManufactureEquipments`)
  expect([workbook.status, workbook.body.message]).toEqual([409, expect.stringContaining('has 5,002 pieces of equipment')])
})

it('exports the list (100) or the inventory table (102)', async () => {
  for (const [view, category, least] of [
    [undefined, 100, 9],
    ['inventory', 102, 20],
  ] as const) {
    const { status, body } = await app.admin('GET', '/api/equipments/Export', undefined, { query: { view, search: '+cmd' } })
    expect(status).toBe(202)
    expect(body.downloadTaskCategory).toBe(category)
    const { url } = await waitForFile(app.admin, body.id)
    expect(head((await app.admin('GET', url)).body).length).toBeGreaterThan(least)
  }
  expect((await app.admin('GET', '/api/equipments/Export', undefined, { query: { view: 'other' } })).status).toBe(400)
})
