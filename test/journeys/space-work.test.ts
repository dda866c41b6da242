import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createLine, createProduct, createProject, createSpace, firstLevel } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { uniqueName } from '../kit/unique-names.ts'
import { browse, calm, connected, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const { admin } = app
const at = (room: { projectId: number; id: number }) => `/projects/${room.projectId}/spaces/${room.id}`
const readLines = async (room: { id: number }) =>
  (await admin('GET', `/api/spaces/${room.id}`)).body.areaGroups.flatMap(({ equipment }: { equipment: object[] }) => equipment)

async function aRoom(quantities: number[]) {
  const room = await createSpace(app, await createProject(app))
  const models = quantities.map(() => uniqueName('Model'))
  for (const [n, quantity] of quantities.entries())
    await createLine(app, room, await createProduct(app, { model: models[n], msrpPrice: 100 }), {
      quantity,
      areaGroupId: room.areaGroups[0].id,
    })
  return { room, models }
}
const focused = (page: Page, label: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)).toBe(label)

it('edits lines by keyboard only: arrows select the row, Enter opens and saves it', async () => {
  const { room, models } = await aRoom([1, 2, 3])
  const page = await visit(admin, { path: at(room) })
  await page.getByRole('link', { name: models[0]! }).waitFor()
  await page.locator('tr[data-row]').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const editor = page.getByRole('complementary', { name: 'Line of equipment' })
  await editor.getByRole('heading', { name: models[1]! }).waitFor()
  await editor.getByLabel('Agreed unit price').fill('88.5')
  await editor.getByLabel('Label').fill('DSP-1')
  await editor.getByLabel('Installer name').fill('Northern AV')
  await editor.getByLabel('Notes').fill('Behind the screen')
  await editor.getByLabel('Label').press('Enter')
  await page.getByText(`${models[1]} saved.`).waitFor()
  const line = (await readLines(room)).find(({ equipment }: any) => equipment.model === models[1])
  expect(line).toMatchObject({ unitPriceOverride: 88.5, label: 'DSP-1', installerName: 'Northern AV', notes: 'Behind the screen' })
  await focused(page, 'TR')
  await page.keyboard.press('ArrowDown')
  await editor.getByRole('heading', { name: models[2]! }).waitFor()
  expect(await findings(page, 'main')).toEqual([])
  await editor.getByLabel('Label').fill('Half typed')
  await page.locator('tr[data-row]').first().focus()
  await expect.poll(() => editor.getByLabel('Label').inputValue()).toBe('Half typed')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => editor.getByLabel('Label').inputValue()).toBe('Half typed')
  await editor.getByRole('button', { name: 'Discard' }).click()
  await editor.getByLabel('Label').press('Escape')
  await editor.waitFor({ state: 'detached' })
  await page.getByRole('complementary', { name: 'Space budget' }).waitFor()
})

it('keeps input when another user saves, and prompts only if both changed the same field', async () => {
  const { room, models } = await aRoom([2])
  const [line] = await readLines(room)
  const { areaGroup, ...values } = line
  const other = (part: object, rowVersion?: number) =>
    admin('PUT', `/api/spaces/${room.id}/Equipment/${line.id}`, { ...values, areaGroupId: areaGroup.id, ...part, rowVersion })
  const page = await visit(admin, { path: at(room) })
  await connected(page)
  const quantity = page.getByLabel(`Quantity of ${models[0]}`)
  await quantity.fill('7')
  await other({ label: 'Theirs' })
  await page.getByText('Theirs', { exact: true }).waitFor()
  await expect.poll(() => quantity.inputValue()).toBe('7')
  await quantity.press('Enter')
  await expect.poll(async () => (await readLines(room))[0]).toMatchObject({ quantity: 7, label: 'Theirs' })

  // Both users changed the same field, so the dialog shows both versions.
  await quantity.fill('9')
  await other({ quantity: 4, label: 'Theirs' })
  await page.getByText('4', { exact: true }).first().waitFor()
  await quantity.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Equipment was changed in the meantime' })
  await dialog.getByLabel('Quantity, theirs').check()
  await dialog.getByLabel('Quantity, yours').check()
  await dialog.getByRole('button', { name: 'Save these values' }).click()
  await expect.poll(async () => (await readLines(room))[0]).toMatchObject({ quantity: 9, label: 'Theirs' })

  await page.getByRole('button', { name: `Edit ${models[0]}` }).click()
  const editor = page.getByRole('complementary', { name: 'Line of equipment' })
  await editor.getByLabel('Notes').fill('Mine')
  await other({ quantity: 9, label: 'Theirs', notes: 'Theirs too' })
  await expect.poll(async () => (await readLines(room))[0].notes).toBe('Theirs too')
  await expect.poll(() => editor.getByLabel('Notes').inputValue()).toBe('Mine')
  await editor.getByRole('button', { name: 'Save' }).click()
  await dialog.getByLabel('Notes, theirs').check()
  await dialog.getByRole('button', { name: 'Save these values' }).click()
  await page.getByText(`${models[0]} saved.`).waitFor()
  expect((await readLines(room))[0]).toMatchObject({ quantity: 9, notes: 'Theirs too' })

  await page.goto(`${at(room)}/details`)
  await connected(page)
  await page.getByLabel('Seats').fill('12')
  const { body: now } = await admin('GET', `/api/spaces/${room.id}`)
  const reread = page.waitForResponse((answer) => answer.request().method() === 'GET' && answer.url().endsWith(`/api/spaces/${room.id}`))
  await admin('PUT', `/api/spaces/${room.id}`, {
    projectId: room.projectId,
    levelId: now.level.id,
    name: room.name,
    capacity: 30,
    area: 50,
  })
  await reread
  await calm(page)
  await expect.poll(() => page.getByLabel('Seats').inputValue()).toBe('12')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const stale = page.getByRole('dialog', { name: 'Space was changed in the meantime' })
  await stale.getByRole('row', { name: /Seats/ }).getByText('30').waitFor()
  await stale.getByRole('button', { name: 'Save these values' }).click()
  await expect.poll(async () => (await admin('GET', `/api/spaces/${room.id}`)).body).toMatchObject({ capacity: 12, area: 50 })
})

it('reorders buildings, levels and area groups by keyboard and drag, and explains used levels', async () => {
  const project = await createProject(app)
  const main = project.buildings[0]
  await admin('POST', `/api/projects/${project.id}/Buildings`, { name: 'Annex' })
  await admin('POST', `/api/buildings/${main.id}/Levels`, { name: 'Roof' })
  const room = await createSpace(app, project, { levelId: firstLevel(project).id, area: 12 })
  const page = await visit(admin, { path: `/projects/${project.id}/buildings` })
  const names = async (path: string) => (await admin('GET', `/api/${path}`)).body.items.map(({ name }: { name: string }) => name)
  await page.getByRole('button', { name: 'Move Level 1: arrow up or down' }).press('ArrowDown')
  await expect.poll(() => names(`buildings/${main.id}/Levels/query`)).toEqual(['Roof', 'Level 1'])
  await focused(page, 'Move Level 1: arrow up or down')
  await page
    .getByRole('button', { name: 'Move Annex: arrow up or down' })
    .dragTo(page.getByRole('button', { name: 'Move Main Building: arrow up or down' }))
  await expect.poll(() => names(`projects/${project.id}/Buildings/query`)).toEqual(['Annex', 'Main Building'])

  await page.getByRole('row', { name: /Level 1/ }).hover()
  await page.getByRole('button', { name: 'Actions for Level 1' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Level 1 cannot be deleted yet' })
  await dialog.getByText('1 space is here.').waitFor()
  await dialog.getByRole('button', { name: 'Show the spaces' }).click()
  await page.waitForURL(/levelIds=/)
  await page.getByRole('heading', { name: room.name }).waitFor()

  await page.goto(`/projects/${project.id}/buildings/${main.id}`)
  await page.getByRole('table', { name: 'Spaces of Main Building' }).getByRole('link', { name: room.name }).waitFor()
  await page.getByRole('table', { name: 'Levels of Main Building' }).getByRole('row', { name: /Total/ }).waitFor()
  expect(await findings(page, 'main')).toEqual([])

  await admin('POST', `/api/spaces/${room.id}/AreaGroups`, { name: 'Rack' })
  await page.goto(at(room))
  await page.getByRole('button', { name: 'Move Rack: arrow up or down' }).press('ArrowUp')
  await expect
    .poll(async () => (await admin('GET', `/api/spaces/${room.id}`)).body.areaGroups.map(({ name }: { name: string }) => name))
    .toEqual(['Rack', 'General'])
  await page
    .getByRole('button', { name: 'Move General: arrow up or down' })
    .dragTo(page.getByRole('button', { name: 'Move Rack: arrow up or down' }), { targetPosition: { x: 12, y: 2 } })
  await expect
    .poll(async () => (await admin('GET', `/api/spaces/${room.id}`)).body.areaGroups.map(({ name }: { name: string }) => name))
    .toEqual(['General', 'Rack'])
})

it('lists spaces in groups, clones one from its row and deletes several at once', async () => {
  const project = await createProject(app)
  const rooms = [await createSpace(app, project), await createSpace(app, project)]
  const page = await visit(admin, { path: `/projects/${project.id}/spaces` })
  await page.getByRole('button', { name: /Main Building, Level 1/ }).click()
  await page.getByRole('heading', { name: rooms[0]!.name }).waitFor({ state: 'detached' })
  await page.goto(`/projects/${project.id}/spaces?view=table`)
  const row = page.getByRole('row', { name: new RegExp(rooms[0]!.name) })
  await row.hover()
  await page.getByRole('button', { name: `Actions for ${rooms[0]!.name}` }).click()
  await page.getByRole('menuitem', { name: 'Clone', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clone' }).click()
  await page.getByRole('link', { name: `${rooms[0]!.name} copy` }).waitFor()
  await page.getByLabel('Select all rows of this page').check()
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete 3 spaces?' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('3 spaces deleted.').waitFor()
  expect((await admin('GET', `/api/projects/${project.id}`)).body.spaceCount).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await admin('GET', `/api/projects/${project.id}`)).body.spaceCount).toBe(3)
})

it('quotes a space with filters and sums', async () => {
  const { room, models } = await aRoom([2, 3])
  const page = await visit(admin, { path: `${at(room)}/master-quote` })
  const total = page.locator('tfoot')
  await total.getByText('500.00').waitFor()
  await page.getByLabel('Search the quote').fill(models[0]!)
  await page.getByRole('link', { name: models[1]! }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Export' }).click()
  await page
    .getByText(/\.xlsx is (being made|ready)\./)
    .first()
    .waitFor()
  expect(await findings(page, 'main')).toEqual([])
  await page.goto(`${at(room)}/activity`)
  await page.getByText('First entry').waitFor()
  await page.getByLabel('From', { exact: true }).fill('2199-01-01')
  await page.getByText('First entry').waitFor({ state: 'detached' })
})
