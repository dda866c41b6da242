import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { addDays } from '../../src/model/kit/dates.ts'
import type { AnyRow } from '../../src/server/kit/request/context.ts'
import { createPlan } from '../kit/fixtures/boards.ts'
import { createRow } from '../kit/fixtures/catalog.ts'
import { setDefaultRates } from '../kit/fixtures/contracts.ts'
import { createLine, createProduct, createProject, createProjectClient, createSpace } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { timeoutMs } from '../kit/timeouts.ts'
import { uniqueName } from '../kit/unique-names.ts'
import { browse, connected, findings, gate } from './browser.ts'

const app = await startApp()
const visit = browse(app)

it('visits the tabs of a project', async () => {
  const client = await createProjectClient(app)
  await app.admin('PUT', `/api/clients/${client.id}/Variables`, {
    items: [
      { name: 'screen', type: 3, value: 1.5 },
      { name: 'sheets', type: 4, value: 7 },
    ],
  })
  await createRow(app, '/api/contacts', { companyType: 0, companyId: client.id, firstName: 'Jane', lastName: 'Porter' })
  const project = await createProject(app, { clientId: client.id })
  const room = await createSpace(app, project)
  const line = await createLine(app, room, await createProduct(app, { msrpPrice: 1000 }), { quantity: 2 })
  await createLine(app, room, await createProduct(app))
  const page = await visit(app.admin, { path: `/projects/${project.id}` })
  const main = page.getByRole('main')
  const tab = (name: string | RegExp) => main.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link', { name }).click()
  const part = async (group: string, name: string) => {
    await tab(group)
    await main.getByRole('navigation', { name: group }).getByRole('link', { name }).click()
  }

  const stage = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')
  await expect.poll(() => stage.allInnerTexts()).toEqual(['Opportunities'])

  // A retry of the test needs another number.
  const number = uniqueName('HQ')
  await main.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Change number' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Number' }).fill(number)
  await page.getByRole('dialog').getByRole('button', { name: 'Save number' }).click()
  await main.getByRole('button', { name: `Copy ${number}` }).waitFor()

  await tab(/^Equipment/)
  await page.getByRole('table', { name: 'Equipment' }).getByText(line.equipment.model).waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await main.getByRole('button', { name: 'Change', exact: true }).click()
  const bulk = page.getByRole('dialog')
  await bulk
    .getByRole('combobox', { name: 'Provider' })
    .or(bulk.getByRole('textbox', { name: 'Provider' }))
    .first()
    .click()
  await page.getByRole('option', { name: 'GC', exact: true }).click()
  await bulk.getByRole('button', { name: 'Change 2 lines' }).click()
  await page.getByText('2 lines changed.').first().waitFor()
  await expect.poll(() => main.getByRole('cell', { name: 'GC', exact: true }).count()).toBe(2)
  await main.getByRole('combobox', { name: 'Group by' }).selectOption('none')
  await main.getByRole('rowheader', { name: 'Total' }).waitFor()

  await part('Documents', 'Notes')
  const editor = gate()
  await page.route(/assets\/rich-text-control-.*\.js$/, (route) => editor.passed.then(() => route.continue()))
  await main.getByRole('button', { name: 'New note' }).first().click()
  const note = page.getByRole('dialog')
  await note.getByRole('textbox', { name: 'Title' }).fill('Keys')
  const text = note.getByRole('textbox', { name: 'Text' })
  await text.click()
  editor.open()
  await note.locator('[contenteditable="true"]').waitFor()
  await expect.poll(() => text.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.type('At the desk')
  await expect.poll(() => text.textContent()).toBe('At the desk')
  await note.getByRole('switch', { name: 'Pinned' }).click()
  await note.getByRole('button', { name: 'Create note' }).click()
  await main.getByRole('listitem').getByText('At the desk').waitFor()

  await tab('People')
  await main.getByRole('button', { name: 'Other contact' }).click()
  await main.getByRole('textbox', { name: 'Name of contact 1' }).fill('Sam Gate')
  await main.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Contacts saved.').first().waitFor()

  await part('Documents', 'Variables')
  await expect.poll(() => main.getByRole('textbox', { name: 'Name of variable 1' }).inputValue()).toBe('screen')
  // An emptied counter is zero, even when saved without leaving the field.
  const valueOfSheets = async () =>
    (await app.admin('GET', `/api/projects/${project.id}/Variables`)).body.items.find(({ name }: AnyRow) => name === 'sheets').value
  const sheets = main.getByRole('textbox', { name: 'Value of sheets' })
  await expect.poll(() => sheets.inputValue()).toBe('7')
  await sheets.fill('')
  expect(await sheets.inputValue()).toBe('')
  await page.keyboard.press('Control+s')
  await page.getByText('Variables saved.').first().waitFor()
  await expect.poll(valueOfSheets).toBe(0)

  await tab('Money')
  await main.getByRole('textbox', { name: 'Client budget' }).fill('2700')
  await page.keyboard.press('Control+s')
  await page.getByText('Budget saved.').first().waitFor()
  // 2,100 plus 25% against 2,700.
  await main.getByText('97.2% used, $75.00 left').waitFor()
  // Amounts have the same format while they are edited.
  await main
    .getByRole('combobox', { name: 'Add a line' })
    .or(main.getByRole('textbox', { name: 'Add a line' }))
    .first()
    .click()
  await page.getByRole('option', { name: 'For something else' }).click()
  await main.getByLabel('Amount of line 1').fill('1500')
  await main.getByLabel('Amount of line 1').blur()
  await expect.poll(() => main.getByLabel('Amount of line 1').inputValue()).toBe('1,500.00')
  await main.getByRole('row', { name: 'Total 1,500.00' }).waitFor()
  await main.getByRole('button', { name: 'Remove line 1' }).click()

  await part('Overview', 'Timeline')
  await main.getByRole('button', { name: 'New item' }).first().click()
  const item = page.getByRole('dialog')
  await item.getByRole('textbox', { name: 'Title' }).fill('Handover')
  await item
    .getByRole('combobox', { name: 'Type' })
    .or(item.getByRole('textbox', { name: 'Type' }))
    .first()
    .click()
  await page.getByRole('option', { name: 'Milestone' }).click()
  await item.getByRole('textbox', { name: /^Date/ }).first().fill('2030/05/01')
  // Escape closes the calendar but not the dialog around it.
  const calendar = page.locator('[data-dates-dropdown]')
  await calendar.waitFor()
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  await page.keyboard.press('Tab')
  await item.getByRole('button', { name: /^Create/ }).click()
  await main.getByRole('button', { name: /^Milestone Handover, 2030-05-01/ }).waitFor()
})

it('groups the tabs of a project, marks the current one on both levels, and hides others', async () => {
  const project = await createProject(app)
  await createSpace(app, project)
  const page = await visit(app.admin, { path: `/projects/${project.id}/contracts`, width: 1280 })
  const first = page.getByRole('navigation', { name: 'Parts of this page' })
  const groups = ['Overview', 'Spaces 1', 'Equipment 0', 'Money', 'Documents', 'People', 'Activity']
  const linkTexts = async (row: Locator) => (await row.getByRole('link').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
  await expect.poll(() => linkTexts(first)).toEqual(groups)
  const second = page.getByRole('navigation', { name: 'Money' })
  expect(await linkTexts(second)).toEqual(['Budget', 'Alternates', 'Bids', 'Contracts'])
  const here = page.getByRole('navigation', { name: /^(Parts of this page|Money|People)$/ }).locator('[aria-current]')
  expect(await here.allInnerTexts()).toEqual(['Money', 'Contracts'])

  await first.getByRole('link', { name: 'Money' }).focus()
  for (let step = 0; step < 4; step++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/budget$/)
  await expect.poll(() => here.allInnerTexts()).toEqual(['Money', 'Budget'])
  const isCut = (row: Locator) => row.evaluate((element) => element.scrollWidth > element.clientWidth)
  expect(await isCut(first)).toBe(false)

  // Subpages without their own tab belong to the tab they are reached from.
  const either = page.getByRole('navigation', { name: /^(Parts of this page|Equipment|Documents)$/ }).locator('[data-open]')
  for (const [path, tabs] of [
    ['conduits', ['Equipment 0', 'Cables']],
    ['revisions/compare', ['Documents', 'Revisions']],
  ] as const) {
    await page.goto(`/projects/${project.id}/${path}`)
    await expect.poll(async () => (await either.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual(tabs)
  }

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/projects/${project.id}/external-access-list`)
  await page.getByRole('navigation', { name: 'People' }).getByRole('link', { name: 'External access' }).waitFor()
  for (const link of await here.all()) {
    const box = await link.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
  }

  const reader = await visit(await app.signInAs(['Projects.View', 'ProjectVariables.View'], { isNew: true }), {
    path: `/projects/${project.id}`,
  })
  const readerTabs = reader.getByRole('navigation', { name: 'Parts of this page' })
  await expect.poll(() => linkTexts(readerTabs)).toEqual(['Overview', 'Spaces 1', 'Documents'])
  await readerTabs.getByRole('link', { name: 'Documents' }).click()
  await reader.getByRole('heading', { name: 'Variables' }).waitFor()
  expect(await reader.getByRole('navigation', { name: 'Documents' }).count()).toBe(0)
})

it('shows two users to each other, and syncs changes within a second', async () => {
  const project = await createProject(app)
  const room = await createSpace(app, project)
  const product = await createProduct(app, { msrpPrice: 500 })
  const ben = await app.signInAs(['Projects.View', 'Projects.Update', 'ProjectEquipment.View', 'ProjectLiveOverview.View'], {
    isNew: true,
  })
  const [{ first_name, last_name }] = (await app.sql('select first_name, last_name from users where id = $1', [ben.userId])) as [
    Record<string, string>,
  ]
  const watching = await visit(app.admin, { path: `/projects/${project.id}/live-overview` })
  const equipment = watching.getByRole('main').getByLabel('Equipment, pieces', { exact: true })
  await expect.poll(() => equipment.innerText()).toBe('0')

  const other = await visit(ben, { path: `/projects/${project.id}/spaces/${room.id}` })
  await watching.getByLabel(`Also in this project: ${first_name} ${last_name}`).waitFor()
  await watching.getByRole('complementary', { name: 'Now' }).getByText('in a space').waitFor()

  await connected(watching)
  // Takes the best of several measurements, because other processes affect the timing.
  let soon = timeoutMs(750)
  let best = Number.POSITIVE_INFINITY
  for (let total = 3; total <= 24 && best >= soon; total += 3) {
    soon = timeoutMs(750)
    const began = Date.now()
    await createLine(app, room, product, { quantity: 3 })
    await expect.poll(() => equipment.innerText(), { interval: 20 }).toBe(String(total))
    best = Math.min(best, Date.now() - began)
  }
  expect(best).toBeLessThan(soon)

  await other.close()
  await expect.poll(() => watching.getByLabel(/^Also in this project/).count()).toBe(0)
})

it('shows a project as a picture, and a new one with its next step', async () => {
  await setDefaultRates(app)
  const project = await createProject(app)
  const page = await visit(app.admin, { path: `/projects/${project.id}` })
  await page.getByText('Nothing to show yet.').waitFor()
  await page.getByRole('link', { name: 'Add spaces' }).waitFor()

  const [room, product] = [await createSpace(app, project), await createProduct(app, { msrpPrice: 1000 })]
  await createLine(app, room, product, { quantity: 2 })
  const today = new Date().toISOString().slice(0, 10)
  const dates = { startDate: addDays(today, -10), endDate: addDays(today, 20) }
  const { contract: running } = await createPlan(app, project, [{ hours: 40 }], dates)
  for (const step of ['SendForApproval', 'Approve']) await app.admin('PUT', `/api/contracts/${running.id}/${step}`, {})
  const { contract } = await createPlan(app, project, [{ hours: 8 }], dates)
  await app.admin('PUT', `/api/contracts/${contract.id}/SendForApproval`, {})
  await app.admin('PUT', `/api/projects/${project.id}/Budget`, { clientBudget: 2000 })
  await createRow(app, `/api/projects/${project.id}/Timeline`, { type: 1, title: 'Rough-in', date: addDays(today, -1) })
  for (const look of [{}, { dark: true }, { width: 390, height: 844 }]) {
    const other = await visit(app.admin, { path: `/projects/${project.id}`, ...look })
    const part = (name: string) => other.getByRole('region', { name, exact: true })
    await part('Phases')
      .getByText(/\d+ days left$/)
      .waitFor()
    await part('Phases').getByRole('listitem').first().waitFor()
    await part('Money').getByText('$500 over, 125.0% used').waitFor()
    await part('Design progress').getByRole('img', { name: 'Spaces by status: In Progress 1' }).waitFor()
    await part('Next dates').getByText('Late').waitFor()
    await part('Open approvals').getByRole('link', { name: contract.name }).waitFor()
    expect(await findings(other, 'main')).toEqual([])
    expect(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  await page.reload()
  await page.getByRole('button', { name: 'Issue revision' }).click()
  await page.getByRole('dialog', { name: 'Issue revision' }).waitFor()

  const reader = await visit(await app.signInAs(['Projects.View']), { path: `/projects/${project.id}` })
  await reader.getByRole('heading', { name: 'Companies' }).waitFor()
  for (const name of ['Phases', 'Money', 'Design progress', 'Next dates', 'Open approvals'])
    expect(await reader.getByRole('region', { name, exact: true }).count(), name).toBe(0)
})

it('opens a comparison on the last two revisions that differ', async () => {
  const project = await createProject(app)
  const [hall, product] = [await createSpace(app, project), await createProduct(app, { tag: 'MIC-9', msrpPrice: 500 })]
  const issue = (code: string, issueDate: string) =>
    createRow(app, `/api/projects/${project.id}/Revisions`, { code, title: code, issueDate })
  await issue('SD', '2026-03-01')
  await createLine(app, hall, product, { quantity: 3 })
  await issue('DD', '2026-05-01')
  await issue('CD', '2026-07-01')
  const page = await visit(app.admin, { path: `/projects/${project.id}/revisions/compare` })
  const chosen = async () =>
    Promise.all(['Compare', 'With'].map((name) => page.getByLabel(name, { exact: true }).locator('option:checked').innerText()))
  await page.getByText('1 difference', { exact: true }).waitFor()
  expect(await chosen()).toEqual(['SD, 2026/03/01', 'CD, 2026/07/01'])
  await page.getByRole('main').getByRole('row', { name: /MIC-9/ }).waitFor()

  // A row of the list opens what changed in that revision; the first one has nothing before it.
  await page.goto(`/projects/${project.id}/revisions`)
  await page.getByRole('main').getByRole('link', { name: 'DD', exact: true }).click()
  await expect.poll(chosen).toEqual(['SD, 2026/03/01', 'DD, 2026/05/01'])
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'SD', exact: true }).click()
  await expect.poll(chosen).toEqual(['SD, 2026/03/01', 'Today'])
  await page.getByLabel('Compare', { exact: true }).selectOption('CD, 2026/07/01')
  await page.getByText('No equipment line differs between these two.').waitFor()
})

it('redirects a room URL with a wrong project to its own project', async () => {
  const [project, other] = [await createProject(app), await createProject(app)]
  const room = await createSpace(app, project)
  const page = await visit(app.admin, { path: `/projects/${other.id}/spaces/${room.id}` })
  for (const part of ['', '/details', '/signal-flow']) {
    await page.goto(`/projects/${other.id}/spaces/${room.id}${part}`)
    await page.waitForURL(`**/projects/${project.id}/spaces/${room.id}${part}`)
    await page.getByRole('heading', { level: 1, name: room.name }).waitFor()
  }
})

it('shows the first space within 140 px below the toolbar, and a table to those who chose it', async () => {
  const rooms = await Promise.all([1, 2].map(async () => createSpace(app, await createProject(app))))
  const spacesOf = (index: number) => `/projects/${rooms[index]?.projectId}/spaces`
  const page = await visit(app.admin, { path: spacesOf(0), width: 1280 })
  const card = page
    .getByRole('list', { name: /^Spaces/ })
    .getByRole('listitem')
    .first()
  await card.waitFor()
  const below = await page.locator('header').first().boundingBox()
  const box = await card.boundingBox()
  expect((box?.y ?? 999) - (below?.y ?? 0) - (below?.height ?? 0)).toBeLessThanOrEqual(140)
  await page.getByRole('button', { name: 'Show as table' }).click()
  await page.getByRole('row', { name: rooms[0]?.name }).waitFor()
  for (const index of [0, 1]) {
    await page.goto(spacesOf(index))
    await page.getByRole('row', { name: rooms[index]?.name }).waitFor()
  }
})
