import { appendFileSync } from 'node:fs'

/** Writes one line per finished test, so that the sum is right even for a run that was cut. */
export default class CountReporter {
  onTestCaseResult(test) {
    this.write(test.result().state)
  }

  onTestSuiteResult(suite) {
    if (suite.errors().length > 0) this.write('failed')
  }

  onTestModuleEnd(module) {
    if (module.errors().length > 0) this.write('failed')
  }

  write(state) {
    if (process.env.DNA_TEST_COUNT) appendFileSync(process.env.DNA_TEST_COUNT, `${state}\n`)
  }
}
