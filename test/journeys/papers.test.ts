import { expect, it } from 'vitest'
import { externalPermissions } from '../../src/model/permissions.ts'
import { waitForFile } from '../kit/file-tasks.ts'
import { createLine, createProduct, createProject, createSpace, openToExternal } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const { admin } = app
const project = await createProject(app, { name: 'Choices' })
const space = await createSpace(app, project, { name: 'Boardroom' })
const small = await createProduct(app, { model: 'Small display', msrpPrice: 1000 })
await createProduct(app, { model: 'Large display', msrpPrice: 2500 })
await createLine(app, space, small, { quantity: 2 })

it('offers an alternate, lets the client choose it, applies it and undoes it', async () => {
  const page = await visit(admin, { path: `/projects/${project.id}/alternates` })
  await page.getByText('No alternates yet.').waitFor()
  await page.getByRole('button', { name: 'New alternate' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Code' }).fill('A-1')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Larger displays')
  await dialog.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Replace' }).click()
  await dialog.getByRole('combobox', { name: 'Lines' }).fill('small')
  await page.getByRole('option', { name: /2 × Small display/ }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Add a product' }).click()
  await dialog.getByRole('combobox', { name: 'Space' }).fill('board')
  await page.getByRole('option', { name: /Boardroom/ }).click()
  await dialog.getByRole('combobox', { name: 'Equipment' }).fill('large')
  await page.getByRole('option', { name: /Large display/ }).click()
  expect(await findings(page)).toEqual([])
  await dialog
    .getByRole('button', { name: /^(Create|Save)/ })
    .first()
    .click()
  const row = page.getByRole('row', { name: /Larger displays/ })
  // 2,500 − 2 × 1,000, with a quarter for the installation.
  await row.getByText('+$625.00').waitFor()

  const guest = await app.signInAs(externalPermissions, { external: true, isNew: true })
  await openToExternal(app, project, [{ subjectType: 1, userId: guest.userId, showPrices: true, showEquipment: true, isLive: true }])
  const portal = await visit(guest, { path: `/external-projects/${project.id}`, width: 390, height: 844 })
  await portal.getByText(/leaves out 2 × Small display in Boardroom, adds 1 × Large display/).waitFor()
  await portal.getByRole('checkbox', { name: 'A-1 Larger displays' }).click()
  await portal.getByText('You have chosen “Larger displays”.').waitFor()
  expect(await findings(portal)).toEqual([])

  await page.reload()
  await page.getByRole('button', { name: 'Apply 1 chosen alternate' }).click()
  await page.getByText('1 alternate applied.').waitFor()
  const readLines = async () =>
    (await admin('GET', `/api/projects/${project.id}/Equipment`)).body.items.map(
      (line: { quantity: number; equipment: { model: string } }) => [line.quantity, line.equipment.model],
    )
  expect(await readLines()).toEqual([[1, 'Large display']])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(readLines).toEqual([[2, 'Small display']])
})

it('sends a report to the client and shows that it was sent', async () => {
  const { body } = await admin('POST', `/api/projects/${project.id}/Reports`, { reportType: 1, scope: 1, options: {} })
  await waitForFile(admin, body.id)
  const page = await visit(admin, { path: `/projects/${project.id}/reports`, dark: true })
  await page.getByRole('button', { name: /^Send / }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Recipients').fill('not an address')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText('E-mail is required').waitFor()
  await dialog.getByLabel('Recipients').click()
  await page.keyboard.press('Backspace')
  await dialog.getByLabel('Recipients').fill('client@example.com')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('The report is on its way.').waitFor()
  await page.getByRole('table', { name: 'Sent to the client' }).getByText('client@example.com').waitFor()
  expect(await findings(page)).toEqual([])
  await app.waitUntilIdle()
  expect(app.mails().filter(({ to }) => to === 'client@example.com')).toHaveLength(1)
})
