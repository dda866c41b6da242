import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { permissionNames } from '../../src/model/permissions.ts'
import { allBoards, approve, givenPlan } from '../kit/given-boards.ts'
import { setDefaultRates } from '../kit/given-contracts.ts'
import { givenProject } from '../kit/given-projects.ts'
import { start } from '../kit/start.ts'
import { browse, connected, findings } from './browser.ts'

const house = await start()
const visit = browse(house)
await setDefaultRates(house)

/** Plans hours, and sees no money: not on boards and not in contracts. */
const noMoney = allBoards.filter((name) => !/Revenue|Cost|Net|Expenses/.test(name))
const planner = await house.as([
  'Projects.View',
  'ProjectContracts.View',
  'ProjectContracts.ConstructionPhasesUpdate',
  'DNAUsers.View',
  ...noMoney,
])
const administrator = await house.as(permissionNames)

const board = (page: Page) => page.getByRole('treegrid', { name: 'Small board' })
const rowOf = (page: Page, name: string) => board(page).getByRole('row').filter({ hasText: name })
/** The cell of a month in the row that names somebody; the board of March and April has two. */
const cellOf = (page: Page, name: string, at: number) => rowOf(page, name).first().getByRole('gridcell').nth(at)

it('is planned by two people at once: hours typed by one stand on the page of the other, and are taken back', async () => {
  const project = await givenProject(house, { name: 'Journey Plaza' })
  await givenPlan(house, project, [{ hours: 40, genericName: 'Lead designer' }])
  const path = `/projects/${project.id}/small-board`
  const [mine, theirs] = [await visit(planner, { path }), await visit(administrator, { path })]
  for (const page of [mine, theirs]) {
    await expect.poll(() => cellOf(page, 'Lead designer', 0).textContent()).toBe('20')
    await connected(page)
  }
  // The foot has money only for who may see it.
  await board(theirs).getByText('Revenue, USD k').waitFor()
  await board(mine).getByText('Hours', { exact: true }).waitFor()
  expect(await mine.getByText(/USD k|burdened/).count()).toBe(0)

  await cellOf(mine, 'Lead designer', 0).click()
  await mine.keyboard.type('32.5')
  await mine.keyboard.press('Enter')
  await mine.getByText('Saved.').waitFor()
  await expect.poll(() => cellOf(theirs, 'Lead designer', 0).textContent()).toBe('32.5')
  await expect.poll(() => cellOf(theirs, 'Lead designer', 1).textContent()).toBe('20')

  await board(mine).focus()
  await mine.keyboard.press('Control+z')
  await expect.poll(() => cellOf(mine, 'Lead designer', 0).textContent()).toBe('20')
  await expect.poll(() => cellOf(theirs, 'Lead designer', 0).textContent()).toBe('20')
  // What is given up while it is typed changes nothing.
  await cellOf(theirs, 'Lead designer', 1).click()
  await theirs.keyboard.type('7')
  await theirs.keyboard.press('Escape')
  await expect.poll(() => cellOf(theirs, 'Lead designer', 1).textContent()).toBe('20')
  for (const page of [mine, theirs]) expect(await findings(page)).toEqual([])
})

it('refuses hours where a contract is locked, and says nothing of what is hidden', async () => {
  const project = await givenProject(house, { name: 'Journey Tower' })
  const { contract } = await givenPlan(house, project, [{ hours: 12, genericName: 'Sound designer' }])
  await approve(house, contract)
  const page = await visit(planner, { path: `/projects/${project.id}/small-board` })
  const cell = cellOf(page, 'Sound designer', 0)
  await expect.poll(() => cell.textContent()).toBe('6')
  expect(await cell.getAttribute('aria-readonly')).toBe('true')
  await cell.click()
  await page.keyboard.type('9')
  expect(await board(page).getByRole('textbox').count()).toBe(0)
})
