import { beforeEach, describe, expect, it } from 'vitest'
import { type FakeWorklog, startFakeTempo } from '../../../test/kit/fake-tempo.ts'
import { boardPermissions } from '../../../test/kit/fixtures/boards.ts'
import { createRole, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { LaborType } from '../../model/access/enums.ts'
import type { Permission } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'

const token = 'tempo-secret-token'
const fake = await startFakeTempo(token)
const app = await startApp({
  settings: { fromEnvironment: { 'integrations.tempo.baseUrl': fake.url, 'integrations.tempo.token': token } },
})
const { SC } = LaborType
const role = await createRole(app)
const mayRead: Permission[] = ['MyBoard.View', 'DNAUsers.Update', 'Projects.View', ...boardPermissions('BigBoard')]
const reader = await app.signInAs(mayRead)
let lastProject = 20_000
let lastWorklog = 500
let lastPerson = 0

async function linkedProject() {
  const project = await createProject(app)
  const jira = String(++lastProject)
  await app.sql(`insert into project_links (project_id, system, status, external_id, external_key) values ($1, 2, 3, $2, $3)`, [
    project.id,
    jira,
    `T${jira}`,
  ])
  return { project, jira }
}
const person = (more: AnyRow = {}) =>
  createUser(app, { roleId: role.id, jiraAccountId: `712020:p${++lastPerson}`, defaultLaborType: SC, ...more })
function booked(projectId: string, accountId: string, hours: number, more: Partial<FakeWorklog> = {}) {
  const item = {
    tempoWorklogId: ++lastWorklog,
    projectId,
    startDate: '2026-03-03',
    timeSpentSeconds: hours * 3600,
    accountId,
    description: 'Drawings',
    ...more,
  }
  fake.worklogs.push(item)
  return item
}
const dayOfMarch = (n: number) => `2026-03-${String((n % 28) + 1).padStart(2, '0')}`
const importTempo = ({ id }: AnyRow, caller: Caller = reader, more = {}) =>
  caller('POST', '/api/actualHours/ReadTempo', { projectId: id, from: '2026-03-01', to: '2026-03-31', ...more })
const storedHours = async ({ id }: AnyRow) =>
  (await reader('GET', '/api/actualHours', undefined, { query: { projectIds: id, sortBy: 'date', itemsPerPage: 100 } })).body.items

beforeEach(() => {
  fake.asked.length = 0
  fake.next.length = 0
  Object.assign(fake.state, { most: 1000, origin: '' })
})

describe('Tempo hours', () => {
  it('are imported once for the linked project, by Jira account', async () => {
    const { project, jira } = await linkedProject()
    const ada = await person()
    const first = booked(jira, ada.jiraAccountId, 1.5)
    booked(jira, ada.jiraAccountId, 8, { startDate: '2026-03-04', description: '  ' })
    booked(jira, ada.jiraAccountId, 2, { startDate: '2026-04-01' })
    booked('999', ada.jiraAccountId, 2)
    expect(await importTempo(project)).toMatchObject({
      status: 200,
      body: { created: 2, updated: 0, unchanged: 0, removed: 0, hours: 9.5, unmatched: [] },
    })
    expect(await storedHours(project)).toMatchObject([
      {
        date: '2026-03-03',
        hours: 1.5,
        laborType: SC,
        note: 'Drawings',
        source: 3,
        externalId: String(first.tempoWorklogId),
        user: { id: ada.id },
      },
      { date: '2026-03-04', hours: 8, note: null, contract: null },
    ])
    expect(fake.asked[0]?.query.get('projectId')).toBe(jira)
    expect((await importTempo(project)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2, removed: 0 })
  })

  it('follow changes and deletions in Tempo', async () => {
    const { project, jira } = await linkedProject()
    const ada = await person()
    const [first, second] = [booked(jira, ada.jiraAccountId, 1), booked(jira, ada.jiraAccountId, 2)]
    await importTempo(project)
    first.timeSpentSeconds = 3 * 3600
    fake.worklogs.splice(fake.worklogs.indexOf(second), 1)
    expect((await importTempo(project)).body).toMatchObject({ created: 0, updated: 1, removed: 1, hours: 3 })
    expect((await storedHours(project)).map(({ hours }: AnyRow) => hours)).toEqual([3])
    fake.worklogs.push(second)
    expect((await importTempo(project)).body).toMatchObject({ created: 1, unchanged: 1 })
    const [row] = await storedHours(project)
    expect(
      (await reader('PUT', `/api/actualHours/${row.id}`, { ...row, userId: ada.id, projectId: project.id, hours: 9 })).body.message,
    ).toBe('These hours come from Tempo. Change them there.')
  })

  it('without a matching user are listed, never guessed', async () => {
    const { project, jira } = await linkedProject()
    const typeless = await person({ defaultLaborType: null })
    const ada = await person()
    booked(jira, 'somebody:else', 1)
    booked(jira, 'somebody:else', 2.25)
    booked(jira, typeless.jiraAccountId, 4)
    booked(jira, ada.jiraAccountId, 25)
    const { body } = await importTempo(project)
    expect(body).toMatchObject({ created: 0, hours: 0 })
    expect(body.unmatched).toEqual([
      { accountId: 'somebody:else', entries: 2, hours: 3.25, reason: 'No user has this Jira account id.' },
      { accountId: typeless.jiraAccountId, entries: 1, hours: 4, reason: 'The person has no labor type.' },
      { accountId: ada.jiraAccountId, entries: 1, hours: 25, reason: '2026/03/03 would have 25 hours. A day has at most 24.' },
    ])
    expect(await storedHours(project)).toEqual([])
  })

  it('that would fill a day beyond 24 hours are left out with the reason, and the others are imported', async () => {
    const { project, jira } = await linkedProject()
    const ada = await person()
    const typed = { userId: ada.id, date: '2026-03-03', projectId: project.id, laborType: SC, hours: 8 }
    expect((await reader('POST', '/api/actualHours', typed)).status).toBe(201)
    const first = booked(jira, ada.jiraAccountId, 10)
    const second = booked(jira, ada.jiraAccountId, 7)
    booked(jira, ada.jiraAccountId, 6)
    booked(jira, ada.jiraAccountId, 9, { startDate: '2026-03-04' })
    const leftOut = (hours: number, total: number, day = '2026/03/03') => ({
      accountId: ada.jiraAccountId,
      entries: 1,
      hours,
      reason: `${day} would have ${total} hours. A day has at most 24.`,
    })
    const { body } = await importTempo(project)
    expect(body).toMatchObject({ created: 3, hours: 25 })
    expect(body.unmatched).toEqual([leftOut(7, 31)])
    const hoursOf = async () => (await storedHours(project)).map(({ hours }: AnyRow) => hours).toSorted((a: number, b: number) => a - b)
    expect(await hoursOf()).toEqual([6, 8, 9, 10])

    // A changed entry that no longer fits stays at its stored hours.
    first.timeSpentSeconds = 11 * 3600
    expect((await importTempo(project)).body).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 2,
      unmatched: [leftOut(11, 25), leftOut(7, 31)],
    })
    expect(await hoursOf()).toEqual([6, 8, 9, 10])
    // Moving it to another day makes room for the entry that was left out.
    first.startDate = '2026-03-05'
    second.timeSpentSeconds = 9 * 3600
    expect((await importTempo(project)).body).toMatchObject({ created: 1, updated: 1, unmatched: [] })
    expect(await hoursOf()).toEqual([6, 8, 9, 9, 11])
  })

  it('that fill a day from two sides at once stay within 24 hours', async () => {
    const { project, jira } = await linkedProject()
    const ada = await person()
    booked(jira, ada.jiraAccountId, 14)
    const typed = { userId: ada.id, date: '2026-03-03', projectId: project.id, laborType: SC, hours: 14 }
    await Promise.all([importTempo(project), reader('POST', '/api/actualHours', typed)])
    expect((await storedHours(project)).map(({ hours }: AnyRow) => hours)).toEqual([14])
  })

  it('stay imported while they exist, even if their user no longer matches', async () => {
    const { project, jira } = await linkedProject()
    const ada = await person()
    const worklog = booked(jira, ada.jiraAccountId, 6)
    expect((await importTempo(project)).body).toMatchObject({ created: 1 })
    await app.sql('update users set default_labor_type = null where id = $1', [ada.id])
    const { body } = await importTempo(project)
    expect(body).toMatchObject({ removed: 0, unmatched: [{ accountId: ada.jiraAccountId, hours: 6 }] })
    expect(await storedHours(project)).toMatchObject([{ hours: 6, user: { id: ada.id } }])
    fake.worklogs.splice(fake.worklogs.indexOf(worklog), 1)
    expect((await importTempo(project)).body).toMatchObject({ removed: 1 })
  })

  it('are read completely when Tempo sends smaller pages, and are removed only after a complete read', async () => {
    const { project, jira } = await linkedProject()
    const ada = await person()
    for (let n = 0; n < 1029; n++) booked(jira, ada.jiraAccountId, 0.5, { startDate: dayOfMarch(n) })
    expect((await importTempo(project)).body).toMatchObject({ created: 1029 })
    fake.asked.length = 0
    fake.state.most = 50
    expect((await importTempo(project)).body).toMatchObject({ created: 0, unchanged: 1029, removed: 0 })
    expect(fake.asked).toHaveLength(21)
    expect(fake.asked[20]?.query.get('offset')).toBe('1000')
    const stays = async () =>
      expect((await app.sql('select id from actual_hours where project_id = $1 and not is_deleted', [project.id])).length)
    for (const failure of [
      fake.refusing(500),
      fake.refusing(400),
      fake.refusing(200, { results: 'none' }),
      fake.refusing(200, { results: [{}] }),
    ]) {
      fake.next.push(fake.usual, fake.usual, failure)
      expect((await importTempo(project)).status).toBe(502)
      fake.next.length = 0
      ;(await stays()).toBe(1029)
    }
    fake.state.origin = 'http://elsewhere.example'
    expect((await importTempo(project)).body.message).toBe('Tempo sent a link to another address.')
    ;(await stays()).toBe(1029)
    fake.state.origin = ''
    const loop = { results: [], metadata: { next: `${fake.url}/4/worklogs?offset=0` } }
    fake.next.push(fake.refusing(200, loop), fake.refusing(200, loop))
    expect((await importTempo(project)).body.message).toBe('Tempo sent a response we do not understand.')
    ;(await stays()).toBe(1029)
    fake.worklogs.length -= 29
    expect((await importTempo(project)).body).toMatchObject({ unchanged: 1000, removed: 29 })
    fake.state.most = 1000
  })

  it('are read page by page, always from the configured address', async () => {
    const { project, jira } = await linkedProject()
    const ada = await person()
    for (let n = 0; n < 2100; n++) booked(jira, ada.jiraAccountId, 0.25, { startDate: dayOfMarch(n) })
    expect((await importTempo(project)).body).toMatchObject({ created: 2100, hours: 525 })
    expect(fake.asked.map(({ query }) => query.get('offset'))).toEqual(['0', '1000', '2000'])
  })

  it('change nothing when Tempo rejects, responds malformed or fails between pages', async () => {
    const { project, jira } = await linkedProject()
    const ada = await person()
    for (let n = 0; n < 1001; n++) booked(jira, ada.jiraAccountId, 0.25, { startDate: dayOfMarch(n) })
    fake.next.push(fake.refusing(401, { errors: [{ message: token }] }))
    const refused = await importTempo(project)
    expect(refused).toMatchObject({ status: 502, body: { message: 'Tempo denied access.' } })
    expect(JSON.stringify(refused.body)).not.toContain(token)
    fake.next.push(fake.refusing(200, { results: [{ surprise: true }] }))
    expect((await importTempo(project)).body.message).toBe('Tempo sent a response we do not understand.')
    fake.next.push(fake.usual, fake.dead, fake.dead, fake.dead, fake.dead)
    expect((await importTempo(project)).body.message).toBe('Tempo cannot be reached.')
    expect(await storedHours(project)).toEqual([])
    fake.next.push(fake.refusing(429, {}, { 'retry-after': '1' }), fake.refusing(503))
    expect((await importTempo(project)).body).toMatchObject({ created: 1001 })
  })

  it('require user management and access to hours, in a visible open linked project', async () => {
    const { project } = await linkedProject()
    const other = await createProject(app)
    expect((await importTempo(project, await app.signInAs(['MyBoard.View', 'DNAUsers.Update', 'Projects.View']))).status).toBe(403)
    expect(
      (await importTempo(project, await app.signInAs(['MyBoard.View', 'DNAUsers.Update', ...boardPermissions('BigBoard')]))).body.fields,
    ).toEqual({
      projectId: ['Project not found.'],
    })
    expect((await importTempo(other)).body.message).toBe('The project is not linked to Jira.')
    expect((await importTempo(project, reader, { to: '2026-02-01' })).body.fields).toEqual({ to: ['The last day is before the first.'] })
    expect((await importTempo(project, reader, { to: '2028-02-01' })).body.fields).toEqual({ to: ['At most 400 days are read at once.'] })
    await app.sql('update projects set stage = 3 where id = $1', [project.id])
    expect((await importTempo(project)).body.fields).toEqual({ projectId: ['The project is closed.'] })
    expect(fake.asked).toEqual([])
  })
})
