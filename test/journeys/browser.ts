import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, chromium, type Page, type Request, type WebSocket } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { findBrowser, noBrowser } from '../../scripts/find-browser.mjs'
import type { Caller, TestApp } from '../kit/start.ts'
import { timeoutMs } from '../kit/timeouts.ts'

interface VisitOptions {
  dark?: boolean
  width?: number
  height?: number
  /** Default: the profile page, which makes few requests; the dashboard loads all its widgets. */
  path?: string
  clock?: boolean
  /** Time zone of the page, and with it the moment at which its clock starts. */
  local?: { timezoneId: string; time: Date }
}

/** Opens a page of the built app as a signed-in user in its own browser context. An uncaught page error fails the test. */
export type Visit = (caller: Caller, look?: VisitOptions) => Promise<Page>

/**
 * Full Chromium creates a hidden address bar popup with its own process for every tab, which costs as much as the tab. Chromium obeys only
 * the last of several feature lists, so Playwright's own list is repeated here.
 */
const unused = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  ...['AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose'],
  ...['HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints'],
  ...['PaintHolding', 'PreconnectToSearch', 'TcpPortRandomizationWin', 'ThirdPartyStoragePartitioning'],
]

let starting: Promise<Browser> | undefined
function browser() {
  starting ??= (async () => {
    const found = findBrowser()
    if (!found) throw new Error(noBrowser)
    const args = ['--no-sandbox', `--disable-features=${unused.join()}`]
    return chromium.launch({ executablePath: found.path, env: { ...process.env, ...found.env }, args })
  })()
  return starting
}

const unanswered = new WeakMap<Page, Set<Request>>()
const live = new WeakMap<Page, Set<WebSocket>>()

function watchPage(page: Page) {
  const answering = new Set<WebSocket>()
  live.set(page, answering)
  const opened = new Set<WebSocket>()
  const isOver = (socket: WebSocket) => opened.delete(socket) && answering.delete(socket)
  page.on('websocket', (socket) => {
    opened.add(socket)
    socket.once('framereceived', () => opened.has(socket) && answering.add(socket))
    socket.once('close', () => isOver(socket))
  })
  // The browser does not always report the closing of connections after navigation or reload.
  let former: readonly WebSocket[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) former = [...opened]
  })
  page.on('domcontentloaded', () => former.forEach(isOver))
  const open = new Set<Request>()
  unanswered.set(page, open)
  page.on('request', (request) => open.add(request))
  page.on('requestfailed', (request) => open.delete(request))
  page.on('requestfinished', (request) => open.delete(request))
}

/** Idle tabs, one per context. A cleared tab is as good as new and has the app's files cached. */
const free: Page[] = []
let origin = ''

async function tabAt(baseURL: string): Promise<Page> {
  if (baseURL !== origin) for (const page of free.splice(0)) await page.context().close()
  origin = baseURL
  const known = free.pop()
  if (known) return known
  const context = await (await browser()).newContext({ baseURL, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  context.setDefaultTimeout(timeoutMs(15_000))
  const page = await context.newPage()
  await slowDown(page)
  const route = page.route.bind(page)
  // The browser registers a route late, so a busy tab could send its request past it. This round trip ensures the route is active.
  page.route = async (...args) => {
    const registration = await route(...args)
    await page.evaluate(answerOfItsOwn)
    return registration
  }
  return page
}

/** Runs in the page. Resolves after all earlier messages, independent of a fake clock. */
function answerOfItsOwn(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => done()
    port2.postMessage(0)
  })
}

/** With `DNA_SLOW=8` pages get an eighth of the processor, which reveals timing-dependent tests. */
async function slowDown(page: Page) {
  const rate = Number(process.env.DNA_SLOW ?? 1)
  if (rate > 1) await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate })
}

const eventNames = [
  'dialog',
  'domcontentloaded',
  'pageerror',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const

async function resetPage(page: Page) {
  const context = page.context()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const open of context.pages()) if (open !== page) await open.close()
  for (const event of eventNames) page.removeAllListeners(event)
  // A file of the app instead of about:blank, because Chromium keeps the process, with its compiled scripts, only within one origin.
  await page.goto('/favicon.svg')
  await context.clearPermissions()
  await context.setOffline(false)
  free.push(page)
}

export function browse(app: TestApp): Visit {
  if (!existsSync(join(import.meta.dirname, '..', '..', 'build', 'web', 'index.html')))
    throw new Error('There is no built page; run `node scripts/build.mjs` first.')
  return async (caller, { dark = false, width = 1440, height = 900, path = '/account/profile', clock = false, local } = {}) => {
    const { body: user } = await caller('GET', '/api/account/me')
    const { notices } = (await app.call('GET', '/api/environment')).body
    const page = await tabAt(app.url)
    const context = page.context()
    const faults: string[] = []
    const begin = (page: Page) => {
      watchPage(page)
      page.on('pageerror', (error) => faults.push(error.message))
    }
    begin(page)
    context.on('page', begin)
    await empty(page, app.url)
    const person = await context.addInitScript(arrive, [randomUUID(), caller.token, JSON.stringify(user), notices.join()])
    onTestFinished(async ({ task }) => {
      context.off('page', begin)
      const hasFailed = task.result?.state === 'fail'
      if (hasFailed) for (const open of context.pages()) console.error(`“${task.name}” ended with`, await describePageState(open, faults))
      // A fake clock, a closed tab or a failed test can leave state, so the context is discarded.
      if (clock || local || page.isClosed() || hasFailed) await context.close()
      else {
        await person.dispose()
        await resetPage(page)
      }
      expect(faults).toEqual([])
    })
    const now = page.viewportSize()
    if (now?.width !== width || now.height !== height) await page.setViewportSize({ width, height })
    await page.emulateMedia({ media: null, colorScheme: dark ? 'dark' : 'light' })
    if (clock) await page.clock.install()
    if (local) {
      await (await context.newCDPSession(page)).send('Emulation.setTimezoneOverride', { timezoneId: local.timezoneId })
      await page.clock.install({ time: local.time })
    }
    await page.goto(path)
    await page
      .locator('main h1')
      .first()
      .waitFor()
      .catch(async (error) => {
        throw new Error(`${path} shows no heading. ${await describePageState(page, faults)}`, { cause: error })
      })
    return page
  }
}

async function describePageState(page: Page, faults: string[]): Promise<string> {
  const waiting = [...(unanswered.get(page) ?? [])].map((request) => request.url())
  const inside = page.evaluate(async () => {
    const frame = new Promise((resolve) => {
      requestAnimationFrame(resolve)
      setTimeout(resolve, 2000, 'none')
    })
    return {
      ready: document.readyState,
      visible: document.visibilityState,
      drawn: (await frame) !== 'none',
      // Only the end of the text, because the menu at the start is the same on every page.
      words: document.body.innerText.slice(-1000),
      body: (document.querySelector('main') ?? document.body).innerHTML.replace(/<(svg|style).*?<\/\1>/gs, '').slice(0, 4000),
      files: performance.getEntriesByType('resource').filter(({ duration }) => !duration).length,
    }
  })
  // Repeats pending requests outside the browser, to find out whether the server or the browser is stuck.
  const requests = waiting.slice(0, 5).map(async (url) => {
    const signal = AbortSignal.timeout(5000)
    return `${url}: ${await fetch(url, { signal }).then(({ status }) => status, String)}`
  })
  const slow = new Promise((resolve) => setTimeout(resolve, 10_000, 'its scripts do not answer'))
  const known = await Promise.race([inside.catch(String), slow])
  const server = process.getActiveResourcesInfo().filter((kind) => /^(FS|DNS|GetAddr|Worker|Random|Scrypt)/i.test(kind))
  const pastTheBrowser = await Promise.all(requests)
  return JSON.stringify({ at: page.url(), waiting, pastTheBrowser, server, faults, live: live.get(page)?.size, known }, undefined, 1)
}

/** Runs in each tab before the page: signs the user in and clears the previous user's state. */
function arrive([visit, token, person, read]: string[]) {
  // A tab on about:blank has no storage.
  if (location.origin === 'null') return
  if (sessionStorage.getItem('visit') !== visit) sessionStorage.clear()
  sessionStorage.setItem('visit', visit!)
  localStorage.setItem('testing-notice-read', read!)
  if (localStorage.getItem('token')) return
  localStorage.setItem('token', `Bearer ${token}`)
  localStorage.setItem('user', person!)
}

/** Clears the previous user's storage but keeps the HTTP cache. */
async function empty(page: Page, origin: string) {
  const protocol = await page.context().newCDPSession(page)
  const storageTypes = 'cookies,local_storage,indexeddb,service_workers,cache_storage'
  await protocol.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await protocol.detach()
}

/** Waits until live events reach the page. Earlier events are lost. */
export const connected = (page: Page) => expect.poll(() => live.get(page)!.size, { message: 'live connection' }).toBeGreaterThan(0)

/** Waits until no request is pending, no loading indicator is visible, nothing moves, and the DOM has been stable for a moment. */
export async function calm(page: Page) {
  const until = Date.now() + timeoutMs(20_000)
  const open = unanswered.get(page)!
  for (;;) {
    const unrest = await page.evaluate(unrestOfPage)
    if (!unrest && open.size === 0) return
    if (Date.now() > until)
      throw new Error(`The page does not come to rest: ${[unrest, ...[...open].map((request) => request.url())].join(', ')}`)
  }
}

/** Runs in the page. Returns what prevents it from being idle, or an empty string after several idle checks in a row. */
function unrestOfPage(): Promise<string> {
  const busy = '[aria-busy="true"], .mantine-Loader-root, .dna-on-the-way, [class*="_skeletons_"]'
  return new Promise((done) => {
    const began = performance.now()
    let calmLooks = 0
    let isChanged = false
    const watching = new MutationObserver(() => {
      isChanged = true
    })
    watching.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    const check = () => {
      const waiting = document.querySelector(busy)
      const moves = document.getAnimations().some(({ playState }) => playState === 'running')
      const unrest = waiting
        ? `${waiting.tagName} ${waiting.className} is on its way`
        : moves
          ? 'something moves'
          : isChanged
            ? 'changes'
            : ''
      isChanged = false
      calmLooks = unrest ? 0 : calmLooks + 1
      const isOver = calmLooks >= 5 || performance.now() - began > 5000
      if (!isOver) return lookAgain()
      watching.disconnect()
      done(calmLooks >= 5 ? '' : unrest || 'changes')
    }
    const lookAgain = () => setTimeout(() => requestIdleCallback(check, { timeout: 200 }), 15)
    lookAgain()
  })
}

export function gate() {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}

/** Measures how long a toast is visible, by the page's fake clock. Call it before the toast appears. */
export async function toastMs(page: Page, text: string): Promise<() => Promise<number>> {
  await page.evaluate((text) => {
    const found = window as unknown as { toastMs?: number }
    found.toastMs = undefined
    let since: number | undefined
    const watching = new MutationObserver(() => {
      const isThere = [...document.querySelectorAll('.dna-toast')].some((toast) => toast.textContent.includes(text))
      if (isThere) since ??= Date.now()
      else if (since !== undefined) {
        found.toastMs = Date.now() - since
        watching.disconnect()
      }
    })
    watching.observe(document.body, { subtree: true, childList: true, characterData: true })
  }, text)
  return async () => {
    for (let wound = 0; wound < 200; wound++) {
      const ms = await page.evaluate(() => (window as unknown as { toastMs?: number }).toastMs)
      if (ms !== undefined) return ms
      await page.clock.runFor(100)
    }
    throw new Error(`“${text}” did not go away.`)
  }
}

interface Rules {
  only?: string[]
  without?: string[]
  coloursOf?: string
  /** Selector of the pointer targets whose size is checked; axe leaves that rule out by default. */
  targets?: string
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules that check colors, which take 90% of axe's time. */
export const colours = ['color-contrast', 'link-in-text-block']

/** Runs in the page: caches color parsing, which axe repeats for every element and which takes a third of its time. */
function rememberColours() {
  interface Parsed {
    r: number
    g: number
    b: number
    alpha: number
    parseString(text: string): Parsed
  }
  const { axe } = window as unknown as { axe: { commons: { color: { Color: { prototype: Parsed } } } } }
  const { prototype } = axe.commons.color.Color
  const parse = prototype.parseString
  const known = new Map<string, Pick<Parsed, 'r' | 'g' | 'b' | 'alpha'>>()
  prototype.parseString = function (text) {
    if (!known.has(text)) {
      const { r, g, b, alpha } = parse.call(this, text)
      known.set(text, { r, g, b, alpha })
    }
    return Object.assign(this, known.get(text))
  }
}

export async function findings(page: Page, part?: string, { only, without = [], coloursOf, targets }: Rules = {}): Promise<string[]> {
  await calm(page)
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe)
    await page.evaluate(rememberColours)
  }
  return page.evaluate(
    async ({ part, only, without, coloursOf, targets }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      axe.reset()
      if (coloursOf)
        axe.configure({
          rules: [
            { id: 'color-contrast', selector: `${coloursOf} *` },
            { id: 'link-in-text-block', selector: `${coloursOf} a[href]` },
          ],
        })
      if (targets) axe.configure({ rules: [{ id: 'target-size', selector: targets }] })
      const { violations } = await axe.run(part ? { include: [[part]] } : document, {
        resultTypes: ['violations'],
        // No rule in use needs the style sheets reloaded.
        preload: false,
        ...(only && { runOnly: { type: 'rule', values: only } }),
        rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    },
    { part, only, without, coloursOf, targets },
  )
}

export const coveredByToasts = () => {
  const toasts = [...document.querySelectorAll('.dna-toast')].map((toast) => toast.getBoundingClientRect())
  const isUnder = ({ left, right, top, bottom }: DOMRect) =>
    toasts.some((item) => item.left < right && left < item.right && item.top < bottom && top < item.bottom)
  const buttons = [...document.querySelectorAll('main button')].filter((button) => /^(Save|Submit|Add|Undo)/.test(button.textContent ?? ''))
  return buttons.filter((button) => isUnder(button.getBoundingClientRect())).map(({ textContent }) => textContent)
}

/**
 * Returns layout shifts without user input since the page opened, if they are noticeable or move a clickable element aside. A quick user
 * would then hit its neighbor.
 */
export async function readLayoutShifts(page: Page): Promise<string[]> {
  const { shift, moved, aside } = await page.evaluate(
    () =>
      new Promise<{ shift: number; moved: string[]; aside: string[] }>((done) => {
        interface Shift extends PerformanceEntry {
          value: number
          hadRecentInput: boolean
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
        }
        const isShift = (entry: PerformanceEntry): entry is Shift => entry.entryType === 'layout-shift'
        const seen: Shift[] = []
        const watching = new PerformanceObserver((list) => {
          const entries = list.getEntries()
          seen.push(...entries.filter(isShift).filter(({ hadRecentInput }) => !hadRecentInput))
          // This entry type is requested last, so it is reported last.
          if (entries.every(isShift)) return
          watching.disconnect()
          const sources = seen.flatMap((item) => item.sources)
          const texts = sources.map(({ node }) => node?.textContent?.slice(0, 30) ?? '')
          const aside = sources.flatMap(({ node, previousRect: was, currentRect: is }) => {
            const isMeant = node instanceof Element && node.matches('a, button, input, nav, [role="tab"]')
            const far = Math.round(Math.abs(is.x - was.x))
            return isMeant && far > 3 ? [`${node.nodeName} aside by ${far} px: ${node.textContent.slice(0, 30)}`] : []
          })
          done({ shift: seen.reduce((sum, { value }) => sum + value, 0), moved: texts.slice(0, 3), aside })
        })
        watching.observe({ type: 'layout-shift', buffered: true })
        watching.observe({ type: 'navigation', buffered: true })
      }),
  )
  const found = aside.map((text) => `moves ${text}`)
  return shift > 0.02 ? [...found, `moves by ${shift.toFixed(3)}: ${moved.join(' | ')}`] : found
}

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Chooses an option of the picker with this label. */
export async function pick(page: Page, label: string, choice: string) {
  const picker = page
    .getByRole('combobox', { name: label, exact: true })
    .or(page.getByRole('textbox', { name: label, exact: true }))
    .first()
  await picker.click()
  await picker.fill(choice)
  await page.getByRole('option', { name: choice }).first().click()
}

export const pagePath = (page: Page) => new URL(page.url()).pathname
