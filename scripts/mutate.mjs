// Mutation testing: `npm run mutate [-- words]` breaks the app in one position at a time, in copies, and reports which mutations the tests
// detect.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, repoRoot } from './install.mjs'

/**
 * Fixed sample of mutations, each with the tests that must detect it. `was` must occur exactly once in its file, so a change to that code
 * must update the sample.
 */
const mutations = JSON.parse(readFileSync(join(repoRoot, 'scripts', 'mutations.json'), 'utf8'))
/** Folders that are not copied: tests do not read them or find them another way. */
const left = ['.git', 'build', 'data', 'node_modules']
const copiesAtOnce = 2
const running = new Set()

function mutationProblem({ name, file, was, becomes, tests }) {
  const text = existsSync(join(repoRoot, file)) ? readFileSync(join(repoRoot, file), 'utf8') : ''
  const times = text.split(was).length - 1
  if (times !== 1) return `“${name}”: ${file} has its text ${times} times: ${was}`
  if (was === becomes) return `“${name}” changes nothing.`
  const missingTests = tests.filter((test) => !existsSync(join(repoRoot, test)))
  return tests.length === 0 || missingTests.length > 0 ? `“${name}” has no tests, or not these: ${missingTests.join(', ')}` : undefined
}

function copyOfHouse() {
  const copy = mkdtempSync(join(tmpdir(), 'dna-mutated-'))
  const parts = readdirSync(repoRoot).filter((name) => !left.includes(name))
  for (const part of parts) cpSync(join(repoRoot, part), join(copy, part), { recursive: true })
  symlinkSync(join(repoRoot, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

function firstFailure(copy, tests) {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const vitest = join(copy, 'node_modules', 'vitest', 'vitest.mjs')
  const args = ['run', '--project=model', '--project=server', '--bail=1', '--maxWorkers=1', '--reporter=json', `--outputFile=${report}`]
  const child = spawn(process.execPath, [vitest, ...args, ...tests], { cwd: copy, stdio: ['ignore', 'ignore', 'pipe'] })
  running.add(child)
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((done) =>
    child.once('close', (code) => {
      running.delete(child)
      if (code === 0) return done(undefined)
      const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : []
      const failed = results.flatMap(({ assertionResults }) => assertionResults).find(({ status }) => status === 'failed')
      const broken = results.find(({ status, message }) => status === 'failed' && message)
      done(failed?.fullName ?? broken?.message.split('\n')[0] ?? output.trim().split('\n').at(-1) ?? 'The tests did not start.')
    }),
  )
}

async function tried(copy, { file, was, becomes, tests }) {
  const targetPath = join(copy, file)
  const source = readFileSync(targetPath, 'utf8')
  writeFileSync(
    targetPath,
    source.replace(was, () => becomes),
  )
  try {
    return await firstFailure(copy, tests)
  } finally {
    writeFileSync(targetPath, source)
  }
}

const filters = process.argv.slice(2)
const stale = mutations.map(mutationProblem).filter(Boolean)
for (const staleMutation of stale) console.log(staleMutation)
if (filters[0] === '--check') {
  console.log(`${mutations.length} mutations, ${stale.length} of them stale`)
  process.exit(stale.length === 0 ? 0 : 1)
}

await ensureInstalled()
const chosen = mutations.filter(
  (mutation) =>
    !mutationProblem(mutation) && filters.every((filter) => `${mutation.kind} ${mutation.name} ${mutation.file}`.includes(filter)),
)
const copies = Array.from({ length: Math.min(copiesAtOnce, chosen.length) }, copyOfHouse)
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  for (const copy of copies) rmSync(copy, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

// A test that fails without a mutation cannot detect one.
const tests = [...new Set(chosen.flatMap(({ tests }) => tests))]
const failure = chosen.length > 0 ? await firstFailure(copies[0], tests) : 'No mutation has these words.'
if (failure) {
  console.log(`Without any mutation: ${failure}`)
  process.exit(1)
}
const alive = []
const waiting = [...chosen]
await Promise.all(
  copies.map(async (copy) => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      const killer = await tried(copy, item)
      if (!killer) alive.push(item)
      console.log(`${killer ? 'killed' : 'ALIVE '} ${item.kind}: ${item.name}${killer ? ` (${killer})` : ` (${item.file})`}`)
    }
  }),
)
console.log(`${chosen.length - alive.length} killed, ${alive.length} alive${stale.length > 0 ? `, ${stale.length} stale` : ''}`)
process.exit(alive.length + stale.length === 0 ? 0 : 1)
