import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createCategory, createClient, createEquipment, createManufacturer, createRow } from '../kit/fixtures/catalog.ts'
import { startApp } from '../kit/start.ts'
import { browse, calm, findings, gate, pagePath } from './browser.ts'

const app = await startApp()
const visit = browse(app)
let project: { id: number }

beforeAll(async () => {
  const client = await createClient(app, { name: 'Westbrook College' })
  project = await createRow(app, '/api/projects', { name: 'Lecture theatre renewal', clientId: client.id })
  const manufactureId = (await createManufacturer(app, { name: 'Élan' })).id
  const categoryId = (await createCategory(app, { name: 'Furnishings', icon: 'armchair' })).id
  for (let at = 1; at <= 7; at++) await createEquipment(app, { tag: `LEC-${at}`, model: `LEX4${at} lectern`, manufactureId, categoryId })
})

const spotlightDialog = (page: Page) => page.getByRole('dialog', { name: 'Find anything' })
const spotlightField = (page: Page) => spotlightDialog(page).getByRole('searchbox')
async function search(page: Page, term: string) {
  await page.keyboard.press('Control+f')
  await spotlightField(page).waitFor()
  await page.keyboard.type(term)
  return spotlightDialog(page)
}

it('opens by Ctrl+F and by its button, accepts input at once, and closes empty', async () => {
  const page = await visit(app.admin)
  const find = page.getByRole('button', { name: 'Find anything' })
  await find.focus()
  const dialog = await search(page, 'lect')
  await dialog.getByRole('link', { name: /Lecture theatre renewal/ }).waitFor()
  await expect.poll(() => dialog.evaluate((element) => element.getBoundingClientRect().width)).toBe(575)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => find.evaluate((element) => element === document.activeElement)).toBe(true)

  await find.click()
  await expect.poll(() => spotlightField(page).inputValue()).toBe('')
  await expect.poll(() => dialog.getByRole('group').count()).toBe(0)
  const hints = (await dialog.textContent())?.toLowerCase().replace(/\s+/g, ' ')
  for (const hint of ['tab navigate', 'enter open in new tab', 'ctrl+ enteropen in same tab', 'ctrl+ fsearch', 'esc close'])
    expect.soft(hints?.replaceAll(' ', ''), hint).toContain(hint.replaceAll(' ', ''))
})

it('loses no input typed while loading', async () => {
  const page = await visit(app.admin)
  const code = gate()
  await page.route('**/assets/spotlight-dialog*', async (route) => {
    await code.passed
    await route.continue()
  })
  await page.keyboard.press('Control+f')
  await page.keyboard.type('lexx')
  await page.keyboard.press('Backspace')
  code.open()
  await spotlightDialog(page).getByRole('group', { name: 'Equipment' }).waitFor()
  await expect.poll(() => spotlightField(page).inputValue()).toBe('lex')
  await page.keyboard.type('4')
  await expect.poll(() => spotlightField(page).inputValue()).toBe('lex4')
})

it('leaves a second Ctrl+F to the browser', async () => {
  const page = await visit(app.admin)
  const isTaken = () =>
    page.evaluate(() => {
      const press = new KeyboardEvent('keydown', { key: 'f', code: 'KeyF', ctrlKey: true, bubbles: true, cancelable: true })
      return !document.body.dispatchEvent(press)
    })
  expect(await isTaken()).toBe(true)
  await spotlightField(page).waitFor()
  expect(await isTaken()).toBe(false)
  await expect.poll(() => spotlightDialog(page).isVisible()).toBe(true)
})

it('shows sections with their totals, and the list behind "Show more"', async () => {
  const page = await visit(app.admin)
  const dialog = await search(page, 'lect')
  const equipment = dialog.getByRole('group', { name: 'Equipment' })
  await equipment.waitFor()
  await expect
    .poll(() => dialog.getByRole('group').evaluateAll((all) => all.map((group) => group.getAttribute('aria-label'))))
    .toEqual(['Projects', 'Equipment'])
  await expect.poll(() => equipment.getByRole('listitem').count()).toBe(5)
  await expect.poll(() => equipment.getByRole('listitem').first().textContent()).toBe('LEX41 lecternLEC-1, Élan')
  await expect.poll(() => equipment.locator('b').first().textContent()).toBe('lect')
  await expect.poll(() => equipment.getByRole('listitem').first().locator('img[src^="data:image/svg+xml"]').count()).toBe(1)
  await expect.poll(() => dialog.getByRole('group', { name: 'Projects' }).getByText('Show more').count()).toBe(0)
  await equipment.getByText('Show more (7 results)').click()
  await page.waitForURL('**/equipment?q=lect')
  await dialog.waitFor({ state: 'hidden' })
})

it('leads from "Show more" to as many projects as it counts, in every stage', async () => {
  const client = await createClient(app, { name: 'Harbor trust' })
  for (let at = 1; at <= 8; at++) await createRow(app, '/api/projects', { name: `Harbor hall ${at}`, clientId: client.id })
  // Two projects of each stage.
  await app.sql(
    `update projects set stage = 1 + at % 4, project_status = (array[100, 200, 300, 400])[1 + at % 4]
     from (select id as found, row_number() over (order by id) as at from projects where name like 'Harbor hall%') numbered where found = id`,
  )
  const page = await visit(app.admin)
  const dialog = await search(page, 'harbor')
  await dialog.getByRole('group', { name: 'Projects' }).getByText('Show more (8 results)').click()
  await page.waitForURL('**/active-projects?pq=harbor&stages=*')
  await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
  await expect
    .poll(() =>
      page
        .locator('main')
        .getByRole('link', { name: /Harbor hall/ })
        .count(),
    )
    .toBe(8)
  for (const stage of ['Opportunity', 'Active', 'Closed', 'Archived'])
    expect(
      await page
        .locator('main')
        .getByRole('link', { name: new RegExp(`Harbor hall.*${stage}`, 's') })
        .count(),
      stage,
    ).toBe(2)
  // Without the filter the page is the list of its stage again.
  await page.goto('/active-projects?pq=harbor')
  await page.getByRole('heading', { name: 'Active projects', exact: true }).waitFor()
  await expect
    .poll(() =>
      page
        .locator('main')
        .getByRole('link', { name: /Harbor hall/ })
        .count(),
    )
    .toBe(2)
})

it('keeps its shortcuts visible below many results', async () => {
  const page = await visit(app.admin, { height: 420 })
  const dialog = await search(page, 'lect')
  await dialog.getByRole('group', { name: 'Equipment' }).waitFor()
  const bottomOf = (part: Locator) => part.evaluate((element) => Math.round(element.getBoundingClientRect().bottom))
  expect(await bottomOf(dialog.getByText('Esc', { exact: true }))).toBeLessThan(await bottomOf(dialog))
})

it('shows a message for a role without searchable sections', async () => {
  const page = await visit(await app.signInAs(['Clients.View']))
  await page.keyboard.press('Control+f')
  await spotlightDialog(page).getByText('Your role has nothing to search here').waitFor()
})

it('shows a message without results', async () => {
  const page = await visit(app.admin)
  const dialog = await search(page, '  zeppelin ')
  await dialog.getByText('No results for "zeppelin"').waitFor()
})

it('opens a hit in a new tab by click and Enter, and in the same one by Ctrl+Enter', async () => {
  const page = await visit(app.admin, { path: '/dashboard' })
  const dialog = await search(page, 'p: lecture')
  const hit = dialog.getByRole('link', { name: /Lecture theatre renewal/ })
  const target = `/projects/${project.id}`
  const opened = async (run: () => Promise<unknown>) => {
    const [tab] = await Promise.all([page.context().waitForEvent('page'), run()])
    const path = pagePath(tab)
    await tab.close()
    return path
  }
  await hit.waitFor()
  expect(await opened(() => hit.click())).toBe(target)
  await spotlightField(page).focus()
  expect(await opened(() => page.keyboard.press('Enter'))).toBe(target)
  await page.keyboard.press('Tab')
  await expect.poll(() => hit.evaluate((link) => link === document.activeElement)).toBe(true)
  expect(await opened(() => page.keyboard.press('Enter'))).toBe(target)
  await expect.poll(() => pagePath(page)).toBe('/dashboard')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(`**${target}`)
  await dialog.waitFor({ state: 'hidden' })
})

it('opens the first hit even when Enter precedes the response', async () => {
  const page = await visit(app.admin)
  await search(page, 'p: lecture th')
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')])
  expect(pagePath(tab)).toBe(`/projects/${project.id}`)
})

it('drops a late response', async () => {
  const page = await visit(app.admin)
  const answer = gate()
  await page.route('**/api/spotlight?term=l', async (route) => {
    await answer.passed
    await route.continue().catch(() => undefined)
  })
  const spotlightRequest = page.waitForRequest('**/api/spotlight?term=l')
  const dialog = await search(page, 'l')
  await spotlightRequest
  await page.keyboard.type('exus nothing')
  await dialog.getByText('No results for "lexus nothing"').waitFor()
  answer.open()
  await calm(page)
  await expect.poll(() => dialog.getByRole('group').count()).toBe(0)
})

it('shows an error and no hits when the server fails', async () => {
  const page = await visit(app.admin)
  await page.route('**/api/spotlight*', (route) => route.fulfill({ status: 500, json: { message: 'Something went wrong.' } }))
  const dialog = await search(page, 'lect')
  await page.getByText('Something went wrong.').waitFor()
  await dialog.getByLabel('Searching').waitFor({ state: 'hidden' })
  await expect.poll(() => dialog.getByRole('group').count()).toBe(0)
})

it('moves through the hits by arrows, and back to the field by typing', async () => {
  const page = await visit(app.admin)
  const dialog = await search(page, 'lect')
  await dialog.getByRole('group', { name: 'Equipment' }).waitFor()
  for (let at = 0; at < 2; at++) await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('LEX41')
  await page.keyboard.type('e')
  await expect.poll(() => spotlightField(page).inputValue()).toBe('lecte')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => spotlightField(page).evaluate((field) => field === document.activeElement)).toBe(true)
})

it('is unavailable to external users', async () => {
  const page = await visit(await app.signInAs([], { external: true }))
  await expect.poll(() => page.getByRole('button', { name: 'Find anything' }).count()).toBe(0)
  await page.keyboard.press('Control+f')
  await calm(page)
  await expect.poll(() => spotlightDialog(page).count()).toBe(0)
})

it('has no axe findings in both themes, and fits a phone', async () => {
  for (const dark of [false, true]) {
    const page = await visit(app.admin, { dark })
    const dialog = await search(page, 'lect')
    await dialog.getByRole('group', { name: 'Equipment' }).waitFor()
    expect.soft(await findings(page, '[aria-label="Find anything"]'), dark ? 'dark' : 'light').toEqual([])
  }
  const phone = await visit(app.admin, { width: 390, height: 844 })
  await phone.getByRole('button', { name: 'Find anything' }).click()
  await spotlightField(phone).fill('lect')
  await spotlightDialog(phone).getByRole('group', { name: 'Equipment' }).waitFor()
  await expect.poll(async () => (await spotlightDialog(phone).boundingBox())?.width).toBeLessThanOrEqual(390)
  await spotlightDialog(phone).getByRole('button', { name: 'Close search' }).click()
  await spotlightDialog(phone).waitFor({ state: 'hidden' })
})
