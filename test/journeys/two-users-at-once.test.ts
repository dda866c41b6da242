import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createProject, createProjectClient, createSpace } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, connected, findings, gate } from './browser.ts'

/** Two users save the same form in two browsers. Changes of one user are retained; the dialog asks only about fields both changed. */
const app = await startApp()
const visit = browse(app)
const { admin } = app

const clickSave = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

it('syncs concurrent edits of a project', async () => {
  const project = await createProject(app)
  const colleague = await app.signInAs(['Projects.View', 'Projects.Update'], { isNew: true })
  const path = `/projects/${project.id}/details`
  const first = await visit(admin, { path })
  const second = await visit(colleague, { path })
  await field(second, 'Name').waitFor()
  await field(first, 'Name').fill('The first name')
  await field(first, 'City').fill('Denver')
  await field(second, 'Name').fill('The second name')
  await field(second, 'Address').fill('1 Main Street')
  await clickSave(first)
  await first.getByText('The first name saved.').waitFor()
  // The live event does not discard the typed input.
  await second.getByRole('heading', { level: 1, name: 'The first name' }).waitFor()
  expect(await field(second, 'Name').inputValue()).toBe('The second name')
  await clickSave(second)
  const dialog = second.getByRole('dialog', { name: 'Project was changed in the meantime' })
  await dialog.getByRole('row', { name: /^Name/ }).getByText('The first name').waitFor()
  expect(await findings(second, '[role=dialog]')).toEqual([])
  expect((await dialog.getByRole('rowheader').allInnerTexts()).filter((name) => name !== '')).toEqual(['Name'])
  await dialog.getByLabel('Name, theirs').check()
  await dialog.getByRole('button', { name: 'Save these values' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await admin('GET', `/api/projects/${project.id}`)).body)
    .toMatchObject({ name: 'The first name', address: { city: 'Denver', addressLine1: '1 Main Street' } })
})

it('syncs concurrent edits of a space', async () => {
  const room = await createSpace(app, await createProject(app))
  const path = `/projects/${room.projectId}/spaces/${room.id}/details`
  const first = await visit(admin, { path })
  const second = await visit(await app.signInAs(['Projects.View', 'Projects.Update'], { isNew: true }), { path })
  await field(second, 'Seats').fill('30')
  await field(second, 'Area').fill('900')
  await field(first, 'Seats').fill('24')
  await field(first, 'Notes').fill('A pillar in the middle')
  await clickSave(first)
  await first.getByText(`${room.name} saved.`).waitFor()
  await clickSave(second)
  const dialog = second.getByRole('dialog', { name: 'Space was changed in the meantime' })
  await dialog
    .getByRole('row', { name: /^Seats/ })
    .getByText('24')
    .waitFor()
  await dialog.getByLabel('Seats, yours').check()
  await dialog.getByRole('button', { name: 'Save these values' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await admin('GET', `/api/spaces/${room.id}`)).body)
    .toMatchObject({ capacity: 30, area: 900, notes: 'A pillar in the middle' })
})

it('shows changes made after a page was read and before its connection opened', async () => {
  const { id: clientId } = await createProjectClient(app)
  const project = await createProject(app, { name: 'Before the line', clientId })
  const page = await visit(await app.signInAs(['Projects.View', 'Projects.Update'], { isNew: true }), { path: '/account/profile' })
  const { passed, open } = gate()
  await page.route(/\/hubs\/.*negotiate/, async (route) => {
    await passed
    await route.continue()
  })
  await page.goto(`/projects/${project.id}`)
  await page.getByRole('heading', { level: 1, name: 'Before the line' }).waitFor()
  expect((await admin('PUT', `/api/projects/${project.id}`, { name: 'After the line', clientId })).status).toBe(200)
  open()
  await page.getByRole('heading', { level: 1, name: 'After the line' }).waitFor()
  await connected(page)
})

it('shows changes made before its connection opened, however slow the missed-events request', async () => {
  const { id: clientId } = await createProjectClient(app)
  const project = await createProject(app, { name: 'Before the question', clientId })
  // With a fake clock, the tab is discarded afterwards, so its connection affects no other test.
  const page = await visit(await app.signInAs(['Projects.View'], { isNew: true }), { path: '/account/profile', clock: true })
  const line = gate()
  await page.route(/\/hubs\/.*negotiate/, async (route) => {
    await line.passed
    await route.continue()
  })
  let hold: (() => void) | undefined
  await page.routeWebSocket(/\/hubs\//, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((text) => {
      if (hold || !String(text).includes('HasMissed')) return server.send(text)
      hold = () => server.send(text)
    })
  })
  const began = Date.now()
  await page.goto(`/projects/${project.id}`)
  await page.getByRole('heading', { level: 1, name: 'Before the question' }).waitFor()
  expect((await admin('PUT', `/api/projects/${project.id}`, { name: 'After the question', clientId })).status).toBe(200)
  const changedAfter = Date.now() - began
  line.open()
  await expect.poll(() => hold !== undefined).toBe(true)
  const heldAt = Date.now()
  await expect.poll(() => Date.now() - heldAt).toBeGreaterThan(changedAfter)
  hold?.()
  await page.getByRole('heading', { level: 1, name: 'After the question' }).waitFor()
})
