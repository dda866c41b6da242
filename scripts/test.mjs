// Proves everything, also as the first command on a fresh clone: `npm test`. Imports nothing that has to be installed.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, house } from './install.mjs'

const deadline = Date.now() + 9.5 * 60_000
const within = (ms) => Math.max(20_000, Math.min(ms, deadline - Date.now()))
const sum = { passed: 0, failed: 0 }
const folder = mkdtempSync(join(tmpdir(), 'dna-test-run-'))
const count = (isGood) => (isGood ? sum.passed++ : sum.failed++)

try {
  await ensureInstalled()
  const { lint, run, tell, tests, types } = await import('./steps.mjs')

  const step = async (what) => {
    const result = await run(what)
    tell(result)
    count(result.isGood)
    return result.isGood
  }
  /** Adds what Vitest counted; a run that broke without a failing test is one failure. */
  const suite = async (name, args, more = {}) => {
    const report = join(folder, `${name}.json`)
    const result = await run({
      name,
      args: [...tests(...args), '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      isLoud: true,
      ...more,
    })
    const { passed, failed } = counted(report)
    sum.passed += passed
    sum.failed += result.isGood || failed > 0 ? failed : 1
    if (!result.isGood) tell({ ...result, output: '' })
  }

  await Promise.all([...types, lint].map(step))
  await suite('model and server', ['--project=model', '--project=server'], { timeoutMs: within(400_000) })
  const isBuilt = await step({ name: 'build', args: [join(house, 'scripts', 'build.mjs')] })
  if (isBuilt && hasJourneys()) {
    const { findBrowser, noBrowser } = await import('./find-browser.mjs')
    const browser = findBrowser({ mayInstall: true })
    if (browser)
      await suite('journeys', ['--project=journeys'], { timeoutMs: within(240_000), env: { ...browser.env, CHROME_PATH: browser.path } })
    else {
      console.log(`FAILED journeys: ${noBrowser}`)
      count(false)
    }
  }
} catch (error) {
  console.log(error.message)
  count(false)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1)

function counted(report) {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const broken = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
    )
    const all = testResults.flatMap(({ assertionResults }) => assertionResults)
    const withStatus = (status) => all.filter((one) => one.status === status).length
    return { passed: withStatus('passed'), failed: withStatus('failed') + broken.length }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function hasJourneys() {
  try {
    return readdirSync(join(house, 'test', 'journeys'), { recursive: true }).some((file) => String(file).endsWith('.test.ts'))
  } catch {
    return false
  }
}
