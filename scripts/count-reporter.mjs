import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { house } from './install.mjs'

/** What went wrong and where in the house, short enough for the last lines of a run. */
function told({ message = '', diff, stack = '' }) {
  const places = stack.split('\n').filter((line) => /(src|test|scripts)\//.test(line) && !line.includes('node_modules'))
  // Without it a message says `expected { …(1) }` and keeps to itself which.
  const difference = stripVTControlCharacters(diff ?? '').slice(0, 1200)
  return [message.slice(0, 600), difference, ...places.slice(0, 4).map((line) => line.trim())].filter(Boolean).join('\n')
}

/**
 * Writes one line per finished test, with its name and errors (as JSON) where it failed, so that the sum is right even for a
 * run that was cut and the reasons stand at its end.
 */
export default class CountReporter {
  /** `DNA_TEST_UNTIL` names the moment at which a run that may only take so long begins nothing more. */
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

  /** What nobody caught belongs to no test, and fails the run all the same. */
  onTestRunEnd(_modules, errors) {
    for (const error of errors) this.failed(relative(house, error.VITEST_TEST_PATH ?? house), 'an error that nobody caught', [error])
  }

  failed(file, test, errors) {
    this.write(`failed ${JSON.stringify({ file, why: [`${file}: ${test}`, ...errors.map(told)].join('\n') })}`)
  }

  write(line) {
    if (process.env.DNA_TEST_COUNT) appendFileSync(process.env.DNA_TEST_COUNT, `${line}\n`)
  }
}
