import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'
import { findBrowser, noBrowser } from '../../scripts/find-browser.mjs'
import type { Caller, House } from '../kit/start.ts'

interface Look {
  dark?: boolean
  /** CSS pixels; a desk unless told otherwise. */
  width?: number
  height?: number
  path?: string
}

/** Opens a page of the built product as a signed-in person, in a browser of its own. A page that throws fails the test. */
export type Visit = (who: Caller, look?: Look) => Promise<Page>

let starting: Promise<Browser> | undefined
function browser() {
  starting ??= (async () => {
    const found = findBrowser()
    if (!found) throw new Error(noBrowser)
    return chromium.launch({ executablePath: found.path, env: { ...process.env, ...found.env }, args: ['--no-sandbox'] })
  })()
  return starting
}

export function browse(house: House): Visit {
  if (!existsSync(join(import.meta.dirname, '..', '..', 'build', 'web', 'index.html')))
    throw new Error('There is no built page; run `node scripts/build.mjs` first.')
  afterAll(async () => (await starting)?.close())

  return async (who, { dark = false, width = 1440, height = 900, path = '/dashboard' } = {}) => {
    const { body: user } = await who('GET', '/api/account/me')
    const context: BrowserContext = await (await browser()).newContext({
      baseURL: house.url,
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    })
    await context.addInitScript(
      ([token, person]) => {
        if (localStorage.getItem('token')) return
        localStorage.setItem('token', `Bearer ${token}`)
        localStorage.setItem('user', person!)
      },
      [who.token, JSON.stringify(user)],
    )
    const { notices } = (await house.call('GET', '/api/environment')).body
    await context.addInitScript((read) => sessionStorage.setItem('testing-notice-read', read), notices.join())
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    onTestFinished(async () => {
      await context.close()
      expect(faults).toEqual([])
    })
    await page.goto(path)
    await page.locator('main h1').first().waitFor()
    return page
  }
}

interface Rules {
  only?: string[]
  without?: string[]
}

/** What axe finds wrong with the page as it stands, or with one part of it, or by some of its rules, one sentence each. */
export async function findings(page: Page, part?: string, { only, without = [] }: Rules = {}): Promise<string[]> {
  // One pass in the page itself: otherwise each call opens another window only to put the results together.
  const whole = new AxeBuilder({ page }).setLegacyMode(true)
  whole.options({
    resultTypes: ['violations'],
    // No rule of ours reads style sheets anew.
    preload: false,
    ...(only && { runOnly: { type: 'rule', values: only } }),
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  })
  const { violations } = await (part ? whole.include(part) : whole).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
