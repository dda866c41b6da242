import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { AnyRow } from '../../src/server/kit/request/context.ts'
import { createConnector, createSignalType } from '../kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../kit/fixtures/projects.ts'
import { textOfPdf } from '../kit/pdf-text.ts'
import { startApp } from '../kit/start.ts'
import { browse, calm, connected, gate } from './browser.ts'

/** Two users edit one drawing; covers their separate undo histories and printing. */
const app = await startApp()
const visit = browse(app)
const { admin } = app

const connector = await createConnector(app)
const video = await createSignalType(app, { cableNumberPrefix: 'V' })
const port = (name: string, direction: 1 | 2) => ({ name, direction, connectorPhysicalTypeId: connector.id, signalTypeIds: [video.id] })
const inRack = { isRackMountable: true, rackUnits: 1, depthIn: 10, weightLb: 8 }
const player = await createProduct(app, { tag: 'PLY', model: 'Flow Player', ports: [port('OUT', 2)], ...inRack })
const matrix = await createProduct(app, {
  ...{ tag: 'MTX', model: 'Flow Matrix', ...inRack },
  ports: [...[1, 2, 3, 4].map((at) => port(`IN ${at}`, 1)), ...[1, 2, 3, 4].map((at) => port(`OUT ${at}`, 2))],
})

const colleague = () => app.signInAs(['Projects.View', 'ProjectAccessList.Update', 'ProjectEquipment.View', 'ProjectEquipment.Update'])
const unitBox = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^${label}, .*arrow keys move it`) })
async function drag(page: Page, label: string, dx: number, dy: number) {
  const box = await unitBox(page, label).boundingBox()
  if (!box) throw new Error(`${label} is not shown`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 3 })
  await page.mouse.move(x + dx, y + dy, { steps: 3 })
  await page.mouse.up()
}

it('undoes own moves, wires and deletes in the signal flow by Ctrl+Z, never those of others', async () => {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  await createLine(app, space, player, { quantity: 2 })
  await createLine(app, space, matrix)
  const path = `/projects/${project.id}/spaces/${space.id}/signal-flow`
  const diagram = async () => (await admin('GET', `/api/spaces/${space.id}/Diagram`)).body
  const placed = async () =>
    Object.fromEntries(((await diagram()).units as AnyRow[]).flatMap(({ label, x }) => (x === null ? [] : [[label, x]])))
  const [one, two] = [await visit(admin, { path }), await visit(await colleague(), { path })]
  await connected(one)
  await connected(two)
  const undo = one.getByRole('main').getByRole('button', { name: 'Undo', exact: true })
  await unitBox(one, 'PLY-1').waitFor()
  expect(await undo.isDisabled()).toBe(true)

  await drag(one, 'PLY-1', 160, 240)
  await expect.poll(placed).toHaveProperty('PLY-1')
  await drag(two, 'MTX-1', 80, 160)
  await expect.poll(placed).toHaveProperty('MTX-1')
  expect(await placed()).toHaveProperty('PLY-1')
  await expect.poll(() => undo.isEnabled()).toBe(true)
  await one.keyboard.press('Control+z')
  await one.getByText('Undone: PLY-1 moved.').waitFor()
  expect(Object.keys(await placed())).toEqual(['MTX-1'])

  // A box the other user has moved since stays in place.
  await drag(one, 'PLY-2', 160, 240)
  await expect.poll(placed).toHaveProperty('PLY-2')
  const mine = (await placed())['PLY-2']
  await expect.poll(async () => (await unitBox(two, 'PLY-2').boundingBox())?.x).toBe((await unitBox(one, 'PLY-2').boundingBox())?.x)
  await drag(two, 'PLY-2', 80, 0)
  await expect.poll(async () => (await placed())['PLY-2']).not.toBe(mine)
  const theirPlacement = await placed()
  await one.keyboard.press('Control+z')
  await one.getByText('This was changed in the meantime and can no longer be undone: PLY-2 moved.').waitFor()
  expect(await placed()).toEqual(theirPlacement)

  const wire = async (page: Page, from: string, to: string) => {
    await page.getByRole('button', { name: new RegExp(`^${from}, `) }).press('Enter')
    await page.getByText(/^Connecting/).waitFor()
    await page.getByRole('button', { name: new RegExp(`^${to}, `) }).press('Enter')
    await page.getByText(new RegExp(`: ${from} to ${to}\\.`)).waitFor()
  }
  const wires = async () => ((await diagram()).wires as AnyRow[]).map(({ number }) => number)
  const boxes = () => Promise.all(['PLY-1', 'PLY-2', 'MTX-1'].map((label) => unitBox(one, label).boundingBox()))
  const before = await boxes()
  await wire(one, 'PLY-1 OUT', 'MTX-1 IN 1')
  await calm(one)
  expect(await boxes(), 'the first wire moves no box').toEqual(before)
  await wire(two, 'PLY-2 OUT', 'MTX-1 IN 2')
  expect(await wires()).toEqual(['V1', 'V2'])
  await one.getByRole('button', { name: /^Wire V1, / }).press('Enter')
  const { passed, open } = gate()
  await one.route(/\/Connections\/\d+$/, async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue()
    const response = await route.fetch()
    await passed
    await route.fulfill({ response })
  })
  await one.getByRole('complementary', { name: 'Wire V1' }).getByRole('button', { name: 'Delete' }).click()
  await one.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await one.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(wires).toEqual(['V2'])
  // Undo before the page has reloaded the deletion still restores the wire.
  await one.keyboard.press('Control+z')
  open()
  await one.getByText('Undone: V1 deleted.').waitFor()
  await one.unrouteAll({ behavior: 'wait' })
  expect(await wires()).toEqual(['V1', 'V2'])
  await one.keyboard.press('Control+z')
  await one.getByText('Undone: V1: PLY-1 OUT to MTX-1 IN 1.').waitFor()
  expect(await wires()).toEqual(['V2'])
  expect(await undo.isDisabled()).toBe(true)
  await one.keyboard.press('Control+y')
  await one.getByText('Redone: V1: PLY-1 OUT to MTX-1 IN 1.').waitFor()
  expect(await wires()).toEqual(['V1', 'V2'])
  await one.keyboard.press('Control+z')
  await expect.poll(wires).toEqual(['V2'])
  await one.keyboard.press('Control+z')
  await calm(one)
  expect(await wires()).toEqual(['V2'])
})

it('keeps a unit removed from a rack in the tray, with focus, during a refetch', async () => {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  await createLine(app, space, player, { quantity: 2 })
  await admin('POST', `/api/projects/${project.id}/Racks`, { name: 'R-01', spaceId: space.id, heightRU: 12 })
  const page = await visit(admin, { path: `/projects/${project.id}/racks` })
  await connected(page)
  const inTray = page.getByRole('complementary').getByRole('button', { name: /^PLY-1 / })
  // Waits for completed requests; an aborted one never finishes.
  const reads = (isPlaced: boolean) => page.waitForEvent('requestfinished', (request) => request.url().includes(`isPlaced=${isPlaced}`))
  const again = [reads(true), reads(false)]
  await inTray.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByText(/Saved\. PLY-1 is at/).waitFor()
  await Promise.all(again)
  await calm(page)
  const tray = gate()
  await page.route('**/units/query?*isPlaced=false*', (route) => tray.passed.then(() => route.continue()))
  const placed = reads(true)
  await page.keyboard.press('Control+z')
  await inTray.focus()
  await placed
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await inTray.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  tray.open()
  await page.getByText(/Saved\. PLY-1 is at/).waitFor()
})

it("undoes own rack moves by Ctrl+Z while another user works, never the other user's", async () => {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  await createLine(app, space, player, { quantity: 3 })
  const rack = (await admin('POST', `/api/projects/${project.id}/Racks`, { name: 'R-01', spaceId: space.id, heightRU: 12 })).body as AnyRow
  const path = `/projects/${project.id}/racks`
  const [one, two] = [await visit(admin, { path }), await visit(await colleague(), { path })]
  await connected(one)
  await connected(two)
  const placed = async () => ((await admin('GET', `/api/projects/${project.id}/Racks/${rack.id}`)).body.placements as AnyRow[]).length
  const put = async (page: Page, label: string) => {
    await page
      .getByRole('complementary')
      .getByRole('button', { name: new RegExp(`^${label} `) })
      .press('Enter')
    await page.keyboard.press('Enter')
    await page.getByText(new RegExp(`Saved\\. ${label} is at`)).waitFor()
  }
  const shows = (page: Page, label: string) =>
    page
      .getByRole('region', { name: 'R-01, front' })
      .getByRole('button', { name: new RegExp(`^${label}, `) })
      .waitFor()
  await put(one, 'PLY-1')
  await one.keyboard.press('Control+z')
  await one.getByText(/Saved\. Undone|Drag devices/).waitFor()
  await expect.poll(placed).toBe(0)

  await put(one, 'PLY-1')
  await shows(two, 'PLY-1')
  await put(two, 'PLY-2')
  await shows(one, 'PLY-2')
  await one.keyboard.press('Control+z')
  await one.getByText('R-01 was changed in the meantime; this can no longer be undone.').waitFor()
  expect(await placed()).toBe(2)
  await two.keyboard.press('Control+z')
  await expect.poll(placed).toBe(1)
  await shows(one, 'PLY-1')
})

it('undoes by notification or by two quick Ctrl+Z, and shows no success for a rejection', async () => {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  const line = await createLine(app, space, player, { quantity: 3 })
  const units = (await admin('GET', `/api/projects/${project.id}/Units?lineIds=${line.id}`)).body.items as AnyRow[]
  const rack = (await admin('POST', `/api/projects/${project.id}/Racks`, { name: 'R-01', spaceId: space.id, heightRU: 12 })).body as AnyRow
  const other = (await admin('POST', `/api/projects/${project.id}/Racks`, { name: 'R-02', spaceId: space.id, heightRU: 12 })).body as AnyRow
  const placementOf = (unit: AnyRow | undefined, startRU: number) => ({
    unitId: unit?.id,
    startRU,
    face: 1,
    half: 'none',
    shelfUnitId: null,
  })
  const racks = [
    { rackId: rack.id, rowVersion: rack.rowVersion, placements: [placementOf(units[0], 1), placementOf(units[1], 4)] },
    { rackId: other.id, rowVersion: other.rowVersion, placements: [placementOf(units[2], 1)] },
  ]
  expect((await admin('PUT', `/api/projects/${project.id}/Racks/Placements`, { racks })).status).toBe(200)
  const page = await visit(admin, { path: `/projects/${project.id}/racks` })
  await connected(page)
  const placed = async () => {
    const { items } = (await admin('GET', `/api/projects/${project.id}/Racks`)).body as { items: AnyRow[] }
    return Object.fromEntries(items.map(({ name, placements }) => [name, placements.length]))
  }
  const takeOut = async (label: string, from: string) => {
    await page
      .getByRole('region', { name: `${from}, front` })
      .getByRole('button', { name: new RegExp(`^${label}, `) })
      .press('Delete')
    await page.getByText(`${label} was removed from ${from}.`).last().waitFor()
  }
  await takeOut('PLY-1', 'R-01')
  await takeOut('PLY-3', 'R-02')
  await page.getByText('PLY-1 was removed from R-01.').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(placed).toEqual({ 'R-01': 2, 'R-02': 0 })
  await takeOut('PLY-2', 'R-01')
  await expect.poll(placed).toEqual({ 'R-01': 1, 'R-02': 0 })
  await page.locator('body').press('Control+z')
  await page.locator('body').press('Control+z')
  await expect.poll(placed).toEqual({ 'R-01': 2, 'R-02': 1 })
  await page.route('**/Racks/Placements', (route) => route.fulfill({ status: 500, json: { message: 'Not now.' } }))
  await calm(page)
  const message = page.getByText('PLY-2 was removed from R-01.')
  const before = await message.count()
  await page
    .getByRole('region', { name: 'R-01, front' })
    .getByRole('button', { name: /^PLY-2, / })
    .press('Delete')
  await page.getByText('Not now.').waitFor()
  expect(await message.count()).toBeLessThanOrEqual(before)
  expect(await placed()).toEqual({ 'R-01': 2, 'R-02': 1 })
})

it('prints the signal flow from page one, whole boxes, plain header, light, no blank end', async () => {
  const project = await createProject(app, { name: 'Printed house' })
  const space = await createSpace(app, project, { name: 'Long room' })
  await createLine(app, space, matrix, { quantity: 60 })
  const page = await visit(admin, { path: `/projects/${project.id}/spaces/${space.id}/signal-flow`, dark: true })
  await unitBox(page, 'MTX-60').waitFor()
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  const texts = await textOfPdf(pdf)
  const pages = (pdf.toString('latin1').match(/\/Type \/Page\b/g) ?? []).length
  const heads = texts.join(' ').match(/Long room .*?\d+ of \d+/g) ?? []
  expect(pages).toBeGreaterThan(1)
  expect(heads).toHaveLength(pages)
  expect(texts.join(' ')).toContain('Printed house')
  const labels = texts.filter((text) => /^MTX-\d+$/.test(text))
  expect(new Set(labels).size).toBe(60)
  expect(labels).toHaveLength(60)
  expect(texts).not.toContain('Tidy')
  expect(texts).not.toContain('Master quote')
  expect(await page.getByRole('region', { name: /^Sheet / }).count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe('dark')
})

it('prints each label at its position on the sheet, without a blank page', async () => {
  const project = await createProject(app, { name: 'Labeled house' })
  const space = await createSpace(app, project)
  await createLine(app, space, player, { quantity: 8 })
  await createLine(app, space, matrix, { quantity: 2 })
  const units = (await admin('GET', `/api/projects/${project.id}/Units?itemsPerPage=-1&sortBy=label`)).body.items as AnyRow[]
  const [players, matrices] = ['PLY', 'MTX'].map((tag) => units.filter(({ equipment }) => equipment.tag === tag)) as [AnyRow[], AnyRow[]]
  for (const [at, { id }] of players.entries()) {
    const into = { toUnitId: matrices[Math.floor(at / 4)]?.id, toPortId: matrix.ports[at % 4].id }
    const created = await admin('POST', `/api/projects/${project.id}/Connections`, {
      fromUnitId: id,
      fromPortId: player.ports[0].id,
      ...into,
    })
    expect(created.status).toBe(201)
  }
  const page = await visit(admin, { path: `/projects/${project.id}/cables/labels` })
  await page.getByText('16 labels, 2 pages').waitFor()
  await page.emulateMedia({ media: 'print' })
  const topOf = (listName: string) => page.getByRole('list', { name: listName }).evaluate((item) => item.getBoundingClientRect().top)
  expect(await topOf('Page 1')).toBe(0)
  await page.emulateMedia({ media: null })
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const texts = await textOfPdf(pdf)
  expect((pdf.toString('latin1').match(/\/Type \/Page\b/g) ?? []).length).toBe(2)
  expect(texts.join(' ')).not.toContain('Labeled house')
  expect(texts.filter((text) => /^V\d+$/.test(text))).toHaveLength(16)
})

it('prints racks without gradients, which some PDF readers lack, and without pressed states', async () => {
  const project = await createProject(app, { name: 'Racked house' })
  const space = await createSpace(app, project)
  await createLine(app, space, player, { quantity: 2 })
  const at = `/api/projects/${project.id}`
  const rack = (await admin('POST', `${at}/Racks`, { name: 'R-01', spaceId: space.id, heightRU: 12 })).body
  const [unit] = (await admin('GET', `${at}/Units`)).body.items
  await admin('PUT', `${at}/Racks/Placements`, { racks: [{ rackId: rack.id, placements: [{ unitId: unit.id, startRU: 6 }] }] })
  const page = await visit(admin, { path: `/projects/${project.id}/racks` })
  await page.getByRole('region', { name: 'R-01, front' }).waitFor()
  const strip = page.getByRole('region', { name: 'Design check' }).getByText('Design check', { exact: true })
  await strip.waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await strip.isVisible()).toBe(false)
  const backgrounds = await page
    .getByRole('main')
    .locator('*')
    .evaluateAll((all) => all.filter((item) => item.checkVisibility()).map((item) => getComputedStyle(item).backgroundImage))
  expect(backgrounds.filter((background) => background.includes('gradient'))).toEqual([])
  expect(backgrounds.filter((background) => background.startsWith('url("data:image/svg+xml')).length).toBeGreaterThan(1)
})
