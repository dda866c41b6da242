import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createCategory, createEquipment, createManufacturer, createRow } from '../kit/fixtures/catalog.ts'
import { startApp } from '../kit/start.ts'
import { cellAddress, openWorkbook, readRowValues } from '../kit/workbook.ts'
import { browse, calm, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const { admin } = app

it('lets a manufacturer contact join by invitation, download the workbook and return it', async () => {
  const maker = await createManufacturer(app, { name: 'Lumen Works' })
  const categoryId = (await createCategory(app)).id
  const product = await createEquipment(app, {
    manufactureId: maker.id,
    categoryId,
    model: 'LW-86',
    tag: 'LW-1',
    availability: 1,
    msrpPrice: 900,
  })
  const hidden = await createEquipment(app, { model: 'Of somebody else' })
  const group = await createRow(app, '/api/externalAccessGroups', { name: 'People of Lumen Works' })
  const list = { userIds: [], accessGroupIds: [group.id] }
  expect((await admin('PUT', `/api/Manufactures/${maker.id}/AccessList`, list)).status).toBe(200)
  const [role] = (await admin('GET', '/api/externalRoles')).body.items
  const email = 'iris@lumen.example'
  const invitation = { email, firstName: 'Iris', lastName: 'Vale', externalRoleId: role.id, externalAccessGroupIds: [group.id] }
  await createRow(app, '/api/invitations', invitation)
  const linkIn = () => app.mails().find(({ to }) => to === email)?.links[0] ?? ''
  await expect.poll(linkIn).not.toBe('')

  const former = await app.signInAs([], { isNew: true })
  const page = await visit(former, { width: 390, height: 844 })
  await app.sql('delete from sessions where user_id = $1', [former.userId])
  await page.goto(new URL(linkIn()).pathname)
  await page.getByRole('button', { name: 'Accept and sign in' }).waitFor()
  await page.locator('input[name=password]').fill('Harbor-4721')
  await page.getByLabel('Confirm password').fill('Harbor-4721')
  await page.getByRole('button', { name: 'Accept and sign in' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto('/external-equipments')
  await page.getByText('LW-86').first().waitFor()
  expect(await page.getByText(hidden.model).count()).toBe(0)
  await calm(page)
  expect(await findings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/external-equipments/${product.id}`)
  await page.getByRole('button', { name: 'Workbook' }).click()
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Export workbook' }).click()])
  expect(saved.suggestedFilename()).toBe('DNA Lumen Works equipment.xlsx')
  const book = openWorkbook(await readFile(await saved.path()))
  const sheet = book.sheet('Equipment')
  const price = readRowValues(sheet, 1).findIndex((header) => String(header).startsWith('MSRP'))
  book.set(sheet, cellAddress(price, 2), 1250)
  await page.getByRole('button', { name: 'Workbook' }).click()
  await page.getByRole('menuitem', { name: 'Import workbook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import the workbook of Lumen Works' })
  const buffer = Buffer.from(book.save())
  await dialog.locator('input[type=file]').setInputFiles({ name: 'back.xlsx', mimeType: 'application/octet-stream', buffer })
  await dialog.getByRole('button', { name: 'Import 1 row' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const now = async () => (await admin('GET', `/api/equipments/${product.id}`)).body
  await expect.poll(now).toMatchObject({ msrpPrice: 1250, availability: 4 })
})
