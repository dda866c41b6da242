// Proves everything, also as the first command on a fresh clone: `npm test`. Imports nothing that has to be installed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, house } from './install.mjs'

// Ten minutes are enough on two quiet cores; a starved machine may take longer, but not for ever.
const deadline = Date.now() + 70 * 60_000
const within = (ms) => Math.max(20_000, Math.min(ms, deadline - Date.now()))
const sum = { passed: 0, failed: 0 }
/** What passed only on its second try. */
const again = []
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
  const suite = async (name, args, { timeoutMs }) => {
    const file = join(folder, name)
    writeFileSync(file, '')
    const reporters = ['--reporter=default', `--reporter=${join(house, 'scripts', 'count-reporter.mjs')}`]
    const step = {
      name,
      args: [...tests(...args), ...reporters],
      env: { DNA_TEST_COUNT: file },
      isLoud: true,
      timeoutMs: within(timeoutMs),
    }
    const result = await run(step)
    const states = readFileSync(file, 'utf8').split('\n')
    const failed = states.filter((state) => state === 'failed').length
    sum.passed += states.filter((state) => state === 'passed').length
    again.push(...states.filter((state) => state.startsWith('again ')).map((state) => state.slice('again '.length)))
    sum.failed += result.isGood || (failed > 0 && !result.isLate) ? failed : failed + 1
    tell(result)
  }

  const building = { name: 'build', args: [join(house, 'scripts', 'build.mjs')] }
  const [isBuilt] = await Promise.all([building, ...types, lint].map(step))
  const projects = ['model', 'server']
  if (isBuilt) {
    const { findBrowser, noBrowser } = await import('./find-browser.mjs')
    if (findBrowser({ mayInstall: true })) projects.push('journeys')
    else {
      console.log(`FAILED journeys: ${noBrowser}`)
      count(false)
    }
  }
  await suite(
    projects.join(', '),
    projects.map((name) => `--project=${name}`),
    { timeoutMs: 60 * 60_000 },
  )
} catch (error) {
  console.log(error.message)
  count(false)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (again.length > 0) console.log(`Passed only on the second try:\n${again.map((test) => `  ${test}`).join('\n')}`)
console.log(`${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1)
