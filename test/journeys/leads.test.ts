import { expect, it } from 'vitest'
import { startApp } from '../kit/start.ts'
import { browse, calm, field, findings, pick } from './browser.ts'

const app = await startApp()
const visit = browse(app)

const post = async (path: string, body: object) => {
  const answer = await app.admin('POST', `/api/${path}`, body)
  expect(answer.status).toBe(201)
  return answer.body
}

it('turns a call into a project: created, advanced, promoted', async () => {
  await post('clients', { name: 'Harbour Hotel', abbreviatedName: 'HARH' })
  const page = await visit(app.admin, { path: '/leads' })
  await page.getByRole('button', { name: 'New lead' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'New lead' }).waitFor()
  await field(page, 'Name').fill('Conference floor')
  await field(page, 'Expected value').fill('140000')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/\/leads\/\d+$/)
  await page.getByText('No one is assigned to this lead yet').waitFor()

  // Names what is missing, and does nothing.
  const promote = page.getByRole('button', { name: 'Promote' })
  await expect.poll(() => promote.getAttribute('aria-disabled')).toBe('true')
  await promote.click({ force: true })
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('button', { name: 'New Lead' }).click()
  await page.getByRole('menuitem', { name: 'Waiting AC Assignment' }).click()
  await page.getByRole('button', { name: 'Waiting AC Assignment' }).click()
  await expect.poll(() => page.getByRole('menuitem', { name: /Researching Lead/ }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')

  await pick(page, 'Client', 'Harbour Hotel')
  await pick(page, 'Associate consultant', 'Administrator')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Researching Lead' }).waitFor()

  await page.getByRole('button', { name: 'Researching Lead' }).click()
  await page.getByRole('menuitem', { name: 'Paused by Client' }).click()
  const why = page.getByRole('dialog')
  await why.getByRole('button', { name: 'Save' }).click()
  await why.getByText('This field is required!').waitFor()
  await why.getByRole('textbox', { name: 'Comment' }).fill('Waits for the owner')
  await why.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Paused by Client' }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Waits for the owner' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Promote' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Paused by Client' }).click()
  await page.getByRole('menuitem', { name: 'Researching Lead' }).click()

  const address = page.url()
  await page.getByRole('button', { name: 'Promote' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Promote' }).click()
  await page.waitForURL(/\/projects\/\d+$/)
  await page.getByRole('heading', { level: 1, name: 'Conference floor' }).waitFor()
  await page.getByRole('button', { name: 'Proposal Requested' }).waitFor()
  await page.getByRole('heading', { name: 'Promoted' }).or(page.getByText('Promoted')).first().waitFor()

  await page.goto(address)
  await page.waitForURL(/\/projects\/\d+$/)
  const lead = await post('leads', { name: 'Still a lead' })
  await page.goto(`/projects/${lead.id}`)
  await page.waitForURL(new RegExp(`/leads/${lead.id}$`))
  await page.getByRole('heading', { level: 1, name: 'Still a lead' }).waitFor()
})

it('archives a lead and finds it again by its filter', async () => {
  const lead = await post('leads', { name: 'Quiet lead' })
  const page = await visit(app.admin, { path: `/leads/${lead.id}` })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive', exact: true }).click()
  await page.getByText('This lead is archived.').waitFor()
  await page.goto('/leads')
  await page.locator('main h1').waitFor()
  await calm(page)
  await expect.poll(() => page.getByRole('link', { name: 'Quiet lead' }).count()).toBe(0)
  await page.goto('/leads?isArchived=true')
  await page.getByRole('link', { name: 'Quiet lead' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Unarchive' }).click()
  await page.getByText('is back among the leads').waitFor()
})

it('edits an access list, warns before losing access, and assigns companies', async () => {
  await post('architects', { name: 'Northlight Architects' })
  const project = await post('projects', { name: 'Listed work', type: 3 })
  const group = await post('accessGroups', { name: 'Denver studio', userIds: [app.admin.userId] })
  const colleague = await post('users', {
    email: 'colleague@example.com',
    firstName: 'Cora',
    lastName: 'Colleague',
    roleId: (await app.admin('GET', '/api/roles?search=Consultant')).body.items[0].id,
  })
  const page = await visit(app.admin, { path: `/projects/${project.id}/access-list` })
  await page.getByText('everyone who may see projects sees this one').waitFor()
  await pick(page, 'Add a user', 'Cora Colleague')
  await page.getByRole('cell', { name: 'Cora Colleague', exact: true }).waitFor()
  await pick(page, 'Add an access group', 'Denver studio')
  await page.getByRole('cell', { name: /^Denver studio/ }).waitFor()
  const list = (await app.admin('GET', `/api/projects/${project.id}/AccessList`)).body
  expect([list.users[0].id, list.accessGroups[0].id]).toEqual([colleague.id, group.id])
  expect(await findings(page)).toEqual([])
  // Another user removes an entry this page still shows, so the remaining one is the last. The confirmation must not rely on the page's
  // data.
  await page.route('**/AccessList', (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()))
  expect((await app.admin('DELETE', `/api/projects/${project.id}/AccessList/1/${colleague.id}`)).status).toBe(204)
  await page.getByRole('button', { name: 'Remove Denver studio' }).click()
  const question = page.getByRole('dialog', { name: 'Open Listed work to everyone?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute('**/AccessList')
  expect((await app.admin('GET', `/api/projects/${project.id}/AccessList`)).body.accessGroups).toHaveLength(1)

  await page.goto(`/access-groups/${group.id}`)
  await page.getByRole('link', { name: 'Listed work' }).waitFor()

  const other = await post('projects', { name: 'Slippery work', type: 3 })
  const adder = await app.signInAs(['Projects.View', 'ProjectAccessList.View', 'ProjectAccessList.Create'], { isNew: true })
  const theirPage = await visit(adder, { path: `/projects/${other.id}/access-list` })
  await pick(theirPage, 'Add a user', 'Cora Colleague')
  const warning = theirPage.getByRole('dialog', { name: 'You will no longer see Slippery work' })
  await warning.getByRole('button', { name: 'Cancel' }).click()
  expect((await app.admin('GET', `/api/projects/${other.id}/AccessList`)).body.users).toEqual([])
  await pick(theirPage, 'Add a user', 'Cora Colleague')
  await warning.getByRole('button', { name: 'Change it anyway' }).click()
  await expect.poll(async () => (await adder('GET', `/api/projects/${other.id}`)).status).toBe(404)

  await page.goto(`/projects/${project.id}`)
  await page.getByRole('button', { name: 'Add company' }).click()
  const form = page.getByRole('form', { name: 'Add company' })
  await pick(page, 'Company', 'Northlight')
  await form.getByRole('textbox', { name: 'Role' }).fill('Design architect')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('link', { name: 'Northlight Architects' }).waitFor()
  await page.getByRole('button', { name: 'Remove Northlight Architects' }).click()
  await page.getByText('No companies yet').waitFor()
})

it('sets flags for external users, and adds members to groups and teams', async () => {
  const roleId = (await app.admin('GET', '/api/externalRoles')).body.items[0].id
  await post('externalUsers', { email: 'vera@example.com', firstName: 'Vera', lastName: 'Visitor', roleId })
  const project = await post('projects', { name: 'Shown work', type: 3 })
  const page = await visit(app.admin, { path: `/projects/${project.id}/external-access-list` })
  await pick(page, 'Add an external user', 'Vera Visitor')
  await page.getByRole('checkbox', { name: 'Vera Visitor: prices' }).click()
  const entries = async () => (await app.admin('GET', `/api/projects/${project.id}/ExternalAccessList`)).body.entries
  await expect.poll(async () => (await entries())[0]?.showPrices).toBe(true)

  await page.goto('/external-access-groups/new')
  await field(page, 'Name').fill('Visitors')
  await pick(page, 'Add a member', 'Vera Visitor')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Visitors' }).waitFor()
  await page.getByRole('button', { name: 'Remove Vera Visitor' }).waitFor()

  await page.goto('/teams/new')
  await field(page, 'Name').fill('Integration')
  await pick(page, 'Lead', 'Administrator')
  await pick(page, 'Add a member', 'Administrator')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Integration' }).waitFor()
  await page.getByText(/Led by/).waitFor()
})
