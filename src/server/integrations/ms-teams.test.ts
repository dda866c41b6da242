import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { startFakeGraph } from '../../../test/kit/fake-graph.ts'
import { createProject, readFirstLink } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { LinkedProjectStatus, MsTeamVisibility } from '../../model/integrations/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { pauseAfter } from './ms-teams.ts'

const secret = 'Q8x~very-secret'
const fake = await startFakeGraph({ clientSecret: secret })
const app = await startApp({
  settings: {
    fromEnvironment: {
      'integrations.msTeams.tenantId': 'tenant',
      'integrations.msTeams.clientId': 'client',
      'integrations.msTeams.clientSecret': secret,
      'integrations.msTeams.ownerUserId': 'owner-1',
      'integrations.msTeams.loginBaseUrl': fake.url,
      'integrations.msTeams.graphBaseUrl': `${fake.url}/v1.0`,
    },
  },
})
const { admin } = app
const { Pending, InProgress, Succeeded, Failed } = LinkedProjectStatus
const { Private, Public, Unknown } = MsTeamVisibility
const at = ({ id }: AnyRow, tail = '') => `/api/projects/${id}/MsTeam${tail}`
const waiting = () =>
  app.sql<{ seconds: number }>(
    `select extract(epoch from run_after - create_date)::int as seconds from jobs where name = 'link msTeams' and lease_until is null`,
  )
const hurry = () => app.sql(`update jobs set run_after = now() where name = 'link msTeams' and lease_until is null`)
const ended = (project: AnyRow) =>
  expect
    .poll(
      async () => {
        await hurry()
        return (await readFirstLink(app, project))?.isAtRest
      },
      { interval: 300 },
    )
    .toBe(true)
    .then(() => readFirstLink(app, project))
const createTeam = (project: AnyRow, more = {}) => admin('POST', at(project), { visibility: Private, ...more })
const creationLines = () => fake.lines().filter((line) => line === 'POST /v1.0/groups')

beforeEach(() => {
  fake.asked.length = 0
  fake.next.length = 0
  fake.state.lag = 0
  fake.state.isFound = true
})

describe('team', () => {
  it('is created as a group with its owner, then as a team', async () => {
    const project = await createProject(app)
    expect(await createTeam(project, { description: 'Rooms and racks', visibility: Public })).toMatchObject({
      status: 201,
      body: { system: 3, status: Pending, visibility: Public },
    })
    const link = await ended(project)
    const [row] = await app.sql('select id from project_links where project_id = $1', [project.id])
    const group = fake.groups.find(({ mailNickname }) => mailNickname === `dna-${project.id}-${row?.id}`)
    expect(link).toMatchObject({
      status: Succeeded,
      externalId: group?.id,
      name: `${project.number} ${project.name}`,
      visibility: Public,
      url: `https://teams.microsoft.com/l/team/${group?.id}`,
    })
    expect(group?.owners).toEqual([`${fake.url}/v1.0/users/owner-1`])
    expect(fake.lines().filter((line) => !line.startsWith('GET'))).toEqual([
      'POST /tenant/oauth2/v2.0/token',
      'POST /v1.0/groups',
      `PUT /v1.0/groups/${group?.id}/team`,
    ])
  })

  it('rejects the unknown visibility, which is read-only', async () => {
    const project = await createProject(app)
    expect((await createTeam(project, { visibility: Unknown })).status).toBe(400)
    expect((await admin('POST', at(project), {})).body.fields.visibility).toEqual(['This field is required!'])
    await createTeam(project)
    const { externalId } = await ended(project)
    const group = fake.groups.find(({ id }) => id === externalId)
    if (group) group.visibility = 'AcrossTheOrganization'
    await admin('PUT', at(project, '/Sync'))
    expect(await ended(project)).toMatchObject({ status: Succeeded, visibility: Unknown })
  })

  it('retries while its group is not replicated, after 10 s and then every minute', async () => {
    expect([1, 2, 3, 17, 18].map(pauseAfter)).toEqual([10, 10, 60, 60, undefined])
    fake.state.lag = 3
    const project = await createProject(app)
    await createTeam(project)
    const pauses: number[] = []
    for (let tries = 1; tries <= 3; tries++) {
      await expect
        .poll(async () => [(await waiting()).length, fake.lines().filter((line) => line.startsWith('PUT')).length])
        .toEqual([1, tries])
      pauses.push((await waiting())[0]?.seconds ?? 0)
      expect(await readFirstLink(app, project)).toMatchObject({ status: InProgress, url: null })
      await hurry()
    }
    expect(pauses).toEqual([10, 10, 60])
    expect(await ended(project)).toMatchObject({ status: Succeeded })
    expect(creationLines()).toHaveLength(1)
  })

  it('fails after 15 minutes, and a retry continues with the same group', async () => {
    fake.state.lag = 1000
    const project = await createProject(app)
    await createTeam(project)
    await expect.poll(async () => (await waiting()).length).toBe(1)
    await app.sql(`update project_links set wanted = jsonb_set(wanted, '{tries}', '17') where project_id = $1`, [project.id])
    expect(await ended(project)).toMatchObject({
      status: Failed,
      lastError: 'Microsoft Teams did not turn the group into a team within 15 minutes.',
    })
    fake.state.lag = 0
    expect((await admin('PUT', at(project, '/Sync'))).status).toBe(200)
    expect(await ended(project)).toMatchObject({ status: Succeeded })
    expect(creationLines()).toHaveLength(1)
  })

  it('is created once when the group response was lost, even before the directory finds it', async () => {
    const project = await createProject(app)
    fake.next.push(fake.usual, fake.usual, fake.cut)
    await createTeam(project)
    expect(await ended(project)).toMatchObject({ status: Succeeded })
    expect(creationLines()).toHaveLength(1)

    const other = await createProject(app)
    fake.asked.length = 0
    fake.state.isFound = false
    fake.next.push(fake.usual, fake.usual, fake.cut)
    await createTeam(other)
    // The second attempt finds the nickname taken and waits until the directory lists the group.
    await expect.poll(async () => [(await waiting()).length, creationLines().length]).toEqual([1, 2])
    fake.state.isFound = true
    expect(await ended(other)).toMatchObject({ status: Succeeded })
    expect(fake.groups.filter(({ mailNickname }) => mailNickname.startsWith(`dna-${other.id}-`))).toHaveLength(1)
  })

  it('adopts a team that was created for the group meanwhile', async () => {
    const project = await createProject(app)
    fake.next.push(fake.usual, fake.usual, fake.usual, fake.cut)
    await createTeam(project)
    // The team was created and the response lost: the second request finds the team.
    expect(await ended(project)).toMatchObject({ status: Succeeded })
    expect(fake.lines().filter((line) => line.startsWith('PUT'))).toHaveLength(2)
  })

  it('fails with messages that contain no secret', async () => {
    const project = await createProject(app)
    fake.next.push(fake.refusing(401, { error_description: secret }))
    await createTeam(project)
    expect(await ended(project)).toMatchObject({ status: Failed, lastError: 'Microsoft Teams denied access. (Status 401)' })
    fake.next.push(fake.usual, fake.usual, (question, response) =>
      fake.say(response, { status: 400, body: { error: { message: `No: ${secret} ${question.headers.authorization}` } } }),
    )
    await admin('PUT', at(project, '/Sync'))
    expect(await ended(project)).toMatchObject({
      status: Failed,
      lastError: 'Microsoft Teams did not create the group. (Status 400: No: *** Bearer ***)',
    })
    const rows = await app.sql(`select to_jsonb(a) as row from audit_log a union all select to_jsonb(a) from activity_log a
      union all select to_jsonb(l) from project_links l union all select to_jsonb(s) from service_states s union all select to_jsonb(j) from jobs j`)
    expect([rows.length > 5, fake.tokens.size > 0]).toEqual([true, true])
    for (const sensitive of [secret, ...fake.tokens]) expect(JSON.stringify(rows)).not.toContain(sensitive)
  })

  it('is found by name prefix, linked and unlinked', async () => {
    const [first, project] = [await createProject(app, { name: "O'Hare Terminal" }), await createProject(app)]
    await createTeam(first, { name: "O'Hare Terminal team" })
    const { externalId } = await ended(first)
    expect((await admin('GET', "/api/integrations/MsTeams/Remote?search=O'Hare")).body.items).toMatchObject([
      { id: externalId, name: "O'Hare Terminal team" },
    ])
    expect((await admin('PUT', at(project, '/Link'), { teamId: randomUUID() })).body.fields.teamId).toEqual([
      'Microsoft Teams has no group with this id.',
    ])
    expect((await admin('PUT', at(project, '/Link'), { teamId: externalId })).status).toBe(409)
    expect((await admin('DELETE', at(first))).status).toBe(204)
    expect((await admin('PUT', at(project, '/Link'), { teamId: externalId })).body).toMatchObject({ status: Succeeded, externalId })
    expect((await admin('GET', `/api/integrations/MsTeams/Projects/${project.id}`)).body).toMatchObject({
      status: Succeeded,
      nameThere: "O'Hare Terminal team",
      visibility: Private,
    })
    expect((await admin('GET', `/api/integrations/MsTeams/Projects/${first.id}`)).body).toMatchObject({ status: 0, nameThere: null })
  })
})
