// Measures first visits on a slow line: `npm run slow-line -- ADDRESS PASSWORD`, with the address and first administrator's password of a
// running app. The line has 400 kbit/s and 300 ms; nothing is cached.
import { chromium } from 'playwright-core'
import { findBrowser, noBrowser } from './find-browser.mjs'
import { signIn } from './sign-in.mjs'

const [address, password, email = 'admin@example.com'] = process.argv.slice(2)
if (!address || !password) throw new Error('Which product? npm run slow-line -- http://127.0.0.1:4600 its-password')
const line = { offline: false, latency: 300, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }

const json = { 'content-type': 'application/json' }
const { token } = await (
  await fetch(`${address}/api/account/login`, { method: 'POST', headers: json, body: JSON.stringify({ email, password }) })
).json()
const read = async (path) => (await fetch(`${address}/api/${path}`, { headers: { authorization: `Bearer ${token}` } })).json()
const [me, { notices }] = [await read('account/me'), await read('environment')]

const found = findBrowser()
if (!found) throw new Error(noBrowser)
const browser = await chromium.launch({ executablePath: found.path, env: { ...process.env, ...found.env }, args: ['--no-sandbox'] })

/** Runs in the page: sums layout shifts and records when the awaited element is there. */
function watch(selector) {
  window.shift_ = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift_ += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (document.querySelector(selector)) window.usable_ = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function visit(path, selector, isSignedIn, colorScheme = 'light') {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme })
  if (isSignedIn) await signIn(context, { token, me, notices })
  await context.addInitScript(watch, selector)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', line)
  let bytes = 0
  let scripts = 0
  let files = 0
  const types = new Map()
  cdp.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength
    if (types.get(requestId) === 'Script') scripts += encodedDataLength
    if (['Script', 'Stylesheet'].includes(types.get(requestId))) files++
  })
  await page.goto(`${address}${path}`, { waitUntil: 'commit', timeout: 60_000 })
  await page.waitForFunction(() => window.usable_ !== undefined, undefined, { timeout: 60_000 })
  const usableKb = bytes / 1000
  await page.waitForTimeout(6000)
  const { usable, paint, shift } = await page.evaluate(() => ({
    usable: window.usable_,
    paint: performance.getEntriesByName('first-paint')[0]?.startTime,
    shift: window.shift_,
  }))
  await context.close()
  return { paint, usable, shift, usableKb, kb: bytes / 1000, scripts: scripts / 1000, files }
}

const visits = [
  ['sign-in', '/login', 'input[type="password"]', false],
  ['equipment list', '/equipment', 'tr[data-row]', true],
  ['equipment list, dark', '/equipment', 'tr[data-row]', true, 'dark'],
  ['dashboard', '/dashboard', 'main h1', true],
]
for (const [name, ...how] of visits) {
  const { paint, usable, shift, usableKb, kb, scripts, files } = await visit(...how)
  console.log(
    `${name.padEnd(22)} first paint ${(paint / 1000).toFixed(1)} s, usable ${(usable / 1000).toFixed(1)} s after ${usableKb.toFixed(0)} KB, layout shift ${shift.toFixed(4)}; in all ${kb.toFixed(0)} KB, scripts ${scripts.toFixed(0)} KB, ${files} scripts and styles`,
  )
}
await browser.close()
