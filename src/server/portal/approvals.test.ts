import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createClient, createRow } from '../../../test/kit/fixtures/catalog.ts'
import { givenContract } from '../../../test/kit/fixtures/contracts.ts'
import { addToAccessList, createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { textOfPdf } from '../../../test/kit/pdf-text.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { externalPermissions, type Permission } from '../../model/permissions.ts'
import { ReportType } from '../../model/reports/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'

const house = await startApp()
const { admin } = house
const client = await createClient(house)
const guest = () => house.signInAs(externalPermissions, { external: true, isNew: true })
const open = async (project: AnyRow, entries: AnyRow[]) =>
  expect((await admin('PUT', `/api/projects/${project.id}/ExternalAccessList`, { entries })).status).toBe(200)
const entry = (who: Caller, flags: AnyRow = {}) => ({ subjectType: 1, userId: who.userId, canApprove: true, ...flags })
const issue = (project: AnyRow, code = uniqueName('CD')) =>
  createRow(house, `/api/projects/${project.id}/Revisions`, { code, title: 'Construction documents', issueDate: '2026-04-01' })

async function issued() {
  const project = await createProject(house, { clientId: client.id })
  const space = await createSpace(house, project, { name: uniqueName('Hall') })
  const product = await createProduct(house)
  const line = await createLine(house, space, product, { quantity: 2 })
  const who = await guest()
  await open(project, [entry(who)])
  const revision = await issue(project)
  return { project, space, product, line, who, revision, at: `/api/externalProjects/${project.id}/Approvals` }
}

describe('a revision is approved', () => {
  it('once, by its fingerprint, with a proof that both sides open and the firm hears of', async () => {
    const { project, product, space, who, revision, at } = await issued()
    const { waiting } = (await who('GET', at)).body
    expect(waiting).toMatchObject([{ revisionId: revision.id, taskId: null, title: revision.code }])
    const [{ fingerprint }] = waiting
    expect((await who('GET', `/api/externalProjects/${project.id}`)).body.revision.fingerprint).toBe(fingerprint)
    const wrong = await who('POST', at, { revisionId: revision.id, fingerprint: 'f'.repeat(64) })
    expect(wrong.status).toBe(409)
    const note = 'Approved with the comment on 118 of Łukasz Żółć'
    const paper = await who('GET', `${at}/Paper`, undefined, { query: { revisionId: revision.id, note } })
    expect(paper.headers.get('content-type')).toBe('application/pdf')
    const approved = await who('POST', at, { revisionId: revision.id, fingerprint, note })
    expect(approved.status).toBe(201)
    expect(approved.body).toMatchObject({ title: revision.code, fingerprint, note, fileUrl: null })
    expect((await who('POST', at, { revisionId: revision.id, fingerprint })).status).toBe(409)
    expect((await who('GET', at)).body).toMatchObject({ waiting: [], items: [{ id: approved.body.id }] })
    const proof = await textOfPdf((await who('GET', approved.body.proofUrl)).body)
    for (const word of [fingerprint, note, space.name]) expect(proof).toContain(word)
    expect(proof.join(' ')).toContain(product.model)
    // The preview equals the stored proof, except for who and when.
    const isOfGiving = (text: string) => /pproved by|Not approved yet|^approve\.$|UTC$/.test(text)
    const read = (await textOfPdf(paper.body)).filter((text) => !isOfGiving(text))
    expect(read.length).toBeGreaterThan(8)
    expect(read).toEqual(proof.filter((text) => !isOfGiving(text)))
    expect((await who('GET', `${at}/Paper`, undefined, { query: { revisionId: 999_999_999 } })).status).toBe(409)
    expect((await who('GET', `${at}/Paper`)).status).toBe(400)
    const inside = (await admin('GET', `/api/projects/${project.id}/Approvals`)).body.items
    expect(inside).toEqual([approved.body])
    expect((await admin('GET', approved.body.proofUrl)).status).toBe(200)
    expect((await admin('GET', '/api/inbox')).body.items).toContainEqual(expect.objectContaining({ kind: 'approval', text: note }))
    const stranger = await house.signInAs(['Projects.View'])
    expect((await stranger('GET', approved.body.proofUrl)).status).toBe(404)
    expect((await stranger('GET', `/api/projects/${project.id}/Approvals`)).status).toBe(403)
    // The approver created the proof but loses it with access to the project.
    await open(project, [])
    expect([(await who('GET', approved.body.proofUrl)).status, (await admin('GET', approved.body.proofUrl)).status]).toEqual([404, 200])
  })

  it('only the latest one, and only by who may', async () => {
    const { project, who, revision, at } = await issued()
    const [{ fingerprint }] = (await who('GET', at)).body.waiting
    const next = await issue(project)
    expect((await who('POST', at, { revisionId: revision.id, fingerprint })).status).toBe(409)
    expect((await who('GET', at)).body.waiting).toMatchObject([{ revisionId: next.id }])
    expect((await who('POST', at, { fingerprint })).status).toBe(400)
    await open(project, [entry(who, { canApprove: false })])
    expect((await who('GET', at)).status).toBe(404)
    expect((await who('POST', at, { revisionId: next.id, fingerprint })).status).toBe(404)
    expect((await who('GET', `${at}/Paper`, undefined, { query: { revisionId: next.id } })).status).toBe(404)
    expect((await who('GET', `/api/externalProjects/${project.id}`)).body.revision).not.toHaveProperty('fingerprint')
    expect((await admin('POST', at, { revisionId: next.id, fingerprint })).status).toBe(403)
  })
})

describe('a proposal that was shared is approved', () => {
  it('as the very file, which is kept, and by nobody who may not open it', async () => {
    const { project, who, revision, at } = await issued()
    const contract = await givenContract(house, project)
    const asked = await admin('POST', `/api/projects/${project.id}/Reports`, {
      reportType: ReportType.ClientProposal,
      scope: 1,
      options: { contractId: contract.id },
    })
    expect(asked.status, JSON.stringify(asked.body)).toBe(202)
    const task = await waitForFile(admin, asked.body.id)
    expect((await admin('PUT', `/api/DownloadCenter/${task.id}/Share`, { isSharedExternally: true })).status).toBe(200)
    const waiting = async () => (await who('GET', at)).body.waiting.map(({ taskId }: AnyRow) => taskId)
    expect(await waiting()).toEqual([null])
    await open(project, [entry(who, { showReports: true })])
    expect(await waiting(), 'it has prices').toEqual([null])
    await open(project, [entry(who, { showReports: true, showPrices: true })])
    expect(await waiting()).toEqual([null, task.id])
    const data = (await admin('GET', task.url)).body
    const fingerprint = createHash('sha256').update(data).digest('hex')
    const approved = await who('POST', at, { taskId: task.id, fingerprint })
    expect(approved.status, JSON.stringify(approved.body)).toBe(201)
    expect(approved.body).toMatchObject({ taskId: task.id, revisionId: null, note: null })
    expect((await admin('DELETE', `/api/DownloadCenter/${task.id}`)).status).toBe(204)
    const kept = (await who('GET', approved.body.fileUrl)).body
    expect(createHash('sha256').update(kept).digest('hex')).toBe(fingerprint)
    expect(await waiting()).toEqual([null])
    // Staff can open the file if they may print it themselves. Users who can only read reports see the approval and its proof.
    const reading = ['Projects.View', 'ProjectReports.View'] as const
    const printing = [...reading, 'ProjectReports.ClientProposal', 'ProjectContracts.View', 'ProjectContracts.ViewRevenueSums'] as const
    const told = async (permissions: readonly Permission[]) => {
      const colleague = await house.signInAs(permissions, { isNew: true })
      await addToAccessList(house, project, colleague.userId)
      const { proofUrl, fileUrl } = (await colleague('GET', `/api/projects/${project.id}/Approvals`)).body.items[0]
      const opens = async (url: string) => (await colleague('GET', url)).status
      return [fileUrl, await opens(proofUrl), await opens(approved.body.fileUrl)]
    }
    expect(await told(printing)).toEqual([approved.body.fileUrl, 200, 200])
    for (const lacking of printing.slice(2))
      expect(await told(printing.filter((name) => name !== lacking)), lacking).toEqual([null, 200, 404])
    expect(await told(reading)).toEqual([null, 200, 404])
    const withRates = [...printing, 'ProjectContracts.ViewLaborSellRates'] as const
    const option = (name: string) =>
      house.sql(`update download_tasks set parameters = jsonb_set(parameters, '{options,${name}}', 'true') where id = $1`, [task.id])
    await option('includeRates')
    expect([await told(printing), await told(withRates)]).toEqual([
      [null, 200, 404],
      [approved.body.fileUrl, 200, 200],
    ])
    // Once the task is deleted, the file's contents are unknown.
    await house.sql('delete from download_tasks where id = $1', [task.id])
    expect([await told(withRates), await told([...withRates, 'ProjectReports.OPC'])]).toEqual([
      [null, 200, 404],
      [approved.body.fileUrl, 200, 200],
    ])
    expect(revision.id).toBeGreaterThan(0)
  })
})
