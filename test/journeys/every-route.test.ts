import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { start } from '../kit/start.ts'
import { routes } from '../kit/web-routes.ts'
import { browse, findings } from './browser.ts'

const house = await start()
const visit = browse(house)

/** One row of everything, so that every page has something to show. */
const ids = await (async () => {
  const made = async (path: string, body: object) => {
    const answer = await house.admin('POST', `/api/${path}`, body)
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(201)
    return answer.body.id as number
  }
  const client = await made('clients', { name: 'Every Client', abbreviatedName: 'EVRY' })
  const maker = await made('Manufactures', { name: 'Every Maker' })
  const category = (await house.admin('GET', '/api/categories?itemsPerPage=1')).body.items[0].id
  const equipment = await made('equipments', { tag: 'EV-1', model: 'Every 1', manufactureId: maker, categoryId: category, msrpPrice: 100 })
  const project = await made('projects', { name: 'Every project', clientId: client })
  const [building] = (await house.admin('GET', `/api/projects/${project}/Buildings`)).body.items
  const [level] = (await house.admin('GET', `/api/buildings/${building.id}/Levels`)).body.items
  const space = await made('spaces', { projectId: project, levelId: level.id, name: 'Every room', spaceNumber: '1' })
  await made(`spaces/${space}/Equipment`, { equipmentId: equipment, quantity: 2 })
  const changed = await house.admin('PUT', '/api/equipments/BulkUpdate', { rows: [{ id: equipment, tag: 'EV-2' }] })
  const external = (await house.admin('GET', '/api/externalRoles')).body.items[0].id
  const guest = await house.admin('POST', '/api/externalUsers', {
    email: 'guest@example.com',
    firstName: 'Gus',
    lastName: 'Guest',
    roleId: external,
  })
  const partners = new Map<string, number>()
  const partner = async (path: string) => {
    const known = partners.get(path) ?? (await made(path, { name: 'Every partner' }))
    partners.set(path, known)
    return known
  }
  return {
    client,
    maker,
    category,
    equipment,
    project,
    building: building.id,
    space,
    changeSet: changed.body.changeSetId as number,
    external,
    guest: guest.body.id,
    partner,
  }
})()

async function addressOf(path: string): Promise<string> {
  const first = path.split('/')[1]!
  const own: Record<string, unknown> = {
    projects: ids.project,
    'view-project': ids.project,
    clients: ids.client,
    manufacturers: ids.maker,
    equipment: ids.equipment,
    'equipment-categories': ids.category,
    users: house.admin.userId,
    roles: 1,
    'external-roles': ids.external,
    'external-users': ids.guest,
    'change-sets': ids.changeSet,
    'signal-types': 1,
    'connector-physical-types': 1,
    'naming-templates': 1,
  }
  if (path.includes('$id') && own[first] === undefined)
    own[first] = await ids.partner(first.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()))
  return path.replace('$spaceId', String(ids.space)).replace('$buildId', String(ids.building)).replace('$id', String(own[first]))
}

async function settle(page: Page) {
  await page.locator('main h1').first().waitFor()
  await page.waitForLoadState('networkidle')
}

const visited = routes.filter(({ path }) => !['/logout', '/login', '/account/reset-password'].includes(path))
expect(visited.length).toBeGreaterThan(30)

it.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
] as const)(
  'shows every page in %s at %i px without a finding of axe and within the window',
  { timeout: 400_000 },
  async (theme, width) => {
    const page = await visit(house.admin, { dark: theme === 'dark', width, height: 844 })
    const wrong: Record<string, unknown> = {}
    for (const { path } of visited) {
      await page.goto(await addressOf(path))
      await settle(page)
      // Sizes do not change what axe reads of a page, themes do.
      const found = width > 400 ? await findings(page) : []
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (found.length > 0 || excess > 0) wrong[path] = { found, excess }
    }
    expect(wrong).toEqual({})
  },
)
