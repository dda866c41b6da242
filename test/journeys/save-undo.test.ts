import { expect, it } from 'vitest'
import { createEquipment } from '../kit/fixtures/catalog.ts'
import { createProject } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, field, pagePath } from './browser.ts'

const app = await startApp()
const visit = browse(app)

async function createClient(name: string, abbreviatedName: string) {
  const answer = await app.admin('POST', '/api/clients', { name, abbreviatedName, phone: '1', website: 'https://a.example' })
  expect(answer.status).toBe(201)
  return answer.body
}
const readClient = async (id: number) => (await app.admin('GET', `/api/clients/${id}`)).body

it('undoes a saved form by writing back exactly the changed fields', async () => {
  const client = await createClient('Undo College', 'UNDO')
  const page = await visit(app.admin, { path: `/clients/${client.id}` })
  await field(page, 'Name').fill('Undone College')
  await field(page, 'Phone').fill('2')
  await page.keyboard.press('Control+s')
  const toast = page.locator('.dna-toast', { hasText: 'Undone College saved.' })
  await toast.waitFor()
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await toast.getByRole('button', { name: 'Undo' }).click()
  const { rowVersion } = await readClient(client.id)
  expect((await sent).postDataJSON()).toEqual({ name: 'Undo College', phone: '1', rowVersion: expect.any(Number) })
  await page.locator('.dna-toast', { hasText: 'Undone.' }).waitFor()
  expect(await readClient(client.id)).toMatchObject({ name: 'Undo College', phone: '1', website: 'https://a.example' })
  expect(rowVersion).toBeGreaterThan(client.rowVersion)
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('Undo College')
  await page.getByRole('heading', { level: 1, name: 'Undo College' }).waitFor()
})

it('does not undo over the change of another user, and says so', async () => {
  const client = await createClient('Contested College', 'CONT')
  const page = await visit(app.admin, { path: `/clients/${client.id}` })
  await field(page, 'Name').fill('Contested College of mine')
  await page.keyboard.press('Control+s')
  const toast = page.locator('.dna-toast', { hasText: 'Contested College of mine saved.' })
  await toast.waitFor()
  expect((await app.admin('PUT', `/api/clients/${client.id}`, { name: 'Contested College of theirs' })).status).toBe(200)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await page.locator('.dna-toast', { hasText: 'Not undone. Contested College of theirs has been changed by someone else.' }).waitFor()
  expect((await readClient(client.id)).name).toBe('Contested College of theirs')
})

it('offers no undo after a row was created', async () => {
  const page = await visit(app.admin, { path: '/clients/new' })
  await field(page, 'Name').fill('Fresh College')
  await field(page, 'Abbreviation').fill('FRSH')
  await page.keyboard.press('Control+s')
  const toast = page.locator('.dna-toast', { hasText: 'Fresh College saved.' })
  await toast.waitFor()
  expect(await toast.getByRole('button', { name: 'Undo' }).count()).toBe(0)
})

it('undoes a part of a project that is saved as a whole', async () => {
  const project = await createProject(app)
  const page = await visit(app.admin, { path: `/projects/${project.id}/budget` })
  const readBudget = async () => (await app.admin('GET', `/api/projects/${project.id}/Budget`)).body.clientBudget
  const before = await readBudget()
  const budget = page.getByRole('textbox', { name: 'Client budget' })
  await budget.fill('2700')
  await page.keyboard.press('Control+s')
  const toast = page.locator('.dna-toast', { hasText: 'Budget saved.' })
  await toast.waitFor()
  await expect.poll(readBudget).toBe(2700)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(readBudget).toBe(before)
  await expect.poll(() => budget.inputValue()).toBe(before === null ? '' : String(before))
})

it('opens the details of equipment with the key e, in the first field', async () => {
  const equipment = await createEquipment(app)
  const page = await visit(app.admin, { path: `/equipment/${equipment.id}` })
  await page.getByRole('link', { name: 'Edit', exact: true }).waitFor()
  await page.keyboard.press('e')
  await expect.poll(() => pagePath(page)).toBe(`/equipment/${equipment.id}/details`)
  const first = page.locator('main form input').first()
  await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await first.inputValue()).not.toBe('e')
})

it('undoes saved labor rates, working time, variables, and a profile', async () => {
  const client = await createClient('Variable College', 'VARC')
  const items = [{ id: null, name: 'Term', label: null, type: 1, value: 'Fall' }]
  expect((await app.admin('PUT', `/api/clients/${client.id}/Variables`, { items })).status).toBe(200)
  const page = await visit(app.admin, { path: '/dna-defaults' })
  const undo = async (text: string) => {
    const toast = page.locator('.dna-toast', { hasText: text })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await toast.waitFor({ state: 'detached' })
  }

  const readRates = async () => (await app.admin('GET', '/api/dnaDefaults')).body.laborRates
  const rates = await readRates()
  const rate = page.getByLabel(`Sell of labor type ${rates[0].laborType}`)
  await rate.fill('123.5')
  await page.getByRole('button', { name: 'Save rates' }).click()
  await expect.poll(async () => (await readRates())[0].sellRate).toBe(123.5)
  await undo('Labor rates saved.')
  await expect.poll(readRates).toEqual(rates)

  const readSchedules = async () => (await app.admin('GET', '/api/workSchedules')).body.schedules
  const schedules = await readSchedules()
  await page.getByRole('button', { name: 'Add schedule' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add schedule' }).click()
  await expect.poll(async () => (await readSchedules()).length).toBe(schedules.length + 1)
  await undo('Schedule saved.')
  await expect.poll(readSchedules).toEqual(schedules)

  const readNames = async () =>
    (await app.admin('GET', `/api/clients/${client.id}/Variables`)).body.items.map(({ name }: { name: string }) => name)
  await page.goto(`/clients/${client.id}`)
  await page.getByRole('button', { name: 'Remove variable 1' }).click()
  await page.getByRole('button', { name: 'Save variables' }).click()
  await expect.poll(readNames).toEqual([])
  await undo('Variables saved.')
  await expect.poll(readNames).toEqual(['Term'])

  const readTitle = async () => (await app.admin('GET', '/api/account/me')).body.jobTitle
  const title = await readTitle()
  await page.goto('/account/profile')
  await page.getByRole('textbox', { name: 'Job title' }).fill('Principal consultant')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect.poll(readTitle).toBe('Principal consultant')
  await undo('Your profile was saved.')
  await expect.poll(readTitle).toBe(title)
  await expect.poll(() => page.getByRole('textbox', { name: 'Job title' }).inputValue()).toBe(title ?? '')
  await expect.poll(() => page.getByRole('button', { name: 'Save profile' }).getAttribute('aria-disabled')).toBe('true')
})
