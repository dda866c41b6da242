import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Permission } from '../../src/model/permissions.ts'
import { createEquipment } from '../kit/fixtures/catalog.ts'
import { cadLibrary } from '../kit/fixtures/wire-cad.ts'
import { startApp } from '../kit/start.ts'
import { browse, connected, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const deciding: Permission[] = [
  'WireCadIntegrationRequests.View',
  'WireCadIntegrationRequests.Approve',
  'WireCadIntegrationRequests.Reject',
  'Equipments.View',
  'Equipments.Create',
  'Equipments.Update',
  'Manufacturers.View',
  'Manufacturers.Create',
]

it('imports equipment from WireCAD: two files, a request, a category, approval and result', async () => {
  const device = await createEquipment(app, { model: 'Known Box' })
  const files = [
    ['library.xml', cadLibrary([{ maker: device.manufacture.name, model: 'Known Box' }])],
    ['grid.csv', 'Manufacturer,Equipment Name,SysName\nJourney Audio,New Box,S1\nJourney Audio,New Box,S2\n'],
  ].map(([name = '', text = '']) => {
    const path = join(app.dataDir, name)
    writeFileSync(path, text)
    return path
  })
  const page = await visit(app.admin, { path: '/integrations/wire-cad' })
  await page.getByRole('button', { name: 'New request' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(files)
  await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('library')
  expect(await findings(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Upload' }).click()

  const items = page.getByRole('table', { name: 'Items' })
  await items.getByText('Journey Audio New Box').waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'Decision' }).innerText()).toContain('1 match, 1 new; 2 items to be carried out')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Choose a category for 1 item to be created.').waitFor()
  await page.getByRole('combobox', { name: 'Category for Journey Audio New Box' }).fill('Loudspeakers')
  await page
    .getByRole('option', { name: /Loudspeakers/ })
    .first()
    .click()
  await expect.poll(async () => (await app.admin('GET', '/api/wireCad/Requests')).body.items[0].counts.uncategorized).toBe(0)
  const boss = await visit(await app.signInAs(deciding), { path: '/inbox' })
  await boss.getByText('Nothing is waiting for you.').waitFor()
  await connected(boss)
  await page.getByRole('button', { name: 'Submit' }).click()
  await boss.getByRole('button', { name: /library is waiting for approval/ }).waitFor()
  await boss.getByText('1 match, 1 new', { exact: true }).waitFor()
  await boss.getByRole('button', { name: /^Approve/ }).waitFor()
  expect(await findings(boss)).toEqual([])
  await boss.keyboard.press('a')
  await boss.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await boss.getByRole('button', { name: /library is waiting for approval/ }).waitFor({ state: 'detached' })
  await boss.getByRole('button', { name: /library was completed/ }).waitFor()
  await page.getByText('Completed', { exact: true }).first().waitFor()
  await expect.poll(() => items.getByText('Done', { exact: true }).count()).toBe(3)
  await items.getByRole('button', { name: 'Journey Audio New Box' }).click()
  await page.getByRole('dialog').getByRole('table', { name: 'Devices' }).waitFor()
  const [createdEquipment] = (await app.admin('GET', '/api/equipments?search=New%20Box')).body.items
  expect(createdEquipment).toMatchObject({ model: 'New Box', availability: 4, category: { name: 'Loudspeakers' } })
})
