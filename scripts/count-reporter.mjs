import { appendFileSync } from 'node:fs'

/** Writes one line per finished test, with its name where it failed, so that the sum is right even for a run that was cut. */
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
    const { state } = test.result()
    this.write(state === 'failed' ? `failed ${test.module.relativeModuleId}: ${test.fullName}` : state)
  }

  onTestSuiteResult(suite) {
    if (suite.errors().length > 0) this.write(`failed ${suite.module.relativeModuleId}: ${suite.fullName}, before or after its tests`)
  }

  onTestModuleEnd(module) {
    if (module.errors().length > 0) this.write(`failed ${module.relativeModuleId}: does not start or end`)
    if (!this.isCut) this.write(`done ${module.relativeModuleId}`)
  }

  write(line) {
    if (process.env.DNA_TEST_COUNT) appendFileSync(process.env.DNA_TEST_COUNT, `${line}\n`)
  }
}
