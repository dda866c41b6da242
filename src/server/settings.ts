import { resolve } from 'node:path'
import { isEmail } from '../model/kit/rules.ts'

/** Everything the environment can say (docs/OPERATIONS.md), read once. A wrong value ends the start with its name. */
export interface Settings {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | null
  s3: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string } | null
  adminEmail: string
  adminPassword: string | null
  isDemo: boolean
  badge: 'TEST' | 'DEMO' | 'DEV' | 'LOCAL' | 'LIVE'
  role: 'all' | 'web' | 'worker'
  /** Balancers between people and this node; so many of the addresses they pass on are believed. */
  proxies: number
  smtpUrl: string | null
  mailFrom: string
  publicUrl: string | null
  logLevel: string
  metricsToken: string | null
  /** The customer-relationship service companies are looked up in; null until there is a token. */
  hubspot: { baseUrl: string; accessToken: string } | null
}

export function readSettings(from: Record<string, string | undefined>): Settings {
  const given = (name: string) => from[name]?.trim() || undefined
  const wrong = (name: string, must: string): never => {
    const shown = /PASSWORD|SECRET|TOKEN/.test(name) ? '***' : withoutPassword(from[name] ?? '')
    throw new Error(`${name} is wrong: it must be ${must}, but is "${shown}".`)
  }
  const oneOf = <T extends string>(name: string, fallback: T, allowed: readonly T[]): T => {
    const value = given(name) ?? fallback
    return allowed.includes(value as T) ? (value as T) : wrong(name, `one of ${allowed.join(', ')}`)
  }
  const address = (name: string, schemes: string[]) => {
    const value = given(name)
    // PostgreSQL on a socket has no host: postgres://user@/database?host=/folder
    const plain = value?.replace('@/', '@localhost/')
    if (plain && !(URL.canParse(plain) && schemes.includes(new URL(plain).protocol)))
      wrong(name, `an address beginning with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`)
    return value || null
  }

  const port = given('PORT') ?? '3000'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) wrong('PORT', 'a number from 0 to 65535')
  const proxies = given('PROXIES') ?? '0'
  if (!/^\d$/.test(proxies)) wrong('PROXIES', 'a number from 0 to 9')
  const badge = oneOf('APP_ENV', 'LOCAL', ['TEST', 'DEMO', 'DEV', 'LOCAL', 'LIVE'])
  const isDemo = oneOf('DEMO_DATA', '0', ['0', '1']) === '1'
  if (isDemo && badge === 'LIVE') wrong('DEMO_DATA', '0 where APP_ENV is LIVE')
  const adminEmail = given('ADMIN_EMAIL') ?? 'admin@example.com'
  if (!isEmail(adminEmail)) wrong('ADMIN_EMAIL', 'an e-mail address')
  const adminPassword = given('ADMIN_PASSWORD') ?? null
  if (adminPassword && adminPassword.length < 8) wrong('ADMIN_PASSWORD', 'at least 8 characters long')

  const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const s3Given = s3Names.filter((name) => given(name))
  if (s3Given.length > 0 && s3Given.length < s3Names.length)
    wrong(s3Names.find((name) => !given(name))!, 'given together with the other S3 variables')
  const endpoint = address('S3_ENDPOINT', ['http:', 'https:'])

  const hubspotUrl = withoutEndSlashes(address('HUBSPOT_BASE_URL', ['http:', 'https:']))
  const hubspotToken = given('HUBSPOT_ACCESS_TOKEN')
  if (hubspotToken && !/^[\x21-\x7e]+$/.test(hubspotToken)) wrong('HUBSPOT_ACCESS_TOKEN', 'a token without spaces')

  return {
    port: Number(port),
    host: given('HOST') ?? '127.0.0.1',
    dataDir: resolve(given('DATA_DIR') ?? 'data'),
    databaseUrl: address('DATABASE_URL', ['postgres:', 'postgresql:']),
    s3:
      endpoint === null
        ? null
        : {
            endpoint,
            region: given('S3_REGION') ?? 'us-east-1',
            bucket: given('S3_BUCKET')!,
            accessKeyId: given('S3_ACCESS_KEY_ID')!,
            secretAccessKey: given('S3_SECRET_ACCESS_KEY')!,
          },
    adminEmail: adminEmail.toLowerCase(),
    adminPassword,
    isDemo,
    badge,
    role: oneOf('ROLE', 'all', ['all', 'web', 'worker']),
    proxies: Number(proxies),
    smtpUrl: address('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: given('MAIL_FROM') ?? 'dna@localhost',
    publicUrl: withoutEndSlashes(address('PUBLIC_URL', ['http:', 'https:'])),
    logLevel: oneOf('LOG_LEVEL', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    metricsToken: given('METRICS_TOKEN') ?? null,
    hubspot: hubspotToken ? { baseUrl: hubspotUrl ?? 'https://api.hubapi.com', accessToken: hubspotToken } : null,
  }
}

function withoutEndSlashes(address: string | null): string | null {
  let end = address?.length ?? 0
  while (end > 0 && address?.[end - 1] === '/') end--
  return address?.slice(0, end) ?? null
}

/** `postgres://dna:secret@host/` as it may be shown. */
function withoutPassword(address: string): string {
  const end = address.lastIndexOf('@')
  const start = address.indexOf(':', address.indexOf('://') + 1)
  return start >= 0 && start < end ? `${address.slice(0, start)}:***${address.slice(end)}` : address
}

/** Why a start failed, with the name of the variable where one is to blame. */
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
