import { describe, expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createEquipment, createRow, uploadPicture } from '../../../test/kit/fixtures/catalog.ts'
import { createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'
import { equipmentGroups } from './equipment-groups.ts'

const app = await startApp()
type Row = Record<string, any>
const first = await createEquipment(app, { msrpPrice: 100.5 })
const second = await createEquipment(app, { msrpPrice: 20 })
const item = (equipment: Row, quantity = 1, more: Row = {}) => ({ equipmentId: equipment.id, quantity, ...more })
const givenGroup = (items: Row[]) => createRow(app, '/api/equipmentGroups', { name: uniqueName('Group'), items })

entityContract(equipmentGroups, app, {
  valid: { name: 'Lectern', description: 'What every lectern has', items: [item(first, 2, { provider: 'AVV', installer: 'IBO' })] },
  prepare: async () => ({ imageUrl: await uploadPicture(app, 'equipmentGroups') }),
  invalid: [
    ['name', '', messages.required],
    ['name', 'x'.repeat(201), messages.maxLength(200)],
    ['items', [], messages.selectOne],
    ['items', Array.from({ length: 101 }, () => item(first)), messages.maximum(100)],
    ['items[0].quantity', 0, messages.minimum(1)],
    ['items[0].provider', 'NOBODY', messages.unknown],
    ['items[0].equipmentId', 999_999_999, 'Equipment not found.'],
  ],
})

describe('group', () => {
  it('returns its contents, item count and total price', async () => {
    const group = await givenGroup([item(first, 2, { provider: 'EC', installer: 'GC' }), item(second, 3)])
    expect(group).toMatchObject({
      itemsCount: 2,
      totalMsrpPrice: 261,
      contents: `2 × ${first.model}, 3 × ${second.model}`,
      items: [
        { equipmentId: first.id, quantity: 2, provider: 'EC', installer: 'GC', equipment: { model: first.model, msrpPrice: 100.5 } },
        {
          equipmentId: second.id,
          quantity: 3,
          provider: null,
          installer: null,
          equipment: { manufacture: { id: second.manufacture.id, name: second.manufacture.name } },
        },
      ],
    })
    const { body } = await app.admin('GET', '/api/equipmentGroups', undefined, { query: { search: group.name } })
    expect(body.items[0]).toMatchObject({ itemsCount: 2, totalMsrpPrice: 261, items: [{ quantity: 2 }, { quantity: 3 }] })
  })

  it('allows the same product again only with another provider', async () => {
    const twice = [item(first, 1, { provider: 'AVV' }), item(first, 2, { provider: 'AVV' })]
    const { status, body } = await app.admin('POST', '/api/equipmentGroups', { name: uniqueName('Group'), items: twice })
    expect(status).toBe(400)
    expect(body.fields).toEqual({ 'items[1].equipmentId': ['This equipment is already in the group.'] })
    expect((await givenGroup([item(first, 1, { provider: 'AVV' }), item(first, 2, { provider: 'EC' })])).itemsCount).toBe(2)
  })

  it('retains a deleted product and rejects adding one', async () => {
    const deletedEquipment = await createEquipment(app)
    const group = await givenGroup([item(deletedEquipment)])
    await app.admin('DELETE', `/api/equipments/${deletedEquipment.id}`)
    const updated = await app.admin('PUT', `/api/equipmentGroups/${group.id}`, { name: group.name, items: [item(deletedEquipment, 4)] })
    expect(updated.body.items).toMatchObject([{ quantity: 4, equipment: { isDeleted: true } }])
    expect((await app.admin('POST', '/api/equipmentGroups', { name: uniqueName('Group'), items: [item(deletedEquipment)] })).status).toBe(
      400,
    )
  })

  it('is counted and listed for its equipment', async () => {
    const device = await createEquipment(app)
    const group = await givenGroup([item(device, 2, { provider: 'AVV' }), item(device, 3, { provider: 'EC' })])
    const dead = await givenGroup([item(device)])
    await app.admin('DELETE', `/api/equipmentGroups/${dead.id}`)
    expect((await app.admin('GET', `/api/equipments/${device.id}/Stats`)).body.equipmentGroupsCount).toBe(1)
    const { body } = await app.admin('GET', `/api/equipments/${device.id}/Stats/equipmentGroups`)
    expect(body.total).toBe(1)
    expect(body.items[0]).toMatchObject({ id: group.id, quantity: 5 })
  })

  it('exports a workbook to the download center', async () => {
    const odd = await createEquipment(app, { model: '=1+1' })
    const group = await givenGroup([item(odd, 7)])
    const { status, body } = await app.admin('GET', '/api/equipments/ExportEquipmentGroups', undefined, { query: { search: group.name } })
    expect(status).toBe(202)
    expect(body.downloadTaskCategory).toBe(101)
    const rows = (await readDownloadedWorkbook(body.id))[0]!.rows.map(({ values }) => values)
    expect(rows[0]).toContain('Contents')
    expect(rows).toHaveLength(2)
    expect(rows[1]).toEqual(expect.arrayContaining([group.id, group.name, '7 × =1+1']))
  })
})

async function readDownloadedWorkbook(id: number) {
  return readWorkbook((await app.admin('GET', (await waitForFile(app.admin, id)).url)).body)
}

describe('space', () => {
  it('adds a line for every item times the multiplier, and merges equal lines', async () => {
    const space = await createSpace(app, await createProject(app))
    const [area] = (await app.admin('GET', `/api/spaces/${space.id}/AreaGroups`)).body
    const group = await givenGroup([item(first, 2, { provider: 'EC' }), item(second, 3)])
    const add = (more: Row = {}) => app.admin('POST', `/api/spaces/${space.id}/AddGroup`, { equipmentGroupId: group.id, ...more })
    const { status, body } = await add({ areaGroupId: area.id, multiplier: 2 })
    expect(status).toBe(200)
    expect(body.map((line: Row) => [line.equipment.id, line.quantity, line.provider, line.areaGroup.id]).sort()).toEqual(
      [
        [first.id, 4, 'EC', area.id],
        [second.id, 6, 'AVV', area.id],
      ].sort(),
    )
    await add({ areaGroupId: area.id })
    const { body: lines } = await app.admin('GET', `/api/projects/${space.project.id}/Equipment`)
    expect(lines.items.map((line: Row) => line.quantity).sort()).toEqual([6, 9])
    await app.admin('PUT', `/api/equipmentGroups/${group.id}`, { name: group.name, items: [item(second, 1)] })
    expect((await app.admin('GET', `/api/projects/${space.project.id}/Equipment`)).body.total).toBe(2)
  })

  it('rejects excess, unknown and deleted items and adds nothing then', async () => {
    const space = await createSpace(app, await createProject(app))
    const deletedEquipment = await createEquipment(app)
    const group = await givenGroup([item(first, 9000), item(deletedEquipment)])
    const add = (body: Row) => app.admin('POST', `/api/spaces/${space.id}/AddGroup`, body)
    expect((await add({ equipmentGroupId: group.id, multiplier: 2 })).body.errors).toEqual([
      `${first.model} would be listed more than 9999 times.`,
    ])
    expect((await add({ equipmentGroupId: 999_999_999 })).body.errors).toEqual(['Equipment group not found.'])
    expect((await add({ equipmentGroupId: group.id, areaGroupId: 999_999_999 })).body.errors).toEqual(['Area group not found.'])
    await app.admin('DELETE', `/api/equipments/${deletedEquipment.id}`)
    expect((await add({ equipmentGroupId: group.id })).body.errors).toEqual([
      `${deletedEquipment.model} has been deleted. Remove it from ${group.name} first.`,
    ])
    expect((await app.admin('GET', `/api/projects/${space.project.id}/Equipment`)).body.total).toBe(0)
    const reader = await app.signInAs(['ProjectEquipment.View', 'Projects.View'])
    expect((await reader('POST', `/api/spaces/${space.id}/AddGroup`, { equipmentGroupId: group.id })).status).toBe(403)
  })
})
