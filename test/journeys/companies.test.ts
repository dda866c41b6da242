import { expect, it } from 'vitest'
import { startFakeHubspot } from '../kit/fake-hubspot.ts'
import { approveContract, createPlan } from '../kit/fixtures/boards.ts'
import { setDefaultRates } from '../kit/fixtures/contracts.ts'
import { createProject } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, field, findings } from './browser.ts'

const token = 'pat-journey'
const fake = await startFakeHubspot(token, {
  '4711': {
    name: 'Harbour College',
    domain: 'harbour.example',
    phone: '+1 555 0100',
    city: 'Salem',
    state: 'Massachusetts',
    country: 'United States',
  },
})
const app = await startApp({
  settings: { fromEnvironment: { 'integrations.hubspot.baseUrl': fake.url, 'integrations.hubspot.accessToken': token } },
})
const visit = browse(app)

it('creates a client by lookup, with contacts and variables', async () => {
  const page = await visit(app.admin, { path: '/clients/new' })
  await field(page, 'Name').fill('Harbour College')
  await field(page, 'Abbreviation').fill('HARB')
  for (let n = 0; n < 4; n++) fake.next.push((_, response) => void response.destroy())
  await page.getByRole('button', { name: 'Look up' }).click()
  const lookup = page.getByRole('dialog', { name: 'Look up in HubSpot' })
  await lookup.getByRole('button', { name: /Harbour College/ }).click()
  expect(fake.next).toEqual([])
  await page.getByText('Linked; filled in website, phone, address.').waitFor()
  await expect.poll(() => field(page, 'Website').inputValue()).toBe('https://harbour.example')
  await expect.poll(() => field(page, 'City').inputValue()).toBe('Salem')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Harbour College' }).waitFor()
  await page.getByRole('region', { name: 'HubSpot' }).getByRole('link', { name: 'Open in HubSpot' }).waitFor()

  await page.getByRole('button', { name: 'Add contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'New contact' })
  await field(page, 'First name').fill('Evelyn')
  await field(page, 'Last name').fill('Marsh')
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill('evelyn')
  await dialog.getByRole('button', { name: 'Create contact' }).click()
  await dialog.getByText('E-mail must be valid').waitFor()
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill('evelyn.marsh@harbour.example')
  await dialog.getByRole('button', { name: 'Create contact' }).click()
  const contacts = page.getByRole('table', { name: 'Contacts' })
  await contacts.getByRole('button', { name: 'Evelyn Marsh', exact: true }).waitFor()
  await page.getByRole('region', { name: 'At a glance' }).getByRole('status', { name: 'Contacts' }).getByText('1').waitFor()

  await contacts.getByRole('row', { name: /Evelyn Marsh/ }).hover()
  await contacts.getByRole('button', { name: 'Actions for Evelyn Marsh' }).click()
  await page.getByRole('menuitem', { name: 'Make primary' }).click()
  await contacts.getByText('Primary').waitFor()

  await page.getByRole('button', { name: 'Add variable' }).click()
  await page.getByRole('textbox', { name: 'Name of variable 1' }).fill('Standard Version')
  const head = page.getByRole('table', { name: 'Variables' }).getByRole('columnheader', { name: 'Name', exact: true })
  expect(await head.evaluate((cell) => getComputedStyle(cell, '::after').content)).toContain('*')
  await page.getByText('Only letters, digits and _ are valid, a letter first').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Save variables' }).isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: 'Name of variable 1' }).fill('StandardVersion')
  await page.getByRole('textbox', { name: 'Value of StandardVersion' }).fill('4.2')
  await page.getByRole('button', { name: 'Add variable' }).click()
  await page.getByRole('textbox', { name: 'Name of variable 2' }).fill('Sheets')
  await page.getByRole('combobox', { name: 'Type of variable 2' }).click()
  await page.getByRole('option', { name: 'Counter' }).click()
  await page.getByRole('button', { name: 'Value of Sheets: more' }).click()
  await page.getByRole('button', { name: 'Save variables' }).click()
  await page.getByText('Variables saved.').waitFor()
  expect(await findings(page)).toEqual([])

  await page.reload()
  await page.getByRole('table', { name: 'Contacts' }).getByRole('button', { name: 'Evelyn Marsh', exact: true }).waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Value of StandardVersion' }).inputValue()).toBe('4.2')
  await expect.poll(() => page.getByRole('textbox', { name: 'Value of Sheets' }).inputValue()).toBe('1')
})

it('shows the projects, contracts and money of a client', async () => {
  await setDefaultRates(app)
  const { body: client } = await app.admin('POST', '/api/clients', { name: 'Money Client', abbreviatedName: 'MONEY' })
  const project = await createProject(app, { name: 'Concert hall', clientId: client.id })
  const { contract } = await createPlan(app, project, [{ hours: 40 }], { feeType: 2, fee: 7000 })
  await approveContract(app, contract)
  const page = await visit(app.admin, { path: `/clients/${client.id}` })
  const figures = page.getByRole('region', { name: 'Projects and money' })
  await expect.poll(() => figures.getByRole('status').allInnerTexts()).toEqual(['1', '1', '$7,000', '$0'])
  await figures.getByRole('img', { name: 'Contracts by status: Approved 1' }).waitFor()
  await page.getByRole('table', { name: 'Projects' }).getByRole('link', { name: 'Concert hall' }).waitFor()
  await page.getByRole('table', { name: 'Contracts' }).getByRole('link', { name: contract.name }).click()
  await page.waitForURL(`**/projects/${project.id}/contracts/${contract.id}`)

  for (const look of [{}, { dark: true }, { width: 390, height: 844 }]) {
    const other = await visit(app.admin, { path: `/clients/${client.id}`, ...look })
    await other.getByText('$7,000', { exact: true }).first().waitFor()
    expect(await findings(other, 'main')).toEqual([])
    expect(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }

  // Revenue is absent without its permission, and everything about projects without theirs.
  const planner = await visit(await app.signInAs(['Clients.View', 'Projects.View', 'ProjectContracts.View']), {
    path: `/clients/${client.id}`,
  })
  await expect
    .poll(() => planner.getByRole('region', { name: 'Projects and money' }).getByRole('status').allInnerTexts())
    .toEqual(['1', '1', '$0'])
  const reader = await visit(await app.signInAs(['Clients.View']), { path: `/clients/${client.id}` })
  await reader.getByRole('heading', { name: 'Variables' }).waitFor()
  expect(await reader.getByRole('region', { name: 'Projects and money' }).count()).toBe(0)
  expect(await reader.getByRole('heading', { name: 'Contracts' }).count()).toBe(0)
})

it('accepts only digits in a numeric field, and no spaces', async () => {
  const address = { country: 'US', postalCode: '' }
  const { body: client } = await app.admin('POST', '/api/clients', { name: 'Digit Client', abbreviatedName: 'DIGIT', address })
  const page = await visit(app.admin, { path: `/clients/${client.id}` })
  const code = page.getByRole('textbox', { name: 'Postal code' })
  await code.click()
  await code.pressSequentially('1 2a 3')
  expect(await code.inputValue()).toBe('123')
})

it('links the number above product families to their manufacturer', async () => {
  const { body: maker } = await app.admin('POST', '/api/Manufactures', { name: 'Chip Maker' })
  const page = await visit(app.admin, { path: `/manufacturers/${maker.id}/product-families` })
  await page.getByRole('link', { name: `Open ${maker.id}`, exact: true }).click()
  await page.waitForURL(`**/manufacturers/${maker.id}`)
  await page.getByRole('button', { name: `Copy ${maker.id}`, exact: true }).waitFor()
})

it('shows a company without contacts to users without the permission', async () => {
  const { body: client } = await app.admin('POST', '/api/clients', { name: 'Quiet Client', abbreviatedName: 'QUIET' })
  const page = await visit(await app.signInAs(['Clients.View']), { path: `/clients/${client.id}` })
  await page.getByRole('heading', { name: 'Variables' }).waitFor()
  await expect.poll(() => page.getByRole('heading', { name: 'Contacts' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Add variable' }).count()).toBe(0)
})

it('reorders categories by keyboard and by drag', async () => {
  const page = await visit(app.admin, { path: '/equipment-categories' })
  const names = () => page.locator('tbody a[data-name]').allTextContents()
  await page.getByRole('link', { name: 'Microphones' }).waitFor()
  const before = await names()
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}: arrow up or down` })
  await handle(before[1]!).focus()
  await page.keyboard.press('ArrowUp')
  await page.getByText(`${before[1]} is now 1 of ${before.length}.`).waitFor({ state: 'attached' })
  await expect.poll(names).toEqual([before[1], before[0], ...before.slice(2)])
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  // Dropping on the upper half inserts before a row, on the lower half after it.
  await handle(before[3]!).dragTo(row(before[1]!), { targetPosition: { x: 200, y: 5 } })
  await expect.poll(names).toEqual([before[3], before[1], before[0], before[2], ...before.slice(4)])
  await handle(before[1]!).dragTo(row(before[2]!), { targetPosition: { x: 200, y: 30 } })
  await expect.poll(names).toEqual([before[3], before[0], before[2], before[1], ...before.slice(4)])
  await row(before[1]!).getByRole('button', { name: 'Actions for' }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect.poll(names).toEqual([before[3], before[0], before[1], before[2], ...before.slice(4)])
  await page.reload()
  await page.getByRole('link', { name: 'Microphones' }).waitFor()
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual([before[3], before[0], before[1]])
})
