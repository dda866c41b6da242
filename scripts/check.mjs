// Runs before every commit: types, lint, format, and architecture checks, in parallel, in seconds.
const { ensureInstalled } = await import('./install.mjs')
await ensureInstalled()
const { codeRules, lint, runStep: run, sample, tell: reportStep, types } = await import('./steps.mjs')

const results = await Promise.all(
  [...types, lint, codeRules, sample].map(async (step) => {
    const result = await run(step)
    reportStep(result)
    return result
  }),
)
// Prints advisory findings that do not fail the check: budgets, sizes, and removable entries of the not-yet list.
const pattern = /^(may only|files over|functions (over|with)|test\/fixtures\/not-yet)/
for (const { output } of results) for (const line of output.split('\n')) if (pattern.test(line)) console.log(line)
process.exit(results.every(({ isGood }) => isGood) ? 0 : 1)
