import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addToAccessList, createProject } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)

const readRoleId = async (name: string) =>
  (await app.sql('select id from roles where name = $1 and not is_external', [name]))[0]!.id as number

async function givenUser(lastName: string, role = 'Read Only') {
  const answer = await app.admin('POST', '/api/users', {
    email: `${lastName.toLowerCase()}@example.com`,
    firstName: 'Nora',
    lastName,
    roleId: await readRoleId(role),
    password: 'Piano-Lamp-9812',
  })
  expect(answer.status).toBe(201)
  return answer.body.id as string
}

async function givenRole(name: string, permissions: string[]) {
  const answer = await app.admin('POST', '/api/roles', { name, permissions })
  expect(answer.status).toBe(201)
  return answer.body.id as number
}
const readPermissionNames = async (id: number) =>
  (await app.admin('GET', `/api/roles/${id}`)).body.permissions.map(({ name }: { name: string }) => name).sort()

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const counter = (page: Page) => page.getByRole('region', { name: 'Permissions' }).getByRole('status').first()
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

it('creates a user and shows the password link once', async () => {
  const page = await visit(app.admin, { path: '/users/new' })
  await page.getByRole('textbox', { name: 'First name' }).fill('Ida')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Holm')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ida.holm@example.com')
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Consultant' }).click()
  await page.getByRole('combobox', { name: 'Labor type' }).click()
  await page.getByRole('option', { name: 'BIM, BIM Specialists' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()

  const dialog = page.getByRole('dialog', { name: 'Ida can set a password' })
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Copy link' }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.waitForURL(/\/users\/[0-9a-f-]{36}$/)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Ida Holm' }).waitFor()
  await expect.poll(() => dialog.count()).toBe(0)

  const key = new URL(link).searchParams.get('key')
  const answer = await app.call('POST', '/api/account/ResetPassword', {
    key,
    password: 'Piano-Lamp-9812',
    confirmPassword: 'Piano-Lamp-9812',
  })
  expect(answer.body.user).toMatchObject({ email: 'ida.holm@example.com', defaultLaborType: 5, roles: [{ name: 'Consultant' }] })
})

it('suspends and unsuspends a user, but never oneself', async () => {
  const id = await givenUser('Falk')
  const { body } = await app.call('POST', '/api/account/login', { email: 'falk@example.com', password: 'Piano-Lamp-9812' })
  const page = await visit(app.admin, { path: `/users/${id}` })
  await page.getByRole('button', { name: 'Active' }).click()
  await page.getByRole('menuitem', { name: 'Suspend' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('button', { name: 'Suspended' }).waitFor()
  expect((await app.call('GET', '/api/account/me', undefined, { token: body.token })).status).toBe(401)

  await page.goto('/users?q=falk')
  await expect.poll(() => page.getByRole('row', { name: /Falk/ }).textContent()).toContain('Suspended')
  await page.getByRole('link', { name: 'Falk', exact: true }).click()
  await page.getByRole('button', { name: 'Suspended' }).click()
  await page.getByRole('menuitem', { name: 'Lift suspension' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift suspension' }).click()
  await page.getByRole('button', { name: 'Active' }).waitFor()

  await page.goto(`/users/${app.admin.userId}`)
  await page.getByRole('button', { name: 'Active' }).click()
  const own = page.getByRole('menuitem', { name: 'Suspend' })
  await expect.poll(() => own.isDisabled()).toBe(true)
  await expect.poll(() => own.textContent()).toContain('You cannot suspend yourself')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByText('You cannot change your own role.').isVisible()).toBe(true)
})

it('grants checked permissions: View is added with the first action, with a warning if missing', async () => {
  const page = await visit(app.admin, { path: '/roles/new' })
  await page.getByRole('textbox', { name: 'Name' }).fill('Librarian')
  await expect.poll(() => counter(page).textContent()).toBe('0 of 300')

  await page.getByRole('textbox', { name: 'Search permissions' }).fill('signal')
  await box(page, 'Signal types: Update').check()
  await expect.poll(() => box(page, 'Signal types: View').isChecked()).toBe(true)
  await expect.poll(() => counter(page).textContent()).toBe('2 of 300 (2 added)')
  await box(page, 'Signal types: all').click()
  await expect.poll(() => counter(page).textContent()).toBe('4 of 300 (4 added)')

  await page.getByRole('textbox', { name: 'Search permissions' }).fill('big board net profit')
  await expect.poll(() => page.getByRole('group').count()).toBe(1)
  await box(page, 'Big board: View net summary net profit').check()

  await page.getByRole('textbox', { name: 'Search permissions' }).fill('')
  await box(page, 'Big board: View').uncheck()
  await expect.poll(() => page.getByText('These have permissions without View').textContent()).toContain('Big board')
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/\/roles\/\d+$/)

  const id = Number(page.url().split('/').at(-1))
  expect(await readPermissionNames(id)).toEqual([
    'BigBoard.ViewNetSummaryNetProfit',
    'SignalTypes.Create',
    'SignalTypes.Delete',
    'SignalTypes.Update',
    'SignalTypes.View',
  ])
  await box(page, 'Big board: View').check()
  await box(page, 'Big board: View').uncheck()
  await expect.poll(() => saveButton(page).getAttribute('aria-disabled')).toBe('true')
})

it('moves between the boxes of the matrix with arrow keys and toggles with Space', async () => {
  const id = await givenRole('Keys', ['Leads.View'])
  const page = await visit(app.admin, { path: `/roles/${id}` })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await box(page, 'Leads: View').focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(focused).toBe('Leads: Create')
  await page.keyboard.press('Space')
  await expect.poll(() => box(page, 'Leads: Create').isChecked()).toBe(true)
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe('Projects, buildings and spaces: Create')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(focused).toBe('Leads: all')
  await page.keyboard.press('Control+s')
  await page.getByText('Keys saved.').waitFor()
  expect(await readPermissionNames(id)).toEqual(['Leads.Create', 'Leads.View'])
})

it('continues with a new session when users change their own role', async () => {
  const person = await app.signInAs(['Roles.View', 'Roles.Update', 'AuditLog.View'], { isNew: true })
  const page = await visit(person, { path: `/roles/${person.roleId}` })
  const before = await page.evaluate(() => localStorage.getItem('token'))
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('button', { name: 'Settings' }).click()
  await menu.getByRole('link', { name: 'Audit logs' }).waitFor()
  // A user cannot grant permissions they lack, even to themselves.
  await expect.poll(() => box(page, 'Audit logs: View').isEnabled()).toBe(true)
  await expect.poll(() => box(page, 'Leads: View').isEnabled()).toBe(false)
  await box(page, 'Audit logs: View').uncheck()
  const reloaded = page.waitForEvent('load')
  await saveButton(page).click()
  await reloaded
  await box(page, 'Roles: View').waitFor()
  await expect.poll(() => menu.getByRole('link', { name: 'Audit logs' }).count()).toBe(0)
  await expect.poll(() => page.url()).toContain(`/roles/${person.roleId}`)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).not.toBe(before)
})

it('protects the permissions of the built-in role', async () => {
  const page = await visit(app.admin, { path: `/roles/${await readRoleId('Administrator')}` })
  await expect.poll(() => page.getByText('Administrator is built in').isVisible()).toBe(true)
  await expect.poll(() => counter(page).textContent()).toBe('300 of 300')
  await expect.poll(() => page.getByRole('group').getByRole('checkbox', { disabled: false }).count()).toBe(0)
  await expect.poll(() => saveButton(page).count()).toBe(1)
})

it('shows roles only with permission, and edits only with update permission', async () => {
  const reader = await app.signInAs(['Roles.View', 'DNAUsers.View'])
  const page = await visit(reader, { path: '/roles' })
  await expect.poll(() => page.getByRole('button', { name: 'New role' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Consultant', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Consultant' }).waitFor()
  await expect.poll(() => saveButton(page).count()).toBe(0)
  await expect.poll(() => page.getByRole('group').getByRole('checkbox', { disabled: false }).count()).toBe(0)
  await page.goto(`/users/${app.admin.userId}`)
  await page.getByText('Active', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Active' }).count()).toBe(0)

  const outsider = await visit(await app.signInAs('External Viewer', { external: true }), { path: '/users' })
  await outsider.waitForURL(/not-authorizd\?redirected=%2Fusers$/)
})

it('links an avatar to the user page in a new tab, with permission for that kind of user', async () => {
  const outsider = await app.signInAs('External Viewer', { external: true })
  const project = await createProject(app)
  const added = await app.admin('POST', `/api/projects/${project.id}/ExternalAccessList`, { subjectType: 1, userId: outsider.userId })
  expect(added.status).toBe(201)
  const path = `/projects/${project.id}/external-access-list`
  const page = await visit(app.admin, { path })
  const face = page.getByRole('table').getByRole('link', { name: /, external user$/ })
  expect([await face.getAttribute('href'), await face.getAttribute('target')]).toEqual([`/external-users/${outsider.userId}`, '_blank'])

  const reader = await app.signInAs(['Projects.View', 'ProjectExternalAccessList.View', 'DNAUsers.View'])
  await addToAccessList(app, project, reader.userId)
  const theirPage = await visit(reader, { path })
  await theirPage.getByRole('table').getByRole('row').nth(1).waitFor()
  expect(await theirPage.getByRole('table').getByRole('link').count()).toBe(0)
})

it('stacks first and last name beside the avatar on a phone', async () => {
  await givenUser('Aardvark')
  const page = await visit(app.admin, { width: 390, height: 844, path: '/users?q=Aardvark' })
  const row = page.getByRole('row', { name: /Aardvark/ })
  const left = (name: string) =>
    row.evaluate((row, name) => {
      const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT, ({ textContent }) => (textContent === name ? 1 : 3))
      const range = document.createRange()
      range.selectNode(texts.nextNode() ?? document.body)
      return range.getBoundingClientRect().x
    }, name)
  await row.waitFor()
  expect(await left('Aardvark')).toBeGreaterThan(40)
  expect(await left('Nora')).toBe(await left('Aardvark'))
})

it('limits external roles to external permissions', async () => {
  const page = await visit(app.admin, { path: '/external-roles' })
  await page.getByRole('link', { name: 'External Viewer' }).click()
  await page.getByRole('heading', { level: 1, name: 'External Viewer' }).waitFor()
  await expect.poll(() => counter(page).textContent()).toBe('6 of 6')
  await page.goto('/external-users/new')
  await expect.poll(() => page.getByRole('combobox', { name: 'Labor type' }).count()).toBe(0)
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'External Viewer' }).waitFor()
  await expect.poll(() => page.getByRole('option').count()).toBe(1)
})

it.each([false, true])('has no axe findings in forms and permission selection, dark: %s', async (dark) => {
  const role = `/roles/${await readRoleId('Consultant')}`
  const page = await visit(app.admin, { dark, path: '/users/new' })
  expect.soft(await findings(page), 'a new user').toEqual([])
  await page.goto(role)
  await counter(page).waitFor()
  expect.soft(await findings(page), 'a role').toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await counter(page).waitFor()
  expect.soft(await findings(page), 'on a phone').toEqual([])
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
