import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Permission } from '../../src/model/permissions.ts'
import { createRole, createUser } from '../kit/fixtures/catalog.ts'
import { startApp } from '../kit/start.ts'
import { uniqueName } from '../kit/unique-names.ts'
import { browse, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const all: Permission[] = ['PersonalSettings.View', 'PersonalSettings.Update', 'PersonalSettings.ShowManagementSettings']

async function openPanel(page: Page) {
  await page.getByRole('button', { name: /account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Personal Settings' }).click()
  return page.getByRole('dialog', { name: 'Personal settings' })
}

it('saves changes, and discards unwanted ones', async () => {
  const person = await app.signInAs(all, { isNew: true })
  const page = await visit(person)
  const panel = await openPanel(page)
  const collapse = panel.getByRole('switch', { name: 'Collapse the menu when a project is opened' })
  const [save, discard] = [panel.getByRole('button', { name: 'Save' }), panel.getByRole('button', { name: 'Discard' })]
  await collapse.waitFor()
  await expect.poll(() => panel.getByRole('switch').count()).toBe(3)
  await expect.poll(async () => (await panel.boundingBox())!.width).toBeGreaterThanOrEqual(600)
  await expect.poll(async () => [await save.isDisabled(), await discard.isDisabled()]).toEqual([true, true])
  expect(await findings(page)).toEqual([])

  await collapse.click()
  await expect.poll(async () => [await save.isDisabled(), await discard.isDisabled()]).toEqual([false, false])
  await discard.click()
  await expect.poll(() => collapse.isChecked()).toBe(false)
  await expect.poll(() => save.isDisabled()).toBe(true)

  await collapse.click()
  await save.click()
  await page.getByText('Your personal settings were saved.').waitFor()
  const saved = { autoCreateDefaultAreaGroupInSpace: true, autoCollapseNavigationDrawerOnProjectOpen: true, maskSuspendedUsers: false }
  expect((await person('GET', '/api/PersonalSettings')).body).toEqual(saved)
  await expect.poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('personalSettings')!))).toEqual(saved)
  await expect.poll(() => save.isDisabled()).toBe(true)
})

it('confirms before closing with unsaved changes', async () => {
  const page = await visit(await app.signInAs(all, { isNew: true }))
  const panel = await openPanel(page)
  await panel.getByRole('switch').first().click()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect.poll(() => panel.isVisible()).toBe(true)
  await panel.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Close without saving' }).click()
  await panel.waitFor({ state: 'hidden' })
  await openPanel(page)
  await expect.poll(() => panel.getByRole('switch').first().isChecked()).toBe(true)
})

it('shows the third setting only with its permission, and Save only with update permission', async () => {
  const two = await openPanel(await visit(await app.signInAs(all.slice(0, 2))))
  await two.getByRole('switch').first().waitFor()
  await expect.poll(() => two.getByRole('switch').count()).toBe(2)

  const reader = await openPanel(await visit(await app.signInAs(all.slice(0, 1))))
  await reader.getByRole('switch').first().waitFor()
  await expect.poll(() => reader.getByRole('switch', { disabled: true }).count()).toBe(2)
  await expect.poll(() => reader.getByRole('button', { name: 'Save' }).count()).toBe(0)

  const page = await visit(await app.signInAs(['SignalTypes.View']))
  await page.getByRole('button', { name: /account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
  await expect.poll(() => page.getByRole('menuitem', { name: 'Personal Settings' }).count()).toBe(0)
})

it('shows a loading error for the settings, and retries', async () => {
  const page = await visit(await app.signInAs(['PersonalSettings.View'], { isNew: true }), { path: '/account/profile' })
  await page.route('**/api/PersonalSettings', (route) => route.fulfill({ status: 500, json: { errorType: 'Server', message: 'x' } }))
  await page.reload()
  const panel = await openPanel(page)
  await panel.getByText('Error Loading Your Personal Settings!').waitFor()
  await expect.poll(() => panel.getByText('Uh-Oh! Something went wrong!').isVisible()).toBe(true)
  await page.unroute('**/api/PersonalSettings')
  await panel.getByRole('button', { name: 'Try again' }).click()
  await panel.getByRole('switch').first().waitFor()
})

it('masks suspended users everywhere once masking is on, in the user list and on their page', async () => {
  const looker = await app.signInAs([...all, 'DNAUsers.View', 'DNAUsers.Update', 'Roles.View', 'Clients.View'], { isNew: true })
  const { id: roleId } = await createRole(app)
  const formerUser = await createUser(app, {
    roleId,
    firstName: 'Ilse',
    lastName: uniqueName('Quondam'),
    email: 'ilse@example.com',
    phone: '+1 555 0100',
  })
  expect((await app.admin('PUT', `/api/users/${formerUser.id}/Suspend`)).status).toBe(200)
  const page = await visit(looker, { path: '/users' })
  const row = page.getByRole('row').filter({ hasText: 'Suspended' })
  await row.getByText(formerUser.lastName).waitFor()
  const panel = await openPanel(page)
  await panel.getByRole('switch').last().click()
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your personal settings were saved.').waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  const told = async () =>
    (await page.locator('main').innerText()) +
    (await page.locator('main input').evaluateAll((all) => all.map((item) => (item as HTMLInputElement).value).join()))
  const whoever = /Ilse|Quondam|ilse@|555 0100/
  await row.getByText('Previous User').waitFor()
  expect(await told()).not.toMatch(whoever)

  await row.getByRole('link', { name: 'Previous User' }).click()
  await page.getByRole('heading', { name: 'Previous User' }).waitFor()
  await page.getByText('Hidden by your personal settings.').first().waitFor()
  expect(await told()).not.toMatch(whoever)
  // Saving other fields must not overwrite the masked values.
  await page.getByLabel('Job title').fill('Former consultant')
  await page.getByRole('button', { name: 'Save' }).first().click()
  const expectedUser = {
    firstName: 'Ilse',
    lastName: formerUser.lastName,
    email: formerUser.email,
    phone: formerUser.phone,
    jobTitle: 'Former consultant',
  }
  await expect.poll(async () => (await app.admin('GET', `/api/users/${formerUser.id}`)).body).toMatchObject(expectedUser)
})
