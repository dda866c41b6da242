import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addMonths, monthOf } from '../../src/model/kit/dates.ts'
import type { Permission } from '../../src/model/permissions.ts'
import { allBoardPermissions, approveContract, createPlan } from '../kit/fixtures/boards.ts'
import { setDefaultRates } from '../kit/fixtures/contracts.ts'
import { createProject } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, connected, coveredByToasts, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
await setDefaultRates(app)

const seesPlans: Permission[] = ['Projects.View', 'ProjectContracts.View', 'DNAUsers.View', ...allBoardPermissions]
const planner = await app.signInAs([...seesPlans, 'ResourceOffers.View', 'ResourceOffers.Create', 'ResourceOffers.Update'], {
  isNew: true,
})
const colleague = await app.signInAs(
  [
    ...seesPlans,
    ...(['ResourceOffers.View', 'ResourceOffers.Accept', 'ResourceOffers.Decline'] as const),
    ...(['ResourceShiftRequests.View', 'ResourceShiftRequests.Create', 'ResourceShiftRequests.Update'] as const),
  ],
  { isNew: true },
)
const manager = await app.signInAs(
  [
    ...seesPlans,
    ...(['ResourceOffers.View', 'ResourceOffers.Manage', 'ResourceOffers.Approve', 'ResourceOffers.Reject'] as const),
    ...(['ResourceShiftRequests.View', 'ResourceShiftRequests.Manage', 'ResourceShiftRequests.Approve'] as const),
  ],
  { isNew: true },
)
await app.sql(`update users set first_name = 'Bea', last_name = 'Stone' where id = $1`, [colleague.userId])

const [first, second] = [addMonths(monthOf(new Date().toISOString()), 1), addMonths(monthOf(new Date().toISOString()), 2)]
const smallBoard = (page: Page) => page.getByRole('treegrid', { name: 'Small board' })
/** Sums a month over all rows of a user, because moved hours are in a contract of their own. */
async function hoursIn(page: Page, name: string, at: number): Promise<number> {
  const rows = smallBoard(page).getByRole('row').filter({ hasText: name })
  const cells = await rows.evaluateAll(
    (found, column) => found.map((row) => row.querySelectorAll('[role="gridcell"]')[column]?.textContent ?? ''),
    at,
  )
  return cells.reduce((sum, text) => sum + (Number.parseFloat(text.replace('−', '-')) || 0), 0)
}

async function readWorkload(page: Page, name: string): Promise<string | null> {
  const cells = page.getByRole('treegrid').getByRole('row').filter({ hasText: name }).first().getByRole('gridcell')
  return cells.nth(2).textContent()
}
const readSummaryRows = (page: Page) =>
  smallBoard(page)
    .getByRole('row')
    .filter({ hasText: /^(Hours|Revenue|Cost)/ })
    .allInnerTexts()

it('moves generic hours to a user, and from one month to another, with three users online', async () => {
  const project = await createProject(app, { name: 'Journey Forum' })
  const span = { startDate: `${first}-01`, endDate: `${second}-28` }
  const plan = await createPlan(app, project, [{ hours: 80, genericName: 'Lead designer' }], span)
  await approveContract(app, plan.contract)
  const record = plan.records[0]?.id
  const boardPath = `/projects/${project.id}/small-board`
  const requestQuery = `projectId=${project.id}&targetUserId=${colleague.userId}&recordId=${record}&month=${first}`
  const [ann, bea, max] = [
    await visit(planner, { path: `/offers/new?${requestQuery}&hours=30` }),
    await visit(colleague, { path: '/inbox' }),
    await visit(manager, { path: boardPath }),
  ]
  await Promise.all([connected(bea), connected(max)])
  // Hours are distributed by working days.
  await expect.poll(() => hoursIn(max, 'Lead designer', 0)).toBeGreaterThan(30)
  const before = await hoursIn(max, 'Lead designer', 0)
  await expect.poll(async () => (await readSummaryRows(max)).length).toBe(3)
  const foot = await readSummaryRows(max)

  await ann.getByRole('button', { name: 'Create' }).click()
  await ann.locator('.dna-toast').waitFor()
  await expect.poll(() => ann.evaluate(coveredByToasts)).toEqual([])
  await ann.getByRole('button', { name: 'Submit' }).click()
  await bea
    .getByRole('button', { name: /Journey Forum/ })
    .first()
    .waitFor()
  expect(await findings(bea)).toEqual([])
  await bea.getByRole('button', { name: /^Accept/ }).waitFor()
  await bea.keyboard.press('a')
  await bea.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  await bea.getByText('Nothing is waiting for you.').waitFor()
  await max.goto('/inbox')
  await max
    .getByRole('button', { name: /Journey Forum/ })
    .first()
    .waitFor()
  await max.getByRole('button', { name: /^Approve/ }).waitFor()
  await max.keyboard.press('a')
  await max.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await max.getByText('Nothing is waiting for you.').waitFor()
  await ann.getByText('Approved', { exact: true }).first().waitFor()
  await max.goto(boardPath)
  await expect.poll(() => hoursIn(max, 'Lead designer', 0)).toBeCloseTo(before - 30, 2)
  await expect.poll(() => hoursIn(max, 'Bea Stone', 0)).toBe(30)
  // Same labor type and client, so the change of user does not affect the project's totals.
  await expect.poll(() => readSummaryRows(max)).toEqual(foot)
  await max.goto('/workload')
  await expect.poll(() => readWorkload(max, 'Bea Stone')).toMatch(/^30 \//)

  await ann.goto(`/offers/new?${requestQuery}&hours=30`)
  await ann.getByRole('button', { name: 'Create' }).click()
  await ann.getByRole('button', { name: 'Submit' }).click()
  await ann.getByText(/Only .* h are left in/).waitFor()

  const query = { projectId: project.id, userId: colleague.userId, from: first, to: second }
  const { rows } = (await colleague('GET', '/api/resourceShiftRequests/Balance', undefined, { query })).body
  const own = rows.filter(({ user }: { user: { id: string } | null }) => user?.id === colleague.userId)
  expect(own.length).toBe(1)
  await bea.goto(`/shift-requests/new?projectId=${project.id}&recordId=${own[0].phaseRecordId}&month=${first}&hours=12`)
  await bea.getByRole('textbox', { name: 'Name' }).fill('A later start')
  await bea.getByRole('textbox', { name: 'Reason' }).fill('The site opens a month later.')
  await bea.getByRole('button', { name: 'Create' }).click()
  await bea.getByRole('button', { name: 'Submit' }).click()
  await connected(max)
  await max.goto('/inbox')
  await max
    .getByRole('button', { name: /A later start/ })
    .first()
    .waitFor()
  await max.getByRole('button', { name: /^Approve/ }).waitFor()
  await max.keyboard.press('a')
  await max.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await max.getByText('Nothing is waiting for you.').waitFor()
  await max.goto(boardPath)
  await expect.poll(() => hoursIn(max, 'Bea Stone', 0)).toBe(18)
  await expect.poll(() => hoursIn(max, 'Bea Stone', 1)).toBe(12)
  await max.goto('/workload')
  await expect.poll(() => readWorkload(max, 'Bea Stone')).toMatch(/^18 \//)
})
