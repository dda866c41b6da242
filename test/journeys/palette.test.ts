import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createCategory, createClient, createEquipment, createManufacturer, createRow } from '../kit/fixtures/catalog.ts'
import { startApp } from '../kit/start.ts'
import { browse, calm, findings, gate, pagePath } from './browser.ts'

const app = await startApp()
const visit = browse(app)
let project: { id: number }
let equipment: { id: number }

beforeAll(async () => {
  const client = await createClient(app, { name: 'Westbrook College' })
  project = await createRow(app, '/api/projects', { name: 'Lecture theatre renewal', clientId: client.id })
  const manufactureId = (await createManufacturer(app, { name: 'Elan' })).id
  const categoryId = (await createCategory(app, { name: 'Furnishings' })).id
  equipment = await createEquipment(app, { tag: 'LEC-1', model: 'LEX41 lectern', manufactureId, categoryId })
})

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go anywhere, do anything' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keys', exact: true })
async function openPalette(page: Page, typed = '') {
  await page.keyboard.press('Control+k')
  await palette(page).getByRole('combobox').waitFor()
  await page.keyboard.type(typed)
}
const groups = (page: Page) =>
  palette(page)
    .getByRole('group')
    .evaluateAll((all) => all.map((group) => group.getAttribute('aria-label')))

it('opens a page or a row, and runs a page action', async () => {
  const page = await visit(app.admin)
  await openPalette(page, 'signal ty')
  await expect
    .poll(() =>
      palette(page)
        .getByRole('option', { name: /^Signal types/ })
        .getAttribute('aria-selected'),
    )
    .toBe('true')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/signal-types')
  await page.getByRole('heading', { level: 1, name: 'Signal types' }).waitFor()

  await openPalette(page, 'new signal')
  await expect.poll(() => groups(page)).toEqual(['This page'])
  await page.keyboard.press('Enter')
  await page
    .getByRole('heading', { level: 1, name: 'New signal type' })
    .or(page.getByRole('dialog', { name: /signal type/i }))
    .waitFor()
  await page.keyboard.press('Escape')

  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await openPalette(page, 'lecture th')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/projects/${project.id}`)
  await page.getByRole('heading', { level: 1, name: 'Lecture theatre renewal' }).waitFor()
  await openPalette(page, 'timeline')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/projects/${project.id}/timeline`)
  // A tab of a group that is not open.
  await openPalette(page, 'budg')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/projects/${project.id}/budget`)
})

it('lists a list by name before the pages for deleted rows', async () => {
  const page = await visit(app.admin)
  const first = () => palette(page).getByRole('option').first().innerText()
  for (const [typed, name] of [
    ['projects', 'Active projects'],
    ['equipment', 'Equipment'],
    ['items', 'Equipment'],
    ['restore proj', 'Restore projects'],
    ['external users', 'External users'],
  ] as const) {
    await openPalette(page, typed)
    await expect.poll(async () => (await first()).split('\n')[0]).toBe(name)
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
  }
})

it('opens while typing, restores the focus, and takes no key from a field', async () => {
  const page = await visit(app.admin, { path: '/equipment' })
  const search = page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: 'Search equipment' }))
    .first()
  await search.focus()
  await page.keyboard.type('g p ? n')
  await expect.poll(() => search.inputValue()).toBe('g p ? n')
  await expect.poll(() => pagePath(page)).toBe('/equipment')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await openPalette(page)
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  await expect.poll(() => search.evaluate((element) => element === document.activeElement)).toBe(true)
})

it('loses no input typed while loading', async () => {
  const page = await visit(app.admin)
  const code = gate()
  await page.route('**/assets/palette*', async (route) => {
    await code.passed
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('naming')
  code.open()
  await palette(page)
    .getByRole('option', { name: /^Naming templates/ })
    .waitFor()
  await expect.poll(() => palette(page).getByRole('combobox').inputValue()).toBe('naming')
})

it('lists actions of the open tab before those of the project', async () => {
  const page = await visit(app.admin)
  for (const [tab, action] of [
    ['conduits', 'New conduit'],
    ['cables', 'New connection'],
    ['timeline', 'New item'],
    ['small-board', 'Export'],
  ] as const) {
    await page.goto(`/projects/${project.id}/${tab}`)
    await page.getByRole('button', { name: action }).first().waitFor()
    await openPalette(page)
    const own = palette(page).getByRole('group', { name: 'This page' }).getByRole('option')
    await expect.poll(() => own.allInnerTexts()).toEqual(expect.arrayContaining([expect.stringContaining(action)]))
    const names = await own.allInnerTexts()
    const positionOf = (word: string) => names.findIndex((name) => name.startsWith(word))
    expect(positionOf(action), tab).toBeGreaterThanOrEqual(0)
    expect(positionOf(action), tab).toBeLessThan(positionOf('Copy '))
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
  }
})

it('shows an empty state, and lists only pages the user may open', async () => {
  const page = await visit(await app.signInAs(['Clients.View']))
  await openPalette(page)
  const names = () =>
    palette(page)
      .getByRole('option')
      .evaluateAll((all) => all.map((option) => option.textContent))
  await expect.poll(async () => (await names()).some((name) => name?.startsWith('Clients'))).toBe(true)
  expect((await names()).filter((name) => name?.startsWith('Users') || name?.startsWith('New project'))).toEqual([])
  await page.keyboard.type('zeppelin')
  await palette(page).getByText('Nothing found for "zeppelin"').waitFor()
})

it('opens pages with g and a letter', async () => {
  const page = await visit(app.admin)
  // The second key must arrive within 1.5 seconds, and a busy machine takes longer to confirm the first, so both are sent at once.
  const type = (...letters: string[]) => Promise.all(letters.map((letter) => page.keyboard.press(letter)))
  await type('g', 'e')
  await page.waitForURL('**/equipment')
  await page.getByRole('heading', { level: 1, name: 'Equipment' }).waitFor()
  // The second letter does not trigger the page's own shortcut: n would create a row.
  await type('g', 'n')
  await page.waitForURL('**/naming-templates')
  await type('g', 'v')
  await page.waitForURL('**/monthly-plans')
  await type('g', 'j')
  await page.waitForURL('**/inbox')
})

it('shows the shortcuts of the current page', async () => {
  const page = await visit(app.admin, { path: `/equipment` })
  await page.getByRole('link', { name: 'LEX41 lectern' }).first().waitFor()
  await page.keyboard.press('?')
  await sheet(page).getByRole('heading', { name: 'In the list' }).waitFor()
  await expect.poll(() => sheet(page).getByText('Peek at the row beside the list').count()).toBe(1)
  await expect.poll(() => sheet(page).getByText('Big board (resource tracker)').count()).toBe(1)
  await calm(page)
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })

  await page.goto(`/equipment/${equipment.id}/usage`)
  await page.getByRole('heading', { level: 1, name: 'LEX41 lectern' }).waitFor()
  await page
    .getByRole('button', { name: /^Me\b|menu of/i })
    .or(page.locator('header button[aria-haspopup="menu"]').last())
    .first()
    .focus()
  await page.keyboard.press('?')
  await sheet(page).getByRole('heading', { name: 'Everywhere' }).waitFor()
})

it.each([false, true])('has no axe findings (dark: %s)', async (dark) => {
  const page = await visit(app.admin, { dark, path: '/equipment' })
  await page.getByRole('link', { name: 'LEX41 lectern' }).first().waitFor()
  await openPalette(page, 'le')
  await palette(page).getByRole('option', { name: /LEX41/ }).waitFor()
  await calm(page)
  expect(await findings(page)).toEqual([])
})
