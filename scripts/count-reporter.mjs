import { appendFileSync } from 'node:fs'

/** Writes one line per finished test, so that the sum is right even for a run that was cut. */
export default class CountReporter {
  onTestCaseResult(test) {
    const { state, errors } = test.result()
    this.write(state)
    if (state !== 'passed' || !test.diagnostic()?.flaky) return
    const reason = errors?.[0]?.message.replace(/\s+/g, ' ').slice(0, 300) ?? 'no reason given'
    this.write(`again ${test.module.relativeModuleId}: ${test.fullName} (first ${reason})`)
  }

  onTestSuiteResult(suite) {
    if (suite.errors().length > 0) this.write('failed')
  }

  onTestModuleEnd(module) {
    if (module.errors().length > 0) this.write('failed')
  }

  write(line) {
    if (process.env.DNA_TEST_COUNT) appendFileSync(process.env.DNA_TEST_COUNT, `${line}\n`)
  }
}
