import { describe, expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { addToAccessList, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { timeoutMs } from '../../../test/kit/timeouts.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()

async function madeFile(caller = app.admin, path = '/api/signalTypes/Export') {
  const { body: task, status } = await caller('GET', path)
  expect(status).toBe(202)
  return waitForFile(caller, task.id)
}

it('creates an export file with a URL valid for ten minutes, by token for owner and managers', async () => {
  const owner = await app.signInAs(['DownloadCenter.View', 'SignalTypes.View'])
  const other = await app.signInAs(['DownloadCenter.View', 'Dashboard.ViewAllWidgets'])
  const before = Date.now()
  const task = await madeFile(owner)
  const lasts = (Number(new URL(task.url, app.url).searchParams.get('expires')) * 1000 - before) / 60_000
  expect(lasts).toBeGreaterThan(9)
  // The generation time is the only tolerance.
  expect(lasts).toBeLessThan(10 + (Date.now() - before) / 60_000)
  const answer = await app.call('GET', task.url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toContain('Signal%20types')
  expect((await app.call('GET', task.url.split('?')[0])).status).toBe(401)
  expect((await owner('GET', task.url.split('?')[0])).status).toBe(200)
  expect((await app.admin('GET', task.url.split('?')[0])).status).toBe(200)
  expect((await other('GET', task.url.split('?')[0])).status).toBe(404)
})

it('audits downloads of a file', async () => {
  const owner = await app.signInAs(['DownloadCenter.View', 'SignalTypes.View'])
  const task = await madeFile(owner)
  const query = { action: 'Download', entity: 'downloadTasks' }
  const taken = async () => {
    const { items } = (await app.admin('GET', '/api/auditLogs', undefined, { query })).body
    return items.filter(({ entityId }: { entityId: string }) => entityId === String(task.id)).map(({ user }: any) => user?.id ?? null)
  }
  expect(await taken()).toEqual([])
  await owner('GET', task.url.split('?')[0])
  await app.call('GET', task.url)
  expect(await taken()).toEqual([owner.userId, owner.userId])
  const manager = await app.signInAs(['DownloadCenter.View', 'DownloadCenter.Manage'])
  const answer = await app.call('GET', (await manager('GET', `/api/DownloadCenter/${task.id}`)).body.url)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await taken()).toEqual([manager.userId, owner.userId, owner.userId])
})

it('returns the project of a report', async () => {
  const project = await createProject(app)
  await createSpace(app, project)
  const { body, status } = await app.admin('POST', `/api/projects/${project.id}/Reports`, { reportType: 1, scope: 1 })
  expect([status, body.errors]).toEqual([202, undefined])
  expect((await app.admin('GET', `/api/DownloadCenter/${body.id}`)).body.project).toMatchObject({ id: project.id })
})

it.each([
  [1, 111],
  [2, 112],
  [3, 113],
  [4, 114],
])('categorizes an export of projects of stage %i as %i', async (stages, category) => {
  const { body } = await app.admin('GET', '/api/projects/Export', undefined, { query: { stages } })
  expect(body.downloadTaskCategory).toBe(category)
})

it('does not sign a file URL entered in an image field', async () => {
  const task = await madeFile()
  const plain = task.url.split('?')[0]
  const { body: user } = await app.admin('GET', '/api/account/me')
  const { firstName, lastName } = user
  const answer = await app.admin('PUT', '/api/account/profile', { firstName, lastName, avatarUrl: plain })
  expect(answer.status).toBe(200)
  const me = (await app.admin('GET', '/api/users')).body.items.find(({ id }: { id: string }) => id === app.admin.userId)
  expect(me.avatarUrl).toContain(`${plain}?expires=`)
  expect((await app.call('GET', me.avatarUrl)).status).not.toBe(200)
})

it('shows a task only to its owner and to managers', async () => {
  const owner = await app.signInAs(['DownloadCenter.View', 'SignalTypes.View'])
  const other = await app.signInAs(['DownloadCenter.View', 'Dashboard.ViewAllWidgets'])
  const manager = await app.signInAs(['DownloadCenter.View', 'DownloadCenter.Manage'])
  const task = await madeFile(owner)
  expect((await other('GET', `/api/DownloadCenter/${task.id}`)).status).toBe(404)
  expect((await other('DELETE', `/api/DownloadCenter/${task.id}`)).status).toBe(404)
  expect((await manager('GET', `/api/DownloadCenter/${task.id}`)).status).toBe(200)
  expect((await other('GET', '/api/DownloadCenter/Management')).status).toBe(403)
  expect((await manager('GET', '/api/DownloadCenter/Management')).body.items.map(({ id }: { id: number }) => id)).toContain(task.id)
  expect((await manager('PUT', `/api/DownloadCenter/${task.id}/Retry`)).status).toBe(409)
  expect((await owner('DELETE', `/api/DownloadCenter/${task.id}`)).status).toBe(204)
  expect((await app.call('GET', task.url)).status).toBe(404)
})

it("reruns with the owner's permissions, also for a manager", async () => {
  const owner = await app.signInAs(['DownloadCenter.View', 'Projects.View'])
  const manager = await app.signInAs(['DownloadCenter.View', 'DownloadCenter.Manage', 'Projects.View', 'ProjectAccessList.Update'])
  const open = await createProject(app)
  const hidden = await createProject(app)
  await addToAccessList(app, hidden, manager.userId)
  const namesIn = async (task: { url: string }) => {
    const [sheet] = readWorkbook((await app.call('GET', task.url)).body)
    return sheet!.rows.flatMap(({ values }) => values).filter((value) => value === open.name || value === hidden.name)
  }
  const first = await madeFile(owner, '/api/projects/Export')
  expect(await namesIn(first)).toEqual([open.name])
  await app.sql('update download_tasks set status = 3 where id = $1', [first.id])
  expect((await manager('PUT', `/api/DownloadCenter/${first.id}/Retry`)).status).toBe(200)
  expect(await namesIn(await waitForFile(owner, first.id))).toEqual([open.name])
  expect(await namesIn(await madeFile(manager, '/api/projects/Export'))).toEqual(expect.arrayContaining([open.name, hidden.name]))
})

it('is not run for a suspended user, with a harmless error', async () => {
  const owner = await app.signInAs(['DownloadCenter.View', 'SignalTypes.View'], { isNew: true })
  const task = await madeFile(owner)
  await app.sql('update download_tasks set status = 3, url = null where id = $1', [task.id])
  expect((await app.admin('PUT', `/api/users/${owner.userId}/Suspend`)).status).toBe(200)
  expect((await app.admin('PUT', `/api/DownloadCenter/${task.id}/Retry`)).status).toBe(200)
  const now = async () => (await app.admin('GET', `/api/DownloadCenter/${task.id}`)).body
  // The job retries three times, with pauses.
  await expect.poll(async () => (await now()).status, { timeout: timeoutMs(30_000) }).toBe(3)
  expect((await now()).url).toBeNull()
  expect((await now()).errorMessage).toBeTruthy()
})

describe('report shared with external users', async () => {
  const owner = await app.signInAs([
    'DownloadCenter.View',
    'Projects.View',
    'ProjectEquipment.View',
    'ProjectReports.View',
    'ProjectReports.BOM',
  ])
  const project = await createProject(app)
  await createSpace(app, project)
  const guest = await app.signInAs(['ExternalProjects.View', 'ExternalDashboard.ViewAllWidgets'], { external: true, isNew: true })
  const lets = (flags: Record<string, boolean>) =>
    app.admin('PUT', `/api/projects/${project.id}/ExternalAccessList`, { entries: [{ subjectType: 1, userId: guest.userId, ...flags }] })
  const report = async (options?: Record<string, unknown>) => {
    const reportBody = { reportType: 1, scope: 1, ...(options && { options }) }
    const { body, status } = await owner('POST', `/api/projects/${project.id}/Reports`, reportBody)
    expect([status, body.errors]).toEqual([202, undefined])
    return waitForFile(owner, body.id)
  }
  const share = (caller: typeof owner, id: number, isSharedExternally = true) =>
    caller('PUT', `/api/DownloadCenter/${id}/Share`, { isSharedExternally })
  const found = async () => {
    const { status, body } = await guest('GET', `/api/externalProjects/${project.id}/Reports`)
    return status === 200 ? body.items.map(({ id }: { id: number }) => id) : status
  }
  const last = async () => (await guest('GET', '/api/externalDashboard/Widgets/sharedReports')).body

  it('is visible with the report flag, and with prices only with the price flag', async () => {
    const priced = await report()
    const plain = await report({ hidePrices: true })
    await lets({ showReports: true })
    expect(await found()).toEqual([])
    for (const { id } of [priced, plain]) expect((await share(owner, id)).body.isSharedExternally).toBe(true)
    expect(await found()).toEqual([plain.id])
    expect(await last()).toMatchObject({ total: 1, items: [{ id: plain.id, project: { id: project.id, name: project.name } }] })
    await lets({ showReports: true, showPrices: true })
    expect(await found()).toEqual([plain.id, priced.id])
    expect(await last()).toMatchObject({ total: 2, items: [{ id: plain.id }, { id: priced.id }] })
    await lets({ showPrices: true })
    expect(await found()).toBe(404)
    expect(await last()).toEqual({ items: [], total: 0 })
    expect((await owner('GET', `/api/externalProjects/${project.id}/Reports`)).status).toBe(403)
  })

  it('opens with the token of an allowed user until unshared', async () => {
    const { id } = await report({ hidePrices: true })
    const other = await app.signInAs(['ExternalProjects.View'], { external: true, isNew: true })
    await lets({ showReports: true })
    await share(owner, id)
    const { items } = (await guest('GET', `/api/externalProjects/${project.id}/Reports`)).body
    const { url, fileName, size } = items.find((item: { id: number }) => item.id === id)
    expect([fileName, size > 0]).toEqual([expect.stringContaining('BOM'), true])
    expect((await guest('GET', url)).status).toBe(200)
    expect((await other('GET', url)).status).toBe(404)
    expect((await app.call('GET', url)).status).toBe(401)
    await share(owner, id, false)
    expect((await guest('GET', url)).status).toBe(404)
  })

  it('can be shared only by its owner with project access, and only for reports', async () => {
    const { id } = await report()
    const manager = await app.signInAs(['DownloadCenter.View', 'DownloadCenter.Manage', 'ProjectReports.View', 'Projects.View'])
    const other = await app.signInAs(['DownloadCenter.View', 'ProjectReports.View', 'Projects.View', 'Dashboard.ViewAllWidgets'])
    expect((await share(manager, id)).status).toBe(403)
    expect((await share(other, id)).status).toBe(404)
    const list = (await app.admin('GET', '/api/signalTypes/Export')).body
    expect(await share(app.admin, list.id)).toMatchObject({ status: 409, body: { message: 'Only reports of a project can be shared.' } })
    const shares = async () => {
      const query = { action: 'AccessListChange', entity: 'downloadTasks' }
      const { items } = (await app.admin('GET', '/api/auditLogs', undefined, { query })).body
      return items.filter(({ entityId }: { entityId: string }) => entityId === String(id)).length
    }
    expect(await shares()).toBe(0)
    expect((await share(owner, id)).status).toBe(200)
    expect(await shares()).toBe(1)
    const hidden = await createProject(app)
    await createSpace(app, hidden)
    const { body: before } = await owner('POST', `/api/projects/${hidden.id}/Reports`, { reportType: 1, scope: 1 })
    await waitForFile(owner, before.id)
    await addToAccessList(app, hidden, manager.userId)
    expect((await share(owner, before.id)).status).toBe(404)
  })
})
