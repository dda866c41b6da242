import { expect, it } from 'vitest'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const group = (path: string, userIds: string[]) => createRow(app, `/api/${path}`, { name: uniqueName('Group'), userIds })
const unknownUserId = '00000000-0000-4000-8000-000000000000'
const person = () => app.signInAs(['Projects.View'], { isNew: true })
const outside = () => app.signInAs(['ExternalProjects.View'], { external: true, isNew: true })

const storedLists = {
  project: async () => `/api/projects/${(await createProject(app)).id}/AccessList`,
  lead: async () => `/api/leads/${(await createRow(app, '/api/leads', { name: uniqueName('Lead') })).id}/AccessList`,
}

it.each(Object.entries(storedLists))('can be replaced, added to and removed from for a %s', async (_, make) => {
  const path = await make()
  const [one, two] = [await person(), await person()]
  const team = await group('accessGroups', [one.userId, two.userId])
  const version = expect.any(String)
  expect((await admin('GET', path)).body).toEqual({ users: [], accessGroups: [], version })
  const put = await admin('PUT', path, { userIds: [one.userId], accessGroupIds: [team.id] })
  expect(put).toMatchObject({
    status: 200,
    body: {
      users: [{ id: one.userId, firstName: 'Test', isSuspended: false, isExternalUser: false }],
      accessGroups: [{ id: team.id, name: team.name, usersCount: 2, isMember: false }],
    },
  })
  const added = await admin('POST', path, { subjectType: 1, userId: two.userId })
  expect(added.status).toBe(201)
  expect(added.body.users.map(({ id }: AnyRow) => id).sort()).toEqual([one.userId, two.userId].sort())
  expect(await admin('POST', path, { subjectType: 1, userId: two.userId })).toMatchObject({
    status: 409,
    body: { message: 'The user is already on the list.' },
  })
  expect((await admin('DELETE', `${path}/1/${one.userId}`)).status).toBe(204)
  expect((await admin('DELETE', `${path}/2/${team.id}`)).status).toBe(204)
  expect((await admin('DELETE', `${path}/2/${team.id}`)).status).toBe(404)
  for (const invalidPath of ['1/nonsense', '2/nonsense', `1/${team.id}`, `9/${two.userId}`, '2/99999999999999999999'])
    expect((await admin('DELETE', `${path}/${invalidPath}`)).status, invalidPath).toBe(404)
  expect((await admin('GET', path)).body.users.map(({ id }: AnyRow) => id)).toEqual([two.userId])
  expect((await admin('PUT', path, { userIds: [], opensToEverybody: true })).body).toEqual({ users: [], accessGroups: [], version })
})

it.each(Object.entries(storedLists))('opens a %s to everyone only on explicit request', async (_, make) => {
  const path = await make()
  const [one, two] = [await person(), await person()]
  const count = async () => (await admin('GET', path)).body.users.length
  await admin('PUT', path, { userIds: [one.userId, two.userId] })
  for (const body of [{}, { userIds: null }, { opensToEverybody: true }])
    expect(await admin('PUT', path, body), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { fields: { userIds: [messages.required], accessGroupIds: [messages.required] } },
    })
  const askedBack = { status: 409, body: { errorType: 'Conflict', detail: 'opensToEverybody' } }
  for (const body of [{ userIds: [] }, { accessGroupIds: [] }, { userIds: [], opensToEverybody: false }])
    expect(await admin('PUT', path, body), JSON.stringify(body)).toMatchObject(askedBack)
  expect(await count()).toBe(2)

  // Two concurrent deletions: one of them must be confirmed, because it would remove the last entry.
  const removals = await Promise.all([one, two].map(({ userId }) => admin('DELETE', `${path}/1/${userId}`)))
  expect(removals.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(removals.find(({ status }) => status === 409)).toMatchObject(askedBack)
  expect(await count()).toBe(1)
  const [left] = (await admin('GET', path)).body.users
  expect((await admin('DELETE', `${path}/1/${left.id}`, undefined, { query: { opensToEverybody: true } })).status).toBe(204)
  expect(await count()).toBe(0)
  expect((await admin('PUT', path, { userIds: [] })).status).toBe(200)
})

it.each(Object.entries(storedLists))('rejects a stale version for a %s', async (_, make) => {
  const path = await make()
  const [one, two] = [await person(), await person()]
  const read = async () => (await admin('GET', path)).body
  const { version: first } = await read()
  const put = await admin('PUT', path, { userIds: [one.userId], version: first })
  expect(put.status).toBe(200)
  expect(put.body.version).not.toBe(first)
  expect((await read()).version).toBe(put.body.version)
  const stale = { status: 409, body: { detail: 'stale', current: { users: [{ id: one.userId }], version: put.body.version } } }
  expect(await admin('PUT', path, { userIds: [two.userId], version: first })).toMatchObject(stale)
  expect(await admin('POST', path, { subjectType: 1, userId: two.userId, version: first })).toMatchObject(stale)
  const query = { version: first, opensToEverybody: true }
  expect(await admin('DELETE', `${path}/1/${one.userId}`, undefined, { query })).toMatchObject(stale)
  expect((await read()).users).toHaveLength(1)
  const added = await admin('POST', path, { subjectType: 1, userId: two.userId, version: put.body.version })
  expect(added).toMatchObject({ status: 201, body: { users: [{}, {}] } })
})

it.each(Object.entries(storedLists))('rejects external users and unknown ids for a %s', async (_, make) => {
  const path = await make()
  const guest = await outside()
  const guests = await group('externalAccessGroups', [guest.userId])
  for (const [body, field, message] of [
    [{ userIds: [guest.userId] }, 'userIds', 'External users cannot be named here.'],
    [{ userIds: [unknownUserId] }, 'userIds', 'User not found.'],
    [{ accessGroupIds: [guests.id] }, 'accessGroupIds', 'Access group not found.'],
    [{ accessGroupIds: [999_999_999] }, 'accessGroupIds', 'Access group not found.'],
  ] as const)
    expect(await admin('PUT', path, body)).toMatchObject({ status: 400, body: { fields: { [field]: [message] } } })
  for (const [body, field, message] of [
    [{ subjectType: 1, userId: guest.userId }, 'userId', 'External users cannot be named here.'],
    [{ subjectType: 2, accessGroupId: guests.id }, 'accessGroupId', 'Access group not found.'],
    [{ subjectType: 1 }, 'userId', messages.required],
    [{ subjectType: 3, userId: guest.userId }, 'subjectType', messages.unknown],
  ] as const)
    expect(await admin('POST', path, body)).toMatchObject({ status: 400, body: { fields: { [field]: [message] } } })
  expect((await admin('GET', path)).body).toMatchObject({ users: [], accessGroups: [] })
})

it('is audited, and logged in the project without names', async () => {
  const project = await createProject(app)
  const caller = await person()
  const path = `/api/projects/${project.id}/AccessList`
  await admin('PUT', path, { userIds: [caller.userId] })
  await admin('PUT', path, { userIds: [caller.userId] })
  await admin('DELETE', `${path}/1/${caller.userId}`, undefined, { query: { opensToEverybody: true } })
  const audit = await app.sql(
    `select before, after from audit_log where entity = 'projects' and entity_id = $1 and action = 'AccessListChange' order by id`,
    [String(project.id)],
  )
  expect(audit, 'what changes nothing is not written').toHaveLength(2)
  expect(audit[0]).toMatchObject({ before: { accessList: [] }, after: { accessList: [{ userId: caller.userId }] } })
  expect(audit[1]).toMatchObject({ before: { accessList: [{ userId: caller.userId }] }, after: { accessList: [] } })
  const log = (await admin('GET', `/api/projects/${project.id}/ActivityLogs`)).body.items
  expect(log[0]).toMatchObject({ title: 'Access list changed', changes: [] })
})

it('allows a change that hides the project from its author', async () => {
  const project = await createProject(app)
  const keeper = await app.signInAs(['Projects.View', 'ProjectAccessList.Create', 'ProjectAccessList.View'], { isNew: true })
  const other = await person()
  const path = `/api/projects/${project.id}/AccessList`
  const body = { subjectType: 1, userId: other.userId }
  // A client that wants a confirmation sends `hidesFromMe: false`, because only the server can evaluate all access rules.
  const response = await keeper('POST', path, { ...body, hidesFromMe: false })
  expect(response).toMatchObject({ status: 409, body: { detail: 'hidesFromMe' } })
  expect((await keeper('GET', path)).body.users).toEqual([])
  expect((await admin('POST', `/api/projects/${(await createProject(app)).id}/AccessList`, { ...body, hidesFromMe: false })).status).toBe(
    201,
  )
  const added = await keeper('POST', path, body)
  expect(added.status).toBe(201)
  expect(added.body.users).toHaveLength(1)
  expect((await keeper('GET', `/api/projects/${project.id}`)).status).toBe(404)
  expect((await keeper('GET', path)).status).toBe(404)
})

it('requires the permission for its area and action, and access to the project', async () => {
  const project = await createProject(app)
  const lead = await createRow(app, '/api/leads', { name: uniqueName('Lead') })
  const other = await person()
  await admin('PUT', `/api/projects/${project.id}/AccessList`, { userIds: [other.userId] })
  const all = ['View', 'Create', 'Update', 'Delete'] as const
  const permissionsOf = (area: string) => all.map((action) => `${area}.${action}`) as never[]
  const calls = (base: string, caller: Caller) => [
    caller('GET', base),
    caller('PUT', base, { userIds: [other.userId] }),
    caller('POST', base, { subjectType: 1, userId: other.userId }),
    caller('DELETE', `${base}/1/${other.userId}`),
  ]
  const status = async (base: string, caller: Caller) => (await Promise.all(calls(base, caller))).map((answer) => answer.status)
  const mismatched = await app.signInAs(['Projects.View', 'Leads.View', ...permissionsOf('LeadAccessList')], { isNew: true })
  expect(await status(`/api/projects/${project.id}/AccessList`, mismatched)).toEqual([403, 403, 403, 403])
  const projectKeeper = await app.signInAs(['Projects.View', 'Leads.View', ...permissionsOf('ProjectAccessList')], { isNew: true })
  expect(await status(`/api/leads/${lead.id}/AccessList`, projectKeeper)).toEqual([403, 403, 403, 403])
  expect(await status(`/api/leads/${project.id}/AccessList`, mismatched)).toEqual([404, 404, 404, 404])
  const blind = await app.signInAs(['Projects.View', 'ProjectAccessList.View', 'ProjectAccessList.Create', 'ProjectAccessList.Delete'], {
    isNew: true,
  })
  expect((await blind('GET', `/api/projects/${project.id}/AccessList`)).status).toBe(404)
  expect((await blind('DELETE', `/api/projects/${project.id}/AccessList/1/${other.userId}`)).status).toBe(404)
})

it('loses no change under concurrent writes', async () => {
  const project = await createProject(app)
  const people = await Promise.all(Array.from({ length: 8 }, () => person()))
  const path = `/api/projects/${project.id}/AccessList`
  const answers = await Promise.all(people.map(({ userId }) => admin('POST', path, { subjectType: 1, userId })))
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201))
  expect((await admin('GET', path)).body.users).toHaveLength(8)
})

it('stores the flags of each entry for external users', async () => {
  const project = await createProject(app)
  const path = `/api/projects/${project.id}/ExternalAccessList`
  const guest = await outside()
  const guests = await group('externalAccessGroups', [guest.userId])
  const added = await admin('POST', path, { subjectType: 1, userId: guest.userId })
  expect(added.body.entries).toMatchObject([
    {
      subjectType: 1,
      user: { id: guest.userId },
      showPrices: false,
      showEquipment: true,
      showDocuments: false,
      showReports: false,
      isLive: false,
    },
  ])
  const put = await admin('PUT', path, {
    entries: [
      { subjectType: 1, userId: guest.userId, showPrices: true, showEquipment: false },
      { subjectType: 2, accessGroupId: guests.id, showReports: true },
    ],
  })
  expect(put.body.entries).toEqual([
    expect.objectContaining({ subjectType: 2, accessGroup: expect.objectContaining({ id: guests.id, usersCount: 1 }), showReports: true }),
    expect.objectContaining({ subjectType: 1, showPrices: true, showEquipment: false, showReports: false }),
  ])
  const staff = await person()
  expect(await admin('POST', path, { subjectType: 1, userId: staff.userId })).toMatchObject({
    status: 400,
    body: { fields: { userId: ['Only external users can be named here.'] } },
  })
  const twice = { subjectType: 1, userId: guest.userId }
  expect(await admin('PUT', path, { entries: [twice, twice] })).toMatchObject({ status: 400 })
  expect(await admin('PUT', path, {})).toMatchObject({ status: 400, body: { fields: { entries: [messages.required] } } })
  expect((await admin('PUT', path, { entries: [], version: added.body.version })).body).toMatchObject({ detail: 'stale' })
  expect((await admin('DELETE', `${path}/2/${guests.id}`)).status).toBe(204)
  expect((await admin('GET', path)).body.entries).toHaveLength(1)
  expect((await staff('GET', `/api/projects/${project.id}`)).status).toBe(200)
  const [audit] = await app.sql(
    `select after from audit_log where action = 'AccessListChange' and entity_id = $1 order by id desc limit 1`,
    [String(project.id)],
  )
  expect(audit!.after.externalAccessList).toMatchObject([{ userId: guest.userId, showPrices: true }])
  expect((await admin('GET', `/api/leads/${project.id}/ExternalAccessList`)).status).toBe(404)
})

it('allows only external users and groups for a manufacturer, and restricts no internal user', async () => {
  const maker = await createRow(app, '/api/Manufactures', { name: uniqueName('Maker') })
  const path = `/api/Manufactures/${maker.id}/AccessList`
  const guest = await outside()
  const guests = await group('externalAccessGroups', [guest.userId])
  const put = await admin('PUT', path, { userIds: [guest.userId], accessGroupIds: [guests.id] })
  expect(put.body).toMatchObject({ users: [{ id: guest.userId, isExternalUser: true }], accessGroups: [{ id: guests.id }] })
  expect((await admin('PUT', path, { userIds: [admin.userId] })).body.fields).toEqual({
    userIds: ['Only external users can be named here.'],
  })
  const viewer = await app.signInAs(['Manufacturers.View'])
  expect((await viewer('GET', path)).body.users).toHaveLength(1)
  expect((await viewer('PUT', path, {})).status).toBe(403)
  expect((await admin('PUT', path, {})).status).toBe(400)
  expect((await admin('PUT', path, { userIds: [], version: 'old' })).status).toBe(409)
  expect((await admin('POST', path, { subjectType: 1, userId: guest.userId })).status).toBe(405)
  await admin('DELETE', `/api/externalUsers/${guest.userId}`)
  expect((await admin('GET', path)).body, 'who was deleted is on no list').toMatchObject({ users: [], accessGroups: [{ usersCount: 0 }] })
})
