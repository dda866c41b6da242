import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { readWorkbook } from '../../src/server/tools/sheet-reading.ts'
import { startApp } from '../kit/start.ts'
import { browse, field, pick } from './browser.ts'

const app = await startApp()
const visit = browse(app)

const createButton = (page: Page) => page.getByRole('button', { name: 'Create', exact: true })

async function givenEquipment(tag: string, model: string, msrpPrice: number, manufactureId: number) {
  const [category] = (await app.admin('GET', '/api/categories/typeHead?search=Displays')).body.items
  const answer = await app.admin('POST', '/api/equipments', {
    tag,
    model,
    manufactureId,
    categoryId: category.id,
    msrpPrice,
    powerSpecs: [{ type: 1, availability: 2, watts: 100, quantity: 1 }],
  })
  expect(answer.status).toBe(201)
  return answer.body.id as number
}

it('equips and prices a room, from the client to the opened bill of materials', async () => {
  const { body: maker } = await app.admin('POST', '/api/Manufactures', { name: 'Journey Displays' })
  await givenEquipment('DIS-75', 'JD 75 Pro', 1500, maker.id)
  await givenEquipment('MNT-1', 'JD Mount', 800, maker.id)

  const page = await visit(app.admin, { path: '/clients/new' })
  await field(page, 'Name').fill('Harbour College')
  await field(page, 'Abbreviation').fill('HARB')
  await createButton(page).click()
  await page.getByRole('heading', { level: 1, name: 'Harbour College' }).waitFor()

  await page.goto('/projects/create')
  await field(page, 'Name').fill('Library commons')
  await pick(page, 'Client', 'Harbour College')
  await createButton(page).click()
  await page.waitForURL(/\/projects\/\d+$/)
  await page.getByRole('heading', { level: 1, name: 'Library commons' }).waitFor()
  const projectId = Number(/projects\/(\d+)/.exec(page.url())![1])

  await page
    .getByRole('link', { name: /^Spaces/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Buildings' }).click()
  await page.getByRole('button', { name: 'New level' }).click()
  const level = page.getByRole('dialog')
  await level.getByRole('textbox', { name: 'Name', exact: true }).fill('Level 2')
  await level.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('cell', { name: 'Level 2' }).first().waitFor()

  await page
    .getByRole('link', { name: /^Spaces/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'New space' }).first().click()
  const space = page.getByRole('dialog')
  await space.getByRole('textbox', { name: 'Name', exact: true }).fill('Boardroom')
  await space.getByRole('textbox', { name: 'Space number' }).fill('201')
  await space
    .getByRole('textbox', { name: 'Level' })
    .or(space.getByRole('combobox', { name: 'Level' }))
    .first()
    .click()
  await page.getByRole('option', { name: 'Level 2' }).click()
  await space.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 1, name: 'Boardroom' }).waitFor()

  await page.getByRole('button', { name: 'Add equipment', exact: true }).first().click()
  const add = page.getByRole('form', { name: 'Add equipment' })
  await pick(page, 'Equipment', 'JD 75 Pro')
  await add.getByRole('textbox', { name: 'Quantity' }).fill('2')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'JD 75 Pro' }).waitFor()
  await pick(page, 'Equipment', 'JD Mount')
  await add.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('link', { name: 'JD Mount' }).waitFor()

  // Totals on the space: 2 × 1,500 + 800, with an installation factor of 0.25.
  const budget = page.getByRole('complementary', { name: 'Space budget' })
  await budget.getByText('$4,750.00').waitFor()
  await expect.poll(() => budget.getByLabel('Equipment, MSRP').innerText()).toBe('$3,800.00')
  await expect.poll(() => budget.getByLabel('Installation').innerText()).toBe('$950.00')
  await expect.poll(() => budget.getByLabel('Power').innerText()).toMatch(/^300/)

  await page.goto('/opportunities')
  const card = page.getByRole('link', { name: /Library commons/ })
  await card.waitFor()
  await expect.poll(() => card.innerText()).toMatch(/1 space[\s\S]*3 pieces[\s\S]*\$4,750/)
  await card.click()
  await page.getByLabel('Total', { exact: true }).getByText('$4,750.00').waitFor()

  await page.getByRole('link', { name: 'Documents' }).click()
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await page.getByRole('button', { name: 'Generate BOM' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Generate BOM' }).click()
  await page
    .getByRole('button', { name: /^Download/ })
    .first()
    .click()
  const link = page.getByRole('link', { name: /Download .*BOM/ }).first()
  await link.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^\d{6}-C Library commons - BOM \d{4}-\d\d-\d\d\.xlsx$/)
  const [sheet] = readWorkbook(readFileSync(await download.path()))
  const rows = sheet!.rows.map(({ values }) => values.join(' | '))
  expect(rows.some((row) => /DIS-75 .*JD 75 Pro.* 2 \| 1500 \| 3000/.test(row))).toBe(true)
  expect(rows.some((row) => /Grand total.* 3 .*3800/.test(row))).toBe(true)
  expect(rows.some((row) => /Total .*4750/.test(row))).toBe(true)

  const logs = (await app.admin('GET', `/api/projects/${projectId}/ActivityLogs`)).body
  expect(logs.total).toBeGreaterThan(2)
})
