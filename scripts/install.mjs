import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const repoRoot = fileURLToPath(new URL('..', import.meta.url))

const abandonedAfterMs = 15 * 60_000

/** Installs node_modules if they do not match package-lock.json. A built app runs without the build tools. */
export async function ensureInstalled({ root = repoRoot, forBuilding = true } = {}) {
  if (isInstalled(root, forBuilding)) return
  await runLocked(root, async () => {
    if (isInstalled(root, forBuilding)) return
    console.error('Installing the dependencies …')
    await runProgram(...npm(), ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'], { cwd: root })
    const missing = missingPackages(root, true)
    if (missing.length > 0) throw new Error(`npm ci ended well, yet these packages are missing: ${missing.join(', ')}`)
  })
}

export async function bring(tool) {
  const root = join(repoRoot, 'scripts', 'tools', tool)
  try {
    await ensureInstalled({ root })
  } catch (error) {
    const expectedPackages = Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies).map((entry) =>
      entry.join('@'),
    )
    throw new Error(`${expectedPackages.join(', ')} comes from the npm registry the first time it is needed, and did not. ${error.message}`)
  }
  return join(root, 'node_modules')
}

export function isInstalled(root = repoRoot, forBuilding = true) {
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed) || missingPackages(root, forBuilding).length > 0) return false
  const lock = join(root, 'package-lock.json')
  if (!existsSync(lock) || statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return true
  // A checkout updates the lock file's modification time without changing its content.
  if (!holdsTheSame(installed, lock, forBuilding)) return false
  try {
    utimesSync(installed, new Date(), new Date())
  } catch {
    // The node_modules folder belongs to another user; it is compared again next time.
  }
  return true
}

function missingPackages(root, forBuilding) {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const requiredNames = [...Object.keys(dependencies), ...(forBuilding ? Object.keys(devDependencies) : [])]
  return requiredNames.filter((name) => !existsSync(join(root, 'node_modules', name, 'package.json')))
}

function holdsTheSame(installedFile, lockFile, forBuilding) {
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages
  const { '': _root, ...lockedPackages } = JSON.parse(readFileSync(lockFile, 'utf8')).packages
  return Object.entries(lockedPackages).every(([path, { version, optional, dev, devOptional, peer }]) => {
    const found = installed[path]
    if (!found) return optional || peer || ((dev || devOptional) && !forBuilding)
    return found.version === version
  })
}

function npm() {
  const { npm_execpath: path = '' } = process.env
  if (/\.c?js$/.test(path) && existsSync(path)) return [process.execPath, [path]]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
}

/** Runs a program until it exits. Its output goes to stderr, so that stdout stays clean. */
export function runProgram(program, firstArgs, args, options = {}) {
  return new Promise((done, fail) => {
    const shell = program.endsWith('.cmd')
    const child = spawn(program, [...firstArgs, ...args], { stdio: ['ignore', 2, 2], shell, ...options })
    const pass = (signal) => child.kill(signal)
    process.on('SIGTERM', pass).on('SIGINT', pass)
    child.once('error', fail)
    child.once('exit', (code, signal) => {
      process.off('SIGTERM', pass).off('SIGINT', pass)
      if (code === 0) return done()
      const failure = new Error(`${[program, ...firstArgs, ...args].join(' ')} ended with ${signal ?? `code ${code}`}.`)
      fail(Object.assign(failure, { code, signal }))
    })
  })
}

/** Runs the work under a file lock: one process at a time installs or builds here, others wait. */
export async function runLocked(root, work) {
  const lock = join(root, 'build', 'lock')
  mkdirSync(dirname(lock), { recursive: true })
  let hasReported = false
  while (!tryLock(lock)) {
    if (!hasReported) console.error('Another process is installing or building here. Waiting for it …')
    hasReported = true
    await sleep(200)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function tryLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  if (isAbandoned(lock)) rmSync(lock, { force: true })
  return false
}

function isAbandoned(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    const ageMs = Date.now() - statSync(lock).mtimeMs
    // The lock file is briefly empty between its creation and the write of the process id.
    if (!pid) return ageMs > 5000
    if (pid === process.pid || ageMs > abandonedAfterMs) return true
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

export function exitWithError(message) {
  console.error(message)
  process.exit(1)
}
