import { expect, it } from 'vitest'
import { createContractWithHours } from '../../../test/kit/fixtures/offers.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { createRandom } from '../../../test/kit/random.ts'
import { startApp } from '../../../test/kit/start.ts'
import { ContractStatus } from '../../model/contracts/enums.ts'
import type { Permission } from '../../model/permissions.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { Params } from '../kit/entity/rows.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { seesProject, usersSeeingProject } from './scope.ts'

const app = await startApp()
const { admin } = app

const rights: (readonly Permission[])[] = [
  ['Projects.View'],
  ['Leads.View'],
  ['Projects.View', 'Leads.View'],
  ['Projects.View', 'Leads.View', 'LeadAccessList.Update'],
  ['Projects.View', 'Leads.View', 'ProjectAccessList.Update'],
]

/** Domain 4.2, written out without the column that the product keeps, for the project `t` and the user `u` with the role `r`. */
const plainRule = `case when t.stage = ${ProjectStage.Lead} then 'Leads.View' else 'Projects.View' end = any(r.permissions)
  and (
    (select count(*) from project_access_entries e where e.project_id = t.id) = 0
    or u.id in (select e.user_id from project_access_entries e where e.project_id = t.id and e.user_id is not null)
    or u.id in (select m.user_id from project_access_entries e join access_group_members m on m.access_group_id = e.access_group_id where e.project_id = t.id)
    or t.created_by_id = u.id or t.associate_consultant_id = u.id or t.project_manager_id = u.id
    or u.id in (select r.user_id from contracts c join phase_records r on r.contract_id = c.id
      where c.project_id = t.id and not c.is_deleted and not c.is_archived and r.user_id is not null)
    or case when t.stage = ${ProjectStage.Lead} then 'LeadAccessList.Update' else 'ProjectAccessList.Update' end = any(r.permissions))`

it('agrees with the plain rule after any change of lists, groups, people, contracts, and stages', async () => {
  const random = createRandom(97)
  const oneOf = <T>(all: readonly T[]): T => all[random(all.length)]!
  const people = await Promise.all(rights.map(async (held) => ({ held, userId: (await app.signInAs(held, { isNew: true })).userId })))
  const users = people.map(({ userId }) => userId)
  const projects = await Promise.all(Array.from({ length: 8 }, async () => (await createProject(app)).id as number))
  const contracts = await Promise.all(
    projects
      .slice(0, 4)
      .map(async (id) => (await createContractWithHours(app, [{ hours: 40 }], await readProject(id))).contract.id as number),
  )
  const groups = (await app.sql<{ id: number }>(`insert into access_groups (name) values ('North'), ('South'), ('West') returning id`)).map(
    ({ id }) => id,
  )
  const changes: Record<string, () => Promise<unknown>> = {
    'a user is listed': () =>
      app.sql('insert into project_access_entries (project_id, user_id) values ($1, $2) on conflict do nothing', [
        oneOf(projects),
        oneOf(users),
      ]),
    'a group is listed': () =>
      app.sql('insert into project_access_entries (project_id, access_group_id) values ($1, $2) on conflict do nothing', [
        oneOf(projects),
        oneOf(groups),
      ]),
    'a user is listed in half of the projects': () =>
      app.sql('insert into project_access_entries (project_id, user_id) select unnest($1::bigint[]), $2 on conflict do nothing', [
        projects.filter(() => random(2) === 0),
        oneOf(users),
      ]),
    'an entry is deleted': () =>
      app.sql(
        'delete from project_access_entries where ctid in (select ctid from project_access_entries order by create_date offset $1 limit 1)',
        [random(5)],
      ),
    'a list is emptied': () => app.sql('delete from project_access_entries where project_id = $1', [oneOf(projects)]),
    'the lists of a user are emptied': () => app.sql('delete from project_access_entries where user_id = $1', [oneOf(users)]),
    'a list moves to a project without one': async () => {
      const listed = await app.sql<{ id: number }>('select distinct project_id as id from project_access_entries')
      const from = listed.map(({ id }) => id)
      const to = projects.filter((id) => !from.includes(id))
      if (from.length === 0 || to.length === 0) return
      await app.sql('update project_access_entries set project_id = $2 where project_id = $1', [oneOf(from), oneOf(to)])
    },
    'a list is replaced through the API': async () => {
      const id = oneOf(projects)
      const [row] = await app.sql<{ stage: number; isDeleted: boolean }>(
        'select stage, is_deleted as "isDeleted" from projects where id = $1',
        [id],
      )
      if (row!.isDeleted) return
      const userIds = users.filter(() => random(4) === 0)
      const accessGroupIds = groups.filter(() => random(4) === 0)
      const path = row!.stage === ProjectStage.Lead ? 'leads' : 'projects'
      const { status } = await admin('PUT', `/api/${path}/${id}/AccessList`, { userIds, accessGroupIds, opensToEverybody: true })
      expect(status).toBe(200)
    },
    'a user joins a group': () =>
      app.sql('insert into access_group_members (access_group_id, user_id) values ($1, $2) on conflict do nothing', [
        oneOf(groups),
        oneOf(users),
      ]),
    'a user leaves a group': () =>
      app.sql('delete from access_group_members where access_group_id = $1 and user_id = $2', [oneOf(groups), oneOf(users)]),
    'a user leads a project': () => app.sql('update projects set project_manager_id = $2 where id = $1', [oneOf(projects), oneOf(users)]),
    'nobody leads a project': () =>
      app.sql('update projects set project_manager_id = null, associate_consultant_id = null where id = $1', [oneOf(projects)]),
    'a user consults on a project': () =>
      app.sql('update projects set associate_consultant_id = $2 where id = $1', [oneOf(projects), oneOf(users)]),
    'a user creates a project': () => app.sql('update projects set created_by_id = $2 where id = $1', [oneOf(projects), oneOf(users)]),
    'a user gets hours': () =>
      app.sql('update phase_records set user_id = $2 where contract_id = $1', [oneOf(contracts), oneOf([...users, null])]),
    'a contract changes': () =>
      app.sql('update contracts set is_archived = $2, is_deleted = $3, status = $4 where id = $1', [
        oneOf(contracts),
        random(3) === 0,
        random(4) === 0,
        oneOf([ContractStatus.Draft, ContractStatus.Approved]),
      ]),
    'a stage changes': () =>
      app.sql('update projects set stage = $2 where id = $1', [oneOf(projects), oneOf([ProjectStage.Lead, ProjectStage.Opportunity])]),
    'a project is deleted or restored': () => app.sql('update projects set is_deleted = not is_deleted where id = $1', [oneOf(projects)]),
  }

  const done: string[] = []
  let restricted = 0
  let hidden = 0
  for (let step = 0; step < 120; step++) {
    const name = oneOf(Object.keys(changes))
    done.push(name)
    await changes[name]!()
    const states = await app.sql<{ id: number; isRestricted: boolean; isDeleted: boolean }>(
      'select id, is_restricted as "isRestricted", is_deleted as "isDeleted" from projects where id = any($1) order by id',
      [projects],
    )
    restricted += states.filter(({ isRestricted }) => isRestricted).length
    const plain = await app.sql<{ userId: string; id: number }>(
      `select u.id as "userId", t.id from projects t, users u join roles r on r.id = u.role_id
       where t.id = any($1) and u.id = any($2) and ${plainRule} order by t.id`,
      [projects, users],
    )
    hidden += projects.length * users.length - plain.length
    const after = `after ${done.join(', ')}`
    for (const { userId, held } of people) {
      const seen = await app.product.work((ctx) => {
        const p = new Params()
        const condition = seesProject({ ...ctx.actor, userId, isExternal: false, held: new Set(held) }, p)
        const text = `select t.id from projects t where t.id = any(${p.add(projects)}) and ${condition} order by t.id`
        return ctx.rows({ id: is.number }, text, p.values)
      })
      const expected = plain.filter((row) => row.userId === userId)
      expect(seen, `${userId} with ${held} ${after}`).toEqual(expected.map(({ id }) => ({ id })))
    }
    const project = states.find(({ isDeleted }) => !isDeleted)
    if (!project) continue
    // The same rule for many users and one project decides who is notified.
    const told = await app.product.work((ctx) => usersSeeingProject(ctx, project.id, users))
    const expected = plain.filter(({ id }) => id === project.id).map(({ userId }) => userId)
    expect([...told].sort(), `notified ${after}`).toEqual(expected.sort())
  }
  expect(restricted, 'many projects had a list').toBeGreaterThan(150)
  expect(hidden, 'many projects were hidden').toBeGreaterThan(500)
})

const readProject = async (id: number): Promise<AnyRow> => (await admin('GET', `/api/projects/${id}`)).body

it('stays restricted when one change removes the last entry while another adds one', async () => {
  const { id } = await createProject(app)
  const user = (await app.signInAs(['Projects.View'], { isNew: true })).userId
  await app.sql('insert into project_access_entries (project_id, user_id) values ($1, $2)', [id, user])
  let end = () => {}
  const mayEnd = new Promise<void>((resolve) => {
    end = resolve
  })
  let isRemoved = false
  const removed = app.product.work(async (ctx) => {
    await ctx.run('delete from project_access_entries where project_id = $1', [id])
    isRemoved = true
    await mayEnd
  })
  await expect.poll(() => isRemoved).toBe(true)
  const added = app.product.work((ctx) =>
    ctx.run('insert into project_access_entries (project_id, user_id) values ($1, $2)', [id, admin.userId]),
  )
  await expect
    .poll(
      async () => (await app.sql(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)).length,
    )
    .toBe(1)
  end()
  await Promise.all([removed, added])
  expect(await app.sql('select is_restricted as "isRestricted" from projects where id = $1', [id])).toEqual([{ isRestricted: true }])
})
