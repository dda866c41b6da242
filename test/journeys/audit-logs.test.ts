import { expect, it } from 'vitest'
import { createSignalType } from '../kit/fixtures/catalog.ts'
import { startApp } from '../kit/start.ts'
import { browse, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)

it('filters changes by URL, and shows before and after beside the list', async () => {
  const type = await createSignalType(app)
  const changed = await app.admin('PUT', `/api/signalTypes/${type.id}`, { ...type, name: 'Renamed signal', lineStyle: 'dotted' })
  expect(changed.status).toBe(200)

  const page = await visit(app.admin, { path: '/audit-logs' })
  const menu = page.getByRole('dialog', { name: 'Filter: add one' })
  await page.getByRole('button', { name: 'Filter: add one' }).click()
  await menu.getByRole('button', { name: 'Action' }).click()
  await page.getByRole('checkbox', { name: 'Changed', exact: true }).check()
  await page.waitForURL(/action=Update/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filter: add one' }).click()
  await menu.getByRole('button', { name: 'Kind' }).click()
  await page.getByRole('checkbox', { name: 'Signal types' }).check()
  await page.waitForURL(/entity=signalTypes/)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Renamed signal', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Changed: Renamed signal' })
  await panel.getByRole('row').nth(1).waitFor()
  const rows = () => panel.getByRole('row').allTextContents()
  await expect.poll(rows).toContain('Line styleSolidDotted')
  expect(await rows()).toContain(`Name${type.name}Renamed signal`)
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await expect.poll(() => page.url()).toMatch(/action=Update/)
})

it('filters by dates and shows the filter as a sentence', async () => {
  const page = await visit(app.admin, { path: '/audit-logs?from=2001-01-01&to=2001-01-02' })
  await page.getByText('No audit logs match').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Date from 2001/01/01 to 2001/01/02' }).isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Remove filter Date' }).click()
  await page.getByRole('table', { name: 'Audit logs' }).getByText('Signed in').or(page.getByRole('row').nth(1)).first().waitFor()
  await expect.poll(() => page.url()).not.toMatch(/from=|to=/)
})

it('shows only added and removed values of long sets', async () => {
  const role = (await app.admin('POST', '/api/roles', { name: 'Watched', permissions: ['Leads.View', 'Clients.View'] })).body
  await app.admin('PUT', `/api/roles/${role.id}`, { name: 'Watched', description: null, permissions: ['Leads.View', 'Roles.View'] })
  const page = await visit(app.admin, { dark: true, width: 390, path: '/audit-logs?action=PermissionChange' })
  await page.getByRole('button', { name: 'Watched', exact: true }).click()
  const row = page.getByRole('dialog').getByRole('row', { name: /Permissions/ })
  await row.waitFor()
  await expect.poll(() => row.getByRole('cell').allTextContents()).toEqual(['Clients.View\nand 1 unchanged', 'Roles.View\nand 1 unchanged'])
  expect(await findings(page)).toEqual([])
})
