import { expect, it } from 'vitest'
import { createClient, createRow } from '../kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, calm, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const { admin } = app

it('lets a client contact join by invitation on a phone, view, comment and approve', async () => {
  const client = await createClient(app)
  const project = await createProject(app, { clientId: client.id, name: 'Science Commons' })
  const space = await createSpace(app, project, { name: 'Lecture hall', spaceNumber: '201' })
  await createSpace(app, project, { name: 'Foyer', spaceNumber: '202' })
  await createLine(app, space, await createProduct(app, { model: 'QM98T-B' }), { quantity: 2 })
  const [role] = (await admin('GET', '/api/externalRoles')).body.items
  const email = 'ada@northlake.example'
  const invitation = { email, firstName: 'Ada', lastName: 'Okafor', externalRoleId: role.id, projectIds: [project.id] }
  await createRow(app, '/api/invitations', invitation)
  const linkIn = () => app.mails().find(({ to }) => to === email)?.links[0] ?? ''
  await expect.poll(linkIn).not.toBe('')

  const page = await visit(await app.signInAs([], { isNew: true }), { width: 390, height: 844 })
  await page.goto('/logout')
  await page.waitForURL('**/login**')
  await page.goto(new URL(linkIn()).pathname)
  const required = page.locator('form label[data-required]')
  await expect.poll(() => required.allInnerTexts()).toEqual(['First name *', 'Last name *', 'Password *', 'Confirm password *'])
  await page.locator('input[name=password]').fill('Harbor-4721')
  await page.getByLabel('Confirm password').fill('Harbor-4721')
  await page.getByRole('button', { name: 'Accept and sign in' }).click()
  await page.waitForURL('**/dashboard')

  const [guest] = (await admin('GET', '/api/externalUsers', undefined, { query: { search: email } })).body.items
  const entries = [{ subjectType: 1, userId: guest.id, canComment: true, canApprove: true }]
  expect((await admin('PUT', `/api/projects/${project.id}/ExternalAccessList`, { entries })).status).toBe(200)
  await page.goto(`/external-projects/${project.id}`)
  await page.getByText('Nothing has been issued yet. The design appears here').waitFor()
  await createRow(app, `/api/projects/${project.id}/Revisions`, { code: 'CD 50', title: 'Half way', issueDate: '2026-04-01' })
  await page.getByText('You see revision CD 50').waitFor()

  await page.getByRole('link', { name: /201 Lecture hall/ }).click()
  await page.getByText('QM98T-B').first().waitFor()
  // A comment draft on one space is neither lost nor saved to another one.
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await page.getByLabel('Write a comment').fill('Too dark')
  await page.getByRole('link', { name: 'Back to all spaces' }).click()
  await question.getByText('You have unsaved changes on this page! leave anyway?').waitFor()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect.poll(() => page.getByLabel('Write a comment').inputValue()).toBe('Too dark')
  await page.getByRole('link', { name: 'Back to all spaces' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('link', { name: /202 Foyer/ }).click()
  await expect.poll(() => page.getByLabel('Write a comment').inputValue()).toBe('')
  await page.getByRole('link', { name: 'Back to all spaces' }).click()
  await page.getByRole('link', { name: /201 Lecture hall/ }).click()
  await page.getByLabel('Write a comment').fill('Can the lectern stand left?')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('list', { name: 'Comments' }).getByText('Can the lectern stand left?').waitFor()
  await page.getByRole('button', { name: 'Approve CD 50' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve CD 50' })
  await dialog.getByLabel('Note, optional').fill('Fine by us')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Stay' }).click()
  await dialog.getByRole('button', { name: 'Approve CD 50' }).click()
  await page.getByText('Approved', { exact: true }).waitFor()
  await calm(page)
  expect(await findings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  const staff = await visit(admin, { path: `/projects/${project.id}/revisions` })
  await staff.getByText('Fine by us').waitFor()
  await staff.goto(`/projects/${project.id}/comments`)
  await staff.getByText('Can the lectern stand left?').waitFor()
  await staff.goto(`/external-users/${guest.id}`)
  await staff.getByRole('button', { name: 'View as' }).click()
  // The previous page links to the same project, so wait for the navigation.
  await staff.waitForURL('**/external-projects')
  await staff.getByRole('link', { name: 'Science Commons' }).click()
  await staff.getByText('You see what Ada Okafor sees').waitFor()
  await staff.getByText('You see revision CD 50').waitFor()
  await staff.getByRole('button', { name: 'Leave' }).click()
  await staff.getByRole('button', { name: 'View as' }).waitFor()
})

it('shows the last fifty threads, earlier ones on request, and resolved ones separately', async () => {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  await app.sql(
    `insert into comments (project_id, subject, subject_id, text, created_by_id) select $1, 1, $2, 'Said ' || n, $3 from generate_series(1, 51) n`,
    [project.id, space.id, admin.userId],
  )
  const page = await visit(admin, { path: `/projects/${project.id}/spaces/${space.id}/comments` })
  const list = page.getByRole('list', { name: 'Comments', exact: true })
  const commentTexts = () => list.getByRole('article').locator('p').allInnerTexts()
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `Said ${from + index}`)
  await expect.poll(commentTexts).toEqual(numbers(2, 51))
  await page.getByLabel('Write a comment').fill('The last word')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect.poll(async () => (await commentTexts()).at(-1)).toBe('The last word')
  let fails = true
  await page.route('**/api/projects/*/Comments?*page=2*', (route) =>
    fails ? route.fulfill({ status: 500, json: { message: 'Not now.' } }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Show earlier' }).click()
  await page.getByText('Not now.').waitFor()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(commentTexts).toEqual([...numbers(1, 51), 'The last word'])
  expect(await page.getByRole('button', { name: 'Show earlier' }).count()).toBe(0)
  await list.getByRole('listitem').first().getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('button', { name: 'Resolved 1' }).click()
  await page.getByRole('list', { name: 'Resolved comments' }).getByText('Said 1', { exact: true }).waitFor()
  await expect.poll(commentTexts).toEqual([...numbers(2, 51), 'The last word'])
})
