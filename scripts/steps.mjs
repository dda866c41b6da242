import { spawn } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { repoRoot } from './install.mjs'

const modulePath = (...path) => join(repoRoot, 'node_modules', ...path)
const tsc = modulePath('typescript', 'bin', 'tsc')
const vitest = modulePath('vitest', 'vitest.mjs')

/**
 * One checker per program: several would check shared types again, which takes more processor time. The next run checks only what has
 * changed; CI starts empty and would only write that record. The record is below `build`, as worktrees may share node_modules.
 */
const typesOf = (part) => ({
  name: `types of the ${part}`,
  args: [
    ...[tsc, '-p', `tsconfig.${part}.json`, '--checkers', '1'],
    ...(process.env.CI ? [] : ['--incremental', '--tsBuildInfoFile', `build/types/${part}.tsbuildinfo`]),
  ],
  // The compiler is a Go program. Fewer garbage collections save a third of its processor time for about 300 MB more memory.
  env: { GOGC: process.env.GOGC ?? '400' },
})
export const types = ['server', 'web', 'journeys'].map(typesOf)
export const lint = { name: 'lint and format', args: [modulePath('@biomejs', 'biome', 'bin', 'biome'), 'check', '--max-diagnostics=50'] }
export const codeRules = {
  name: 'architecture, specification, language, documents and enumerations',
  // One worker parses the sources and loads the server once for all five files.
  args: [
    vitest,
    'run',
    '--maxWorkers=1',
    ...['architecture', 'specification', 'language', 'documents'].map((name) => `test/${name}.test.ts`),
    'src/model/enumerations.test.ts',
  ],
}
export const sample = { name: 'sample of mutations', args: [join(repoRoot, 'scripts', 'mutate.mjs'), '--check'] }
export const tests = (...args) => [vitest, 'run', ...args]

const running = new Set()

/** Scales timeouts by system load: a limit should only stop hung processes. */
const timeoutFactor = () => Math.max(1, loadavg()[0] / availableParallelism())

/** Runs a Node program until it exits and returns its result. Leaves no child process running in any case. */
export function runStep({ name, args, env = {}, timeoutMs = 120_000, isLoud = false }) {
  const limitMs = timeoutMs * timeoutFactor()
  return new Promise((done) => {
    const startedAt = Date.now()
    const child = spawn(process.execPath, args, {
      cwd: repoRoot,
      detached: true,
      stdio: ['ignore', isLoud ? 'inherit' : 'pipe', isLoud ? 'inherit' : 'pipe'],
      env: { ...process.env, ...(isLoud ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }), ...env },
    })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
    let isLate = false
    const limit = setTimeout(() => {
      isLate = true
      endGroup(child, 'SIGTERM')
      setTimeout(endGroup, 8000, child, 'SIGKILL').unref()
    }, limitMs)
    child.once('error', (error) => (output += error.message))
    child.once('close', (code) => {
      clearTimeout(limit)
      endGroup(child, 'SIGKILL')
      running.delete(child)
      const seconds = (Date.now() - startedAt) / 1000
      const late = isLate ? `\n${name} took longer than ${Math.round(limitMs / 1000)} s.` : ''
      done({ name, isGood: code === 0 && !isLate, isLate, seconds, output: output + late })
    })
  })
}

/** Kills the whole process group; the child is its leader, so its workers end with it. */
function endGroup({ pid }, signal) {
  try {
    process.kill(-pid, signal)
  } catch {}
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
])
  process.once(signal, () => {
    for (const child of running) endGroup(child, 'SIGTERM')
    setTimeout(() => process.exit(code), 5000)
    void Promise.all([...running].map((child) => new Promise((done) => child.once('close', done)))).then(() => process.exit(code))
  })
process.on('exit', () => {
  for (const child of running) endGroup(child, 'SIGKILL')
})

export function tell({ name, isGood, seconds, output }) {
  if (!isGood) console.log(output.trimEnd())
  console.log(`${isGood ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
}
