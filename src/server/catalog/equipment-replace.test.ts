import { describe, expect, it } from 'vitest'
import { createConnector, createEquipment, createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { createSpaceTemplate, linesByGroup as linesByModel } from '../../../test/kit/fixtures/templates.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'

const app = await startApp()
type Row = Record<string, any>
const replaceEquipmentWith = (body: Row, caller = app.admin) => caller('POST', '/api/equipments/ReplaceEquipment', body)
const addLine = (space: Row, equipment: Row, quantity: number, more: Row = {}) =>
  createRow(app, `/api/spaces/${space.id}/Equipment`, { equipmentId: equipment.id, quantity, ...more })
const readLines = async (project: Row): Promise<Row[]> =>
  (await app.admin('GET', `/api/projects/${project.id}/Equipment`, undefined, { query: { itemsPerPage: -1 } })).body.items

async function scene() {
  const old = await createEquipment(app, { msrpPrice: 100 })
  const next = await createEquipment(app, { msrpPrice: 150, defaultProvider: 'EC' })
  const project = await createProject(app)
  const space = await createSpace(app, project)
  const second = await createSpace(app, project)
  await addLine(space, old, 2, { unitPriceOverride: 80, provider: 'GC' })
  await addLine(second, old, 3)
  await addLine(second, next, 1, { provider: 'AVV', installer: 'AVV' })
  return { old, next, project, space, second }
}

describe('replacing equipment', () => {
  it('previews exactly what it changes, and skips closed projects', async () => {
    const { old, next, project } = await scene()
    const closed = await createProject(app)
    await addLine(await createSpace(app, closed), old, 9)
    await app.sql('update projects set stage = 4 where id = $1', [closed.id])
    const group = await createRow(app, '/api/equipmentGroups', {
      name: uniqueName('Group'),
      items: [{ equipmentId: old.id, quantity: 4 }],
    })

    const dry = (await replaceEquipmentWith({ equipmentId: old.id, newEquipmentId: next.id, everywhere: true, dryRun: true })).body
    expect(dry).toMatchObject({
      spaces: 2,
      lines: 2,
      quantity: 5,
      equipmentGroups: 1,
      spaceTemplates: 0,
      droppedPlacements: 0,
      changeSetId: null,
    })
    expect(dry.uses.map(({ kind, quantity }: Row) => [kind, quantity])).toEqual([
      ['space', 2],
      ['space', 3],
      ['equipmentGroup', 4],
    ])
    expect((await readLines(project)).filter(({ equipment }) => equipment.id === old.id)).toHaveLength(2)

    const { status, body } = await replaceEquipmentWith({
      equipmentId: old.id,
      newEquipmentId: next.id,
      everywhere: true,
      token: dry.token,
    })
    expect(status).toBe(200)
    const { changeSetId: _, ...result } = dry
    expect(body).toMatchObject({
      spaces: result.spaces,
      lines: result.lines,
      quantity: result.quantity,
      equipmentGroups: result.equipmentGroups,
    })
    const lines = await readLines(project)
    expect(
      lines.map(({ equipment, quantity, unitPriceOverride, provider }) => [equipment.id, quantity, unitPriceOverride, provider]).sort(),
    ).toEqual(
      [
        [next.id, 2, null, 'GC'],
        [next.id, 4, null, 'AVV'],
      ].sort(),
    )
    expect((await readLines(closed)).map(({ equipment }) => equipment.id)).toEqual([old.id])
    expect((await app.admin('GET', `/api/equipmentGroups/${group.id}`)).body.items).toMatchObject([{ equipmentId: next.id, quantity: 4 }])
  })

  it('is logged in every space and undone as a whole', async () => {
    const { old, next, project, space } = await scene()
    const before = await readLines(project)
    const [{ total }] = (await app.sql('select total_msrp_price as total from projects where id = $1', [project.id])) as [Row]
    const { body } = await replaceEquipmentWith({ equipmentId: old.id, newEquipmentId: next.id, projectIds: [project.id], deleteOld: true })
    const log = (await app.admin('GET', `/api/spaces/${space.id}/ActivityLogs`)).body.items[0]
    expect(log).toMatchObject({ type: 3, title: `Equipment replaced: 2 × ${old.model} by ${next.model}` })
    expect((await app.admin('GET', `/api/equipments/${old.id}`)).status).toBe(404)

    const rows = (await app.admin('GET', `/api/changeSets/${body.changeSetId}/Rows`)).body.items
    expect(rows.find((row: Row) => row.place?.includes(space.name))).toMatchObject({
      href: `/projects/${project.id}/spaces/${space.id}`,
      changes: expect.arrayContaining([{ field: 'equipment', label: 'Equipment', from: old.model, to: next.model }]),
    })
    const undone = await app.admin('POST', `/api/changeSets/${body.changeSetId}/Undo`)
    expect(undone.status, JSON.stringify(undone.body)).toBe(201)
    expect(undone.body.keptCount).toBe(0)
    const plain = (lines: Row[]) =>
      lines
        .map(({ id, equipment, quantity, unitPriceOverride, provider }) => [id, equipment.id, quantity, unitPriceOverride, provider])
        .sort()
    expect(plain(await readLines(project))).toEqual(plain(before))
    expect((await app.sql('select total_msrp_price as total from projects where id = $1', [project.id]))[0]!.total).toBe(total)
    expect((await app.admin('GET', `/api/spaces/${space.id}/ActivityLogs`)).body.items[0]).toMatchObject({
      type: 3,
      title: `Undone: Replaced ${old.model} by ${next.model}`,
    })
    expect((await app.admin('GET', `/api/equipments/${old.id}`)).status).toBe(200)
  })

  it('rejects an outdated preview', async () => {
    const { old, next, project, space } = await scene()
    const replaceInput = { equipmentId: old.id, newEquipmentId: next.id, projectIds: [project.id] }
    const { token } = (await replaceEquipmentWith({ ...replaceInput, dryRun: true })).body
    await addLine(space, old, 1, { label: 'one more', unitPriceOverride: 80, provider: 'GC' })
    const { status, body } = await replaceEquipmentWith({ ...replaceInput, token })
    expect(status).toBe(409)
    expect(body.detail).toBe('stale')
    expect((await readLines(project)).some(({ equipment }) => equipment.id === old.id)).toBe(true)
  })

  it('changes only selected places that the caller may change', async () => {
    const { old, next, project, space } = await scene()
    const replaceInput = { equipmentId: old.id, newEquipmentId: next.id, spaceIds: [space.id] }
    expect(
      (await replaceEquipmentWith(replaceInput, await app.signInAs(['Equipments.View', 'Equipments.Update', 'Projects.View']))).status,
    ).toBe(403)
    const unseen = await app.signInAs(['Equipments.View', 'Equipments.Update', 'ProjectEquipment.Update'])
    expect((await replaceEquipmentWith(replaceInput, unseen)).body).toMatchObject({ spaces: 0, lines: 0, changeSetId: null })
    expect((await replaceEquipmentWith(replaceInput)).body).toMatchObject({ spaces: 1, lines: 1, quantity: 2 })
    expect((await readLines(project)).filter(({ equipment }) => equipment.id === old.id)).toHaveLength(1)
    const deprecated = await createEquipment(app, { availability: 5 })
    expect((await replaceEquipmentWith({ ...replaceInput, newEquipmentId: deprecated.id })).status).toBe(400)
    expect((await replaceEquipmentWith({ ...replaceInput, newEquipmentId: old.id })).status).toBe(400)
  })

  it('reports differing ports, power and rack units', async () => {
    const connector = await createConnector(app)
    const port = (name: string) => ({ name, direction: 1, connectorPhysicalTypeId: connector.id })
    const old = await createEquipment(app, { ports: [port('A'), port('B')], heatLoadWatts: 40, isRackMountable: true, rackUnits: 1 })
    const next = await createEquipment(app, { ports: [port('A')] })
    const { body } = await replaceEquipmentWith({ equipmentId: old.id, newEquipmentId: next.id, everywhere: true, dryRun: true })
    expect(body.mismatches).toEqual([
      { what: `${connector.name}, input`, from: '2', to: '1' },
      { what: 'Power', from: '40 W', to: 'unknown' },
      { what: 'Rack', from: '1 RU', to: 'not rack-mountable' },
    ])
  })
})

describe('replacing equipment in space templates', () => {
  const read = async ({ id }: Row): Promise<Row> => (await app.admin('GET', `/api/spaceTemplates/${id}`)).body
  async function templates() {
    const old = await createEquipment(app, { msrpPrice: 100, heatLoadWatts: 40 })
    const next = await createEquipment(app, { msrpPrice: 150, defaultProvider: 'EC', defaultInstaller: 'GC' })
    const item = await createSpaceTemplate(app, {
      Wall: [
        { product: old, quantity: 2, unitPriceOverride: 80, provider: 'GC' },
        { product: old, quantity: 3, provider: 'AVV', installer: 'AVV' },
        { product: next, quantity: 1, provider: 'AVV', installer: 'AVV' },
      ],
    })
    const two = await createSpaceTemplate(app, { '': [{ product: old, quantity: 4, provider: 'LVC' }] })
    const deletedTemplate = await createSpaceTemplate(app, { '': [{ product: old, quantity: 9 }] })
    expect((await app.admin('DELETE', `/api/spaceTemplates/${deletedTemplate.id}`)).status).toBe(204)
    return { old, next, one: item, two, gone: deletedTemplate }
  }

  it('previews exactly what it changes, merges equal lines, and is undone as a whole', async () => {
    const { old, next, one, two, gone: deletedTemplate } = await templates()
    const project = await createProject(app)
    const space = await createSpace(app, project)
    await addLine(space, old, 7)
    const dry = (await replaceEquipmentWith({ equipmentId: old.id, newEquipmentId: next.id, everywhere: true, dryRun: true })).body
    expect(dry).toMatchObject({ spaces: 1, lines: 1, quantity: 7, spaceTemplates: 2, equipmentGroups: 0, changeSetId: null })
    expect(dry.mismatches).toEqual([
      { what: 'Power', from: '40 W', to: 'unknown' },
      { what: 'Price', from: '$100.00', to: '$150.00' },
    ])
    expect(dry.uses.map(({ kind, name, lines, quantity, project, href }: Row) => [kind, name, lines, quantity, project?.id, href])).toEqual(
      [
        ['spaceTemplate', one.name, 2, 5, undefined, `/space-templates/${one.id}`],
        ['spaceTemplate', two.name, 1, 4, undefined, `/space-templates/${two.id}`],
        ['space', space.name, 1, 7, project.id, `/projects/${project.id}/spaces/${space.id}`],
      ],
    )
    expect(await read(one)).toEqual(one)

    const { status, body } = await replaceEquipmentWith({
      equipmentId: old.id,
      newEquipmentId: next.id,
      everywhere: true,
      token: dry.token,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    const { changeSetId, ...done } = body
    const { changeSetId: _, ...result } = dry
    expect(done).toEqual(result)
    const after = await read(one)
    const linesOfOne = after.areaGroups[0].equipment.map((line: Row) => [
      line.equipment.id,
      line.quantity,
      line.unitPriceOverride,
      line.provider,
    ])
    expect(linesOfOne.sort()).toEqual(
      [
        [next.id, 2, null, 'GC'],
        [next.id, 4, null, 'AVV'],
      ].sort(),
    )
    expect(after).toMatchObject({ equipmentCount: 6, totalMsrpPrice: 900 })
    expect(await read(two)).toMatchObject({ equipmentCount: 4, totalMsrpPrice: 600 })
    expect(
      (await app.sql('select equipment_id as id from space_template_equipment where space_template_id = $1', [deletedTemplate.id]))[0]!.id,
    ).toBe(old.id)
    const logs = (await app.admin('GET', `/api/spaceTemplates/${two.id}/ActivityLogs`)).body.items
    expect(logs[0]).toMatchObject({ type: 3, title: `Equipment replaced: 4 × ${old.model} by ${next.model}` })

    const rows = (await app.admin('GET', `/api/changeSets/${changeSetId}/Rows`)).body.items
    expect(rows.find((row: Row) => row.place === two.name)).toMatchObject({
      href: `/space-templates/${two.id}`,
      changes: [{ field: 'equipment', label: 'Equipment', from: old.model, to: next.model }],
    })
    const undone = await app.admin('POST', `/api/changeSets/${changeSetId}/Undo`)
    expect(undone.status, JSON.stringify(undone.body)).toBe(201)
    expect(undone.body.keptCount).toBe(0)
    const plain = (template: Row) =>
      template.areaGroups.flatMap((group: Row) =>
        group.equipment.map((l: Row) => [group.name, l.id, l.equipment.id, l.quantity, l.unitPriceOverride, l.provider, l.installer]),
      )
    for (const template of [one, two]) {
      const back = await read(template)
      expect(plain(back)).toEqual(plain(template))
      expect(back.totalMsrpPrice).toBe(template.totalMsrpPrice)
    }
    expect((await app.admin('GET', `/api/spaceTemplates/${two.id}/ActivityLogs`)).body.items[0]).toMatchObject({
      type: 3,
      title: `Undone: Replaced ${old.model} by ${next.model}`,
    })
    const again = await app.admin('POST', `/api/changeSets/${undone.body.id}/Undo`)
    expect(again.status, JSON.stringify(again.body)).toBe(201)
    expect(linesByModel(await read(two))).toEqual(
      linesByModel({ areaGroups: [{ name: 'No Area Group', equipment: [{ ...two.areaGroups[0].equipment[0], equipment: next }] }] }),
    )
  })

  it('changes only selected templates, uses new providers and requires template permission', async () => {
    const { old, next, one, two } = await templates()
    const replaceInput = { equipmentId: old.id, newEquipmentId: next.id, spaceTemplateIds: [two.id], keepProviders: false }
    const may = ['Equipments.View', 'Equipments.Update'] as const
    const without = await app.signInAs([...may, 'SpaceTemplates.View'])
    expect(await replaceEquipmentWith(replaceInput, without)).toMatchObject({ status: 403, body: { detail: 'SpaceTemplates.Update' } })
    const planner = await app.signInAs([...may, 'SpaceTemplates.View', 'SpaceTemplates.Update'])
    const { token } = (await replaceEquipmentWith({ ...replaceInput, dryRun: true }, planner)).body
    const [line] = two.areaGroups[0].equipment
    const same = { provider: line.provider, installer: line.installer, isExisting: false }
    expect((await app.admin('PUT', `/api/spaceTemplates/${two.id}/Equipment/${line.id}`, { ...same, quantity: 5 })).status).toBe(200)
    expect((await replaceEquipmentWith({ ...replaceInput, token }, planner)).body.detail).toBe('stale')
    expect((await replaceEquipmentWith(replaceInput, planner)).body).toMatchObject({ spaces: 0, lines: 0, spaceTemplates: 1 })
    expect(linesByModel(await read(two))).toEqual({ [`No Area Group/${next.model}`]: '5 EC GC' })
    expect(await read(one)).toEqual(one)
  })

  it('skips kinds of places the caller may not or did not choose to change, also in preview', async () => {
    const { old, next, one, two } = await templates()
    const project = await createProject(app)
    await addLine(await createSpace(app, project), old, 7)
    const group = await createRow(app, '/api/equipmentGroups', {
      name: uniqueName('Group'),
      items: [{ equipmentId: old.id, quantity: 4 }],
    })
    const replaceInput = { equipmentId: old.id, newEquipmentId: next.id, everywhere: true }
    const planner = await app.signInAs(['Equipments.View', 'Equipments.Update', 'Projects.View', 'ProjectEquipment.Update'])
    expect(await replaceEquipmentWith({ ...replaceInput, dryRun: true }, planner)).toMatchObject({
      status: 403,
      body: { detail: 'SpaceTemplates.Update' },
    })

    const leaveOut = ['spaceTemplate']
    const dry = await replaceEquipmentWith({ ...replaceInput, leaveOut, dryRun: true }, planner)
    expect(dry).toMatchObject({ status: 200, body: { spaces: 1, spaceTemplates: 0, equipmentGroups: 1 } })
    expect(dry.body.uses.map(({ kind }: Row) => kind).sort()).toEqual(['equipmentGroup', 'space'])
    expect((await replaceEquipmentWith({ ...replaceInput, token: dry.body.token }, planner)).status).toBe(403)
    const done = await replaceEquipmentWith({ ...replaceInput, leaveOut, token: dry.body.token }, planner)
    expect(done).toMatchObject({ status: 200, body: { spaces: 1, lines: 1, spaceTemplates: 0, equipmentGroups: 1 } })
    for (const template of [one, two]) expect(await read(template)).toEqual(template)
    expect((await readLines(project)).map(({ equipment }) => equipment.id)).toEqual([next.id])
    expect((await planner('POST', `/api/changeSets/${done.body.changeSetId}/Undo`)).status).toBe(201)
    expect((await app.admin('GET', `/api/equipmentGroups/${group.id}`)).body.items).toMatchObject([{ equipmentId: old.id, quantity: 4 }])

    const editor = await app.signInAs(['Equipments.View', 'Equipments.Update'])
    expect(await replaceEquipmentWith({ ...replaceInput, leaveOut: ['space', 'spaceTemplate'] }, editor)).toMatchObject({
      status: 200,
      body: { spaces: 0, spaceTemplates: 0, equipmentGroups: 1 },
    })
    expect((await replaceEquipmentWith({ ...replaceInput, leaveOut: ['rack'] }, editor)).status).toBe(400)
  })

  it('merges duplicates in templates with agreed prices; deleted templates stay deleted', async () => {
    const { old, next, one, two } = await templates()
    const { status, body } = await app.admin('POST', `/api/equipments/${next.id}/Merge`, { ids: [old.id] })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ spaceTemplates: 2, spaces: 0 })
    const prices = (await read(one)).areaGroups[0].equipment.map((line: Row) => [line.equipment.id, line.quantity, line.unitPriceOverride])
    expect(prices.sort()).toEqual(
      [
        [next.id, 2, 80],
        [next.id, 4, null],
      ].sort(),
    )
    expect((await app.admin('DELETE', `/api/spaceTemplates/${two.id}`)).status).toBe(204)
    const undone = await app.admin('POST', `/api/changeSets/${body.changeSetId}/Undo`)
    expect(undone.body).toMatchObject({ keptCount: 1 })
    expect(linesByModel(await read(one))).toEqual(linesByModel(one))
    const [line] = await app.sql('select equipment_id as id from space_template_equipment where space_template_id = $1', [two.id])
    expect(line!.id).toBe(next.id)
  })
})

describe('merging duplicates', () => {
  it('moves every use with its agreed price, deletes duplicates, and is undone as a whole', async () => {
    const { old, next, project } = await scene()
    const { status, body } = await app.admin('POST', `/api/equipments/${next.id}/Merge`, { ids: [old.id] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ spaces: 2, lines: 2, quantity: 5 })
    const lines = await readLines(project)
    expect(lines.map(({ quantity, unitPriceOverride }) => [quantity, unitPriceOverride]).sort()).toEqual([
      [2, 80],
      [4, null],
    ])
    expect(lines.every(({ equipment }) => equipment.id === next.id)).toBe(true)
    expect((await app.admin('GET', `/api/equipments/${old.id}`)).status).toBe(404)
    expect((await app.admin('POST', `/api/changeSets/${body.changeSetId}/Undo`)).status).toBe(201)
    expect((await readLines(project)).filter(({ equipment }) => equipment.id === old.id)).toHaveLength(2)
  })

  it('undoes two merges completely after their lines were combined', async () => {
    const project = await createProject(app)
    const space = await createSpace(app, project)
    const all = [await createProduct(app), await createProduct(app), await createProduct(app)]
    for (const product of all) await createLine(app, space, product, { quantity: 2 })
    const amounts = async () => (await readLines(project)).map(({ equipment, quantity }) => [equipment.id, quantity]).sort()
    const before = await amounts()
    const [keeps, ...duplicates] = all.map(({ id }) => id)
    const { body } = await app.admin('POST', `/api/equipments/${keeps}/Merge`, { ids: duplicates })
    expect(await amounts()).toEqual([[keeps, 6]])
    const undone = await app.admin('POST', `/api/changeSets/${body.changeSetId}/Undo`)
    expect(undone.body.keptCount).toBe(0)
    expect(await amounts()).toEqual(before)
  })

  it('rejects an unknown duplicate', async () => {
    const { next } = await scene()
    expect((await app.admin('POST', `/api/equipments/${next.id}/Merge`, { ids: [999_999_999] })).status).toBe(400)
    expect((await app.admin('POST', `/api/equipments/${next.id}/Merge`, { ids: [next.id] })).status).toBe(400)
  })
})

describe('catalog health', () => {
  it('matches the counts of the linked lists', async () => {
    const maker = (await createEquipment(app, { msrpPrice: 0 })).manufacture.id
    await createEquipment(app, { manufactureId: maker, msrpPrice: 5, heatLoadWatts: 0, availability: 3 })
    const used = await createEquipment(app, { manufactureId: maker, msrpPrice: 5 })
    await addLine(await createSpace(app, await createProject(app)), used, 1)
    await app.sql('update equipments set availability = 3 where id = $1', [used.id])
    const { status, body } = await app.admin('GET', '/api/equipments/Health')
    expect(status).toBe(200)
    const total = async (query: Row) => (await app.admin('GET', '/api/equipments', undefined, { query })).body.total
    expect(body).toMatchObject({
      withoutPrice: await total({ missing: 'price' }),
      withoutPower: await total({ missing: 'power' }),
      withoutImage: await total({ missing: 'image' }),
      discontinuedInUse: await total({ availabilities: 3, isInUse: true }),
      deprecated: await total({ availabilities: 5 }),
      duplicates: (await app.admin('GET', '/api/equipments/Duplicates')).body.total,
    })
    expect(body.discontinuedInUse).toBe(1)
    expect(await total({ manufacturerIds: maker, missing: ['price', 'power'] })).toBe(2)
    expect(await total({ manufacturerIds: maker, isInUse: false })).toBe(2)
    // Filters and counts must not reveal usage in hidden spaces either.
    const reader = await app.signInAs(['Equipments.View', 'Projects.View', 'Equipments.Update'], { isNew: true })
    const seen = async (query: Row) =>
      (await reader('GET', '/api/equipments', undefined, { query: { manufacturerIds: maker, ...query } })).body.total
    expect([await seen({ isInUse: true }), await seen({ isInUse: false })]).toEqual([1, 2])
    await app.sql(
      `insert into project_access_entries (project_id, user_id) select distinct l.project_id, $2::uuid from space_equipment l where l.equipment_id = $1`,
      [used.id, app.admin.userId],
    )
    expect([await seen({ isInUse: true }), await seen({ isInUse: false })]).toEqual([0, 3])
    expect((await reader('GET', '/api/equipments/Health')).body.discontinuedInUse).toBe(0)
  })
})
