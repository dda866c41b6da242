import { describe, expect, it } from 'vitest'
import {
  activateProject,
  addToAccessList,
  createLine,
  createProduct,
  createProject,
  firstLevel,
} from '../../../test/kit/fixtures/projects.ts'
import { createSpaceTemplate, linesByGroup } from '../../../test/kit/fixtures/templates.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { EquipmentAvailability } from '../../model/catalog/enums.ts'

const app = await startApp()
const { admin } = app
type Row = Record<string, any>
const screen = await createProduct(app, { msrpPrice: 100 })
const camera = await createProduct(app, { msrpPrice: 20.5 })
const mount = await createProduct(app, { msrpPrice: 7 })

const readPath = async (path: string) => (await admin('GET', `/api/${path}`)).body
const readSpace = ({ id }: Row) => readPath(`spaces/${id}`)
const readDrift = ({ id }: Row) => readPath(`spaces/${id}/TemplateDrift`)
const lineIn = (target: Row, product: Row) =>
  target.areaGroups
    .flatMap((g: Row) => g.equipment.map((l: Row) => ({ ...l, groupId: g.id })))
    .find((l: Row) => l.equipment.id === product.id)

async function createFrom(template: Row, project: Row) {
  const body = { projectId: project.id, levelId: firstLevel(project).id, name: uniqueName('Room'), spaceTemplateId: template.id }
  return (await admin('POST', '/api/spaces', body)).body as Row
}
async function changeLine(kind: 'spaces' | 'spaceTemplates', id: number, product: Row, more: Row) {
  const target = await readPath(`${kind}/${id}`)
  const { groupId, ...line } = lineIn(target, product)
  const { quantity, provider, installer, unitPriceOverride, isExisting, label, notes } = line
  const body = { quantity, provider, installer, unitPriceOverride, isExisting, label, notes, areaGroupId: groupId || null, ...more }
  const answer = await admin('PUT', `/api/${kind}/${id}/Equipment/${line.id}`, body)
  expect(answer.status).toBe(200)
}
const takeOut = async (kind: string, id: number, product: Row) =>
  admin('DELETE', `/api/${kind}/${id}/Equipment/${lineIn(await readPath(`${kind}/${id}`), product).id}`)
const addEquipment = (template: Row, product: Row, more: Row = {}) =>
  admin('POST', `/api/spaceTemplates/${template.id}/Equipment`, { equipmentId: product.id, quantity: 1, ...more })
const push = (template: Row, spaceIds: number[], more: Row = {}, caller = admin) =>
  caller('POST', `/api/spaceTemplates/${template.id}/Push`, { spaceIds, ...more })
async function pushed(template: Row, spaceIds: number[]) {
  const { body: preview } = await push(template, spaceIds, { dryRun: true })
  const done = await push(template, spaceIds, { previewKey: preview.previewKey })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  expect(done.body.spaces).toEqual(preview.spaces)
  return done.body as Row
}
const standard = () => createSpaceTemplate(app, { Wall: [{ product: screen, quantity: 2 }, { product: camera }] })
const inOrder = (drift: Row) =>
  drift.differences.map((d: Row) =>
    [d.kind, d.cause, ...d.fields.map((f: Row) => `${f.label}: ${f.was} ${f.template} ${f.space}`)].join(', '),
  )

it('limits compared spaces to the number that can be applied at once', async () => {
  const template = await standard()
  const space = await createFrom(template, await createProject(app))
  await app.sql(
    `insert into spaces (project_id, building_id, level_id, name, status, space_template_id, template_version_id)
     select project_id, building_id, level_id, 'Copy ' || n, status, space_template_id, template_version_id from spaces, generate_series(1, 210) n where id = $1`,
    [space.id],
  )
  for (const itemsPerPage of [-1, 5000]) {
    const { body } = await admin('GET', `/api/spaceTemplates/${template.id}/Drift`, undefined, { query: { itemsPerPage } })
    expect([body.items.length, body.total]).toEqual([200, 211])
  }
})

it('limits the changes applied in one transaction', async () => {
  const template = await standard()
  const space = await createFrom(template, await createProject(app))
  await app.sql(
    `insert into spaces (project_id, building_id, level_id, name, status, space_template_id, template_version_id)
     select project_id, building_id, level_id, 'Copy ' || n, status, space_template_id, template_version_id from spaces, generate_series(1, 110) n where id = $1`,
    [space.id],
  )
  await app.sql(
    `insert into space_template_equipment (space_template_id, equipment_id, quantity, provider, installer, unit_price_override, is_existing)
     select $1, $2, 1, 'AVV', 'AVV', n, false from generate_series(1, 100) n`,
    [template.id, mount.id],
  )
  const ids = (await app.sql('select id from spaces where space_template_id = $1 order by id', [template.id])).map(({ id }) => id)
  for (const dryRun of [true, false]) {
    const { status, body } = await push(template, ids, { dryRun })
    expect([status, body.message]).toEqual([409, expect.stringMatching(/^These are 11,\d{3} changes; at most 10,000/)])
  }
  expect((await push(template, ids.slice(0, 5), { dryRun: true })).status).toBe(200)
})

describe('drift of a space', () => {
  it('lists template changes and manual changes, field by field', async () => {
    const template = await standard()
    const space = await createFrom(template, await createProject(app))
    expect(await readDrift(space)).toEqual({
      template: { id: template.id, name: template.name, isDeleted: false },
      pending: 0,
      kept: 0,
      differences: [],
    })
    await changeLine('spaceTemplates', template.id, screen, { quantity: 3, provider: 'EC' })
    await changeLine('spaces', space.id, screen, { quantity: 5, installer: 'GC' })
    await takeOut('spaceTemplates', template.id, camera)
    await addEquipment(template, mount, { areaGroupId: template.areaGroups[0].id, quantity: 4 })
    await createLine(app, space, camera, { quantity: 9, provider: 'FBO' })
    const drift = await readDrift(space)
    expect(drift).toMatchObject({ pending: 3, kept: 2 })
    expect(inOrder(drift)).toEqual([
      'removed, template',
      'added, template',
      'changed, both, Quantity: 2 3 5, Provider: AVV EC AVV, Installer: AVV AVV GC',
      'added, space',
    ])
    expect(drift.differences[1]).toMatchObject({ areaGroup: 'Wall', equipment: { model: mount.model }, quantity: 4 })
    const free = await readPath(
      `spaces/${(await admin('POST', '/api/spaces', { projectId: space.projectId, levelId: space.level.id, name: uniqueName('Free') })).body.id}/TemplateDrift`,
    )
    expect(free).toEqual({ template: null, pending: 0, kept: 0, differences: [] })
  })

  it('is visible only with access to the space and its equipment', async () => {
    const template = await standard()
    const project = await createProject(app)
    const space = await createFrom(template, project)
    await addToAccessList(app, project, admin.userId)
    const stranger = await app.signInAs(['Projects.View', 'ProjectEquipment.View', 'ProjectEquipment.Update', 'SpaceTemplates.View'])
    expect((await stranger('GET', `/api/spaces/${space.id}/TemplateDrift`)).status).toBe(404)
    expect((await stranger('GET', `/api/spaceTemplates/${template.id}/Drift`)).body).toEqual({ items: [], total: 0 })
    expect((await push(template, [space.id], { dryRun: true }, stranger)).body.fields).toEqual({ spaceIds: ['Space not found.'] })
    expect((await (await app.signInAs(['Projects.View']))('GET', `/api/spaces/${space.id}/TemplateDrift`)).status).toBe(403)
  })
})

describe('applying a template', () => {
  it('applies the preview to the selected spaces only', async () => {
    const template = await standard()
    const project = await createProject(app)
    const [first, second, third] = [
      await createFrom(template, project),
      await createFrom(template, project),
      await createFrom(template, await createProject(app)),
    ]
    const wall = template.areaGroups[0]
    await changeLine('spaceTemplates', template.id, screen, { quantity: 3, unitPriceOverride: 90 })
    await takeOut('spaceTemplates', template.id, camera)
    await admin('PUT', `/api/spaceTemplates/${template.id}/AreaGroups/${wall.id}`, { name: 'Teaching wall' })
    const rack = (await admin('POST', `/api/spaceTemplates/${template.id}/AreaGroups`, { name: 'Rack' })).body
    await addEquipment(template, mount, { areaGroupId: rack.id, quantity: 2 })
    const ids = [first.id, second.id]
    const { body: preview } = await push(template, ids, { dryRun: true })
    expect(preview.spaces).toMatchObject(
      ids.map((id) => ({
        id,
        reason: null,
        added: 2,
        removed: 1,
        changed: 2,
        kept: 0,
        equipmentCount: { before: 3, after: 5 },
        totalMsrpPrice: { before: 220.5, after: 284 },
      })),
    )
    expect(preview.changeSetId).toBeNull()
    expect((await readSpace(first)).equipmentCount).toBe(3)
    expect((await readPath(`spaceTemplates/${template.id}/Drift`)).items).toHaveLength(3)
    const done = await pushed(template, ids)
    for (const id of ids) {
      const after = await readPath(`spaces/${id}`)
      expect(after).toMatchObject({ equipmentCount: 5, totalMsrpPrice: 284 })
      expect(linesByGroup(after)).toEqual({ [`Teaching wall/${screen.model}`]: '3 AVV AVV 90', [`Rack/${mount.model}`]: '2 AVV AVV' })
      expect(await readDrift({ id })).toMatchObject({ pending: 0, kept: 0, differences: [] })
    }
    expect((await readPath(`projects/${project.id}`)).equipmentCount).toBe(10)
    expect(linesByGroup(await readSpace(third))).toEqual(linesByGroup(third))
    expect((await readDrift(third)).pending).toBe(5)
    const [entry] = (await readPath(`spaces/${first.id}/ActivityLogs`)).items
    expect(entry).toMatchObject({
      title: `Template applied: ${template.name}`,
      type: 3,
      relatedEntity: { entity: 'spaceTemplates', id: template.id },
    })
    expect(entry.changes).toContainEqual(expect.objectContaining({ label: `Added: ${mount.model}` }))
    expect((await readPath(`spaceTemplates/${template.id}/ActivityLogs`)).items[0].title).toBe('Applied to 2 spaces')
    expect(await readPath(`changeSets/${done.changeSetId}`)).toMatchObject({
      title: `${template.name} applied to 2 spaces`,
      kind: 6,
      actions: ['Undo'],
    })
    const audit = await app.sql(
      `select count(*)::int as n from audit_log where entity = 'spaces' and entity_id = $1 and after->'template' is not null`,
      [String(first.id)],
    )
    expect(audit[0]!.n).toBe(1)
  })

  it('keeps manual changes and applies the rest', async () => {
    const template = await standard()
    const space = await createFrom(template, await createProject(app))
    await changeLine('spaces', space.id, screen, { quantity: 7 })
    await takeOut('spaces', space.id, camera)
    await createLine(app, space, mount, { quantity: 3 })
    await changeLine('spaceTemplates', template.id, screen, { quantity: 4, installer: 'GC' })
    await changeLine('spaceTemplates', template.id, camera, { quantity: 6 })
    const { spaces } = await pushed(template, [space.id])
    expect(spaces).toMatchObject([{ added: 0, removed: 0, changed: 1, kept: 3 }])
    expect(linesByGroup(await readSpace(space))).toEqual({
      [`Wall/${screen.model}`]: '7 AVV GC',
      [`No Area Group/${mount.model}`]: '3 AVV AVV',
    })
    // The manual quantity is now an ordinary difference; changes of other fields do not affect it.
    await changeLine('spaceTemplates', template.id, screen, { provider: 'EC' })
    await pushed(template, [space.id])
    expect(linesByGroup(await readSpace(space))[`Wall/${screen.model}`]).toBe('7 EC GC')
  })

  it('is undone as a whole, and can be applied again', async () => {
    const template = await standard()
    const space = await createFrom(template, await createProject(app))
    const before = linesByGroup(space)
    await changeLine('spaceTemplates', template.id, screen, { quantity: 3 })
    await takeOut('spaceTemplates', template.id, camera)
    const rack = (await admin('POST', `/api/spaceTemplates/${template.id}/AreaGroups`, { name: 'Rack' })).body
    await addEquipment(template, mount, { areaGroupId: rack.id })
    const { changeSetId } = await pushed(template, [space.id])
    const after = linesByGroup(await readSpace(space))
    expect(after).not.toEqual(before)
    const undo = await admin('POST', `/api/changeSets/${changeSetId}/Undo`)
    expect(undo).toMatchObject({ status: 201, body: { keptCount: 0 } })
    const back = await readSpace(space)
    expect(linesByGroup(back)).toEqual(before)
    expect(back).toMatchObject({ equipmentCount: 3, totalMsrpPrice: 220.5 })
    expect(back.areaGroups.map(({ name }: Row) => name)).toEqual(['Wall'])
    expect(await readDrift(space)).toMatchObject({ pending: 4, kept: 0 })
    const titles = (await readPath(`spaces/${space.id}/ActivityLogs`)).items.map(({ title }: Row) => title)
    expect(titles.filter((title: string) => title.startsWith('Undone'))).toHaveLength(1)
    await pushed(template, [space.id])
    expect(linesByGroup(await readSpace(space))).toEqual(after)
  })

  it('skips rows changed since on undo', async () => {
    const template = await standard()
    const space = await createFrom(template, await createProject(app))
    const rack = (await admin('POST', `/api/spaceTemplates/${template.id}/AreaGroups`, { name: 'Rack' })).body
    await addEquipment(template, mount, { areaGroupId: rack.id })
    await changeLine('spaceTemplates', template.id, screen, { quantity: 3 })
    const { changeSetId } = await pushed(template, [space.id])
    await changeLine('spaces', space.id, mount, { quantity: 8 })
    expect((await admin('POST', `/api/changeSets/${changeSetId}/Undo`)).status).toBe(201)
    expect(linesByGroup(await readSpace(space))).toEqual({
      [`Wall/${screen.model}`]: '2 AVV AVV',
      [`Wall/${camera.model}`]: '1 AVV AVV',
      [`Rack/${mount.model}`]: '8 AVV AVV',
    })
  })

  it('rejects a stale preview after any change', async () => {
    const template = await standard()
    const space = await createFrom(template, await createProject(app))
    await changeLine('spaceTemplates', template.id, screen, { quantity: 3 })
    const preview = async () => (await push(template, [space.id], { dryRun: true })).body.previewKey
    const stale = async (previewKey: string | null) => {
      const answer = await push(template, [space.id], { previewKey })
      expect(answer).toMatchObject({ status: 409, body: { detail: 'stale' } })
    }
    await stale(null)
    let key = await preview()
    await changeLine('spaceTemplates', template.id, camera, { quantity: 2 })
    await stale(key)
    key = await preview()
    await changeLine('spaces', space.id, screen, { quantity: 9 })
    await stale(key)
    key = await preview()
    await app.sql('update equipments set msrp_price = 2200 where id = $1', [camera.id])
    await stale(key)
    await app.sql('update equipments set msrp_price = 2050 where id = $1', [camera.id])
    expect(await preview()).toBe(key)
    expect((await readSpace(space)).equipmentCount).toBe(10)
  })

  it('skips closed projects, and includes leads, opportunities and active ones', async () => {
    const template = await standard()
    const [closed, active, open] = [await createProject(app), await createProject(app), await createProject(app)]
    const rooms = [await createFrom(template, closed), await createFrom(template, active), await createFrom(template, open)]
    await activateProject(app, active)
    await app.sql('update projects set stage = 4 where id = $1', [closed.id])
    await changeLine('spaceTemplates', template.id, screen, { quantity: 3 })
    const ids = rooms.map(({ id }) => id)
    const { spaces } = await pushed(template, ids)
    expect(spaces.map(({ reason }: Row) => reason)).toEqual(['The project is closed.', null, null])
    expect(spaces[0].equipmentCount).toEqual({ before: 3, after: 3 })
    const counts = await Promise.all(rooms.map(async (room) => (await readSpace(room)).equipmentCount))
    expect(counts).toEqual([3, 4, 4])
  })

  it('does not add deleted or deprecated equipment', async () => {
    const product = await createProduct(app)
    const template = await standard()
    const space = await createFrom(template, await createProject(app))
    await addEquipment(template, product)
    await changeLine('spaceTemplates', template.id, screen, { quantity: 3 })
    await admin('DELETE', `/api/equipments/${product.id}`)
    expect((await readDrift(space)).differences).toContainEqual(expect.objectContaining({ kind: 'added', isBlocked: true }))
    expect((await pushed(template, [space.id])).spaces).toMatchObject([{ added: 0, changed: 1, kept: 1 }])
    expect((await readSpace(space)).equipmentCount).toBe(4)
  })

  it('adds blocked equipment once available, and never reports it as manually removed', async () => {
    const product = await createProduct(app)
    const template = await standard()
    const space = await createFrom(template, await createProject(app))
    await addEquipment(template, product, { quantity: 2 })
    await changeLine('spaceTemplates', template.id, screen, { quantity: 3 })
    await changeLine('spaceTemplates', template.id, camera, { quantity: 4 })
    await app.sql('update equipments set availability = 5 where id = any($1)', [[product.id, camera.id]])
    const deprecated = async () => (await admin('GET', `/api/equipments/${product.id}`)).body.availability
    expect(EquipmentAvailability.label(await deprecated())).toBe('Deprecated')
    await pushed(template, [space.id])
    const blocked = (await readDrift(space)).differences.map(({ kind, cause, isBlocked, equipment }: Row) => [
      kind,
      cause,
      isBlocked,
      equipment.id,
    ])
    expect(blocked).toEqual([['added', 'template', true, product.id]])
    // A second update without changes must not drop it either.
    await pushed(template, [space.id])
    await app.sql('update equipments set availability = 1 where id = any($1)', [[product.id, camera.id]])
    expect((await readDrift(space)).pending).toBe(1)
    expect((await pushed(template, [space.id])).spaces).toMatchObject([{ added: 1, removed: 0, changed: 0, kept: 0 }])
    expect(lineIn(await readSpace(space), product)).toMatchObject({ quantity: 2 })
    expect((await readDrift(space)).differences).toEqual([])
  })

  it('previews removals blocked by racks or cables, and applies the others', async () => {
    const rackable = await createProduct(app, { isRackMountable: true, rackUnits: 1 })
    const template = await createSpaceTemplate(app, { Rack: [{ product: rackable, quantity: 3 }] })
    const project = await createProject(app)
    const [held, free] = [await createFrom(template, project), await createFrom(template, project)]
    const line = lineIn(await readSpace(held), rackable)
    const units = (await admin('GET', `/api/projects/${project.id}/Units`, undefined, { query: { lineIds: [line.id], sortBy: 'label' } }))
      .body.items as Row[]
    const rack = (await admin('POST', `/api/projects/${project.id}/Racks`, { name: 'R-01' })).body
    const placements = units.slice(1).map(({ id }, index) => ({ unitId: id, startRU: 1 + index }))
    expect((await admin('PUT', `/api/projects/${project.id}/Racks/Placements`, { racks: [{ rackId: rack.id, placements }] })).status).toBe(
      200,
    )
    await changeLine('spaceTemplates', template.id, rackable, { quantity: 2 })
    const { spaces } = await pushed(template, [held.id, free.id])
    expect(spaces.map(({ reason }: Row) => reason)).toEqual([`Still in a rack or on a cable: ${units[2]?.label}.`, null])
    expect(spaces[0].equipmentCount).toEqual({ before: 3, after: 3 })
    expect([(await readSpace(held)).equipmentCount, (await readSpace(free)).equipmentCount]).toEqual([3, 2])
    await takeOut('spaceTemplates', template.id, rackable)
    const [both] = (await pushed(template, [held.id])).spaces
    expect(both.reason).toBe(`Still in a rack or on a cable: ${units[1]?.label}, ${units[2]?.label}.`)
    await admin('PUT', `/api/projects/${project.id}/Racks/Placements`, { racks: [{ rackId: rack.id, placements: [] }] })
    expect((await pushed(template, [held.id])).spaces).toMatchObject([{ reason: null, removed: 1 }])
  })

  it('requires both permissions, the template and its own spaces', async () => {
    const [template, other] = [await standard(), await standard()]
    const space = await createFrom(template, await createProject(app))
    const reader = await app.signInAs(['SpaceTemplates.View', 'ProjectEquipment.View', 'Projects.View'])
    expect((await push(template, [space.id], { dryRun: true }, reader)).status).toBe(403)
    expect((await push(other, [space.id], { dryRun: true })).body.fields).toEqual({ spaceIds: ['Space not found.'] })
    expect((await push(template, [])).status).toBe(400)
    expect((await push({ id: 999_999_999 }, [space.id])).status).toBe(404)
    await admin('DELETE', `/api/spaceTemplates/${template.id}`)
    expect((await push(template, [space.id], { dryRun: true })).status).toBe(404)
    expect(await readDrift(space)).toMatchObject({ template: { isDeleted: true }, pending: 0 })
  })

  it('is applied once when two users apply the same preview', async () => {
    const template = await standard()
    const project = await createProject(app)
    const rooms = [await createFrom(template, project), await createFrom(template, project)]
    const ids = rooms.map(({ id }) => id)
    await addEquipment(template, mount)
    const { body } = await push(template, ids, { dryRun: true })
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => push(template, ids, { previewKey: body.previewKey })),
      ...rooms.map((room) => admin('POST', `/api/spaces/${room.id}/Equipment`, { equipmentId: screen.id, quantity: 1, provider: 'FBO' })),
      admin('PUT', `/api/spaceTemplates/${template.id}`, { name: template.name, description: 'x' }),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(answers.slice(0, 4).filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    await pushed(template, ids)
    for (const room of rooms) {
      const mounts = (await readSpace(room)).areaGroups
        .flatMap(({ equipment }: Row) => equipment)
        .filter((l: Row) => l.equipment.id === mount.id)
      expect(mounts).toHaveLength(1)
    }
  })
})
