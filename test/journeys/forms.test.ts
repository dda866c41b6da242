import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createProject } from '../kit/fixtures/projects.ts'
import { administrator } from '../kit/settings.ts'
import { type Caller, startApp } from '../kit/start.ts'
import { browse, findings, gate } from './browser.ts'

const house = await startApp()
const visit = browse(house)
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function givenClient(name: string, abbreviatedName: string) {
  const answer = await house.admin('POST', '/api/clients', { name, abbreviatedName })
  expect(answer.status).toBe(201)
  return answer.body
}

it('shows both versions when somebody else saved first, and keeps what is chosen field by field', async () => {
  const client = await givenClient('Stale College', 'STLC')
  const page = await visit(house.admin, { path: `/clients/${client.id}` })
  await field(page, 'Name').fill('Stale College of mine')
  await field(page, 'Abbreviation').fill('MINE')
  const theirs = await house.admin('PUT', `/api/clients/${client.id}`, {
    ...client,
    name: 'Stale College of theirs',
    abbreviatedName: 'THRS',
  })
  expect(theirs.status).toBe(200)

  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Client was changed in the meantime' })
  await dialog.waitFor()
  await expect.poll(() => dialog.innerText()).toMatch(/Stale College of mine[\s\S]*Stale College of theirs/)
  expect(await findings(page, '[role="dialog"]:not([hidden])')).toEqual([])
  await dialog.getByRole('radio', { name: 'Name, theirs' }).check()
  await dialog.getByRole('button', { name: 'Save these values' }).click()
  await dialog.waitFor({ state: 'detached' })
  const saved = async () => {
    const { name, abbreviatedName } = (await house.admin('GET', `/api/clients/${client.id}`)).body
    return [name, abbreviatedName]
  }
  // The dialog closes before the response arrives.
  await expect.poll(saved).toEqual(['Stale College of theirs', 'MINE'])
})

it('says why it cannot be saved yet, to the pointer and to the keys, and what is wrong with none of its fields', async () => {
  const page = await visit(house.admin, { path: '/clients/new' })
  const create = page.getByRole('button', { name: 'Create', exact: true })
  const reason = page.getByRole('tooltip', { name: 'Nothing is filled in yet' })
  await expect.poll(() => create.isDisabled()).toBe(true)
  await create.hover({ force: true })
  await reason.waitFor()
  await page.mouse.move(0, 0)
  await reason.waitFor({ state: 'hidden' })
  await create.focus()
  await reason.waitFor()
  await expect.poll(() => create.getAttribute('aria-describedby')).toBe(await reason.getAttribute('id'))

  await field(page, 'Name').fill('Refused College')
  await field(page, 'Abbreviation').fill('REFC')
  await page.route('**/api/clients', (route) =>
    route.fulfill({
      status: 400,
      json: {
        errorType: 'Validation',
        errors: ['Taken.', 'The quota is used up.'],
        fields: { name: ['Taken.'], quota: ['The quota is used up.'] },
      },
    }),
  )
  await create.click()
  await page.locator('.dna-toast', { hasText: 'The quota is used up.' }).waitFor()
  await page.locator('form').getByText('Taken.').waitFor()
})

it('is filled by keys alone: the first wrong field has the focus, and its words are those of the rule', async () => {
  const page = await visit(house.admin, { path: '/clients' })
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: 'Search clients' }))
    .first()
    .waitFor()
  await page.keyboard.press('n')
  await page.getByRole('heading', { level: 1, name: 'New client' }).waitFor()
  await field(page, 'Name').focus()
  await page.keyboard.type('Keyboard  College')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+s')
  await page.getByText('White spaces are not allowed!').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
  const focused = () => field(page, 'Name').evaluate((input) => input === document.activeElement)
  // Another field with an error has the focus for a moment.
  await expect.poll(focused).toBe(true)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Keyboard College')
  await field(page, 'Abbreviation').focus()
  await page.keyboard.type('keyb')
  await page.keyboard.press('Control+s')
  await page.getByText("Min of 2 to Max of 6 Capital Letters, Numbers, or special characters '_', '-' or '.'").waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('KEYB')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { level: 1, name: 'Keyboard College' }).waitFor()
})

it('loses nothing that was typed: not by a refusal, not by signing in again', async () => {
  await givenClient('Taken College', 'TKNC')
  const signIn = async () => {
    const { body } = await house.call('POST', '/api/account/login', { email: administrator.email, password: administrator.password })
    return body.token.replace(/^Bearer /, '') as string
  }
  const first = await signIn()
  const page = await visit(Object.assign(house.admin.bind(null), house.admin, { token: first }) as Caller, { path: '/clients/new' })
  await field(page, 'Name').fill('Taken College')
  await field(page, 'Abbreviation').fill('TKND')
  await page.keyboard.press('Control+s')
  await page.getByText('This name is already taken.').waitFor()
  await expect.poll(() => field(page, 'Abbreviation').inputValue()).toBe('TKND')
  await field(page, 'Name').fill('Free College')

  // The session ends in another browser; the next save leads to the sign-in page.
  await house.call('POST', '/api/account/logout', {}, { token: first })
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/login/)
  // Waits until the ended session is cleared before another one begins.
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.waitForFunction(() => localStorage.getItem('token') === null)
  const second = await signIn()
  await page.evaluate((token) => localStorage.setItem('token', `Bearer ${token}`), second)
  await page.evaluate((user) => localStorage.setItem('user', user), JSON.stringify((await house.admin('GET', '/api/account/me')).body))
  await page.goto('/clients/new')
  await page.getByText('Your unsaved changes are still here.').waitFor()
  await expect
    .poll(async () => [await field(page, 'Name').inputValue(), await field(page, 'Abbreviation').inputValue()])
    .toEqual(['Free College', 'TKND'])
  await page.getByRole('button', { name: 'Discard them' }).click()
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('')
})

it('keeps what is typed while it is being saved, and saves it, too, where that was asked for', async () => {
  const client = await givenClient('Slow College', 'SLOW')
  const page = await visit(house.admin, { path: `/clients/${client.id}` })
  const kept = async () => (await house.admin('GET', `/api/clients/${client.id}`)).body.name
  for (const [first, second, isAsked] of [
    ['Slow College of one', 'Slow College of two', false],
    ['Slow College of three', 'Slow College of four', true],
  ] as const) {
    const answer = gate()
    await page.route(`**/api/clients/${client.id}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      const response = await route.fetch()
      await answer.passed
      await route.fulfill({ response })
    })
    await field(page, 'Name').fill(first)
    await page.keyboard.press('Control+s')
    await expect.poll(kept).toBe(first)
    await field(page, 'Name').fill(second)
    if (isAsked) await page.keyboard.press('Control+s')
    answer.open()
    await expect.poll(kept).toBe(isAsked ? second : first)
    if (!isAsked) await page.getByRole('status').filter({ hasText: '1 change' }).waitFor()
    expect(await field(page, 'Name').inputValue()).toBe(second)
    await page.unrouteAll({ behavior: 'wait' })
  }
})

it('saves a part of a project again, too, where it was asked for while it was being saved', async () => {
  const project = await createProject(house)
  const page = await visit(house.admin, { path: `/projects/${project.id}/budget` })
  const kept = async () => (await house.admin('GET', `/api/projects/${project.id}/Budget`)).body.clientBudget
  const budget = page.getByRole('textbox', { name: 'Client budget' })
  const { passed, open } = gate()
  await page.route('**/Budget', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    const response = await route.fetch()
    await passed
    await route.fulfill({ response })
  })
  await budget.fill('2700')
  await page.keyboard.press('Control+s')
  await expect.poll(kept).toBe(2700)
  await budget.fill('2800')
  await page.keyboard.press('Control+s')
  open()
  await expect.poll(kept).toBe(2800)
})

it('keeps what was typed in a dialog over a reload', async () => {
  const client = await givenClient('Dialog College', 'DLGC')
  const project = (await house.admin('POST', '/api/projects', { name: 'Dialog project', clientId: client.id })).body.id
  const page = await visit(house.admin, { path: `/projects/${project}/spaces` })
  const open = async () => {
    await page.getByRole('button', { name: 'New space' }).first().click()
    return page.getByRole('dialog', { name: 'New space' })
  }
  const dialog = await open()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Half a boardroom')
  page.once('dialog', (question) => question.accept())
  await page.reload()
  await open()
  await dialog.getByText('Your unsaved changes are still here.').waitFor()
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Half a boardroom')
  await page.keyboard.press('Control+s')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Half a boardroom').first().waitFor()
  await open()
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('')
})

it('replaces what stands in a field of a dialog by what is typed after Tab', async () => {
  const project = await createProject(house)
  await house.admin('POST', `/api/buildings/${project.buildings[0].id}/Levels`, { name: 'Mezzanine' })
  const page = await visit(house.admin, { path: `/projects/${project.id}/spaces` })
  await page.getByRole('button', { name: 'New space' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New space' })
  const level = dialog.getByRole('combobox', { name: 'Level' })
  await expect.poll(() => level.inputValue()).toMatch(/, /)
  await dialog.getByRole('textbox', { name: 'Number' }).focus()
  await page.keyboard.press('Tab')
  const selected = (element: Element) => element === document.activeElement && document.getSelection()?.toString()
  await expect.poll(() => level.evaluate(selected)).toMatch(/, Level 1$/)
  await page.keyboard.type('mezz')
  await expect.poll(() => level.inputValue()).toBe('mezz')
  await page.keyboard.press('Enter')
  await expect.poll(() => level.inputValue()).toMatch(/, Mezzanine$/)
})

it('keeps Enter for the open list: nothing is sent while somebody is still choosing', async () => {
  const project = await createProject(house)
  const page = await visit(house.admin, { path: `/projects/${project.id}/spaces` })
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && request.url().endsWith('/api/spaces') && sent.push(request.url()))
  const templates = gate()
  await page.route('**/api/spaceTemplates/typeHead**', async (route) => {
    await templates.passed
    await route.continue()
  })
  await page.getByRole('button', { name: 'New space' }).last().click()
  const dialog = page.getByRole('dialog')
  await field(page, 'Name').fill('Boardroom')
  const level = dialog.getByRole('combobox', { name: 'Level' })
  await level.fill('Nowhere')
  await page.getByText('Nothing found', { exact: true }).waitFor()
  await level.press('Enter')
  await dialog.getByRole('combobox', { name: 'Space template' }).focus()
  await page.getByText('Searching…').waitFor()
  await page.keyboard.press('Enter')
  templates.open()
  await level.fill('Level 1')
  await level.press('Enter')
  await expect.poll(() => level.getAttribute('aria-expanded')).toBe('false')
  expect(sent).toEqual([])
  await level.press('Enter')
  await page.getByRole('button', { name: 'Open Boardroom' }).waitFor()
  expect(sent).toHaveLength(1)
})

it('shows what was saved before anything is read again', async () => {
  const client = await givenClient('Known College', 'KNWN')
  const page = await visit(house.admin, { path: `/clients/${client.id}` })
  const { passed, open } = gate()
  await page.route(`**/api/clients/${client.id}`, async (route) => {
    if (route.request().method() === 'GET') await passed
    await route.continue()
  })
  await field(page, 'Name').fill('Renamed College')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { level: 1, name: 'Renamed College' }).waitFor()
  open()
})

it('opens a row that was pointed at without reading it again', async () => {
  const client = await givenClient('Pointed College', 'PNTD')
  const page = await visit(house.admin, { path: '/clients' })
  const link = page.getByRole('link', { name: client.name, exact: true })
  const isRow = (url: string) => url.endsWith(`/api/clients/${client.id}`)
  const isRead = page.waitForResponse((response) => isRow(response.url()))
  await link.hover()
  await isRead
  const { passed, open } = gate()
  await page.route(`**/api/clients/${client.id}`, async (route) => {
    await passed
    await route.continue()
  })
  await link.click()
  await page.getByRole('heading', { level: 1, name: client.name }).waitFor()
  open()
})
