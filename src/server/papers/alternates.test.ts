import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace, openToExternal } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import { externalPermissions, type Permission } from '../../model/permissions.ts'
import { costOfLine } from '../../model/projects/money.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { alternates } from './alternates.ts'

const app = await startApp()
const { admin } = app
const pathOf = (project: AnyRow, tail = '') => `/api/projects/${project.id}/Alternates${tail}`
const lineOf = (answer: AnyRow | AnyRow[]): AnyRow => (Array.isArray(answer) ? answer[0]! : answer)

async function givenRoom() {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  const small = await createProduct(app, { msrpPrice: 1000.1 })
  const large = await createProduct(app, { msrpPrice: 2500.55 })
  const line = lineOf(await createLine(app, space, small, { quantity: 3 }))
  return { project, space, small, large, line }
}
const replacement = ({ space, large, line }: AnyRow, more: AnyRow = {}) => ({
  code: uniqueName('ALT').replaceAll(' ', '-'),
  name: 'Larger displays',
  kind: 2,
  lineIds: [line.id],
  added: [{ spaceId: space.id, equipmentId: large.id, quantity: 2 }],
  ...more,
})

let shared: AnyRow
const readShared = async () => {
  shared ??= await givenRoom()
  return shared
}
entityContract(alternates, app, {
  prepare: async () => {
    const { space, large, line } = await readShared()
    const { id: areaGroupId } = await createRow(app, `/api/spaces/${space.id}/AreaGroups`, { name: uniqueName('Group') })
    return {
      lineIds: [line.id],
      added: [{ spaceId: space.id, areaGroupId, equipmentId: large.id, quantity: 2, unitPriceOverride: 12.5 }],
    }
  },
  valid: { code: 'A-1', name: 'Larger displays', description: 'A brighter room', kind: 2 },
  invalid: [
    ['code', '', messages.required],
    ['name', '', messages.required],
    ['kind', 9, messages.unknown],
  ],
  parentId: async () => (await readShared()).project.id,
  as: (names: readonly Permission[]) => app.signInAs([...names, 'Projects.View']),
})

it('computes the difference by the rules of the opinion of probable cost', async () => {
  const { project, space, line, large } = await givenRoom()
  const { installationFactor } = (await admin('GET', `/api/projects/${project.id}`)).body
  const cost = (extendedMsrpPrice: number, more: AnyRow = {}) => {
    const parts = { provider: 'AVV', installer: 'AVV', isExisting: false, ...more } as const
    const { hardware, installation } = costOfLine({ extendedMsrpPrice, ...parts }, { installationFactor })
    return Math.round((hardware + installation) * 100)
  }
  const row = await createRow(app, pathOf(project), replacement({ space, line, large }))
  expect(Math.round(row.difference * 100)).toBe(cost(5001.1) - cost(3000.3))
  expect(row.items).toMatchObject([
    { isAdded: false, quantity: 3, space: { id: space.id } },
    { isAdded: true, quantity: 2, model: large.model },
  ])
  const omitted = await createRow(app, pathOf(project), replacement({ space, line, large }, { kind: 3, added: [] }))
  expect(Math.round(omitted.difference * 100)).toBe(-cost(3000.3))
  const agreed = [{ spaceId: space.id, equipmentId: large.id, quantity: 4, unitPriceOverride: 0.13 }]
  const added = await createRow(app, pathOf(project), replacement({ space, line, large }, { kind: 1, lineIds: [], added: agreed }))
  expect(Math.round(added.difference * 100)).toBe(cost(0.52))
  const byOwner = await createProduct(app, { msrpPrice: 100, defaultProvider: 'FBO', defaultInstaller: 'IBO' })
  const furnished = [{ spaceId: space.id, equipmentId: byOwner.id, quantity: 4 }]
  const free = await createRow(app, pathOf(project), replacement({ space, line, large }, { kind: 1, lineIds: [], added: furnished }))
  expect(free.difference).toBe(0)
})

it('refuses parts that do not fit its kind, and what is not in the project', async () => {
  const room = await givenRoom()
  const other = await givenRoom()
  const post = async (more: AnyRow) => (await admin('POST', pathOf(room.project), replacement(room, more))).body.fields
  expect(await post({ kind: 1 })).toEqual({ lineIds: ['An alternate that adds has no lines to leave out.'] })
  expect(await post({ kind: 2, lineIds: [] })).toEqual({ lineIds: ['Select at least one line.'] })
  expect(await post({ kind: 3 })).toEqual({ added: ['An alternate that omits adds nothing.'] })
  expect(await post({ lineIds: [other.line.id] })).toEqual({ 'lineIds[0]': ['Equipment line not found.'] })
  const foreign = { spaceId: other.space.id, equipmentId: 999_999_999, quantity: 1 }
  expect(await post({ added: [foreign] })).toEqual({
    'added[0].spaceId': ['Space not found.'],
    'added[0].equipmentId': ['Equipment not found.'],
  })
})

it('lets a line belong to one chosen alternate, also when two are chosen at once', async () => {
  const room = await givenRoom()
  const rows = [
    await createRow(app, pathOf(room.project), replacement(room)),
    await createRow(app, pathOf(room.project), replacement(room)),
  ]
  const answers = await Promise.all(rows.map(({ id }) => admin('PUT', pathOf(room.project, `/${id}/Choose`), { isChosen: true })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const [taken] = answers.filter(({ status }) => status === 200)
  expect(taken?.body).toMatchObject({ isChosen: true, chosenDate: expect.any(String), chosenBy: expect.any(String) })
  await admin('PUT', pathOf(room.project, `/${taken?.body.id}/Choose`), { isChosen: false })
  const rest = rows.find(({ id }) => id !== taken?.body.id)
  expect((await admin('PUT', pathOf(room.project, `/${rest?.id}/Choose`), { isChosen: true })).status).toBe(200)
})

it('is chosen in the portal by people who see prices, and shows equipment to those who see it', async () => {
  const room = await givenRoom()
  const row = await createRow(app, pathOf(room.project), replacement(room))
  const guest = () => app.signInAs(externalPermissions, { external: true, isNew: true })
  const [priced, plain, full] = [await guest(), await guest(), await guest()]
  const entry = ({ userId }: AnyRow, flags: AnyRow) => ({ subjectType: 1, userId, ...flags })
  await openToExternal(app, room.project, [
    entry(priced, { showPrices: true, showEquipment: false }),
    entry(plain, { showPrices: false, showEquipment: true }),
    entry(full, { showPrices: true, showEquipment: true }),
  ])
  const at = `/api/externalProjects/${room.project.id}/Alternates`
  expect((await plain('GET', at)).status).toBe(404)
  expect((await plain('PUT', `${at}/${row.id}/Choose`, { isChosen: true })).status).toBe(404)
  expect((await priced('GET', at)).body.items).toMatchObject([{ code: row.code, difference: row.difference, items: [], isChosen: false }])
  expect((await full('GET', at)).body.items[0].items).toHaveLength(2)
  expect((await priced('PUT', `${at}/${row.id}/Choose`, { isChosen: true, rowVersion: row.rowVersion })).body).toMatchObject({
    isChosen: true,
    items: [],
  })
  expect((await full('PUT', `${at}/${row.id}/Choose`, { isChosen: false, rowVersion: row.rowVersion })).status).toBe(409)
  expect((await admin('GET', pathOf(room.project, `/${row.id}`))).body.isChosen).toBe(true)
  const stranger = await guest()
  expect((await stranger('GET', at)).status).toBe(404)
})

it('is applied as one change set that can be undone', async () => {
  const room = await givenRoom()
  const { project, space, large, line } = room
  const present = lineOf(await createLine(app, space, large, { quantity: 1 }))
  const row = await createRow(app, pathOf(project), replacement(room))
  const apply = () => admin('POST', pathOf(project, '/Apply'), { ids: [row.id] })
  expect((await apply()).body.message).toBe(`${row.code} is not chosen.`)
  await admin('PUT', pathOf(project, `/${row.id}/Choose`), { isChosen: true })
  const applied = await apply()
  expect(applied).toMatchObject({ status: 200, body: { removedLines: 1, addedLines: 1, changeSetId: expect.any(Number) } })
  const readLines = async () =>
    (await admin('GET', `/api/projects/${project.id}/Equipment`)).body.items.map((item: AnyRow) => [item.id, item.quantity])
  expect(await readLines()).toEqual([[present.id, 3]])
  const after = (await admin('GET', pathOf(project, `/${row.id}`))).body
  expect(after).toMatchObject({ appliedDate: expect.any(String), difference: row.difference })
  expect((await apply()).status).toBe(409)
  expect((await admin('PUT', pathOf(project, `/${row.id}`), { name: 'Other' })).status).toBe(409)
  expect((await admin('DELETE', pathOf(project, `/${row.id}`))).status).toBe(409)
  expect((await admin('POST', `/api/changeSets/${applied.body.changeSetId}/Undo`, {})).status).toBe(201)
  expect((await readLines()).sort()).toEqual(
    [
      [line.id, 3],
      [present.id, 1],
    ].sort(),
  )
  expect((await admin('GET', pathOf(project, `/${row.id}`))).body).toMatchObject({ appliedDate: null, difference: row.difference })
})

it('does not apply what has changed since, or for people who may not change equipment', async () => {
  const room = await givenRoom()
  const { project, space, line } = room
  const row = await createRow(app, pathOf(project), replacement(room))
  await admin('PUT', pathOf(project, `/${row.id}/Choose`), { isChosen: true })
  const reader = await app.signInAs(['Projects.View', 'ProjectBudget.View', 'ProjectBudget.Update'])
  expect((await reader('POST', pathOf(project, '/Apply'), { ids: [row.id] })).status).toBe(403)
  await admin('DELETE', `/api/spaces/${space.id}/Equipment/${line.id}`)
  expect((await admin('POST', pathOf(project, '/Apply'), { ids: [row.id] })).body.message).toContain('lines that have been removed since')
  expect((await admin('POST', pathOf(project, '/Apply'), { ids: [999_999_999] })).body.fields).toEqual({
    'ids[0]': ['Alternate not found.'],
  })
})
