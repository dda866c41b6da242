// What runs before every commit: types, lint, format, architecture. In parallel, in seconds.
const { ensureInstalled } = await import('./install.mjs')
await ensureInstalled()
const { houseRules, lint, run, tell, types } = await import('./steps.mjs')

const results = await Promise.all(
  [...types, lint, houseRules].map(async (step) => {
    const result = await run(step)
    tell(result)
    return result
  }),
)
process.exit(results.every(({ isGood }) => isGood) ? 0 : 1)
