import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { repoRoot } from './install.mjs'

function formatError({ message = '', diff, stack = '' }) {
  const stackLines = stack.split('\n').filter((line) => /(src|test|scripts)\//.test(line) && !line.includes('node_modules'))
  // Adds the diff, because the message alone only shows `expected { …(1) }`.
  const difference = stripVTControlCharacters(diff ?? '').slice(0, 1200)
  return [message.slice(0, 600), difference, ...stackLines.slice(0, 4).map((line) => line.trim())].filter(Boolean).join('\n')
}

/**
 * Writes one line per finished test, with its name and errors (as JSON) if it failed. The total is correct and the failures are printed
 * even if a run is cut short.
 */
export default class CountReporter {
  /** `DNA_TEST_UNTIL` is the time after which a run with a time limit starts no further tests. */
  onInit(vitest) {
    const { DNA_TEST_UNTIL } = process.env
    if (!DNA_TEST_UNTIL) return
    const cut = () => {
      this.isCut = true
      void vitest.cancelCurrentRun('keyboard-input')
    }
    setTimeout(cut, Math.max(0, Number(DNA_TEST_UNTIL) - Date.now())).unref()
  }

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result()
    if (state === 'failed') this.failed(test.module.relativeModuleId, test.fullName, errors)
    else this.write(state)
  }

  onTestSuiteResult(suite) {
    if (suite.errors().length > 0)
      this.failed(suite.module.relativeModuleId, `${suite.fullName}, before or after its tests`, suite.errors())
  }

  onTestModuleEnd(module) {
    if (module.errors().length > 0) this.failed(module.relativeModuleId, 'does not start or end', module.errors())
    if (!this.isCut) this.write(`done ${module.relativeModuleId}`)
  }

  onTestRunEnd(_modules, errors) {
    for (const error of errors) this.failed(relative(repoRoot, error.VITEST_TEST_PATH ?? repoRoot), 'an error that nobody caught', [error])
  }

  failed(file, test, errors) {
    this.write(`failed ${JSON.stringify({ file, why: [`${file}: ${test}`, ...errors.map(formatError)].join('\n') })}`)
  }

  write(line) {
    if (process.env.DNA_TEST_COUNT) appendFileSync(process.env.DNA_TEST_COUNT, `${line}\n`)
  }
}
