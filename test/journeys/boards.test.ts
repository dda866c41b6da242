import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { WeekOfHours } from '../../src/model/hours/actual-hours.ts'
import { permissionNames } from '../../src/model/permissions.ts'
import { allBoardPermissions, approveContract, boardPermissions, createPlan } from '../kit/fixtures/boards.ts'
import { setDefaultRates } from '../kit/fixtures/contracts.ts'
import { createProject } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, calm, connected, findings, gate } from './browser.ts'

const app = await startApp()
const visit = browse(app)
await setDefaultRates(app)

const noMoney = allBoardPermissions.filter((name) => !/Revenue|Cost|Net|Expenses/.test(name))
const planner = await app.signInAs([
  'Projects.View',
  'ProjectContracts.View',
  'ProjectContracts.ConstructionPhasesUpdate',
  'DNAUsers.View',
  ...noMoney,
])
const administrator = await app.signInAs(permissionNames)

const board = (page: Page) => page.getByRole('treegrid', { name: 'Small board' })
const boardRow = (page: Page, name: string) => board(page).getByRole('row').filter({ hasText: name })
const boardCell = (page: Page, name: string, at: number) => boardRow(page, name).first().getByRole('gridcell').nth(at)

it('syncs hours between two planners, and can be undone', async () => {
  const project = await createProject(app, { name: 'Journey Plaza' })
  await createPlan(app, project, [{ hours: 40, genericName: 'Lead designer' }])
  const path = `/projects/${project.id}/small-board`
  const [mine, theirPage] = [await visit(planner, { path }), await visit(administrator, { path })]
  for (const page of [mine, theirPage]) {
    await expect.poll(() => boardCell(page, 'Lead designer', 0).textContent()).toBe('20')
    await connected(page)
  }
  await board(theirPage).getByText('Revenue, USD k').waitFor()
  await board(mine).getByText('Hours', { exact: true }).waitFor()
  expect(await mine.getByText(/USD k|burdened/).count()).toBe(0)

  await boardCell(mine, 'Lead designer', 0).click()
  await mine.keyboard.type('32.5')
  await mine.keyboard.press('Enter')
  await mine.getByText('Saved.').waitFor()
  await expect.poll(() => boardCell(theirPage, 'Lead designer', 0).textContent()).toBe('32.5')
  await expect.poll(() => boardCell(theirPage, 'Lead designer', 1).textContent()).toBe('20')

  await board(mine).focus()
  await mine.keyboard.press('Control+z')
  await expect.poll(() => boardCell(mine, 'Lead designer', 0).textContent()).toBe('20')
  await expect.poll(() => boardCell(theirPage, 'Lead designer', 0).textContent()).toBe('20')
  await mine.keyboard.press('Control+Shift+z')
  await expect.poll(() => boardCell(theirPage, 'Lead designer', 0).textContent()).toBe('32.5')
  await mine.keyboard.press('Control+z')
  await expect.poll(() => boardCell(theirPage, 'Lead designer', 0).textContent()).toBe('20')
  await boardCell(theirPage, 'Lead designer', 1).click()
  await theirPage.keyboard.type('7')
  await theirPage.keyboard.press('Escape')
  await expect.poll(() => boardCell(theirPage, 'Lead designer', 1).textContent()).toBe('20')
  for (const page of [mine, theirPage]) expect(await findings(page)).toEqual([])
})

it('keeps a value retyped into a cell during a save, even if it equals the old one', async () => {
  const project = await createProject(app, { name: 'Journey Court' })
  const { records } = await createPlan(app, project, [{ hours: 40, genericName: 'Light designer' }])
  const page = await visit(planner, { path: `/projects/${project.id}/small-board` })
  const cell = boardCell(page, 'Light designer', 0)
  await expect.poll(() => cell.textContent()).toBe('20')
  await connected(page)
  const { passed, open } = gate()
  await page.route('**/Month', (route) => passed.then(() => route.continue()))
  const type = async (hours: string) => {
    await cell.click()
    await page.keyboard.type(hours)
    await page.keyboard.press('Enter')
    expect(await cell.textContent()).toBe(hours)
  }
  await type('8')
  await cell.click()
  await page.keyboard.type('9')
  await page.keyboard.press('Escape')
  expect(await cell.textContent()).toBe('8')
  await type('20')
  const written = ['8', '20'].map((hours) =>
    page.waitForResponse((answer) => answer.url().endsWith('/Month') && answer.request().postDataJSON().hours === Number(hours)),
  )
  open()
  for (const answer of await Promise.all(written)) expect(answer.status()).toBe(200)
  await page.getByText('8 h to 20 h').waitFor()
  const entry = `/api/boards/SmallBoard/${project.id}/Entries/${records[0]?.id}`
  expect((await planner('GET', entry)).body.entry.months[0]).toMatchObject({ month: '2026-03', hours: 20 })
})

it('accepts a value typed into a cell during a conflict and closes the conflict', async () => {
  const project = await createProject(app, { name: 'Journey Yard' })
  const { records } = await createPlan(app, project, [{ hours: 40, genericName: 'Rigger' }])
  const page = await visit(planner, { path: `/projects/${project.id}/small-board` })
  const cell = boardCell(page, 'Rigger', 0)
  await expect.poll(() => cell.textContent()).toBe('20')
  await connected(page)
  const entry = `/api/boards/SmallBoard/${project.id}/Entries/${records[0]?.id}`
  const { passed, open } = gate()
  await page.route('**/Month', (route) => passed.then(() => route.continue()))
  const type = async (hours: string) => {
    await cell.click()
    await page.keyboard.type(hours)
    await page.keyboard.press('Enter')
  }
  await type('12')
  // The user acts before the page has loaded the conflicting value.
  const board = gate()
  await page.route(`**/boards/SmallBoard/${project.id}?*`, (route) => board.passed.then(() => route.continue()))
  const { rowVersion } = (await administrator('GET', entry)).body.entry
  expect((await administrator('PUT', `${entry}/Month`, { month: '2026-03', hours: 9, rowVersion })).status).toBe(200)
  open()
  const question = page.getByRole('button', { name: /mine|theirs/i })
  await question.first().waitFor()
  await type('14')
  await expect.poll(async () => (await planner('GET', entry)).body.entry.months[0].hours).toBe(14)
  board.open()
  await question.first().waitFor({ state: 'detached' })
  await page.getByText('9 h to 14 h').waitFor()
  await calm(page)
  expect(await cell.textContent()).toBe('14')
})

it('shows the conflict again after a further change, even if the page has refetched it', async () => {
  const project = await createProject(app, { name: 'Journey Lane' })
  const { records } = await createPlan(app, project, [{ hours: 40, genericName: 'Stagehand' }])
  const page = await visit(planner, { path: `/projects/${project.id}/small-board` })
  const cell = boardCell(page, 'Stagehand', 0)
  await expect.poll(() => cell.textContent()).toBe('20')
  await connected(page)
  const entry = `/api/boards/SmallBoard/${project.id}/Entries/${records[0]?.id}`
  const colleague = async (hours: number) => {
    const { rowVersion } = (await administrator('GET', entry)).body.entry
    expect((await administrator('PUT', `${entry}/Month`, { month: '2026-03', hours, rowVersion })).status).toBe(200)
  }
  const { passed, open } = gate()
  await page.route('**/Month', (route) => passed.then(() => route.continue()))
  await cell.click()
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await colleague(9)
  open()
  await page.getByText('theirs is 9 h, yours 12 h').waitFor()
  await calm(page)
  const read = page.waitForResponse((answer) => answer.url().includes(`/boards/SmallBoard/${project.id}?`))
  await colleague(11)
  await read
  await calm(page)
  await cell.click()
  await page.keyboard.type('14')
  await page.keyboard.press('Enter')
  await page.getByText('theirs is 11 h, yours 14 h').waitFor()
  expect((await planner('GET', entry)).body.entry.months[0].hours).toBe(11)
})

it('shows own weekly hours at once, cell by cell, and undoes them in order', async () => {
  const person = await app.signInAs(['Projects.View', ...boardPermissions('MyBoard')])
  const project = await createProject(app, { name: 'Journey Studio' })
  const { contract } = await createPlan(app, project, [{ hours: 40, userId: person.userId }])
  await approveContract(app, contract)
  const page = await visit(person, { path: '/my-board/hours?week=2026-03-09' })
  const day = (name: string) => page.getByRole('textbox', { name: new RegExp(`Journey Studio.* ${name} `) })
  await day('Mon').waitFor()
  await connected(page)
  const { passed, open } = gate()
  await page.route('**/actualHours/Week', (route) => passed.then(() => route.continue()))
  await day('Mon').fill('7:30')
  await day('Tue').fill('4')
  await day('Wed').fill('5')
  expect(await day('Tue').inputValue()).toBe('4')
  await day('Tue').fill('6')
  await page.keyboard.press('Enter')
  expect(await day('Tue').inputValue()).toBe('6')
  open()
  const worked = async () => {
    const { rows } = (await app.admin('GET', `/api/actualHours/Week?userId=${person.userId}&date=2026-03-09`)).body as WeekOfHours
    return rows.find((row) => row.project.id === project.id)?.hours
  }
  await expect.poll(worked).toEqual({ '2026-03-09': 7.5, '2026-03-10': 6, '2026-03-11': 5 })
  expect(await page.getByText('Theirs').count()).toBe(0)
  await day('Mon').blur()
  for (const _ of [1, 2]) await page.keyboard.press('Control+z')
  await expect.poll(worked).toEqual({ '2026-03-09': 7.5, '2026-03-10': 4 })
  expect(await findings(page)).toEqual([])
})

it('accepts a value typed into a day during a conflict and closes the conflict', async () => {
  const person = await app.signInAs(['Projects.View', ...boardPermissions('MyBoard')], { isNew: true })
  const project = await createProject(app, { name: 'Journey Mews' })
  const { contract } = await createPlan(app, project, [{ hours: 40, userId: person.userId }])
  await approveContract(app, contract)
  const page = await visit(person, { path: '/my-board/hours?week=2026-03-09' })
  const day = page.getByRole('textbox', { name: /Journey Mews.* Mon / })
  await day.waitFor()
  await connected(page)
  const written = gate()
  const read = gate()
  const begun = gate()
  // Answers the requests of the conflict dialog but delays the page's own requests.
  let asks = 0
  await page.route('**/actualHours/Week?*', async (route) => {
    if (asks-- > 0) return route.continue()
    begun.open()
    await read.passed
    await route.continue()
  })
  await page.route('**/actualHours/Week', async (route) => {
    await written.passed
    const response = await route.fetch()
    if (response.status() === 409) asks = 1
    await route.fulfill({ response })
  })
  const type = async (hours: string) => {
    await day.fill(hours)
    await page.keyboard.press('Enter')
  }
  await type('5')
  const cell = { projectId: project.id, contractId: contract.id, date: '2026-03-09' }
  const week = async () => {
    const { rows } = (await app.admin('GET', `/api/actualHours/Week?userId=${person.userId}&date=${cell.date}`)).body as WeekOfHours
    return rows.find((row) => row.project.id === project.id)
  }
  const row = await week()
  const theirCell = { ...cell, phaseId: row?.phase?.id ?? null, laborType: row?.laborType, hours: 3, before: 0 }
  const first = await app.admin('PUT', '/api/actualHours/Week', { userId: person.userId, cells: [theirCell] })
  expect(first.status).toBe(200)
  await begun.passed
  written.open()
  const question = page.getByRole('button', { name: /mine|theirs/i })
  await question.first().waitFor()
  await type('6')
  read.open()
  await expect.poll(async () => (await week())?.hours[cell.date]).toBe(6)
  await question.first().waitFor({ state: 'detached' })
  await page.getByText('3 h to 6 h').waitFor()
  await expect.poll(() => day.inputValue()).toBe('6')
})

it('rejects hours in a locked contract, and reveals no hidden data', async () => {
  const project = await createProject(app, { name: 'Journey Tower' })
  const { contract } = await createPlan(app, project, [{ hours: 12, genericName: 'Sound designer' }])
  await approveContract(app, contract)
  const page = await visit(planner, { path: `/projects/${project.id}/small-board` })
  const cell = boardCell(page, 'Sound designer', 0)
  await expect.poll(() => cell.textContent()).toBe('6')
  expect(await cell.getAttribute('aria-readonly')).toBe('true')
  await cell.click()
  await page.keyboard.type('9')
  expect(await board(page).getByRole('textbox').count()).toBe(0)
})
