import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { onCleanup } from '../../../test/kit/cleanup.ts'
import { databaseUrl } from '../../../test/kit/database.ts'
import { startFakeS3 } from '../../../test/kit/fake-s3.ts'
import { startApp } from '../../../test/kit/start.ts'
import { timeoutMs } from '../../../test/kit/timeouts.ts'
import { backupFileName, duesAround, nightDate } from '../../model/settings/backup-nights.ts'
import { BackupState } from '../../model/settings/backups.ts'
import { sameText, withClient, writeBackup } from '../database/backup.ts'
import { makeBackup } from '../database/make-backup.ts'
import { hashContents, proveBackup } from '../database/proof.ts'
import { localFileStore } from '../tools/file-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'dna-nights-'))
onCleanup(() => rmSync(folder, { recursive: true, force: true }))
const backupFolder = join(folder, 'place')
const time = '00:00'
const began = Date.now()
const app = await startApp({ settings: { backup: { folder: backupFolder, bucket: null, time } } })
const night = nightDate(duesAround(new Date(), time).last)
const settings = app.product.services.settings
const { Proved, Failed } = BackupState

const readBackups = async () => (await app.admin('GET', '/api/backups')).body
const nightOfTable = async () => (await readBackups()).nights.find((item: { night: string }) => item.night === night)
const waitFor = (state: number) =>
  expect.poll(async () => (await nightOfTable())?.state, { timeout: timeoutMs(60_000), interval: 100 }).toBe(state)
async function expectTheNextNight() {
  const late = Date.parse((await readBackups()).nextDate) - duesAround(new Date(), time).next.getTime()
  expect(late).toBeGreaterThan(0)
  expect(late).toBeLessThan(timeoutMs(3000))
}
const proofsLeft = () => app.sql(`select datname from pg_database where datname like 'dna\\_proof\\_%'`)
const keys = async () => {
  const found: string[] = []
  for await (const key of localFileStore(backupFolder).list()) found.push(key)
  return found.sort()
}

describe('backups', () => {
  it('run at night and on request', async () => {
    const before = await readBackups()
    expect(before).toMatchObject({ isPlanned: true, nights: [] })
    expect(Date.parse(before.nextDate)).toBeGreaterThan(began + 30_000)
    expect((await app.admin('POST', '/api/backups')).status).toBe(202)
    await waitFor(Proved)
    const backup = await nightOfTable()
    expect(backup).toMatchObject({ file: backupFileName(night), error: null })
    expect(backup.rows).toBeGreaterThan(100)
    expect(await keys()).toEqual([backupFileName(night)])
    // Other test files verify backups on the same cluster; theirs end too.
    await expect.poll(proofsLeft, { timeout: timeoutMs(60_000) }).toEqual([])
    expect(readdirSync(app.dataDir)).not.toContain('.backup')
    await expectTheNextNight()
  })

  it('require permissions', async () => {
    const other = await app.signInAs(['AppSettings.View'])
    expect((await other('GET', '/api/backups')).status).toBe(200)
    expect((await other('POST', '/api/backups')).status).toBe(403)
    expect((await (await app.signInAs([]))('GET', '/api/backups')).status).toBe(403)
  })

  it('are invalid when their contents differ from the source', async () => {
    const [{ name }] = (await app.sql('select current_database() as name')) as [{ name: string }]
    const address = { connectionString: databaseUrl(inject('cluster'), name) }
    const path = join(folder, 'looked-at.tar')
    let contents = {}
    await writeBackup(address, localFileStore(join(app.dataDir, 'files')), path, async (client) => {
      contents = await hashContents(client)
    })
    await proveBackup(address, path, contents, join(folder, 'proof'))
    const mismatched = { ...contents, 'public.users': '1 12345' }
    await expect(proveBackup(address, path, mismatched, join(folder, 'proof'))).rejects.toThrow(
      'The backup differs from its source in public.users.',
    )
    await expect.poll(proofsLeft, { timeout: timeoutMs(60_000) }).toEqual([])
  })

  it('are compared by every value of every row', async () => {
    const [{ name }] = (await app.sql('select current_database() as name')) as [{ name: string }]
    const readContents = () =>
      withClient({ connectionString: databaseUrl(inject('cluster'), name) }, async (client: pg.Client) => {
        await client.query(`begin read only; ${sameText}`)
        return hashContents(client)
      })
    const before = await readContents()
    await app.sql(`update users set first_name = first_name || '!' where email = 'admin@example.com'`)
    const after = await readContents()
    expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual(['public.users'])
  })

  it('report the cause of a failure and notify the administrators', async () => {
    rmSync(backupFolder, { recursive: true })
    writeFileSync(backupFolder, 'not a folder')
    await app.admin('POST', '/api/backups')
    await expect
      .poll(
        async () => {
          await app.sql(`update jobs set run_after = now() where name = 'nightlyBackup' and attempts > 0 and lease_until is null`)
          return (await nightOfTable())?.state
        },
        { timeout: timeoutMs(60_000), interval: 100 },
      )
      .toBe(Failed)
    rmSync(backupFolder)
    const { error } = await nightOfTable()
    expect(error).toMatch(/EEXIST|ENOTDIR/)
    const { body } = await app.admin('GET', '/api/inbox')
    expect(body.items).toContainEqual(expect.objectContaining({ kind: 'backup', title: `The backup of ${night} failed` }))
    await expectTheNextNight()
  })

  it('are thinned out without touching other files', async () => {
    const store = localFileStore(backupFolder)
    const days = Array.from({ length: 60 }, (_, back) => nightDate(new Date(2026, 10, 22 - back)))
    for (const day of days) await store.put(backupFileName(day), Buffer.from('old'))
    await store.put('letters.txt', Buffer.from('ours'))
    await makeBackup(settings, '2026-11-23')
    const left = await keys()
    expect(left).toContain('letters.txt')
    expect(left.filter((key) => key.startsWith('dna-')).length).toBe(11)
    expect(left).toContain('dna-2026-11-17.tar')
    expect(left).not.toContain('dna-2026-11-14.tar')
  })

  it('are stored in a separate bucket', async () => {
    const store = await startFakeS3()
    const s3 = { ...store.settings, bucket: 'files-of-the-product' }
    const backup = await makeBackup({ ...settings, s3, backup: { folder: null, bucket: store.settings.bucket, time } }, night)
    expect([...store.files.keys()]).toEqual([backupFileName(night)])
    expect(store.files.get(backupFileName(night))?.length).toBe(backup.size)
  })
})

describe('without a backup location', async () => {
  it('plans no backup and rejects requests for one', async () => {
    const plain = await startApp()
    expect((await plain.admin('GET', '/api/backups')).body).toEqual({ isPlanned: false, nextDate: null, nights: [] })
    const { status, body } = await plain.admin('POST', '/api/backups')
    expect([status, body.message]).toEqual([409, 'No backup location is set on this server.'])
  })
})
