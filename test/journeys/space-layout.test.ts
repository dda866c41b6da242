import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createRow } from '../kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { timeoutMs } from '../kit/timeouts.ts'
import { uniqueName } from '../kit/unique-names.ts'
import { browse, connected } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const at = (room: { projectId: number; id: number }) => `/projects/${room.projectId}/spaces/${room.id}`
const budgetPanel = (page: Page) => page.getByRole('complementary', { name: 'Space budget' })

it('is filled by keyboard only, and a second browser updates within a second', async () => {
  const room = await createSpace(app, await createProject(app))
  const [display, mount] = [uniqueName('Display'), uniqueName('Mount')]
  await createProduct(app, { model: display, msrpPrice: 1500, powerSpecs: [{ type: 1, availability: 2, watts: 100 }] })
  await createProduct(app, { model: mount, msrpPrice: 800 })
  const other = await visit(app.admin, { path: at(room) })
  await budgetPanel(other).getByText('Space total').waitFor()
  await connected(other)
  const page = await visit(app.admin, { path: at(room) })
  await page.getByRole('heading', { level: 1, name: room.name }).waitFor()

  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
  }
  await keys('n')
  const equipmentField = page.getByRole('form', { name: 'Add equipment' }).getByLabel('Equipment', { exact: true })
  await page.waitForFunction(() => document.activeElement?.closest('form')?.getAttribute('aria-label') === 'Add equipment')
  await page.keyboard.type(display)
  await page.getByRole('option', { name: display }).waitFor()
  await keys('ArrowDown', 'Enter')
  const many = page.getByRole('form', { name: 'Add equipment' }).getByLabel('Quantity', { exact: true })
  const hasFocus = (input: Locator) => expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true)
  await hasFocus(many)
  await page.keyboard.type('2')
  await keys('Enter')
  await page.getByRole('link', { name: display }).waitFor()
  const waited: number[] = []
  const seenByOther = async (model: string) => {
    const since = Date.now()
    await other.getByRole('link', { name: model }).waitFor()
    waited.push(Date.now() - since)
  }
  await seenByOther(display)

  await hasFocus(equipmentField)
  await page.keyboard.type(mount)
  await page.getByRole('option', { name: mount }).waitFor()
  await keys('ArrowDown', 'Enter')
  await hasFocus(many)
  await keys('Enter')
  await page.getByRole('link', { name: mount }).waitFor()
  await seenByOther(mount)
  // Takes the better of two measurements, because other processes affect the timing.
  expect(Math.min(...waited)).toBeLessThan(timeoutMs(1500))
  await budgetPanel(page).getByText('$4,750.00').waitFor()
  await budgetPanel(other).getByText('$4,750.00').waitFor()
  await keys('Escape')
  await page.getByRole('form', { name: 'Add equipment' }).waitFor({ state: 'detached' })
})

it('shows exceeded limits in red with both values, and never treats unknown as zero', async () => {
  const room = await createSpace(app, await createProject(app))
  const known = await createProduct(app, { msrpPrice: 10, weightLb: 12, powerSpecs: [{ type: 1, availability: 2, watts: 180 }] })
  await createLine(app, room, known, { quantity: 2 })
  await createLine(app, room, await createProduct(app, { msrpPrice: 5 }), { quantity: 3 })
  const page = await visit(app.admin, { path: `${at(room)}/details` })
  const limits = page.getByRole('group', { name: 'Limits' })
  await limits.getByLabel(/^Power/).fill('300')
  await limits.getByLabel(/^Weight/).fill('100')
  await limits.getByLabel(/^Price/).fill('20')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/saved/i).first().waitFor()
  await page.goto(at(room))
  const budget = budgetPanel(page)
  await page.getByRole('status', { name: 'Over limit' }).getByText('Power is 60 W over the limit of 300 W.').waitFor()
  await budget.getByText('120% of the limit').waitFor()
  const lines = page.getByRole('table', { name: `Equipment of ${room.name}` }).locator('tr[data-row]')
  await page.getByRole('button', { name: 'Show the 1 powered line' }).click()
  await expect.poll(() => lines.count()).toBe(1)
  await page.getByRole('button', { name: 'Show all lines' }).click()
  await expect.poll(() => lines.count()).toBe(2)
  await page.getByRole('button', { name: 'Next message' }).click()
  await page.getByRole('button', { name: 'Show the 2 priced lines' }).click()
  await page.getByRole('button', { name: 'Show all lines' }).waitFor()
  await expect.poll(async () => (await budget.getByLabel('Power').innerText()).replace(/\s+/g, ' ')).toBe('360 / 300 W')
  await expect.poll(async () => (await budget.getByLabel('Weight').innerText()).replace(/\s+/g, ' ')).toBe('24 / 100 lb')
  await expect.poll(() => budget.innerText()).toMatch(/unknown \(3\)/)
  const colour = await budget.getByLabel('Power').evaluate((output) => getComputedStyle(output).color)
  expect(colour).not.toBe(await budget.getByLabel('Weight').evaluate((output) => getComputedStyle(output).color))

  await page.goto(`/projects/${room.projectId}/buildings`)
  await page.getByText('Power is 60 W over the limit of 300 W.').waitFor()
  await page.getByRole('row', { name: /Total/ }).getByText('unknown (3)').first().waitFor()
})

it('shows the price of every line beside the open budget, also with circuits', async () => {
  const room = await createSpace(app, await createProject(app))
  const { id } = await createLine(app, room, await createProduct(app, { msrpPrice: 12_499 }), { quantity: 2 })
  const circuit = await createRow(app, `/api/spaces/${room.id}/Circuits`, { panel: 'L2', number: '14' })
  const line = { quantity: 2, provider: 'AVV', installer: 'AVV', circuitId: circuit.id, rowVersion: 1 }
  expect((await app.admin('PUT', `/api/spaces/${room.id}/Equipment/${id}`, line)).status).toBe(200)
  const excess = (page: Page) =>
    page
      .getByRole('table', { name: `Equipment of ${room.name}` })
      .evaluate((table) => (table instanceof HTMLElement && table.parentElement ? table.offsetWidth - table.parentElement.clientWidth : 0))
  const page = await visit(app.admin, { path: at(room), width: 1440 })
  await page.getByText('24,998.00').first().waitFor()
  await budgetPanel(page).getByText('Space total').waitFor()
  expect(await excess(page)).toBe(0)
  await page.setViewportSize({ width: 1920, height: 900 })
  await page.getByRole('columnheader', { name: 'Circuit' }).waitFor()
  expect(await excess(page)).toBe(0)
})

it('has one strip above its lines, and the actions of an area group in the menu of its row', async () => {
  const room = await createSpace(app, await createProject(app), { limits: { total: 1 } })
  await createLine(app, room, await createProduct(app, { msrpPrice: 5 }), { areaGroupId: room.areaGroups[0].id })
  await createRow(app, `/api/spaces/${room.id}/AreaGroups`, { name: 'Back wall' })
  const page = await visit(app.admin, { path: at(room) })
  const table = page.getByRole('table', { name: `Equipment of ${room.name}` })
  await page.getByRole('status', { name: 'Over limit' }).waitFor()
  await page.getByRole('region', { name: 'Design check' }).getByText('Design check').waitFor()
  const strip = (await page.getByRole('status', { name: 'Over limit' }).locator('..').boundingBox())!
  const head = (await table.boundingBox())!
  expect(strip.height).toBeLessThanOrEqual(37)
  expect(Math.abs(strip.y + strip.height - head.y)).toBeLessThanOrEqual(1)

  const groups = () => table.locator('tbody > tr:first-child').allInnerTexts()
  const [first = ''] = await groups()
  await page.getByRole('button', { name: 'Actions for Back wall' }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect.poll(async () => (await groups())[0]).toContain('Back wall')
  expect(first).not.toContain('Back wall')
  await page.getByRole('button', { name: 'Actions for Back wall' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(groups).toHaveLength(1)
})

it('is copied, moves equipment and suggests a complexity', async () => {
  const project = await createProject(app)
  const elsewhere = await createProject(app)
  const room = await createSpace(app, project)
  const target = await createSpace(app, project)
  const product = await createProduct(app)
  await createLine(app, room, product, { quantity: 4, areaGroupId: room.areaGroups[0].id })
  const page = await visit(app.admin, { path: at(room) })

  await page.getByRole('button', { name: 'Move', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('To space').click()
  await dialog.getByLabel('To space').fill(target.name)
  await page.getByRole('option', { name: target.name }).click()
  await dialog.getByLabel(`How many ${product.model} move`).fill('1')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await page.getByText(`Moved to ${target.name}.`).waitFor()
  expect((await app.admin('GET', `/api/spaces/${target.id}`)).body.equipmentCount).toBe(1)
  expect((await app.admin('GET', `/api/spaces/${room.id}`)).body.equipmentCount).toBe(3)

  const menu = async (item: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await menu('Clone')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Twin room')
  await dialog.getByRole('button', { name: 'Clone' }).click()
  await page.getByRole('heading', { level: 1, name: 'Twin room' }).waitFor()
  await menu('Clone to project')
  await dialog
    .getByRole('combobox', { name: 'Project', exact: true })
    .or(dialog.getByRole('textbox', { name: 'Project', exact: true }))
    .first()
    .click()
  await dialog
    .getByRole('combobox', { name: 'Project', exact: true })
    .or(dialog.getByRole('textbox', { name: 'Project', exact: true }))
    .first()
    .fill(elsewhere.name)
  await page.getByRole('option', { name: elsewhere.name }).click()
  await dialog
    .getByRole('combobox', { name: 'Level', exact: true })
    .or(dialog.getByRole('textbox', { name: 'Level', exact: true }))
    .first()
    .click()
  await page.getByRole('option', { name: 'Level 1' }).click()
  await dialog.getByRole('button', { name: 'Clone' }).click()
  await page.waitForURL(new RegExp(`/projects/${elsewhere.id}/spaces/`))

  await page.goto(`${at(room)}/details`)
  await page.getByRole('button', { name: 'Suggest from the equipment' }).click()
  await page.getByText(/Suggested: 1/).waitFor()
  await page.getByRole('button', { name: 'Use 1' }).click()
  await expect.poll(() => page.getByLabel('Complexity', { exact: true }).inputValue()).toBe('1')
})

it('explains every total, by keyboard only', async () => {
  const project = await createProject(app, { installationFactor: 0.35 })
  const room = await createSpace(app, project)
  await createLine(app, room, await createProduct(app, { msrpPrice: 3.3 }))
  await createLine(app, room, await createProduct(app, { msrpPrice: 100 }), { provider: 'FBO', installer: 'IBO' })
  const page = await visit(app.admin, { path: at(room) })
  async function readDialog(button: string | RegExp) {
    const openButton = page.getByRole('button', { name: button })
    await openButton.focus()
    await page.keyboard.press('Enter')
    const openedDialog = page.getByRole('dialog', { name: button })
    const text = (await openedDialog.innerText()).split('\n').filter(Boolean)
    await page.keyboard.press('Escape')
    await openedDialog.waitFor({ state: 'hidden' })
    await expect.poll(() => openButton.evaluate((element) => element === document.activeElement)).toBe(true)
    return text.join(' ')
  }
  const [parts, total] = ['Equipment, MSRP $103.30 Installation $103.30 × 0.35 $36.16', '$139.46']
  const owners = 'Owner-furnished or existing −$100.00 Installed by the owner −$35.00'
  const bridge = `Total with installation ${total} ${owners}`

  await budgetPanel(page).getByLabel('Space total').getByText(total).waitFor()
  expect(await readDialog('How Space total adds up')).toBe(`How this adds up ${parts} Space total ${total} ${bridge} Probable cost $4.46`)
  await expect.poll(() => budgetPanel(page).getByLabel('Owner-furnished, included').innerText()).toBe('$100.00')

  await page.goto(`${at(room)}/master-quote`)
  expect(await readDialog('How the quote adds up')).toBe(
    `How this adds up Equipment, MSRP $103.30 Installation each row × 0.35 $36.16 Total ${total}`,
  )
  await page.goto(`/projects/${project.id}`)
  expect(await readDialog('How Total adds up')).toBe(`How this adds up ${parts} Total ${total}`)
  await page.goto(`/projects/${project.id}/buildings`)
  expect(await readDialog(/^How the price of Level 1 adds up$/)).toBe(
    `How this adds up ${parts} Level 1 ${total} ${bridge} Probable cost $4.46`,
  )
  await page.goto(`/projects/${project.id}/budget`)
  const estimate = 'Estimate, OPC total $4.46'
  expect(await readDialog('How the estimate adds up')).toBe(
    `How this adds up Hardware without owner-furnished equipment $3.30 Installation each line × 0.35 $1.16 ${estimate} ${bridge} ${estimate}`,
  )
  await expect.poll(() => page.getByLabel('Total on the project card').innerText()).toBe(total)
  await page.goto('/opportunities')
  expect(await readDialog(`How the total of ${project.name} adds up`)).toBe(`How this adds up ${parts} Total ${total}`)
})
