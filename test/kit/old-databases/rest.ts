import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import type pg from 'pg'
import { type Asking, createApiClient, type Row, signedIn } from './client.ts'
import type { People } from './people.ts'
import { fresh, type Making } from './row-maker.ts'

async function until(label: string, is: () => Promise<unknown>) {
  const end = Date.now() + 90_000
  while (!(await is())) {
    if (Date.now() > end) throw new Error(`${label} did not come about`)
    await sleep(10)
  }
}

/** Requests files while no worker runs, so that a requester can be suspended first. */
export async function askForFiles(url: string, admin: Asking, { full, ids }: Making, project: Row): Promise<{ good: Row[]; bad: Row }> {
  const role = await full('/roles', { permissions: ['SignalTypes.View', 'DownloadCenter.View'] })
  const leaver = await full('/users', { roleId: role.id, avatarUrl: null, password: 'Fixture-12345' })
  const bad = await (await signedIn(url, { email: leaver.email, password: 'Fixture-12345' })).get('/signalTypes/Export')
  await admin.put(`/users/${leaver.id}/Suspend`)
  const good = [
    await admin.get('/signalTypes/Export'),
    await admin.make(`/projects/${project.id}/Reports`, { reportType: 1, scope: 1 }),
    await admin.get('/users/Export'),
    await admin.get(`/spaces/${ids.spaces}/MasterQuotes/Export`),
  ]
  const key = { 'idempotency-key': randomUUID() }
  const body = { name: fresh('Once'), abbreviation: 'ONCE' }
  for (let times = 0; times < 2; times++) await admin.make('/signalTypes', body, key)
  return { good, bad }
}

/** Creates the state that exists only while a server is working. The caller kills the server afterwards. */
export async function leaveInFlight(
  url: string,
  admin: Asking,
  client: pg.Client,
  { project, files, people }: { project: Row; files: { good: Row[]; bad: Row }; people: People },
) {
  const isThere = async (text: string) => (await client.query(`select where exists (${text})`)).rowCount === 1
  const statusOf = async ({ id }: Row) => (await admin.get(`/DownloadCenter/${id}`)).status
  for (const file of files.good) await until('a file', async () => (await statusOf(file)) === 2)
  await until('the failure of a file', async () => (await statusOf(files.bad)) === 3)
  await admin.remove(`/DownloadCenter/${files.good[2]!.id}`)

  await admin.get(`/projects/${project.id}`)
  await admin.get(`/clients/${project.client.id}`)
  await until('the note of what was opened', () => isThere('select from recent_access'))
  await createApiClient(url).make('/account/ForgotPassword', { email: people.colleague.email })
  await until('the failure of a mail', () => isThere('select from jobs where last_error is not null and lease_until is null'))

  const hub = new HubConnectionBuilder()
    .withUrl(`${url}/hubs/notifications`, { accessTokenFactory: () => admin.token })
    .configureLogging(LogLevel.None)
    .build()
  await hub.start()
  await hub.invoke('Watch', project.id)
  await fetch(`${url}/hubs/notifications/negotiate?negotiateVersion=1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
  })
  // More than run concurrently, so some are still queued.
  for (const list of ['equipments', 'equipments', ...Array(4).fill('signalTypes')]) await admin.get(`/${list}/Export`)
  await until('a job at work', () => isThere(`select from jobs where name = 'makeFile' and lease_until is not null`))
  return hub
}
