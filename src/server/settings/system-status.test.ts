import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/kit/start.ts'
import { addDays } from '../../model/kit/dates.ts'
import { BackupState } from '../../model/settings/backups.ts'
import { backup } from '../database/backup.ts'

const app = await startApp()
const readSystemStatus = async () => {
  const { status, body } = await app.admin('GET', '/api/systemStatus')
  expect(status).toBe(200)
  const parts: { name: string; state: string; text: string }[] = body.parts
  return { ...body, part: (name: string) => parts.find((part) => part.name === name) }
}

it('reports the state of the installation and missing parts', async () => {
  const { version, part } = await readSystemStatus()
  expect(version).toMatch(/^\d+\.\d+\.\d+/)
  // The node's connection is counted only after startup.
  await expect.poll(async () => (await readSystemStatus()).nodes).toHaveLength(1)
  expect(part('Database')).toMatchObject({ state: 'good', text: expect.stringMatching(/^PostgreSQL \d/) })
  expect(part('Mail')).toMatchObject({ state: 'none' })
  expect(part('Files')).toMatchObject({ state: 'good', text: expect.stringContaining('in the data folder') })
  expect(part('Jobs')).toMatchObject({ state: 'good' })
  expect(part('Backups')).toMatchObject({ state: 'none' })
  expect(part('Jira')?.text).toBe(
    'Missing: address of the site, e-mail address of the account, API token of the account and account that leads new projects.',
  )
})

it('reports incomplete setup, stuck jobs and backups, but no secret', async () => {
  expect((await app.admin('PUT', '/api/appSettings/integrations.jira.apiToken', { value: 'sesame-42' })).status).toBe(200)
  await app.sql(`insert into jobs (name, input, run_after) values ('of another version', '{}', now() - interval '1 hour')`)
  const { part, ...rest } = await readSystemStatus()
  expect(part('Jira')).toMatchObject({
    state: 'attention',
    text: 'Missing: address of the site, e-mail address of the account and account that leads new projects.',
  })
  expect(part('Jobs')).toMatchObject({ state: 'attention', text: expect.stringContaining('is a worker running?') })
  expect(JSON.stringify(rest)).not.toContain('sesame')
  await backup(app.product.services.settings, join(app.dataDir, 'copy.dna'))
  expect((await readSystemStatus()).part('Backups')).toMatchObject({
    state: 'good',
    text: expect.stringContaining('The last manual backup ran on'),
  })
  await app.sql(`update audit_log set date = now() - interval '8 days' where entity = 'backups'`)
  expect((await readSystemStatus()).part('Backups')).toMatchObject({ state: 'attention' })
})

it('reports the last verified nightly backup and a failed one', async () => {
  const night = (days: number, state: number, error: string | null = null) =>
    app.sql(`insert into backups (night, state, start_date, end_date, error) values (current_date - $1::int, $2, now(), now(), $3)`, [
      days,
      state,
      error,
    ])
  await night(2, BackupState.Proved)
  expect((await readSystemStatus()).part('Backups')).toMatchObject({
    state: 'good',
    text: expect.stringContaining('The last verified backup is from'),
  })
  await night(1, BackupState.Failed, 'The disk is full')
  expect((await readSystemStatus()).part('Backups')).toMatchObject({
    state: 'attention',
    text: expect.stringContaining('failed: The disk is full'),
  })
})

it('reports the state of an integration and the expiry of its secret', async () => {
  for (const [key, value] of [
    ['tempo.token', 'sesame-43'],
    ['tempo.tokenExpires', addDays(new Date().toISOString().slice(0, 10), 3)],
  ] as const)
    expect((await app.admin('PUT', `/api/appSettings/integrations.${key}`, { value })).status).toBe(200)
  expect((await readSystemStatus()).part('Tempo')).toMatchObject({
    state: 'attention',
    text: expect.stringMatching(/^Set up, not used yet\. .*in 3 days/),
  })
  await app.sql(`insert into service_states (service, last_error, last_error_date) values ('tempo', 'Tempo cannot be reached.', now())`)
  expect((await readSystemStatus()).part('Tempo')?.text).toMatch(/^The last attempt failed on .*: Tempo cannot be reached\./)
})
