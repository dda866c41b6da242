import { describe, expect, it } from 'vitest'
import { fresh, given, givenConnector, givenEquipment } from '../../../test/kit/given.ts'
import { givenProject, givenSpace } from '../../../test/kit/given-projects.ts'
import { givenTemplate } from '../../../test/kit/given-templates.ts'
import { start } from '../../../test/kit/start.ts'

const house = await start()
type Row = Record<string, any>
const replace = (body: Row, who = house.admin) => who('POST', '/api/equipments/ReplaceEquipment', body)
const add = (space: Row, equipment: Row, quantity: number, more: Row = {}) =>
  given(house, `/api/spaces/${space.id}/Equipment`, { equipmentId: equipment.id, quantity, ...more })
const linesOf = async (project: Row): Promise<Row[]> =>
  (await house.admin('GET', `/api/projects/${project.id}/Equipment`, undefined, { query: { itemsPerPage: -1 } })).body.items

async function scene() {
  const old = await givenEquipment(house, { msrpPrice: 100 })
  const next = await givenEquipment(house, { msrpPrice: 150, defaultProvider: 'EC' })
  const project = await givenProject(house)
  const space = await givenSpace(house, project)
  const second = await givenSpace(house, project)
  await add(space, old, 2, { unitPriceOverride: 80, provider: 'GC' })
  await add(second, old, 3)
  await add(second, next, 1, { provider: 'AVV', installer: 'AVV' })
  return { old, next, project, space, second }
}

describe('replacing equipment', () => {
  it('is told beforehand as it happens afterwards, and leaves closed projects alone', async () => {
    const { old, next, project } = await scene()
    const closed = await givenProject(house)
    await add(await givenSpace(house, closed), old, 9)
    await house.sql('update projects set stage = 4 where id = $1', [closed.id])
    const group = await given(house, '/api/equipmentGroups', { name: fresh('Group'), items: [{ equipmentId: old.id, quantity: 4 }] })

    const dry = (await replace({ equipmentId: old.id, newEquipmentId: next.id, everywhere: true, dryRun: true })).body
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
    expect((await linesOf(project)).filter(({ equipment }) => equipment.id === old.id)).toHaveLength(2)

    const { status, body } = await replace({ equipmentId: old.id, newEquipmentId: next.id, everywhere: true, token: dry.token })
    expect(status).toBe(200)
    const { changeSetId: _, ...told } = dry
    expect(body).toMatchObject({ spaces: told.spaces, lines: told.lines, quantity: told.quantity, equipmentGroups: told.equipmentGroups })
    const lines = await linesOf(project)
    expect(
      lines.map(({ equipment, quantity, unitPriceOverride, provider }) => [equipment.id, quantity, unitPriceOverride, provider]).sort(),
    ).toEqual(
      [
        [next.id, 2, null, 'GC'],
        [next.id, 4, null, 'AVV'],
      ].sort(),
    )
    expect((await linesOf(closed)).map(({ equipment }) => equipment.id)).toEqual([old.id])
    expect((await house.admin('GET', `/api/equipmentGroups/${group.id}`)).body.items).toMatchObject([{ equipmentId: next.id, quantity: 4 }])
  })

  it('is written in the log of every space and undone as a whole', async () => {
    const { old, next, project, space } = await scene()
    const before = await linesOf(project)
    const [{ total }] = (await house.sql('select total_msrp_price as total from projects where id = $1', [project.id])) as [Row]
    const { body } = await replace({ equipmentId: old.id, newEquipmentId: next.id, projectIds: [project.id], deleteOld: true })
    const log = (await house.admin('GET', `/api/spaces/${space.id}/ActivityLogs`)).body.items[0]
    expect(log).toMatchObject({ type: 3, title: `Equipment replaced: 2 × ${old.model} by ${next.model}` })
    expect((await house.admin('GET', `/api/equipments/${old.id}`)).status).toBe(404)

    const rows = (await house.admin('GET', `/api/changeSets/${body.changeSetId}/Rows`)).body.items
    expect(rows.find((row: Row) => row.place?.includes(space.name))).toMatchObject({
      href: `/projects/${project.id}/spaces/${space.id}`,
      changes: expect.arrayContaining([{ field: 'equipment', label: 'Equipment', from: old.model, to: next.model }]),
    })
    const undone = await house.admin('POST', `/api/changeSets/${body.changeSetId}/Undo`)
    expect(undone.status, JSON.stringify(undone.body)).toBe(201)
    expect(undone.body.keptCount).toBe(0)
    const plain = (lines: Row[]) =>
      lines
        .map(({ id, equipment, quantity, unitPriceOverride, provider }) => [id, equipment.id, quantity, unitPriceOverride, provider])
        .sort()
    expect(plain(await linesOf(project))).toEqual(plain(before))
    expect((await house.sql('select total_msrp_price as total from projects where id = $1', [project.id]))[0]!.total).toBe(total)
    expect((await house.admin('GET', `/api/spaces/${space.id}/ActivityLogs`)).body.items[0]).toMatchObject({
      type: 3,
      title: `Undone: Replaced ${old.model} by ${next.model}`,
    })
    expect((await house.admin('GET', `/api/equipments/${old.id}`)).status).toBe(200)
  })

  it('refuses a preview that does not hold any more', async () => {
    const { old, next, project, space } = await scene()
    const asked = { equipmentId: old.id, newEquipmentId: next.id, projectIds: [project.id] }
    const { token } = (await replace({ ...asked, dryRun: true })).body
    await add(space, old, 1, { label: 'one more', unitPriceOverride: 80, provider: 'GC' })
    const { status, body } = await replace({ ...asked, token })
    expect(status).toBe(409)
    expect(body.detail).toBe('stale')
    expect((await linesOf(project)).some(({ equipment }) => equipment.id === old.id)).toBe(true)
  })

  it('touches only the chosen places, and only for whoever may change them', async () => {
    const { old, next, project, space } = await scene()
    const asked = { equipmentId: old.id, newEquipmentId: next.id, spaceIds: [space.id] }
    expect((await replace(asked, await house.as(['Equipments.View', 'Equipments.Update', 'Projects.View']))).status).toBe(403)
    const unseen = await house.as(['Equipments.View', 'Equipments.Update', 'ProjectEquipment.Update'])
    expect((await replace(asked, unseen)).body).toMatchObject({ spaces: 0, lines: 0, changeSetId: null })
    expect((await replace(asked)).body).toMatchObject({ spaces: 1, lines: 1, quantity: 2 })
    expect((await linesOf(project)).filter(({ equipment }) => equipment.id === old.id)).toHaveLength(1)
    const deprecated = await givenEquipment(house, { availability: 5 })
    expect((await replace({ ...asked, newEquipmentId: deprecated.id })).status).toBe(400)
    expect((await replace({ ...asked, newEquipmentId: old.id })).status).toBe(400)
  })

  it('says which ports, power and rack units are not the same', async () => {
    const connector = await givenConnector(house)
    const port = (name: string) => ({ name, direction: 1, connectorPhysicalTypeId: connector.id })
    const old = await givenEquipment(house, { ports: [port('A'), port('B')], heatLoadWatts: 40, isRackMountable: true, rackUnits: 1 })
    const next = await givenEquipment(house, { ports: [port('A')] })
    const { body } = await replace({ equipmentId: old.id, newEquipmentId: next.id, everywhere: true, dryRun: true })
    expect(body.mismatches).toEqual([
      { what: `${connector.name}, input`, from: '2', to: '1' },
      { what: 'Power', from: '40 W', to: 'unknown' },
      { what: 'Rack', from: '1 RU', to: 'not rack-mountable' },
    ])
  })
})

describe('space templates', () => {
  const lineUp = async (id: number) =>
    ((await house.admin('GET', `/api/spaceTemplates/${id}`)).body.areaGroups as Row[])
      .flatMap(({ equipment }) => equipment)
      .map(({ equipment, quantity, unitPriceOverride }: Row) => [equipment.id, quantity, unitPriceOverride])
      .sort()
  const given = async () => {
    const [old, next] = [await givenEquipment(house, { msrpPrice: 10 }), await givenEquipment(house, { msrpPrice: 30 })]
    const lines = [{ product: old, quantity: 2 }, { product: next }, { product: old, quantity: 3, unitPriceOverride: 5 }]
    return { old, next, template: await givenTemplate(house, { Rack: lines }) }
  }

  it('have the new equipment too, equal lines together; the whole is taken back', async () => {
    const { old, next, template } = await given()
    const asked = { equipmentId: old.id, newEquipmentId: next.id, everywhere: true }
    const trial = (await replace({ ...asked, dryRun: true })).body
    expect(trial).toMatchObject({ spaceTemplates: 1, spaces: 0, uses: [{ kind: 'spaceTemplate', id: template.id, lines: 2, quantity: 5 }] })
    const without = await house.as(['Equipments.View', 'Equipments.Update', 'SpaceTemplates.View'])
    expect(await replace(asked, without)).toMatchObject({ status: 403, body: { detail: 'SpaceTemplates.Update' } })
    const done = await replace({ ...asked, token: trial.token })
    expect(done.body).toMatchObject({ spaceTemplates: 1 })
    expect(await lineUp(template.id)).toEqual([[next.id, 6, null]])
    expect((await house.admin('GET', `/api/spaceTemplates/${template.id}`)).body.totalMsrpPrice).toBe(180)
    const log = (await house.admin('GET', `/api/spaceTemplates/${template.id}/ActivityLogs`)).body.items[0]
    expect(log).toMatchObject({ type: 3, title: `Equipment replaced: 5 × ${old.model} by ${next.model}` })
    const undone = await house.admin('POST', `/api/changeSets/${done.body.changeSetId}/Undo`)
    expect(undone, JSON.stringify(undone.body)).toMatchObject({ status: 201, body: { keptCount: 0 } })
    expect(await lineUp(template.id)).toEqual(
      [
        [next.id, 1, null],
        [old.id, 2, null],
        [old.id, 3, 5],
      ].sort(),
    )
  })

  it('keep no duplicate that was merged, but the price that was agreed', async () => {
    const { old, next, template } = await given()
    expect((await house.admin('POST', `/api/equipments/${next.id}/Merge`, { ids: [old.id] })).body).toMatchObject({ spaceTemplates: 1 })
    expect(await lineUp(template.id)).toEqual(
      [
        [next.id, 3, null],
        [next.id, 3, 5],
      ].sort(),
    )
  })
})

describe('merging duplicates', () => {
  it('moves every use with its agreed price, deletes them, and is undone as a whole', async () => {
    const { old, next, project } = await scene()
    const { status, body } = await house.admin('POST', `/api/equipments/${next.id}/Merge`, { ids: [old.id] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ spaces: 2, lines: 2, quantity: 5 })
    const lines = await linesOf(project)
    expect(lines.map(({ quantity, unitPriceOverride }) => [quantity, unitPriceOverride]).sort()).toEqual([
      [2, 80],
      [4, null],
    ])
    expect(lines.every(({ equipment }) => equipment.id === next.id)).toBe(true)
    expect((await house.admin('GET', `/api/equipments/${old.id}`)).status).toBe(404)
    expect((await house.admin('POST', `/api/changeSets/${body.changeSetId}/Undo`)).status).toBe(201)
    expect((await linesOf(project)).filter(({ equipment }) => equipment.id === old.id)).toHaveLength(2)
  })

  it('names a duplicate that is not there', async () => {
    const { next } = await scene()
    expect((await house.admin('POST', `/api/equipments/${next.id}/Merge`, { ids: [999_999_999] })).status).toBe(400)
    expect((await house.admin('POST', `/api/equipments/${next.id}/Merge`, { ids: [next.id] })).status).toBe(400)
  })
})

describe('the health of the catalogue', () => {
  it('counts what the lists behind it show', async () => {
    const maker = (await givenEquipment(house, { msrpPrice: 0 })).manufacture.id
    await givenEquipment(house, { manufactureId: maker, msrpPrice: 5, heatLoadWatts: 0, availability: 3 })
    const used = await givenEquipment(house, { manufactureId: maker, msrpPrice: 5 })
    await add(await givenSpace(house, await givenProject(house)), used, 1)
    await house.sql('update equipments set availability = 3 where id = $1', [used.id])
    const { status, body } = await house.admin('GET', '/api/equipments/Health')
    expect(status).toBe(200)
    const total = async (query: Row) => (await house.admin('GET', '/api/equipments', undefined, { query })).body.total
    expect(body).toMatchObject({
      withoutPrice: await total({ missing: 'price' }),
      withoutPower: await total({ missing: 'power' }),
      withoutImage: await total({ missing: 'image' }),
      discontinuedInUse: await total({ availabilities: 3, isInUse: true }),
      deprecated: await total({ availabilities: 5 }),
      duplicates: (await house.admin('GET', '/api/equipments/Duplicates')).body.total,
    })
    expect(body.discontinuedInUse).toBe(1)
    expect(await total({ manufacturerIds: maker, missing: ['price', 'power'] })).toBe(2)
    expect(await total({ manufacturerIds: maker, isInUse: false })).toBe(2)
  })
})
