// Runs the whole test suite with `npm test`, also as the first command on a fresh clone. With `-- --changed [commit]` it runs tests related
// to the changes since main or that commit, closest first, in two minutes. With `-- --shard 1/4` it runs the first of four parts of the test
// files, for CI on several machines; types, lint and mutations run in the first part only. Imports no package that must be installed.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, repoRoot } from './install.mjs'

const startedAt = Date.now()
// Two idle cores need a third of this; the limit allows for a starved machine.
const wholeRunMs = 70 * 60_000
const quickRunMs = 110_000
const sum = { passed: 0, failed: 0 }
/** Names and reasons of failures, repeated at the end. */
const names = []
/** Tests that failed and then passed when run alone. */
const unsteady = []
const folder = mkdtempSync(join(roomInMemory() ?? tmpdir(), 'dna-test-run-'))
// PostgreSQL started by root and apps that tests start under another account run as different users and need write access.
chmodSync(folder, 0o1777)
// Databases, files, and browser profiles of tests are created there and removed with it.
process.env.TMPDIR = folder

/** Returns an in-memory file system if enough memory is available: every test file has its own database of about a thousand files. */
function roomInMemory() {
  const gigabyte = 1024 ** 3
  // The container's memory limit, if reported; 0 or a huge number without a limit.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  if (memory < 12 * gigabyte) return undefined
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 4 * gigabyte ? '/dev/shm' : undefined
  } catch {
    return undefined
  }
}
const countTest = (isGood, name) => {
  if (isGood) sum.passed++
  else {
    sum.failed++
    names.push(name)
  }
}

async function runChecks(what) {
  const { runStep: run, tell: reportStep } = await import('./steps.mjs')
  const result = await run(what)
  reportStep(result)
  countTest(result.isGood, what.name)
  return result.isGood
}

/**
 * A failed journey is retried alone: a browser, a server, and a database share two processors with all other tests. A pass on retry is
 * reported for fixing but does not fail the run.
 */
const mayTryAgain = ({ file }) => file.startsWith('test/journeys/')

/**
 * Adds the counts from Vitest. A run that crashed or was cut short without a failing test counts as one failure, unless its time limit
 * ended it. Returns the files that completed.
 */
async function suite(name, args, { env = {}, isFirst = true } = {}) {
  const { runStep: run, tell: reportStep, tests } = await import('./steps.mjs')
  const file = join(folder, 'count')
  writeFileSync(file, '')
  const reporters = ['--reporter=default', `--reporter=${join(repoRoot, 'scripts', 'count-reporter.mjs')}`]
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
  for (const item of failed) if (!again.includes(item)) countTest(false, item.why)
  if (!result.isGood && !isCut && (failed.length === 0 || result.isLate)) countTest(false, `${name}: did not come to its end`)
  reportStep({ ...result, isGood: result.isGood || (isCut && failed.length === 0) })
  if (again.length > 0) {
    for (const { why } of again) console.log(`UNSTEADY ${why}`)
    unsteady.push(...again.map(({ why }) => why))
    await suite('once more, alone', [...new Set(again.map(({ file }) => file))], { isFirst: false })
  }
  return new Set(lines.filter((line) => line.startsWith('done ')).map((line) => line.slice('done '.length)))
}

const building = { name: 'build', args: [join(repoRoot, 'scripts', 'build.mjs')] }

async function canBrowse() {
  const { findBrowser, noBrowser } = await import('./find-browser.mjs')
  if (findBrowser({ mayInstall: true })) return true
  console.log(`FAILED journeys: ${noBrowser}`)
  countTest(false, 'journeys: no browser')
  return false
}

async function runEverything(shard) {
  const { lint, sample, types } = await import('./steps.mjs')
  const isFirst = !shard || shard.startsWith('1/')
  const [isBuilt] = await Promise.all([building, ...(isFirst ? [...types, lint, sample] : [])].map(runChecks))
  const projects = ['model', 'server', ...(isBuilt && (await canBrowse()) ? ['journeys'] : [])]
  const options = [...projects.map((name) => `--project=${name}`), ...(shard ? [`--shard=${shard}`] : [])]
  await suite(`${projects.join(', ')}${shard ? `, part ${shard}` : ''}`, options)
}

function checkedShard(shard = '') {
  const [, index, count] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(shard) ?? []
  if (!index || Number(index) > Number(count))
    throw new Error(`--shard takes a part and the number of parts, such as 1/4; not ${shard || 'nothing'}.`)
  return shard
}

async function whatChanged(base) {
  const { codeRules, lint, sample, types } = await import('./steps.mjs')
  const { changedFiles, relatedTests } = await import('./related.mjs')
  const changed = changedFiles(base)
  const related = relatedTests(changed.files).map(({ path }) => path)
  console.log(`${changed.files.length} files have changed since ${changed.base.slice(0, 12)}; ${related.length} test files are related.`)
  const hasJourneys = related.some((path) => path.startsWith('test/journeys/'))
  const good = await Promise.all([...types, lint, codeRules, sample, ...(hasJourneys ? [building] : [])].map(runChecks))
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
  const [option, value] = process.argv.slice(2).flatMap((argument) => argument.split(/(?<=^--shard)=/))
  if (option === '--changed') await whatChanged(value)
  else if (option === '--shard') await runEverything(checkedShard(value))
  else if (option === undefined) await runEverything()
  else throw new Error(`npm test takes nothing, --shard and a part such as 1/4, or --changed and a commit; not ${option}.`)
} catch (error) {
  countTest(false, error.message)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const name of unsteady) console.log(`UNSTEADY ${name}`)
for (const name of names) console.log(`FAILED ${name}`)
console.log(`${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1)
