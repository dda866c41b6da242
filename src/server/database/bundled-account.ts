import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { chownSync, lchownSync, mkdirSync, readdirSync, readFileSync, rmSync, type Stats, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../tools/errors.ts'
import { type PostgresBinaries, platformPackage } from './bundled-binaries.ts'

/** System account that runs PostgreSQL. PostgreSQL refuses root, so an app started by root must use another account. */
export interface Account {
  name: string
  /** Owner of the database files on disk; undefined on Windows. */
  owner: Owner | undefined
  command(program: string, args: string[]): Command
}

interface Command {
  program: string
  args: string[]
  uid?: number
  gid?: number
}

interface Owner {
  uid: number
  gid: number
}

/** Reads the version from the binary, which also proves that it runs on this machine. */
export function readPostgresVersion({ postgres, environment }: PostgresBinaries): string {
  if (!statSync(postgres, { throwIfNoEntry: false }))
    throw new Error(`The bundled PostgreSQL is incomplete: ${postgres} is missing. Remove node_modules and start again.`)
  const result = spawnSync(postgres, ['--version'], { env: environment, encoding: 'utf8' })
  const version = /PostgreSQL\) (\d+\S*)/.exec(result.stdout ?? '')?.[1]
  if (version) return version
  // The file exists but is reported missing: its dynamic loader is missing.
  if (errorCode(result.error) === 'ENOENT')
    throw new Error(
      'The bundled PostgreSQL needs glibc, which this Linux does not have (Alpine and others use musl). Set DATABASE_URL to a PostgreSQL server of your own, or use a Debian-based image.',
    )
  throw new Error(
    `The bundled PostgreSQL (${platformPackage}) does not run here: ${whatWentWrong(result)}. Set DATABASE_URL to a PostgreSQL server of your own.`,
  )
}

export function chooseAccount(binaries: PostgresBinaries, dataDir: string, cluster: string): Account {
  if (!process.getuid || !process.getgid) return { name: 'this user', owner: undefined, command: plainCommand }
  const us: Owner = { uid: process.getuid(), gid: process.getgid() }
  if (us.uid === 0) return accountForRoot(binaries, dataDir, cluster)

  const found = statSync(cluster, { throwIfNoEntry: false })
  if (found && found.uid !== us.uid)
    throw new Error(
      `The database in ${cluster} belongs to the system user ${found.uid}, the product runs as ${us.uid}. Start it as that user, or set DATA_DIR to another folder.`,
    )
  if (hasName()) return { name: 'this user', owner: us, command: plainCommand }
  // initdb needs a user name, and a container may run under a user id without one.
  const account = behindAnotherNumber(us)
  if (account && canUseBinaries(account, binaries, dataDir)) return account
  throw new Error(
    `The system user ${us.uid} has no name here, which PostgreSQL asks for. Add it to /etc/passwd, or set DATABASE_URL to a PostgreSQL server of your own.`,
  )
}

function accountForRoot(binaries: PostgresBinaries, dataDir: string, cluster: string): Account {
  const owners = [cluster, dataDir].map((path) => statSync(path, { throwIfNoEntry: false })).filter(isOrdinary)
  const known = ['postgres', '_postgres', 'nobody'].map(findSystemUser).filter((user) => user !== undefined)
  const accounts = [...owners.map(({ uid, gid }) => asUser({ uid, gid })), ...known.map(asUser)]
  const account = accounts.find((item) => canUseBinaries(item, binaries, dataDir))
  if (account) return account

  const mapped = behindAnotherNumber({ uid: 0, gid: 0 })
  if (mapped && canUseBinaries(mapped, binaries, dataDir)) return mapped
  throw new Error(
    [
      `PostgreSQL does not run as root, and no other system user can reach both ${dataDir} and ${binaries.postgres} here.`,
      'Ways out: start the product as an ordinary user; or move it and its data folder (DATA_DIR) out of a private home;',
      'or set DATABASE_URL to a PostgreSQL server of your own.',
    ].join(' '),
  )
}

function asUser(owner: Owner): Account {
  return { name: `system user ${owner.uid}`, owner, command: (program, args) => ({ program, args, ...owner }) }
}

function plainCommand(program: string, args: string[]): Command {
  return { program, args }
}

/** Uses a user namespace that maps us to the id of a named user; files on disk remain ours. */
function behindAnotherNumber(owner: Owner): Account | undefined {
  const named = ['postgres', 'daemon', 'nobody'].map(findSystemUser).find((user) => user !== undefined)
  if (process.platform !== 'linux' || !named) return undefined
  const options = ['--user', `--map-user=${named.uid}`, `--map-group=${named.gid}`, '--']
  return {
    name: `system user ${named.uid} in a user namespace`,
    owner,
    command: (program, args) => ({ program: 'unshare', args: [...options, program, ...args] }),
  }
}

/** Tests access by trying it, because permissions, access lists, and container rules all affect it. */
function canUseBinaries(account: Account, binaries: PostgresBinaries, dataDir: string): boolean {
  const folder = join(dataDir, `.probe-${process.pid}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    if (account.owner) chownSync(folder, account.owner.uid, account.owner.gid)
    const script = 'cd "$1" && [ -w . ] && "$2" --version'
    const { program, args, ...as } = account.command('/bin/sh', ['-c', script, 'sh', folder, binaries.postgres])
    return spawnSync(program, args, { ...as, env: binaries.environment, cwd: '/', stdio: 'ignore' }).status === 0
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Changes the owner of the folder itself last, so that an interrupted run is repeated. */
export function giveTo(owner: Owner | undefined, folder: string): void {
  const now = statSync(folder)
  if (!owner || process.getuid?.() !== 0 || (now.uid === owner.uid && now.gid === owner.gid)) return
  for (const name of readdirSync(folder, { recursive: true }) as string[]) lchownSync(join(folder, name), owner.uid, owner.gid)
  chownSync(folder, owner.uid, owner.gid)
}

function findSystemUser(name: string): Owner | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((part) => part.startsWith(`${name}:`))
  const [uid, gid] = line?.split(':').slice(2, 4).map(Number) ?? []
  return uid && gid && uid > 0 && gid > 0 ? { uid, gid } : undefined
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function isOrdinary(found: Stats | undefined): found is Stats {
  return found !== undefined && found.uid !== 0
}

export function whatWentWrong({ error, signal, status, stderr }: SpawnSyncReturns<string>): string {
  return stderr?.trim() || error?.message || (signal ? `ended by ${signal}` : `ended with code ${status}`)
}
