import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { internalPermissions } from '../../src/model/permissions.ts'
import { type Caller, start } from '../kit/start.ts'
import { routes } from '../kit/web-routes.ts'
import { browse, calm, colours, findings } from './browser.ts'

const house = await start()
const visit = browse(house)

/** One row of everything, so that every page has something to show; restored pages have something that was deleted. */
const ids = await (async () => {
  const ask = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body: object = {}) => {
    const answer = await house.admin(method, `/api/${path}`, body)
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const made = async (path: string, body: object) => (await ask('POST', path, body)).id as number
  const listed = async (path: string) => (await house.admin('GET', `/api/${path}`)).body.items
  const upload = async (name: string) => {
    const form = new FormData()
    form.append('file', new Blob(['everything']), name)
    return (await house.admin('POST', '/api/files', form)).body.id as string
  }
  const me = house.admin.userId

  const client = await made('clients', { name: 'Every Client', abbreviatedName: 'EVRY' })
  await made('contacts', { companyType: 0, companyId: client, firstName: 'Eva', lastName: 'Every', email: 'eva@example.com' })
  const maker = await made('Manufactures', { name: 'Every Maker' })
  const family = await made(`Manufactures/${maker}/ProductFamilies`, { name: 'Every family' })
  const category = (await listed('categories?itemsPerPage=1'))[0].id
  const product = { manufactureId: maker, productFamilyId: family, categoryId: category, msrpPrice: 100 }
  const equipment = await made('equipments', { ...product, tag: 'EV-1', model: 'Every 1', watts: 40, rackUnits: 2 })
  await made(`equipments/${equipment}/Files`, { type: 2, name: 'Manual', fileId: await upload('manual.txt'), revisionDate: '2026-01-01' })
  await made('equipmentGroups', { name: 'Every group', items: [{ equipmentId: equipment, quantity: 2 }] })
  const changed = await ask('PUT', 'equipments/BulkUpdate', { rows: [{ id: equipment, tag: 'EV-2' }] })

  const template = await made('spaceTemplates', { name: 'Every template', defaultComplexity: 3 })
  const areaGroup = await made(`spaceTemplates/${template}/AreaGroups`, { name: 'Front' })
  await made(`spaceTemplates/${template}/Equipment`, { equipmentId: equipment, quantity: 1, areaGroupId: areaGroup })
  await made('namingTemplates', { name: 'Every name', segments: [{ type: 'SpaceName' }] })

  const project = await made('projects', { name: 'Every project', clientId: client })
  const [building] = await listed(`projects/${project}/Buildings`)
  const [level] = await listed(`buildings/${building.id}/Levels`)
  const room = { projectId: project, levelId: level.id }
  const space = await made('spaces', { ...room, name: 'Every room', spaceNumber: '1' })
  await made(`spaces/${space}/Equipment`, { equipmentId: equipment, quantity: 2 })
  await made('spaces', { ...room, name: 'Every other room', spaceNumber: '2', spaceTemplateId: template })
  // What the template got since, its space has not taken over.
  await made(`spaceTemplates/${template}/Equipment`, { equipmentId: equipment, quantity: 4, provider: 'EC' })
  await made(`projects/${project}/Notes`, { title: 'Every note', body: '<p>Ceiling height</p>' })
  const lead = await made('leads', { name: 'Every lead', clientId: client, probabilityPercent: 40 })

  const group = await made('accessGroups', { name: 'Every group', userIds: [me] })
  const team = await made('teams', { name: 'Every team', color: '#0055aa', leadUserId: me, memberIds: [me] })
  const external = (await listed('externalRoles'))[0].id
  const guest = await made('externalUsers', { email: 'guest@example.com', firstName: 'Gus', lastName: 'Guest', roleId: external })
  const outside = await made('externalAccessGroups', { name: 'Every guest', userIds: [guest] })
  await ask('PUT', `projects/${project}/AccessList`, { userIds: [me], accessGroupIds: [group] })
  await ask('PUT', `leads/${lead}/AccessList`, { userIds: [me], accessGroupIds: [group] })
  await made('assets', { name: 'Every border', category: 3, fileId: await upload('border.txt') })
  const view = await made('savedViews', { list: '/equipment', name: 'Every view', address: 'sort=-model', isDefault: false })
  await ask('PUT', `savedViews/${view}/Share`, { accessGroupIds: [group] })
  const asked = await house.admin('GET', '/api/equipments/export')
  expect(asked.status).toBe(202)

  const contract = await made(`projects/${project}/Contracts`, { name: 'Every contract' })
  const { phase } = (
    await house.admin('POST', `/api/contracts/${contract}/Phases`, { type: 3, startDate: '2026-03-02', endDate: '2026-04-30' })
  ).body
  await ask('POST', `contracts/${contract}/Phases/${phase.id}/Records`, { type: 0, userId: me, laborType: 2, hours: 40 })
  await ask('POST', `contracts/${contract}/DirectExpenses`, {
    category: 0,
    description: 'Every flight',
    date: '2026-03-03',
    revenue: 5,
    cost: 4,
  })
  await ask('POST', `contracts/${contract}/Documents`, { fileId: await upload('agreement.txt') })

  for (const [path, body] of [
    ['clients', { name: 'Gone Client', abbreviatedName: 'GONE' }],
    ['equipments', { ...product, tag: 'GO-1', model: 'Gone 1' }],
    ['projects', { name: 'Gone project', clientId: client }],
    ['leads', { name: 'Gone lead', clientId: client }],
    ['spaces', { ...room, name: 'Gone room', spaceNumber: '3' }],
    ['spaceTemplates', { name: 'Gone template' }],
  ] as const)
    await ask('DELETE', `${path}/${await made(path, body)}`)

  return {
    place: { spaceId: space, buildId: building.id, contractId: contract, sheet: 'equipment' } as Record<string, unknown>,
    of: {
      projects: project,
      'view-project': project,
      leads: lead,
      clients: client,
      manufacturers: maker,
      equipment,
      'equipment-categories': category,
      'space-templates': template,
      'naming-templates': 1,
      'layout-templates': 1,
      'layout-views': 1,
      users: me,
      workload: me,
      roles: 1,
      teams: team,
      'holiday-calendars': 1,
      'manage-contracts': contract,
      'access-groups': group,
      'external-access-groups': outside,
      'external-roles': external,
      'external-users': guest,
      'change-sets': changed.changeSetId,
      'signal-types': 1,
      'connector-physical-types': 1,
      representatives: await made('representatives', { name: 'Every partner' }),
      'systems-integrators': await made('systemsIntegrators', { name: 'Every partner' }),
      'general-contractors': await made('generalContractors', { name: 'Every partner' }),
      'sub-contractors': await made('subContractors', { name: 'Every partner' }),
      architects: await made('architects', { name: 'Every partner' }),
      'engineering-firms': await made('engineeringFirms', { name: 'Every partner' }),
    } as Record<string, unknown>,
  }
})()

function addressOf(path: string): string {
  return path.replace(/\$(\w+)/g, (_, name: string) => {
    const id = name === 'id' ? ids.of[path.split('/')[1]!] : ids.place[name]
    if (id === undefined) throw new Error(`There is no row to show at ${path}; make one above.`)
    return String(id)
  })
}

/** What a page is refused. */
function refusals(page: Page) {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  return refused
}

const visited = routes.filter(({ path }) => !['/logout', '/login', '/account/reset-password'].includes(path))
expect(visited.length).toBeGreaterThan(90)
/** Pages shown at the same time, so that one is drawn while another waits. */
const lanes = 3

interface Walk {
  look: { width: number; height: number }
  go: (page: Page, address: string) => Promise<unknown>
  check?: (page: Page) => Promise<string[]>
}

/** Opens every page and answers what is wrong with some of them. */
async function inspect({ look, go, check = async () => [] }: Walk) {
  const wrong: Record<string, string[]> = {}
  const left = [...visited]
  const lane = async () => {
    const page = await visit(house.admin, look)
    const refused = refusals(page)
    for (let route = left.shift(); route; route = left.shift()) {
      const { path } = route
      refused.length = 0
      await go(page, addressOf(path))
      await page.locator('main h1').first().waitFor()
      await calm(page)
      const found = [...refused, ...(await check(page))]
      const isMissing = (await page.getByRole('heading', { name: 'There is no such page' }).count()) > 0
      if (isMissing !== (path === '/not-found')) found.push('is not the page')
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (excess > 0) found.push(`${excess} px wider than the window`)
      if (found.length > 0) wrong[path] = found
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return wrong
}

it('shows every page without a finding of axe, in light and in dark', async () => {
  const wrong = await inspect({
    look: { width: 1440, height: 844 },
    // From page to page as links lead; by their addresses all of them are opened below.
    go: (page, address) => page.evaluate((address) => history.pushState({}, '', address), address),
    check: async (page) => {
      // The frame has the same colours on every page and is read on one.
      const part = page.url().endsWith('/dashboard') ? 'body' : 'main'
      const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
      const found = await findings(page, undefined, { coloursOf: part })
      const colorScheme = isDark ? 'light' : 'dark'
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
      found.push(...(await findings(page, part, { only: colours })).map((finding) => `${colorScheme}: ${finding}`))
      return found
    },
  })
  expect(wrong).toEqual({})
})

/** What has moved on the page since it was opened without anybody having done anything, where it is more than the eye lets pass. */
async function shiftOf(page: Page): Promise<string[]> {
  const { shift, moved } = await page.evaluate(
    () =>
      new Promise<{ shift: number; moved: string[] }>((done) => {
        interface Shift extends PerformanceEntry {
          value: number
          hadRecentInput: boolean
          sources: { node: Node | null }[]
        }
        const isShift = (entry: PerformanceEntry): entry is Shift => entry.entryType === 'layout-shift'
        const seen: Shift[] = []
        const watching = new PerformanceObserver((list) => {
          const entries = list.getEntries()
          seen.push(...entries.filter(isShift).filter(({ hadRecentInput }) => !hadRecentInput))
          // Asked for last, so told last.
          if (entries.every(isShift)) return
          watching.disconnect()
          const words = seen.flatMap(({ sources }) => sources.map(({ node }) => node?.textContent?.slice(0, 30) ?? ''))
          done({ shift: seen.reduce((sum, { value }) => sum + value, 0), moved: words.slice(0, 3) })
        })
        watching.observe({ type: 'layout-shift', buffered: true })
        watching.observe({ type: 'navigation', buffered: true })
      }),
  )
  // Faults that are known and still to be mended: the small board moves when its hours come, the dashboard when its panels do.
  const known = { '/small-board': 0.06, '/dashboard': 0.3 }
  const most = Object.entries(known).find(([path]) => page.url().endsWith(path))?.[1] ?? 0.02
  return shift > most ? [`moves by ${shift.toFixed(3)}: ${moved.join(' | ')}`] : []
}

/** Cells, heads, tabs, buttons and titles that show a part of their words and do not tell the rest under the pointer. */
const clipped = (page: Page) =>
  page.evaluate(() => {
    const cut: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(
      'main :is(td, th, h1, h2, dd, output, button, nav a, [role="tab"], [data-name])',
    )) {
      const isCut =
        element.scrollWidth > element.clientWidth && element.clientWidth > 1 && getComputedStyle(element).overflowX !== 'visible'
      if (!isCut || element.textContent.trim() === '') continue
      // A cell that stays empty but for what only a reader of the screen hears shows everything.
      if ([...element.children].every(({ className }) => className === 'dna-hidden') && element.children.length > 0) continue
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
      if (!element.closest('[title]') && !element.querySelector('[title]'))
        cut.push(`cuts ${element.tagName} ${element.clientWidth} of ${element.scrollWidth} px: ${element.textContent.slice(0, 40)}`)
    }
    return cut
  })

/** Where a person begins to type. */
const focusOf = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: focused } = document
    if (!focused || focused === document.body) return 'nothing'
    if (focused.matches('.mantine-Modal-close, .mantine-Drawer-close')) return 'its ×'
    return focused.matches('input, textarea, select, [contenteditable="true"]') ? 'a field' : focused.tagName
  })

it('opens every page at 1280 with nothing cut and nothing that jumps, and new things with their first field', async () => {
  const wrong = await inspect({
    look: { width: 1280, height: 844 },
    go: (page, address) => page.goto(address),
    async check(page) {
      const found = [...(await shiftOf(page)), ...(await clipped(page))]
      const isNew = /\/(new|create)$/.test(new URL(page.url()).pathname)
      if (isNew && (await focusOf(page)) !== 'a field') found.push(`begins with ${await focusOf(page)}`)
      return found
    },
  })
  expect(wrong).toEqual({})
})

// Sizes do not change what axe reads of a page, themes do.
it('opens every page by its address on a phone, within the window', async () => {
  expect(await inspect({ look: { width: 390, height: 844 }, go: (page, address) => page.goto(address) })).toEqual({})
})

/** Buttons and items of menus that open a dialog, by how their words begin. */
const opening = /^(New|Add|Share|Replace|Clone|Promote|Change|Look up|Merge|Edit|Save as|Rename|Move to|Upload|Reject|Copy from)\b/
const dialogsOf = (page: Page) => page.getByRole('dialog').filter({ visible: true })

/** What is wrong with where the dialog that was just opened begins; closes it. */
async function beginningOf(page: Page): Promise<{ title: string; wrong?: string } | undefined> {
  await calm(page)
  const dialog = dialogsOf(page).last()
  if ((await dialog.count()) === 0) {
    // A list of choices.
    await page.keyboard.press('Escape')
    return undefined
  }
  const title = (await dialog.getByRole('heading').first().or(dialog).first().innerText()).split('\n')[0] ?? ''
  const hasField =
    (await dialog.locator('input:not([type=hidden], [type=file], [readonly], [disabled]), textarea').filter({ visible: true }).count()) > 0
  const begun = async () => {
    const focus = await focusOf(page)
    return focus === 'a field' || (!hasField && focus !== 'nothing' && focus !== 'its ×') ? '' : focus
  }
  const wrong = await expect
    .poll(begun, { timeout: 2000 })
    .toBe('')
    .then(
      () => undefined,
      () => begun(),
    )
  for (let tries = 0; tries < 4 && (await dialogsOf(page).count()) > 0; tries++) {
    await page.keyboard.press('Escape')
    await calm(page)
  }
  return { title, wrong }
}

it('begins every dialog a page opens with its first field, and never with its "×"', async () => {
  const wrong: Record<string, string> = {}
  const opened = new Set<string>()
  const left = [...visited]
  const lane = async () => {
    const page = await visit(house.admin, { width: 1440, height: 844 })
    const go = async (address: string) => {
      await page.evaluate((address) => history.pushState({}, '', address), address)
      await page.locator('main h1').first().waitFor()
      await calm(page)
    }
    const look = async (path: string, name: string) => {
      const found = await beginningOf(page)
      if (found) opened.add(found.title)
      if (found?.wrong) wrong[`${path}: ${name}`] = `${found.title} begins with ${found.wrong}`
      if (new URL(page.url()).pathname !== addressOf(path)) await go(addressOf(path))
    }
    const main = page.getByRole('main')
    for (let route = left.shift(); route; route = left.shift()) {
      const { path } = route
      await go(addressOf(path))
      const names = await main
        .locator('button:visible:enabled')
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? (button as HTMLElement).innerText.trim()))
      for (const name of new Set(names.filter((name) => opening.test(name)))) {
        const button = main.getByRole('button', { name, exact: true }).first()
        if ((await button.count()) === 0 || !(await button.isEnabled())) continue
        await button.click()
        await look(path, name)
      }
      const more = main.getByRole('button', { name: /^(More actions$|Actions for )/ }).first()
      if ((await more.count()) === 0) continue
      await more.click()
      const items = await page.getByRole('menuitem').allInnerTexts()
      await page.keyboard.press('Escape')
      for (const name of items.filter((name) => opening.test(name))) {
        await more.click()
        await page.getByRole('menuitem', { name, exact: true }).first().click()
        await look(path, name)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  expect(wrong).toEqual({})
  expect(opened.size).toBeGreaterThan(20)
})

/** Nobody's row: of a number, of a person, of a place inside something that is there. */
const missingIds = { number: '987654321', person: '00000000-0000-4000-8000-000000000000' }
const missingAt = (path: string, isInside: boolean) => {
  const isPerson = /^\/(users|external-users|workload)\//.test(path)
  return path.replace(/\$(\w+)/g, (_, name: string) => {
    if (isInside && name === 'id') return String(ids.of[path.split('/')[1]!])
    return isPerson ? missingIds.person : missingIds.number
  })
}

/** Opens pages of what is not there, or not to be seen, and answers what keeps asking or says nothing about it. */
async function unfindable(who: Caller, addresses: string[]) {
  const wrong: Record<string, string[]> = {}
  const left = [...addresses]
  const lane = async () => {
    const page = await visit(who, { width: 1280, height: 844 })
    const asked = new Map<string, number>()
    page.on('request', (request) => {
      const address = `${request.method()} ${new URL(request.url()).pathname}`
      if (address.includes('/api/')) asked.set(address, (asked.get(address) ?? 0) + 1)
    })
    for (let address = left.shift(); address; address = left.shift()) {
      asked.clear()
      await page.evaluate((address) => history.pushState({}, '', address), address)
      await page.locator('main h1').first().waitFor()
      const found = await calm(page).then(
        (): string[] => [],
        (error: Error) => [error.message],
      )
      for (const [one, times] of asked) if (times > 2) found.push(`${one} asked ${times} times`)
      const words = await page.locator('main').innerText()
      if (!/not found|no such page|cannot be found|not allowed|not authorized/i.test(words)) found.push(`says: ${words.slice(0, 200)}`)
      if (found.length > 0) wrong[address] = found
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return wrong
}
const ofOne = visited.map(({ path }) => path).filter((path) => path.includes('$'))

it('says the same of a project and a lead that are not to be seen', async () => {
  // Stands on no list, and holds everything but what shows all of them: the right to change lists.
  const all = internalPermissions.filter((name) => name !== 'ProjectAccessList.Update' && name !== 'LeadAccessList.Update')
  const stranger = await house.as(all, { isNew: true })
  const ours = ofOne.filter((path) => /^\/(projects|leads|view-project|manage-contracts)\//.test(path)).map(addressOf)
  expect(ours.length).toBeGreaterThan(15)
  expect(await unfindable(stranger, ours)).toEqual({})
})

it('says once that something is not there, on every page of one thing', async () => {
  const inside = ofOne.filter((path) => path.split('$').length > 2)
  const addresses = [...ofOne.map((path) => missingAt(path, false)), ...inside.map((path) => missingAt(path, true))]
  expect(addresses.length).toBeGreaterThan(50)
  expect(await unfindable(house.admin, addresses)).toEqual({})
})
