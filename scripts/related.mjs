// Which tests a change can have broken, by what they import, what stands beside them, the calls they make and the pages they open.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { house } from './install.mjs'

/** These put everything together: through them everything would be related to everything. */
const assembly = /^src\/server\/(product|areas|main|\w+\/index)\.ts$|^src\/web\/(routes|menu|main)\.tsx?$/
/** What every test stands on. */
const ground =
  /^(package(-lock)?\.json|vitest\.config\.ts|vite\.config\.ts|tsconfig.*\.json|src\/server\/(product|areas|migrations\/.*)|src\/server\/database\/(pool|migrate)\.ts|test\/kit\/(start|database|settings|limits)\.ts)/
const isTest = (path) => /\.test\.tsx?$/.test(path)
const isJourney = (path) => path.startsWith('test/journeys/')
/** The steps of `npm run check` have them. */
const inCheck = new Set(['test/architecture.test.ts', 'test/specification.test.ts'])
/** How much further away than a test of the thing itself. */
const further = { journey: 2, everywhere: 4 }

function filesBelow(folder) {
  return readdirSync(join(house, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
}

/** Files that have changed since the last commit that is on main too, or since the commit that is named. */
export function changedFiles(base) {
  const git = (...args) => execFileSync('git', args, { cwd: house, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  const lines = (text) => text.split('\n').filter(Boolean)
  const since = (from) => [...lines(git('diff', '--name-only', from)), ...lines(git('ls-files', '--others', '--exclude-standard'))]
  if (base) return { base, files: since(git('rev-parse', '--verify', `${base}^{commit}`)) }
  let common = git('rev-parse', 'HEAD')
  try {
    common = git('merge-base', 'HEAD', 'main')
  } catch {
    // A clone may have no branch of that name; then what is not committed counts.
  }
  const files = since(common)
  // On main, with everything committed: what the last commit did.
  return files.length > 0 ? { base: common, files } : { base: 'HEAD~1', files: since('HEAD~1') }
}

/** File → files it loads. Types are no reason to run a test: they are checked. */
function importsOf(texts) {
  const found = new Map()
  const pattern = /(?:^|\n)(?:import|export)(?!\s+type\b)(?:[^'"]*?\bfrom)?\s*'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'|new URL\('(\.[^']+)'/g
  for (const [path, text] of texts) {
    const targets = [...text.matchAll(pattern)].map(([, ...one]) => normalize(join(dirname(path), one.find(Boolean))))
    found.set(path, new Set(targets))
  }
  return found
}

/** Every file that something of these reaches, with how many imports lie between. */
function reachedBy(changed, imports) {
  const importers = new Map()
  for (const [path, targets] of imports) for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), path])
  const distance = new Map(changed.map((path) => [path, 0]))
  const waiting = [...changed]
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    if (assembly.test(path) && !changed.includes(path)) continue
    for (const importer of importers.get(path) ?? [])
      if (!distance.has(importer)) {
        distance.set(importer, distance.get(path) + 1)
        waiting.push(importer)
      }
  }
  return distance
}

const segmentsOf = (path) =>
  path
    .split(/[?#]/)[0]
    .split('/')
    .filter(Boolean)
    .map((segment) => (/^[:$]/.test(segment) ? ':' : segment.toLowerCase()))
const startsWith = (address, path) =>
  path.length <= address.length && path.every((segment, at) => segment === ':' || segment === address[at])

/** What addresses lead to: calls of the server to the files that say and answer them, pages to the files that show them. */
function leadingTo(texts) {
  const calls = []
  const pages = []
  for (const [path, text] of texts) {
    if (path.startsWith('src/model/'))
      for (const [, call] of text.matchAll(/\bpath: '([^']+)'/g)) {
        const twin = path.replace('src/model/', 'src/server/')
        calls.push({ segments: segmentsOf(call), files: [path, ...(texts.has(twin) ? [twin] : [])] })
      }
    if (path === 'src/web/routes.tsx')
      for (const [, page, file] of text.matchAll(/\{ path: '([^']+)', page: lazy\(\(\) => import\('\.\/([^']+)'/g))
        pages.push({ segments: segmentsOf(page), files: [`src/web/${file}`] })
  }
  const closest = (address, known) => {
    const fitting = known.filter(({ segments }) => startsWith(address, segments))
    const most = Math.max(...fitting.map(({ segments }) => segments.length))
    return fitting.filter(({ segments }) => segments.length === most).flatMap(({ files }) => files)
  }
  return {
    everyPage: pages.flatMap(({ files }) => files),
    filesOf(text, isBrowsing) {
      const plain = text.replace(/\$\{[^}]*\}/g, ':')
      const addresses = new Set([...plain.matchAll(/['"`](?:\/api)?(\/?\w[\w:/-]*)/g)].map(([, address]) => address))
      return [...addresses].flatMap((address) => {
        const segments = segmentsOf(address)
        return [...closest(segments, calls), ...closest(segments, isBrowsing && address.startsWith('/') ? pages : [])]
      })
    },
  }
}

/** Tests that the change can have broken, the nearest first. */
export function relatedTests(changed) {
  const paths = ['src', 'test'].flatMap(filesBelow)
  const texts = new Map(paths.map((path) => [path, readFileSync(join(house, path), 'utf8')]))
  const tests = paths.filter((path) => isTest(path) && !inCheck.has(path))
  const distance = reachedBy(changed, importsOf(texts))
  const isGround = changed.some((path) => ground.test(path))
  const isFrame = [...distance.keys()].some((path) => path.startsWith('src/web/shell/') || path === 'src/web/main.tsx')
  const isProduct = changed.some((path) => /^src\/(server|model)\//.test(path) && !isTest(path))
  const addresses = leadingTo(texts)
  const folders = new Set(changed.filter((path) => assembly.test(path)).map(dirname))

  const distanceOf = (test) => {
    const text = texts.get(test)
    const beside = test.replace('.test.', '.')
    const own = [
      test,
      ...(existsSync(join(house, beside)) ? [beside] : paths.filter((path) => !isTest(path) && dirname(path) === dirname(test))),
    ]
    const driven =
      isJourney(test) || dirname(test) === 'test' || test.startsWith('src/server/') ? addresses.filesOf(text, isJourney(test)) : []
    const isEvery = basename(test).startsWith('every-route-')
    const near = Math.min(...own.map((path) => distance.get(path) ?? Infinity), folders.has(dirname(test)) ? 1 : Infinity)
    const far = Math.min(...[...driven, ...(isEvery ? addresses.everyPage : [])].map((path) => distance.get(path) ?? Infinity))
    const isEverywhere = isGround || (isFrame && isJourney(test)) || (isProduct && dirname(test) === 'test')
    const name = basename(test).replace(/\.test\.tsx?$/, isJourney(test) ? '' : '.')
    return Math.min(
      changed.some((path) => basename(path).startsWith(name)) ? 0 : Infinity,
      near,
      far + (isJourney(test) ? further.journey : 1),
      isEverywhere ? further.everywhere : Infinity,
    )
  }
  return tests
    .map((path) => ({ path, distance: distanceOf(path) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance)
}
