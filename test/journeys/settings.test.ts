import { expect, it } from 'vitest'
import { createClient, createRow } from '../kit/fixtures/catalog.ts'
import { startApp } from '../kit/start.ts'
import { browse, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const path = '/app-settings'
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64')

it('shows settings by section and changes one with the input of its type', async () => {
  const page = await visit(app.admin, { path })
  await page.getByRole('button', { name: 'Session ends when idle', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Session ends when idle' })
  const value = dialog.getByRole('textbox', { name: 'Value' })
  await expect.poll(() => value.inputValue()).toBe('12')
  await value.fill('500')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Only whole numbers from 1 to 168 are valid').waitFor()
  await value.fill('10')
  await page.keyboard.press('Enter')
  await page.getByText('Session ends when idle saved.').waitFor()
  await page.getByRole('row', { name: /Session ends when idle 10 / }).waitFor()
  await page.getByText('Session ends when idle saved.').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row', { name: /Session ends when idle 12 / }).waitFor()

  await page.getByRole('button', { name: 'Product name', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Value' }).fill('Westbrook AV')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Westbrook AV, dashboard' }).waitFor()
  await expect.poll(() => page.title()).toBe('Settings · Westbrook AV')

  await page.getByRole('row', { name: /Product name/ }).hover()
  await page
    .getByRole('row', { name: /Product name/ })
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Reset' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('link', { name: 'DNA, dashboard' }).waitFor()
})

it('creates an unreadable secret, keeps it when unchanged, and confirms before losing input', async () => {
  const page = await visit(app.admin, { path })
  await page.getByRole('button', { name: 'New setting' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Key' }).fill('bridge.token')
  await dialog.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Secret' }).click()
  await dialog.getByLabel('Value', { exact: true }).fill('never-shown')
  await dialog.getByRole('button', { name: 'Create setting' }).click()
  await page.getByText('bridge.token saved.').waitFor()
  await page.getByRole('row', { name: /bridge\.token ••••••••/ }).waitFor()
  expect(await page.content()).not.toContain('never-shown')

  await page.getByRole('button', { name: 'bridge.token', exact: true }).click()
  await dialog.getByText('leave this empty to keep it').waitFor()
  await dialog.getByRole('textbox', { name: 'Description' }).fill('For the bridge')
  await page.keyboard.press('Escape')
  await page.getByText('You have unsaved changes on this page! leave anyway?').waitFor()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('For the bridge').waitFor()
  const [stored] = await app.sql(`select value from app_settings where key = 'bridge.token'`)
  expect(stored!.value).toMatch(/^sealed:/)
  await page.getByRole('textbox', { name: 'Search settings' }).fill('bridge')
  await expect.poll(() => page.getByRole('button', { name: 'Session ends when idle', exact: true }).count()).toBe(0)
})

it('is readable with view permission, and hidden otherwise', async () => {
  const reader = await visit(await app.signInAs(['AppSettings.View']), { path })
  await expect.poll(() => reader.getByRole('button', { name: 'New setting' }).count()).toBe(0)
  await reader.getByRole('button', { name: 'Audit log', exact: true }).click()
  await reader.getByRole('dialog').getByRole('button', { name: 'Close' }).last().waitFor()
  await expect.poll(() => reader.getByRole('dialog').getByRole('button', { name: 'Save' }).count()).toBe(0)
  const other = await visit(await app.signInAs(['Projects.View']), { path })
  await other.waitForURL('**/not-authorizd?redirected=%2Fapp-settings')
})

it('lists shared assets with a picture, a download and a link', async () => {
  const page = await visit(app.admin, { path: '/assets' })
  await page.getByRole('button', { name: 'New shared asset' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Firm logo')
  await dialog.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Logo' }).click()
  await dialog.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
  await dialog.getByText('logo.png').waitFor()
  await dialog.getByRole('button', { name: 'Create shared asset' }).click()
  await page.getByText('Firm logo saved.').waitFor()
  const download = page.getByRole('link', { name: 'Download Firm logo' })
  await download.waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(file.suggestedFilename()).toBe('logo.png')

  await page.goto(path)
  await page.getByRole('button', { name: 'Logo', exact: true }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Value' }).click()
  await page.getByRole('option', { name: 'Firm logo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.locator('nav img[src*="/logo.png"]').waitFor()

  const guest = await visit(await app.signInAs([], { external: true }), { path: '/assets' })
  await guest.getByText('No shared assets yet.').waitFor()
  await expect.poll(() => guest.getByRole('button', { name: 'New shared asset' }).count()).toBe(0)
})

it('redirects from a project id to the project, and shows a not-found page', async () => {
  const client = await createClient(app)
  const project = await createRow(app, '/api/projects', { name: 'Library', clientId: client.id })
  const page = await visit(app.admin)
  await page.goto(`/view-project/${project.id}`)
  await page.waitForURL(`**/projects/${project.id}`)
  await page.goto('/view-project/999999')
  await page.getByText('not found').first().waitFor()
  await page.goto('/not-authorized?redirected=%2Fusers')
  await page.waitForURL('**/not-authorizd?redirected=%2Fusers')

  await page.goto('/integrations/no-such-page')
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
  const other = await visit(await app.signInAs(['Projects.View']), { path: '/integrations/jira' })
  await other.waitForURL('**/not-authorizd?redirected=%2Fintegrations%2Fjira')
})

it('has no axe findings in both themes with a setting open', async () => {
  for (const dark of [false, true]) {
    const page = await visit(app.admin, { dark, path })
    await page.getByRole('button', { name: 'Testing notice', exact: true }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Value' }).waitFor()
    expect.soft(await findings(page, '[role=dialog]'), dark ? 'dark' : 'light').toEqual([])
  }
})

it('links to the HubSpot settings with permission, and names whom to contact otherwise', async () => {
  const client = await createClient(app, { name: 'Harbor City Library' })
  const panel = async (caller: typeof app.admin) => {
    const page = await visit(caller, { path: `/clients/${client.id}` })
    return page.getByRole('region', { name: 'HubSpot' })
  }
  await (await panel(await app.signInAs(['Clients.View']))).getByText('Ask an administrator to connect it.').waitFor()
  const own = await panel(app.admin)
  await own.getByText('Enter its service key in Connections.').waitFor()
  await own.getByRole('link', { name: 'Connections' }).click()
  await own.page().waitForURL('**/integrations/settings')
})

it('shows the secret of a new webhook once', async () => {
  const page = await visit(app.admin, { path: '/webhooks/new' })
  await page.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.com/dna')
  await page.getByRole('combobox', { name: 'Events' }).click()
  await page.getByRole('option', { name: 'Every event' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create' }).click()
  const dialog = page.getByRole('dialog', { name: 'The secret of this webhook' })
  await dialog
    .getByText(/whsec_/)
    .or(dialog.locator('input'))
    .first()
    .waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'hooks.example.com' }).waitFor()
  expect(await dialog.count()).toBe(0)
})
