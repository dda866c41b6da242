import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repoRoot } from './install.mjs'

// The headless build needs a third less processor time than the full browser.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]
const apps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]
/** Packed Chromium, downloaded from the package registry as a fallback. */
const packed = '@sparticuz/chromium@153.0.0'
const cache = join(repoRoot, 'node_modules', '.cache', 'browser')

/**
 * Finds a working Chromium and returns `{path, env}`, or undefined. Search order: CHROME_PATH, an installed browser, Playwright's browser,
 * the package @sparticuz/chromium. With `mayInstall` it downloads one if none is found.
 */
export function findBrowser({ mayInstall = false } = {}) {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH) {
    const configured = works({ path: CHROME_PATH })
    if (!configured) throw new Error(`CHROME_PATH is ${CHROME_PATH}, but no Chromium starts from there.`)
    return configured
  }
  const found =
    works(onPath()) ?? works(apps.find(existsSync)) ?? works(playwrights()) ?? works(fromPackage(repoRoot)) ?? works(fromPackage(cache))
  if (found || !mayInstall) return found
  return works(fetchPackage()) ?? works(installWithApt())
}

export const noBrowser =
  'No Chromium was found and none could be installed. Install Chromium or Chrome, or set CHROME_PATH to one; the browser tests cannot run without.'

function works(browser) {
  if (!browser) return undefined
  const { path, env = {} } = typeof browser === 'string' ? { path: browser } : browser
  const versionResult = spawnSync(path, ['--version', '--no-sandbox'], {
    env: { ...process.env, ...env },
    timeout: 20_000,
    encoding: 'utf8',
  })
  return versionResult.status === 0 && /\d+\.\d+/.test(versionResult.stdout) ? { path, env } : undefined
}

function onPath() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function playwrights() {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), '.cache', 'ms-playwright')
  if (!existsSync(folder)) return undefined
  const candidatePaths = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-headless-shell-linux64/chrome-headless-shell',
    'chrome-linux/headless_shell',
  ]
  return readdirSync(folder)
    .filter((name) => name.startsWith('chromium'))
    .sort()
    .reverse()
    .flatMap((name) => candidatePaths.map((candidatePath) => join(folder, name, candidatePath)))
    .find(isExecutable)
}

/** The package unpacks its shared libraries only if it detects its cloud environment, so the environment is simulated. */
function fromPackage(root) {
  let entry
  try {
    entry = createRequire(join(root, 'package.json')).resolve('@sparticuz/chromium')
  } catch {
    return undefined
  }
  const unpacked = join(cache, 'unpacked')
  mkdirSync(unpacked, { recursive: true })
  const script = `const { default: chromium } = await import(${JSON.stringify(pathToFileURL(entry).href)}); console.log(await chromium.executablePath())`
  const env = { TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 120_000,
  })
  const path = ran.stdout?.trim()
  if (ran.status !== 0 || !existsSync(path)) {
    rmSync(unpacked, { recursive: true, force: true })
    return undefined
  }
  // The package's own configuration names folders of its cloud environment. Without fonts every text has the size zero.
  const folders = [join(unpacked, 'fonts', 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts']
  writeFileSync(
    join(unpacked, 'fonts', 'fonts.conf'),
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>${folders.map((folder) => `<dir>${folder}</dir>`).join('')}<cachedir>${join(unpacked, 'fonts-cache')}</cachedir></fontconfig>\n`,
  )
  const libraries = [join(unpacked, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return { path, env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(unpacked, 'fonts') } }
}

function fetchPackage() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  console.error(`No browser found. Fetching ${packed} …`)
  mkdirSync(cache, { recursive: true })
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', cache, packed]
  const ran = spawnSync(npm[0], [...npm.slice(1), ...args], { cwd: cache, stdio: ['ignore', 2, 2], timeout: 180_000 })
  return ran.status === 0 ? fromPackage(cache) : undefined
}

function installWithApt() {
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) return undefined
  console.error('Installing Chromium with apt-get …')
  const options = { stdio: ['ignore', 2, 2], timeout: 240_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  try {
    execFileSync('apt-get', ['update', '-q'], options)
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium-headless-shell'], options)
  } catch {
    return undefined
  }
  return onPath()
}
