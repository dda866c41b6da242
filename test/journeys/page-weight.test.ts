import { expect, it } from 'vitest'
import { limits, mostFiles, pageFiles } from '../../scripts/weights.mjs'
import { startApp } from '../kit/start.ts'
import { browse, connected } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const root = new URL('../../', import.meta.url).pathname
const pages = pageFiles(root, `${root}build/web`)

it.each(['/account/profile', '/equipment', '/dashboard', '/leads'])('loads %s with the files that the build has counted', async (path) => {
  const page = await visit(app.admin)
  // The first page of this tab may have loaded what this one needs; a new page has nothing.
  const fresh = await page.context().newPage()
  const loaded = new Set<string>()
  fresh.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\.(js|css)$/.test(pathname) && pathname.startsWith('/assets/')) loaded.add(pathname.slice(1))
  })
  await fresh.clock.install()
  await fresh.goto(path)
  await fresh.locator('main h1').first().waitFor()
  await connected(fresh)
  // Covers parts that load after a while without any action.
  await fresh.clock.runFor(20_000)
  await fresh.waitForLoadState('networkidle')
  expect([...loaded].sort()).toEqual([...(pages.find((known) => known.path === path)?.files ?? [])].sort())
  await fresh.close()
})

it('counts every page of the app, and the sign-in page within its limits', () => {
  expect(pages.length).toBeGreaterThan(150)
  expect(pages.find(({ path }) => path === '/login')?.files.length).toBeLessThan(10)
  expect([limits.signIn, limits.list, limits.page, mostFiles]).toEqual([200, 330, 400, 30])
})
