import { beforeEach, describe, expect, it } from 'vitest'
import { startFakeJira } from '../../../test/kit/fake-jira.ts'
import { createProject, createProjectClient, readFirstLink } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { LinkedProjectStatus } from '../../model/integrations/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { keyFrom, keysAfter } from './jira.ts'

const token = 'ATATT3xFfGF0-secret'
const fake = await startFakeJira('robot@example.com', token)
const app = await startApp({
  settings: {
    fromEnvironment: {
      'integrations.jira.baseUrl': fake.url,
      'integrations.jira.email': 'robot@example.com',
      'integrations.jira.apiToken': token,
      'integrations.jira.leadAccountId': '712020:lead',
    },
  },
})
const { admin } = app
const { Pending, Succeeded, Failed } = LinkedProjectStatus
const at = ({ id }: AnyRow, tail = '') => `/api/projects/${id}/Jira${tail}`
const ended = (project: AnyRow) =>
  expect
    .poll(async () => (await readFirstLink(app, project))?.isAtRest)
    .toBe(true)
    .then(() => readFirstLink(app, project))
const marks = (key: string) => fake.projects.find((project) => project.key === key)?.properties['dna.project']

beforeEach(() => {
  fake.asked.length = 0
  fake.next.length = 0
})

it("derives keys from the client's abbreviation", () => {
  expect(keyFrom('MIT', 1)).toBe('MIT1')
  expect(keyFrom('3M.-', 12)).toBe('P3M12')
  expect(keyFrom('ABCDEFGHIJK', 100)).toBe('ABCDEFG100')
  expect(Array.from(keysAfter('MIT9')).slice(0, 2)).toEqual(['MIT10', 'MIT11'])
  expect(Array.from(keysAfter('HALL')).slice(0, 2)).toEqual(['HALL1', 'HALL2'])
})

describe('Jira project', () => {
  it('is created by a job and carries our marker', async () => {
    const client = await createProjectClient(app, { abbreviatedName: 'MU-SE' })
    const project = await createProject(app, { clientId: client.id })
    const created = await admin('POST', at(project), {})
    expect(created).toMatchObject({
      status: 201,
      body: { system: 2, status: Pending, externalKey: 'MUSE1', isAtRest: false, lastError: null },
    })
    expect(await ended(project)).toMatchObject({
      status: Succeeded,
      externalKey: 'MUSE1',
      name: `${project.number} ${project.name}`,
      url: `${fake.url}/browse/MUSE1`,
      lastError: null,
    })
    expect(marks('MUSE1')).toBe(project.id)
    expect((await admin('POST', at(project), {})).body.message).toBe('The project is already linked to Jira.')
    const log = (await admin('GET', `/api/projects/${project.id}/ActivityLogs`)).body.items.map(({ title }: { title: string }) => title)
    expect(log).toContain(`Jira: ${project.number} ${project.name} created`)
  })

  it('is created once for repeated requests', async () => {
    const project = await createProject(app)
    const requestProject = () => admin('POST', at(project), { key: 'SAME' }, { headers: { 'idempotency-key': 'jira-once' } })
    const [first, second] = [await requestProject(), await requestProject()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    await ended(project)
    expect(fake.projects.filter(({ key }) => key === 'SAME')).toHaveLength(1)
  })

  it('rejects a taken key and suggests a free one', async () => {
    fake.add('HALL', 'Hall of somebody else')
    fake.add('HALL1', 'Another one')
    const project = await createProject(app)
    expect(await admin('POST', at(project), { key: 'HALL' })).toMatchObject({
      status: 409,
      body: { errorType: 'Conflict', detail: 'HALL2', fields: { key: ['The key HALL is already used in Jira. HALL2 is free.'] } },
    })
    expect((await admin('POST', at(project), { key: 'hall' })).status).toBe(400)
    expect(await readFirstLink(app, project)).toBeUndefined()
    // A generated key is replaced by the next one if it is taken.
    const client = await createProjectClient(app, { abbreviatedName: 'OPERA' })
    fake.add('OPERA1', 'Nobody of ours')
    const other = await createProject(app, { clientId: client.id })
    await admin('POST', at(other), {})
    expect(await ended(other)).toMatchObject({ status: Succeeded, externalKey: 'OPERA2' })
  })

  it('is found again when the create response was lost', async () => {
    const project = await createProject(app)
    // Two lookups find nothing, then the project is created and the response is lost.
    fake.next.push(fake.usual, fake.usual, fake.usual, fake.cut)
    await admin('POST', at(project), { key: 'LOST' })
    expect(await ended(project)).toMatchObject({ status: Succeeded, externalKey: 'LOST' })
    expect(fake.lines().filter((line) => line === 'POST /rest/api/3/project')).toHaveLength(1)
    expect(fake.projects.filter(({ key }) => key === 'LOST')).toHaveLength(1)
    expect(marks('LOST')).toBe(project.id)
  })

  it('is completed by a retry after a partial creation', async () => {
    const project = await createProject(app)
    // The project is created, then every further request and its retries fail.
    fake.next.push(fake.usual, fake.usual, fake.usual, fake.usual, fake.dead, fake.dead, fake.dead, fake.dead)
    await admin('POST', at(project), { key: 'HALF' })
    expect(await ended(project)).toMatchObject({ status: Failed, lastError: 'Jira cannot be reached. (UND_ERR_SOCKET)' })
    expect(marks('HALF')).toBeUndefined()
    expect((await admin('PUT', at(project, '/Sync'))).body).toMatchObject({ status: Pending, lastError: null })
    expect(await ended(project)).toMatchObject({ status: Succeeded, externalKey: 'HALF' })
    expect(fake.lines().filter((line) => line === 'POST /rest/api/3/project')).toHaveLength(1)
    expect(marks('HALF')).toBe(project.id)
  })

  it('fails with the Jira message and without our secrets', async () => {
    const project = await createProject(app)
    const basic = Buffer.from(`robot@example.com:${token}`).toString('base64')
    fake.next.push(
      fake.usual,
      fake.usual,
      fake.usual,
      fake.refusing(400, { errors: { projectName: `Not with ${token} or Basic ${basic}` } }),
    )
    await admin('POST', at(project), { key: 'TELLS' })
    expect(await ended(project)).toMatchObject({
      status: Failed,
      lastError: 'Jira did not create the project. Not with *** or Basic *** (Status 400)',
      attempts: 1,
    })
    for (const status of [401, 403]) {
      fake.next.push(...Array.from({ length: 1 }, () => fake.refusing(status, { message: token })))
      await admin('PUT', at(project, '/Sync'))
      expect(await ended(project)).toMatchObject({ status: Failed, lastError: `Jira denied access. (Status ${status})` })
    }
    const rows = await app.sql(`select to_jsonb(a) as row from audit_log a union all select to_jsonb(a) from activity_log a
      union all select to_jsonb(l) from project_links l union all select to_jsonb(s) from service_states s union all select to_jsonb(j) from jobs j`)
    expect(rows.length).toBeGreaterThan(10)
    for (const secret of [token, basic]) expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('honors retry-after', async () => {
    const project = await createProject(app)
    fake.next.push(fake.usual, fake.usual, fake.usual, fake.refusing(429, {}, { 'retry-after': '1' }))
    await admin('POST', at(project), { key: 'PATIENT' })
    expect(await ended(project)).toMatchObject({ status: Succeeded })
    fake.next.push(fake.refusing(503), fake.refusing(502))
    await admin('PUT', at(project, '/Sync'))
    expect(await ended(project)).toMatchObject({ status: Succeeded })
  })

  it('is linked by its key, once, and not if linked to another project', async () => {
    const [project, other] = [await createProject(app), await createProject(app)]
    const there = fake.add('OLD', 'Made by hand')
    expect(await admin('PUT', at(project, '/Link'), { key: 'NOWHERE' })).toMatchObject({
      status: 400,
      body: { fields: { key: ['Jira has no project with this key.'] } },
    })
    expect((await admin('PUT', at(project, '/Link'), { key: 'OLD' })).body).toMatchObject({
      status: Succeeded,
      externalId: there.id,
      externalKey: 'OLD',
      name: 'Made by hand',
    })
    expect(marks('OLD')).toBe(project.id)
    expect((await admin('PUT', at(other, '/Link'), { key: 'OLD' })).body.message).toBe('This is already linked to another project.')
    expect((await admin('PUT', at(project, '/Link'), { key: 'OLD' })).body.message).toBe('The project is already linked to Jira.')
    there.name = 'Renamed there'
    await admin('PUT', at(project, '/Sync'))
    expect(await ended(project)).toMatchObject({ status: Succeeded, name: 'Renamed there' })
    expect((await admin('DELETE', at(project))).status).toBe(204)
    expect(await readFirstLink(app, project)).toBeUndefined()
    expect(fake.projects).toContain(there)
    expect((await admin('DELETE', at(project))).status).toBe(404)
    expect((await admin('PUT', at(project, '/Link'), { key: 'OLD' })).status).toBe(200)
  })

  it('can be linked to another project after unlinking', async () => {
    const [project, other] = [await createProject(app), await createProject(app)]
    await admin('POST', at(project), { key: 'MOVED' })
    expect(await ended(project)).toMatchObject({ status: Succeeded })
    expect((await admin('PUT', at(other, '/Link'), { key: 'MOVED' })).status).toBe(409)
    expect(marks('MOVED')).toBe(project.id)
    expect((await admin('DELETE', at(project))).status).toBe(204)
    expect((await admin('PUT', at(other, '/Link'), { key: 'MOVED' })).body).toMatchObject({ status: Succeeded, externalKey: 'MOVED' })
    expect(marks('MOVED')).toBe(other.id)
    expect((await admin('PUT', at(project, '/Link'), { key: 'MOVED' })).status).toBe(409)
    expect(marks('MOVED')).toBe(other.id)
    // The other project now links elsewhere, so it no longer holds this one.
    fake.add('MEANT', 'Meant from the first')
    await admin('DELETE', at(other))
    await admin('PUT', at(other, '/Link'), { key: 'MEANT' })
    expect((await admin('PUT', at(project, '/Link'), { key: 'MOVED' })).status).toBe(200)
  })

  it('uses the next key if one is taken by an invisible project', async () => {
    const client = await createProjectClient(app, { abbreviatedName: 'TRASH' })
    const project = await createProject(app, { clientId: client.id })
    // A private or trashed project cannot be read, but its key stays taken.
    fake.next.push(
      fake.usual,
      fake.usual,
      fake.usual,
      fake.refusing(400, { errors: { projectKey: 'Another project uses this project key.' } }),
    )
    await admin('POST', at(project), {})
    expect(await ended(project)).toMatchObject({ status: Succeeded, externalKey: 'TRASH2' })
  })

  it('reports a project deleted in Jira', async () => {
    const project = await createProject(app)
    const there = fake.add('GONE', 'Soon gone')
    await admin('PUT', at(project, '/Link'), { key: 'GONE' })
    fake.projects.splice(fake.projects.indexOf(there), 1)
    await admin('PUT', at(project, '/Sync'))
    expect(await ended(project)).toMatchObject({ status: Failed, lastError: 'Soon gone in Jira not found.', externalKey: 'GONE' })
  })

  it('cannot be changed while in progress or for a closed project', async () => {
    const project = await createProject(app)
    await app.sql(`insert into project_links (project_id, system, status) values ($1, 2, 2)`, [project.id])
    for (const [method, path] of [
      ['PUT', at(project, '/Sync')],
      ['DELETE', at(project)],
    ] as const)
      expect(await admin(method, path)).toMatchObject({
        status: 409,
        body: { message: 'This is not possible while the link to Jira is In Progress.' },
      })
    await app.sql('update projects set stage = 3 where id = $1', [project.id])
    expect((await admin('PUT', at(project, '/Sync'))).body.message).toBe('The project is closed.')
  })
})

describe('list of Jira projects', () => {
  it('lists every visible project with its link', async () => {
    const project = await createProject(app, { name: 'Listed with Jira' })
    fake.add('LIST', 'Of the list')
    await admin('PUT', at(project, '/Link'), { key: 'LIST' })
    const list = async (query: object, caller = admin) =>
      (await caller('GET', '/api/integrations/Jira/Projects', undefined, { query: { ...query, itemsPerPage: 200 } })).body
    expect((await list({ search: 'Listed with' })).items).toMatchObject([
      { id: project.id, status: Succeeded, externalKey: 'LIST', nameThere: 'Of the list', url: `${fake.url}/browse/LIST` },
    ])
    const failed = (await list({ linkStatuses: Failed })).items
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.every(({ status, lastError }: { status: number; lastError: string }) => status === Failed && lastError !== null)).toBe(
      true,
    )
    expect((await list({}, await app.signInAs(['JiraIntegration.View']))).items).toEqual([])
    expect((await admin('GET', '/api/integrations/Jira/Remote?search=of%20the')).body).toEqual({
      items: [{ id: expect.any(String), key: 'LIST', name: 'Of the list', url: `${fake.url}/browse/LIST` }],
    })
  })
})
