import { beforeEach, describe, expect, it } from 'vitest'
import { startFakeJira } from '../../../test/kit/fake-jira.ts'
import { createProject, createProjectClient } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { LinkedProjectStatus } from '../../model/integrations/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { keyFrom, keysAfter } from './jira.ts'

const token = 'ATATT3xFfGF0-secret'
const fake = await startFakeJira('robot@example.com', token)
const house = await startApp({
  settings: {
    fromEnvironment: {
      'integrations.jira.baseUrl': fake.url,
      'integrations.jira.email': 'robot@example.com',
      'integrations.jira.apiToken': token,
      'integrations.jira.leadAccountId': '712020:lead',
    },
  },
})
const { admin } = house
const { Pending, Succeeded, Failed } = LinkedProjectStatus
const at = ({ id }: AnyRow, tail = '') => `/api/projects/${id}/Jira${tail}`
const linkOf = async ({ id }: AnyRow) => (await admin('GET', `/api/projects/${id}`)).body.links[0]
const ended = (project: AnyRow) =>
  expect
    .poll(async () => (await linkOf(project))?.isAtRest)
    .toBe(true)
    .then(() => linkOf(project))
const marks = (key: string) => fake.projects.find((project) => project.key === key)?.properties['dna.project']

beforeEach(() => {
  fake.asked.length = 0
  fake.next.length = 0
})

it('makes keys of the abbreviation of the client', () => {
  expect(keyFrom('MIT', 1)).toBe('MIT1')
  expect(keyFrom('3M.-', 12)).toBe('P3M12')
  expect(keyFrom('ABCDEFGHIJK', 100)).toBe('ABCDEFG100')
  expect(Array.from(keysAfter('MIT9')).slice(0, 2)).toEqual(['MIT10', 'MIT11'])
  expect(Array.from(keysAfter('HALL')).slice(0, 2)).toEqual(['HALL1', 'HALL2'])
})

describe('a project in Jira', () => {
  it('is made by a job and carries our mark', async () => {
    const client = await createProjectClient(house, { abbreviatedName: 'MU-SE' })
    const project = await createProject(house, { clientId: client.id })
    const made = await admin('POST', at(project), {})
    expect(made).toMatchObject({
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

  it('is one, however often the same request comes', async () => {
    const project = await createProject(house)
    const ask = () => admin('POST', at(project), { key: 'SAME' }, { headers: { 'idempotency-key': 'jira-once' } })
    const [first, second] = [await ask(), await ask()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    await ended(project)
    expect(fake.projects.filter(({ key }) => key === 'SAME')).toHaveLength(1)
  })

  it('takes no key of another, and says which is free', async () => {
    fake.add('HALL', 'Hall of somebody else')
    fake.add('HALL1', 'Another one')
    const project = await createProject(house)
    expect(await admin('POST', at(project), { key: 'HALL' })).toMatchObject({
      status: 409,
      body: { errorType: 'Conflict', detail: 'HALL2', fields: { key: ['The key HALL is already used in Jira. HALL2 is free.'] } },
    })
    expect((await admin('POST', at(project), { key: 'hall' })).status).toBe(400)
    expect(await linkOf(project)).toBeUndefined()
    // A generated key is replaced by the next one if it is taken.
    const client = await createProjectClient(house, { abbreviatedName: 'OPERA' })
    fake.add('OPERA1', 'Nobody of ours')
    const other = await createProject(house, { clientId: client.id })
    await admin('POST', at(other), {})
    expect(await ended(other)).toMatchObject({ status: Succeeded, externalKey: 'OPERA2' })
  })

  it('is found again where the answer was lost after it was made', async () => {
    const project = await createProject(house)
    // Two lookups find nothing, then the project is created and the response is lost.
    fake.next.push(fake.usual, fake.usual, fake.usual, fake.cut)
    await admin('POST', at(project), { key: 'LOST' })
    expect(await ended(project)).toMatchObject({ status: Succeeded, externalKey: 'LOST' })
    expect(fake.lines().filter((line) => line === 'POST /rest/api/3/project')).toHaveLength(1)
    expect(fake.projects.filter(({ key }) => key === 'LOST')).toHaveLength(1)
    expect(marks('LOST')).toBe(project.id)
  })

  it('that was half made is finished by trying again', async () => {
    const project = await createProject(house)
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

  it('fails with what Jira said, and without what we told it', async () => {
    const project = await createProject(house)
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
    const rows = await house.sql(`select to_jsonb(a) as row from audit_log a union all select to_jsonb(a) from activity_log a
      union all select to_jsonb(l) from project_links l union all select to_jsonb(s) from service_states s union all select to_jsonb(j) from jobs j`)
    expect(rows.length).toBeGreaterThan(10)
    for (const secret of [token, basic]) expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('waits as long as it is told to', async () => {
    const project = await createProject(house)
    fake.next.push(fake.usual, fake.usual, fake.usual, fake.refusing(429, {}, { 'retry-after': '1' }))
    await admin('POST', at(project), { key: 'PATIENT' })
    expect(await ended(project)).toMatchObject({ status: Succeeded })
    fake.next.push(fake.refusing(503), fake.refusing(502))
    await admin('PUT', at(project, '/Sync'))
    expect(await ended(project)).toMatchObject({ status: Succeeded })
  })

  it('is linked by its key, once, and not where it belongs to another project', async () => {
    const [project, other] = [await createProject(house), await createProject(house)]
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
    expect(await linkOf(project)).toBeUndefined()
    expect(fake.projects).toContain(there)
    expect((await admin('DELETE', at(project))).status).toBe(404)
    expect((await admin('PUT', at(project, '/Link'), { key: 'OLD' })).status).toBe(200)
  })

  it('that was let go may be linked to another project', async () => {
    const [project, other] = [await createProject(house), await createProject(house)]
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

  it('gets the next key where one is taken by what we are not shown', async () => {
    const client = await createProjectClient(house, { abbreviatedName: 'TRASH' })
    const project = await createProject(house, { clientId: client.id })
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

  it('that is gone there is said to be', async () => {
    const project = await createProject(house)
    const there = fake.add('GONE', 'Soon gone')
    await admin('PUT', at(project, '/Link'), { key: 'GONE' })
    fake.projects.splice(fake.projects.indexOf(there), 1)
    await admin('PUT', at(project, '/Sync'))
    expect(await ended(project)).toMatchObject({ status: Failed, lastError: 'Soon gone in Jira not found.', externalKey: 'GONE' })
  })

  it('is not touched while somebody works on it, nor for a closed project', async () => {
    const project = await createProject(house)
    await house.sql(`insert into project_links (project_id, system, status) values ($1, 2, 2)`, [project.id])
    for (const [method, path] of [
      ['PUT', at(project, '/Sync')],
      ['DELETE', at(project)],
    ] as const)
      expect(await admin(method, path)).toMatchObject({
        status: 409,
        body: { message: 'This is not possible while the link to Jira is In Progress.' },
      })
    await house.sql('update projects set stage = 3 where id = $1', [project.id])
    expect((await admin('PUT', at(project, '/Sync'))).body.message).toBe('The project is closed.')
  })
})

describe('the list of Jira projects', () => {
  it('has every project one sees, with its link', async () => {
    const project = await createProject(house, { name: 'Listed with Jira' })
    fake.add('LIST', 'Of the list')
    await admin('PUT', at(project, '/Link'), { key: 'LIST' })
    const list = async (query: object, who = admin) =>
      (await who('GET', '/api/integrations/Jira/Projects', undefined, { query: { ...query, itemsPerPage: 200 } })).body
    expect((await list({ search: 'Listed with' })).items).toMatchObject([
      { id: project.id, status: Succeeded, externalKey: 'LIST', nameThere: 'Of the list', url: `${fake.url}/browse/LIST` },
    ])
    const failed = (await list({ linkStatuses: Failed })).items
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.every(({ status, lastError }: { status: number; lastError: string }) => status === Failed && lastError !== null)).toBe(
      true,
    )
    expect((await list({}, await house.signInAs(['JiraIntegration.View']))).items).toEqual([])
    expect((await admin('GET', '/api/integrations/Jira/Remote?search=of%20the')).body).toEqual({
      items: [{ id: expect.any(String), key: 'LIST', name: 'Of the list', url: `${fake.url}/browse/LIST` }],
    })
  })
})
