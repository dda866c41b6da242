import { describe, expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { approveContract, boardPermissions, createPlan, typeName } from '../../../test/kit/fixtures/boards.ts'
import { createRole, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { LaborType } from '../../model/access/enums.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Permission } from '../../model/permissions.ts'
import { actualHours } from './actual-hours.ts'

const app = await startApp()
const { SC, VI } = LaborType
const role = await createRole(app)
const day = '2026-03-10'
const week = ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14', '2026-03-15']
const ofOthers: Permission[] = ['Projects.View', ...boardPermissions('BigBoard'), 'DNAUsers.Update']
const worker = (...more: Permission[]) => app.signInAs(['MyBoard.View', 'Projects.View', ...more], { isNew: true })

entityContract(actualHours, app, {
  // Few hours, because the rows of all tests are on the same day.
  valid: { date: day, laborType: SC, hours: 0.07, note: 'Drawings' },
  prepare: async () => {
    const project = await createProject(app)
    const { contract, phase } = await createPlan(app, project)
    const { id } = await createUser(app, { roleId: role.id })
    return { userId: id, projectId: project.id, contractId: contract.id, phaseId: phase.id }
  },
  change: { hours: 0.05 },
  as: (permissions) => app.signInAs([...permissions, ...ofOthers]),
  outsider: () => app.signInAs(['MyBoard.View', ...boardPermissions('BigBoard')]),
  invalid: [
    ['date', 'soon', messages.date],
    ['hours', 0, messages.minimum(0.01)],
    ['hours', 24.25, messages.maximum(24)],
    ['laborType', 9, messages.unknown],
    ['projectId', 999_999, 'Project not found.'],
    ['contractId', 999_999, 'Contract not found.'],
    ['phaseId', 999_999, 'Phase not found.'],
  ],
})

const enter = (body: object, caller: Caller = app.admin) =>
  caller('POST', '/api/actualHours', { date: day, laborType: SC, hours: 4, ...body })

describe('worked hours', () => {
  it('are at most 24 a day in all, however they are entered', async () => {
    const [project, other] = [await createProject(app), await createProject(app)]
    const me = await worker()
    const at = (hours: number, more: object = {}) => enter({ userId: me.userId, projectId: project.id, hours, ...more }, me)
    const first = (await at(8)).body
    const refused = { status: 400, body: { fields: { hours: ['2026/03/10 would have 25 hours. A day has at most 24.'] } } }
    expect(await at(17, { projectId: other.id })).toMatchObject(refused)
    const second = (await at(16, { projectId: other.id })).body
    expect((await at(24, { date: '2026-03-11' })).status).toBe(201)
    const put = (row: { id: number; project: { id: number } }, hours: number) =>
      me('PUT', `/api/actualHours/${row.id}`, { userId: me.userId, projectId: row.project.id, date: day, laborType: SC, hours })
    expect(await put(first, 9)).toMatchObject(refused)
    expect((await put(first, 7)).status).toBe(200)
    expect((await put(second, 17)).status).toBe(200)
    const cell = (projectId: number, hours: number) => ({
      projectId,
      contractId: null,
      phaseId: null,
      laborType: SC,
      date: day,
      hours,
      before: null,
    })
    const write = (cells: object[]) => me('PUT', '/api/actualHours/Week', { cells })
    expect(await write([cell(project.id, 8)])).toMatchObject({
      status: 400,
      body: { fields: { 'cells[0].hours': ['2026/03/10 would have 25 hours. A day has at most 24.'] } },
    })
    expect(await write([cell(project.id, 20), cell(other.id, 4)]), 'hours move between rows').toMatchObject({ body: { changed: 2 } })
    const answers = await Promise.all([at(13, { date: '2026-03-12' }), at(13, { date: '2026-03-12', projectId: other.id })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  })

  it('are entered by the person, or by a user manager with access to the project', async () => {
    const project = await createProject(app)
    const [me, other] = [await worker(), await worker()]
    const own = await enter({ userId: me.userId, projectId: project.id }, me)
    expect(own).toMatchObject({ status: 201, body: { hours: 4, source: 1, externalId: null, phase: null } })
    expect((await enter({ userId: other.userId, projectId: project.id }, me)).status).toBe(403)
    expect((await enter({ userId: me.userId, projectId: project.id }, await worker('DNAUsers.Update'))).status).toBe(403)
    expect((await enter({ userId: me.userId, projectId: project.id }, await worker(...ofOthers))).status).toBe(201)
    expect((await other('GET', `/api/actualHours/${own.body.id}`)).status).toBe(404)
    expect((await other('DELETE', `/api/actualHours/${own.body.id}`)).status).toBe(404)
    expect((await me('DELETE', `/api/actualHours/${own.body.id}`)).status).toBe(204)
  })

  it('shows hours of others by labor type, as on a board', async () => {
    const project = await createProject(app)
    const { id: userId } = await createUser(app, { roleId: role.id })
    for (const laborType of [SC, VI]) expect((await enter({ userId, projectId: project.id, laborType })).status).toBe(201)
    const seen = async (caller: Caller) => {
      const { body } = await caller('GET', '/api/actualHours', undefined, { query: { userIds: userId } })
      return body.items.map(({ laborType }: { laborType: number }) => laborType).sort()
    }
    expect(await seen(await worker())).toEqual([])
    expect(await seen(await worker(...boardPermissions('SmallBoard', 'ViewEntryDetails')))).toEqual([])
    expect(await seen(await worker(...boardPermissions('SmallBoard', typeName(VI))))).toEqual([SC])
    expect(await seen(await worker(...boardPermissions('BigBoard')))).toEqual([SC, VI])
  })

  it('require a visible open project, its contract and its phase, but no pause', async () => {
    const [project, other] = [await createProject(app), await createProject(app)]
    const { contract, phase } = await createPlan(app, project)
    const { phase: pause } = await createPlan(app, project, [], { type: 6 })
    const me = await worker()
    const refused = async (target: object) => (await enter({ userId: me.userId, ...target }, me)).body.fields ?? 'entered'
    expect(await refused({ projectId: other.id, contractId: contract.id })).toEqual({ contractId: ['Contract not found.'] })
    expect(await refused({ projectId: project.id, contractId: pause.contractId, phaseId: phase.id })).toEqual({
      phaseId: ['Phase not found.'],
    })
    expect(await refused({ projectId: project.id, phaseId: pause.id })).toEqual({ phaseId: ['A phase on hold has no hours.'] })
    const own = await enter({ userId: me.userId, projectId: project.id, phaseId: phase.id }, me)
    expect(own.body).toMatchObject({ contract: { id: contract.id }, phase: { id: phase.id, name: phase.name } })
  })

  it('prevent deletion of their phase', async () => {
    const project = await createProject(app)
    const { contract, phase } = await createPlan(app, project)
    const { body } = await enter({ userId: app.admin.userId, projectId: project.id, phaseId: phase.id, hours: 3.5 })
    const remove = () => app.admin('DELETE', `/api/contracts/${contract.id}/Phases/${phase.id}`)
    expect(await remove()).toMatchObject({
      status: 409,
      body: { message: `${phase.name} cannot be deleted: 3.5 hours were worked in it.` },
    })
    expect((await app.admin('DELETE', `/api/actualHours/${body.id}`)).status).toBe(204)
    expect((await remove()).status).toBe(200)
  })
})

describe('week', () => {
  const weekOf = (caller: Caller, query = {}) => caller('GET', '/api/actualHours/Week', undefined, { query: { date: day, ...query } })
  const put = (caller: Caller, cells: object[], more = {}) => caller('PUT', '/api/actualHours/Week', { cells, ...more })

  it('has a line for each planned or worked phase, with both hours', async () => {
    const me = await worker(...boardPermissions('MyBoard'))
    const project = await createProject(app)
    const { contract, phase } = await createPlan(app, project, [{ userId: me.userId, hours: 44, laborType: SC }], {
      startDate: '2026-03-01',
      endDate: '2026-03-31',
    })
    await approveContract(app, contract)
    const cell = { projectId: project.id, contractId: contract.id, phaseId: phase.id, laborType: SC }
    expect(
      await put(me, [
        { ...cell, date: day, hours: 3.5 },
        { ...cell, date: week[2], hours: 6 },
      ]),
    ).toMatchObject({ status: 200, body: { changed: 2 } })
    const { body } = await weekOf(me)
    expect(body).toMatchObject({ userId: me.userId, days: week, capacityHours: 40, isWritable: true, hidden: {} })
    // 44 hours over 22 weekdays, five of which are in this week.
    expect(body.rows).toMatchObject([
      {
        project: { id: project.id },
        contract: { id: contract.id, number: contract.number },
        phase: { id: phase.id, name: phase.name, type: phase.type },
        laborType: SC,
        plannedHours: 10,
        hours: { [day]: 3.5, '2026-03-11': 6 },
        brought: {},
        isReadOnly: false,
      },
    ])
  })

  it('is saved cell by cell, and rejects cells changed by another user', async () => {
    const me = await worker()
    const project = await createProject(app)
    const cell = { projectId: project.id, laborType: VI, date: day }
    const hoursNow = async () => (await weekOf(me)).body.rows.map(({ hours }: { hours: object }) => hours)
    expect((await put(me, [{ ...cell, hours: 5, before: 0 }])).body).toEqual({ changed: 1 })
    expect(await put(me, [{ ...cell, hours: 6, before: 0 }])).toMatchObject({
      status: 409,
      body: { detail: 'stale', current: { hours: 5 } },
    })
    expect((await put(me, [{ ...cell, hours: 5, before: 5 }])).body).toEqual({ changed: 0 })
    expect((await put(me, [{ ...cell, hours: 2.25, before: 5 }])).body).toEqual({ changed: 1 })
    expect(await hoursNow()).toEqual([{ [day]: 2.25 }])
    await enter({ userId: me.userId, projectId: project.id, laborType: VI, hours: 2, note: 'Site' }, me)
    expect((await put(me, [{ ...cell, hours: 1, before: 4.25 }])).body).toEqual({ changed: 1 })
    expect(await hoursNow()).toEqual([{ [day]: 1 }])
    expect((await put(me, [{ ...cell, hours: 0 }])).body).toEqual({ changed: 1 })
    expect(await hoursNow()).toEqual([])
    expect(
      await put(me, [
        { ...cell, hours: 1 },
        { ...cell, hours: 2 },
      ]),
    ).toMatchObject({ status: 400, body: { fields: { cells: ['Two cells are the same.'] } } })
    expect(await put(me, [{ ...cell, projectId: 999_999, hours: 1 }])).toMatchObject({
      status: 400,
      body: { fields: { 'cells[0].projectId': ['Project not found.'] } },
    })
  })

  it("requires board permissions for another user's week, and user management to update it", async () => {
    const { id: userId } = await createUser(app, { roleId: role.id })
    const project = await createProject(app)
    const cells = [{ projectId: project.id, laborType: SC, date: day, hours: 4 }]
    expect((await weekOf(await worker(), { userId })).status).toBe(403)
    const reader = await worker(...boardPermissions('BigBoard'))
    expect((await weekOf(reader, { userId })).body).toMatchObject({ isWritable: false, rows: [] })
    expect((await put(reader, cells, { userId })).status).toBe(403)
    const timekeeper = await worker(...ofOthers)
    expect((await put(timekeeper, cells, { userId })).status).toBe(200)
    expect((await weekOf(reader, { userId })).body.rows).toMatchObject([{ hours: { [day]: 4 } }])
  })

  it('returns the hours in hidden projects without naming the projects', async () => {
    const me = await worker()
    const project = await createProject(app)
    await put(me, [{ projectId: project.id, laborType: SC, date: day, hours: 4 }])
    const { id: other } = await createUser(app, { roleId: role.id })
    await app.admin('PUT', `/api/projects/${project.id}/AccessList`, { userIds: [other] })
    expect((await weekOf(me)).body).toMatchObject({ rows: [], hidden: { [day]: 4 } })
  })
})

describe('hours file', () => {
  const csv = (...lines: string[]) =>
    new Blob([['Person,Date,Project,Contract,Phase,Labor type,Hours,Note,Id', ...lines].join('\n')], { type: 'text/csv' })
  const take = (caller: Caller, file: Blob, dryRun = false) => {
    const form = new FormData()
    form.append('file', file, 'hours.csv')
    return caller('POST', '/api/actualHours/Import', form, { query: { dryRun } })
  }

  it('can be previewed and imported, and a second import adds no duplicates', async () => {
    const me = await worker()
    const project = await createProject(app)
    const { contract, phase } = await createPlan(app, project)
    const file = csv(
      `,2026-03-02,${project.number},${contract.number},${phase.name},SC,4.5,Kick-off,`,
      `,2026/03/03,"${project.name}",,CD,Virtual Integrators,8,,T-17-${project.id}`,
    )
    expect(await take(me, file, true)).toMatchObject({ status: 200, body: { dryRun: true, created: 2, hours: 12.5, errors: [] } })
    const listed = async () =>
      (await me('GET', '/api/actualHours', undefined, { query: { projectIds: project.id, sortBy: 'date' } })).body.items
    expect(await listed()).toEqual([])
    const imported = await take(me, file)
    expect(imported.body).toMatchObject({ created: 2, updated: 0, unchanged: 0, failed: 0 })
    expect(await listed()).toMatchObject([
      { date: '2026-03-02', hours: 4.5, laborType: SC, note: 'Kick-off', source: 2, phase: { id: phase.id } },
      { date: '2026-03-03', hours: 8, laborType: VI, externalId: `T-17-${project.id}`, contract: { id: contract.id } },
    ])
    expect((await take(me, file)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    const mended = csv(`,2026-03-03,${project.number},,CD,VI,7,,T-17-${project.id}`)
    expect((await take(me, mended)).body).toMatchObject({ created: 0, updated: 1 })
    const thief = await take(await worker(), mended)
    expect(thief).toMatchObject({
      status: 400,
      body: { errors: [{ row: 2, column: 'Id', message: 'This id belongs to hours of someone else.' }] },
    })
    expect((await me('POST', `/api/changeSets/${imported.body.changeSetId}/Undo`, {})).status).toBe(201)
    expect((await listed()).map(({ hours }: { hours: number }) => hours)).toEqual([7])
  })

  it('is rejected as a whole with errors by row and column', async () => {
    const me = await worker()
    const project = await createProject(app)
    const { contract } = await createPlan(app, project)
    await createPlan(app, project)
    const name = uniqueName('Nobody')
    const refused = await take(
      me,
      csv(
        `,2026-03-02,${project.number},,,SC,4,,`,
        `${name},2026-03-02,${project.number},,,SC,4,,`,
        `,2026-02-30,${project.number},,,SC,25,,`,
        ',2026-03-02,No such project,,,SC,4,,',
        `,2026-03-02,${project.number},,CD,SC,4,,`,
        `,2026-03-02,${project.number},${contract.number},XX,ZZ,,,`,
      ),
    )
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ created: 0, failed: 5 })
    expect(
      refused.body.errors.map(({ row, column, message }: { row: number; column: string; message: string }) => [row, column, message]),
    ).toEqual([
      [3, 'Person', 'You may only enter your own hours.'],
      [4, 'Date', messages.date],
      [4, 'Hours', messages.maximum(24)],
      [5, 'Project', 'Project not found.'],
      [6, 'Phase', 'There are several; enter the contract.'],
      [7, 'Hours', messages.required],
      [7, 'Labor type', messages.unknown],
      [7, 'Phase', 'Phase not found.'],
    ])
    expect((await me('GET', '/api/actualHours', undefined, { query: { projectIds: project.id } })).body.total).toBe(0)
    expect(await take(me, new Blob(['a,b\n1,2\n']))).toMatchObject({
      status: 400,
      body: { errors: ['The file needs a row with the headers Date, Project, Hours.'] },
    })
  })

  it('imports hours of others for a user manager', async () => {
    const { id, email } = await createUser(app, { roleId: role.id, defaultLaborType: VI })
    const project = await createProject(app)
    const timekeeper = await worker(...ofOthers)
    expect(
      (
        await take(
          timekeeper,
          csv(`${email},2026-03-02,${project.number},,,,4,,`, `nobody@example.com,2026-03-02,${project.number},,,SC,4,,`),
        )
      ).body.errors,
    ).toEqual([{ row: 3, column: 'Person', message: 'Person not found.', value: 'nobody@example.com' }])
    expect((await take(timekeeper, csv(`${email},2026-03-02,${project.number},,,,4,,`))).body).toMatchObject({ created: 1 })
    const { body } = await timekeeper('GET', '/api/actualHours', undefined, { query: { userIds: id } })
    expect(body.items).toMatchObject([{ laborType: VI, hours: 4, user: { id } }])
  })
})
