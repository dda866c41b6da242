import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { startApp } from '../kit/start.ts'
import { uniqueName } from '../kit/unique-names.ts'
import { browse, calm, field, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)

const picker = (page: Page, label: string) => page.getByRole('combobox', { name: label, exact: true })
const label = (page: Page, text: string) => page.locator('main label').filter({ hasText: text }).first()

it('marks the client as required unless the project is internal', async () => {
  const page = await visit(app.admin, { path: '/projects/create' })
  await expect.poll(() => label(page, 'Client').innerText()).toMatch(/^Client\s*\*$/)
  await picker(page, 'Type').click()
  await page.getByRole('option', { name: 'Internal' }).click()
  await expect.poll(() => label(page, 'Client').innerText()).toBe('Client')
  await picker(page, 'Type').click()
  await page.getByRole('option', { name: 'Build' }).click()
  await field(page, 'Name').fill('Without a client')
  await page.keyboard.press('Control+s')
  await page.getByText('This field is required!').waitFor()
  expect(await picker(page, 'Client').getAttribute('aria-invalid')).toBe('true')
})

it('creates a missing row from a picker by keyboard, and keeps the form', async () => {
  const name = uniqueName('Zephyr Labs')
  const page = await visit(app.admin, { path: '/projects/create' })
  await field(page, 'Name').fill('Zephyr auditorium')
  await picker(page, 'Client').fill(name)
  const entry = page.getByRole('option', { name: `New client "${name}"` })
  await entry.waitFor()
  await page.keyboard.press('Enter')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New client' })
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(name)
  expect(await dialog.getByRole('textbox').count()).toBe(2)
  expect(await findings(page, '[role="dialog"]:not([hidden])')).toEqual([])

  // Escape closes only the dialog, and the typed text is still in the picker.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => picker(page, 'Client').inputValue()).toBe(name)
  await entry.click()
  await dialog.getByRole('textbox', { name: 'Abbreviation' }).fill('z')
  await page.keyboard.press('Control+s')
  await dialog.getByText('Min of 2 to Max of 6').waitFor()
  await dialog.getByRole('textbox', { name: 'Abbreviation' }).fill('ZEPH')
  await page.keyboard.press('Control+s')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => picker(page, 'Client').inputValue()).toBe(name)
  expect(await field(page, 'Name').inputValue()).toBe('Zephyr auditorium')
  await calm(page)
  expect(await picker(page, 'Client').getAttribute('aria-expanded'), 'the list does not open again').not.toBe('true')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { level: 1, name: 'Zephyr auditorium' }).waitFor()
  const { items } = (await app.admin('GET', '/api/projects', undefined, { query: { search: 'Zephyr auditorium' } })).body
  expect(items[0].client.name).toBe(name)
})

it('creates a row that needs only a name at once, and shows in place why a name is rejected', async () => {
  const name = uniqueName('Aurora Audio')
  const page = await visit(app.admin, { path: '/equipment/new' })
  const manufacturer = picker(page, 'Manufacturer')
  await manufacturer.fill('Aurora  Audio')
  await page.getByRole('option', { name: 'New manufacturer' }).click()
  await page.getByText('White spaces are not allowed!').waitFor()
  await manufacturer.fill(name)
  await expect.poll(() => page.getByText('White spaces are not allowed!').count()).toBe(0)
  const entry = page.getByRole('option', { name: `New manufacturer "${name}"` })
  await entry.waitFor()
  // Another user takes the name before this one chooses it.
  const taken = await app.admin('POST', '/api/Manufactures', { name })
  expect(taken.status).toBe(201)
  await entry.click()
  await page.getByText('This name is already taken.').waitFor()
  await expect.poll(() => manufacturer.inputValue()).toBe(name)
  await manufacturer.fill(`${name} Two`)
  await page.getByRole('option', { name: `New manufacturer "${name} Two"` }).click()
  await page.locator('.dna-toast', { hasText: `${name} Two created.` }).waitFor()
  await expect.poll(() => manufacturer.inputValue()).toBe(`${name} Two`)
})

it('keeps an option in place while the search for it runs, so a click on it is not lost', async () => {
  const name = uniqueName('Kestrel Works')
  expect((await app.admin('POST', '/api/clients', { name, abbreviatedName: 'KEST' })).status).toBe(201)
  const page = await visit(app.admin, { path: '/projects/create' })
  const option = page.getByRole('option', { name })
  await picker(page, 'Client').click()
  await option.waitFor()
  let answer = () => {}
  const clicked = new Promise<void>((done) => {
    answer = done
  })
  await page.route(/search=Kestrel/, async (route) => {
    await clicked
    await route.continue()
  })
  const search = page.waitForRequest(/search=Kestrel/)
  await picker(page, 'Client').fill(name)
  await search
  await page.getByText('Searching…').waitFor({ state: 'detached' })
  expect(await option.count()).toBe(1)
  await option.click()
  answer()
  await expect.poll(() => picker(page, 'Client').inputValue()).toBe(name)
})

it('offers no new row without the permission to create it', async () => {
  const caller = await app.signInAs(['Projects.View', 'Projects.Create', 'Clients.View'])
  const page = await visit(caller, { path: '/projects/create' })
  await picker(page, 'Client').fill('Nobody knows this client')
  await page.getByText('Nothing found', { exact: true }).first().waitFor()
  expect(await page.getByRole('option').count()).toBe(0)
})
