import { expect, it } from 'vitest'
import { firstDayOf, lastDayOf } from '../../src/model/kit/dates.ts'
import { approveContract, createPlan } from '../kit/fixtures/boards.ts'
import { createRole, createUser } from '../kit/fixtures/catalog.ts'
import { createProject } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, connected, findings, gate } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const role = await createRole(app)
const keeper = await app.signInAs(['DNAUsers.View', 'DNAUsers.Update', 'Projects.View', 'SmallBoard.View'])

it('is filled from the board, edited, and has custom rows besides projects', async () => {
  const month = new Date().toISOString().slice(0, 7)
  const person = await createUser(app, { roleId: role.id, firstName: 'Robin', lastName: 'Planner' })
  const project = await createProject(app, { name: 'Journey Arena' })
  const { contract } = await createPlan(app, project, [{ userId: person.id, hours: 48 }], {
    startDate: firstDayOf(month),
    endDate: lastDayOf(month),
  })
  await approveContract(app, contract)
  const [page, other] = [await visit(keeper, { path: '/monthly-plans' }), await visit(keeper, { path: '/monthly-plans' })]
  const cell = page.getByRole('textbox', { name: 'Robin Planner, Journey Arena' })
  await cell.waitFor()
  await connected(other)
  expect(await cell.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Copy from board' }).click()
  await expect.poll(() => cell.inputValue()).toBe('48')

  await cell.fill('40.5')
  await cell.press('Enter')
  const row = page.getByRole('row').filter({ hasText: 'Robin Planner' })
  await expect.poll(async () => (await row.getByRole('cell').nth(3).textContent())?.trim()).toBe('−7.5')
  await expect.poll(() => other.getByRole('textbox', { name: 'Robin Planner, Journey Arena' }).inputValue()).toBe('40.5')

  // Typed again before the first save responds, including the original value: the last input wins and remains visible throughout.
  const { passed, open } = gate()
  await page.route('**/monthlyPlans?*', async (route) => {
    if (route.request().method() === 'PUT') await passed
    await route.continue()
  })
  for (const hours of ['30', '41', '40.5']) {
    await cell.fill(hours)
    await cell.press('Enter')
    expect(await cell.inputValue()).toBe(hours)
  }
  const last = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.request().postData()?.includes('40.5') === true,
  )
  open()
  expect((await last).status()).toBe(200)
  await expect.poll(() => other.getByRole('textbox', { name: 'Robin Planner, Journey Arena' }).inputValue()).toBe('40.5')
  expect(await cell.inputValue()).toBe('40.5')

  await page.getByRole('button', { name: 'Add column' }).click()
  await page.getByRole('textbox', { name: 'Label' }).fill('Training')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const training = page.getByRole('textbox', { name: 'Robin Planner, Training' })
  await training.fill('8')
  await training.press('Enter')
  await expect.poll(async () => (await row.getByRole('cell').nth(3).textContent())?.trim()).toBe('+0.5')
  await other.getByRole('columnheader', { name: /Training/ }).waitFor()
  expect(await findings(page)).toEqual([])
})
