import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addMonths, firstDayOf, lastDayOf } from '../../src/model/kit/dates.ts'
import { approveContract, createPlan } from '../kit/fixtures/boards.ts'
import { createRole, createRow, createUser } from '../kit/fixtures/catalog.ts'
import { createProject } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, connected, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const role = await createRole(app)
const viewer = await app.signInAs(['DNAUsers.View', 'Projects.View', 'SmallBoard.View'])
const givenPerson = (lastName: string) => createUser(app, { roleId: role.id, firstName: 'Robin', lastName, defaultLaborType: 1 })

const board = (page: Page) => page.getByRole('treegrid')
const boardRow = (page: Page, name: string) => board(page).getByRole('row').filter({ hasText: name })

it('shows overbooked users, the source of their hours, and who has capacity', async () => {
  const month = addMonths(new Date().toISOString().slice(0, 7), 1)
  const range = { startDate: firstDayOf(month), endDate: lastDayOf(month) }
  const [busy, free] = [await givenPerson('Overbooked'), await givenPerson('Idle')]
  await createRow(app, '/api/teams', { name: 'Journey team', memberIds: [busy.id, free.id], leadUserId: free.id })
  const project = await createProject(app, { name: 'Journey Theater' })
  const { contract } = await createPlan(app, project, [{ userId: busy.id, laborType: 1, hours: 200 }], range)
  await approveContract(app, contract)
  const page = await visit(viewer, { width: 1280, path: '/workload' })
  const lead = boardRow(page, 'Journey team').getByText('Lead Robin Idle')
  await expect.poll(() => lead.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  const cell = boardRow(page, 'Robin Overbooked').getByRole('gridcell').nth(2)
  await expect.poll(() => cell.textContent()).toMatch(/^200 \/ 1\d\d$/)
  await connected(page)

  await page.getByRole('button', { name: /Overloaded/ }).click()
  await boardRow(page, 'Robin Idle').waitFor({ state: 'detached' })
  await cell.click()
  const card = page.getByRole('dialog', { name: /Robin Overbooked/ })
  await card.getByRole('link', { name: 'Journey Theater' }).waitFor()
  await card.getByText('h over').waitFor()
  await card.getByText('Robin Idle').waitFor()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })

  await createPlan(app, project, [{ userId: busy.id, laborType: 1, hours: 30 }], range)
  await expect.poll(() => cell.textContent()).toMatch(/^230 \//)
  await board(page).focus()
  await page.keyboard.press('Enter')
  await card.getByRole('link', { name: 'Open Robin’s months' }).click()
  await page.getByRole('heading', { name: 'Robin Overbooked' }).waitFor()
  await expect.poll(() => boardRow(page, 'Journey Theater').getByRole('gridcell').nth(2).textContent()).toBe('230')
  expect(await findings(page)).toEqual([])
})
