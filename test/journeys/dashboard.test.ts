import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { widgets } from '../../src/model/dashboard/widgets.ts'
import { firstDayOf, lastDayOf } from '../../src/model/kit/dates.ts'
import { approveContract, boardPermissions, createPlan } from '../kit/fixtures/boards.ts'
import { createClient, createEquipment, createRow, createUser } from '../kit/fixtures/catalog.ts'
import { createPhase, createPhaseRecord, givenContract, setDefaultRates } from '../kit/fixtures/contracts.ts'
import { createProject } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, calm, connected, findings, gate, readLayoutShifts } from './browser.ts'

const app = await startApp()
const visit = browse(app)
let project: Record<string, any>
let device: Record<string, any>

beforeAll(async () => {
  const client = await createClient(app, { name: 'Westbrook College' })
  project = await createRow(app, '/api/projects', { name: 'Lecture theatre renewal', clientId: client.id })
  device = await createEquipment(app, { tag: 'DIS-98', model: 'QM98T-B', msrpPrice: 14999 })
})

/** Names of the widgets that have something to show. */
const names = (page: Page) => page.locator('main section:not([aria-labelledby], [data-waits]) h2').allTextContents()
const widget = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** The administrator has every widget, in the default order. */
const all = Object.values(widgets).map(({ label }) => label)

it('shows the widgets of a user, with links to their rows', async () => {
  const page = await visit(app.admin, { path: '/dashboard' })
  await widget(page, 'My projects').getByRole('link', { name: 'Lecture theatre renewal' }).waitFor()
  // Widgets with nothing to show appear only while arranging.
  await expect.poll(() => names(page)).not.toContain('Recent equipment')
  const withData = ['Projects by stage and status', 'My projects', 'My hours', 'Recent activity']
  await expect.poll(() => names(page)).toEqual(expect.arrayContaining(withData))
  expect((await names(page))[0]).toBe('Projects by stage and status')
  await page.getByRole('button', { name: 'Arrange' }).click()
  await expect.poll(() => names(page)).toEqual(all)
  const equipment = widget(page, 'Recent equipment')
  await equipment.getByText('No equipment opened yet.').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.goto(`/equipment/${device.id}`)
  await page.getByRole('heading', { name: 'QM98T-B' }).waitFor()
  await page.goto('/dashboard')
  await equipment.getByText('Created', { exact: true }).click()
  await equipment.getByRole('link', { name: 'QM98T-B' }).waitFor()
  await widget(page, 'Recent equipment').getByRole('link', { name: 'QM98T-B' }).waitFor()
  await widget(page, 'Recent equipment').getByText('Accessed', { exact: true }).click()
  await widget(page, 'Recent equipment').getByRole('link', { name: 'QM98T-B' }).waitFor()
  await widget(page, 'Projects by stage and status').getByRole('link', { name: 'Proposal Requested' }).click()
  await page.waitForURL('**/opportunities?projectStatuses=100')
  await page.getByText('Lecture theatre renewal').first().waitFor()
})

it('counts equipment as opened when its page opens, not on hover', async () => {
  const other = await createEquipment(app, { tag: 'DIS-55', model: 'QM55T-B' })
  const page = await visit(app.admin, { path: '/equipment' })
  const isRead = page.waitForResponse((answer) => answer.url().endsWith(`/api/equipments/${other.id}`))
  const link = page.getByRole('main').getByRole('link', { name: /QM55T-B/ })
  await link.hover()
  await isRead
  const opened = async () => (await app.admin('GET', '/api/equipments/Recent?mode=3')).body.items.map(({ id }: { id: number }) => id)
  expect(await opened()).not.toContain(other.id)
  await link.click()
  await page.getByRole('heading', { level: 1, name: 'QM55T-B' }).waitFor()
  await expect.poll(opened).toContain(other.id)
})

it('shows only permitted widgets, and a message when there are none', async () => {
  const page = await visit(await app.signInAs(['Projects.View', 'Equipments.View']), { path: '/dashboard' })
  const nothing = 'Nothing here yet. Your projects, hours, dates and decisions appear here as soon as there are any.'
  await page.getByText(nothing).waitFor()
  await expect.poll(() => names(page)).toEqual([])
  await page.getByRole('button', { name: 'Arrange' }).click()
  await widget(page, 'My projects').getByText('You have no open projects.').waitFor()
  await expect.poll(() => names(page)).toEqual(['My projects', 'Upcoming dates', 'Recent equipment'])
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Open active projects' }).click()
  await page.waitForURL('**/active-projects')
  const emptyPage = await visit(await app.signInAs([]), { path: '/dashboard' })
  await emptyPage.getByText('Your role has no widgets.').waitFor()
  const outside = await visit(await app.signInAs(['ExternalDashboard.ViewAllWidgets', 'DownloadCenter.View'], { external: true }), {
    path: '/dashboard',
  })
  await outside.getByText('Nothing has been shared with you yet.').waitFor()
  await outside.getByRole('button', { name: 'Arrange' }).click()
  await widget(outside, 'My downloads').getByText('No downloads yet.').waitFor()
  await expect.poll(() => names(outside)).toEqual(['My downloads'])
  const guest = await visit(await app.signInAs([], { external: true }), { path: '/dashboard' })
  await guest.getByText('Nothing has been shared with you yet.').waitFor()
})

it('moves a widget by keyboard and by drag, hides and shows it, and saves the layout', async () => {
  const person = await app.signInAs('Administrator', { isNew: true })
  const own = ['myProjects', 'myLeads']
  const order = [...own, ...Object.keys(widgets).filter((key) => !own.includes(key))]
  await person('PUT', '/api/dashboard/Layout', { order, hidden: [] })
  // High enough to show the dragged widget and its target.
  const page = await visit(person, { height: 2000, path: '/dashboard' })
  await widget(page, 'Recent activity').waitFor()
  await page.getByRole('button', { name: 'Arrange' }).click()
  const grip = page.getByRole('button', { name: 'Move My projects' })
  await grip.focus()
  for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key)
  await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(['My leads', 'My projects'])
  await expect.poll(() => grip.evaluate((handle) => handle === document.activeElement)).toBe(true)
  await page.getByText(`My projects is now 2 of ${all.length}.`).waitFor({ state: 'attached' })

  await page.getByRole('button', { name: 'Move Recent activity' }).dragTo(widget(page, 'My leads'), { targetPosition: { x: 40, y: 60 } })
  await expect.poll(async () => (await names(page)).slice(0, 3)).toEqual(['Recent activity', 'My leads', 'My projects'])

  await page.getByRole('button', { name: 'Hide Catalog health' }).click()
  await expect.poll(() => names(page)).not.toContain('Catalog health')
  await page.getByRole('button', { name: 'Done' }).click()
  await calm(page)
  await page.reload()
  await page.getByRole('button', { name: 'Arrange' }).click()
  const first = ['Recent activity', 'My leads', 'My projects']
  const moved = [...first, ...all.filter((name) => !first.includes(name) && name !== 'Catalog health')]
  await expect.poll(() => names(page)).toEqual(moved)
  await page.getByRole('button', { name: 'Catalog health' }).click()
  await expect.poll(async () => (await names(page)).at(-1)).toBe('Catalog health')
})

it('shows utilization and pending approvals, decides them, and follows other users', async () => {
  await setDefaultRates(app)
  const month = new Date().toISOString().slice(0, 7)
  const thisMonth = { startDate: firstDayOf(month), endDate: lastDayOf(month) }
  const person = await app.signInAs(
    [
      'Projects.View',
      'Clients.View',
      'Dashboard.ViewAllWidgets',
      'DNAUsers.View',
      'BigBoard.ViewLaborHoursSummary',
      'ProjectContracts.View',
      'ProjectContracts.Approve',
      'ProjectContracts.SendForUpdate',
      'ProjectContracts.ViewRevenueSums',
      ...boardPermissions('MyBoard'),
    ],
    { isNew: true },
  )
  const [{ role_id: roleId } = {}] = await app.sql('select role_id from users where id = $1', [person.userId])
  const other = await createUser(app, { roleId, defaultLaborType: 1 })
  await createRow(app, '/api/teams', { name: 'Audio team', memberIds: [other.id, person.userId] })
  const engagement = await createProject(app, {
    name: 'Concert hall',
    clientId: (await createClient(app, { name: 'Northgate Arts' })).id,
  })
  const { contract } = await createPlan(app, engagement, [{ userId: person.userId, hours: 40 }], thisMonth)
  await approveContract(app, contract)
  const proposal = await givenContract(app, engagement, { name: 'Foyer displays' })
  const phase = await createPhase(app, proposal, thisMonth)
  await createPhaseRecord(app, proposal, phase, { userId: person.userId, hours: 20 })

  const page = await visit(person, { path: '/dashboard' })
  const [hours, approvals, utilization] = [widget(page, 'My hours'), widget(page, 'Pending approvals'), widget(page, 'Utilization')]
  const first = (name: string | RegExp) => hours.getByRole('row', { name }).getByRole('cell').first()
  await expect.poll(() => first(/^Load of capacity/).textContent()).toMatch(/^60 \/ 1\d\d$/)
  await expect.poll(() => first('Concert hall').textContent()).toBe('40')
  await utilization.getByRole('row', { name: /^Audio team 2/ }).waitFor()
  expect(await names(page)).not.toContain('Pending approvals')
  await utilization.getByText('Labor types', { exact: true }).click()
  await utilization.getByRole('row', { name: /^No labor type/ }).waitFor()
  await widget(page, 'Client ranking').getByText('$7,200').waitFor()
  await connected(page)

  // A contract that another user submits appears live and can be decided here.
  const steps = (step: string, body = {}) => app.admin('PUT', `/api/contracts/${proposal.id}/${step}`, body)
  await steps('SendForApproval')
  await approvals.getByRole('link', { name: 'Foyer displays' }).waitFor()
  expect(await findings(page, 'main')).toEqual([])
  await approvals.getByRole('button', { name: 'Send for update: Foyer displays' }).click()
  const reason = page.getByRole('dialog', { name: 'Send Foyer displays back' })
  await reason.getByLabel('Comment').fill('The rates of last year.')
  await reason.getByRole('button', { name: 'Send for update' }).click()
  await approvals.getByText('No contracts are waiting for your approval.').waitFor()
  await steps('SendForApproval')
  await approvals.getByRole('button', { name: 'Approve: Foyer displays' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await approvals.getByText('No contracts are waiting for your approval.').waitFor()
  await expect.poll(() => first('Concert hall').textContent()).toBe('60')
  await widget(page, 'Client ranking').getByText('$10,800').waitFor()
})

it('isolates a failing widget, and reverts an order that could not be saved', async () => {
  const page = await visit(app.admin, { path: '/dashboard' })
  let fails = true
  await page.route('**/api/dashboard/Widgets/catalogueHealth', (route) =>
    fails ? route.fulfill({ status: 500, json: { message: 'Something went wrong.' } }) : route.continue(),
  )
  const answer = gate()
  await page.route('**/api/dashboard/Widgets/recentActivity', async (route) => {
    await answer.passed
    await route.continue().catch(() => undefined)
  })
  await page.reload()
  const health = widget(page, 'Catalog health')
  await health.getByText('Something went wrong.').waitFor()
  await widget(page, 'My projects').getByRole('link', { name: 'Lecture theatre renewal' }).waitFor()
  await expect.poll(() => widget(page, 'Recent activity').locator('[aria-busy="true"]').count()).toBe(1)
  answer.open()
  fails = false
  await health.getByRole('button', { name: 'Try again' }).click()
  await health.getByText('Require review').waitFor()

  await page.route('**/api/dashboard/Layout', (route) => route.fulfill({ status: 500, json: { message: 'Not today.' } }))
  await page.getByRole('button', { name: 'Arrange' }).click()
  await page.getByRole('button', { name: 'Hide My downloads' }).click()
  await page.getByText('Not today.').waitFor()
  await widget(page, 'My downloads').waitFor()
})

it('causes no layout shift when a widget loads after those below it', async () => {
  await createRow(app, '/api/leads', { name: 'Atrium', clientId: project.client.id, expectedRevenue: 1000, probabilityPercent: 25 })
  const page = await visit(app.admin, { path: '/help' })
  const answer = gate()
  // One widget with a height below its maximum, and one whose remembered height is too small.
  await page.evaluate(() => {
    localStorage.removeItem('widget:My projects')
    localStorage.setItem('widget:Lead funnel', '40')
  })
  for (const late of ['myProjects', 'leadFunnel'])
    await page.route(`**/api/dashboard/Widgets/${late}*`, async (route) => {
      await answer.passed
      await route.continue().catch(() => undefined)
    })
  await page.goto('/dashboard')
  await widget(page, 'Recent activity').waitFor()
  const positions = () =>
    page.locator('main section:not([data-waits])').evaluateAll((all) => all.map((item) => [item.ariaLabel, item.getBoundingClientRect().y]))
  const before = await positions()
  expect(await widget(page, 'My projects').locator('[aria-busy="true"]').count()).toBe(1)
  answer.open()
  await widget(page, 'My projects').getByRole('link', { name: 'Lecture theatre renewal' }).waitFor()
  await widget(page, 'Lead funnel').locator('[aria-busy="false"]').waitFor()
  expect(await positions()).toEqual(before)
  expect(await readLayoutShifts(page)).toEqual([])
})

it('has no axe findings in both themes while arranging, and fits a phone', async () => {
  for (const dark of [false, true]) {
    const page = await visit(app.admin, { dark, path: '/dashboard' })
    await widget(page, 'My projects').getByRole('link', { name: project.name }).waitFor()
    await page.getByRole('button', { name: 'Arrange' }).click()
    expect.soft(await findings(page, 'main'), dark ? 'dark' : 'light').toEqual([])
  }
  const phone = await visit(app.admin, { width: 390, height: 844, path: '/dashboard' })
  await widget(phone, 'My projects').getByRole('link', { name: project.name }).waitFor()
  await expect.poll(() => phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
