import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { createProject } from '../kit/fixtures/projects.ts'
import { administrator } from '../kit/settings.ts'
import { type Caller, startApp } from '../kit/start.ts'
import { browse, field, findings, gate } from './browser.ts'

const app = await startApp()
const visit = browse(app)

async function givenClient(name: string, abbreviatedName: string) {
  const answer = await app.admin('POST', '/api/clients', { name, abbreviatedName })
  expect(answer.status).toBe(201)
  return answer.body
}

it('shows both versions after a concurrent save, and merges field by field', async () => {
  const client = await givenClient('Stale College', 'STLC')
  const page = await visit(app.admin, { path: `/clients/${client.id}` })
  await field(page, 'Name').fill('Stale College of mine')
  await field(page, 'Abbreviation').fill('MINE')
  const theirUpdate = await app.admin('PUT', `/api/clients/${client.id}`, {
    ...client,
    name: 'Stale College of theirs',
    abbreviatedName: 'THRS',
  })
  expect(theirUpdate.status).toBe(200)

  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Client was changed in the meantime' })
  await dialog.waitFor()
  await expect.poll(() => dialog.innerText()).toMatch(/Stale College of mine[\s\S]*Stale College of theirs/)
  expect(await findings(page, '[role="dialog"]:not([hidden])')).toEqual([])
  await dialog.getByRole('radio', { name: 'Name, theirs' }).check()
  await dialog.getByRole('button', { name: 'Save these values' }).click()
  await dialog.waitFor({ state: 'detached' })
  const saved = async () => {
    const { name, abbreviatedName } = (await app.admin('GET', `/api/clients/${client.id}`)).body
    return [name, abbreviatedName]
  }
  // The dialog closes before the response arrives.
  await expect.poll(saved).toEqual(['Stale College of theirs', 'MINE'])
})

it('explains why saving is disabled, by pointer and by keyboard, without field errors', async () => {
  const page = await visit(app.admin, { path: '/clients/new' })
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

it('works by keyboard only: the first invalid field is focused, with its message', async () => {
  const page = await visit(app.admin, { path: '/clients' })
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

it('loses no click to an error of the field that is left, and moves nothing when errors appear', async () => {
  const project = await createProject(app)
  const place = async (locator: Locator) => (await locator.boundingBox())!
  for (const width of [1280, 390]) {
    const page = await visit(app.admin, { path: `/projects/${project.id}/spaces`, width, height: 844 })
    const dialog = page.getByRole('dialog', { name: 'New space' })
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true })
    async function typeAndClear() {
      await page.getByRole('button', { name: 'New space' }).last().click()
      await name.fill('x')
      await name.fill('')
    }
    await typeAndClear()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })

    await typeAndClear()
    const save = dialog.getByRole('button', { name: 'Create space' })
    // A phone scrolls to the first error, so the distance from the field counts.
    const distance = async () => (await place(save)).y - (await place(name)).y
    const before = await distance()
    await save.click()
    await dialog.getByText('This field is required!').first().waitFor()
    expect(await distance()).toBe(before)
    expect(await findings(page, '[role="dialog"]:not([hidden])')).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.goto('/clients/new')
    await field(page, 'Name').fill('x')
    await field(page, 'Name').fill('')
    const browseButton = page.getByRole('button', { name: 'Browse' })
    await browseButton.scrollIntoViewIfNeeded()
    const first = await place(browseButton)
    await Promise.all([page.waitForEvent('filechooser'), browseButton.click()])
    await page.getByText('This field is required!').waitFor()
    expect(await place(browseButton)).toEqual(first)
  }
})

it('keeps typed values after a rejection and after signing in again', async () => {
  await givenClient('Taken College', 'TKNC')
  const signIn = async () => {
    const { body } = await app.call('POST', '/api/account/login', { email: administrator.email, password: administrator.password })
    return body.token.replace(/^Bearer /, '') as string
  }
  const first = await signIn()
  const page = await visit(Object.assign(app.admin.bind(null), app.admin, { token: first }) as Caller, { path: '/clients/new' })
  await field(page, 'Name').fill('Taken College')
  await field(page, 'Abbreviation').fill('TKND')
  await page.keyboard.press('Control+s')
  await page.getByText('This name is already taken.').waitFor()
  await expect.poll(() => field(page, 'Abbreviation').inputValue()).toBe('TKND')
  await field(page, 'Name').fill('Free College')

  // The session ends in another browser; the next save leads to the sign-in page.
  await app.call('POST', '/api/account/logout', {}, { token: first })
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/login/)
  // Waits until the ended session is cleared before another one begins.
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.waitForFunction(() => localStorage.getItem('token') === null)
  const second = await signIn()
  await page.evaluate((token) => localStorage.setItem('token', `Bearer ${token}`), second)
  await page.evaluate((user) => localStorage.setItem('user', user), JSON.stringify((await app.admin('GET', '/api/account/me')).body))
  await page.goto('/clients/new')
  await page.getByText('Your unsaved changes are still here.').waitFor()
  await expect
    .poll(async () => [await field(page, 'Name').inputValue(), await field(page, 'Abbreviation').inputValue()])
    .toEqual(['Free College', 'TKND'])
  await page.getByRole('button', { name: 'Discard them' }).click()
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('')
})

it('keeps values typed during a save, and saves them too if requested', async () => {
  const client = await givenClient('Slow College', 'SLOW')
  const page = await visit(app.admin, { path: `/clients/${client.id}` })
  const readStored = async () => (await app.admin('GET', `/api/clients/${client.id}`)).body.name
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
    await expect.poll(readStored).toBe(first)
    await field(page, 'Name').fill(second)
    if (isAsked) await page.keyboard.press('Control+s')
    answer.open()
    await expect.poll(readStored).toBe(isAsked ? second : first)
    if (!isAsked) await page.getByRole('status').filter({ hasText: '1 change' }).waitFor()
    expect(await field(page, 'Name').inputValue()).toBe(second)
    await page.unrouteAll({ behavior: 'wait' })
  }
})

it('saves part of a project again if requested during a save', async () => {
  const project = await createProject(app)
  const page = await visit(app.admin, { path: `/projects/${project.id}/budget` })
  const readStored = async () => (await app.admin('GET', `/api/projects/${project.id}/Budget`)).body.clientBudget
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
  await expect.poll(readStored).toBe(2700)
  await budget.fill('2800')
  await page.keyboard.press('Control+s')
  open()
  await expect.poll(readStored).toBe(2800)
})

it('keeps dialog values over a reload', async () => {
  const client = await givenClient('Dialog College', 'DLGC')
  const project = (await app.admin('POST', '/api/projects', { name: 'Dialog project', clientId: client.id })).body.id
  const page = await visit(app.admin, { path: `/projects/${project}/spaces` })
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
  await page.getByRole('heading', { level: 1, name: 'Half a boardroom' }).waitFor()
  await page.getByRole('button', { name: 'Add the next' }).click()
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('')
})

it('replaces the value of a dialog field when typing after Tab', async () => {
  const project = await createProject(app)
  await app.admin('POST', `/api/buildings/${project.buildings[0].id}/Levels`, { name: 'Mezzanine' })
  const page = await visit(app.admin, { path: `/projects/${project.id}/spaces` })
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

it('uses Enter for the open list: nothing is sent during selection', async () => {
  const project = await createProject(app)
  const page = await visit(app.admin, { path: `/projects/${project.id}/spaces` })
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
  await page.getByText('Nothing found', { exact: true }).filter({ visible: true }).waitFor()
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
  await page.getByRole('heading', { level: 1, name: 'Boardroom' }).waitFor()
  expect(sent).toHaveLength(1)
})

it('shows saved values before any refetch', async () => {
  const client = await givenClient('Known College', 'KNWN')
  const page = await visit(app.admin, { path: `/clients/${client.id}` })
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

it('opens a hovered row without refetching it', async () => {
  const client = await givenClient('Pointed College', 'PNTD')
  const page = await visit(app.admin, { path: '/clients' })
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
