import { expect, it } from 'vitest'
import type { Permission } from '../../src/model/permissions.ts'
import { createPhase, createPhaseRecord, givenContract } from '../kit/fixtures/contracts.ts'
import { createProject } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, calm, connected, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const approver: Permission[] = ['Projects.View', 'ProjectContracts.View', 'ProjectContracts.Approve', 'ProjectContracts.SendForUpdate']

it('lists a pending approval until one approver decides it by keyboard', async () => {
  const [ann, ben] = [await app.signInAs(approver, { isNew: true }), await app.signInAs(approver, { isNew: true })]
  const contract = await givenContract(app, await createProject(app, { name: 'Journey Hall' }), { name: 'Stage systems' })
  await createPhaseRecord(app, contract, await createPhase(app, contract))
  const [page, other] = [await visit(ann, { path: '/inbox' }), await visit(ben, { path: '/inbox' })]
  await page.getByText('Nothing is waiting for you.').waitFor()
  await Promise.all([connected(page), connected(other)])

  await app.admin('PUT', `/api/contracts/${contract.id}/SendForApproval`, {})
  const entryOf = (at: typeof page) => at.getByRole('button', { name: /Stage systems is waiting for approval/ })
  for (const at of [page, other]) {
    await entryOf(at).waitFor()
    await at.getByRole('link', { name: 'Inbox, 1 open' }).waitFor()
  }
  await page.getByRole('button', { name: /^Approve/ }).waitFor()
  expect(await findings(page)).toEqual([])

  await page.route('**/inbox/*/Done', (route) => route.fulfill({ status: 500, json: { message: 'Not now.' } }))
  await page.keyboard.press('e')
  await page.getByText('Not now.').waitFor()
  await calm(page)
  expect(await page.getByText(/^Done: /).count()).toBe(0)
  await page.unrouteAll()

  await page.keyboard.press('a')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  for (const at of [page, other]) {
    await entryOf(at).waitFor({ state: 'detached' })
    await at.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
  }
})
