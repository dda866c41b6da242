import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { DirectExpenseCategory } from '../../src/model/contracts/enums.ts'
import { readWorkbook } from '../../src/server/tools/sheet-reading.ts'
import { waitForFile } from '../kit/file-tasks.ts'
import { createProject, createProjectClient } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, calm, connected, findings, gate } from './browser.ts'

const app = await startApp()
const visit = browse(app)

const createAt = async (path: string, body: object) => {
  const answer = await app.admin('POST', `/api/${path}`, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(201)
  return answer.body.id as number
}
const rowNames = async (page: Page) => (await page.locator('tr[data-row] [data-name]').allInnerTexts()).map((name) => name.trim())
const tableRow = (page: Page, name: string) => page.locator('tr[data-row]').filter({ hasText: name })
const total = (page: Page) => page.locator('header').getByRole('status').first().innerText()

const [alpha, beta] = [await createAt('Manufactures', { name: 'Alpha Audio' }), await createAt('Manufactures', { name: 'Beta Video' })]
const families = {
  alphaOne: await createAt(`Manufactures/${alpha}/ProductFamilies`, { name: 'One' }),
  betaOne: await createAt(`Manufactures/${beta}/ProductFamilies`, { name: 'Two' }),
}
const category = (await app.admin('GET', '/api/categories/typeHead?search=Displays')).body.items[0].id
for (let n = 1; n <= 60; n++) {
  const own = n % 2 === 0
  await createAt('equipments', {
    tag: `LST-${n}`,
    model: `List model ${n}`,
    manufactureId: own ? alpha : beta,
    productFamilyId: own ? families.alphaOne : families.betaOne,
    categoryId: category,
    msrpPrice: n * 10,
    description: 'A description that is much longer than a narrow column could ever show to anybody who looks',
  })
}

it('saves a named view, opens the list with it, and deletes it', async () => {
  const page = await visit(app.admin, { path: `/equipment?manufacturerIds=${alpha}&sort=-model` })
  await tableRow(page, 'List model 60').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Manufacturer is Alpha Audio' }).isVisible()).toBe(true)

  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Alpha, largest first')
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Open the list with it' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Alpha, largest first' })
  await tab.waitFor()
  await expect.poll(() => tab.getAttribute('aria-current')).toBe('true')

  const elsewhere = await visit(app.admin, { path: '/equipment' })
  await elsewhere.getByRole('button', { name: 'Manufacturer is Alpha Audio' }).waitFor()
  await tableRow(elsewhere, 'List model 60').waitFor()
  await expect.poll(async () => (await rowNames(elsewhere))[0]).toBe('List model 60')
  await elsewhere.getByRole('link', { name: 'All', exact: true }).click()
  await elsewhere.waitForURL(/saved=0/)
  await tableRow(elsewhere, 'List model 1').first().waitFor()
  await expect.poll(() => total(elsewhere)).toBe('60')

  await page.getByRole('button', { name: 'Remove filter Manufacturer' }).click()
  await tab.getByRole('img', { name: 'changed' }).waitFor()
  await page.getByRole('button', { name: /^Options of the view/ }).click()
  await page.getByRole('menuitem', { name: 'Save changes' }).click()
  await tab.getByRole('img', { name: 'changed' }).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: /^Options of the view/ }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Largest first')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('link', { name: 'Largest first' }).waitFor()
  expect(await findings(page)).toEqual([])

  await page.getByRole('button', { name: /^Options of the view/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('link', { name: 'Largest first' }).waitFor({ state: 'detached' })
  expect((await app.admin('GET', '/api/savedViews')).body.items).toEqual([])
})

it('shares a view with an access group, whose members can use but not change it', async () => {
  const bob = await app.signInAs(['Equipments.View'], { isNew: true })
  await createAt('accessGroups', { name: 'Wall people', userIds: [bob.userId] })
  await createAt('savedViews', {
    list: '/equipment',
    name: 'Beta downwards',
    address: `manufacturerIds=${beta}&sort=-model`,
    isDefault: false,
  })
  const page = await visit(app.admin, { path: '/equipment' })
  await page.getByRole('link', { name: 'Beta downwards' }).click()
  await page.getByRole('button', { name: 'Options of the view Beta downwards' }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share the view "Beta downwards"' })
  await dialog.getByRole('combobox', { name: 'Access groups' }).fill('wall')
  await page.getByRole('option', { name: 'Wall people' }).click()
  // The options close after a choice, so they do not cover the footer.
  await page.getByRole('option', { name: 'Wall people' }).waitFor({ state: 'detached' })
  expect(await findings(page, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The view "Beta downwards" is shared.').waitFor()
  await page.getByRole('link', { name: 'Shared Beta downwards' }).waitFor()

  const theirPage = await visit(bob, { path: '/equipment' })
  await theirPage.getByRole('link', { name: /^Shared by .* Beta downwards$/ }).click()
  await tableRow(theirPage, 'List model 59').waitFor()
  await expect.poll(async () => (await rowNames(theirPage))[0]).toBe('List model 59')
  await theirPage.getByRole('button', { name: 'Remove filter Manufacturer' }).click()
  await tableRow(theirPage, 'List model 60').waitFor()
  await theirPage.getByRole('button', { name: 'Options of the view Beta downwards' }).click()
  await expect.poll(() => theirPage.getByRole('menuitem').allInnerTexts()).toEqual(['Undo changes', 'Save as my own'])
  expect(await findings(theirPage, '[role="menu"]')).toEqual([])
  await theirPage.getByRole('menuitem', { name: 'Save as my own' }).click()
  await theirPage.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('All downwards')
  await theirPage.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await theirPage.getByRole('link', { name: 'All downwards', exact: true }).waitFor()
  expect((await bob('GET', '/api/savedViews')).body.items).toHaveLength(2)
  expect((await app.admin('GET', '/api/savedViews')).body.items).toMatchObject([{ name: 'Beta downwards' }])
  for (const { id } of (await app.admin('GET', '/api/savedViews')).body.items) await app.admin('DELETE', `/api/savedViews/${id}`)
})

it('offers only families of the selected manufacturers, and drops invalid ones', async () => {
  const page = await visit(app.admin, { path: `/equipment?manufacturerIds=${alpha}` })
  await page.getByRole('button', { name: 'Filter: add one' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Product family', exact: true }).click()
  await page.getByRole('checkbox', { name: 'One, Alpha Audio' }).check()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Two, Beta Video' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Product family is One, Alpha Audio' }).waitFor()

  // Without a manufacturer there are no families to choose, and a chosen family is removed.
  await page.getByRole('button', { name: 'Remove filter Manufacturer' }).click()
  await page.getByRole('button', { name: /^Product family is/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Filter: add one' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Product family', exact: true }).click()
  // The filter of families switches on the filter of manufacturers, whose values come first.
  await page.getByRole('button', { name: 'Manufacturer is any' }).waitFor()
  expect(await page.getByRole('button', { name: 'Product family is any' }).isDisabled()).toBe(true)
  await expect.poll(() => page.getByRole('checkbox', { name: /, (Alpha Audio|Beta Video)$/ }).count()).toBe(0)
  await page.getByRole('checkbox', { name: 'Alpha Audio' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Manufacturer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Product family', exact: true }).click()
  await page.getByRole('checkbox', { name: 'One, Alpha Audio' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Product family is One, Alpha Audio' }).waitFor()

  await page.getByRole('button', { name: 'Manufacturer is Alpha Audio' }).click()
  await page.getByRole('checkbox', { name: 'Beta Video' }).check()
  await page.getByRole('button', { name: 'Manufacturer is any of Alpha Audio, Beta Video' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Product family is/ }).isVisible()).toBe(true)
  await page.getByRole('checkbox', { name: 'Alpha Audio' }).uncheck()
  await page.getByRole('button', { name: /^Product family is/ }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Filter: add one' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Created', exact: true }).click()
  // The calendar of the first date does not cover the presets.
  await page.getByRole('button', { name: /^15 / }).waitFor()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await page.getByRole('button', { name: /^Created from \d{4}\/\d\d\/\d\d to / }).waitFor()
  await expect.poll(() => total(page)).toBe('30')
  await page.getByRole('textbox', { name: 'Created from' }).fill('2199-01-01')
  await page.getByText('No equipment match').waitFor()
  await expect.poll(() => page.url()).toContain('createdFrom=2199-01-01')
})

it('selects filter dates by keyboard and in the calendar, and keeps focus in its panel', async () => {
  const page = await visit(app.admin, { path: '/equipment' })
  const panel = page.getByRole('dialog')
  const day = (end: string) => panel.getByRole('textbox', { name: `Created ${end}` })
  const isIn = (end: string) => expect.poll(() => day(end).evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Filter: add one' }).press('Enter')
  await panel.getByRole('button', { name: 'Created', exact: true }).press('Enter')
  // Also while the calendar is loading.
  await page.getByRole('button', { name: /^15 / }).waitFor()
  await isIn('from')
  await page.keyboard.type('2026/01/10')
  await page.getByRole('button', { name: 'Created since 2026/01/10' }).waitFor()
  await isIn('from')
  await day('to').click()
  await page.getByRole('button', { name: /^15 / }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^15 / }).waitFor({ state: 'detached' })
  await isIn('to')
  await day('to').click()
  await page.getByRole('button', { name: /^15 / }).click()
  await page.getByRole('button', { name: /^Created from 2026\/01\/10 to \d{4}\/\d\d\/15$/ }).waitFor()
  await isIn('to')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
})

it('resizes columns by keyboard and by pointer, saves the width, and resets it', async () => {
  const page = await visit(app.admin, { path: '/equipment' })
  await tableRow(page, 'List model 1').first().waitFor()
  const edge = page.getByRole('separator', { name: 'Width of Tag' })
  const width = async () => (await page.getByRole('columnheader', { name: 'Tag' }).boundingBox())!.width
  await calm(page)
  const usual = await width()
  await edge.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(width).toBe(usual + 32)
  const box = (await edge.boundingBox())!
  await page.mouse.move(box.x + 4, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 64, box.y + 10, { steps: 5 })
  await page.mouse.up()
  await expect.poll(width).toBeGreaterThan(usual + 80)
  await page.reload()
  await tableRow(page, 'List model 1').first().waitFor()
  await expect.poll(width).toBeGreaterThan(usual + 80)

  await page.getByRole('button', { name: 'Columns Visibility' }).click()
  await page.getByRole('checkbox', { name: 'Description' }).check()
  await page.getByRole('columnheader', { name: 'Description' }).waitFor()
  await expect.poll(() => page.url()).toContain('columns=description')
  await expect.poll(() => page.getByRole('checkbox', { name: 'Model', exact: true }).isDisabled()).toBe(true)
  await expect.poll(async () => (await page.getByRole('columnheader', { name: 'Description' }).boundingBox())!.width).toBeGreaterThan(200)
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('columnheader', { name: 'Description' }).waitFor({ state: 'detached' })
  await expect.poll(width).toBe(usual)
})

it('starts with more columns in a wider window without scrolling, and keeps chosen ones', async () => {
  const heads = (page: Page) => page.getByRole('columnheader').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel))
  const excess = (page: Page) =>
    page.locator('main table').evaluate((table: HTMLTableElement) => table.offsetWidth - table.parentElement!.clientWidth)
  const page = await visit(app.admin, { path: '/equipment', width: 1280 })
  await tableRow(page, 'List model 1').first().waitFor()
  const narrow = ['Image', 'Tag', 'Model', 'Manufacturer', 'Category', 'Availability', 'MSRP, USD']
  const middle = [...narrow.slice(0, 4), 'Product family', 'Category', 'Availability', 'Power, W', 'Rack units', 'MSRP, USD']
  const wide = [...middle, 'Price date', 'Part number', 'Weight, lb']
  for (const [width, expected] of [
    [1280, narrow],
    [1366, narrow],
    [1440, middle],
    [1920, wide],
    [1440, middle],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => heads(page)).toEqual(expected)
    await calm(page)
    expect(await excess(page)).toBe(0)
  }
  // Default columns are not in the URL, so a shared URL shows as many as fit each window.
  expect(page.url()).not.toContain('columns')

  await page.getByRole('button', { name: 'Columns Visibility' }).click()
  await page.getByRole('checkbox', { name: 'Manufacturer' }).uncheck()
  const chosen = middle.filter((head) => head !== 'Manufacturer')
  await expect.poll(() => heads(page)).toEqual(chosen)
  await page.keyboard.press('Escape')
  for (const width of [1920, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await calm(page)
    expect(await heads(page)).toEqual(chosen)
  }
  await page.getByRole('button', { name: 'Columns Visibility' }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => heads(page)).toEqual(narrow)
})

it('shows contract types and expense categories at 1280 px without scrolling', async () => {
  const contractId = await createAt('projects', { name: 'Listed project', clientId: (await createProjectClient(app)).id }).then((id) =>
    createAt(`projects/${id}/Contracts`, { name: 'Listed contract' }),
  )
  await createAt(`contracts/${contractId}/DirectExpenses`, {
    description: 'Flights',
    category: DirectExpenseCategory.Travel,
    date: '2026-01-05',
  })
  const page = await visit(app.admin, { path: '/manage-contracts', width: 1280 })
  const excess = () =>
    page.locator('main table').evaluate((table: HTMLTableElement) => table.offsetWidth - table.parentElement!.clientWidth)
  const type = tableRow(page, 'Listed contract').locator('[data-tone]').filter({ hasText: 'Proposal' })
  await type.locator('svg').waitFor()
  expect(await excess()).toBe(0)
  await page.goto('/manage-direct-expenses')
  await tableRow(page, 'Flights').getByText('Travel', { exact: true }).waitFor()
  expect(await excess()).toBe(0)
})

it('switches the building filter on together with the level filter', async () => {
  const project = await createProject(app)
  const page = await visit(app.admin, { path: `/projects/${project.id}/spaces`, width: 1280 })
  await page.getByRole('button', { name: 'Filter: add one' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Level', exact: true }).click()
  await page.getByRole('button', { name: 'Building is any' }).waitFor()
  expect(await page.getByRole('button', { name: 'Level is any' }).isDisabled()).toBe(true)
})

it('copies the number of an entity from its chip', async () => {
  const project = await createProject(app)
  const page = await visit(app.admin, { path: `/projects/${project.id}` })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: `Copy ${project.number}` }).click()
  await page.locator('[role="status"]', { hasText: 'Copied' }).waitFor({ state: 'attached' })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(project.number)
})

it('moves columns by keyboard, remembers their order, and resets it', async () => {
  const heads = (page: Page) => page.getByRole('columnheader').evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel).slice(0, 4))
  const page = await visit(app.admin, { path: '/equipment', width: 1280 })
  await tableRow(page, 'List model 1').first().waitFor()
  await page.getByRole('button', { name: 'Columns Visibility' }).click()
  await page.getByRole('button', { name: /^Move Tag/ }).press('ArrowDown')
  // The model names the row, so it keeps its place.
  await expect.poll(() => heads(page)).toEqual(['Image', 'Manufacturer', 'Model', 'Tag'])
  await page.goto('/equipment')
  await tableRow(page, 'List model 1').first().waitFor()
  await expect.poll(() => heads(page)).toEqual(['Image', 'Manufacturer', 'Model', 'Tag'])
  await page.getByRole('button', { name: 'Columns Visibility' }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => heads(page)).toEqual(['Image', 'Tag', 'Model', 'Manufacturer'])
})

it('keeps column headers in place while a known list loads', async () => {
  const page = await visit(app.admin, { path: '/equipment' })
  await tableRow(page, 'List model').first().waitFor()
  await calm(page)
  const heads = () =>
    page
      .getByRole('columnheader')
      .evaluateAll((all) => all.map((head) => [head.textContent, Math.round(head.getBoundingClientRect().left)]))
  const before = await heads()
  const { passed, open } = gate()
  await page.route('**/api/equipments?*', async (route) => {
    await passed
    await route.continue()
  })
  await page.reload()
  await page.getByRole('table', { name: 'Equipment' }).and(page.locator('[aria-busy="true"]')).waitFor()
  const whileRead = await heads()
  open()
  await tableRow(page, 'List model').first().waitFor()
  await calm(page)
  expect(whileRead).toEqual(before)
  expect(await heads()).toEqual(before)
})

it('selects across pages and exports exactly the selection', async () => {
  const page = await visit(app.admin, { path: '/equipment?size=25&sort=model' })
  await tableRow(page, 'List model 1').first().waitFor()
  await page.getByRole('checkbox', { name: 'Select List model 3', exact: true }).check()
  await page.getByRole('button', { name: 'Clear the selection' }).waitFor()
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  await page.getByRole('checkbox', { name: 'Select List model 2', exact: true }).check()
  await page.goto('/equipment?size=25&sort=model')
  await tableRow(page, 'List model 1').first().waitFor()
  await page.getByRole('checkbox', { name: 'Select List model 2', exact: true }).check()
  const bar = page.getByRole('toolbar', { name: 'Selection' })
  await expect.poll(() => bar.innerText()).toMatch(/1 selected[\s\S]*Select all 60 matching/)
  // The selection persists across pages. The bar replaces the footer, so the next page is opened by URL.
  await page.getByRole('button', { name: 'Model', exact: true }).click()
  await tableRow(page, 'List model 60').first().waitFor()
  await page.getByRole('checkbox', { name: 'Select List model 60', exact: true }).check()
  await expect.poll(() => bar.innerText()).toContain('2 selected')
  await bar.getByRole('button', { name: 'Export' }).click()
  await page
    .getByText(/\.xlsx is (being made|ready)\./)
    .first()
    .waitFor()

  const downloadTask = (await app.admin('GET', '/api/DownloadCenter')).body.items[0]
  const file = await waitForFile(app.admin, downloadTask.id)
  const answer = await app.admin('GET', file.url)
  const [sheet] = readWorkbook(answer.body)
  const models = sheet!.rows.slice(1).flatMap(({ values }) => values.filter((value) => String(value).startsWith('List model')))
  expect(models.sort()).toEqual(['List model 2', 'List model 60'])

  await bar.getByRole('button', { name: 'Select all 60 matching' }).click()
  await bar.getByText('60 selected').waitFor()
})

it('edits several rows together, and undoes it in one step', async () => {
  const page = await visit(app.admin, { path: '/equipment?size=25&sort=model&q=List model 5' })
  await tableRow(page, 'List model 51').first().waitFor()
  for (const name of ['List model 51', 'List model 52']) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit 2 pieces of equipment' })
  await dialog.getByText('Fields left empty are not changed.').waitFor()
  await calm(page)
  expect(await findings(page, '[role="dialog"]')).toEqual([])
  const change = dialog.getByRole('button', { name: 'Change 2 pieces of equipment' })
  expect(await change.getAttribute('aria-disabled')).toBe('true')
  await dialog
    .getByRole('combobox', { name: 'Availability' })
    .or(dialog.getByRole('textbox', { name: 'Availability' }))
    .click()
  await page.getByRole('option', { name: 'Presale' }).click()
  await change.click()
  const presale = async () =>
    (await app.admin('GET', '/api/equipments?search=List%20model%205&availabilities=2')).body.items.map(
      ({ model }: { model: string }) => model,
    )
  await expect.poll(async () => (await presale()).sort()).toEqual(['List model 51', 'List model 52'])
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(presale).toEqual([])
})

it('peeks at rows beside the list, by keyboard only', async () => {
  const page = await visit(app.admin, { path: '/equipment?sort=model' })
  await tableRow(page, 'List model 1').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('p')
  const panel = page.getByRole('complementary', { name: /^Peek at/ })
  await panel.getByRole('heading', { name: 'List model 1', exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await panel.getByRole('heading', { name: 'List model 2', exact: true }).waitFor()
  await panel.getByText('Alpha Audio').waitFor()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.keyboard.press('Space')
  await page.getByRole('toolbar', { name: 'Selection' }).getByText('1 selected').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.keyboard.type('model 33')
  await expect.poll(() => rowNames(page)).toEqual(['List model 33'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /List model 33/ }).waitFor()
})

it('restores a deleted row under another name if its own is taken', async () => {
  const deletedClientId = await createAt('clients', { name: 'Twice Named', abbreviatedName: 'TWC1' })
  await app.admin('DELETE', `/api/clients/${deletedClientId}`)
  await createAt('clients', { name: 'Twice Named', abbreviatedName: 'TWC2' })
  const page = await visit(app.admin, { path: '/restore-clients' })
  const line = tableRow(page, 'Twice Named')
  await line.waitFor()
  const [deleted, by] = [
    page.getByRole('columnheader', { name: 'Deleted', exact: true }),
    page.getByRole('columnheader', { name: 'Deleted by' }),
  ]
  await expect.poll(async () => [await deleted.count(), await by.count()]).toEqual([1, 1])
  await expect.poll(() => line.innerText()).toMatch(/\d{4}\/\d\d\/\d\d, /)
  await line.hover()
  await line.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This name is already taken.').waitFor()
  expect(await findings(page, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Twice Named again')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await line.waitFor({ state: 'detached' })
  expect((await app.admin('GET', `/api/clients/${deletedClientId}`)).body.name).toBe('Twice Named again')
})

it('shows changes of other users without moving the visible rows', async () => {
  const page = await visit(app.admin, { path: '/equipment?sort=model' })
  await tableRow(page, 'List model 5').first().waitFor()
  const [found] = (await app.admin('GET', '/api/equipments?search=LST-40')).body.items
  const { body: full } = await app.admin('GET', `/api/equipments/${found.id}`)
  await connected(page)
  const box = page.locator('tr[data-row]').first().locator('..').locator('..').locator('..')
  await box.evaluate((element) => element.scrollTo({ top: 300 }))
  const colleague = await app.signInAs(['Equipments.View', 'Equipments.Update'], { isNew: true })
  const saved = await colleague('PUT', `/api/equipments/${found.id}`, {
    ...full,
    manufactureId: full.manufacture.id,
    categoryId: full.category.id,
    productFamilyId: full.productFamily?.id ?? null,
    msrpPrice: 7777,
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  await page.getByText('7,777.00').waitFor()
  await expect.poll(() => box.evaluate((element) => element.scrollTop)).toBe(300)
})

it('shows its total on a phone, too', async () => {
  const page = await visit(app.admin, { path: '/equipment', width: 390 })
  await expect.poll(() => total(page)).toMatch(/^\d+$/)
  // Without room beside the buttons, the count wraps out of its clipped line.
  expect(
    await page
      .locator('header')
      .getByRole('status')
      .first()
      .evaluate((element) => element.scrollHeight <= element.clientHeight),
  ).toBe(true)
})

it('sorts cards by a column, by keyboard and on a phone', async () => {
  const client = await createProjectClient(app)
  for (const name of ['Aula', 'Bistro', 'Cinema']) await createProject(app, { clientId: client.id, name: `Sorted ${name}` })
  const page = await visit(app.admin, { path: '/opportunities?view=cards&pq=Sorted' })
  const names = async () =>
    (await page.getByRole('list', { name: 'Opportunities' }).getByRole('listitem').allInnerTexts()).map(
      (text) => /Sorted (\w+)/.exec(text)?.[1],
    )
  const by = page.getByRole('combobox', { name: 'Sort by' })
  await by.selectOption('Name')
  await expect.poll(names).toEqual(['Aula', 'Bistro', 'Cinema'])
  await page.getByRole('button', { name: 'Sort descending' }).press('Enter')
  await expect.poll(names).toEqual(['Cinema', 'Bistro', 'Aula'])
  await calm(page)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Show as table' }).click()
  await page.locator('th[aria-sort=descending]').getByText('Name', { exact: true }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/opportunities?view=cards&pq=Sorted&sort=-name')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Sort ascending' }).click()
  await expect.poll(names).toEqual(['Aula', 'Bistro', 'Cinema'])
})

it('searches 120 ms after the last keystroke, and at once for what it has already found', async () => {
  const page = await visit(app.admin, { path: '/equipment', clock: true })
  const search = page.getByRole('textbox', { name: 'Search equipment' })
  const asked: string[] = []
  page.on(
    'request',
    (request) => /\/api\/equipments\?/.test(request.url()) && asked.push(new URL(request.url()).searchParams.get('search') ?? ''),
  )
  await expect.poll(() => rowNames(page)).not.toEqual([])
  // Stops the clock, so that only this test ends pauses.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await search.fill('LST-17')
  await page.clock.runFor(110)
  expect(asked).toEqual([])
  const rowsNextMs = async () => {
    await page.clock.runFor(1)
    return rowNames(page)
  }
  await expect.poll(rowsNextMs).toEqual(['List model 17'])
  // Runs the timers of the page for less than a pause.
  const isShownAtOnce = async (isShown: (names: string[]) => boolean) => {
    for (let ms = 0; ms < 100; ms++) if (isShown(await rowsNextMs())) return true
    return false
  }
  await search.fill('')
  expect(await isShownAtOnce((names) => names.length > 1)).toBe(true)
  await search.fill('LST-17')
  expect(await isShownAtOnce((names) => names.length === 1)).toBe(true)
  expect(asked).toEqual(['LST-17'])
})
