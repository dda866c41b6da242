import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createClient, createEquipment, createRow } from '../kit/fixtures/catalog.ts'
import { startApp } from '../kit/start.ts'
import { browse, calm, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)

const tools = ['BTU Calculator', 'Power Calculator', 'Project Cost Estimator', 'Screen Size Calculator']
const quickToolsPanel = (page: Page) => page.getByRole('dialog', { name: 'Quick tools' })

async function openTool(name: string, page?: Page) {
  const own = page ?? (await visit(app.admin))
  await own.keyboard.press('Control+q')
  const panel = quickToolsPanel(own)
  await panel.getByRole('tab', { name }).click()
  return panel
}
const field = (panel: Locator, name: string) => panel.getByRole('textbox', { name, exact: true })
const result = (panel: Locator, name: string) => panel.getByRole('status', { name, exact: true })
async function expectResults(panel: Locator, expected: Record<string, string>) {
  for (const [name, value] of Object.entries(expected))
    await expect.poll(() => result(panel, name).textContent(), { message: name }).toBe(value)
}

it('opens by Ctrl+Q, by hover and by click, and closes by Escape or a click elsewhere', async () => {
  const page = await visit(app.admin)
  const panel = quickToolsPanel(page)
  const wrench = page.getByRole('button', { name: 'Quick tools', exact: true })

  await page.keyboard.press('Control+q')
  await panel.waitFor()
  await expect.poll(() => page.getByRole('tab', { selected: true }).evaluate((tab) => tab === document.activeElement)).toBe(true)
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(400)
  await page.keyboard.press('Escape')
  await expect.poll(() => panel.isHidden()).toBe(true)

  // Content beside the button loads late and moves it, which would end the hover.
  await calm(page)
  await wrench.hover()
  await panel.waitFor()
  await panel.getByRole('heading', { name: 'Quick tools' }).click()
  await expect.poll(() => panel.isVisible()).toBe(true)
  await page.mouse.click(600, 700)
  await expect.poll(() => panel.isHidden()).toBe(true)

  await wrench.focus()
  await page.keyboard.press('Enter')
  await panel.waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => wrench.evaluate((button) => button === document.activeElement)).toBe(true)

  await page.keyboard.press('Control+q')
  await panel.getByRole('button', { name: 'Keep open' }).click()
  await page.mouse.click(600, 700)
  await expect.poll(() => panel.isVisible()).toBe(true)
})

it('remembers the open tool, and input until the page is left', async () => {
  const page = await visit(app.admin)
  const panel = await openTool('Power Calculator', page)
  await field(panel, 'Voltage, V').fill('120')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+q')
  await expect.poll(() => field(panel, 'Voltage, V').inputValue()).toBe('120')

  await page.reload()
  await page.locator('main h1').first().waitFor()
  await page.keyboard.press('Control+q')
  await expect.poll(() => panel.getByRole('tab', { selected: true }).getAttribute('aria-label')).toBe('Power Calculator')
})

it('is unavailable to external users', async () => {
  const page = await visit(await app.signInAs([], { external: true }))
  await page.keyboard.press('Control+q')
  await calm(page)
  await expect.poll(() => quickToolsPanel(page).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Quick tools', exact: true }).count()).toBe(0)
})

it('loads only on demand', async () => {
  const page = await visit(app.admin)
  const panelFiles = () =>
    page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('quick-tools-panel')).length)
  await expect.poll(panelFiles).toBe(0)
  await page.keyboard.press('Control+q')
  await quickToolsPanel(page).waitFor()
  await expect.poll(panelFiles).toBeGreaterThan(0)
})

it('converts watts, heat and tons', async () => {
  const panel = await openTool('BTU Calculator')
  const [watts, heat, tons] = [field(panel, 'Watts'), field(panel, 'Heat load, BTU/hr'), field(panel, 'Tonnage, tons')]
  const values = async () => [await watts.inputValue(), await heat.inputValue(), await tons.inputValue()]
  await expect.poll(values).toEqual(['100', '341.21', '0.02843'])
  await expectResults(panel, { 'Power, W': '100', 'Heat load, BTU/hr': '341.21', 'Tonnage, tons': '0.02843' })

  for (const [edited, typed, after] of [
    [watts, '1234.5', ['1234.5', '4,212.29', '0.35102']],
    [watts, '0', ['0', '0', '0']],
    [heat, '12000', ['3,516.85', '12000', '1']],
    [tons, '2', ['7,033.71', '24,000', '2']],
    [watts, '1,000', ['1,000', '3,412.14', '0.28435']],
  ] as const) {
    await edited.fill(typed)
    await expect.poll(values, { message: typed }).toEqual(after)
  }
  await watts.fill('')
  await expect.poll(() => panel.getByText('This field is required!').count()).toBe(1)
  await expect.poll(values).toEqual(['', '', ''])
  await watts.fill('ten')
  await expect.poll(() => panel.getByText('Only numbers are valid').count()).toBe(1)
  await expectResults(panel, { 'Heat load, BTU/hr': '–', 'Tonnage, tons': '–' })
  await panel.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(values).toEqual(['100', '341.21', '0.02843'])
})

it('calculates a circuit from each pair of its four quantities', async () => {
  const panel = await openTool('Power Calculator')
  const calculate = panel.getByRole('button', { name: 'Calculate' })
  const lamp = { 'Voltage, V': '120', 'Current, A': '0.5', 'Power, W': '60', 'Resistance, Ω': '240' }
  const names = Object.keys(lamp) as (keyof typeof lamp)[]
  const clear = async () => {
    for (const name of names) await field(panel, name).fill('')
  }
  for (const [at, first] of names.entries())
    for (const second of names.slice(at + 1)) {
      await clear()
      await expect.poll(() => calculate.isDisabled()).toBe(true)
      await field(panel, first).fill(lamp[first])
      await expect.poll(() => calculate.isDisabled()).toBe(true)
      await field(panel, second).fill(lamp[second])
      await calculate.click()
      await expectResults(panel, { ...lamp, 'Heat load, BTU/hr': '204.73', 'Tonnage, tons': '0.01706' })
    }

  await field(panel, 'Current, A').fill('1')
  await field(panel, 'Voltage, V').fill('1')
  await expect.poll(() => calculate.isDisabled()).toBe(true)
  await expectResults(panel, { 'Power, W': '–' })

  await clear()
  await field(panel, 'Voltage, V').fill('5')
  await field(panel, 'Current, A').fill('0')
  await calculate.click()
  await expect.poll(() => panel.getByText('Enter values greater than 0').count()).toBe(1)
  await expectResults(panel, { 'Resistance, Ω': '–', 'Heat load, BTU/hr': '–' })

  await field(panel, 'Current, A').fill('half')
  await expect.poll(() => calculate.isDisabled()).toBe(true)
  await expect.poll(() => panel.getByText('Only numbers are valid').count()).toBe(1)
})

it('estimates the cost of a project', async () => {
  const panel = await openTool('Project Cost Estimator')
  const cost = (name: string) => field(panel, name)
  await expect.poll(() => cost('Hardware cost, USD').inputValue()).toBe('1,000')
  expect(await panel.locator('label[data-required]:visible').count()).toBe(6)
  await expect.poll(() => cost('Total area, sq ft').inputValue()).toBe('0')
  await expectResults(panel, { 'Total, USD': '1,500.00', 'Total per sq ft, USD': '0.00' })

  await cost('Total area, sq ft').fill('300')
  await expectResults(panel, {
    'Hardware per sq ft, USD': '3.33',
    'Installation per sq ft, USD': '0.83',
    'Labor per sq ft, USD': '0.83',
    'Total per sq ft, USD': '5.00',
  })
  await cost('Hardware cost, USD').fill('4.02')
  await expect.poll(() => cost('Install cost, USD').inputValue()).toBe('1.01')
  await cost('Install cost, USD').fill('2.01')
  await expect.poll(() => cost('Install factor').inputValue()).toBe('0.5')
  await cost('Labor factor').fill('a third')
  await expect.poll(() => panel.getByText('Only numbers are valid').count()).toBe(1)
  await expectResults(panel, { 'Total, USD': '–' })
  await cost('Total area, sq ft').fill('-5')
  await cost('Labor factor').fill('0')
  await expectResults(panel, { 'Labor, USD': '0.00', 'Total, USD': '6.03', 'Total per sq ft, USD': '0.00' })
})

it('calculates screen dimensions and the aspect ratio', async () => {
  const panel = await openTool('Screen Size Calculator')
  const [width, height] = [field(panel, 'Width, px'), field(panel, 'Height, px')]
  await expect.poll(async () => [await width.inputValue(), await height.inputValue()]).toEqual(['1,920', '1,080'])
  await expectResults(panel, { 'Aspect ratio': '16 : 9', 'Width, in': '47.9', 'Height, in': '27.0', 'Diagonal, cm': '139.7' })

  const groups = await panel
    .getByLabel('Preset')
    .locator('optgroup')
    .evaluateAll((all) =>
      all.map((group) => [
        (group as HTMLOptGroupElement).label,
        [...group.children].map((option) => option.textContent?.replace(' × ', 'x')),
      ]),
    )
  expect(groups).toEqual([
    ['Common', ['4K Ultra HD, 3840x2160', 'Full HD, 1920x1080', 'HD-Ready, 1280x720', 'WUXGA, 1920x1200', 'WQXGA, 2560x1600']],
    ['Ultra-wide', ['WFHD, 2560x1080', 'WQHD, 3440x1440', 'UW4K, 4320x1800', 'UW8K, 8640x3600']],
    ['Others', ['FWXGA, 1366x768', 'NTSC, 720x540', 'PAL, 720x576']],
  ])
  await panel.getByLabel('Preset').selectOption({ label: 'FWXGA, 1366 × 768' })
  await expectResults(panel, { 'Aspect ratio': '≈ 16 : 9' })

  for (const [w, h, ratio] of [
    ['1920', '1200', '16 : 10'],
    ['1200', '1920', '10 : 16'],
    ['683', '384', '≈ 16 : 9'],
    ['720', '576', '5 : 4'],
    ['3440', '1440', '43 : 18'],
  ] as const) {
    await width.fill(w)
    await height.fill(h)
    await expectResults(panel, { 'Aspect ratio': ratio })
  }
  for (const [w, h, problem] of [
    ['0', '1080', 'Invalid width'],
    ['1920', '', 'Invalid height'],
    ['', '0', 'Invalid width or height'],
    ['wide', '1080', 'Only numbers are valid'],
    ['1920', 'high', 'Only numbers are valid'],
  ] as const) {
    await width.fill(w)
    await height.fill(h)
    await expect.poll(() => panel.getByText(problem, { exact: true }).count(), { message: problem }).toBeGreaterThan(0)
    await expectResults(panel, { 'Aspect ratio': '–', 'Width, in': '–' })
  }
  await width.fill('3840')
  await height.fill('2160')
  await field(panel, 'Diagonal, in').fill('98')
  await expectResults(panel, {
    'Width, in': '85.4',
    'Height, in': '48.0',
    'Width, cm': '217.0',
    'Height, cm': '122.0',
    'Area, sq ft': '28.5',
    'Pixel density, ppi': '45.0',
    'Pixels, MP': '8.3',
  })
  await panel.getByText('Centimeters').click()
  await field(panel, 'Screen width, cm').fill('100')
  await expectResults(panel, { 'Width, cm': '100.0', 'Height, cm': '56.3' })
})

it('starts with values of the space on the page', async () => {
  const client = await createClient(app)
  const project = await createRow(app, '/api/projects', { name: 'Library', clientId: client.id })
  const building = await createRow(app, `/api/projects/${project.id}/Buildings`, { name: 'Annex' })
  const level = await createRow(app, `/api/buildings/${building.id}/Levels`, { name: 'Ground' })
  const device = await createEquipment(app, { heatLoadWatts: 250, msrpPrice: 1000 })
  const space = await createRow(app, '/api/spaces', { projectId: project.id, levelId: level.id, name: 'Reading room', area: 400 })
  await createRow(app, `/api/spaces/${space.id}/Equipment`, { equipmentId: device.id, quantity: 2 })

  const page = await visit(app.admin, { path: `/projects/${project.id}/spaces/${space.id}` })
  await page.getByText('Space budget').waitFor()
  const panel = await openTool('BTU Calculator', page)
  await panel.getByRole('button', { name: 'Use this space' }).click()
  await expect.poll(() => field(panel, 'Watts').inputValue()).toBe('500')
  await expectResults(panel, { 'Heat load, BTU/hr': '1,706.07' })
  await panel.getByRole('tab', { name: 'Project Cost Estimator' }).click()
  await panel.getByRole('button', { name: 'Use this space' }).click()
  await expectResults(panel, { 'Hardware, USD': '2,000.00', 'Installation, USD': '500.00', 'Hardware per sq ft, USD': '5.00' })

  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.waitForURL('**/dashboard')
  await page.keyboard.press('Control+q')
  await expect.poll(() => panel.getByRole('button', { name: 'Use this space' }).count()).toBe(0)
})

it('has no axe findings in both themes', async () => {
  for (const dark of [false, true]) {
    const page = await visit(app.admin, { dark })
    for (const tool of tools) {
      const panel = await openTool(tool, page)
      expect.soft(await findings(page, '[aria-label="Quick tools"]'), `${tool}, ${dark ? 'dark' : 'light'}`).toEqual([])
      await page.keyboard.press('Escape')
      await expect.poll(() => panel.isHidden()).toBe(true)
    }
  }
})
