import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { onCleanup } from '../../../test/kit/cleanup.ts'
import { startFakeJira } from '../../../test/kit/fake-jira.ts'
import { startFakeS3 } from '../../../test/kit/fake-s3.ts'
import { administrator } from '../../../test/kit/settings.ts'
import { startApp } from '../../../test/kit/start.ts'
import { timeoutMs } from '../../../test/kit/timeouts.ts'
import { addDays } from '../../model/kit/dates.ts'
import { backupFileName, duesAround, nightDate } from '../../model/settings/backup-nights.ts'
import { BackupState } from '../../model/settings/backups.ts'
import { readArchive, readContent } from '../database/backup-archive.ts'
import { makeBackup } from '../database/make-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'dna-secrets-'))
onCleanup(() => rmSync(folder, { recursive: true, force: true }))
const backupFolder = join(folder, 'place')
const time = '00:00'
const app = await startApp({ settings: { backup: { folder: backupFolder, bucket: null, time } } })
const { admin } = app
const today = new Date().toISOString().slice(0, 10)
const night = nightDate(duesAround(new Date(), time).last)
const path = join(backupFolder, backupFileName(night))

async function readNight() {
  const { nights } = (await admin('GET', '/api/backups')).body
  return nights.find((item: { night: string }) => item.night === night)
}

/** Unpacked entries of a backup file by name, as a finder of the file could read them. */
async function readBackupEntries(file: string): Promise<[name: string, text: string][]> {
  const handle = await open(file)
  try {
    const entries = await readArchive(handle)
    return await Promise.all(
      entries.map(async (entry): Promise<[string, string]> => {
        const data = await readContent(handle, entry)
        return [entry.name, (entry.name.endsWith('.gz') ? gunzipSync(data) : data).toString('utf8')]
      }),
    )
  } finally {
    await handle.close()
  }
}

it('store incoming credentials as hashes only, and outgoing ones in one place only', async () => {
  const jiraToken = 'jira-secret-of-the-firm'
  const jira = await startFakeJira('robot@example.com', jiraToken)
  const settings = [
    ['integrations.jira.baseUrl', jira.url],
    ['integrations.jira.email', 'robot@example.com'],
    ['integrations.jira.leadAccountId', '712020:lead'],
    ['integrations.jira.apiToken', jiraToken],
    ['integrations.tempo.token', 'tempo-secret-of-the-firm'],
    ['mail.password', 'mail-secret-of-the-firm'],
  ]
  for (const [key, value] of settings) expect((await admin('PUT', `/api/appSettings/${key}`, { value })).status).toBe(200)
  expect((await admin('POST', '/api/integrations/jira/Test', {})).body.isGood).toBe(true)
  // An external service echoes the secret in its error message, which is stored.
  jira.next.push(jira.refusing(403, { message: `Not with ${jiraToken}` }))
  expect((await admin('POST', '/api/integrations/jira/Test', {})).body.isGood).toBe(false)
  const program = { name: 'Price list', permissions: ['Clients.View'], expiresDate: addDays(today, 3) }
  const token: string = (await admin('POST', '/api/account/Tokens', program)).body.token
  const calendar: string = (await admin('POST', '/api/account/Calendar')).body.url
  const hook = { address: 'https://hooks.example.com/dna', events: ['client.created'], isActive: false }
  const signing: string = (await admin('POST', '/api/webhooks', hook)).body.secret
  expect((await app.call('POST', '/api/account/ForgotPassword', { email: admin.email })).status).toBe(200)
  const resetLink = () => app.mails().find(({ to }) => to === admin.email)?.links[0] ?? ''
  await expect.poll(resetLink).toContain('key=')

  // Not the backup scheduled a minute after the start.
  const requestedAt = new Date().toISOString()
  expect((await admin('POST', '/api/backups')).status).toBe(202)
  const stateOfOurs = async () => {
    const nightReport = await readNight()
    return nightReport?.startDate > requestedAt ? nightReport.state : undefined
  }
  await expect.poll(stateOfOurs, { timeout: timeoutMs(60_000), interval: 100 }).toBe(BackupState.Proved)
  const contents = await readBackupEntries(path)
  const placesOf = (secret: string | undefined) => {
    expect(secret).toMatch(/.{11}/)
    return contents.filter(([, text]) => text.includes(secret!)).map(([name]) => name)
  }
  // The user is in the backup, which proves that the search works.
  expect(placesOf(admin.email)).toContain('tables/public/users/1.json.gz')
  const comeInWith = {
    'the password': administrator.password,
    'a session': admin.token,
    'an API token': token,
    'a calendar address': /(\w{64})\.ics$/.exec(calendar)?.[1],
    'a link to a new password': new URL(resetLink()).searchParams.get('key') ?? undefined,
  }
  expect(Object.entries(comeInWith).map(([secretName, secret]) => [secretName, placesOf(secret)])).toEqual(
    Object.keys(comeInWith).map((secretName) => [secretName, []]),
  )
  expect([jiraToken, 'tempo-secret-of-the-firm', 'mail-secret-of-the-firm', signing].map(placesOf)).toEqual([
    // Settings store secrets encrypted.
    ...Array(3).fill([]),
    ['tables/public/webhooks/1.json.gz'],
  ])
  const listing = JSON.stringify((await admin('GET', '/api/backups')).body)
  const log = JSON.stringify((await admin('GET', '/api/auditLogs?itemsPerPage=200')).body)
  for (const secret of [...Object.values(comeInWith), jiraToken, signing]) expect(`${listing} ${log}`).not.toContain(secret)
})

it('do not reveal store credentials when the store rejects them', async () => {
  const store = await startFakeS3()
  const { secretAccessKey, accessKeyId, bucket } = store.settings
  const refuse: (typeof store.next)[number] = (request, response) => {
    request.resume()
    response.writeHead(403).end(`<Error><Code>SignatureDoesNotMatch</Code><Message>${accessKeyId} ${secretAccessKey}</Message></Error>`)
  }
  for (let times = 0; times < 10; times++) store.next.push(refuse)
  const settings = { ...app.product.services.settings, s3: { ...store.settings, bucket: 'ours' }, backup: { folder: null, bucket, time } }
  const backupOutcome: unknown = await makeBackup(settings, night).catch((error) => error)
  expect(backupOutcome).toBeInstanceOf(Error)
  expect(store.asked).not.toEqual([])
  expect(String((backupOutcome as Error).stack)).not.toContain(secretAccessKey)
})
