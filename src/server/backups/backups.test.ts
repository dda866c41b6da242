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
import { duesAround, keyOf, nightOf } from '../../model/settings/backup-nights.ts'
import { BackupState } from '../../model/settings/backups.ts'
import { connected, sameText, writeBackup } from '../database/backup.ts'
import { makeBackup } from '../database/make-backup.ts'
import { contentsOf, proveBackup } from '../database/proof.ts'
import { localFileStore } from '../tools/file-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'dna-nights-'))
onCleanup(() => rmSync(folder, { recursive: true, force: true }))
const place = join(folder, 'place')
const time = '00:00'
const began = Date.now()
const house = await startApp({ settings: { backup: { folder: place, bucket: null, time } } })
const night = nightOf(duesAround(new Date(), time).last)
const settings = house.product.services.settings
const { Proved, Failed } = BackupState

const told = async () => (await house.admin('GET', '/api/backups')).body
const nightOfTable = async () => (await told()).nights.find((item: { night: string }) => item.night === night)
const waitFor = (state: number) =>
  expect.poll(async () => (await nightOfTable())?.state, { timeout: timeoutMs(60_000), interval: 100 }).toBe(state)
async function expectTheNextNight() {
  const late = Date.parse((await told()).nextDate) - duesAround(new Date(), time).next.getTime()
  expect(late).toBeGreaterThan(0)
  expect(late).toBeLessThan(timeoutMs(3000))
}
const proofsLeft = () => house.sql(`select datname from pg_database where datname like 'dna\\_proof\\_%'`)
const keys = async () => {
  const found: string[] = []
  for await (const key of localFileStore(place).list()) found.push(key)
  return found.sort()
}

describe('backups', () => {
  it('wait for the night, and can be asked for at once', async () => {
    const before = await told()
    expect(before).toMatchObject({ isPlanned: true, nights: [] })
    expect(Date.parse(before.nextDate)).toBeGreaterThan(began + 30_000)
    expect((await house.admin('POST', '/api/backups')).status).toBe(202)
    await waitFor(Proved)
    const made = await nightOfTable()
    expect(made).toMatchObject({ file: keyOf(night), error: null })
    expect(made.rows).toBeGreaterThan(100)
    expect(await keys()).toEqual([keyOf(night)])
    // Other test files verify backups on the same cluster; theirs end too.
    await expect.poll(proofsLeft, { timeout: timeoutMs(60_000) }).toEqual([])
    expect(readdirSync(house.dataDir)).not.toContain('.backup')
    await expectTheNextNight()
  })

  it('are nobody else’s business', async () => {
    const other = await house.signInAs(['AppSettings.View'])
    expect((await other('GET', '/api/backups')).status).toBe(200)
    expect((await other('POST', '/api/backups')).status).toBe(403)
    expect((await (await house.signInAs([]))('GET', '/api/backups')).status).toBe(403)
  })

  it('do not count when they hold something else than what they were made of', async () => {
    const [{ name }] = (await house.sql('select current_database() as name')) as [{ name: string }]
    const address = { connectionString: databaseUrl(inject('cluster'), name) }
    const path = join(folder, 'looked-at.tar')
    let contents = {}
    await writeBackup(address, localFileStore(join(house.dataDir, 'files')), path, async (client) => {
      contents = await contentsOf(client)
    })
    await proveBackup(address, path, contents, join(folder, 'proof'))
    const wrong = { ...contents, 'public.users': '1 12345' }
    await expect(proveBackup(address, path, wrong, join(folder, 'proof'))).rejects.toThrow(
      'The backup differs from its source in public.users.',
    )
    await expect.poll(proofsLeft, { timeout: timeoutMs(60_000) }).toEqual([])
  })

  it('are compared by every value of every row', async () => {
    const [{ name }] = (await house.sql('select current_database() as name')) as [{ name: string }]
    const look = () =>
      connected({ connectionString: databaseUrl(inject('cluster'), name) }, async (client: pg.Client) => {
        await client.query(`begin read only; ${sameText}`)
        return contentsOf(client)
      })
    const before = await look()
    await house.sql(`update users set first_name = first_name || '!' where email = 'admin@example.com'`)
    const after = await look()
    expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual(['public.users'])
  })

  it('say why there is none, and tell the administrators', async () => {
    rmSync(place, { recursive: true })
    writeFileSync(place, 'not a folder')
    await house.admin('POST', '/api/backups')
    await expect
      .poll(
        async () => {
          await house.sql(`update jobs set run_after = now() where name = 'nightlyBackup' and attempts > 0 and lease_until is null`)
          return (await nightOfTable())?.state
        },
        { timeout: timeoutMs(60_000), interval: 100 },
      )
      .toBe(Failed)
    rmSync(place)
    const { error } = await nightOfTable()
    expect(error).toMatch(/EEXIST|ENOTDIR/)
    const { body } = await house.admin('GET', '/api/inbox')
    expect(body.items).toContainEqual(expect.objectContaining({ kind: 'backup', title: `The backup of ${night} failed` }))
    await expectTheNextNight()
  })

  it('are thinned out, and what else lies there stays', async () => {
    const store = localFileStore(place)
    const days = Array.from({ length: 60 }, (_, back) => nightOf(new Date(2026, 10, 22 - back)))
    for (const day of days) await store.put(keyOf(day), Buffer.from('old'))
    await store.put('letters.txt', Buffer.from('ours'))
    await makeBackup(settings, '2026-11-23')
    const left = await keys()
    expect(left).toContain('letters.txt')
    expect(left.filter((key) => key.startsWith('dna-')).length).toBe(11)
    expect(left).toContain('dna-2026-11-17.tar')
    expect(left).not.toContain('dna-2026-11-14.tar')
  })

  it('go into a bucket of their own', async () => {
    const store = await startFakeS3()
    const s3 = { ...store.settings, bucket: 'files-of-the-product' }
    const made = await makeBackup({ ...settings, s3, backup: { folder: null, bucket: store.settings.bucket, time } }, night)
    expect([...store.files.keys()]).toEqual([keyOf(night)])
    expect(store.files.get(keyOf(night))?.length).toBe(made.size)
  })
})

describe('without a place for backups', async () => {
  it('nothing is planned, and nobody can ask for one', async () => {
    const plain = await startApp()
    expect((await plain.admin('GET', '/api/backups')).body).toEqual({ isPlanned: false, nextDate: null, nights: [] })
    const { status, body } = await plain.admin('POST', '/api/backups')
    expect([status, body.message]).toEqual([409, 'No backup location is set on this server.'])
  })
})
