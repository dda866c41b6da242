import { expect, it } from 'vitest'
import { createClient } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { type Call, type Caller, startApp } from '../../../test/kit/start.ts'
import { externalPermissions, type Permission } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const client = await createClient(app)
const needs: Permission[] = ['ExternalUsers.View', 'ProjectExternalAccessList.View']

async function project(member: AnyRow) {
  const created = await createProject(app, { clientId: client.id })
  const space = await createSpace(app, created)
  await createLine(app, space, await createProduct(app))
  const entries = [{ subjectType: 1, userId: member.userId, isLive: true, canComment: true, canApprove: true }]
  expect((await admin('PUT', `/api/projects/${created.id}/ExternalAccessList`, { entries })).status).toBe(200)
  return { id: created.id, space }
}
async function view(viewer: Caller, person: AnyRow) {
  const answer = await viewer('POST', `/api/externalUsers/${person.userId}/ViewAs`)
  expect(answer.status).toBe(201)
  expect(answer.body.user).toMatchObject({ id: person.userId, isExternalUser: true })
  const token: string = answer.body.token
  const seen: Call = (method, path, body, more) => app.call(method, path, body, { ...more, token })
  return Object.assign(seen, { token })
}

it('shows the portal as the user sees it, for projects both may see, and is audited', async () => {
  const person = await app.signInAs(externalPermissions, { external: true, isNew: true })
  const [both, theirProject] = [await project(person), await project(person)]
  const viewer = await app.signInAs([...needs, 'Projects.View'], { isNew: true })
  expect((await admin('PUT', `/api/projects/${theirProject.id}/AccessList`, { userIds: [admin.userId], accessGroupIds: [] })).status).toBe(
    200,
  )
  expect((await person('GET', '/api/externalProjects')).body.total).toBe(2)
  const seen = await view(viewer, person)
  expect((await seen('GET', '/api/externalProjects')).body).toMatchObject({ total: 1, items: [{ id: both.id }] })
  for (const tail of ['', '/Spaces', '/Equipment', '/Comments', '/Approvals', '/Contacts']) {
    const [own, looked] = await Promise.all([
      person('GET', `/api/externalProjects/${both.id}${tail}`),
      seen('GET', `/api/externalProjects/${both.id}${tail}`),
    ])
    expect([looked.status, looked.body], tail).toEqual([200, own.body])
    expect((await seen('GET', `/api/externalProjects/${theirProject.id}${tail}`)).status, tail).toBe(404)
  }
  const entries = await app.sql(`select user_id, entity_id from audit_log where action = 'ViewAs'`)
  expect(entries).toEqual([{ user_id: viewer.userId, entity_id: person.userId }])
})

it('is read-only, hides personal data, and ends on exit or when permissions end', async () => {
  const person = await app.signInAs(externalPermissions, { external: true, isNew: true })
  const { id, space } = await project(person)
  const viewer = await app.signInAs([...needs, 'Projects.View'], { isNew: true })
  const seen = await view(viewer, person)
  const comment = { subject: 1, subjectId: space.id, text: 'Not me' }
  expect((await seen('POST', `/api/externalProjects/${id}/Comments`, comment)).status).toBe(403)
  expect((await seen('GET', '/api/externalEquipments/Export')).status).toBe(403)
  expect((await seen('PUT', '/api/inbox/DoneAll', {})).status).toBe(403)
  expect((await seen('GET', '/api/externalEquipments')).status, 'who may not see the catalog').toBe(403)
  expect(
    (await fetch(`${app.url}/hubs/notifications/negotiate`, { method: 'POST', headers: { authorization: `Bearer ${seen.token}` } })).status,
  ).toBe(401)
  expect((await seen('GET', `/api/externalProjects/${id}`)).status).toBe(200)
  expect((await viewer('DELETE', `/api/externalUsers/${person.userId}/ViewAs`)).status).toBe(204)
  expect((await seen('GET', `/api/externalProjects/${id}`)).status).toBe(401)
  expect((await person('GET', `/api/externalProjects/${id}`)).status).toBe(200)
  const again = await view(viewer, person)
  expect((await admin('PUT', `/api/users/${viewer.userId}/Suspend`)).status).toBe(200)
  await expect.poll(async () => (await again('GET', `/api/externalProjects/${id}`)).status).toBe(401)
})

it('requires access to an active external user and to the data shared with them', async () => {
  const person = await app.signInAs(externalPermissions, { external: true, isNew: true })
  const at = `/api/externalUsers/${person.userId}/ViewAs`
  for (const name of needs) expect((await (await app.signInAs([name]))('POST', at)).status, name).toBe(403)
  const able = await app.signInAs(needs)
  expect((await able('POST', `/api/externalUsers/${admin.userId}/ViewAs`)).status).toBe(404)
  expect((await person('POST', at)).status).toBe(403)
  expect((await admin('PUT', `/api/externalUsers/${person.userId}/Suspend`)).status).toBe(200)
  expect((await able('POST', at)).status).toBe(409)
})

it('keeps the sessions of viewer and external user from each other', async () => {
  const person = await app.signInAs(externalPermissions, { external: true, isNew: true })
  const viewer = await app.signInAs([...needs, 'Projects.View'], { isNew: true })
  const seen = await view(viewer, person)
  const own = (await person('GET', '/api/account/Sessions')).body.items
  expect(own).toHaveLength(1)
  expect(own[0].isCurrent).toBe(true)
  expect((await seen('GET', '/api/account/Sessions')).body.items).toEqual([])
  const [hidden] = await app.sql('select id from sessions where viewer_id = $1', [viewer.userId])
  expect((await person('DELETE', `/api/account/Sessions/${hidden!.id}`)).status).toBe(404)
})
