import { describe, expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRow, uploadPicture } from '../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createLine, createProduct, createProject, createSpace, firstLevel } from '../../../test/kit/fixtures/projects.ts'
import { createSpaceTemplate, linesByGroup } from '../../../test/kit/fixtures/templates.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import { messages } from '../../model/kit/rules.ts'
import { spaceTemplates } from './space-templates.ts'

const app = await startApp()
const { admin } = app
type Row = Record<string, any>
const project = await createProject(app)
const screen = await createProduct(app, { msrpPrice: 100, defaultProvider: 'EC', defaultInstaller: 'GC' })
const camera = await createProduct(app, { msrpPrice: 20.5 })
const readTemplate = async (template: Row) => (await admin('GET', `/api/spaceTemplates/${template.id}`)).body

entityContract(spaceTemplates, app, {
  valid: { name: 'Huddle room', description: '<p>Four seats</p>', industryType: 3, defaultComplexity: 2 },
  prepare: async () => {
    const items = [{ key: 'AP-100', name: 'Noise level', category: 1 }]
    const { id } = await createRow(app, '/api/verificationTemplates', { name: uniqueName('Audio'), items })
    return { imageUrl: await uploadPicture(app, 'spaceTemplates'), verificationTemplateIds: [id] }
  },
  invalid: [
    ['name', '', messages.required],
    ['name', 'x'.repeat(201), messages.maxLength(200)],
    ['defaultComplexity', 6, messages.maximum(5)],
    ['industryType', 99, messages.unknown],
  ],
})

it('searches its lines by product, manufacturer, area group and label', async () => {
  const maker = await createRow(app, '/api/Manufactures', { name: 'Zephyr Optics' })
  const lens = await createProduct(app, { manufactureId: maker.id, tag: 'QX-LENS', model: 'Halcyon' })
  const template = await createSpaceTemplate(app, { Lectern: [{ product: lens }], Wall: [] })
  const base = `/api/spaceTemplates/${template.id}/Equipment`
  expect((await admin('POST', base, { equipmentId: camera.id, quantity: 2, label: 'Óptica 50%' })).status).toBe(201)
  const found = async (search: string, tail: string) => {
    const { status, body } = await admin('GET', `${base}${tail}`, undefined, { query: { search } })
    return [status, body.items.map(({ equipment }: Row) => equipment.tag), body.total]
  }
  for (const tail of ['', '/query']) {
    for (const search of ['qx-lens', 'halcyon', 'zephyr optics', 'lectern'])
      expect(await found(search, tail), search).toEqual([200, ['QX-LENS'], 1])
    expect(await found('optica 50%', tail)).toEqual([200, [camera.tag], 1])
    expect(await found('nothing of it', tail)).toEqual([200, [], 0])
  }
})

describe('template', () => {
  it('has uniquely named area groups, in order', async () => {
    const template = await createSpaceTemplate(app, { A: [], B: [] })
    const base = `/api/spaceTemplates/${template.id}/AreaGroups`
    const [a, b] = template.areaGroups
    expect(template.areaGroups).toMatchObject([{ order: 1 }, { order: 2 }])
    expect((await admin('POST', base, { name: 'a' })).body.fields).toEqual({ name: ['This name is already taken.'] })
    const renamed = await admin('PUT', `${base}/${a.id}`, { name: 'Z', order: 7, notes: 'Oak', rowVersion: a.rowVersion })
    expect(renamed.body).toMatchObject({ name: 'Z', order: 7, notes: 'Oak', rowVersion: 2 })
    expect((await admin('PUT', `${base}/${a.id}`, { name: 'Y', rowVersion: a.rowVersion })).body.detail).toBe('stale')
    expect((await admin('GET', base)).body.map(({ name }: Row) => name)).toEqual(['B', 'Z'])
    const reader = await app.signInAs(['SpaceTemplates.View'])
    expect((await reader('GET', base)).status).toBe(200)
    expect((await reader('POST', base, { name: 'C' })).status).toBe(403)
    expect((await reader('DELETE', `${base}/${b.id}`)).status).toBe(403)
    const other = await createSpaceTemplate(app)
    expect((await admin('DELETE', `/api/spaceTemplates/${other.id}/AreaGroups/${b.id}`)).status).toBe(404)
    expect((await admin('PUT', `/api/spaceTemplates/${other.id}/AreaGroups/${b.id}`, { name: 'X' })).status).toBe(404)
  })

  it('returns its lines by area group, with count and price', async () => {
    const template = await createSpaceTemplate(app, {
      'Front wall': [{ product: screen, quantity: 2 }],
      '': [{ product: camera, quantity: 3, unitPriceOverride: 10 }],
    })
    expect(template).toMatchObject({ equipmentCount: 5, totalMsrpPrice: 230, countTemplateUsed: 0 })
    expect(linesByGroup(template)).toEqual({ [`Front wall/${screen.model}`]: '2 EC GC', [`No Area Group/${camera.model}`]: '3 AVV AVV 10' })
    expect((await admin('GET', `/api/spaceTemplates/${template.id}/AreaGroups`)).body).toMatchObject([
      { name: 'Front wall', equipmentCount: 2, totalMsrpPrice: 200 },
      { id: 0, name: 'No Area Group', equipmentCount: 3 },
    ])
  })

  it('follows catalog prices, except agreed ones', async () => {
    const product = await createProduct(app, { msrpPrice: 10 })
    const template = await createSpaceTemplate(app, {
      '': [
        { product, quantity: 2 },
        { product, unitPriceOverride: 7 },
      ],
    })
    expect(template.totalMsrpPrice).toBe(27)
    expect((await admin('PUT', `/api/equipments/${product.id}`, { ...equipmentBody(product), msrpPrice: 11 })).status).toBe(200)
    expect(await readTemplate(template)).toMatchObject({ totalMsrpPrice: 29, equipmentCount: 3 })
  })

  it('increases an equal line, changes it, removes it and writes to its log', async () => {
    const template = await createSpaceTemplate(app, { Rack: [{ product: screen }] })
    const base = `/api/spaceTemplates/${template.id}`
    const [group] = template.areaGroups
    const again = await admin('POST', `${base}/Equipment`, { equipmentId: screen.id, quantity: 4, areaGroupId: group.id })
    expect(again).toMatchObject({ status: 201, body: { quantity: 5, id: group.equipment[0].id } })
    expect(
      (await admin('POST', `${base}/Equipment`, { equipmentId: screen.id, quantity: 9999, areaGroupId: group.id })).body.fields,
    ).toEqual({
      quantity: [messages.maximum(9999)],
    })
    const line = again.body
    const change = (body: Row) =>
      admin('PUT', `${base}/Equipment/${line.id}`, { quantity: 2, areaGroupId: group.id, isExisting: false, ...body })
    expect((await change({ provider: 'FBO', rowVersion: line.rowVersion })).body).toMatchObject({
      quantity: 2,
      provider: 'FBO',
      installer: 'GC',
    })
    expect((await change({ rowVersion: line.rowVersion })).body).toMatchObject({ errorType: 'Conflict', detail: 'stale' })
    expect((await change({ areaGroupId: 999_999_999 })).body.fields).toEqual({ areaGroupId: ['Area group not found.'] })
    expect(await readTemplate(template)).toMatchObject({ equipmentCount: 2, totalMsrpPrice: 200 })
    expect((await admin('DELETE', `${base}/Equipment/${line.id}`)).status).toBe(204)
    expect((await admin('DELETE', `${base}/Equipment/${line.id}`)).status).toBe(404)
    expect(await readTemplate(template)).toMatchObject({ equipmentCount: 0, totalMsrpPrice: 0 })
    const titles = (await admin('GET', `${base}/ActivityLogs`)).body.items.map(({ title }: Row) => title)
    expect(titles.slice(0, 3)).toEqual([
      `Equipment removed: 2 × ${screen.model}`,
      `Equipment changed: 2 × ${screen.model}`,
      `Equipment added: 4 × ${screen.model}`,
    ])
  })

  it('rejects deleted or deprecated equipment, and groups of another template', async () => {
    const template = await createSpaceTemplate(app, { A: [] })
    const other = await createSpaceTemplate(app, { B: [] })
    const add = async (product: Row, more: Row = {}) =>
      (await admin('POST', `/api/spaceTemplates/${template.id}/Equipment`, { equipmentId: product.id, quantity: 1, ...more })).body.fields
    const old = await createProduct(app, { availability: EquipmentAvailability.Deprecated })
    expect(await add(old)).toEqual({ equipmentId: [`${old.model} is deprecated and cannot be added.`] })
    const deletedProduct = await createProduct(app)
    await admin('DELETE', `/api/equipments/${deletedProduct.id}`)
    expect(await add(deletedProduct)).toEqual({ equipmentId: ['Equipment not found.'] })
    expect(await add({ id: 999_999_999 })).toEqual({ equipmentId: ['Equipment not found.'] })
    expect(await add(screen, { areaGroupId: other.areaGroups[0].id })).toEqual({ areaGroupId: ['Area group not found.'] })
  })

  it('keeps the lines of a deleted group, or deletes them with it', async () => {
    const template = await createSpaceTemplate(app, { A: [{ product: screen }], B: [{ product: camera }] })
    const [a, b] = template.areaGroups
    expect((await admin('DELETE', `/api/spaceTemplates/${template.id}/AreaGroups/${a.id}`)).status).toBe(204)
    expect((await admin('DELETE', `/api/spaceTemplates/${template.id}/AreaGroups/${b.id}?deleteEquipment=true`)).status).toBe(204)
    const after = await readTemplate(template)
    expect(linesByGroup(after)).toEqual({ [`No Area Group/${screen.model}`]: '1 EC GC' })
    expect(after.totalMsrpPrice).toBe(100)
  })

  it('is created from a space without racks and installers, and copied under another name', async () => {
    const space = await createSpace(app, project, { complexity: 4 })
    const group = space.areaGroups[0]
    await createLine(app, space, screen, { areaGroupId: group.id, quantity: 2, installerName: 'Northern AV', label: 'D1' })
    await createLine(app, space, camera, { provider: 'FBO', unitPriceOverride: 5 })
    const name = uniqueName('From space')
    const created = await admin('POST', `/api/spaceTemplates/FromSpace/${space.id}`, { name })
    expect(created).toMatchObject({ status: 201, body: { name, defaultComplexity: 4, equipmentCount: 3, totalMsrpPrice: 205 } })
    expect(linesByGroup(created.body)).toEqual({ [`General/${screen.model}`]: '2 EC GC', [`No Area Group/${camera.model}`]: '1 FBO AVV 5' })
    expect(created.body.areaGroups[0].equipment[0]).toMatchObject({ label: 'D1' })
    expect(Object.keys(created.body.areaGroups[0].equipment[0])).not.toContain('installerName')
    expect((await admin('POST', `/api/spaceTemplates/FromSpace/${space.id}`, { name })).status).toBe(409)
    const copy = await admin('POST', `/api/spaceTemplates/${created.body.id}/Clone`, { name: uniqueName('Copy') })
    expect(copy).toMatchObject({ status: 201, body: { defaultComplexity: 4, totalMsrpPrice: 205 } })
    expect(linesByGroup(copy.body)).toEqual(linesByGroup(created.body))
    expect((await admin('GET', `/api/spaces/${space.id}`)).body.spaceTemplate).toBeNull()
    const reader = await app.signInAs(['SpaceTemplates.View', 'ProjectEquipment.View', 'Projects.View'])
    expect((await reader('POST', `/api/spaceTemplates/FromSpace/${space.id}`, { name: uniqueName('X') })).status).toBe(403)
    const stranger = await app.signInAs(['SpaceTemplates.Create', 'ProjectEquipment.View', 'Projects.View'])
    await addToAccessList(app, project, admin.userId)
    expect((await stranger('POST', `/api/spaceTemplates/FromSpace/${space.id}`, { name: uniqueName('X') })).status).toBe(404)
    await app.sql('delete from project_access_entries where project_id = $1', [project.id])
  })

  it('is found by categories of its contents, in global search and in equipment counters', async () => {
    const product = await createProduct(app)
    const [category] = await app.sql('select id from categories order by number desc limit 1')
    const other = await createProduct(app, { categoryId: category!.id })
    const template = await createSpaceTemplate(app, { A: [{ product, quantity: 2 }, { product: other }], '': [{ product, quantity: 3 }] })
    const dead = await createSpaceTemplate(app, { A: [{ product }] })
    await admin('DELETE', `/api/spaceTemplates/${dead.id}`)
    const list = async (query: Row) => (await admin('GET', '/api/spaceTemplates', undefined, { query })).body
    expect((await list({ categoryIds: category!.id, itemsPerPage: -1 })).items.map(({ id }: Row) => id)).toEqual([template.id])
    expect(
      (await admin('GET', '/api/spotlight', undefined, { query: { term: `st: ${template.name}` } })).body.spaceTemplates,
    ).toMatchObject({
      total: 1,
      items: [{ id: template.id, equipmentCount: 6, countTemplateUsed: 0 }],
    })
    expect((await admin('GET', `/api/equipments/${product.id}/Stats`)).body.spaceTemplatesCount).toBe(1)
    expect((await admin('GET', `/api/equipments/${product.id}/Stats/spaceTemplates`)).body).toEqual({
      items: [{ id: template.id, name: template.name, quantity: 5 }],
      total: 1,
    })
  })
})

describe('space', () => {
  const make = (template: Row, more: Row = {}, ofProject = project) =>
    admin('POST', '/api/spaces', {
      projectId: ofProject.id,
      levelId: firstLevel(ofProject).id,
      name: uniqueName('Room'),
      spaceTemplateId: template.id,
      ...more,
    })

  it('starts with the groups and lines of its template and does not follow later changes', async () => {
    const template = await createSpaceTemplate(
      app,
      { Lectern: [{ product: screen, quantity: 2 }], Rack: [], '': [{ product: camera, provider: 'FBO' }] },
      { defaultComplexity: 3 },
    )
    const { status, body } = await make(template)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 2,
      complexity: 3,
      equipmentCount: 3,
      totalMsrpPrice: 220.5,
      spaceTemplate: { name: template.name },
    })
    expect(body.areaGroups.map(({ name }: Row) => name)).toEqual(['Lectern', 'Rack', 'No Area Group'])
    expect(linesByGroup(body)).toEqual(linesByGroup(template))
    const line = template.areaGroups[0].equipment[0]
    await admin('PUT', `/api/spaceTemplates/${template.id}/Equipment/${line.id}`, { quantity: 9, areaGroupId: template.areaGroups[0].id })
    expect(linesByGroup((await admin('GET', `/api/spaces/${body.id}`)).body)).toEqual(linesByGroup(template))
    expect((await readTemplate(template)).countTemplateUsed).toBe(1)
    const more = await make(template, { complexity: 5, equipment: [{ equipmentId: camera.id, quantity: 4 }] })
    expect(more.body).toMatchObject({ complexity: 5, equipmentCount: 9 + 1 + 4 })
  })

  it('stores its template, and is counted and listed by it as far as visible', async () => {
    const template = await createSpaceTemplate(app, { A: [{ product: screen }] })
    const hidden = await createProject(app)
    const rooms = [(await make(template)).body, (await make(template)).body, (await make(template, {}, hidden)).body]
    await addToAccessList(app, hidden, admin.userId)
    await admin('DELETE', `/api/spaces/${rooms[1].id}`)
    const reader = await app.signInAs(['SpaceTemplates.View', 'Projects.View'])
    const countFor = async (caller: typeof admin) => (await caller('GET', `/api/spaceTemplates/${template.id}`)).body.countTemplateUsed
    expect([await countFor(admin), await countFor(reader)]).toEqual([2, 1])
    const readSpaces = async (caller: typeof admin) => (await caller('GET', `/api/spaces/Template/${template.id}`)).body
    expect((await readSpaces(reader)).items.map(({ id }: Row) => id)).toEqual([rooms[0].id])
    expect((await readSpaces(admin)).total).toBe(2)
    const body = { projectId: project.id, levelId: rooms[0].level.id, name: rooms[0].name }
    expect((await admin('PUT', `/api/spaces/${rooms[0].id}`, body)).body.spaceTemplate).toMatchObject({ id: template.id })
    const other = await createSpaceTemplate(app)
    expect((await admin('PUT', `/api/spaces/${rooms[0].id}`, { ...body, spaceTemplateId: other.id })).body.fields).toEqual({
      spaceTemplateId: ['A space keeps the template it was created from.'],
    })
    const query = { spaceTemplateIds: template.id, projectId: project.id }
    expect((await admin('GET', '/api/spaces', undefined, { query })).body.items.map(({ id }: Row) => id)).toEqual([rooms[0].id])
    expect((await admin('GET', `/api/spaces/Projects/${project.id}/Spaces/filter/SpaceTemplates`)).body.items).toContainEqual(
      expect.objectContaining({ id: template.id, name: template.name }),
    )
    const sorted = await admin('GET', '/api/spaceTemplates', undefined, {
      query: { sortBy: 'countTemplateUsed', sortDesc: 'true', itemsPerPage: 1 },
    })
    expect(sorted.body.items[0].countTemplateUsed).toBeGreaterThanOrEqual(2)
  })

  it('rejects a template that is deleted or contains unavailable equipment', async () => {
    const deletedTemplate = await createSpaceTemplate(app)
    await admin('DELETE', `/api/spaceTemplates/${deletedTemplate.id}`)
    expect((await make(deletedTemplate)).body.fields).toEqual({ spaceTemplateId: ['Space template not found.'] })
    const product = await createProduct(app)
    const template = await createSpaceTemplate(app, { '': [{ product }] })
    await admin('DELETE', `/api/equipments/${product.id}`)
    expect((await make(template)).body.errors).toEqual([`${product.model} has been deleted. Remove it from ${template.name} first.`])
    expect((await readTemplate(template)).areaGroups[0].equipment[0].equipment.isDeleted).toBe(true)
  })

  it('merges the contents of a template into groups of the same names', async () => {
    const template = await createSpaceTemplate(app, { general: [{ product: screen, quantity: 2 }], Rack: [{ product: camera }] })
    const space = await createSpace(app, project)
    await createLine(app, space, screen, { areaGroupId: space.areaGroups[0].id })
    const add = (caller: typeof admin) => caller('POST', `/api/spaces/${space.id}/AddTemplate`, { spaceTemplateId: template.id })
    const { status, body } = await add(admin)
    expect(status).toBe(200)
    expect(body.map(({ quantity }: Row) => quantity).sort()).toEqual([1, 3])
    const after = (await admin('GET', `/api/spaces/${space.id}`)).body
    expect(linesByGroup(after)).toEqual({ [`General/${screen.model}`]: '3 EC GC', [`Rack/${camera.model}`]: '1 AVV AVV' })
    expect(after.spaceTemplate).toBeNull()
    const [entry] = (await admin('GET', `/api/spaces/${space.id}/ActivityLogs`)).body.items
    expect(entry).toMatchObject({ title: `Template applied: ${template.name}`, type: 3, relatedEntity: { id: template.id } })
    expect((await add(await app.signInAs(['ProjectEquipment.View', 'Projects.View']))).status).toBe(403)
    expect((await admin('POST', `/api/spaces/${space.id}/AddTemplate`, { spaceTemplateId: 999_999_999 })).body.fields).toEqual({
      spaceTemplateId: ['Space template not found.'],
    })
  })

  it('is created during price and template changes without deadlock and with correct sums', async () => {
    const product = await createProduct(app, { msrpPrice: 1 })
    const template = await createSpaceTemplate(app, { A: [{ product, quantity: 2 }] })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => [
        make(template),
        admin('PUT', `/api/equipments/${product.id}`, { ...equipmentBody(product), msrpPrice: index + 2 }),
        admin('POST', `/api/spaceTemplates/${template.id}/Equipment`, { equipmentId: product.id, quantity: 1 }),
      ]).flat(),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const [sums] = await app.sql(
      `select t.total_msrp_price::float8 as price, (select sum(l.quantity * e.msrp_price) from space_template_equipment l join equipments e on e.id = l.equipment_id
         where l.space_template_id = t.id and not l.is_deleted)::float8 as really from space_templates t where t.id = $1`,
      [template.id],
    )
    expect(sums!.price).toBe(sums!.really)
    expect((await readTemplate(template)).equipmentCount).toBe(10)
  })
})

const equipmentBody = (product: Row) => ({
  tag: product.tag,
  model: product.model,
  manufactureId: product.manufacture.id,
  categoryId: product.category.id,
  msrpPrice: product.msrpPrice,
})
