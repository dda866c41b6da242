// Proves everything, also as the first command on a fresh clone: `npm test`. Imports nothing that has to be installed.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, house } from './install.mjs'

// Ten minutes are enough on two quiet cores; a starved machine may take longer, but not for ever.
const deadline = Date.now() + 70 * 60_000
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
  /** Adds what Vitest counted; a run that broke or was cut without a failing test is one failure more. */
  const suite = async (name, args, { env = {}, timeoutMs }) => {
    const file = join(folder, name)
    writeFileSync(file, '')
    const reporters = ['--reporter=default', `--reporter=${join(house, 'scripts', 'count-reporter.mjs')}`]
    const step = {
      name,
      args: [...tests(...args), ...reporters],
      env: { ...env, DNA_TEST_COUNT: file },
      isLoud: true,
      timeoutMs: within(timeoutMs),
    }
    const result = await run(step)
    const states = readFileSync(file, 'utf8').split('\n')
    const failed = states.filter((state) => state === 'failed').length
    sum.passed += states.filter((state) => state === 'passed').length
    sum.failed += result.isGood || (failed > 0 && !result.isLate) ? failed : failed + 1
    tell(result)
  }

  await Promise.all([...types, lint].map(step))
  await suite('model and server', ['--project=model', '--project=server'], { timeoutMs: 45 * 60_000 })
  const isBuilt = await step({ name: 'build', args: [join(house, 'scripts', 'build.mjs')] })
  if (isBuilt && hasJourneys()) {
    const { findBrowser, noBrowser } = await import('./find-browser.mjs')
    const browser = findBrowser({ mayInstall: true })
    if (browser)
      await suite('journeys', ['--project=journeys'], { timeoutMs: 40 * 60_000, env: { ...browser.env, CHROME_PATH: browser.path } })
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

function hasJourneys() {
  try {
    return readdirSync(join(house, 'test', 'journeys'), { recursive: true }).some((file) => String(file).endsWith('.test.ts'))
  } catch {
    return false
  }
}
