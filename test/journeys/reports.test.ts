import { expect, it } from 'vitest'
import { createLine, createProduct, createProject, createSpace } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, calm, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)

async function opened() {
  const project = await createProject(app)
  const hall = await createSpace(app, project, { name: 'Hall', spaceNumber: '101' })
  await createLine(app, hall, await createProduct(app), { quantity: 2 })
  return visit(app.admin, { path: `/projects/${project.id}/reports` })
}

it('previews a report, focuses the first option, and keeps a history', async () => {
  const page = await opened()
  const make = page.getByRole('button', { name: 'Generate PIF', exact: true })
  await make.click()
  const dialog = page.getByRole('dialog', { name: 'PIF' })
  await expect.poll(() => dialog.locator(':focus').count()).toBe(1)
  await expect.poll(() => dialog.getByRole('radio', { name: 'All Spaces' }).evaluate((item) => item === document.activeElement)).toBe(true)
  const coming = dialog.getByRole('region', { name: 'Preview' })
  await coming.getByText('1 space, about 4 pages in print').waitFor()
  expect(await coming.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Responsibility\s+1 row, 1 page$/),
    expect.stringMatching(/^Power & Heat\s+1 row, 1 page$/),
    expect.stringMatching(/^Network\s+1 row, 1 page$/),
    expect.stringMatching(/^By Trade\s+1 row, 1 page$/),
  ])
  await calm(page)
  expect(await findings(page)).toEqual([])

  await page.keyboard.press('ArrowRight')
  await coming.getByText('Select at least one!').waitFor()
  await page.keyboard.press('ArrowLeft')
  await coming.getByText('about 4 pages').waitFor()
  await dialog.getByRole('button', { name: 'Generate PIF' }).click()
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('table', { name: 'Report history' }).getByRole('row').filter({ hasText: 'PIF' })
  await row.getByText('Succeeded').waitFor()
})

it('explains a failed preview, and retries on request', async () => {
  const page = await opened()
  await page.route('**/Reports/Preview*', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      body: '{"errorType":"Unavailable","message":"The server is too busy."}',
    }),
  )
  await page.getByRole('button', { name: 'Generate OPC', exact: true }).click()
  const coming = page.getByRole('region', { name: 'Preview' })
  const again = coming.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute('**/Reports/Preview*')
  await again.click()
  await coming.getByText('Summary').waitFor()
  expect(await again.count()).toBe(0)
})
