import { describe, expect, it } from 'vitest'
import {
  createCategory,
  createEquipment,
  createManufacturer,
  createProductFamily,
  readEquipment,
} from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { timeoutMs } from '../../../test/kit/timeouts.ts'

const app = await startApp()
type Row = Record<string, any>
const maker = await createManufacturer(app)
const category = await createCategory(app)
const device = (more: Row = {}) => createEquipment(app, { manufactureId: maker.id, categoryId: category.id, ...more })
const bulk = (rows: unknown, caller = app.admin) => caller('PUT', '/api/equipments/BulkUpdate', { rows })

describe('bulk update', () => {
  it('changes only the named fields', async () => {
    const family = await createProductFamily(app, maker.id)
    const item = await device({ partNumber: 'P-1', notes: 'kept', msrpPrice: 10, widthIn: 4 })
    const { status, body } = await bulk([
      { id: item.id, rowVersion: item.rowVersion, productFamilyId: family.id, msrpPrice: 99.95, widthIn: null },
    ])
    expect(status).toBe(200)
    expect(body).toMatchObject({ changed: 1, items: [{ id: item.id, rowVersion: item.rowVersion + 1, msrpPrice: 99.95, widthIn: null }] })
    expect(await readEquipment(app, item.id)).toMatchObject({
      partNumber: 'P-1',
      notes: 'kept',
      productFamily: { id: family.id },
      priceDate: new Date().toISOString().slice(0, 10),
    })
    const [log] = (await app.admin('GET', `/api/equipments/${item.id}/ActivityLogs`)).body.items
    expect(log.changes.map(({ field }: Row) => field).sort()).toEqual(['msrpPrice', 'productFamily', 'widthIn'])
  })

  it('changes nothing when one row is stale, and returns its current state', async () => {
    const [one, two] = [await device(), await device()]
    await bulk([{ id: two.id, tag: 'THEIRS' }])
    const { status, body } = await bulk([
      { id: one.id, rowVersion: one.rowVersion, tag: 'MINE-1' },
      { id: two.id, rowVersion: two.rowVersion, tag: 'MINE-2' },
    ])
    expect(status).toBe(409)
    expect(body).toMatchObject({ detail: 'stale', fields: { 'rows[1].rowVersion': ['Changed by someone else.'] } })
    expect(body.message).toContain(two.model)
    expect(body.current).toMatchObject([{ id: two.id, tag: 'THEIRS' }])
    expect((await readEquipment(app, one.id)).tag).toBe(one.tag)
  })

  it('changes nothing when one row is invalid, and names row and field', async () => {
    const [one, two, three] = [await device(), await device(), await device()]
    const foreign = await createProductFamily(app, (await createManufacturer(app)).id)
    const refused = async (rows: Row[], fields: Row) => {
      const { status, body } = await bulk([{ id: one.id, tag: 'GOOD' }, ...rows])
      expect([status, body.fields]).toEqual([400, fields])
      expect((await readEquipment(app, one.id)).tag).toBe(one.tag)
    }
    await refused([{ id: two.id, tag: 'bad' }], { 'rows[1].tag': [expect.stringContaining('capital letters')] })
    await refused([{ id: two.id, model: three.model.toLowerCase().replace(' ', '-') }], {
      'rows[1].model': ['This model is already taken.'],
    })
    await refused([{ id: two.id, categoryId: 999_999_999 }], { 'rows[1].categoryId': ['Category not found.'] })
    await refused([{ id: two.id, productFamilyId: foreign.id }], {
      'rows[1].productFamilyId': ['This product family belongs to another manufacturer.'],
    })
    await refused([{ id: 999_999_999, tag: 'X' }], { 'rows[1].id': ['Equipment not found.'] })
    await refused([{ id: one.id, tag: 'Y' }], { 'rows[1].id': ['This row is listed twice.'] })
    await refused(
      [
        { id: two.id, model: 'New same' },
        { id: three.id, model: 'new-SAME' },
      ],
      {
        'rows[1].model': ['This model is already taken.'],
        'rows[2].model': ['This model is already taken.'],
      },
    )
    expect((await bulk([])).status).toBe(400)
    expect((await bulk(Array.from({ length: 501 }, () => ({ id: one.id })))).status).toBe(400)
    expect((await bulk([{ id: one.id }], await app.signInAs(['Equipments.Update']))).status).toBe(403)
  })

  it('swaps models within a column', async () => {
    const rows = [await device(), await device(), await device()]
    const { status } = await bulk(rows.map(({ id }, index) => ({ id, model: rows[(index + 1) % 3]!.model })))
    expect(status).toBe(200)
    expect((await readEquipment(app, rows[2]!.id)).model).toBe(rows[0]!.model)
  })

  it('writes nothing without differences', async () => {
    const item = await device()
    const { body } = await bulk([{ id: item.id, tag: item.tag, msrpPrice: item.msrpPrice }])
    expect(body).toMatchObject({ changed: 0, changeSetId: null })
    expect((await readEquipment(app, item.id)).rowVersion).toBe(item.rowVersion)
  })

  it('updates five hundred rows in less than a second', async () => {
    await app.sql(
      `insert into equipments (tag, model, manufacture_id, category_id, industry_type, availability, msrp_price, is_rack_mountable)
       select 'MANY', 'Many ' || n, $1, $2, 200, 1, n, false from generate_series(1, 500) n`,
      [maker.id, category.id],
    )
    const ids = await app.sql<{ id: number }>(`select id from equipments where tag = 'MANY'`)
    const rows = (tag: string) => ids.map(({ id }, index) => ({ id, tag, msrpPrice: index, model: `${tag} ${index}` }))
    await bulk(rows('WARM'))
    const before = performance.now()
    expect((await bulk(rows('FAST'))).body.changed).toBe(500)
    const took = performance.now() - before
    console.log(`500 rows in ${Math.round(took)} ms`)
    expect(took).toBeLessThan(timeoutMs(1500))
  })
})
