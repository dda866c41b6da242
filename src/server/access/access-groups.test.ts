import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { accessGroups, externalAccessGroups } from './access-groups.ts'

const app = await startApp()
const { admin } = app
const staff = await app.signInAs(['Projects.View'], { isNew: true })
const guest = await app.signInAs([], { external: true, isNew: true })
const unknownUserId = '00000000-0000-4000-8000-000000000000'

entityContract(accessGroups, app, {
  valid: { name: 'Denver studio', description: 'Everybody in Denver', userIds: [staff.userId] },
  invalid: [
    ['name', 'Denver  studio', messages.whiteSpaces],
    ['userIds', [unknownUserId], 'User not found.'],
    ['userIds', [guest.userId], 'External users cannot be named here.'],
  ],
})
entityContract(externalAccessGroups, app, {
  valid: { name: 'Architects of the north', description: 'Who draws there', userIds: [guest.userId] },
  invalid: [
    ['name', '', messages.required],
    ['userIds', [unknownUserId], 'User not found.'],
    ['userIds', [staff.userId], 'Only external users can be named here.'],
  ],
})

const givenGroup = (more: AnyRow = {}) => createRow(app, '/api/accessGroups', { name: uniqueName('Group'), userIds: [], ...more })

it('counts only active members but retains the others', async () => {
  const [one, two] = [await app.signInAs([], { isNew: true }), await app.signInAs([], { isNew: true })]
  const group = await givenGroup({ userIds: [one.userId, two.userId] })
  expect(group).toMatchObject({ usersCount: 2 })
  expect(group.members.map(({ id }: AnyRow) => id).sort()).toEqual([one.userId, two.userId].sort())
  await admin('PUT', `/api/users/${two.userId}/Suspend`)
  const seen = (await admin('GET', `/api/accessGroups/${group.id}`)).body
  expect(seen.usersCount).toBe(1)
  expect(seen.members.filter(({ isSuspended }: AnyRow) => isSuspended)).toHaveLength(1)
  const changed = await admin('PUT', `/api/accessGroups/${group.id}`, { name: group.name, userIds: [one.userId] })
  expect(changed.body).toMatchObject({ usersCount: 1, userIds: [one.userId] })
  const [last] = await app.sql(
    `select before, after from audit_log where entity = 'accessGroups' and entity_id = $1 order by id desc limit 1`,
    [String(group.id)],
  )
  expect(last!.after).toMatchObject({ userIds: [one.userId] })
  expect(last!.before.userIds).toHaveLength(2)
})

it('allows the same name in an internal and an external group', async () => {
  const name = uniqueName('Same')
  await givenGroup({ name })
  expect((await admin('POST', '/api/accessGroups', { name: name.toUpperCase() })).status).toBe(409)
  expect((await admin('POST', '/api/externalAccessGroups', { name })).status).toBe(201)
})

it('returns 404 for a group of the other kind', async () => {
  const group = await givenGroup()
  expect((await admin('GET', `/api/externalAccessGroups/${group.id}`)).status).toBe(404)
  expect((await admin('DELETE', `/api/externalAccessGroups/${group.id}`)).status).toBe(404)
  expect((await admin('GET', `/api/externalAccessGroups/${group.id}/Projects`)).status).toBe(404)
})

it('lists usages visible to the caller, and rejects deletion while in use', async () => {
  const group = await givenGroup({ userIds: [staff.userId] })
  const [seen, hidden] = [await createProject(app), await createProject(app)]
  const reader = await app.signInAs(['AccessGroups.View', 'AccessGroups.Delete', 'Projects.View'], { isNew: true })
  const put = (project: AnyRow, body: object) => admin('PUT', `/api/projects/${project.id}/AccessList`, body)
  await put(seen, { accessGroupIds: [group.id], userIds: [reader.userId] })
  await put(hidden, { accessGroupIds: [group.id] })
  const projectsFor = async (caller: typeof admin) => (await caller('GET', `/api/accessGroups/${group.id}/Projects`)).body
  expect(await projectsFor(admin)).toMatchObject({ total: 2 })
  expect(await projectsFor(reader)).toMatchObject({ total: 1, items: [{ id: seen.id, name: seen.name, number: seen.number, stage: 1 }] })
  expect((await reader('GET', `/api/accessGroups/${group.id}`)).body.projectsCount).toBe(1)
  expect((await admin('GET', `/api/accessGroups/${group.id}`)).body.projectsCount).toBe(2)

  expect((await admin('DELETE', `/api/accessGroups/${group.id}`)).body.message).toBe(
    `${group.name} is used by 2 access lists and cannot be deleted.`,
  )
  expect((await reader('DELETE', `/api/accessGroups/${group.id}`)).body.message).toBe(
    `${group.name} is used by 1 access list and cannot be deleted.`,
  )
  await put(seen, { userIds: [reader.userId], accessGroupIds: [] })
  expect(await reader('DELETE', `/api/accessGroups/${group.id}`)).toMatchObject({
    status: 409,
    body: { message: `${group.name} is used by access lists and cannot be deleted.` },
  })
  await put(hidden, { userIds: [], accessGroupIds: [], opensToEverybody: true })
  expect((await admin('DELETE', `/api/accessGroups/${group.id}`)).status).toBe(204)
})

it('counts the manufacturers whose equipment an external group may see', async () => {
  const group = await createRow(app, '/api/externalAccessGroups', { name: uniqueName('Makers'), userIds: [guest.userId] })
  const maker = await createRow(app, '/api/Manufactures', { name: uniqueName('Maker') })
  await admin('PUT', `/api/Manufactures/${maker.id}/AccessList`, { accessGroupIds: [group.id] })
  expect((await admin('GET', `/api/externalAccessGroups/${group.id}`)).body).toMatchObject({ manufacturersCount: 1, projectsCount: 0 })
  expect((await admin('DELETE', `/api/externalAccessGroups/${group.id}`)).status).toBe(409)
})
