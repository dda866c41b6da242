import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { PhaseDateRangeType } from '../../src/model/contracts/enums.ts'
import { permissionNames } from '../../src/model/permissions.ts'
import type { AnyRow } from '../../src/server/kit/request/context.ts'
import { approveContract, createPlan } from '../kit/fixtures/boards.ts'
import { createPhase, setDefaultRates } from '../kit/fixtures/contracts.ts'
import { createProject } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, connected, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
await setDefaultRates(app)

const administrator = await app.signInAs(permissionNames)
const planner = await app.signInAs([
  'Projects.View',
  'ProjectContracts.View',
  'ProjectContracts.ConstructionPhasesView',
  'ProjectContracts.ConstructionPhasesUpdate',
])
const reader = await app.signInAs(['Projects.View', 'ProjectContracts.View', 'ProjectContracts.ConstructionPhasesView'])

const phaseBar = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`${name}: \\d`) })
const readBarLabel = (page: Page, name: string) => phaseBar(page, name).getAttribute('aria-label')
const path = (contract: AnyRow) => `/projects/${contract.projectId}/contracts/${contract.id}`

/** March to April 2026, before a phase ending in December, so there is room to move. */
async function givenYear(name: string, records: AnyRow[] = []) {
  const project = await createProject(app, { name })
  const plan = await createPlan(app, project, records, { name: 'Drawings' })
  await createPhase(app, plan.contract, { name: 'Site visits', startDate: '2026-11-01', endDate: '2026-12-31' })
  return plan
}

async function drag(page: Page, name: string, from: 'middle' | 'end', by: number) {
  const box = await phaseBar(page, name).boundingBox()
  if (!box) throw new Error(`${name} is not there`)
  const [x, y] = [from === 'middle' ? box.x + box.width / 2 : box.x + box.width - 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by / 2, y)
  await page.mouse.move(x + by, y)
}

it('moves phases by pointer, syncs to another user, and undoes', async () => {
  const { contract } = await givenYear('Pointer Plaza')
  const [mine, theirPage] = [await visit(planner, { path: path(contract) }), await visit(administrator, { path: path(contract) })]
  const before = 'CD Drawings: 2026/03/01 to 2026/04/30'
  for (const page of [mine, theirPage]) {
    await expect.poll(() => readBarLabel(page, 'Drawings')).toBe(before)
    await connected(page)
  }
  await drag(mine, 'Drawings', 'middle', 40)
  await mine.getByText(/days later/).waitFor()
  await mine.keyboard.press('Escape')
  await mine.mouse.up()
  expect(await mine.getByText(/days later/).count()).toBe(0)
  expect(await readBarLabel(mine, 'Drawings')).toBe(before)

  await drag(mine, 'Drawings', 'middle', 40)
  await mine.mouse.up()
  await mine.getByText('Saved. Drawings: 2026/03/01 to 2026/04/30 to').waitFor()
  const moved = await readBarLabel(mine, 'Drawings')
  expect(moved).not.toBe(before)
  await expect.poll(() => readBarLabel(theirPage, 'Drawings')).toBe(moved)

  await drag(mine, 'Drawings', 'end', 40)
  await mine.mouse.up()
  await expect.poll(() => readBarLabel(mine, 'Drawings')).not.toBe(moved)
  const resized = await readBarLabel(mine, 'Drawings')
  expect(resized?.slice(0, 27)).toBe(moved?.slice(0, 27))

  await mine.keyboard.press('Control+z')
  await expect.poll(() => readBarLabel(mine, 'Drawings')).toBe(moved)
  await mine.keyboard.press('Control+z')
  await expect.poll(() => readBarLabel(theirPage, 'Drawings')).toBe(before)
  expect(await findings(mine)).toEqual([])
})

it('moves phases by keyboard, monthly ones by months, with their monthly hours', async () => {
  const allocations = [
    { month: '2026-03', hours: 30 },
    { month: '2026-04', hours: 10 },
  ]
  const { contract, phase } = await givenYear('Keyboard Plaza', [{ hours: 40, genericName: 'Lead designer', allocations }])
  const body = {
    type: phase.type,
    name: phase.name,
    dateRangeType: PhaseDateRangeType.Month,
    startMonth: '2026-03',
    endMonth: '2026-04',
  }
  expect((await app.admin('PUT', `/api/contracts/${contract.id}/Phases/${phase.id}`, body)).status).toBe(200)
  const page = await visit(planner, { path: path(contract) })
  await phaseBar(page, 'Drawings').focus()
  for (const key of ['Enter', 'ArrowRight']) await page.keyboard.press(key)
  await page.getByText('2026/04/01 to 05/31, 31 days later').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => readBarLabel(page, 'Drawings')).toBe('CD Drawings: 2026/04/01 to 2026/05/31')
  const hours = (month: string) => page.getByRole('textbox', { name: `Hours of Lead designer, SC, ${month}` })
  await expect.poll(() => hours('Apr 2026').inputValue()).toBe('30')

  await phaseBar(page, 'Drawings').focus()
  for (const key of ['Enter', 'Shift+ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => readBarLabel(page, 'Drawings')).toBe('CD Drawings: 2026/04/01 to 2026/06/30')
  await phaseBar(page, 'Drawings').focus()
  for (const key of ['Enter', 'Alt+ArrowRight']) await page.keyboard.press(key)
  await page.getByText('2026/05/01 to 06/30').waitFor()
  await page.keyboard.press('Escape')
  expect(await readBarLabel(page, 'Drawings')).toBe('CD Drawings: 2026/04/01 to 2026/06/30')
  for (const key of ['Control+z', 'Control+z']) await page.keyboard.press(key)
  await expect.poll(() => readBarLabel(page, 'Drawings')).toBe('CD Drawings: 2026/03/01 to 2026/04/30')
  await expect.poll(() => hours('Mar 2026').inputValue()).toBe('30')
})

it('edits monthly hours in place, twice in a row, and undoes', async () => {
  const { contract } = await givenYear('Month Plaza', [{ hours: 40, genericName: 'Lead designer' }])
  const page = await visit(administrator, { path: path(contract) })
  const hours = (month: string) => page.getByRole('textbox', { name: `Hours of Lead designer, SC, ${month}` })
  await expect.poll(() => hours('Mar 2026').inputValue()).toBe('20')
  await hours('Mar 2026').fill('32.5')
  await page.keyboard.press('Tab')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await page.getByText('Apr 2026: 20 h to 7 h').waitFor()
  const total = page.getByRole('table', { name: 'Assigned hours of Drawings' }).getByRole('row', { name: /Lead designer/ })
  await total.getByText('39.5').waitFor()
  expect([await hours('Mar 2026').inputValue(), await hours('Apr 2026').inputValue()]).toEqual(['32.5', '7'])
  for (const key of ['Control+z', 'Control+z']) await page.keyboard.press(key)
  await total.getByText('40', { exact: true }).waitFor()
  expect(await hours('Mar 2026').inputValue()).toBe('20')
  await hours('Apr 2026').fill('99')
  await page.keyboard.press('Escape')
  expect(await hours('Apr 2026').inputValue()).toBe('20')
})

it('shows both versions after a concurrent change, and loses neither', async () => {
  const { contract, phase } = await givenYear('Stale Plaza')
  const page = await visit(planner, { path: path(contract) })
  await expect.poll(() => readBarLabel(page, 'Drawings')).toBe('CD Drawings: 2026/03/01 to 2026/04/30')
  await phaseBar(page, 'Drawings').focus()
  for (const key of ['Enter', 'ArrowRight']) await page.keyboard.press(key)
  const body = { type: phase.type, name: 'Plans', startDate: '2026-03-05', endDate: '2026-04-30', dateRangeType: phase.dateRangeType }
  // Another user saves while the bar is being dragged on this page.
  expect((await app.admin('PUT', `/api/contracts/${contract.id}/Phases/${phase.id}`, body)).status).toBe(200)
  await page.keyboard.press('Enter')
  await page.getByText('theirs is 2026/03/05 to 2026/04/30, yours 2026/03/02 to 2026/05/01').waitFor()
  await page.getByRole('button', { name: 'Keep mine: Drawings' }).click()
  // The name is the other user's, the dates are this user's.
  await expect.poll(() => phaseBar(page, 'Plans').getAttribute('aria-label')).toBe('CD Plans: 2026/03/02 to 2026/05/01')
})

it('is read-only for a locked contract, and for readers', async () => {
  const project = await createProject(app, { name: 'Still Plaza' })
  const { contract } = await createPlan(app, project, [{ hours: 40, genericName: 'Lead designer' }], { name: 'Drawings' })
  const still = async (page: Page) => {
    await page.getByRole('img', { name: 'CD Drawings: 2026/03/01 to 2026/04/30' }).waitFor()
    await page.getByRole('table', { name: 'Hours of Drawings by month' }).waitFor()
    expect(await phaseBar(page, 'Drawings').count()).toBe(0)
    expect(await page.getByRole('textbox', { name: /Hours of Lead designer/ }).count()).toBe(0)
  }
  await still(await visit(reader, { path: path(contract) }))
  await approveContract(app, contract)
  await still(await visit(administrator, { path: path(contract) }))
})
