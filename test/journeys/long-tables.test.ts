import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createProduct, createProject, firstLevel } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { uniqueName } from '../kit/unique-names.ts'
import { browse, findings } from './browser.ts'

/** Tables with thousands of rows render only rows near the viewport, with otherwise unchanged behavior. */
const app = await startApp()
const visit = browse(app)
const { admin } = app

const product = await createProduct(app, { model: uniqueName('Speaker'), msrpPrice: 10 })
/** Creates lines that differ only in price: the first is 10.00, each further one a dollar more. */
async function roomWith(lines: number) {
  const project = await createProject(app)
  const { body: room } = await admin('POST', '/api/spaces', {
    projectId: project.id,
    levelId: firstLevel(project).id,
    name: uniqueName('Hall'),
    equipment: Array.from({ length: lines }, (_, index) => ({ equipmentId: product.id, quantity: 1, unitPriceOverride: 10 + index })),
  })
  return { project, room }
}
const countRows = (page: Page) => page.locator('tr[data-row]').count()
const focusedRow = (page: Page) =>
  expect.poll(() =>
    page.evaluate(() => {
      const row = document.activeElement?.closest<HTMLElement>('tr[data-row]')
      const { top = -1, bottom = -1 } = row?.getBoundingClientRect() ?? {}
      return row && top >= 0 && bottom <= innerHeight ? Number(row.dataset.row) : undefined
    }),
  )

it('renders only the lines near the window of 300, and reaches all by keyboard', async () => {
  const { project, room } = await roomWith(300)
  const page = await visit(admin, { path: `/projects/${project.id}/spaces/${room.id}` })
  const table = page.getByRole('table', { name: `Equipment of ${room.name}` })
  await table.locator('tr[data-row]').first().waitFor()
  expect(await countRows(page)).toBeLessThan(90)
  expect(await table.getAttribute('aria-rowcount')).toBe('301')
  expect(await findings(page, 'main')).toEqual([])

  await table.locator('tr[data-row="0"]').focus()
  await page.keyboard.press('End')
  await focusedRow(page).toBe(299)
  await table.getByText('309.00').first().waitFor()
  await expect.poll(() => table.locator('tr[data-row="0"]').count()).toBe(0)
  await page.keyboard.press('ArrowUp')
  await focusedRow(page).toBe(298)
  await page.keyboard.press('Home')
  await focusedRow(page).toBe(0)
  await expect.poll(() => table.locator('tr[data-row="299"]').count()).toBe(0)

  const first = table.locator('tr[data-row="0"]').getByRole('textbox')
  await first.fill('7')
  await table.evaluate((element) => {
    element.parentElement!.scrollTop = 9000
  })
  await table.locator('tr[data-row="250"]').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await admin('GET', `/api/spaces/${room.id}`)).body.equipmentCount).toBe(306)
})

it('shows all lines of a project on one page with their groups', async () => {
  const { project } = await roomWith(240)
  const page = await visit(admin, { path: `/projects/${project.id}/equipment` })
  await page.getByText('1 to 50 of 240').waitFor()
  await page.getByLabel('Rows per page').selectOption({ label: 'All rows' })
  await page.getByRole('table', { name: 'Equipment' }).and(page.locator('[aria-rowcount="241"]')).waitFor()
  expect(await countRows(page)).toBeLessThan(90)
  await page.locator('tr[data-row="0"]').focus()
  await page.keyboard.press('End')
  await focusedRow(page).toBe(239)
  await page.keyboard.press('Space')
  await page.getByText('1 selected').waitFor()
  await page.keyboard.press('Home')
  await page.getByRole('button', { name: 'Rows of this group' }).click()
  await expect.poll(() => countRows(page)).toBe(0)
})
