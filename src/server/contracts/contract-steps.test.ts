import { beforeAll, describe, expect, it } from 'vitest'
import { createPhase, createPhaseRecord, givenContract, readContract, setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { activateProject, createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { contractStateLabel, contractStepNames, contractSteps } from '../../model/contracts/contract-steps.ts'
import { ContractStatus } from '../../model/contracts/enums.ts'
import { canStartFrom } from '../../model/kit/step.ts'
import { internalPermissions, type Permission } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const { Draft, PendingApproval, Approved } = ContractStatus
const runStep = (contract: AnyRow, action: string, body: object = {}, caller = admin) =>
  caller('PUT', `/api/contracts/${contract.id}/${action}`, body)

async function ready(project?: AnyRow) {
  const contract = await givenContract(app, project ?? (await createProject(app)))
  const phase = await createPhase(app, contract)
  const record = await createPhaseRecord(app, contract, phase)
  return { contract, phase, record }
}
beforeAll(() => setDefaultRates(app))

it('moves from draft through approval to the archive and records each step', async () => {
  const { contract } = await ready()
  expect(await readContract(admin, contract)).toMatchObject({
    status: Draft,
    isLocked: false,
    actions: ['SendForApproval', 'Lock', 'Archive'],
  })
  const sent = (await runStep(contract, 'SendForApproval', { comment: 'Please look' })).body
  expect(sent).toMatchObject({
    status: PendingApproval,
    isLocked: true,
    sentForApprovalBy: { id: admin.userId },
    actions: ['Approve', 'SendForUpdate', 'Recall'],
  })
  const approved = (await runStep(contract, 'Approve')).body
  expect(approved).toMatchObject({
    status: Approved,
    isLocked: true,
    approvedBy: { id: admin.userId },
    actions: ['Unapprove', 'Unlock', 'Archive'],
  })
  expect((await runStep(contract, 'Unlock')).body).toMatchObject({
    status: Approved,
    isLocked: false,
    actions: ['Unapprove', 'Lock', 'Archive'],
  })
  expect((await runStep(contract, 'Lock')).body).toMatchObject({ status: Approved, isLocked: true })
  expect((await runStep(contract, 'Archive')).body).toMatchObject({ isArchived: true, actions: ['Unarchive'] })
  expect((await runStep(contract, 'Unarchive')).body).toMatchObject({ isArchived: false, status: Approved })
  const back = (await runStep(contract, 'Unapprove')).body
  expect(back).toMatchObject({ status: Draft, isLocked: false, approvedBy: null, approvedDate: null })
  expect(back.statusHistory.map(({ action, from, to }: AnyRow) => [action, from, to])).toEqual([
    ['Unapprove', 'Approved and locked', 'Draft'],
    ['Unarchive', 'Archived', 'Approved and locked'],
    ['Archive', 'Approved and locked', 'Archived'],
    ['Lock', 'Approved', 'Approved and locked'],
    ['Unlock', 'Approved and locked', 'Approved'],
    ['Approve', 'Pending Approval', 'Approved and locked'],
    ['SendForApproval', 'Draft', 'Pending Approval'],
    ['Create', null, 'Draft'],
  ])
  expect(back.statusHistory[6]).toMatchObject({ comment: 'Please look', user: { id: admin.userId } })
  const log = (await admin('GET', `/api/contracts/${contract.id}/ActivityLogs`, undefined, { query: { itemsPerPage: 50 } })).body.items
  expect(log.map(({ title }: AnyRow) => title)).toContain('Sent for approval')
  const [audit] = await app.sql(
    `select action, after from audit_log where entity = 'contracts' and entity_id = $1 and action = 'StateChange' order by id desc`,
    [String(contract.id)],
  )
  expect(audit).toMatchObject({ action: 'StateChange', after: { status: Draft, isLocked: false } })
})

it('S1: rejects every action that the state does not allow and changes nothing', async () => {
  const { contract } = await ready()
  const readState = async () =>
    JSON.stringify(
      await app.sql(
        'select row_to_json(c) as c, (select count(*) from contract_events e where e.contract_id = c.id) as n from contracts c where id = $1',
        [contract.id],
      ),
    )
  let refused = 0
  for (const status of [Draft, PendingApproval, Approved])
    for (const isLocked of [false, true])
      for (const isArchived of [false, true]) {
        if (status === PendingApproval && (!isLocked || isArchived)) continue
        await app.sql('update contracts set status = $2, is_locked = $3, is_archived = $4 where id = $1', [
          contract.id,
          status,
          isLocked,
          isArchived,
        ])
        const before = await readState()
        const state = { status, isLocked, isArchived }
        for (const name of contractStepNames) {
          if (canStartFrom(contractSteps[name], state)) continue
          expect(await runStep(contract, name, { comment: 'why' }), `${name} at ${contractStateLabel(state)}`).toMatchObject({
            status: 409,
            body: { message: `${name} is not possible while ${contractStateLabel(state)}.` },
          })
          refused++
        }
        expect(await readState()).toBe(before)
      }
  expect(refused).toBeGreaterThan(45)
})

describe('step permissions', () => {
  const others = (missing: Permission) => app.signInAs(internalPermissions.filter((name) => name !== missing))
  it.each(contractStepNames.map((name) => [name, contractSteps[name].permission] as const))(
    'requires for %s the permission %s',
    async (name, permission) => {
      const { contract } = await ready()
      const { rowVersion } = await readContract(admin, contract)
      expect((await runStep(contract, name, {}, await others(permission))).status).toBe(403)
      expect((await readContract(admin, contract)).rowVersion).toBe(rowVersion)
    },
  )
  it('allow recall only by the sender', async () => {
    const { contract } = await ready()
    await runStep(contract, 'SendForApproval')
    const other = await app.signInAs(['Projects.View', 'ProjectContracts.View', 'ProjectContracts.SendForApproval'])
    expect((await other('GET', `/api/contracts/${contract.id}`)).body.actions).toEqual([])
    expect((await runStep(contract, 'Recall', {}, other)).status).toBe(403)
    expect((await runStep(contract, 'Recall')).body).toMatchObject({ status: Draft, isLocked: false })
  })
})

describe('sending for approval', () => {
  it('requires a phase or an expense', async () => {
    const contract = await givenContract(app, await createProject(app))
    expect(await runStep(contract, 'SendForApproval')).toMatchObject({
      status: 409,
      body: { message: 'A contract needs a phase or a direct expense before it is sent.' },
    })
    await admin('POST', `/api/contracts/${contract.id}/DirectExpenses`, {
      category: 0,
      description: 'Flight',
      date: '2026-03-01',
      revenue: 5,
    })
    expect((await runStep(contract, 'SendForApproval')).status).toBe(200)
  })
  it('requires hours in every phase that is neither a pause nor a parent', async () => {
    const { contract, phase } = await ready()
    await createPhase(app, contract, { type: 6, name: 'Winter' })
    const child = await createPhase(app, contract, { parentPhaseId: phase.id, name: 'CD 50 %' })
    expect((await runStep(contract, 'SendForApproval')).body.message).toBe('CD 50 % has no hours yet.')
    await createPhaseRecord(app, contract, child)
    expect((await runStep(contract, 'SendForApproval')).status).toBe(200)
  })
  it('rejects hours of a suspended user', async () => {
    const { contract, phase } = await ready()
    const person = await app.signInAs([], { isNew: true })
    await createPhaseRecord(app, contract, phase, { userId: person.userId })
    await app.sql('update users set is_suspended = true where id = $1', [person.userId])
    expect((await runStep(contract, 'SendForApproval')).body.message).toContain('is suspended')
  })
  it('notifies approvers with project access, and the sender of the decision', async () => {
    const project = await createProject(app)
    const approver = await app.signInAs(['Projects.View', 'ProjectContracts.View', 'ProjectContracts.Approve'], { isNew: true })
    const elsewhere = await app.signInAs(['Projects.View', 'ProjectContracts.View', 'ProjectContracts.Approve'], { isNew: true })
    await app.sql('insert into project_access_entries (project_id, user_id) values ($1, $2), ($1, $3)', [
      project.id,
      approver.userId,
      admin.userId,
    ])
    const { contract } = await ready(project)
    await runStep(contract, 'SendForApproval')
    const mailsTo = (email: string) => app.mails().filter(({ to, subject }) => to === email && subject.startsWith(contract.name))
    await expect.poll(() => mailsTo(approver.email).length).toBe(1)
    await app.waitUntilIdle()
    expect(mailsTo(elsewhere.email)).toEqual([])
    await runStep(contract, 'Approve', {}, approver)
    await expect.poll(() => mailsTo(admin.email).map(({ subject }) => subject)).toEqual([`${contract.name} was approved`])
  })
})

it('requires a reason to send back, and keeps it until sent again', async () => {
  const { contract } = await ready()
  await runStep(contract, 'SendForApproval')
  expect((await runStep(contract, 'SendForUpdate')).body.fields).toEqual({ comment: ['This field is required!'] })
  expect((await runStep(contract, 'SendForUpdate', { comment: 'Fewer hours' })).body).toMatchObject({
    status: Draft,
    isLocked: false,
    updateComment: 'Fewer hours',
  })
  expect((await runStep(contract, 'SendForApproval')).body.updateComment).toBeNull()
})

it('C2: rejects edits when locked or archived; allows them when approved and unlocked', async () => {
  const { contract, phase, record } = await ready()
  const at = `/api/contracts/${contract.id}`
  const edits = () => [
    admin('PUT', at, { name: contract.name }),
    admin('DELETE', at),
    admin('PUT', `${at}/LaborRates`, { rates: [{ laborType: 1, sellRate: 5 }] }),
    admin('POST', `${at}/Phases`, { type: 1, startDate: '2026-01-01', endDate: '2026-01-31' }),
    admin('PUT', `${at}/Phases/${phase.id}`, { type: 3, startDate: '2026-01-01', endDate: '2026-01-31' }),
    admin('PUT', `${at}/Phases/Order`, { ids: [phase.id] }),
    admin('DELETE', `${at}/Phases/${phase.id}`),
    admin('POST', `${at}/Phases/${phase.id}/Records`, { type: 1, laborType: 1, hours: 1 }),
    admin('PUT', `${at}/Phases/${phase.id}/Records/${record.id}`, { type: 1, laborType: 2, hours: 1 }),
    admin('DELETE', `${at}/Phases/${phase.id}/Records/${record.id}`),
    admin('POST', `${at}/DirectExpenses`, { category: 0, description: 'Flight', date: '2026-03-01' }),
  ]
  await runStep(contract, 'Lock')
  for (const answer of await Promise.all(edits()))
    expect(answer).toMatchObject({ status: 409, body: { message: 'The contract is locked.' } })
  await runStep(contract, 'Unlock')
  await runStep(contract, 'Archive')
  for (const answer of await Promise.all(edits()))
    expect(answer).toMatchObject({ status: 409, body: { message: 'The contract is archived.' } })
  await runStep(contract, 'Unarchive')
  await runStep(contract, 'SendForApproval')
  await runStep(contract, 'Approve')
  await runStep(contract, 'Unlock')
  expect((await admin('PUT', `${at}/Phases/${phase.id}/Records/${record.id}`, { type: 1, laborType: 2, hours: 50 })).status).toBe(200)
  expect(await readContract(admin, contract)).toMatchObject({ status: Approved, isLocked: false, laborHours: 50 })
  const log = (await admin('GET', `${at}/ActivityLogs`)).body.items
  expect(log[0].title).toBe('Hours changed, changed after approval')
  expect((await admin('DELETE', at)).status).toBe(409)
})

describe('amendments', () => {
  /** An approved contract whose hours an automated one takes, as created by an approved offer. */
  async function amended() {
    const project = await createProject(app)
    const { contract, phase, record } = await ready(project)
    await runStep(contract, 'SendForApproval')
    await runStep(contract, 'Approve')
    const other = await givenContract(app, project)
    const its = await createPhase(app, other)
    const takenRecord = await createPhaseRecord(app, other, its)
    await app.sql('update phase_records set hours = -1200, source_record_id = $2 where id = $1', [takenRecord.id, record.id])
    await app.sql('update contracts set type = 2, origin = 2, status = 3, is_locked = true where id = $1', [other.id])
    return { contract, phase, record, other, taken: takenRecord }
  }
  it('C3: block unapproval and archiving of a contract until they are archived', async () => {
    const { contract, other } = await amended()
    expect((await runStep(contract, 'Unapprove')).body.message).toContain(other.number)
    expect((await runStep(contract, 'Archive')).status).toBe(409)
    expect(await readContract(admin, contract)).toMatchObject({ status: Approved, isArchived: false })
    expect((await runStep(other, 'Archive')).status).toBe(200)
    expect((await runStep(contract, 'Unapprove')).body.status).toBe(Draft)
  })
  it('cannot be unapproved, unlocked or deleted manually', async () => {
    const { other } = await amended()
    for (const name of ['Unapprove', 'Unlock'])
      expect(await runStep(other, name)).toMatchObject({ status: 409, body: { message: 'To undo an automated contract, archive it.' } })
    expect((await readContract(admin, other)).actions).toEqual(['Archive'])
    await app.sql('update contracts set is_locked = false where id = $1', [other.id])
    expect((await admin('DELETE', `/api/contracts/${other.id}`)).body.message).toBe('An automated contract is archived, not deleted.')
  })
  it('lock the person, labor type, hours and phase of a used record', async () => {
    const { contract, phase, record, other } = await amended()
    await runStep(contract, 'Unlock')
    const at = `/api/contracts/${contract.id}/Phases/${phase.id}`
    const refusal = { status: 409, body: { message: expect.stringContaining(other.number) } }
    expect(await admin('PUT', `${at}/Records/${record.id}`, { type: 1, laborType: 3, hours: 40 })).toMatchObject(refusal)
    expect(await admin('PUT', `${at}/Records/${record.id}`, { type: 1, laborType: 2, hours: 11 })).toMatchObject(refusal)
    expect((await admin('PUT', `${at}/Records/${record.id}`, { type: 1, laborType: 2, hours: 12 })).status).toBe(200)
    expect(await admin('DELETE', `${at}/Records/${record.id}`)).toMatchObject(refusal)
    expect(await admin('DELETE', at)).toMatchObject(refusal)
    expect(await admin('PUT', at, { type: 4, startDate: '2026-03-02', endDate: '2026-04-30' })).toMatchObject(refusal)
  })
})

describe('transferred hours', () => {
  it('O5: stay reserved per month, and the amendment can return only while they are available', async () => {
    const project = await createProject(app)
    const { contract, phase, record } = await ready(project)
    for (const name of ['SendForApproval', 'Approve', 'Unlock']) await runStep(contract, name)
    const other = await givenContract(app, project)
    const march = await createPhase(app, other, { startDate: '2026-03-01', endDate: '2026-03-31' })
    const takenRecord = await createPhaseRecord(app, other, march)
    await app.sql('update phase_records set hours = -1500, source_record_id = $2 where id = $1', [takenRecord.id, record.id])
    await app.sql('update contracts set type = 2, origin = 2, status = 3, is_locked = true where id = $1', [other.id])
    const at = `/api/contracts/${contract.id}/Phases/${phase.id}`
    const range = { type: 3, startDate: '2026-03-02', endDate: '2026-04-30' }
    const hours = { type: 1, laborType: 2, hours: 40 }
    const refusal = {
      status: 409,
      body: { message: `There would not be enough hours in Mar 2026: ${other.number} ${other.name} uses them.` },
    }
    // 22 weekdays in each month: 20 h per month, of which 15 h of March are taken.
    expect(await admin('PUT', at, { ...range, startDate: '2026-03-25' })).toMatchObject(refusal)
    expect(await admin('PUT', `${at}/Records/${record.id}`, { ...hours, allocations: [{ month: '2026-04', hours: 40 }] })).toMatchObject(
      refusal,
    )
    expect(await admin('PUT', `${at}/Records/${record.id}`, { ...hours, hours: 29 })).toMatchObject(refusal)
    expect((await readContract(admin, contract)).laborHours).toBe(40)
    expect((await admin('PUT', `${at}/Records/${record.id}`, { ...hours, hours: 30 })).status).toBe(200)
    await runStep(other, 'Archive')
    expect((await admin('PUT', at, { ...range, startDate: '2026-04-01' })).status).toBe(200)
    expect(await runStep(other, 'Unarchive')).toMatchObject(refusal)
    await admin('PUT', at, range)
    expect((await runStep(other, 'Unarchive')).status).toBe(200)
  })
})

describe('project', () => {
  it('cannot be closed or deleted with a pending contract, and closing locks the others', async () => {
    const project = await createProject(app)
    const { contract } = await ready(project)
    const { contract: other } = await ready(project)
    await activateProject(app, project)
    await runStep(contract, 'SendForApproval')
    const close = () => admin('PUT', `/api/projects/${project.id}/Close`, {})
    expect((await close()).body.message).toContain('pending approval')
    expect((await admin('DELETE', `/api/projects/${project.id}`)).status).toBe(409)
    await runStep(contract, 'Approve')
    expect((await close()).status).toBe(200)
    expect(await readContract(admin, other)).toMatchObject({ isLocked: true, isProjectClosed: true, actions: ['Archive'] })
    for (const name of ['Unlock', 'Unapprove']) expect((await runStep(contract, name)).body.message).toBe('The project is closed.')
    expect((await runStep(other, 'Archive')).status).toBe(200)
    expect((await runStep(other, 'Unarchive')).status).toBe(200)
    expect((await admin('POST', `/api/projects/${project.id}/Contracts`, { name: 'Late' })).body.message).toBe('The project is closed.')
    await admin('PUT', `/api/projects/${project.id}/Reopen`, {})
    expect(await readContract(admin, other)).toMatchObject({ isLocked: true, isProjectClosed: false })
  })
  it('locks contracts while closed, also one that is unarchived later', async () => {
    const project = await createProject(app)
    const contract = await givenContract(app, project)
    await activateProject(app, project)
    await runStep(contract, 'Archive')
    await admin('PUT', `/api/projects/${project.id}/Close`, {})
    expect((await runStep(contract, 'Unarchive')).body).toMatchObject({ isLocked: false, isArchived: false })
    const remove = () => admin('DELETE', `/api/contracts/${contract.id}`)
    expect(await remove()).toMatchObject({ status: 409, body: { message: 'The project is closed.' } })
    await admin('PUT', `/api/projects/${project.id}/Reopen`, {})
    expect((await remove()).status).toBe(204)
  })
  it('rejects a stale row version when sending a contract', async () => {
    const { contract } = await ready()
    expect(await runStep(contract, 'SendForApproval', { rowVersion: 1 })).toMatchObject({ status: 409, body: { detail: 'stale' } })
    expect((await runStep(contract, 'SendForApproval', { rowVersion: (await readContract(admin, contract)).rowVersion })).status).toBe(200)
  })
})
