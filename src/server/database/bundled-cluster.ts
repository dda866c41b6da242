import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, giveTo, whatWentWrong } from './bundled-account.ts'
import type { PostgresBinaries } from './bundled-binaries.ts'

export interface Folders {
  data: string
  cluster: string
  log: string
  password: string
}

export const owner = 'dna'

export function clusterPaths(data: string): Folders {
  return {
    data,
    cluster: join(data, 'postgres'),
    log: join(data, 'postgres.log'),
    password: join(data, 'postgres-password'),
  }
}

/** Creates the database at the first start, atomically: a killed start leaves only `postgres.new`. */
export function ensureCluster(folders: Folders, account: Account, binaries: PostgresBinaries, version: string, overPort: boolean): void {
  if (existsSync(join(folders.cluster, 'PG_VERSION'))) {
    const written = readFileSync(join(folders.cluster, 'PG_VERSION'), 'utf8').trim()
    if (written !== version.split('.')[0])
      throw new Error(
        `The database in ${folders.cluster} was written by PostgreSQL ${written}, this release brings ${version}. Take a back-up with the release that wrote it and restore it here into an empty folder.`,
      )
    giveTo(account.owner, folders.cluster)
    return
  }
  if (existsSync(folders.cluster)) throw new Error(`${folders.cluster} is not a database. Move it away, or set DATA_DIR to another folder.`)
  const unfinished = `${folders.cluster}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  if (account.owner) chownSync(unfinished, account.owner.uid, account.owner.gid)
  initialise(unfinished, folders, account, binaries, overPort)
  renameSync(unfinished, folders.cluster)
}

function initialise(cluster: string, folders: Folders, account: Account, binaries: PostgresBinaries, overPort: boolean): void {
  const common = ['-D', cluster, '-U', owner, '--encoding=UTF8', '--data-checksums', '--no-instructions']
  // PostgreSQL's builtin collation sorts and folds case identically on every machine; the system locale only classifies letters.
  const collation = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-messages=C']
  let trouble = ''
  for (const locale of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const args = [...common, ...collation, `--locale=${locale}`, ...authentication(folders, account, overPort)]
    const { program, args: all, ...as } = account.command(binaries.initdb, args)
    const result = spawnSync(program, all, { ...as, env: binaries.environment, cwd: '/', encoding: 'utf8' })
    if (result.status === 0) return
    trouble = whatWentWrong(result)
    if (!trouble.includes('invalid locale')) break
  }
  throw new Error(`The database in ${folders.data} could not be created (as ${account.name}): ${trouble}`)
}

/** Access to the socket folder grants sign-in; over a port, a random password is required. */
function authentication({ password }: Folders, account: Account, overPort: boolean): string[] {
  if (!overPort) return ['--auth-local=trust', '--auth-host=reject']
  writeFileSync(password, randomBytes(24).toString('hex'), { mode: 0o600 })
  if (account.owner) chownSync(password, account.owner.uid, account.owner.gid)
  return ['--auth-local=reject', '--auth-host=scram-sha-256', `--pwfile=${password}`]
}

/** Windows has no unix sockets that PostgreSQL and its clients agree on. */
export const usesPort = process.platform === 'win32'

/** Port of the running database if it uses no socket: line four of its pid file; line five is the socket. */
export function findPort({ cluster }: Folders): number | undefined {
  const file = join(cluster, 'postmaster.pid')
  const [, , , port, socket] = existsSync(file) ? readFileSync(file, 'utf8').split(/\r?\n/) : []
  return Number(port) > 0 && !socket?.trim() ? Number(port) : undefined
}

/** A unix socket path is limited to 107 bytes (103 on macOS), so a deep data folder uses a socket elsewhere. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103

export function socketFolder({ data }: Folders, account: Account): string {
  const inside = join(data, 'socket')
  if (fits(inside)) {
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    giveTo(account.owner, inside)
    return inside
  }
  const note = join(data, 'socket-folder')
  const noted = existsSync(note) ? readFileSync(note, 'utf8').trim() : ''
  if (noted && fits(noted) && isOwnFolder(noted, account)) return noted
  const outside = mkdtempSync(join(fits(join(tmpdir(), 'dna-XXXXXX')) ? tmpdir() : '/tmp', 'dna-'))
  if (account.owner) chownSync(outside, account.owner.uid, account.owner.gid)
  writeFileSync(note, `${outside}\n`)
  return outside
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestSocketPath
}

/** Verifies the owner, because another user could have created a folder of this name in a shared directory. */
function isOwnFolder(folder: string, account: Account): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return Boolean(found?.isDirectory() && (found.mode & 0o077) === 0 && found.uid === account.owner?.uid)
}

export function findSocketFolder(folders: Folders): string | undefined {
  const note = join(folders.data, 'socket-folder')
  const folder = existsSync(note) ? readFileSync(note, 'utf8').trim() : join(folders.data, 'socket')
  return statSync(join(folder, '.s.PGSQL.5432'), { throwIfNoEntry: false }) ? folder : undefined
}
