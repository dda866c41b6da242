import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { AnyRow } from '../../src/server/kit/request/context.ts'
import { readWorkbook } from '../../src/server/tools/sheet-reading.ts'
import { createCategory, createClient, createConnector, createEquipment, createSignalType } from '../kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, calm, connected, findings, gate, pick } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const { admin } = app

const connector = await createConnector(app)
const cable = await createEquipment(app, {
  tag: 'CBL-V',
  model: 'Journey Coax',
  categoryId: (await createCategory(app, { isCable: true })).id,
  stockLengthFt: 100,
  msrpPrice: 90,
})
const video = await createSignalType(app, { cableNumberPrefix: 'V', defaultCableEquipmentId: cable.id, lengthLimitM: 5 })
const port = (name: string, direction: 1 | 2) => ({
  name,
  direction,
  connectorPhysicalTypeId: connector.id,
  signalTypeIds: [video.id],
})
const inRack = { isRackMountable: true, rackUnits: 1, depthIn: 10, weightLb: 8 }
const player = await createProduct(app, { tag: 'PLY', model: 'Journey Player', ports: [port('OUT', 2)], ...inRack })
const matrix = await createProduct(app, {
  tag: 'MTX',
  model: 'Journey Matrix',
  ports: [port('IN 1', 1), port('IN 2', 1), port('OUT 1', 2), port('OUT 2', 2)],
  ...inRack,
})
const display = await createProduct(app, { tag: 'DIS', model: 'Journey Display', ports: [port('IN', 1)] })

/** Expected BOM row of the cable in both tests. */
const boughtCable = ['CBL-V', cable.manufacture.name, 'Journey Coax', null, 2, 79, 0, 100, 1, 21, 90, 90]
const cablesIn = (path: string) =>
  readWorkbook(readFileSync(path))
    .find(({ name }) => name === 'Cables')
    ?.rows.map(({ values }) => values.slice(1))
const portButton = (page: Page, portLabel: string) => page.getByRole('button', { name: new RegExp(`^${portLabel}, `) })
async function readPortCenter(page: Page, portLabel: string) {
  const box = await portButton(page, portLabel).locator('rect').nth(1).boundingBox()
  if (!box) throw new Error(`${portLabel} is not shown`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

it('draws a meeting room and its rack, wires, checks and labels it, and lists cables to buy', async () => {
  const client = await createClient(app)
  const page = await visit(admin, { path: '/projects/create' })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Wired house')
  await pick(page, 'Client', client.name)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/\/projects\/\d+$/)
  const project = new URL(page.url()).pathname
  await page.goto(`${project}/spaces`)
  await page.getByRole('button', { name: 'New space' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Boardroom')
  await pick(page, 'Level', 'Level 1')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 1, name: 'Boardroom' }).waitFor()
  const space = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'Add equipment', exact: true }).first().click()
  for (const { model } of [player, matrix, display]) {
    await pick(page, 'Equipment', model)
    await page.getByRole('form', { name: 'Add equipment' }).getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('link', { name: model }).waitFor()
  }

  await page.goto(`${project}/racks`)
  await page.getByRole('button', { name: 'New rack' }).first().click()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('R-01')
  await pick(page, 'Space', 'Boardroom')
  await dialog.getByRole('button', { name: 'Create' }).click()
  for (const label of ['MTX-1', 'PLY-1']) {
    const inTray = page.getByRole('complementary').getByRole('button', { name: new RegExp(`^${label} `) })
    await inTray.focus()
    await inTray.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByText(new RegExp(`Saved\\. ${label} is at \\d+, front, in R-01\\.`)).waitFor()
  }

  await page.goto(`${space}/signal-flow`)
  const [from, to] = [await readPortCenter(page, 'PLY-1 OUT'), await readPortCenter(page, 'MTX-1 IN 1')]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x - 30, to.y, { steps: 4 })
  await page.mouse.move(to.x, to.y)
  await page.mouse.up()
  await page.getByText('V1: PLY-1 OUT to MTX-1 IN 1.').waitFor()
  await portButton(page, 'MTX-1 OUT 1').press('Enter')
  await page.getByText('Connecting: 2 compatible ports.').waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => portButton(page, 'DIS-1 IN').evaluate((item) => item === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText('V2: MTX-1 OUT 1 to DIS-1 IN.').waitFor()
  await page.getByText('3 units, 2 connections', { exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Find a unit or cable' }).fill('v2')
  await page.getByText('1 of 1').waitFor()
  expect(await page.locator('[data-found]').getAttribute('aria-label')).toMatch(/^Wire V2/)
  expect(await findings(page)).toEqual([])

  await page.goto(`${project}/design-check`)
  await page.getByText('V2 from MTX-1 to DIS-1 is 39.5 ft long, 23.1 ft over').first().waitFor()
  await page.goto(`${project}/cables`)
  await page.getByRole('main').getByRole('button', { name: 'Tools', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Labels' }).click()
  await page.getByText('4 labels, 1 page').waitFor()
  const labels = await page.getByRole('list', { name: 'Page 1' }).getByRole('listitem').allInnerTexts()
  expect(labels.slice(0, 2).map((text) => text.split(/\s*\n\s*/))).toEqual([
    ['PLY-1 OUT', 'V1', 'MTX-1 IN 1'],
    ['MTX-1 IN 1', 'V1', 'PLY-1 OUT'],
  ])

  await page.goto(`${project}/reports`)
  await page.getByRole('main').getByRole('button', { name: 'Generate BOM' }).click()
  await dialog.getByRole('switch', { name: 'Add a sheet with the cables to buy' }).check()
  await dialog.getByRole('button', { name: 'Generate BOM' }).click()
  await page
    .getByRole('button', { name: /^Download/ })
    .first()
    .click()
  const link = page.getByRole('link', { name: /Download .*BOM/ }).first()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(cablesIn(await download.path())).toContainEqual(boughtCable)
})

async function reach(page: Page, target: Locator, press = 'Tab', most = 40) {
  await target.first().waitFor()
  const hasFocus = () => target.evaluateAll((all) => all.includes(document.activeElement as HTMLElement))
  for (let pressed = 0; !(await hasFocus()); pressed++) {
    if (pressed === most) {
      const at = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
      throw new Error(`${most} × ${press} do not lead to ${target}, but to ${at}`)
    }
    await page.keyboard.press(press)
  }
}
async function reachAndPress(page: Page, target: Locator, key = 'Enter', most?: number) {
  await reach(page, target, 'Tab', most)
  await page.keyboard.press(key)
}
async function tab(page: Page, name: string) {
  const link = page
    .getByRole('main')
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
  await reachAndPress(page, link)
  await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
}
async function command(page: Page, text: string, option: RegExp) {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go anywhere, do anything' })
  await palette.getByRole('combobox').waitFor()
  await page.keyboard.type(text)
  await expect.poll(() => palette.getByRole('option', { name: option }).first().getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await palette.waitFor({ state: 'detached' })
}
async function typeInto(page: Page, name: string, text: string) {
  await reach(page, page.getByRole('textbox', { name, exact: true }))
  await page.keyboard.type(text)
}
async function pickByKeys(page: Page, name: string, choice: string) {
  const picker = page.getByRole('combobox', { name, exact: true }).or(page.getByRole('textbox', { name, exact: true }))
  await reach(page, picker)
  await page.keyboard.type(choice)
  const option = page.getByRole('option', { name: choice }).first()
  await expect.poll(() => option.getAttribute('data-combobox-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await expect.poll(() => picker.first().inputValue()).toContain(choice)
}

it('draws, wires, checks, labels and buys for a room by keyboard only', async () => {
  const client = await createClient(app)
  const page = await visit(admin)
  const dialog = page.getByRole('dialog')
  const button = (name: string | RegExp, within: Page | Locator = page.getByRole('main')) =>
    within.getByRole('button', { name, exact: typeof name === 'string' })

  await command(page, 'active projects', /^Active projects/)
  await page.getByRole('heading', { level: 1, name: /projects/i }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('heading', { level: 1, name: /New project/ }).waitFor()
  await typeInto(page, 'Name', 'Keyed house')
  await pickByKeys(page, 'Client', client.name)
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/projects\/\d+$/)

  await tab(page, 'Spaces')
  await button('New space').first().waitFor()
  await page.keyboard.press('n')
  await typeInto(page, 'Name', 'Huddle room')
  await expect
    .poll(() =>
      dialog
        .getByRole('textbox', { name: 'Level' })
        .or(dialog.getByRole('combobox', { name: 'Level' }))
        .inputValue(),
    )
    .toContain('Level 1')
  await page.keyboard.press('Control+s')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Huddle room' }).waitFor()
  await page.getByRole('heading', { level: 1, name: 'Huddle room' }).waitFor()
  await page.keyboard.press('n')
  for (const { tag, model } of [player, matrix, display]) {
    await pickByKeys(page, 'Equipment', model)
    await reach(page, page.getByRole('textbox', { name: 'Quantity' }))
    await page.keyboard.press('Enter')
    await page.getByText(`${tag} ${model} added.`).waitFor()
    await reach(page, page.getByRole('combobox', { name: 'Equipment', exact: true }), 'Tab', 0)
  }
  await page.keyboard.press('Escape')

  await command(page, 'keyed house', /Keyed house/)
  await page.getByRole('heading', { level: 1, name: 'Keyed house' }).waitFor()
  await tab(page, 'Equipment')
  await tab(page, 'Racks')
  await reachAndPress(page, button('New rack').first())
  await typeInto(page, 'Name', 'R-02')
  await pickByKeys(page, 'Space', 'Huddle room')
  await page.keyboard.press('Control+s')
  await dialog.waitFor({ state: 'detached' })
  for (const [label, moves] of [
    ['MTX-1', ['ArrowUp']],
    ['PLY-1', []],
  ] as const) {
    await reachAndPress(page, page.getByRole('complementary').getByRole('button', { name: new RegExp(`^${label} `) }))
    for (const move of moves) await page.keyboard.press(move)
    await page.keyboard.press('Enter')
    await page.getByText(new RegExp(`Saved\\. ${label} is at ${moves.length + 1}, front, in R-02\\.`)).waitFor()
  }

  await command(page, 'huddle room', /Huddle room/)
  await page.getByRole('heading', { level: 1, name: 'Huddle room' }).waitFor()
  await tab(page, 'Signal flow')
  for (const [from, to, done] of [
    ['PLY-1 OUT', 'MTX-1 IN 1', 'V1: PLY-1 OUT to MTX-1 IN 1.'],
    ['MTX-1 OUT 1', 'DIS-1 IN', 'V2: MTX-1 OUT 1 to DIS-1 IN.'],
  ] as const) {
    await reachAndPress(page, portButton(page, from))
    await page.getByText(/^Connecting/).waitFor()
    await reach(page, portButton(page, to), 'ArrowDown', 4)
    await page.keyboard.press('Enter')
    await page.getByText(done).waitFor()
  }

  await command(page, 'keyed house', /Keyed house/)
  await page.getByRole('heading', { level: 1, name: 'Keyed house' }).waitFor()
  await tab(page, 'Equipment')
  await tab(page, 'Design check')
  await page.getByText('V2 from MTX-1 to DIS-1 is 39.5 ft long, 23.1 ft over').first().waitFor()
  await tab(page, 'Cables')
  await reachAndPress(page, button('Tools'))
  await reach(page, page.getByRole('menuitem', { name: 'Labels' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('4 labels, 1 page').waitFor()

  await tab(page, 'Documents')
  await tab(page, 'Reports')
  await reachAndPress(page, button('Generate BOM'))
  await reachAndPress(page, dialog.getByRole('switch', { name: 'Add a sheet with the cables to buy' }), 'Space')
  await reachAndPress(page, button('Generate BOM', dialog))
  await reach(page, page.getByRole('button', { name: /^Download/ }).first(), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const link = page.getByRole('link', { name: /Download .*BOM/ }).first()
  await reach(page, link)
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(cablesIn(await download.path())).toContainEqual(boughtCable)
})

it('syncs moves between two users in one rack, and rejects stale ones', async () => {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  await createLine(app, space, player, { quantity: 3 })
  await admin('POST', `/api/projects/${project.id}/Racks`, { name: 'R-01', spaceId: space.id, heightRU: 12 })
  const path = `/projects/${project.id}/racks`
  const [one, two] = [
    await visit(admin, { path }),
    await visit(await app.signInAs(['Projects.View', 'ProjectAccessList.Update', 'ProjectEquipment.View', 'ProjectEquipment.Update']), {
      path,
    }),
  ]
  const put = async (page: Page, label: string) => {
    const inTray = page.getByRole('complementary').getByRole('button', { name: new RegExp(`^${label} `) })
    await inTray.focus()
    await inTray.press('Enter')
    await page.keyboard.press('Enter')
  }
  const placed = (page: Page, label: string) =>
    page.getByRole('region', { name: 'R-01, front' }).getByRole('button', { name: new RegExp(`^${label}, `) })
  await connected(one)
  await connected(two)
  await put(one, 'PLY-1')
  await placed(two, 'PLY-1').waitFor()

  // Delays the second user's request while the first user moves again.
  const held = gate()
  await two.route('**/Racks/Placements', async (route) => {
    await held.passed
    await route.continue()
  })
  await put(two, 'PLY-2')
  await placed(two, 'PLY-2').waitFor()
  await put(one, 'PLY-3')
  await one.getByText(/Saved\. PLY-3/).waitFor()
  held.open()
  await two.getByText('The current state is shown.').waitFor()
  await placed(two, 'PLY-3').waitFor()
  await placed(two, 'PLY-2').waitFor({ state: 'detached' })
  const [rack] = (await admin('GET', `/api/projects/${project.id}/Racks`)).body.items as AnyRow[]
  expect(rack?.placements).toHaveLength(2)
})

it.each([900, 1080])('fits a 42 RU rack below the header in a window %i high, and accepts drops', async (height) => {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  await createLine(app, space, player)
  await admin('POST', `/api/projects/${project.id}/Racks`, { name: 'R-01', spaceId: space.id, heightRU: 42 })
  const page = await visit(admin, { height, path: `/projects/${project.id}/racks` })
  const face = page.getByRole('region', { name: 'R-01, front' })
  const frame = face.locator('div[style*="--inch"]').first()
  // Content that is still loading takes space from the rack.
  await calm(page)
  const box = await frame.boundingBox()
  const hint = await page.getByText('Drag devices from the tray').boundingBox()
  if (!box || !hint) throw new Error('The rack is not shown')
  expect(box.y + box.height).toBeLessThan(hint.y)
  const unit = (box.height - 2) / 42
  expect(unit).toBeGreaterThanOrEqual(11)
  const device = page.getByRole('complementary').getByRole('button', { name: /^PLY-1 / })
  await device.dragTo(frame, { targetPosition: { x: 40, y: 1 + unit * 32.5 } })
  await page.getByText('Saved. PLY-1 is at 10, front, in R-01.').waitFor()
  await face.getByRole('button', { name: /^PLY-1, / }).waitFor()
})

it('draws a line of speakers as one box, expands it by keyboard, saves that and moves it', async () => {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  const speaker = await createProduct(app, { tag: 'SPK', model: 'Journey Speaker', ports: [port('LINE', 1), port('LOOP', 2)] })
  const unitsOf = async (line: AnyRow) =>
    (await admin('GET', `/api/projects/${project.id}/Units`, undefined, { query: { lineIds: [line.id] } })).body.items as AnyRow[]
  const [source] = await unitsOf(await createLine(app, space, player))
  const speakers = await unitsOf(await createLine(app, space, speaker, { quantity: 4 }))
  const idOf = (product: AnyRow, name: string) => (product.ports as AnyRow[]).find((item) => item.name === name)?.id
  for (const [at, unit] of speakers.entries()) {
    const before = speakers[at - 1]
    const from = before
      ? { fromUnitId: before.id, fromPortId: idOf(speaker, 'LOOP') }
      : { fromUnitId: source?.id, fromPortId: idOf(player, 'OUT') }
    const created = await admin('POST', `/api/projects/${project.id}/Connections`, {
      ...from,
      toUnitId: unit.id,
      toPortId: idOf(speaker, 'LINE'),
    })
    expect(created.status).toBe(201)
  }
  // Each cable has stored where the boxes were drawn before it; this lays them out again, as Tidy does.
  expect((await admin('PUT', `/api/spaces/${space.id}/Diagram`, { positions: [] })).status).toBe(204)
  const page = await visit(admin, { path: `/projects/${project.id}/spaces/${space.id}/signal-flow` })
  const chain = page.getByRole('button', { name: 'Chain SPK-1 to -4, 4 units' })
  expect(await chain.getAttribute('aria-expanded')).toBe('false')
  await page.getByRole('button', { name: /^SPK-1 to -4, chain of 4, Journey Speaker/ }).waitFor()
  await page.getByText('5 units, 4 connections').waitFor()
  expect(await page.getByRole('button', { name: /^Wire / }).count()).toBe(1)
  await portButton(page, 'SPK-4 LOOP').waitFor()
  expect(await portButton(page, 'SPK-2 LINE').count()).toBe(0)
  expect(await findings(page)).toEqual([])

  await chain.press('Enter')
  await portButton(page, 'SPK-2 LINE').waitFor()
  expect(await page.getByRole('button', { name: /^Wire / }).count()).toBe(4)
  expect(await chain.evaluate((item) => item === document.activeElement)).toBe(true)
  await page.reload()
  expect(await chain.getAttribute('aria-expanded')).toBe('true')
  await chain.press(' ')
  await portButton(page, 'SPK-2 LINE').waitFor({ state: 'detached' })
  const head = page.getByRole('button', { name: /^SPK-1 to -4, chain/ })
  const readPositions = async () => {
    const { units } = (await admin('GET', `/api/spaces/${space.id}/Diagram`)).body
    return (units as AnyRow[]).flatMap(({ id, x }) => (x === null ? [] : [id]))
  }
  await head.press('ArrowRight')
  await chain.focus()
  await expect.poll(readPositions).toEqual([speakers[0]?.id])
})

it('fills a rack with blanks and undoes it by Ctrl+Z, including their equipment', async () => {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  const blank = await createProduct(app, { tag: 'BLK', model: 'Journey Blank', rackAccessory: 3, rackUnits: 1, isRackMountable: true })
  const rack = (await admin('POST', `/api/projects/${project.id}/Racks`, { name: 'R-01', spaceId: space.id, heightRU: 4 })).body as AnyRow
  const page = await visit(admin, { path: `/projects/${project.id}/racks` })
  await page.getByRole('button', { name: 'Actions for R-01' }).click()
  await page.getByRole('menuitem', { name: 'Fill with blanks' }).click()
  await pick(page, 'Blank panel', blank.model)
  await page.getByRole('dialog').getByRole('button', { name: 'Fill' }).click()
  await page.getByText('Saved. The front of R-01 is filled with 4 blanks.').waitFor()
  await page.keyboard.press('Control+z')
  await expect
    .poll(async () => ((await admin('GET', `/api/projects/${project.id}/Racks/${rack.id}`)).body as AnyRow).placements)
    .toEqual([])
  const lines = (await admin('GET', `/api/projects/${project.id}/Equipment`)).body.items as AnyRow[]
  expect(lines.filter(({ equipment }) => equipment.id === blank.id)).toEqual([])
})

it('replaces a device beside its rack, in the same space only', async () => {
  const project = await createProject(app)
  const [here, elsewhere] = [await createSpace(app, project), await createSpace(app, project)]
  const old = await createProduct(app, { tag: 'OLD', model: 'Journey Old', ...inRack })
  await createProduct(app, { tag: 'NEW', model: 'Journey New', ...inRack })
  await createLine(app, here, old)
  await createLine(app, elsewhere, old)
  await admin('POST', `/api/projects/${project.id}/Racks`, { name: 'R-01', spaceId: here.id, heightRU: 4 })
  const page = await visit(admin, { path: `/projects/${project.id}/racks` })
  const inTray = (label: string) => page.getByRole('complementary').getByRole('button', { name: new RegExp(`^${label} `) })
  await inTray('OLD-1').press('Enter')
  await page.keyboard.press('Enter')
  await page.getByText('Saved. OLD-1 is at 1, front, in R-01.').waitFor()
  await reachAndPress(page, page.getByRole('region', { name: 'OLD-1, selected' }).getByRole('button', { name: 'Replace' }), 'Enter', 60)
  await pickByKeys(page, 'By', 'Journey New')
  await reachAndPress(page, page.getByRole('dialog').getByRole('button', { name: 'Replace in 1 place' }))
  await page.getByRole('region', { name: 'NEW-1, selected' }).waitFor()
  await page
    .getByRole('region', { name: 'R-01, front' })
    .getByRole('button', { name: /^NEW-1, / })
    .waitFor()
  await inTray('OLD-2').waitFor()
})

it('edits lengths, states and bundles by keyboard in the schedule, and pastes rows', async () => {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  const line = await createLine(app, space, matrix, { quantity: 2 })
  const units = (await admin('GET', `/api/projects/${project.id}/Units`, undefined, { query: { lineIds: [line.id], sortBy: 'label' } }))
    .body.items as AnyRow[]
  const idOf = (name: string) => matrix.ports.find((port: AnyRow) => port.name === name).id
  for (const [from, to] of [
    [0, 1],
    [1, 0],
  ] as const)
    for (const portNumber of [1, 2])
      await admin('POST', `/api/projects/${project.id}/Connections`, {
        fromUnitId: units[from]?.id,
        fromPortId: idOf(`OUT ${portNumber}`),
        toUnitId: units[to]?.id,
        toPortId: idOf(`IN ${portNumber}`),
      })
  const page = await visit(admin, { path: `/projects/${project.id}/cables` })
  const length = (number: string) => page.getByRole('textbox', { name: `Length of ${number} in feet` })
  const state = (number: string) => page.getByRole('combobox', { name: `State of ${number}` })
  const readStored = async () =>
    (await admin('GET', `/api/projects/${project.id}/Connections`)).body.items.map(({ lengthFt, state, bundle }: AnyRow) => [
      lengthFt,
      state,
      bundle,
    ])
  await length('V1').click()
  expect(await length('V1').getAttribute('placeholder')).toBe('39.5')
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await page.keyboard.type("14.25'")
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+d')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => state('V2').evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.press('T')
  const typed = [
    [12, 1, null],
    [14.25, 3, null],
    [14.25, 1, null],
    [null, 1, null],
  ]
  await expect.poll(readStored).toEqual(typed)

  await length('V4').fill('far')
  await length('V3').focus()
  expect(await length('V4').getAttribute('aria-invalid')).toBe('true')
  await length('V4').press('Escape')
  expect(await length('V4').inputValue()).toBe('')

  await length('V2').evaluate((box) => {
    const data = new DataTransfer()
    data.setData('text/plain', '20\tPulled\r\n\tTested\r\n30.5\tnowhere\r\n')
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await page.getByText('5 cells pasted. 1 cell left out: they do not fit here.').waitFor()
  await expect.poll(readStored).toEqual([
    [12, 1, null],
    [20, 2, null],
    [null, 4, null],
    [30.5, 1, null],
  ])
  await page.getByText('5 cells pasted.').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(readStored).toEqual(typed)

  // Typed again before the first save responds, including the original value: the last input wins and remains visible throughout.
  const { passed, open } = gate()
  await page.route('**/Connections/Each', async (route) => {
    await passed
    await route.continue()
  })
  for (const feet of ['15', '12']) {
    await length('V1').fill(feet)
    await length('V1').press('Enter')
    expect(await length('V1').inputValue()).toBe(feet)
  }
  for (const stateLabel of ['Tested', 'Designed']) {
    await state('V1').selectOption(stateLabel)
    expect(await state('V1').locator('option:checked').textContent()).toBe(stateLabel)
  }
  await length('V2').fill('16')
  await length('V2').press('Enter')
  const lastOf = (feet: number) =>
    page.waitForResponse((answer) => answer.url().endsWith('/Each') && answer.request().postDataJSON().rows[0].set.lengthFt === feet)
  const last = lastOf(16)
  open()
  await last
  await expect.poll(readStored).toEqual([[12, 1, null], [16, 3, null], ...typed.slice(2)])
  expect(await findings(page)).toEqual([])
})
