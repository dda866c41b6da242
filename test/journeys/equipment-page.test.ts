import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { createCategory, createConnector, createEquipment, createManufacturer, createSignalType } from '../kit/fixtures/catalog.ts'
import { createLine, createProject, createSpace } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, field, findings, pick } from './browser.ts'

const app = await startApp()
const visit = browse(app)

it('shows the heat, ports, documents and usages of a product', async () => {
  const maker = await createManufacturer(app, { name: 'Journey Sound' })
  await app.admin('POST', `/api/Manufactures/${maker.id}/ProductFamilies`, { name: 'Clarity' })
  const category = await createCategory(app)
  await createConnector(app, { name: 'Journey XLR' })
  await createSignalType(app, { name: 'Journey Audio' })
  const device = await createEquipment(app, {
    model: 'Mixer 16',
    tag: 'MIX',
    manufactureId: maker.id,
    categoryId: category.id,
    msrpPrice: 250,
    powerSpecs: [{ type: 1, availability: 2, watts: 40, quantity: 2 }],
  })

  const page = await visit(app.admin, { path: `/equipment/${device.id}` })
  await page.getByRole('heading', { level: 1, name: 'Mixer 16' }).waitFor()
  await page.getByRole('definition').filter({ hasText: 'Journey Sound' }).waitFor()
  await page.getByText('40 W each, required').waitFor()
  await page.getByRole('link', { name: 'Edit', exact: true }).waitFor()
  await page.keyboard.press('e')
  await page.waitForURL(`**/equipment/${device.id}/details`)
  const statusNamed = (name: string) => page.getByRole('status', { name, exact: true })
  const power = page.getByRole('table', { name: 'Power', exact: true })
  await expect.poll(() => power.locator('th[data-required]').allInnerTexts()).toEqual(['Type', 'Availability'])
  await expect.poll(() => power.getByRole('combobox', { name: 'Type', exact: true }).getAttribute('required')).toBe('')
  await expect.poll(() => statusNamed('Heat, computed').textContent()).toBe('80')
  await page.getByText('left empty it is 80 W from the power below').waitFor()
  await pick(page, 'Product family', 'Clarity')
  await field(page, 'Heat load').fill('65')
  await page.keyboard.press('Control+s')
  await expect.poll(() => statusNamed('Heat, measured').textContent()).toBe('65')
  await page.getByText('Journey Sound · Clarity').waitFor()

  await page.getByRole('link', { name: /^Ports/ }).click()
  await page.getByRole('button', { name: 'Add ports' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add ports' })
  await pick(page, 'Direction', 'Inputs')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('MIC ')
  await dialog.getByRole('textbox', { name: 'Count' }).fill('10')
  await dialog.getByRole('textbox', { name: 'Digits' }).fill('2')
  await pick(page, 'Connector', 'Journey XLR')
  await dialog.getByRole('button', { name: 'Add ports' }).click()
  const inputs = page.getByRole('list', { name: 'Inputs' })
  await inputs.getByText('MIC 10').waitFor()
  await expect.poll(() => inputs.getByRole('listitem').count()).toBe(10)
  await expect.poll(() => page.getByRole('link', { name: 'Ports 10' }).count()).toBe(1)

  await page.setViewportSize({ width: 390, height: 844 })
  const ports = page.getByRole('table', { name: 'Ports' })
  await expect.poll(() => ports.evaluate((table) => table.getBoundingClientRect().right)).toBeLessThanOrEqual(390)
  for (const control of await ports.locator('tr').nth(1).locator('input:visible, button:visible').all()) {
    const box = await control.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 390, await control.innerHTML()).toBe(true)
  }
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('img', { name: 'Back panel with 12 ports: 10 × Journey XLR in (MIC 01 – MIC 10), 2 × AC' }).waitFor()
  expect(await findings(page)).toEqual([])

  await page.getByRole('link', { name: /^Documents/ }).click()
  await page.getByRole('button', { name: 'Add document' }).click()
  await pick(page, 'Type', 'Specs')
  await page.getByLabel('File to upload').setInputFiles({
    name: 'mixer-settings.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"gain": 12}'),
  })
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('mixer-settings')
  await page.getByRole('dialog').getByRole('button', { name: 'Add document' }).click()
  const documents = page.getByRole('table', { name: 'Documents' })
  await documents.getByRole('button', { name: 'mixer-settings', exact: true }).click()
  const viewer = page.getByRole('dialog', { name: 'mixer-settings.json' })
  await viewer.getByText('gain').waitFor()
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'hidden' })
  expect(await findings(page)).toEqual([])

  const project = await createProject(app, { name: 'Journey Hall' })
  const space = await createSpace(app, project, { name: 'Stage' })
  await createLine(app, space, device, { quantity: 3 })
  await page.getByRole('link', { name: 'Usage' }).click()
  await page.reload()
  await expect.poll(() => statusNamed('Quantity').textContent()).toBe('3')
  await expect.poll(() => statusNamed('Total MSRP').textContent()).toBe('$750.00')
  await expect.poll(() => page.getByRole('table', { name: 'Projects' }).getByRole('row').nth(1).textContent()).toMatch(/Journey Hall.*3$/)
  await page.getByRole('table', { name: 'Spaces' }).getByRole('link', { name: 'Stage' }).waitFor()
  expect(await findings(page)).toEqual([])

  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByText('Heat load: – → 65').waitFor()

  await page.goto('/equipment?q=Mixer')
  await page.getByRole('link', { name: 'Mixer 16' }).hover()
  await page.getByText('Used 3 in 1 project').waitFor()
})

it('shows a dash for an unknown price, leaves the form field empty and sends no price', async () => {
  const device = await createEquipment(app, { model: 'Mixer 8', tag: 'MIX-8', msrpPrice: 0 })
  const page = await visit(app.admin, { path: `/equipment/${device.id}` })
  await page.getByRole('definition').filter({ hasText: /^–$/ }).waitFor()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  const price = page.getByRole('main').getByLabel('MSRP')
  expect(await price.inputValue()).toBe('')
  const now = async () => (await app.admin('GET', `/api/equipments/${device.id}`)).body.msrpPrice
  for (const [typed, expected] of [
    ['12.5', 12.5],
    ['', 0],
  ] as const) {
    await price.fill(typed)
    await page.keyboard.press('Control+s')
    await expect.poll(now).toBe(expected)
  }
})

it('draws a product without a photo in the list and on its page', async () => {
  const category = await createCategory(app, { icon: 'device-tv' })
  const device = await createEquipment(app, { model: 'Drawn 75', categoryId: category.id, diagonalIn: 75 })
  const page = await visit(app.admin, { path: '/equipment?search=Drawn' })
  const row = page.getByRole('row').filter({ hasText: 'Drawn 75' })
  const isDrawn = (picture: Locator) => expect.poll(() => picture.getAttribute('src')).toMatch(/^data:image\/svg\+xml/)
  await isDrawn(row.locator('img'))
  await page.goto(`/equipment/${device.id}`)
  const drawing = page.getByRole('img', { name: 'Drawn 75, drawing' })
  await isDrawn(drawing)
  await expect.poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400)
})
