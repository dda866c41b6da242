import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createLine, createProduct, createProject, createSpace } from '../kit/fixtures/projects.ts'
import { createSpaceTemplate } from '../kit/fixtures/templates.ts'
import { startApp } from '../kit/start.ts'
import { uniqueName } from '../kit/unique-names.ts'
import { browse, calm } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const { admin } = app

const asksFor = (page: Page, field: string) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const { activeElement: at } = document
        return at?.closest('form')?.getAttribute('aria-label') === 'Add equipment' && (at as HTMLInputElement).labels?.[0]?.textContent
      }),
    )
    .toBe(field)

it('adds ten lines by keyboard only', async () => {
  const models = await Promise.all(Array.from({ length: 10 }, () => createProduct(app, { model: uniqueName('Amplifier') })))
  const room = await createSpace(app, await createProject(app))
  const page = await visit(admin, { path: `/projects/${room.projectId}/spaces/${room.id}` })
  const form = page.getByRole('form', { name: 'Add equipment' })
  const height = () => form.evaluate((form) => form.clientHeight)
  let before: number | undefined
  let pressed = 0
  const keys = async (...all: string[]) => {
    for (const key of all) {
      pressed++
      await page.keyboard.press(key)
    }
  }
  const type = async (text: string) => {
    pressed += text.length
    await page.keyboard.type(text)
  }
  await page.getByRole('heading', { level: 1, name: room.name }).waitFor()
  await keys('n')
  for (const { model, tag } of models) {
    await asksFor(page, 'Equipment')
    before ??= await height()
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('')
    await type(model)
    await calm(page)
    const option = page.getByRole('option', { name: new RegExp(`^${tag} ${model} `) })
    await option.and(page.locator('[data-combobox-selected]')).waitFor()
    await keys('Enter')
    await asksFor(page, 'Quantity')
    await type('3')
    await keys('Enter')
    // Shown in the form, because toasts would cover the next controls.
    await page
      .getByRole('status')
      .filter({ hasText: `${tag} ${model} added.` })
      .waitFor()
    // The message has reserved space, so the lines below do not shift.
    expect(await height()).toBe(before)
  }
  const { body } = await admin('GET', `/api/spaces/${room.id}`)
  const lines = body.areaGroups.flatMap(({ equipment }: any) => equipment)
  expect(lines.map(({ quantity }: any) => quantity)).toEqual(Array.from({ length: 10 }, () => 3))
  expect(pressed - models.reduce((sum, { model }) => sum + model.length, 0)).toBeLessThan(60)
  await keys('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TR')
})

it.each([1280, 390])('shows full placeholders in the add form, at %i', async (width) => {
  const room = await createSpace(app, await createProject(app))
  const page = await visit(admin, { width, path: `/projects/${room.projectId}/spaces/${room.id}` })
  await page.getByRole('heading', { level: 1, name: room.name }).waitFor()
  await page.getByRole('button', { name: 'Add equipment', exact: true }).first().click()
  const fields = page.getByRole('form', { name: 'Add equipment' }).locator('input[placeholder]')
  await expect.poll(() => fields.count()).toBeGreaterThan(3)
  const cut = await fields.evaluateAll((all) =>
    all.flatMap((field) => {
      const { placeholder } = field as HTMLInputElement
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      const ruler = document.createElement('canvas').getContext('2d')
      if (!ruler) return ['nothing measures']
      ruler.font = font
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      return ruler.measureText(placeholder).width > room ? [placeholder] : []
    }),
  )
  expect(cut).toEqual([])
})

it('fills a template with the same keys, and clones it from its menu', async () => {
  const product = await createProduct(app)
  const template = await createSpaceTemplate(app, { 'Front wall': [{ product }] })
  const page = await visit(admin, { path: `/space-templates/${template.id}` })
  await page.getByRole('heading', { level: 1, name: template.name }).waitFor()
  await page.keyboard.press('n')
  await asksFor(page, 'Equipment')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Clone' }).click()
  const dialog = page.getByRole('dialog', { name: `Clone ${template.name}` })
  const name = uniqueName('Board room')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await dialog.getByRole('button', { name: 'Clone' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('link', { name: product.model }).waitFor()
})

it('creates rooms from a template on the same level one after another', async () => {
  const project = await createProject(app)
  const { body: upper } = await admin('POST', `/api/buildings/${project.buildings[0].id}/Levels`, { name: 'Level 2' })
  const template = await createSpaceTemplate(app, { '': [{ product: await createProduct(app) }] })
  const page = await visit(admin, { path: `/projects/${project.id}/spaces` })
  await page.getByRole('button', { name: 'New space' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New space' })
  const field = (label: string) =>
    dialog
      .getByRole('combobox', { name: label })
      .or(dialog.getByRole('textbox', { name: label, exact: true }))
      .first()
  await field('Name').fill('Huddle 201')
  await field('Level').fill('Level 2')
  await page.getByRole('option', { name: 'Level 2' }).click()
  await field('Space template').fill(template.name)
  await page.getByRole('option', { name: template.name }).click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 1, name: 'Huddle 201' }).waitFor()
  await page.getByRole('button', { name: 'Add the next' }).click()
  await field('Name').fill('Huddle 202')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Huddle 202' }).waitFor()
  const { body } = await admin('GET', `/api/spaces?projectId=${project.id}`)
  expect(body.items.map(({ name, level, spaceTemplate }: any) => [name, level.id, spaceTemplate?.id])).toEqual(
    ['Huddle 201', 'Huddle 202'].map((name) => [name, upper.id, template.id]),
  )
})

it('never treats unknown values as zero: neither power nor the resulting heat', async () => {
  const room = await createSpace(app, await createProject(app))
  await createLine(app, room, await createProduct(app), { quantity: 2 })
  const page = await visit(admin, { path: `/projects/${room.projectId}/spaces/${room.id}` })
  const budget = page.getByRole('complementary', { name: 'Space budget' })
  for (const figure of ['Power', 'Heat', 'Cooling'])
    await expect.poll(async () => (await budget.getByLabel(figure).innerText()).trim(), { message: figure }).toBe('unknown (2)')
  const heads = await page.getByRole('columnheader').allInnerTexts()
  const sums = page.locator('tr').filter({ has: page.getByRole('button', { name: 'Rows of this group' }) })
  expect(heads).toContain('Power, W')
  expect((await sums.last().innerText()).split(/\s+/)).toContain('–')
  await page.goto(`/projects/${room.projectId}/buildings`)
  const level = page.getByRole('row', { name: /Level 1/ })
  await level.getByText('unknown (2)').first().waitFor()
  expect(await level.getByText('unknown (2)').count()).toBe(4)
})

it('deletes a project from its menu, on every tab', async () => {
  const project = await createProject(app)
  const page = await visit(admin, { path: `/projects/${project.id}/notes` })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: `Delete ${project.name}?` })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.waitForURL(/\/opportunities$/)
  expect((await admin('GET', `/api/projects/${project.id}`)).status).toBe(404)
})
