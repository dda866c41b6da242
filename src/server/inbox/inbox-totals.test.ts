import { expect, it } from 'vitest'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { givenContract } from '../../../test/kit/fixtures/contracts.ts'
import { addToAccessList, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { timeoutMs } from '../../../test/kit/timeouts.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import type { Permission } from '../../model/permissions.ts'
import { ProjectStage } from '../../model/projects/enums.ts'

const app = await startApp()
const held: Permission[] = ['Projects.View', 'ProjectContracts.View']
const people = [await app.signInAs(held, { isNew: true }), await app.signInAs(held, { isNew: true })]
const colleague = await app.signInAs(held, { isNew: true })

/** Seeded random picker, so that a failed run can be repeated. */
function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T
}

const queries = [{ place: 'open' }, { place: 'open', reason: 'watching' }, { place: 'later' }, { place: 'done' }]
const totals = new Set<string>()
/** Compares every total, which may be cached, with the number of listed items, which never is. */
async function expectRight(step: string) {
  for (const caller of people)
    for (const query of queries) {
      const { status, body } = await caller('GET', '/api/inbox', undefined, { query: { ...query, itemsPerPage: 200 } })
      expect([step, query, status, body.total]).toEqual([step, query, 200, body.items.length])
      totals.add(JSON.stringify([query, body.total]))
    }
}

it(
  'stays correct after every change to notifications, permissions and subjects',
  async () => {
    const oneOf = randomFrom(20_262)
    const projects = [await createProject(app), await createProject(app), await createProject(app)]
    const subjects: { entity: string; id: number; projectId: number | null }[] = []
    for (const project of projects) {
      subjects.push({ entity: 'projects', id: project.id, projectId: project.id })
      subjects.push({ entity: 'spaces', id: (await createSpace(app, project)).id, projectId: project.id })
      subjects.push({ entity: 'contracts', id: (await givenContract(app, project)).id, projectId: project.id })
    }
    subjects.push({ entity: 'downloadTasks', id: 0, projectId: null })
    const group = await createRow(app, '/api/accessGroups', { name: uniqueName('Group'), userIds: [] })
    const notifyCaller = (caller: Caller, { entity, id, projectId }: (typeof subjects)[number], needs: Permission | null) =>
      app.sql(
        `insert into notifications (user_id, event_key, kind, reason, entity, entity_id, project_id, needs, title, text)
       values ($1, $2, 'test', $3, $4, $5, $6, $7, 'Told', 'Something happened')`,
        [caller.userId, uniqueName('event'), oneOf(['watching', 'assigned']), entity, id, projectId, needs],
      )
    for (const caller of people) for (const subject of subjects) await notifyCaller(caller, subject, null)

    const entryOf = async (caller: Caller): Promise<number> => {
      const rows = await app.sql<{ id: number }>('select id from notifications where user_id = $1 order by id', [caller.userId])
      return oneOf(rows).id
    }
    const comingBackSoon = () =>
      app.sql(`select id from notifications where snoozed_until between now() and now() + interval '50 milliseconds'`)
    // Writes directly to the database, like another node would: this node gets no event.
    const steps: Record<string, (caller: Caller, project: number) => Promise<unknown>> = {
      nothing: async () => undefined,
      told: (caller) => notifyCaller(caller, oneOf(subjects), oneOf([null, 'ProjectContracts.View', 'Leads.View'])),
      done: async (caller) => caller('PUT', `/api/inbox/${await entryOf(caller)}/Done`, { isDone: oneOf([true, false]) }),
      read: async (caller) => caller('PUT', `/api/inbox/${await entryOf(caller)}/Read`, {}),
      allDone: (caller) => caller('PUT', '/api/inbox/DoneAll', { reason: 'watching' }),
      putOff: async (caller) =>
        app.sql(`update notifications set snoozed_until = now() + $2 * interval '1 millisecond' where id = $1`, [
          await entryOf(caller),
          oneOf([-5, 40, 400, 60_000]),
        ]),
      gone: async (caller) => app.sql('delete from notifications where id = $1', [await entryOf(caller)]),
      onList: (caller, project) => addToAccessList(app, { id: project }, caller.userId),
      offList: (caller, project) =>
        app.sql('delete from project_access_entries where project_id = $1 and user_id = $2', [project, caller.userId]),
      groupOnList: (_, project) =>
        app.sql('insert into project_access_entries (project_id, access_group_id) values ($1, $2) on conflict do nothing', [
          project,
          group.id,
        ]),
      listOpened: (_, project) => app.sql('delete from project_access_entries where project_id = $1', [project]),
      inGroup: (caller) =>
        app.sql('insert into access_group_members (access_group_id, user_id) values ($1, $2) on conflict do nothing', [
          group.id,
          caller.userId,
        ]),
      outOfGroup: (caller) => app.sql('delete from access_group_members where user_id = $1', [caller.userId]),
      manages: (caller, project) => app.sql('update projects set project_manager_id = $2 where id = $1', [project, caller.userId]),
      managesNoMore: (_, project) => app.sql('update projects set project_manager_id = null where id = $1', [project]),
      stage: (_, project) =>
        app.sql('update projects set stage = $2 where id = $1', [project, oneOf([ProjectStage.Lead, ProjectStage.Opportunity])]),
      deleted: (_, project) => app.sql('update projects set is_deleted = not is_deleted where id = $1', [project]),
      partDeleted: (_, project) =>
        app.sql(`update ${oneOf(['spaces', 'contracts'])} set is_deleted = not is_deleted where project_id = $1`, [project]),
      // A role change signs users out; this renews their sessions.
      permissions: async ({ userId, roleId }) => {
        const permissions = oneOf([held, ['Projects.View'], [...held, 'Leads.View']])
        const answer = await app.admin('PUT', `/api/roles/${roleId}`, { name: uniqueName('Role'), permissions })
        await app.sql(
          'update sessions s set permissions_version = u.permissions_version from users u where u.id = s.user_id and u.id = $1',
          [userId],
        )
        return answer
      },
      suspended: () => app.sql('update users set is_suspended = not is_suspended where id = $1', [colleague.userId]),
      // Waits until snoozed entries that are due soon have returned.
      time: () => expect.poll(comingBackSoon, { timeout: timeoutMs(5000), interval: 5 }).toEqual([]),
    }
    const names = Object.keys(steps)
    await expectRight('at first')
    for (let n = 0; n < 100; n++) {
      const name = oneOf(names)
      const answer = await steps[name]?.(oneOf(people), oneOf(projects).id)
      if (name === 'permissions') expect(answer).toMatchObject({ status: 200 })
      await expectRight(`${n} ${name}`)
    }
    expect(totals.size).toBeGreaterThan(10)
  },
  timeoutMs(120_000),
)

it('counts a snoozed entry again once it returns', async () => {
  const caller = await app.signInAs(held, { isNew: true })
  await app.sql(
    `insert into notifications (user_id, event_key, kind, reason, entity, entity_id, title, text, snoozed_until)
     select $1, 'back ' || n, 'test', 'watching', 'none', 1, 'Told', 'Something happened', now() + n * interval '700 milliseconds' from generate_series(0, 2) n`,
    [caller.userId],
  )
  const seen = new Set<string>()
  const failures: string[] = []
  const readTotals = async () => {
    const [open, later] = await Promise.all(
      ['open', 'later'].map(async (place) => {
        const { body } = await caller('GET', '/api/inbox', undefined, { query: { place } })
        if (body.total !== body.items.length) failures.push(`${place}: ${body.total} for ${body.items.length}`)
        return body.items.length
      }),
    )
    seen.add(`${open} ${later}`)
    return open
  }
  await expect.poll(readTotals, { timeout: timeoutMs(5000), interval: 20 }).toBe(3)
  expect(failures).toEqual([])
  expect(seen.size).toBeGreaterThan(1)
})
