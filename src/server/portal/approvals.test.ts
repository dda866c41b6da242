import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createClient, createRow } from '../../../test/kit/fixtures/catalog.ts'
import { givenContract } from '../../../test/kit/fixtures/contracts.ts'
import {
  addToAccessList,
  createLine,
  createProduct,
  createProject,
  createSpace,
  openToExternal,
} from '../../../test/kit/fixtures/projects.ts'
import { textOfPdf } from '../../../test/kit/pdf-text.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { externalPermissions, type Permission } from '../../model/permissions.ts'
import { ReportType } from '../../model/reports/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const client = await createClient(app)
const guest = () => app.signInAs(externalPermissions, { external: true, isNew: true })
const entry = (caller: Caller, flags: AnyRow = {}) => ({ subjectType: 1, userId: caller.userId, canApprove: true, ...flags })
const issue = (project: AnyRow, code = uniqueName('CD')) =>
  createRow(app, `/api/projects/${project.id}/Revisions`, { code, title: 'Construction documents', issueDate: '2026-04-01' })

async function issued() {
  const project = await createProject(app, { clientId: client.id })
  const space = await createSpace(app, project, { name: uniqueName('Hall') })
  const product = await createProduct(app)
  const line = await createLine(app, space, product, { quantity: 2 })
  const caller = await guest()
  await openToExternal(app, project, [entry(caller)])
  const revision = await issue(project)
  return { project, space, product, line, who: caller, revision, at: `/api/externalProjects/${project.id}/Approvals` }
}

describe('revision approval', () => {
  it('is given once, by fingerprint, with a proof for both sides and a notification', async () => {
    const { project, product, space, who: caller, revision, at } = await issued()
    const { waiting } = (await caller('GET', at)).body
    expect(waiting).toMatchObject([{ revisionId: revision.id, taskId: null, title: revision.code }])
    const [{ fingerprint }] = waiting
    expect((await caller('GET', `/api/externalProjects/${project.id}`)).body.revision.fingerprint).toBe(fingerprint)
    const rejected = await caller('POST', at, { revisionId: revision.id, fingerprint: 'f'.repeat(64) })
    expect(rejected.status).toBe(409)
    const note = 'Approved with the comment on 118 of Łukasz Żółć'
    const paper = await caller('GET', `${at}/Paper`, undefined, { query: { revisionId: revision.id, note } })
    expect(paper.headers.get('content-type')).toBe('application/pdf')
    const approved = await caller('POST', at, { revisionId: revision.id, fingerprint, note })
    expect(approved.status).toBe(201)
    expect(approved.body).toMatchObject({ title: revision.code, fingerprint, note, fileUrl: null })
    expect((await caller('POST', at, { revisionId: revision.id, fingerprint })).status).toBe(409)
    expect((await caller('GET', at)).body).toMatchObject({ waiting: [], items: [{ id: approved.body.id }] })
    const proof = await textOfPdf((await caller('GET', approved.body.proofUrl)).body)
    for (const expectedText of [fingerprint, note, space.name]) expect(proof).toContain(expectedText)
    expect(proof.join(' ')).toContain(product.model)
    // The preview equals the stored proof, except for who and when.
    const isOfGiving = (text: string) => /pproved by|Not approved yet|^approve\.$|UTC$/.test(text)
    const read = (await textOfPdf(paper.body)).filter((text) => !isOfGiving(text))
    expect(read.length).toBeGreaterThan(8)
    expect(read).toEqual(proof.filter((text) => !isOfGiving(text)))
    expect((await caller('GET', `${at}/Paper`, undefined, { query: { revisionId: 999_999_999 } })).status).toBe(409)
    expect((await caller('GET', `${at}/Paper`)).status).toBe(400)
    const inside = (await admin('GET', `/api/projects/${project.id}/Approvals`)).body.items
    expect(inside).toEqual([approved.body])
    expect((await admin('GET', approved.body.proofUrl)).status).toBe(200)
    expect((await admin('GET', '/api/inbox')).body.items).toContainEqual(expect.objectContaining({ kind: 'approval', text: note }))
    const stranger = await app.signInAs(['Projects.View'])
    expect((await stranger('GET', approved.body.proofUrl)).status).toBe(404)
    expect((await stranger('GET', `/api/projects/${project.id}/Approvals`)).status).toBe(403)
    // The approver created the proof but loses it with access to the project.
    await openToExternal(app, project, [])
    expect([(await caller('GET', approved.body.proofUrl)).status, (await admin('GET', approved.body.proofUrl)).status]).toEqual([404, 200])
  })

  it('is accepted only for the latest revision, and only with permission', async () => {
    const { project, who: caller, revision, at } = await issued()
    const [{ fingerprint }] = (await caller('GET', at)).body.waiting
    const next = await issue(project)
    expect((await caller('POST', at, { revisionId: revision.id, fingerprint })).status).toBe(409)
    expect((await caller('GET', at)).body.waiting).toMatchObject([{ revisionId: next.id }])
    expect((await caller('POST', at, { fingerprint })).status).toBe(400)
    await openToExternal(app, project, [entry(caller, { canApprove: false })])
    expect((await caller('GET', at)).status).toBe(404)
    expect((await caller('POST', at, { revisionId: next.id, fingerprint })).status).toBe(404)
    expect((await caller('GET', `${at}/Paper`, undefined, { query: { revisionId: next.id } })).status).toBe(404)
    expect((await caller('GET', `/api/externalProjects/${project.id}`)).body.revision).not.toHaveProperty('fingerprint')
    expect((await admin('POST', at, { revisionId: next.id, fingerprint })).status).toBe(403)
  })
})

describe('shared proposal approval', () => {
  it('approves the exact stored file, and only for users who may open it', async () => {
    const { project, who: caller, revision, at } = await issued()
    const contract = await givenContract(app, project)
    const reportAnswer = await admin('POST', `/api/projects/${project.id}/Reports`, {
      reportType: ReportType.ClientProposal,
      scope: 1,
      options: { contractId: contract.id },
    })
    expect(reportAnswer.status, JSON.stringify(reportAnswer.body)).toBe(202)
    const task = await waitForFile(admin, reportAnswer.body.id)
    expect((await admin('PUT', `/api/DownloadCenter/${task.id}/Share`, { isSharedExternally: true })).status).toBe(200)
    const waiting = async () => (await caller('GET', at)).body.waiting.map(({ taskId }: AnyRow) => taskId)
    expect(await waiting()).toEqual([null])
    await openToExternal(app, project, [entry(caller, { showReports: true })])
    expect(await waiting(), 'it has prices').toEqual([null])
    await openToExternal(app, project, [entry(caller, { showReports: true, showPrices: true })])
    expect(await waiting()).toEqual([null, task.id])
    const data = (await admin('GET', task.url)).body
    const fingerprint = createHash('sha256').update(data).digest('hex')
    const approved = await caller('POST', at, { taskId: task.id, fingerprint })
    expect(approved.status, JSON.stringify(approved.body)).toBe(201)
    expect(approved.body).toMatchObject({ taskId: task.id, revisionId: null, note: null })
    expect((await admin('DELETE', `/api/DownloadCenter/${task.id}`)).status).toBe(204)
    const storedFile = (await caller('GET', approved.body.fileUrl)).body
    expect(createHash('sha256').update(storedFile).digest('hex')).toBe(fingerprint)
    expect(await waiting()).toEqual([null])
    await openToExternal(app, project, [entry(caller, { showPrices: true })])
    expect((await caller('GET', approved.body.fileUrl)).status, 'reports are no longer shown').toBe(404)
    // Staff can open the file if they may print it themselves. Users who can only read reports see the approval and its proof.
    const reading = ['Projects.View', 'ProjectReports.View'] as const
    const printing = [...reading, 'ProjectReports.ClientProposal', 'ProjectContracts.View', 'ProjectContracts.ViewRevenueSums'] as const
    const entriesFor = async (permissions: readonly Permission[]) => {
      const colleague = await app.signInAs(permissions, { isNew: true })
      await addToAccessList(app, project, colleague.userId)
      const { proofUrl, fileUrl } = (await colleague('GET', `/api/projects/${project.id}/Approvals`)).body.items[0]
      const opens = async (url: string) => (await colleague('GET', url)).status
      return [fileUrl, await opens(proofUrl), await opens(approved.body.fileUrl)]
    }
    expect(await entriesFor(printing)).toEqual([approved.body.fileUrl, 200, 200])
    for (const missing of printing.slice(2))
      expect(await entriesFor(printing.filter((name) => name !== missing)), missing).toEqual([null, 200, 404])
    expect(await entriesFor(reading)).toEqual([null, 200, 404])
    const withRates = [...printing, 'ProjectContracts.ViewLaborSellRates'] as const
    const option = (name: string) =>
      app.sql(`update download_tasks set parameters = jsonb_set(parameters, '{options,${name}}', 'true') where id = $1`, [task.id])
    await option('includeRates')
    expect([await entriesFor(printing), await entriesFor(withRates)]).toEqual([
      [null, 200, 404],
      [approved.body.fileUrl, 200, 200],
    ])
    await app.sql('delete from download_tasks where id = $1', [task.id])
    expect([await entriesFor(withRates), await entriesFor([...withRates, 'ProjectReports.OPC'])]).toEqual([
      [null, 200, 404],
      [approved.body.fileUrl, 200, 200],
    ])
    expect(revision.id).toBeGreaterThan(0)
  })
})
