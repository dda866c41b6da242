import { expect, it } from 'vitest'
import {
  createCategory,
  createEquipment,
  createManufacturer,
  createProductFamily,
  readEquipment,
} from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { timeoutMs } from '../../../test/kit/timeouts.ts'
import { ChangeSetKind } from '../../model/activity/change-sets.ts'
import { recordChangeSet } from './public.ts'

const app = await startApp()
const category = await createCategory(app)
const maker = await createManufacturer(app)
const device = (more: Record<string, unknown> = {}) => createEquipment(app, { manufactureId: maker.id, categoryId: category.id, ...more })
const planner = await app.signInAs(['Equipments.View', 'Equipments.Update', 'Equipments.BulkUpdate'])

async function edit(rows: Record<string, unknown>[]) {
  const { status, body } = await planner('PUT', '/api/equipments/BulkUpdate', { rows })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.changeSetId as number
}
const undoChangeSet = (id: number, caller = planner) => caller('POST', `/api/changeSets/${id}/Undo`)
const readRows = async (id: number, caller = planner) => (await caller('GET', `/api/changeSets/${id}/Rows`)).body

it('lists who changed which rows, with old and new values by name', async () => {
  const other = await createCategory(app)
  const item = await device({ msrpPrice: 10 })
  const two = await device()
  const id = await edit([
    { id: item.id, rowVersion: item.rowVersion, categoryId: other.id, msrpPrice: 1250.5 },
    { id: two.id, rowVersion: two.rowVersion, availability: 2 },
  ])
  const { body: set } = await planner('GET', `/api/changeSets/${id}`)
  expect(set).toMatchObject({ kind: 1, title: 'Changed 2 pieces of equipment', updatedCount: 2, isUndone: false, actions: ['Undo'] })
  expect(set.createdBy.id).toBe(planner.userId)
  const { items, total } = await readRows(id)
  expect(total).toBe(2)
  expect(items[0]).toMatchObject({ name: item.model, kind: 'Equipment', action: 'Update', href: `/equipment/${item.id}` })
  expect(items[0].changes).toEqual(
    expect.arrayContaining([
      { field: 'category', label: 'Category', from: category.name, to: other.name },
      { field: 'msrpPrice', label: 'MSRP', from: '$10.00', to: '$1,250.50' },
    ]),
  )
  const found = await planner('GET', '/api/changeSets', undefined, { query: { kinds: 1, search: 'pieces' } })
  expect(found.body.items.map((row: any) => row.id)).toContain(id)
})

it('reverts every field not changed since, and reports the skipped ones', async () => {
  const item = await device({ msrpPrice: 10, heatLoadWatts: 5 })
  const two = await device({ tag: 'OLD' })
  const id = await edit([
    { id: item.id, rowVersion: item.rowVersion, msrpPrice: 20, heatLoadWatts: 50, tag: 'NEW-1' },
    { id: two.id, rowVersion: two.rowVersion, tag: 'NEW-2' },
  ])
  await edit([{ id: item.id, tag: 'LATER' }])
  const preview = (await planner('GET', `/api/changeSets/${id}/Undo`)).body
  expect(preview).toMatchObject({ undone: 2, kept: 1, reasons: [{ name: item.model, reasons: ['Tag: Changed since to “LATER”.'] }] })

  const { status, body: undoSet } = await undoChangeSet(id)
  expect(status).toBe(201)
  expect(undoSet).toMatchObject({ kind: 5, title: 'Undone: Changed 2 pieces of equipment', updatedCount: 2, keptCount: 1, undoes: { id } })
  expect(await readEquipment(app, item.id)).toMatchObject({
    msrpPrice: 10,
    heatLoadWatts: 5,
    watts: 5,
    tag: 'LATER',
    priceDate: item.priceDate,
  })
  expect(await readEquipment(app, two.id)).toMatchObject({ tag: 'OLD' })
  const keptFields = (await readRows(undoSet.id)).items.find((row: any) => row.entityId === String(item.id)).kept
  expect(keptFields).toEqual([{ label: 'Tag', reason: 'Changed since to “LATER”.' }])

  const { body: log } = await app.admin('GET', `/api/equipments/${two.id}/ActivityLogs`)
  expect(log.items[0]).toMatchObject({
    title: 'Undone: Changed 2 pieces of equipment',
    changes: [{ field: 'tag', from: 'NEW-2', to: 'OLD' }],
    relatedEntity: { entity: 'changeSets', id: undoSet.id },
  })
  const [audit] = await app.sql(
    `select action, before, after from audit_log where entity = 'equipments' and entity_id = $1 order by id desc limit 1`,
    [String(two.id)],
  )
  expect(audit).toEqual({ action: 'Update', before: { tag: 'NEW-2' }, after: { tag: 'OLD' } })

  expect((await undoChangeSet(id)).status).toBe(409)
  const again = await undoChangeSet(undoSet.id)
  expect(again.body.title).toBe('Redone: Changed 2 pieces of equipment')
  expect(await readEquipment(app, two.id)).toMatchObject({ tag: 'NEW-2' })
  expect((await planner('GET', `/api/changeSets/${id}`)).body).toMatchObject({ isUndone: false, actions: ['Undo'] })
})

it('swaps exchanged models back, and skips a row whose model is taken', async () => {
  const [one, two, three] = [await device(), await device(), await device()]
  const id = await edit([
    { id: one.id, model: two.model },
    { id: two.id, model: one.model },
    { id: three.id, model: 'Renamed third' },
  ])
  expect((await readEquipment(app, one.id)).model).toBe(two.model)
  const taker = await device({ model: three.model })
  const { body } = await undoChangeSet(id)
  expect(body).toMatchObject({ updatedCount: 2, keptCount: 1 })
  expect((await readEquipment(app, one.id)).model).toBe(one.model)
  expect((await readEquipment(app, two.id)).model).toBe(two.model)
  expect((await readEquipment(app, three.id)).model).toBe('Renamed third')
  const left = (await readRows(body.id)).items.find((row: any) => row.entityId === String(three.id))
  expect(left).toMatchObject({ action: 'Keep', kept: [{ label: null, reason: 'This model is already taken.' }] })
  expect((await readEquipment(app, taker.id)).model).toBe(three.model)
})

it('deletes created rows and restores deleted ones', async () => {
  const createdDevice = await device()
  const changed = await device()
  const deletedDevice = await device()
  expect((await app.admin('DELETE', `/api/equipments/${deletedDevice.id}`)).status).toBe(204)
  const entry = (action: 'Create' | 'Delete', row: any) => ({
    action,
    entity: 'equipments',
    entityId: row.id,
    entityName: row.model,
    after: action === 'Create' ? { tag: row.tag, model: row.model, manufacture: row.manufacture } : null,
    before: null,
  })
  const id = await app.product.work((ctx) =>
    recordChangeSet(ctx, { kind: ChangeSetKind.Import, title: 'Imported three', permissions: ['Equipments.Update'] }, [
      entry('Create', createdDevice),
      entry('Create', changed),
      entry('Delete', deletedDevice),
    ]),
  )
  await edit([{ id: changed.id, tag: 'WORKED-ON' }])
  const { status, body } = await undoChangeSet(id!)
  expect(status).toBe(201)
  expect(body).toMatchObject({ deletedCount: 1, restoredCount: 1, keptCount: 1 })
  expect((await app.admin('GET', `/api/equipments/${createdDevice.id}`)).status).toBe(404)
  expect((await readEquipment(app, deletedDevice.id)).model).toBe(deletedDevice.model)
  expect((await readEquipment(app, changed.id)).tag).toBe('WORKED-ON')
  expect((await undoChangeSet(body.id)).body).toMatchObject({ deletedCount: 1, restoredCount: 1 })
  expect((await readEquipment(app, createdDevice.id)).model).toBe(createdDevice.model)
})

it('skips values that point to deleted rows or violate a rule between fields', async () => {
  const doomed = await createCategory(app)
  const family = await createProductFamily(app, maker.id)
  const other = await createManufacturer(app)
  const item = await device({ categoryId: doomed.id, productFamilyId: family.id })
  const id = await edit([{ id: item.id, categoryId: category.id, productFamilyId: null, partNumber: 'P-1' }])
  expect((await app.admin('DELETE', `/api/categories/${doomed.id}`)).status).toBe(204)
  const { body } = await undoChangeSet(id)
  expect(await readEquipment(app, item.id)).toMatchObject({
    category: { id: category.id },
    productFamily: { id: family.id },
    partNumber: null,
  })
  expect((await readRows(body.id)).items[0].kept).toEqual([{ label: 'Category', reason: `${doomed.name} has been deleted since.` }])

  const second = await edit([{ id: item.id, productFamilyId: null }])
  await edit([{ id: item.id, manufactureId: other.id }])
  const refused = await undoChangeSet(second)
  expect(refused.status).toBe(409)
  expect((await readEquipment(app, item.id)).productFamily).toBeNull()
})

it('allows viewing and undo only with the permission for the original action', async () => {
  const item = await device()
  const id = await edit([{ id: item.id, tag: 'SEEN' }])
  const viewer = await app.signInAs(['Equipments.View'])
  expect((await viewer('GET', `/api/changeSets/${id}`)).status).toBe(404)
  expect((await viewer('GET', `/api/changeSets/${id}/Rows`)).status).toBe(404)
  expect((await undoChangeSet(id, viewer)).status).toBe(404)
  const auditor = await app.signInAs(['AuditLog.View'])
  expect((await auditor('GET', `/api/changeSets/${id}`)).body.actions).toEqual([])
  expect((await undoChangeSet(id, auditor)).status).toBe(403)
  expect((await auditor('GET', `/api/changeSets/${id}/Undo`)).status).toBe(403)
  const colleague = await app.signInAs(['Equipments.View', 'Equipments.BulkUpdate'])
  expect((await undoChangeSet(id, colleague)).status).toBe(201)
})

it('hides changes in unseen projects from audit log readers and rejects their undo', async () => {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  const line = await createLine(app, space, await createProduct(app))
  const { body } = await app.admin('PUT', `/api/projects/${project.id}/Equipment/Bulk`, { lineIds: [line.id], set: { provider: 'FBO' } })
  const id = body.changeSetId as number
  const auditor = await app.signInAs(['AuditLog.View', 'Projects.View', 'ProjectEquipment.Update'], { isNew: true })
  const preview = (caller = auditor) => caller('GET', `/api/changeSets/${id}/Undo`)
  expect((await preview()).body).toMatchObject({ undone: 1 })
  const [other] = await app.sql('insert into access_groups (name) values ($1) returning id', ['Not the auditor'])
  await app.sql('insert into project_access_entries (project_id, access_group_id) values ($1, $2)', [project.id, other!.id])
  expect((await readRows(id, auditor)).total).toBe(0)
  expect((await auditor('GET', `/api/changeSets/${id}`)).body.actions).toEqual([])
  const colleague = await app.signInAs(['Projects.View', 'ProjectEquipment.Update'], { isNew: true })
  expect((await colleague('GET', `/api/changeSets/${id}`)).status).toBe(404)
  expect(await preview()).toMatchObject({ status: 403 })
  expect((await undoChangeSet(id, auditor)).status).toBe(403)
  expect((await undoChangeSet(id, app.admin)).status).toBe(201)
})

it('shows the creator changes they cannot undo', async () => {
  const importer = await app.signInAs(['Equipments.View', 'Equipments.Create', 'Equipments.Update'], { isNew: true })
  const sent = new FormData()
  sent.append('mapping', JSON.stringify({ model: 0 }))
  sent.append('manufactureId', String(maker.id))
  sent.append('categoryId', String(category.id))
  sent.append('file', new Blob(['Model\nMade by an import']), 'list.csv')
  const { body } = await importer('POST', '/api/equipments/Import', sent)
  expect(body, JSON.stringify(body)).toMatchObject({ created: 1 })
  // The undo would delete the created rows.
  expect((await importer('GET', `/api/changeSets/${body.changeSetId}`)).body.actions).toEqual([])
  expect(await undoChangeSet(body.changeSetId, importer)).toMatchObject({ status: 403, body: { detail: 'Equipments.Delete' } })
  expect((await undoChangeSet(body.changeSetId, app.admin)).status).toBe(201)
})

it('applies only one of two concurrent undo requests', async () => {
  const item = await device()
  const id = await edit([{ id: item.id, tag: 'RACE' }])
  const answers = await Promise.all([undoChangeSet(id), undoChangeSet(id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
})

it('reverts five thousand rows in few statements', async () => {
  await app.sql(
    `insert into equipments (tag, model, manufacture_id, category_id, industry_type, availability, msrp_price, is_rack_mountable)
     select 'MANY', 'Many ' || n, $1, $2, 200, 2, n, false from generate_series(1, 5000) n`,
    [maker.id, category.id],
  )
  const ids = (await app.sql(`select id, model from equipments where tag = 'MANY' order by id`)) as { id: number; model: string }[]
  const id = await app.product.work((ctx) =>
    recordChangeSet(
      ctx,
      { kind: ChangeSetKind.Import, title: 'Imported many', permissions: ['Equipments.Update'] },
      ids.map((row) => ({
        action: 'Update',
        entity: 'equipments',
        entityId: row.id,
        entityName: row.model,
        before: { availability: 1 },
        after: { availability: 2 },
      })),
    ),
  )
  const before = Date.now()
  expect((await undoChangeSet(id!)).body).toMatchObject({ updatedCount: 5000, keptCount: 0 })
  const took = Date.now() - before
  console.log(`undo of 5,000 rows: ${took} ms`)
  expect(took).toBeLessThan(timeoutMs(7500))
  const [left] = await app.sql(`select count(*)::int as n from equipments where tag = 'MANY' and availability <> 1`)
  expect(left!.n).toBe(0)
  const page = await planner('GET', `/api/changeSets/${id}/Rows`, undefined, { query: { search: 'Many 4999' } })
  expect(page.body.total).toBe(1)
})
