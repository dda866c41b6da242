import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { givenContract } from '../../../test/kit/fixtures/contracts.ts'
import { createLine, createProduct, createProject, createSpace, openToExternal } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { externalPermissions } from '../../model/permissions.ts'
import { ReportType } from '../../model/reports/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app

async function givenReport(reportType: number = ReportType.BOM) {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  await createLine(app, space, await createProduct(app), { quantity: 2 })
  return { project, task: await makeReport(project, reportType) }
}
async function makeReport(project: AnyRow, reportType: number) {
  const options = reportType === ReportType.ClientProposal ? { contractId: (await givenContract(app, project)).id } : {}
  const { body } = await admin('POST', `/api/projects/${project.id}/Reports`, { reportType, scope: 1, options })
  return waitForFile(admin, body.id)
}
const address = () => `${uniqueName('client').replaceAll(' ', '.').toLowerCase()}@example.com`
const send = (project: AnyRow, task: AnyRow, more: AnyRow) =>
  admin('POST', `/api/projects/${project.id}/Reports/${task.id}/Send`, { subject: 'Your report', message: 'Please have a look.', ...more })
const readSent = async (project: AnyRow, caller = admin) => (await caller('GET', `/api/projects/${project.id}/SentPapers`)).body.items

it('mails the file, keeps exactly these bytes, and marks an older one as superseded', async () => {
  const { project, task } = await givenReport()
  const email = address()
  const answer = await send(project, task, { to: [{ email, name: 'Ann Lee' }, { email: email.toUpperCase() }] })
  expect(answer).toMatchObject({ status: 201, body: { id: expect.any(Number), sentDate: expect.any(String) } })
  await app.waitUntilIdle()
  const mails = app.mails().filter(({ to }) => to.toLowerCase() === email)
  expect(mails).toHaveLength(1)
  const content = Buffer.from(mails[0]!.attachments[0]!.content, 'base64')
  const [paper] = await readSent(project)
  expect(paper).toMatchObject({
    id: answer.body.id,
    fingerprint: createHash('sha256').update(content).digest('hex'),
    sentBy: { id: admin.userId },
    openedDate: null,
    acceptedDate: null,
    supersededById: null,
  })
  await admin('DELETE', `/api/DownloadCenter/${task.id}`)
  const kept = await admin('GET', paper.fileUrl)
  expect(kept.status).toBe(200)
  expect(Buffer.from(kept.body).equals(content)).toBe(true)
  const newer = await send(project, await makeReport(project, ReportType.BOM), { to: [{ email }] })
  expect(await readSent(project)).toMatchObject([{ supersededById: null }, { id: paper.id, supersededById: newer.body.id }])
})

it('links to the portal for people who see the report there, and sees it opened and accepted', async () => {
  const { project, task } = await givenReport(ReportType.ClientProposal)
  const guest = await app.signInAs(externalPermissions, { external: true, isNew: true })
  const entry = { subjectType: 1, userId: guest.userId, showReports: true, showPrices: true, canApprove: true }
  await openToExternal(app, project, [entry])
  const other = address()
  await send(project, task, { to: [{ email: guest.email }, { email: other }], asLink: true })
  await app.waitUntilIdle()
  const mailTo = (email: string) => app.mails().find(({ to }) => to === email)
  expect(mailTo(guest.email)).toMatchObject({ links: [expect.stringContaining(`/external-projects/${project.id}`)], attachments: [] })
  expect(mailTo(other)).toMatchObject({ links: [], attachments: [{ filename: task.fileName }] })
  const [shared] = (await guest('GET', `/api/externalProjects/${project.id}/Reports`)).body.items
  expect((await guest('GET', shared.url)).status).toBe(200)
  await expect.poll(async () => (await readSent(project))[0].openedDate).toEqual(expect.any(String))
  const at = `/api/externalProjects/${project.id}/Approvals`
  const [waiting] = (await guest('GET', at)).body.waiting.filter(({ taskId }: AnyRow) => taskId === task.id)
  const { taskId, fingerprint } = waiting
  expect((await guest('POST', at, { taskId, fingerprint })).status).toBe(201)
  expect((await readSent(project))[0]).toMatchObject({ acceptedDate: expect.any(String), acceptedBy: expect.any(String), fingerprint })
})

it('refuses reports of others, of other projects and unfinished ones, and shows papers only to people who may make them', async () => {
  const { project, task } = await givenReport()
  const elsewhere = await createProject(app)
  const to = [{ email: address() }]
  expect((await send(elsewhere, task, { to })).status).toBe(404)
  expect((await send(project, task, { to: [] })).body.fields).toHaveProperty('to')
  expect((await send(project, task, { to: [{ email: 'nobody' }] })).body.fields).toHaveProperty(['to[0].email'])
  const colleague = await app.signInAs(['Projects.View', 'ProjectReports.View', 'ProjectReports.BOM', 'ProjectAccessList.Update'])
  const body = { to, subject: 'a', message: 'b' }
  expect((await colleague('POST', `/api/projects/${project.id}/Reports/${task.id}/Send`, body)).status).toBe(403)
  await app.sql('update download_tasks set status = 1 where id = $1', [task.id])
  expect((await send(project, task, { to })).status).toBe(409)
  await app.sql('update download_tasks set status = $2 where id = $1', [task.id, task.status])
  expect((await send(project, task, { to })).status).toBe(201)
  const [paper] = await readSent(project)
  expect(await readSent(project, colleague)).toMatchObject([{ id: paper.id }])
  expect((await colleague('GET', paper.fileUrl)).status).toBe(200)
  const without = await app.signInAs(['Projects.View', 'ProjectReports.View', 'ProjectAccessList.Update'])
  expect(await readSent(project, without)).toEqual([])
  expect((await without('GET', paper.fileUrl)).status).toBe(404)
})
