import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { internalPermissions, type Permission } from '../../src/model/permissions.ts'
import { startApp } from '../kit/start.ts'
import { routes } from '../kit/web-routes.ts'
import { browse, calm } from './browser.ts'
import { everyPage, follow } from './every-page.ts'

const app = await startApp()
const visit = browse(app)
const { ids, addressOf } = await everyPage(app, visit)

const isPermission = (name: string): name is Permission => internalPermissions.some((known) => known === name)

/** Rows of a project are visible only to users who see the project (domain 4.2), so a page inside one needs this too. */
const insideProject = /^\/projects\/\$id\/|^\/integrations\/wire-cad\/\$id/

/** Permissions a route asks for. One of several alternatives is enough. */
function exactPermissions(path: string, rule: string): Permission[] {
  const names = [...rule.matchAll(/'([^']+)'/g)].map(([, name]) => name!).filter(isPermission)
  const needed = rule.includes('any:') ? names.slice(0, 1) : names
  return needed.length > 0 && insideProject.test(path) ? [...new Set<Permission>([...needed, 'Projects.View'])] : needed
}

const gated = routes
  .map(({ path, permission }) => ({ path, names: exactPermissions(path, permission) }))
  .filter(({ names }) => names.length > 0)

const users = new Map<string, { userId: string }>()
for (const { names } of gated) users.set(names.join(), await app.signInAs(names))
const userIds = [app.admin.userId, ...[...users.values()].map(({ userId }) => userId)]
for (const path of [`projects/${ids.of.projects}`, `leads/${ids.of.leads}`])
  expect((await app.admin('PUT', `/api/${path}/AccessList`, { userIds, accessGroupIds: [] })).status).toBe(200)
// Without the permission to manage them, users see only their own offers and shift requests.
for (const [table, permission] of [
  ['resource_offers', 'ResourceOffers.View'],
  ['resource_shift_requests', 'ResourceShiftRequests.View'],
] as const)
  await app.sql(`update ${table} set created_by_id = $1`, [users.get(permission)!.userId])
// Scenarios are private until they are shared.
const onScenarios = exactPermissions('/projects/$id/scenarios/$scenarioId', "{ all: ['SmallBoard.View', 'SmallBoard.ViewEntryDetails'] }")
await app.sql('update scenarios set created_by_id = $1', [users.get(onScenarios.join())!.userId])

async function findRefusals(page: Page, refused: string[]): Promise<string[]> {
  await calm(page)
  const text = await page.locator('main').innerText()
  const isRefused = /not allowed|not authorized|not found|no such page/i.test(text)
  return [...refused.splice(0), ...(isRefused ? [`says: ${text.slice(0, 300)}`] : [])]
}

it('knows every gated route', () => expect(gated.length).toBeGreaterThan(140))

// A test per user, because a finished test leaves a tab that has the app's files cached.
it.each([...users.keys()])('shows its pages to users with exactly %s', async (key) => {
  const failures: Record<string, string[]> = {}
  const paths = gated.filter(({ names }) => names.join() === key)
  const page = await visit(await app.signInAs(paths[0]!.names), { width: 1280, height: 844 })
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url().replace(app.url, '')}`)
  })
  for (const { path } of paths) {
    await follow(page, addressOf(path))
    const found = await findRefusals(page, refused)
    if (found.length > 0) failures[path] = found
  }
  expect(failures).toEqual({})
})

it('names the permission for projects to users who may only see a part of them', async () => {
  const page = await visit(await app.signInAs(['ProjectNotes.View']), { path: `/projects/${ids.of.projects}/notes` })
  await page.getByText('Pages of a project need the permission “Projects, buildings and spaces: view”.').waitFor()
})

it('names what a role lacks, inside the frame of the page', async () => {
  const page = await visit(await app.signInAs(['DNADefaults.View']), { path: '/dna-defaults' })
  await page.getByText('DNA defaults: view labor rates').waitFor()
  expect(await page.locator('main h2').allInnerTexts()).toEqual(['Labor rates', 'Access groups', 'Resource offers', 'Shift requests'])
})
