import { expect, it } from 'vitest'
import { addMonths, firstDayOf, lastDayOf } from '../../src/model/kit/dates.ts'
import { approveContract, boardPermissions, createPlan } from '../kit/fixtures/boards.ts'
import { createRole, createUser } from '../kit/fixtures/catalog.ts'
import { createProject } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, connected, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const role = await createRole(app)
const planner = await app.signInAs([
  'Projects.View',
  'DNAUsers.View',
  ...boardPermissions('SmallBoard'),
  'ProjectContracts.ConstructionPhasesUpdate',
  'ResourceOffers.View',
  'ResourceOffers.Create',
  'ResourceOffers.CreateForOthers',
])

it('plans hours besides the contract, applies them, and finds users with capacity for a cell', async () => {
  const month = addMonths(new Date().toISOString().slice(0, 7), 1)
  const range = { startDate: firstDayOf(month), endDate: lastDayOf(month) }
  await createUser(app, { roleId: role.id, firstName: 'Robin', lastName: 'Idle', defaultLaborType: 2 })
  const project = await createProject(app, { name: 'Journey Atrium' })
  const draft = await createPlan(app, project, [{ hours: 80, genericName: 'Systems' }], range)
  const page = await visit(planner, { path: `/projects/${project.id}/small-board` })
  const board = page.getByRole('treegrid')
  const cellOf = (name: string) => board.getByRole('row').filter({ hasText: name }).getByRole('gridcell').first()
  await connected(page)

  await page.getByRole('button', { name: 'Scenarios' }).click()
  await page.getByRole('menuitem', { name: 'Try something out' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Half of it')
  await page.getByRole('button', { name: 'Open scenario' }).click()
  await page.getByText('Nothing is changed yet').waitFor()
  await cellOf('Systems').click()
  await page.getByRole('textbox', { name: /Hours of Systems/ }).fill('40')
  await page.keyboard.press('Enter')
  const changes = page.getByRole('region', { name: 'Changes' })
  await changes.getByText(/80 → 40 h/).waitFor()
  await board.getByText('−40 h against today').waitFor()
  expect((await app.sql('select hours from phase_records where id = $1', [draft.records[0]?.id]))[0]).toMatchObject({ hours: 8000 })
  expect(await findings(page)).toEqual([])
  await changes.getByRole('button', { name: 'Apply to contract' }).click()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await page.getByText('Nothing is changed yet').waitFor()
  expect((await app.sql('select hours from phase_records where id = $1', [draft.records[0]?.id]))[0]).toMatchObject({ hours: 4000 })

  await approveContract(app, draft.contract)
  await page.getByRole('link', { name: 'Back to the board' }).click()
  await board.getByText('Approved').waitFor()
  await cellOf('Systems').click()
  await board.focus()
  await page.keyboard.press('m')
  const people = page.getByRole('dialog', { name: 'People who could take these hours' })
  await people
    .getByText(/All 40 h fit/)
    .first()
    .waitFor()
  expect(await findings(page)).toEqual([])
  await people.getByRole('button', { name: 'Offer the hours to Robin Idle' }).click()
  await page.getByRole('textbox', { name: /^Hours of Systems/ }).waitFor()
  expect(await page.getByRole('textbox', { name: /^Hours of Systems/ }).inputValue()).toBe('40')
})
