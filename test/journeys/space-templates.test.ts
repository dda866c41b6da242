import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createRow } from '../kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { uniqueName } from '../kit/unique-names.ts'
import { browse, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)

async function pick(page: Page, part: Locator, label: string, choice: string) {
  const picker = part
    .getByRole('combobox', { name: label, exact: true })
    .or(part.getByRole('textbox', { name: label, exact: true }))
    .first()
  await picker.click()
  await picker.fill(choice)
  await page.getByRole('option', { name: choice }).first().click()
}
const quantityField = (page: Page, model: string) => page.getByLabel(`Quantity of ${model}`, { exact: true })
async function setQuantity(page: Page, model: string, quantity: number) {
  const written = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes('/Equipment/'))
  await quantityField(page, model).fill(String(quantity))
  await page.keyboard.press('Enter')
  expect((await written).status()).toBe(200)
}

it('creates a template from a space, a new space from it, and applies later changes', async () => {
  const project = await createProject(app)
  const [display, camera] = [
    await createProduct(app, { model: uniqueName('Display'), msrpPrice: 1500 }),
    await createProduct(app, { model: uniqueName('Camera'), msrpPrice: 400 }),
  ]
  const first = await createSpace(app, project, { name: 'Huddle 101', complexity: 2 })
  await createLine(app, first, display, { quantity: 1 })
  await createLine(app, first, camera, { quantity: 1 })

  const page = await visit(app.admin, { path: `/projects/${project.id}/spaces/${first.id}` })
  await page.getByRole('heading', { level: 1, name: 'Huddle 101' }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Save as template' }).click()
  const saving = page.getByRole('dialog', { name: 'Save Huddle 101 as a template' })
  const name = uniqueName('Huddle room')
  await saving.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await saving.getByRole('button', { name: 'Save as template' }).click()
  await page.waitForURL(/\/space-templates\/\d+$/)
  const templatePath = new URL(page.url()).pathname
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByText('$1,900.00, complexity 2').waitFor()

  await page.goto(`/projects/${project.id}/spaces`)
  await page.getByRole('button', { name: 'New space' }).first().click()
  const making = page.getByRole('dialog')
  await making.getByRole('textbox', { name: 'Name', exact: true }).fill('Huddle 102')
  await pick(page, making, 'Space template', name)
  await making.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 1, name: 'Huddle 102' }).waitFor()
  const spacePath = new URL(page.url()).pathname
  await page.getByText(`Created from ${name}, as it is now`).waitFor()
  await expect.poll(() => quantityField(page, display.model).inputValue()).toBe('1')

  await setQuantity(page, camera.model, 3)
  await page.getByText('1 change by hand').waitFor()

  await page.goto(templatePath)
  await setQuantity(page, display.model, 2)
  await page.getByText('$3,400.00, complexity 2').waitFor()

  await page.goto(spacePath)
  await page.getByText('1 template change not applied').waitFor()
  await page.getByRole('button', { name: 'Show differences' }).click()
  const differences = page.getByRole('table', { name: 'Differences from the template' })
  const differenceText = async (model: string) =>
    (await differences.getByRole('row', { name: new RegExp(model) }).innerText()).replace(/\s+/g, ' ')
  await expect.poll(() => differenceText(display.model)).toContain('Quantity: 1 → 2 The template')
  await expect.poll(() => differenceText(camera.model)).toContain('Quantity: 1 → 3 By hand')
  expect(await findings(page)).toEqual([])

  await page.goto(`${templatePath}/spaces`)
  await page.getByText('1 of 1 spaces are behind the template.').waitFor()
  await page.getByRole('button', { name: 'Select those behind' }).click()
  await page.getByRole('button', { name: 'Apply to 1 space' }).click()
  const preview = page.getByRole('dialog', { name: `Apply ${name}` })
  const total = preview.getByLabel('In all')
  await total.waitFor()
  await expect.poll(() => total.innerText()).toBe('1 space: +1 piece, +$1,500.00')
  const row = (await preview.getByRole('row', { name: /Huddle 102/ }).innerText()).replace(/\s+/g, ' ')
  expect(row).toContain('1 changed')
  expect(row).toContain('4 → 5')
  expect(row).toContain('2,700.00 → 4,200.00')
  expect(await findings(page)).toEqual([])
  await preview.getByRole('button', { name: 'Apply to 1 space' }).click()
  await page.getByText(`${name} applied to 1 space.`).waitFor()
  await page.getByText('All spaces are up to date with the template.').waitFor()
  const inPlace = async () => {
    const { areaGroups } = (await app.admin('GET', `/api/spaces/${spacePath.split('/').at(-1)}`)).body
    const lines = areaGroups.flatMap(({ equipment }: { equipment: object[] }) => equipment)
    return Object.fromEntries(lines.map((line: Record<string, any>) => [line.equipment.model, line.quantity]))
  }
  expect(await inPlace()).toEqual({ [display.model]: 2, [camera.model]: 3 })

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  expect(await inPlace()).toEqual({ [display.model]: 1, [camera.model]: 3 })
  await page.goto(spacePath)
  await page.getByText('1 template change not applied').waitFor()
})

it('names documents by segments reordered by keyboard, with a live example', async () => {
  const naming = await createRow(app, '/api/namingTemplates', {
    name: uniqueName('Naming'),
    segments: [{ type: 'DocumentType' }, { type: 'Text', value: '-' }, { type: 'SpaceNumber' }],
  })
  const page = await visit(app.admin, { path: `/naming-templates/${naming.id}` })
  const example = page.getByRole('status', { name: 'Example' })
  await expect.poll(() => example.innerText()).toBe('IAV-204')
  await page.getByRole('button', { name: /^Move Space number/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => example.innerText()).toBe('IAV204-')
  await page.keyboard.press('Home')
  await expect.poll(() => example.innerText()).toBe('204IAV-')
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toMatch(/^Move Space number, segment 1 of 3/)
  await page.getByRole('button', { name: /^Move Document type/ }).focus()
  await page.keyboard.press('End')
  await expect.poll(() => example.innerText()).toBe('204-IAV')
  await page
    .getByRole('button', { name: /^Move Text/ })
    .dragTo(page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Move Document type/ }) }), {
      targetPosition: { x: 100, y: 36 },
    })
  await expect.poll(() => example.innerText()).toBe('204IAV-')
  await page.getByRole('button', { name: /^Move Text/ }).press('ArrowUp')
  await expect.poll(() => example.innerText()).toBe('204-IAV')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/saved/i).first().waitFor()
  expect(await findings(page, 'main')).toEqual([])
  const saved = (await app.admin('GET', `/api/namingTemplates/${naming.id}`)).body
  expect(saved.example).toBe('204-IAV')
  expect(saved.segments.map(({ type }: { type: string }) => type)).toEqual(['SpaceNumber', 'Text', 'DocumentType'])
})
