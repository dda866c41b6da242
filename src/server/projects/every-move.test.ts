import { expect, it } from 'vitest'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createProject, createProjectClient } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { canStartFrom } from '../../model/kit/step.ts'
import { LeadStatus, ProjectStage, ProjectStatus } from '../../model/projects/enums.ts'
import { leadSteps, nextStatuses, projectSteps, statusesOfStage } from '../../model/projects/stages.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const { Lead, Opportunity, Active, Closed, Archived } = ProjectStage
const comment = 'why'

/** Asserts that a rejected action leaves the row and its log unchanged. */
async function expectUnchanged(table: 'projects' | 'leads', id: number, run: () => Promise<void>) {
  const readState = async () => {
    const [row] = await app.sql('select row_to_json(p) as row from projects p where id = $1', [id])
    const [log] = await app.sql(`select count(*)::int as n from activity_log where entity = $1 and entity_id = $2`, [table, String(id)])
    return { ...row, ...log }
  }
  const before = await readState()
  await run()
  expect(await readState()).toEqual(before)
}

it('S1, S2: rejects every action that the project state does not allow and changes nothing', async () => {
  const project: AnyRow = await createProject(app)
  let refused = 0
  for (const stage of [Opportunity, Active, Closed, Archived])
    for (const projectStatus of statusesOfStage(stage) as ProjectStatus[]) {
      const before = stage === Opportunity ? 101 : 201
      await app.sql('update projects set stage = $2, project_status = $3, status_before_pause = $4 where id = $1', [
        project.id,
        stage,
        projectStatus,
        projectStatus < 3 ? before : null,
      ])
      const state = { stage, projectStatus, statusBeforePause: projectStatus < 3 ? before : null }
      await expectUnchanged('projects', project.id, async () => {
        for (const [name, step] of Object.entries(projectSteps)) {
          if (canStartFrom(step, state)) continue
          const answer = await admin('PUT', `/api/projects/${project.id}/${name}`, { comment })
          expect(answer, `${name} at ${stage} ${projectStatus}`).toMatchObject({
            status: 409,
            body: { message: `${name} is not possible while ${ProjectStatus.label(projectStatus)}.` },
          })
          refused++
        }
        for (const { value: status } of ProjectStatus.values) {
          if (nextStatuses(state).includes(status)) continue
          const isOwn = statusesOfStage(stage).includes(status)
          const answer = await admin('PUT', `/api/projects/${project.id}/SetStatus`, { status, comment })
          expect(answer.status, `SetStatus ${status} at ${stage} ${projectStatus}`).toBe(isOwn ? 409 : 400)
          refused++
        }
      })
    }
  expect(refused).toBeGreaterThan(250)
})

it('S2: performs every move of the table, a pause with its reason and previous status', async () => {
  const project: AnyRow = await createProject(app)
  const reasons: Record<number, string> = { 1: 'pauseReason', 2: 'pauseReason', 105: 'notAcceptedReason' }
  let counter = 0
  for (const stage of [Opportunity, Active])
    for (const projectStatus of statusesOfStage(stage) as ProjectStatus[]) {
      const paused = projectStatus < 3 ? (stage === Opportunity ? 101 : 201) : null
      for (const status of nextStatuses({ stage, projectStatus, statusBeforePause: paused as never })) {
        await app.sql(
          'update projects set stage = $2, project_status = $3, status_before_pause = $4, pause_reason = null, not_accepted_reason = null where id = $1',
          [project.id, stage, projectStatus, paused],
        )
        const moveLabel = `${stage}: ${projectStatus} to ${status}`
        const reason = reasons[status]
        if (reason) {
          const { body } = await admin('PUT', `/api/projects/${project.id}/SetStatus`, { status })
          expect(body.fields, moveLabel).toEqual({ comment: ['This field is required!'] })
        }
        const { status: answered, body } = await admin('PUT', `/api/projects/${project.id}/SetStatus`, { status, comment })
        expect(answered, `${moveLabel} ${JSON.stringify(body)}`).toBe(200)
        expect(body, moveLabel).toMatchObject({ stage, projectStatus: status, ...(reason && { [reason]: comment }) })
        // Changing from one pause to the other retains the status before the pause.
        const [row] = await app.sql('select status_before_pause as before from projects where id = $1', [project.id])
        if (status < 3) expect(row!.before, moveLabel).toBe(paused ?? projectStatus)
        counter++
      }
    }
  expect(counter).toBe(56)
})

it('S1, S2: follows the same rules for a lead', async () => {
  const client = await createProjectClient(app)
  const lead = await createRow(app, '/api/leads', { name: 'Every move', clientId: client.id, associateConsultantId: admin.userId })
  for (const isArchived of [false, true])
    for (const { value: leadStatus } of LeadStatus.values) {
      await app.sql('update projects set lead_status = $2, is_archived = $3, status_before_pause = $4 where id = $1', [
        lead.id,
        leadStatus,
        isArchived,
        leadStatus > 4 ? 3 : null,
      ])
      const state = { stage: Lead, leadStatus, projectStatus: null, isArchived, statusBeforePause: leadStatus > 4 ? 3 : null }
      await expectUnchanged('leads', lead.id, async () => {
        for (const [name, step] of Object.entries(leadSteps))
          if (!canStartFrom(step, state))
            expect((await admin('PUT', `/api/leads/${lead.id}/${name}`, {})).status, `${name} at ${leadStatus}`).toBe(409)
        for (const status of [1, 2, 3, 4, 5, 6, 100, 300])
          if (isArchived || !nextStatuses(state).includes(status))
            expect((await admin('PUT', `/api/leads/${lead.id}/SetStatus`, { status, comment })).status, `${status} at ${leadStatus}`).toBe(
              status > 6 ? 400 : 409,
            )
      })
    }
})

it('S4: keeps id, access list, notes and log on promotion, and adds number, building and level', async () => {
  const client = await createProjectClient(app)
  const lead = await createRow(app, '/api/leads', { name: 'To be promoted', clientId: client.id, associateConsultantId: admin.userId })
  await createRow(app, `/api/leads/${lead.id}/Notes`, { title: 'First', body: '<p>call</p>' })
  await app.sql('insert into project_access_entries (project_id, user_id) values ($1, $2)', [lead.id, admin.userId])
  const project = (await admin('PUT', `/api/leads/${lead.id}/Promote`, {})).body
  expect(project).toMatchObject({ id: lead.id, stage: Opportunity, projectStatus: 100, number: expect.stringMatching(/^\d{6}-C$/) })
  expect(project.buildings).toMatchObject([{ name: 'Main Building', shortName: 'MB', levels: [{ name: 'Level 1', shortName: 'L1' }] }])
  expect(
    (await app.sql('select user_id from project_access_entries where project_id = $1', [lead.id])).map(({ user_id }) => user_id),
  ).toEqual([admin.userId])
  expect((await admin('GET', `/api/projects/${lead.id}/Notes`)).body.items).toMatchObject([{ title: 'First' }])
  const log = (await admin('GET', `/api/projects/${lead.id}/ActivityLogs`, undefined, { query: { itemsPerPage: 50 } })).body.items
  expect(log.map(({ title }: AnyRow) => title)).toContain('Promoted')
  expect(log.at(-1)).toMatchObject({ title: 'Created', entity: 'leads' })
})

it('filters the log by type, people and days', async () => {
  const project = await createProject(app)
  const other = await app.signInAs(['Projects.View', 'Projects.Update'])
  await other('POST', `/api/projects/${project.id}/ActivityLogs`, { notes: 'Called', type: 2 })
  const list = async (query: AnyRow) =>
    (await admin('GET', `/api/projects/${project.id}/ActivityLogs`, undefined, { query })).body.items.map(({ title }: AnyRow) => title)
  expect(await list({ types: [2] })).toEqual(['Note'])
  expect(await list({ userIds: [other.userId] })).toEqual(['Note'])
  expect(await list({ userIds: [admin.userId] })).toEqual(['Created'])
  expect(await list({ to: '2001-01-01' })).toEqual([])
  expect((await list({ from: '2001-01-01' })).length).toBe(2)
})
