import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createEverything } from '../kit/fixtures/everything.ts'
import type { TestApp } from '../kit/start.ts'
import { routes } from '../kit/web-routes.ts'
import { calm, type Visit } from './browser.ts'

/** All pages for employees. The pages of external users are tested separately. */
export const visited = routes.filter(
  ({ path }) =>
    !['/logout', '/login', '/account/reset-password', '/invitations/accept/$id'].includes(path) &&
    !/^\/external-(projects|equipments|bids)/.test(path),
)
expect(visited.length).toBeGreaterThan(90)

type Route = (typeof visited)[number]
const perPart = 30
/** Splits the pages into tests of a few each, so a failure names few pages and no single test takes the whole walk. */
export const parts: { from: string; part: Route[] }[] = Array.from({ length: Math.ceil(visited.length / perPart) }, (_, index) => {
  const part = visited.slice(index * perPart, (index + 1) * perPart)
  return { from: part[0]!.path, part }
})

/** Pages open at the same time, so one renders while another waits. */
const lanes = 3

export async function inLanes<T>(all: readonly T[], openPage: () => Promise<Page>, work: (page: Page, item: T) => Promise<unknown>) {
  const left = [...all]
  const lane = async () => {
    const page = await openPage()
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(page, item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** Navigates like a link, without reloading the app's files. */
export async function follow(page: Page, address: string) {
  await page.evaluate((address) => history.pushState({}, '', address), address)
  await page.locator('main h1').first().waitFor()
}

export const readHorizontalOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

export const describeFocus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: focused } = document
    if (!focused || focused === document.body) return 'nothing'
    if (focused.matches('.mantine-Modal-close, .mantine-Drawer-close')) return 'its ×'
    return focused.matches('input, textarea, select, [contenteditable="true"]') ? 'a field' : focused.tagName
  })

export async function everyPage(app: TestApp, visit: Visit) {
  const ids = await createEverything(app)
  const addressOf = (path: string) =>
    path.replace(/\$(\w+)/g, (_, name: string) => {
      const id = name === 'id' ? ids.of[path.split('/')[1]!] : ids.place[name]
      if (id === undefined) throw new Error(`There is no row to show at ${path}; make one in everything.ts.`)
      return String(id)
    })

  interface Walk {
    part: readonly Route[]
    size: { width: number; height: number }
    go: (page: Page, address: string) => Promise<unknown>
    check: (page: Page) => Promise<string[]>
  }
  async function inspect({ part, size, go, check }: Walk) {
    const failures: Record<string, string[]> = {}
    const refused = new WeakMap<Page, string[]>()
    const openPage = async () => {
      const page = await visit(app.admin, size)
      page.on('response', (response) => {
        if (response.status() >= 400) refused.get(page)?.push(`${response.status()} ${response.url()}`)
      })
      return page
    }
    await inLanes(part, openPage, async (page, { path }) => {
      const found: string[] = []
      refused.set(page, found)
      await go(page, addressOf(path))
      await page.locator('main h1').first().waitFor()
      await calm(page)
      found.push(...(await check(page)))
      const isMissing = (await page.getByRole('heading', { name: 'There is no such page' }).count()) > 0
      if (isMissing !== (path === '/not-found')) found.push('is not the page')
      const lost = page.locator('a:is([href*="undefined"], [href*="NaN"], [href*="/null"])')
      found.push(...(await lost.evaluateAll((links) => links.map((link) => `leads to ${link.getAttribute('href')}`))))
      const excess = await readHorizontalOverflow(page)
      if (excess > 0) found.push(`${excess} px wider than the window`)
      if (found.length > 0) failures[path] = found
    })
    return failures
  }
  return { ids, addressOf, inspect }
}
