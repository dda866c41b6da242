// Takes the screenshots of the help pages from a running demo, in both themes: `npm run help-pictures -- ADDRESS PASSWORD`. The demo is
// started with `npm run demo`; the password is the first administrator's. Run it after pages have changed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findBrowser, noBrowser } from './find-browser.mjs'
import { repoRoot } from './install.mjs'
import { signIn } from './sign-in.mjs'

const [address, password, email = 'admin@example.com'] = process.argv.slice(2)
if (!address || !password) throw new Error('Which demo? npm run help-pictures -- http://127.0.0.1:4600 its-password')
const folder = join(repoRoot, 'src', 'web', 'help', 'pictures')
const size = { width: 1200, height: 720 }

async function sendRequest(path, token, body) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${address}/api/${path}`, { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
  return answer.json()
}
const { token } = await sendRequest('account/login', undefined, { email, password })
const me = await sendRequest('account/me', token)
const { notices } = await sendRequest('environment')
const [project] = (await sendRequest('projects?itemsPerPage=1&sortBy=spaceCount&sortDesc=true', token)).items
const [space] = (await sendRequest(`spaces?projectId=${project.id}&itemsPerPage=1&sortBy=totalMsrpPrice&sortDesc=true`, token)).items
const [display] = (await sendRequest('equipments?itemsPerPage=1&search=DIS-86', token)).items

const shown = {
  'getting-around': { path: '/dashboard', keys: ['Control+k'], typed: 'spaces' },
  equipment: { path: `/equipment/${display.id}` },
  import: { path: '/equipment/import' },
  projects: { path: '/active-projects' },
  rooms: { path: `/projects/${project.id}/spaces/${space.id}` },
  templates: { path: '/space-templates' },
  money: { path: `/projects/${project.id}/budget` },
  contracts: { path: '/manage-contracts' },
  planning: { path: '/big-board' },
  people: { path: '/users' },
}

const found = findBrowser()
if (!found) throw new Error(noBrowser)
const browser = await chromium.launch({ executablePath: found.path, env: { ...process.env, ...found.env }, args: ['--no-sandbox'] })
mkdirSync(folder, { recursive: true })
for (const colorScheme of ['light', 'dark']) {
  const context = await browser.newContext({ viewport: size, colorScheme, reducedMotion: 'reduce' })
  await signIn(context, { token, me, notices })
  const page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  for (const [sheet, { path, keys = [], typed }] of Object.entries(shown)) {
    await page.goto(address + path)
    await page.locator('main h1').first().waitFor()
    for (const key of keys) await page.keyboard.press(key)
    if (typed) await page.keyboard.type(typed)
    await page.waitForLoadState('networkidle')
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .mantine-Loader-root, [class*="_skeletons_"]'))
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: 55 })
    writeFileSync(join(folder, `${sheet}-${colorScheme}.webp`), Buffer.from(data, 'base64'))
  }
  await context.close()
}
await browser.close()
