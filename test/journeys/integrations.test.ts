import { expect, it } from 'vitest'
import { startFakeGraph } from '../kit/fake-graph.ts'
import { startFakeJira } from '../kit/fake-jira.ts'
import { startFakeTempo } from '../kit/fake-tempo.ts'
import { startFakeWireCad } from '../kit/fake-wire-cad.ts'
import { createProject, createProjectClient } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, findings } from './browser.ts'

const token = 'ATATT-journey'
const fake = await startFakeJira('robot@example.com', token)
const graph = await startFakeGraph({ clientSecret: token })
const tempo = await startFakeTempo(token)
const arena = '00000000-0000-4000-8000-000000000001'
const cad = await startFakeWireCad(token, {
  [arena]: { name: 'Arena', equipment: [{ cadManufacturer: 'Journey Audio', cadModel: 'Pulled Box', cadQuantity: 2 }] },
})
const app = await startApp({
  settings: {
    fromEnvironment: {
      'integrations.jira.baseUrl': fake.url,
      'integrations.jira.email': 'robot@example.com',
      'integrations.jira.apiToken': token,
      'integrations.jira.leadAccountId': '712020:lead',
      'integrations.msTeams.tenantId': 'tenant',
      'integrations.msTeams.clientId': 'client',
      'integrations.msTeams.clientSecret': token,
      'integrations.msTeams.ownerUserId': 'owner-1',
      'integrations.msTeams.loginBaseUrl': graph.url,
      'integrations.msTeams.graphBaseUrl': `${graph.url}/v1.0`,
      'integrations.tempo.baseUrl': tempo.url,
      'integrations.tempo.token': token,
      'integrations.wireCad.baseUrl': cad.url,
      'integrations.wireCad.apiKey': token,
    },
  },
})
const visit = browse(app)

it('creates a Jira project despite a network failure midway, and unlinks and relinks it', async () => {
  const client = await createProjectClient(app, { abbreviatedName: 'OPERA' })
  const project = await createProject(app, { name: 'Opera house', clientId: client.id })
  const page = await visit(app.admin, { path: `/projects/${project.id}` })
  const section = page.getByRole('region', { name: 'Jira and Teams' })
  // Two checks before the project is created; after creation, the server stops responding.
  fake.next.push(fake.usual, fake.usual, fake.usual, fake.usual, fake.dead, fake.dead, fake.dead, fake.dead)
  await section.getByRole('button', { name: 'Actions for Jira' }).click()
  await page.getByRole('menuitem', { name: 'Create Jira project' }).click()
  const dialog = page.getByRole('dialog')
  const key = dialog.getByRole('textbox', { name: 'Key' })
  await expect.poll(() => key.evaluate((input) => input === document.activeElement)).toBe(true)
  await dialog.getByRole('button', { name: 'Create Jira project' }).click()
  await section.getByText('Failed').waitFor()
  await section.getByText('Jira cannot be reached.').waitFor()
  expect(await findings(page)).toEqual([])

  await section.getByRole('button', { name: 'Actions for Jira' }).click()
  await page.getByRole('menuitem', { name: 'Try again' }).click()
  const link = section.getByRole('link', { name: 'OPERA1' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toBe(`${fake.url}/browse/OPERA1`)
  expect(fake.projects.map(({ key: createdKey }) => createdKey)).toEqual(['OPERA1'])

  await section.getByRole('button', { name: 'Actions for Jira' }).click()
  await page.getByRole('menuitem', { name: 'Remove link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove link' }).click()
  // Teams shows "Not linked" throughout, hence two.
  await expect.poll(() => section.getByText('Not linked').count()).toBe(2)
  await page.getByText('was removed.').getByRole('button', { name: 'Undo' }).click()
  await link.waitFor()

  const list = await visit(app.admin, { path: '/integrations/jira' })
  await list.getByRole('row', { name: /Opera house .*Succeeded OPERA1/ }).waitFor()
})

it('creates one team although the response was lost', async () => {
  const project = await createProject(app, { name: 'Team hall' })
  const page = await visit(app.admin, { path: `/projects/${project.id}` })
  const section = page.getByRole('region', { name: 'Jira and Teams' })
  // Signs in and searches; then the group is created, but the connection drops before the response.
  graph.next.push(graph.usual, graph.usual, graph.cut)
  await section.getByRole('button', { name: 'Actions for Microsoft Teams' }).click()
  await page.getByRole('menuitem', { name: 'Create team' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create team' }).click()
  await section.getByRole('link', { name: /Team hall/ }).waitFor()
  expect(graph.groups).toHaveLength(1)
  const list = await visit(app.admin, { path: '/integrations/ms-teams' })
  await list.getByRole('row', { name: /Team hall .*Succeeded/ }).waitFor()
})

it('imports Tempo hours and WireCAD equipment after an outage, which connections shows', async () => {
  const dead = Array.from({ length: 4 }, () => tempo.dead)
  const page = await visit(app.admin, { path: '/integrations/settings' })
  const section = page.getByRole('region', { name: 'Tempo' })
  await section.getByRole('button', { name: 'Date the token expires' }).waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/integrations\.|baseUrl|apiToken/)
  tempo.next.push(...dead)
  await section.getByRole('button', { name: 'Test connection' }).click()
  await section.getByText('Last attempt failed').waitFor()
  await section.getByText('Tempo cannot be reached.').waitFor()
  expect(await findings(page)).toEqual([])
  await section.getByRole('button', { name: 'Test connection' }).click()
  await section.getByText('Works', { exact: true }).waitFor()

  const project = await createProject(app, { name: 'Booked hall' })
  await app.sql(`insert into project_links (project_id, system, status, external_id, external_key) values ($1, 2, 3, '20001', 'BOOK')`, [
    project.id,
  ])
  const item = {
    tempoWorklogId: 1,
    projectId: '20001',
    startDate: new Date().toISOString().slice(0, 10),
    timeSpentSeconds: 7200,
    accountId: '712020:nobody',
  }
  tempo.worklogs.push({ ...item, description: 'Drawings' })
  await page.goto('/my-board/hours')
  await page.getByRole('button', { name: 'Read from Tempo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Project' }).fill('Booked')
  await page.getByRole('option', { name: /Booked hall/ }).click()
  tempo.next.push(...dead)
  await dialog.getByRole('button', { name: 'Read hours' }).click()
  await page.getByText('Tempo cannot be reached.').first().waitFor()
  await dialog.getByRole('button', { name: 'Read hours' }).click()
  await page.getByRole('dialog', { name: 'Hours left out' }).getByRole('cell', { name: '712020:nobody' }).waitFor()

  await page.goto('/integrations/wire-cad')
  await page.getByRole('button', { name: 'New request' }).first().click()
  await dialog.getByText('Pull from', { exact: false }).click()
  await dialog.getByLabel('Project in WireCAD').selectOption('Arena')
  await dialog.getByLabel('Name').fill('Pulled arena')
  cad.next.push(...Array.from({ length: 4 }, () => (_: unknown, response: { destroy(): unknown }) => void response.destroy()))
  await dialog.getByRole('button', { name: 'Pull', exact: true }).click()
  await page.getByRole('alert').getByText('WireCAD cannot be reached.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('table', { name: 'Items' }).getByText('Journey Audio Pulled Box').waitFor()
})
