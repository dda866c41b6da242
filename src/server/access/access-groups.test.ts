import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { accessGroups, externalAccessGroups } from './access-groups.ts'

const house = await startApp()
const { admin } = house
const staff = await house.signInAs(['Projects.View'], { isNew: true })
const guest = await house.signInAs([], { external: true, isNew: true })
const nobody = '00000000-0000-4000-8000-000000000000'

entityContract(accessGroups, house, {
  valid: { name: 'Denver studio', description: 'Everybody in Denver', userIds: [staff.userId] },
  invalid: [
    ['name', 'Denver  studio', messages.whiteSpaces],
    ['userIds', [nobody], 'User not found.'],
    ['userIds', [guest.userId], 'External users cannot be named here.'],
  ],
})
entityContract(externalAccessGroups, house, {
  valid: { name: 'Architects of the north', description: 'Who draws there', userIds: [guest.userId] },
  invalid: [
    ['name', '', messages.required],
    ['userIds', [nobody], 'User not found.'],
    ['userIds', [staff.userId], 'Only external users can be named here.'],
  ],
})

const givenGroup = (more: AnyRow = {}) => createRow(house, '/api/accessGroups', { name: uniqueName('Group'), userIds: [], ...more })

it('counts only members who are there, and keeps the others', async () => {
  const [one, two] = [await house.signInAs([], { isNew: true }), await house.signInAs([], { isNew: true })]
  const group = await givenGroup({ userIds: [one.userId, two.userId] })
  expect(group).toMatchObject({ usersCount: 2 })
  expect(group.members.map(({ id }: AnyRow) => id).sort()).toEqual([one.userId, two.userId].sort())
  await admin('PUT', `/api/users/${two.userId}/Suspend`)
  const seen = (await admin('GET', `/api/accessGroups/${group.id}`)).body
  expect(seen.usersCount).toBe(1)
  expect(seen.members.filter(({ isSuspended }: AnyRow) => isSuspended)).toHaveLength(1)
  const changed = await admin('PUT', `/api/accessGroups/${group.id}`, { name: group.name, userIds: [one.userId] })
  expect(changed.body).toMatchObject({ usersCount: 1, userIds: [one.userId] })
  const [last] = await house.sql(
    `select before, after from audit_log where entity = 'accessGroups' and entity_id = $1 order by id desc limit 1`,
    [String(group.id)],
  )
  expect(last!.after).toMatchObject({ userIds: [one.userId] })
  expect(last!.before.userIds).toHaveLength(2)
})

it('keeps the names of both kinds apart, so that either may have one', async () => {
  const name = uniqueName('Same')
  await givenGroup({ name })
  expect((await admin('POST', '/api/accessGroups', { name: name.toUpperCase() })).status).toBe(409)
  expect((await admin('POST', '/api/externalAccessGroups', { name })).status).toBe(201)
})

it('cannot be mistaken for one of the other kind', async () => {
  const group = await givenGroup()
  expect((await admin('GET', `/api/externalAccessGroups/${group.id}`)).status).toBe(404)
  expect((await admin('DELETE', `/api/externalAccessGroups/${group.id}`)).status).toBe(404)
  expect((await admin('GET', `/api/externalAccessGroups/${group.id}/Projects`)).status).toBe(404)
})

it('says where it is used, as far as the caller sees it, and cannot go while it is', async () => {
  const group = await givenGroup({ userIds: [staff.userId] })
  const [seen, hidden] = [await createProject(house), await createProject(house)]
  const reader = await house.signInAs(['AccessGroups.View', 'AccessGroups.Delete', 'Projects.View'], { isNew: true })
  const put = (project: AnyRow, body: object) => admin('PUT', `/api/projects/${project.id}/AccessList`, body)
  await put(seen, { accessGroupIds: [group.id], userIds: [reader.userId] })
  await put(hidden, { accessGroupIds: [group.id] })
  const of = async (who: typeof admin) => (await who('GET', `/api/accessGroups/${group.id}/Projects`)).body
  expect(await of(admin)).toMatchObject({ total: 2 })
  expect(await of(reader)).toMatchObject({ total: 1, items: [{ id: seen.id, name: seen.name, number: seen.number, stage: 1 }] })
  expect((await reader('GET', `/api/accessGroups/${group.id}`)).body.projectsCount).toBe(1)
  expect((await admin('GET', `/api/accessGroups/${group.id}`)).body.projectsCount).toBe(2)

  expect((await admin('DELETE', `/api/accessGroups/${group.id}`)).body.message).toBe(
    `${group.name} is used by 2 access lists and cannot be deleted.`,
  )
  expect((await reader('DELETE', `/api/accessGroups/${group.id}`)).body.message).toBe(
    `${group.name} is used by 1 access list and cannot be deleted.`,
  )
  await put(seen, { userIds: [reader.userId] })
  expect(await reader('DELETE', `/api/accessGroups/${group.id}`)).toMatchObject({
    status: 409,
    body: { message: `${group.name} is used by access lists and cannot be deleted.` },
  })
  await put(hidden, { userIds: [], opensToEverybody: true })
  expect((await admin('DELETE', `/api/accessGroups/${group.id}`)).status).toBe(204)
})

it('counts the manufacturers whose equipment an external group sees', async () => {
  const group = await createRow(house, '/api/externalAccessGroups', { name: uniqueName('Makers'), userIds: [guest.userId] })
  const maker = await createRow(house, '/api/Manufactures', { name: uniqueName('Maker') })
  await admin('PUT', `/api/Manufactures/${maker.id}/AccessList`, { accessGroupIds: [group.id] })
  expect((await admin('GET', `/api/externalAccessGroups/${group.id}`)).body).toMatchObject({ manufacturersCount: 1, projectsCount: 0 })
  expect((await admin('DELETE', `/api/externalAccessGroups/${group.id}`)).status).toBe(409)
})
