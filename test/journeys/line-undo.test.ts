import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { AnyRow } from '../../src/server/kit/request/context.ts'
import { createLine, createProduct, createProject, createSpace } from '../kit/fixtures/projects.ts'
import { createSpaceTemplate } from '../kit/fixtures/templates.ts'
import { startApp } from '../kit/start.ts'
import { uniqueName } from '../kit/unique-names.ts'
import { browse, calm, coveredByToasts, findings, gate } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const { admin } = app
const products = [await createProduct(app), await createProduct(app), await createProduct(app)]
const [first, second, third] = products.map(({ model }) => String(model))

const readLines = async (path: string): Promise<string[]> =>
  (await admin('GET', path)).body.areaGroups
    .flatMap(({ name, equipment }: AnyRow) => equipment.map((line: AnyRow) => `${name}: ${line.quantity} ${line.equipment.model}`))
    .sort()

const aRoom = async () => {
  const room = await createSpace(app, await createProject(app))
  await admin('POST', `/api/spaces/${room.id}/AreaGroups`, { name: 'Rack' })
  for (const product of products) await createLine(app, room, product, { quantity: 2, areaGroupId: room.areaGroups[0].id })
  return { api: `/api/spaces/${room.id}`, page: `/projects/${room.projectId}/spaces/${room.id}` }
}
const aTemplate = async () => {
  const { id } = await createSpaceTemplate(
    app,
    { General: products.map((product) => ({ product, quantity: 2 })), Rack: [] },
    { name: uniqueName('Template') },
  )
  return { api: `/api/spaceTemplates/${id}`, page: `/space-templates/${id}` }
}
const kinds = [
  ['space', aRoom],
  ['template', aTemplate],
] as const
const all = products.map(({ model }) => `General: 2 ${model}`).sort()
const pressUndo = (page: Page) => page.keyboard.press('Control+z')

it.each(kinds)('deletes lines of a %s, changes and moves them, and restores all with Ctrl+Z', async (_, make) => {
  const place = await make()
  const page = await visit(admin, { path: place.page })
  await page.getByRole('link', { name: first }).waitFor()
  await page.getByRole('row', { name: new RegExp(first!) }).hover()
  await page.getByRole('button', { name: new RegExp(`Actions for .* ${first}`) }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByText(`2 × ${first} removed.`).waitFor()
  await page.getByRole('link', { name: first }).waitFor({ state: 'detached' })

  const quantity = page.getByLabel(`Quantity of ${second}`)
  await quantity.fill('7')
  await quantity.press('Enter')
  await expect.poll(() => readLines(place.api)).toEqual([`General: 2 ${third}`, `General: 7 ${second}`].sort())

  for (const model of [second, third]) await page.getByLabel(new RegExp(`Select .* ${model}`)).check()
  const bar = page.getByRole('toolbar', { name: 'Selection' })
  await bar.getByText('2 selected').waitFor()
  await bar.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change 2 lines' })
  await dialog.getByLabel('Quantity').fill('4')
  await dialog.getByLabel('Area group').click()
  await page.getByRole('option', { name: 'Rack' }).click()
  await calm(page)
  expect(await findings(page, 'body')).toEqual([])
  await dialog.getByRole('button', { name: 'Change 2 lines' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => readLines(place.api)).toEqual([`Rack: 4 ${second}`, `Rack: 4 ${third}`].sort())

  await bar.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => readLines(place.api)).toEqual([])
  await page.locator('main h1').first().click()
  await pressUndo(page)
  await expect.poll(() => readLines(place.api)).toEqual([`Rack: 4 ${second}`, `Rack: 4 ${third}`].sort())
  await pressUndo(page)
  await expect.poll(() => readLines(place.api)).toEqual([`General: 2 ${third}`, `General: 7 ${second}`].sort())
  await page.getByLabel(`Quantity of ${second}`).waitFor()
  await expect.poll(() => page.getByLabel(`Quantity of ${second}`).inputValue()).toBe('7')
  await pressUndo(page)
  await expect.poll(() => readLines(place.api)).toEqual([`General: 2 ${second}`, `General: 2 ${third}`].sort())
  await pressUndo(page)
  await expect.poll(() => readLines(place.api)).toEqual(all)
  await pressUndo(page)
  await page.getByText('There is nothing to undo.').waitFor()
})

it('undoes with Ctrl+Z even before the server responds', async () => {
  const place = await aRoom()
  const page = await visit(admin, { path: place.page })
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/spaces/*/Equipment/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    const response = await route.fetch()
    await answered
    await route.fulfill({ response })
  })
  const quantity = page.getByLabel(`Quantity of ${first}`)
  await quantity.fill('9')
  await quantity.press('Enter')
  await expect.poll(() => readLines(place.api)).toContain(`General: 9 ${first}`)
  await page.locator('main h1').first().click()
  await pressUndo(page)
  answer()
  await expect.poll(() => readLines(place.api)).toEqual(all)
})

it('changes a line again before the first response, even back, and undoes all in order', async () => {
  const place = await aRoom()
  const page = await visit(admin, { path: place.page })
  const { passed, open } = gate()
  await page.route('**/api/spaces/*/Equipment/*', async (route) => {
    if (route.request().method() === 'PUT') await passed
    await route.continue()
  })
  const quantity = page.getByLabel(`Quantity of ${first}`)
  const provider = page.getByLabel(`Provider of ${first}`)
  const before = await provider.inputValue()
  const other = before === 'EC' ? 'GC' : 'EC'
  const type = async (text: string) => {
    await quantity.fill(text)
    await quantity.press('Enter')
    expect(await quantity.inputValue()).toBe(text)
  }
  await type('9')
  await type('2')
  await type('5')
  await provider.selectOption(other)
  expect(await provider.inputValue()).toBe(other)
  const stands = async () => {
    const { body } = await admin('GET', place.api)
    const [line] = body.areaGroups.flatMap(({ equipment }: AnyRow) => equipment.filter((item: AnyRow) => item.equipment.model === first))
    return [line.quantity, line.provider]
  }
  open()
  await expect.poll(stands).toEqual([5, other])
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.locator('main h1').first().click()
  for (const then of [
    [5, before],
    [2, before],
    [9, before],
    [2, before],
  ]) {
    await pressUndo(page)
    await expect.poll(stands).toEqual(then)
  }
  await page.route('**/api/spaces/*/Equipment/*', (route) => route.abort())
  await provider.selectOption(other)
  await page.getByText('The server is not responding. Nothing was changed.').waitFor()
  await expect.poll(() => provider.inputValue()).toBe(before)
})

it.each([1920, 1280, 390])('shows notifications away from the add buttons, with one Undo, at %i', async (width) => {
  const place = await aRoom()
  const page = await visit(admin, { path: place.page, width })
  const row = page.getByRole('row', { name: new RegExp(first!) })
  await row.hover()
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const toast = page.locator('.dna-toast').filter({ hasText: `2 × ${first} removed.` })
  await toast.waitFor()
  await expect.poll(() => page.evaluate(coveredByToasts)).toEqual([])
  await calm(page)
  expect(await page.evaluate(coveredByToasts)).toEqual([])
  await page.locator('main h1').first().click()
  await pressUndo(page)
  await page.locator('.dna-toast').filter({ hasText: 'Undone: ' }).waitFor()
  expect(await page.locator('.dna-toast').getByRole('button', { name: 'Undo' }).count()).toBe(0)
  await expect.poll(() => readLines(place.api)).toEqual(all)
})

it('drags lines to another area group, one or all selected', async () => {
  const place = await aRoom()
  const page = await visit(admin, { path: place.page })
  const row = (model: string | undefined) => page.getByRole('row', { name: new RegExp(model!) })
  const rack = page.getByRole('row', { name: /Rack/ }).first()
  // Content that is still loading would move the rows under the pointer.
  await calm(page)
  await row(first).locator('[draggable="true"]').dragTo(rack)
  await expect.poll(() => readLines(place.api)).toContain(`Rack: 2 ${first}`)
  for (const model of [second, third]) await page.getByLabel(new RegExp(`Select .* ${model}`)).check()
  await row(third).locator('[draggable="true"]').dragTo(row(first))
  await expect.poll(() => readLines(place.api)).toEqual(products.map(({ model }) => `Rack: 2 ${model}`).sort())
})

it('keeps a quantity typed during an outage, over a reload, and saves it on recovery', async () => {
  const place = await aRoom()
  const page = await visit(admin, { path: place.page })
  const quantity = page.getByLabel(`Quantity of ${first}`)
  await page.route('**/api/spaces/*/Equipment/*', (route) => route.abort())
  await quantity.fill('9')
  await quantity.press('Enter')
  await page.getByText('The server is not responding.').waitFor()
  await expect.poll(() => quantity.inputValue()).toBe('9')
  await expect.poll(() => quantity.getAttribute('data-unsaved')).toBe('true')
  expect(await readLines(place.api)).toEqual(all)
  await page.reload()
  await expect.poll(() => quantity.inputValue()).toBe('9')
  await page.unroute('**/api/spaces/*/Equipment/*')
  await expect.poll(() => readLines(place.api)).toContain(`General: 9 ${first}`)
  await expect.poll(() => quantity.getAttribute('data-unsaved')).toBeNull()
  await expect.poll(() => quantity.inputValue()).toBe('9')
})
