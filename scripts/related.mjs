import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { repoRoot } from './install.mjs'

/** Files that assemble the whole app: following them would relate every file to every other. */
const assembly = /^src\/server\/(product|areas|main|\w+\/index)\.ts$|^src\/web\/(routes|menu|main)\.tsx?$/
const foundationPattern =
  /^(package(-lock)?\.json|vitest\.config\.ts|vite\.config\.ts|tsconfig.*\.json|src\/server\/(product|areas|migrations\/.*)|src\/server\/database\/(pool|migrate)\.ts|test\/kit\/(start|database|settings|limits)\.ts)/
const isTest = (path) => /\.test\.tsx?$/.test(path)
const isJourney = (path) => path.startsWith('test/journeys/')
const inCheck = new Set(['architecture', 'documents', 'language', 'specification'].map((name) => `test/${name}.test.ts`))
/** Extra distance of a test compared with a direct test of the file. */
const further = { journey: 2, everywhere: 4 }

function filesBelow(folder) {
  return readdirSync(join(repoRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
}

export function changedFiles(base) {
  const git = (...args) => execFileSync('git', args, { cwd: repoRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  const lines = (text) => text.split('\n').filter(Boolean)
  const since = (from) => [...lines(git('diff', '--name-only', from)), ...lines(git('ls-files', '--others', '--exclude-standard'))]
  if (base) return { base, files: since(git('rev-parse', '--verify', `${base}^{commit}`)) }
  let common = git('rev-parse', 'HEAD')
  try {
    common = git('merge-base', 'HEAD', 'main')
  } catch {
    // A clone may have no main branch; then only uncommitted changes count.
  }
  const files = since(common)
  // On main with everything committed, use the changes of the last commit.
  return files.length > 0 ? { base: common, files } : { base: 'HEAD~1', files: since('HEAD~1') }
}

/** File → files it loads. Type-only imports are skipped: the type checker covers them. */
function importsByFile(texts) {
  const found = new Map()
  const pattern = /(?:^|\n)(?:import|export)(?!\s+type\b)(?:[^'"]*?\bfrom)?\s*'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'|new URL\('(\.[^']+)'/g
  for (const [path, text] of texts) {
    const targets = [...text.matchAll(pattern)].map(([, ...one]) => normalize(join(dirname(path), one.find(Boolean))))
    found.set(path, new Set(targets))
  }
  return found
}

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

const pathSegments = (path) =>
  path
    .split(/[?#]/)[0]
    .split('/')
    .filter(Boolean)
    .map((segment) => (/^[:$]/.test(segment) ? ':' : segment.toLowerCase()))
const startsWith = (address, path) =>
  path.length <= address.length && path.every((segment, index) => segment === ':' || segment === address[index])

/** Maps API calls to the files that declare and handle them, and page URLs to the files that render them. */
function leadingTo(texts) {
  const calls = []
  const pages = []
  for (const [path, text] of texts) {
    if (path.startsWith('src/model/'))
      for (const [, call] of text.matchAll(/\bpath: '([^']+)'/g)) {
        const twin = path.replace('src/model/', 'src/server/')
        calls.push({ segments: pathSegments(call), files: [path, ...(texts.has(twin) ? [twin] : [])] })
      }
    if (path === 'src/web/routes.tsx')
      for (const [, page, file] of text.matchAll(/\{ path: '([^']+)', page: lazy\(\(\) => import\('\.\/([^']+)'/g))
        pages.push({ segments: pathSegments(page), files: [`src/web/${file}`] })
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
        const segments = pathSegments(address)
        return [...closest(segments, calls), ...closest(segments, isBrowsing && address.startsWith('/') ? pages : [])]
      })
    },
  }
}

export function relatedTests(changed) {
  const paths = ['src', 'test'].flatMap(filesBelow)
  const texts = new Map(paths.map((path) => [path, readFileSync(join(repoRoot, path), 'utf8')]))
  const tests = paths.filter((path) => isTest(path) && !inCheck.has(path))
  const distance = reachedBy(changed, importsByFile(texts))
  const isGround = changed.some((path) => foundationPattern.test(path))
  const isFrame = [...distance.keys()].some((path) => path.startsWith('src/web/shell/') || path === 'src/web/main.tsx')
  const isProduct = changed.some((path) => /^src\/(server|model)\//.test(path) && !isTest(path))
  const addresses = leadingTo(texts)
  const folders = new Set(changed.filter((path) => assembly.test(path)).map(dirname))

  const distanceOf = (test) => {
    const text = texts.get(test)
    const testedFile = test.replace('.test.', '.')
    const own = [
      test,
      ...(existsSync(join(repoRoot, testedFile)) ? [testedFile] : paths.filter((path) => !isTest(path) && dirname(path) === dirname(test))),
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
