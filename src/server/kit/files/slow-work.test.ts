import { afterEach, expect, it, vi } from 'vitest'
import { onCleanup } from '../../../../test/kit/cleanup.ts'
import { createClient, createRow } from '../../../../test/kit/fixtures/catalog.ts'
import { createProject, createSpace } from '../../../../test/kit/fixtures/projects.ts'
import { administrator } from '../../../../test/kit/settings.ts'
import { type Caller, startApp } from '../../../../test/kit/start.ts'
import { timeoutMs } from '../../../../test/kit/timeouts.ts'
import { uniqueName } from '../../../../test/kit/unique-names.ts'
import type { Fields } from '../../../model/kit/description.ts'
import { externalPermissions } from '../../../model/permissions.ts'
import { ReportScope, ReportType } from '../../../model/reports/enums.ts'
import { routes } from '../../areas.ts'
import * as workers from '../../tools/run-in-worker.ts'

/** A request that waits for a worker holds no database connection, so other users can still sign in and write. */
const app = await startApp()
onCleanup(workers.closeWorkers)
afterEach(() => vi.restoreAllMocks())

function heldWorkers() {
  let release = () => {}
  const free = new Promise<void>((done) => {
    release = done
  })
  const real = workers.runInWorker
  const begun: AbortSignal[] = []
  vi.spyOn(workers, 'runInWorker').mockImplementation(async (task, input, options) => {
    begun.push(options?.signal ?? new AbortController().signal)
    await free
    return real(task, input, options)
  })
  return { begun, release }
}
const until = (isSo: () => boolean) => expect.poll(isSo, { timeout: timeoutMs(20_000) }).toBe(true)
const signsIn = async () =>
  expect((await app.call('POST', '/api/account/login', { email: administrator.email, password: administrator.password })).status).toBe(200)

const drawing = (inside = '') => {
  const form = new FormData()
  form.append('image', new Blob([`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`]), 'mark.svg')
  return form
}
const marked = () => `<p>${uniqueName('Text')}<a href="https://example.com" class="x">b</a></p>`
const many = 13
const signInMany = (permissions: Parameters<typeof app.signInAs>[0], external = false) =>
  Promise.all(Array.from({ length: many }, () => app.signInAs(permissions, { isNew: true, external })))

it('does not block sign-in while images of many external users are processed', async () => {
  const guests = await signInMany(['PersonalSettings.View'], true)
  const { begun, release } = heldWorkers()
  const sent = guests.map((guest) => guest('POST', '/api/account/Image', drawing()))
  await until(() => begun.length === many)
  await signsIn()
  release()
  for (const { status, body } of await Promise.all(sent)) expect([status, body.url]).toEqual([200, expect.stringContaining('mark.svg')])
})

it('does not block sign-in while rich texts of many users are sanitized', async () => {
  const client = await createClient(app)
  const staff = await signInMany(['Clients.View', 'Clients.Update', 'Leads.Create', 'Leads.View'])
  const { begun, release } = heldWorkers()
  const lead = (caller: Caller) => caller('POST', '/api/leads', { name: uniqueName('Lead'), clientId: client.id, description: marked() })
  const variables = (caller: Caller) =>
    caller('PUT', `/api/clients/${client.id}/Variables`, { items: [{ id: null, name: 'Note', label: null, type: 2, value: marked() }] })
  const sent = staff.map((caller, index) => (index % 2 ? lead(caller) : variables(caller)))
  await until(() => begun.length === many)
  await signsIn()
  release()
  for (const { status } of await Promise.all(sent)) expect([200, 201]).toContain(status)
})

it('does not block sign-in while many approvals are saved', async () => {
  const project = await createProject(app, { clientId: (await createClient(app)).id })
  const guests = await signInMany(externalPermissions, true)
  const entries = guests.map(({ userId }) => ({ subjectType: 1, userId, canApprove: true }))
  expect((await app.admin('PUT', `/api/projects/${project.id}/ExternalAccessList`, { entries })).status).toBe(200)
  await createRow(app, `/api/projects/${project.id}/Revisions`, { code: uniqueName('CD'), title: 'Issued', issueDate: '2026-04-01' })
  const at = `/api/externalProjects/${project.id}/Approvals`
  const [first] = guests
  const [{ revisionId, fingerprint }] = (await first?.('GET', at))?.body.waiting ?? []
  const { begun, release } = heldWorkers()
  const sent = guests.map((guest) => guest('POST', at, { revisionId, fingerprint }))
  await until(() => begun.length === many)
  await signsIn()
  release()
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(guests.map(() => 201))
})

it('does not block sign-in while report previews and template checks run', async () => {
  const project = await createProject(app)
  await createSpace(app, project)
  const preview = (reportType: ReportType) => () =>
    app.admin('GET', `/api/projects/${project.id}/Reports/Preview`, undefined, { query: { reportType, scope: ReportScope.AllSpaces } })
  const checks = () => app.admin('GET', '/api/reportTemplates/bin/Check')
  const requests = [preview(ReportType.BOM), preview(ReportType.BIN), checks]
  const statuses = async (pending: ReturnType<typeof checks>[]) => (await Promise.all(pending)).map(({ status }) => status)
  expect(await statuses(requests.map((request) => request()))).toEqual([200, 200, 200])
  const { begun, release } = heldWorkers()
  const sent = Array.from({ length: many }, (_, index) => requests[index % requests.length]!())
  await until(() => begun.length === many)
  await signsIn()
  expect((await app.admin('GET', `/api/projects/${project.id}`)).status).toBe(200)
  release()
  expect(await statuses(sent)).toEqual(sent.map(() => 200))
})

it('processes requests of one user serially and rejects too many', async () => {
  const guest = await app.signInAs(['PersonalSettings.View'], { external: true, isNew: true })
  const { begun, release } = heldWorkers()
  const sent = Array.from({ length: 10 }, () => guest('POST', '/api/account/Image', drawing()))
  const refused = await Promise.race(sent)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
  expect(begun).toHaveLength(1)
  // A request sent after one image is done is accepted.
  let answered = 0
  for (const item of sent) void item.then(() => answered++)
  await until(() => answered === 2)
  release()
  expect((await Promise.all(sent)).map(({ status }) => status).sort()).toEqual([...Array(8).fill(200), 429, 429])
  expect((await guest('POST', '/api/account/Image', drawing())).status).toBe(200)
})

it('limits external users to thirty images a day without processing more', async () => {
  const [guest, other] = [
    await app.signInAs(['PersonalSettings.View'], { external: true, isNew: true }),
    await app.signInAs(['PersonalSettings.View'], { external: true, isNew: true }),
  ]
  const colleague = await app.signInAs(['PersonalSettings.View'], { isNew: true })
  const send = (caller: Caller) => caller('POST', '/api/account/Image', drawing())
  expect((await send(guest)).status).toBe(200)
  const storedImages = (caller: Caller, count: number) =>
    app.sql(
      `insert into files (key, name, content_type, size, sha256, created_by_id) select $1 || n, 'face.png', 'image/png', 1, '', $2 from generate_series(1, $3::int) n`,
      [uniqueName('face'), caller.userId, count],
    )
  await storedImages(guest, 28)
  await storedImages(colleague, 40)
  expect((await send(guest)).status).toBe(200)
  const looked = vi.spyOn(workers, 'runInWorker')
  const refused = await send(guest)
  expect([refused.status, refused.body]).toEqual([429, 'You have uploaded many pictures today. Please try again tomorrow.'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
  expect(looked).not.toHaveBeenCalled()
  for (const caller of [other, colleague]) expect((await send(caller)).status).toBe(200)
  await app.sql(`update files set create_date = create_date - interval '25 hours' where created_by_id = $1`, [guest.userId])
  expect((await send(guest)).status).toBe(200)
})

it('stops when the client disconnects', async () => {
  const guest = await app.signInAs(['PersonalSettings.View'], { external: true, isNew: true })
  const { begun, release } = heldWorkers()
  const leaving = new AbortController()
  const sent = fetch(`${app.url}/api/account/Image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${guest.token}` },
    body: drawing(),
    signal: leaving.signal,
  })
  await until(() => begun.length === 1)
  expect(begun[0]?.aborted).toBe(false)
  leaving.abort()
  await expect(sent).rejects.toThrow()
  await until(() => begun[0]?.aborted === true)
  release()
})

it('prepares images and rich text before taking a database connection', () => {
  const isRich = (fields: Fields) => Object.values(fields).some(({ kind }) => kind === 'richText')
  const slow = routes.filter(({ call }) => call.upload === 'image' || isRich(call.body))
  expect(slow.length).toBeGreaterThan(20)
  expect(slow.filter(({ prepare }) => !prepare).map(({ call }) => `${call.method} ${call.path}`)).toEqual([])
})
