import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { isEmail } from '../model/kit/rules.ts'
import {
  builtInSettings,
  findBuiltInSetting,
  isOfService,
  placesOfSecret,
  type SettingValue,
  settingProblem,
} from '../model/settings/app-settings.ts'

/** All environment variables (docs/OPERATIONS.md), read once. An invalid value aborts the start with the variable's name. */
export interface Settings {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | null
  databaseReadUrls: string[]
  s3: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string } | null
  adminEmail: string
  adminPassword: string | null
  isDemo: boolean
  badge: 'TEST' | 'DEMO' | 'DEV' | 'LOCAL' | 'LIVE'
  role: 'all' | 'web' | 'worker'
  webProcesses: number
  /** Number of proxies in front of this node; only that many forwarded addresses are trusted. */
  proxies: number
  smtpUrl: string | null
  publicUrl: string | null
  logLevel: string
  metricsToken: string | null
  /** Destination of the nightly backup and its time in server time; `02:00`. */
  backup: { folder: string | null; bucket: string | null; time: string } | null
  /** Allows webhooks to call addresses in private networks. */
  mayHookPrivate: boolean
  /** Allows an identity provider in a private network, also over plain HTTP. */
  mayIdentityPrivate: boolean
  /** Encrypts the secrets in the database; without it, they are encrypted with a secret of the database. */
  secretsKey: string | null
  /** Service settings from the environment, by key; they override stored values. */
  fromEnvironment: Readonly<Record<string, SettingValue>>
}

export function readSettings(from: Record<string, string | undefined>): Settings {
  const readVariable = (name: string) => from[name]?.trim() || undefined
  const reject = (name: string, must: string): never => {
    const shown = /PASSWORD|SECRET|TOKEN|API_KEY/.test(name) ? '***' : withoutPassword(from[name] ?? '')
    throw new Error(`${name} is wrong: it must be ${must}, but is "${shown}".`)
  }
  const oneOf = <T extends string>(name: string, fallback: T, allowed: readonly T[]): T => {
    const value = readVariable(name) ?? fallback
    return allowed.includes(value as T) ? (value as T) : reject(name, `one of ${allowed.join(', ')}`)
  }
  const address = (name: string, schemes: string[]) => {
    const value = readVariable(name)
    if (value && !isAddress(value, schemes))
      reject(name, `an address beginning with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`)
    return value || null
  }

  const databaseUrl = address('DATABASE_URL', ['postgres:', 'postgresql:'])
  const databaseReadUrls = (readVariable('DATABASE_READ_URL') ?? '').split(',').flatMap((part) => part.trim() || [])
  if (databaseReadUrls.some((databaseReadUrl) => !isAddress(databaseReadUrl, ['postgres:', 'postgresql:'])))
    throw new Error('DATABASE_READ_URL is wrong: it must be addresses beginning with postgres://, with commas between them.')
  if (databaseReadUrls.length > 0 && !databaseUrl)
    throw new Error('DATABASE_READ_URL is wrong: it must be given together with DATABASE_URL.')
  const port = readVariable('PORT') ?? '3000'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) reject('PORT', 'a number from 0 to 65535')
  const proxies = readVariable('PROXIES') ?? '0'
  if (!/^\d$/.test(proxies)) reject('PROXIES', 'a number from 0 to 9')
  const webProcesses = readVariable('WEB_PROCESSES') ?? '1'
  if (!/^(auto|[1-9]\d?)$/.test(webProcesses)) reject('WEB_PROCESSES', 'auto or a number from 1 to 99')
  const badge = oneOf('APP_ENV', 'LOCAL', ['TEST', 'DEMO', 'DEV', 'LOCAL', 'LIVE'])
  const isDemo = oneOf('DEMO_DATA', '0', ['0', '1']) === '1'
  if (isDemo && badge === 'LIVE') reject('DEMO_DATA', '0 where APP_ENV is LIVE')
  const adminEmail = readVariable('ADMIN_EMAIL') ?? 'admin@example.com'
  if (!isEmail(adminEmail)) reject('ADMIN_EMAIL', 'an e-mail address')
  const adminPassword = readVariable('ADMIN_PASSWORD') ?? null
  if (adminPassword && adminPassword.length < 8) reject('ADMIN_PASSWORD', 'at least 8 characters long')

  const secretsKey = readVariable('SECRETS_KEY') ?? null
  if (secretsKey && secretsKey.length < 32) reject('SECRETS_KEY', 'at least 32 characters long')

  const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const s3Given = s3Names.filter((name) => readVariable(name))
  if (s3Given.length > 0 && s3Given.length < s3Names.length)
    reject(s3Names.find((name) => !readVariable(name))!, 'given together with the other S3 variables')
  const endpoint = address('S3_ENDPOINT', ['http:', 'https:'])

  const backupFolder = readVariable('BACKUP_DIR')
  const backupBucket = readVariable('BACKUP_BUCKET')
  if (backupBucket && endpoint === null) reject('BACKUP_BUCKET', 'given together with the S3 variables')
  if (backupBucket && backupBucket === readVariable('S3_BUCKET')) reject('BACKUP_BUCKET', 'a bucket other than S3_BUCKET')
  if (backupBucket && backupFolder) reject('BACKUP_BUCKET', 'left out where BACKUP_DIR is given')
  const backupTime = readVariable('BACKUP_TIME') ?? '02:00'
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(backupTime)) reject('BACKUP_TIME', 'a time such as 02:00')

  const smtpUrl = address('SMTP_URL', ['smtp:', 'smtps:'])

  return {
    port: Number(port),
    host: readVariable('HOST') ?? '127.0.0.1',
    dataDir: resolve(readVariable('DATA_DIR') ?? 'data'),
    databaseUrl,
    databaseReadUrls,
    s3:
      endpoint === null
        ? null
        : {
            endpoint,
            region: readVariable('S3_REGION') ?? 'us-east-1',
            bucket: readVariable('S3_BUCKET')!,
            accessKeyId: readVariable('S3_ACCESS_KEY_ID')!,
            secretAccessKey: readVariable('S3_SECRET_ACCESS_KEY')!,
          },
    adminEmail: adminEmail.toLowerCase(),
    adminPassword,
    isDemo,
    badge,
    role: oneOf('ROLE', 'all', ['all', 'web', 'worker']),
    webProcesses: webProcesses === 'auto' ? availableParallelism() : Number(webProcesses),
    proxies: Number(proxies),
    smtpUrl,
    publicUrl: withoutEndSlashes(address('PUBLIC_URL', ['http:', 'https:'])),
    logLevel: oneOf('LOG_LEVEL', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    metricsToken: readVariable('METRICS_TOKEN') ?? null,
    backup:
      backupFolder || backupBucket
        ? { folder: backupFolder ? resolve(backupFolder) : null, bucket: backupBucket ?? null, time: backupTime }
        : null,
    mayHookPrivate: oneOf('WEBHOOK_ALLOW_PRIVATE', '0', ['0', '1']) === '1',
    mayIdentityPrivate: oneOf('IDENTITY_ALLOW_PRIVATE', '0', ['0', '1']) === '1',
    secretsKey,
    fromEnvironment: servicesIn(readVariable, reject, smtpUrl),
  }
}

const environmentVariable = (key: string) =>
  key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase()
const earlierNames: Record<string, string> = {
  'integrations.hubspot.baseUrl': 'HUBSPOT_BASE_URL',
  'integrations.hubspot.accessToken': 'HUBSPOT_ACCESS_TOKEN',
}

/**
 * Reads service settings from the environment. A secret set there also fixes its target host or URL, set or default, so that no user can
 * redirect the secret.
 */
function servicesIn(
  readVariable: (name: string) => string | undefined,
  reject: (name: string, must: string) => never,
  smtpUrl: string | null,
): Record<string, SettingValue> {
  const environmentValues: Record<string, SettingValue> = {}
  for (const key of Object.keys(builtInSettings).filter(isOfService)) {
    const name = [environmentVariable(key), earlierNames[key]].find((item) => item && readVariable(item))
    const text = name && readVariable(name)
    const type = findBuiltInSetting(key)?.type
    if (!text || !type) continue
    const value = type === 'number' ? Number(text) : /BASE_URL$/.test(name) ? (withoutEndSlashes(text) ?? '') : text
    const problem = settingProblem(key, type, value)
    if (problem) reject(name, type === 'secret' ? 'a token without spaces' : `another value (${problem})`)
    environmentValues[key] = value
  }
  if (smtpUrl) {
    const { hostname, port, protocol, username } = new URL(smtpUrl)
    environmentValues['mail.host'] = hostname
    environmentValues['mail.port'] = Number(port) || (protocol === 'smtps:' ? 465 : 587)
    environmentValues['mail.user'] = username || null
    environmentValues['mail.password'] = null
  }
  for (const key of Object.keys(environmentValues))
    for (const secretKey of placesOfSecret(key)) environmentValues[secretKey] ??= findBuiltInSetting(secretKey)?.start ?? null
  return environmentValues
}

function isAddress(text: string, schemes: string[]): boolean {
  // PostgreSQL on a Unix socket has no host: postgres://user@/database?host=/folder
  const plain = text.replace('@/', '@localhost/')
  return URL.canParse(plain) && schemes.includes(new URL(plain).protocol)
}

function withoutEndSlashes(address: string | null): string | null {
  let end = address?.length ?? 0
  while (end > 0 && address?.[end - 1] === '/') end--
  return address?.slice(0, end) ?? null
}

function withoutPassword(address: string): string {
  const end = address.lastIndexOf('@')
  const start = address.indexOf(':', address.indexOf('://') + 1)
  return start >= 0 && start < end ? `${address.slice(0, start)}:***${address.slice(end)}` : address
}

/** Explains why a start failed, naming the environment variable at fault if there is one. */
export function startProblem(error: NodeJS.ErrnoException & { hostname?: string; address?: string }, settings: Settings): string {
  const { code = '', message } = error
  if (/^(EADDRINUSE|EACCES)$/.test(code) && error.syscall === 'listen') return `PORT ${settings.port} cannot be used: ${message}.`
  if (code === 'EADDRNOTAVAIL' || (error.syscall === 'getaddrinfo' && error.hostname === settings.host)) return `HOST is wrong: ${message}.`
  if (/^(EEXIST|ENOTDIR|EACCES|EROFS|EPERM)$/.test(code) && error.syscall === 'mkdir') return `DATA_DIR is wrong: ${message}.`
  const isDatabase =
    /^(ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|28|3D|08)/.test(code) || /SASL|SSL|terminated/.test(message)
  if (settings.databaseUrl && isDatabase) return `The database of DATABASE_URL cannot be used: ${message || code}.`
  return message
}
