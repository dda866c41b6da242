// Proves everything, also as the first command on a fresh clone: `npm test`. With `-- --changed [commit]` what changed since
// the last commit on main, or since that commit, can have broken: the nearest tests first, in two minutes. Imports nothing that
// has to be installed.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, house } from './install.mjs'

const startedAt = Date.now()
// A third of it is enough on two quiet cores; a starved machine may take longer, but not for ever.
const wholeRunMs = 70 * 60_000
const quickRunMs = 110_000
const sum = { passed: 0, failed: 0 }
/** The names of what failed and why, told once more at the end. */
const names = []
/** What failed and then passed alone. */
const unsteady = []
const folder = mkdtempSync(join(roomInMemory() ?? tmpdir(), 'dna-test-run-'))
// Root's PostgreSQL, and products that tests start as somebody else, run as other users, who have to get in and to write.
chmodSync(folder, 0o1777)
// Databases, files and browser profiles of tests live there, and go with it.
process.env.TMPDIR = folder

/** A file system in memory, where there is plenty of it: every test file has a database of its own, which is a thousand files. */
function roomInMemory() {
  const gigabyte = 1024 ** 3
  // What a container may use, where it is told; 0 or astronomic where nobody limits it.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  if (memory < 12 * gigabyte) return undefined
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 4 * gigabyte ? '/dev/shm' : undefined
  } catch {
    return undefined
  }
}
const count = (isGood, name) => {
  if (isGood) sum.passed++
  else {
    sum.failed++
    names.push(name)
  }
}

async function step(what) {
  const { run, tell } = await import('./steps.mjs')
  const result = await run(what)
  tell(result)
  count(result.isGood, what.name)
  return result.isGood
}

/**
 * A journey that fails beside everything else is tried once more with nothing beside it: a browser, a server and a database on
 * a busy machine share two processors with all other tests. What passes then is told, so that it is mended, but is no failure.
 */
const mayTryAgain = ({ file }) => file.startsWith('test/journeys/')

/**
 * Adds what Vitest counted; a run that broke or was cut without a failing test is one failure more, unless it was to end by
 * then. Answers the files that were tested to their end.
 */
async function suite(name, args, { env = {}, isFirst = true } = {}) {
  const { run, tell, tests } = await import('./steps.mjs')
  const file = join(folder, 'count')
  writeFileSync(file, '')
  const reporters = ['--reporter=default', `--reporter=${join(house, 'scripts', 'count-reporter.mjs')}`]
  const result = await run({
    name,
    args: [...tests(...args), ...reporters],
    env: { ...env, DNA_TEST_COUNT: file },
    isLoud: true,
    timeoutMs: wholeRunMs,
  })
  const lines = readFileSync(file, 'utf8').split('\n')
  const failed = lines.filter((line) => line.startsWith('failed ')).map((line) => JSON.parse(line.slice('failed '.length)))
  const isCut = env.DNA_TEST_UNTIL !== undefined && Date.now() > Number(env.DNA_TEST_UNTIL)
  sum.passed += lines.filter((line) => line === 'passed').length
  const again = isFirst ? failed.filter(mayTryAgain) : []
  for (const one of failed) if (!again.includes(one)) count(false, one.why)
  if (!result.isGood && !isCut && (failed.length === 0 || result.isLate)) count(false, `${name}: did not come to its end`)
  tell({ ...result, isGood: result.isGood || (isCut && failed.length === 0) })
  if (again.length > 0) {
    for (const { why } of again) console.log(`UNSTEADY ${why}`)
    unsteady.push(...again.map(({ why }) => why))
    await suite('once more, alone', [...new Set(again.map(({ file }) => file))], { isFirst: false })
  }
  return new Set(lines.filter((line) => line.startsWith('done ')).map((line) => line.slice('done '.length)))
}

const building = { name: 'build', args: [join(house, 'scripts', 'build.mjs')] }

/** Whether there is a browser; that there is none is a failure. */
async function canBrowse() {
  const { findBrowser, noBrowser } = await import('./find-browser.mjs')
  if (findBrowser({ mayInstall: true })) return true
  console.log(`FAILED journeys: ${noBrowser}`)
  count(false, 'journeys: no browser')
  return false
}

async function everything() {
  const { lint, sample, types } = await import('./steps.mjs')
  const [isBuilt] = await Promise.all([building, ...types, lint, sample].map(step))
  const projects = ['model', 'server', ...(isBuilt && (await canBrowse()) ? ['journeys'] : [])]
  await suite(
    projects.join(', '),
    projects.map((name) => `--project=${name}`),
  )
}

async function whatChanged(base) {
  const { houseRules, lint, sample, types } = await import('./steps.mjs')
  const { changedFiles, relatedTests } = await import('./related.mjs')
  const changed = changedFiles(base)
  const related = relatedTests(changed.files).map(({ path }) => path)
  console.log(`${changed.files.length} files have changed since ${changed.base.slice(0, 12)}; ${related.length} test files are related.`)
  const hasJourneys = related.some((path) => path.startsWith('test/journeys/'))
  const good = await Promise.all([...types, lint, houseRules, sample, ...(hasJourneys ? [building] : [])].map(step))
  const isShown = hasJourneys && good.at(-1) && (await canBrowse())
  const chosen = related.filter((path) => isShown || !path.startsWith('test/journeys/'))
  if (chosen.length === 0) return
  const until = startedAt + quickRunMs
  const order = join(folder, 'order')
  writeFileSync(order, JSON.stringify(chosen))
  const done = await suite('what is related', chosen, { env: { DNA_TEST_UNTIL: String(until), DNA_TEST_ORDER: order } })
  const left = chosen.filter((path) => !done.has(path))
  if (left.length > 0)
    console.log(`Left for the whole run (npm test), further away from what changed:\n${left.map((path) => `  ${path}`).join('\n')}`)
}

try {
  await ensureInstalled()
  const [option, base] = process.argv.slice(2)
  if (option === '--changed') await whatChanged(base)
  else if (option === undefined) await everything()
  else throw new Error(`npm test takes nothing, or --changed and a commit; not ${option}.`)
} catch (error) {
  count(false, error.message)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const name of unsteady) console.log(`UNSTEADY ${name}`)
for (const name of names) console.log(`FAILED ${name}`)
console.log(`${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1)
