import type { Locator, Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { startApp } from '../kit/start.ts'
import { browse, calm, connected, gate, toastMs } from './browser.ts'

const app = await startApp({ settings: { badge: 'TEST' } })
const visit = browse(app)
const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const toastWithText = (page: Page, text: string) => page.locator('.dna-toast', { hasText: text })
const question = (page: Page) => page.getByRole('dialog', { name: 'Unsaved changes' })
const hasFocus = (part: Locator) => part.evaluate((element) => element === document.activeElement)
const openMenuOfPerson = (page: Page) => page.getByRole('button', { name: /account menu/ }).click()

it('has on every page menu, version, badge and title, at the same width for all tabs', async () => {
  const page = await visit(app.admin, { path: '/dashboard' })
  await expect.poll(() => page.title()).toBe('Dashboard · DNA')
  const menu = mainMenu(page)
  const side = menu.locator('..')
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(220)
  await expect.poll(() => side.locator('footer').innerText()).toMatch(/^Version 2\.47\.0\s+TEST$/)
  const groups = await menu.locator('button[aria-expanded]').allTextContents()
  const order = ['Projects', 'Templates', 'Equipment', 'Resource Tracker', 'Manage', 'Companies', 'Internal users', 'External users']
  expect(groups.length).toBeGreaterThan(8)
  expect(groups).toEqual([...order, 'Restore', 'Settings', 'Integrations'].filter((group) => groups.includes(group)))

  const other = await page.context().newPage()
  await other.goto('/clients')
  // Every group has a placeholder in the collapsed menu while its entries load.
  await page.route('**/assets/mini-group*', () => undefined)
  await page.getByRole('button', { name: 'Narrow the menu' }).click()
  await other.getByRole('button', { name: 'Widen the menu' }).waitFor()
  for (const group of groups) expect(await menu.getByRole('button', { name: group, exact: true }).count(), group).toBe(1)
})

it('causes no layout shift in the toolbar while a part of it loads', async () => {
  for (const width of [390, 1280]) {
    const page = await visit(app.admin, { width, height: 844 })
    const code = gate()
    await page.route(/\/assets\/(download-menu|inbox-bell)-[^/]*\.js$/, (route) => code.passed.then(() => route.continue()))
    await page.reload()
    await page.getByRole('button', { name: 'Find anything' }).waitFor()
    const readBoxes = async () => {
      const named = ['Find anything', 'About this page', 'Quick tools', /account menu/].map((name) => page.getByRole('button', { name }))
      return Promise.all(named.map((button) => button.boundingBox()))
    }
    const before = await readBoxes()
    expect(before).not.toContain(null)
    code.open()
    await page.getByRole('button', { name: 'Downloads' }).waitFor()
    await page
      .getByRole('link', { name: /^Inbox/ })
      .and(page.locator('header a'))
      .waitFor()
    expect(await readBoxes(), String(width)).toEqual(before)
  }
})

it('opens the account menu complete, and lists permissions on a testing site', async () => {
  const page = await visit(app.admin)
  const face = page.getByRole('button', { name: /account menu/ })
  const before = await face.boundingBox()
  await openMenuOfPerson(page)
  await page.getByRole('menu').waitFor()
  const entries = await page.getByRole('menuitem').allInnerTexts()
  expect(entries).toEqual(['Profile', 'Personal Settings', 'List Permissions', 'Logout'])
  expect(await face.boundingBox()).toEqual(before)
  await page.getByRole('menuitem', { name: 'List Permissions' }).click()
  await page.getByRole('dialog').getByText('300 permissions of Administrator').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(face)).toBe(true)
})

it('opens the menu over the page on a phone, and restores the focus', async () => {
  const page = await visit(app.admin, { width: 390, height: 844, path: '/clients' })
  const opener = page.getByRole('button', { name: 'Open the menu' })
  const drawer = page.getByRole('dialog', { name: 'DNA' })
  await opener.click()
  await drawer.getByText('Version 2.47.0').waitFor()
  await expect.poll(() => drawer.evaluate((element) => element.getBoundingClientRect().width)).toBe(220)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await expect.poll(() => hasFocus(opener)).toBe(true)
  await opener.click()
  await drawer.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await drawer.waitFor({ state: 'hidden' })
})

it('shows external users only their own pages', async () => {
  const page = await visit(await app.signInAs('External Viewer', { external: true }))
  const menu = mainMenu(page)
  await menu.getByRole('link', { name: 'My downloads' }).waitFor()
  expect(await menu.locator('button[aria-expanded]').count()).toBe(0)
  for (const name of ['Find anything', 'Quick tools']) expect(await page.getByRole('button', { name }).count(), name).toBe(0)
  for (const path of ['/users', '/projects/1/notes', '/equipment?q=a', '/leads']) {
    await page.goto(path)
    await page.waitForURL(`**/not-authorizd?redirected=${encodeURIComponent(path.replace(/\?.*/, ''))}`)
    await page.getByText(path.replace(/\?.*/, ''), { exact: true }).waitFor()
  }
})

it('redirects to internal pages after sign-in, and never to external ones', async () => {
  const page = await visit(app.admin)
  const landing = async (redirect: string) => {
    await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`)
    await page.waitForURL((url) => url.pathname !== '/login')
    return page.url().replace(app.url, '')
  }
  expect(await landing('/clients?q=a')).toBe('/clients?q=a')
  for (const outside of [
    '//evil.example/x',
    'https://evil.example',
    '/\\evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
    '/login',
  ])
    expect(await landing(outside), outside).toBe('/dashboard')

  for (const [body, reason, text] of [
    [{ errorType: 'Relogin' }, 'permissions-updated', 'Your permissions were updated'],
    [{ message: 'Sign in.' }, 'token-expired', 'Your session has expired'],
  ] as const) {
    const refuse = (route: Route) => route.fulfill({ status: 401, json: body })
    await page.route('**/api/Manufactures?**', refuse)
    // The message is temporary, so the wait starts before the navigation.
    const shownMessage = page.getByText(text).waitFor()
    await page.goto('/manufacturers?q=x')
    await page.waitForURL(`**/login?r=${reason}`)
    await shownMessage
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await expect.poll(() => page.locator('.dna-toast').count()).toBe(0)
    await page.unroute('**/api/Manufactures?**')
    await page.goto('/login')
    await page.waitForURL('**/manufacturers?q=x')
  }
})

it('confirms before a link or a reload loses input', async () => {
  const client = (await app.admin('POST', '/api/clients', { name: 'Guarded College', abbreviatedName: 'GRDC' })).body.id
  const page = await visit(app.admin)
  const requestedUrls: string[] = []
  page.on('dialog', (dialog) => {
    requestedUrls.push(dialog.type())
    void dialog.dismiss()
  })
  // A full-page form, a note, and the user's own profile and password.
  for (const [path, label] of [
    ['/clients/new', 'Name'],
    [`/clients/${client}`, 'Note'],
    ['/account/profile', 'Job title'],
    ['/account/profile', 'currentPassword'],
  ] as const) {
    await page.goto(path)
    const box = page.getByRole('textbox', { name: label, exact: true }).or(page.locator(`input[name="${label}"]`))
    await box.fill('Half a thought')
    await mainMenu(page).getByRole('link', { name: 'Dashboard', exact: true }).click()
    await question(page).getByText('You have unsaved changes on this page! leave anyway?', { exact: true }).waitFor()
    await question(page).getByRole('button', { name: 'Stay' }).click()
    await question(page).waitFor({ state: 'hidden' })
    await expect.poll(() => box.inputValue(), { message: path }).toBe('Half a thought')
    const before = requestedUrls.length
    await page.evaluate(() => location.reload())
    await expect.poll(() => requestedUrls.length, { message: path }).toBe(before + 1)
    await mainMenu(page).getByRole('link', { name: 'Dashboard', exact: true }).click()
    await question(page).getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/dashboard')
  }
})

it('keeps the page usable when the code of a part fails to load, and shows it once loaded', async () => {
  const page = await visit(app.admin, { path: '/clients/new' })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Unreached College')
  let isAway = true
  // The part and what it imports.
  await page.route(/assets\/(quick-tools-panel|shared)-/, (route) => (isAway ? route.abort() : route.continue()))
  await page.keyboard.press('Control+q')
  await toastWithText(page, 'Error receiving a response!').waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Unreached College')
  isAway = false
  const tools = page.getByRole('dialog', { name: 'Quick tools' })
  await tools.waitFor()
  await expect.poll(async () => (await tools.boundingBox())?.width).toBe(400)
})

it('reloads a page automatically when the server recovers, and reports the outage once', async () => {
  const page = await visit(app.admin)
  let isAway = true
  const away = { status: 503, json: { errorType: 'Server', message: 'The database is away.' } }
  const { body: client } = await app.admin('POST', '/api/clients', { name: 'Patient College', abbreviatedName: 'PATC' })
  await page.route(`**/api/clients/${client.id}`, (route) => (isAway ? route.fulfill(away) : route.continue()))
  await page.goto(`/clients/${client.id}`)
  await page.getByText('This client could not be read: The database is away.').waitFor()
  isAway = false
  await page.getByRole('heading', { level: 1, name: 'Patient College' }).waitFor()
  expect(await toastWithText(page, 'The database is away.').count()).toBeLessThan(2)
})

it('shows twenty notifications at once, newest on top', async () => {
  const person = await app.signInAs('Administrator')
  const page = await visit(person)
  const notify = (titles: string[]) =>
    app.product.work(async (ctx) => {
      for (const title of titles) ctx.publish([person.userId], 'Notify', { title, text: '', link: null, kind: 'info' })
    })
  await connected(page)
  await notify(Array.from({ length: 21 }, (_, index) => `News ${index + 1}`))
  const shown = async () => (await page.locator('.dna-toast').allInnerTexts()).map((text) => text.trim())
  await expect.poll(shown).toEqual(Array.from({ length: 20 }, (_, index) => `News ${21 - index}`))
})

it('shows errors with catalog messages, at the top right, and loses no input', async () => {
  const page = await visit(app.admin, { path: '/clients/new', clock: true })
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Unlucky College')
  await page.getByRole('textbox', { name: 'Abbreviation' }).fill('UNLC')
  const answers: [answer: object | string, words: string, lasts?: number][] = [
    ['Plain words', 'Plain words', 10_000],
    [{ errorType: 'Validation', errors: ['One', 'Two'] }, 'One\nTwo', 5000],
    [{ errorType: 'Validation' }, 'Unknown error occured!'],
    [{ errors: ['Three'], message: 'unheard' }, 'Three'],
    [{ message: 'Four' }, 'Four'],
    [{ message: 'Five', detail: 'six' }, 'Five\nsix'],
    ['', 'Error receiving a response!'],
  ]
  for (const [answer, text, lasts] of answers) {
    await page.unroute('**/api/clients')
    await page.route('**/api/clients', (route) => {
      if (answer === '') return route.abort()
      if (typeof answer === 'string') return route.fulfill({ status: 500, contentType: 'text/plain', body: answer })
      return route.fulfill({ status: 409, json: answer })
    })
    const lasted = await toastMs(page, text.split('\n')[0]!)
    await page.keyboard.press('Control+s')
    const toast = toastWithText(page, text.split('\n')[0]!)
    await toast.waitFor()
    await expect.poll(async () => (await toast.innerText()).trim()).toBe(text)
    await expect.poll(async () => (await toast.boundingBox())!.x).toBeGreaterThan(1000)
    if (!lasts) await toast.getByRole('button', { name: 'Close' }).click()
    else expect(Math.abs((await lasted()) - lasts)).toBeLessThan(1500)
    await toast.waitFor({ state: 'detached' })
  }
  await expect.poll(() => name.inputValue()).toBe('Unlucky College')
  await page.unroute('**/api/clients')
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { level: 1, name: 'Unlucky College' }).waitFor()
})

it('continues when the browser reports offline, since the server may be local', async () => {
  const page = await visit(app.admin)
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Signal types')
  await page.getByRole('option', { name: 'Signal types' }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/signal-types')
  await page.getByRole('table').getByRole('row').nth(1).waitFor()
  await calm(page)
})
