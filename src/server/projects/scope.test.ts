import { beforeAll, describe, expect, it } from 'vitest'
import { firstLevel, givenLine, givenProduct, givenProject, givenSpace, listed } from '../../../test/kit/given-projects.ts'
import { type Caller, start } from '../../../test/kit/start.ts'
import type { Row } from '../kit/context.ts'
import { seeing } from './public.ts'

const house = await start()
const viewer = () => house.as(['Projects.View'], { isNew: true })
const sees = async (who: Caller, project: Row) => {
  const read = (await who('GET', `/api/projects/${project.id}`)).status === 200
  const list = (await who('GET', '/api/projects', undefined, { query: { search: project.number } })).body.total === 1
  const told = (await house.product.work((ctx) => seeing(ctx, project.id, [who.userId]))).has(who.userId)
  expect({ list, told }, 'page, list and live events agree').toEqual({ list: read, told: read })
  return read
}

it('is open to all viewers while its list is empty, and to nobody else', async () => {
  const project = await givenProject(house)
  expect(await sees(await viewer(), project)).toBe(true)
  expect((await (await house.as(['Leads.View'], { isNew: true }))('GET', `/api/projects/${project.id}`)).status).toBe(403)
  expect(await house.product.work((ctx) => seeing(ctx, project.id, []))).toEqual(new Set())
})

it('is closed to viewers who are not on its list', async () => {
  const project = await givenProject(house)
  const [inside, outside] = [await viewer(), await viewer()]
  await listed(house, project, inside.userId)
  expect(await sees(inside, project)).toBe(true)
  expect(await sees(outside, project)).toBe(false)
  await house.sql('update projects set is_deleted = true where id = $1', [project.id])
  expect(await sees(inside, project)).toBe(false)
})

it('is open to members of a listed group, until they leave it', async () => {
  const project = await givenProject(house)
  const member = await viewer()
  const [group] = await house.sql(`insert into access_groups (name) values ('Denver') returning id`)
  await house.sql('insert into project_access_entries (project_id, access_group_id) values ($1, $2)', [project.id, group!.id])
  expect(await sees(member, project)).toBe(false)
  await house.sql('insert into access_group_members (access_group_id, user_id) values ($1, $2)', [group!.id, member.userId])
  expect(await sees(member, project)).toBe(true)
  await house.sql('delete from access_group_members')
  expect(await sees(member, project)).toBe(false)
})

it.each(['created_by_id', 'associate_consultant_id', 'project_manager_id'])('is open to its own people: %s', async (column) => {
  const project = await givenProject(house)
  const person = await viewer()
  await listed(house, project, house.admin.userId)
  expect(await sees(person, project)).toBe(false)
  await house.sql(`update projects set ${column} = $2 where id = $1`, [project.id, person.userId])
  expect(await sees(person, project)).toBe(true)
})

it('is open to whoever keeps the lists', async () => {
  const project = await givenProject(house)
  await listed(house, project, house.admin.userId)
  expect(await sees(await house.as(['Projects.View', 'ProjectAccessList.Update'], { isNew: true }), project)).toBe(true)
  expect(await sees(await house.as(['Projects.View', 'LeadAccessList.Update'], { isNew: true }), project)).toBe(false)
})

it('follows the permissions of leads while it is one', async () => {
  const project = await givenProject(house)
  await house.sql('update projects set stage = -1 where id = $1', [project.id])
  const told = async (...permissions: Parameters<typeof house.as>[0] & string[]) => {
    const who = await house.as(permissions as never, { isNew: true })
    return (await house.product.work((ctx) => seeing(ctx, project.id, [who.userId]))).size === 1
  }
  expect(await told('Projects.View')).toBe(false)
  expect(await told('Leads.View')).toBe(true)
  expect((await house.admin('GET', `/api/projects/${project.id}`)).status).toBe(404)
  await listed(house, project, house.admin.userId)
  expect(await told('Leads.View')).toBe(false)
  expect(await told('Leads.View', 'LeadAccessList.Update')).toBe(true)
})

describe('everything below a project that one does not see', () => {
  let project: Row
  let room: Row
  let line: Row
  let product: Row
  let own: Row
  let outsider: Caller
  beforeAll(async () => {
    project = await givenProject(house)
    product = await givenProduct(house)
    room = await givenSpace(house, project, { spaceNumber: '1' })
    line = await givenLine(house, room, product, { areaGroupId: room.areaGroups[0].id })
    await listed(house, project, house.admin.userId)
    own = await givenProject(house)
    outsider = await house.as(
      [
        'Projects.View',
        'Projects.Update',
        'Projects.Delete',
        'ProjectEquipment.View',
        'ProjectEquipment.Update',
        'ProjectActivityLogs.View',
        'Equipments.View',
        'SpaceTemplates.Restore',
      ],
      { isNew: true },
    )
  })

  it('answers like something that does not exist', async () => {
    const building = project.buildings[0].id
    const level = firstLevel(project).id
    const space = { projectId: own.id, levelId: firstLevel(own).id, name: 'Copy' }
    for (const [method, path, body] of [
      ['GET', `projects/${project.id}/Stats`],
      ['GET', `projects/${project.id}/ActivityLogs`],
      ['GET', `projects/${project.id}/Buildings`],
      ['POST', `projects/${project.id}/Buildings`, { name: 'Annex' }],
      ['PUT', `projects/${project.id}/Buildings/Order`, { ids: [building] }],
      ['GET', `projects/${project.id}/Buildings/${building}`],
      ['GET', `projects/${own.id}/Buildings/${building}`],
      ['PUT', `projects/${own.id}/Buildings/${building}`, { name: 'Mine' }],
      ['GET', `buildings/${building}/Levels`],
      ['POST', `buildings/${building}/Levels`, { name: 'Roof' }],
      ['PUT', `buildings/${own.buildings[0].id}/Levels/${level}`, { name: 'Mine' }],
      ['GET', `projects/${project.id}/Equipment`],
      ['GET', `projects/${project.id}/Equipment/InstallerNames`],
      ['GET', `projects/${own.id}/Equipment/${line.id}`],
      ['GET', `spaces/${room.id}`],
      ['PUT', `spaces/${room.id}`, { ...space, projectId: project.id, levelId: level }],
      ['DELETE', `spaces/${room.id}`],
      ['PUT', `spaces/${room.id}/SetStatus`, { status: 2 }],
      ['GET', `spaces/${room.id}/AreaGroups`],
      ['POST', `spaces/${room.id}/AreaGroups`, { name: 'Rack' }],
      ['DELETE', `spaces/${room.id}/AreaGroups/${room.areaGroups[0].id}`],
      ['POST', `spaces/${room.id}/Equipment`, { equipmentId: product.id, quantity: 1 }],
      ['PUT', `spaces/${room.id}/Equipment/${line.id}`, { quantity: 1 }],
      ['DELETE', `spaces/${room.id}/Equipment/${line.id}`],
      ['GET', `spaces/${room.id}/MasterQuotes`],
      ['GET', `spaces/${room.id}/ActivityLogs`],
      ['GET', `spaces/${room.id}/GetFirstAndLastActivityLogInRange`],
      ['POST', `spaces/${room.id}/Clone`, { ...space, projectId: project.id }],
      ['POST', `spaces/${room.id}/CloneToProject`, space],
      ['GET', `spaces/BuildingsAndLevels/Project/${project.id}`],
      ['GET', `spaces/Project/${project.id}/Space/Name/Exist?spaceName=x`],
      ['GET', `spaces/Projects/${project.id}/Spaces/filter/Levels`],
    ] as const) {
      const answer = await outsider(method, `/api/${path}`, body)
      expect({ path: `${method} ${path}`, status: answer.status }).toEqual({ path: `${method} ${path}`, status: 404 })
      expect(answer.body.message).toMatch(/^(Project|Building|Level|Space|Equipment|Area group) not found\.$/)
    }
  })

  it('is refused in bodies in the words of what does not exist', async () => {
    const theirs = { projectId: project.id, levelId: firstLevel(project).id, name: 'Mine now' }
    const nowhere = { projectId: 999_999_999, levelId: firstLevel(own).id, name: 'Mine now' }
    const answers = [await outsider('POST', '/api/spaces', theirs), await outsider('POST', '/api/spaces', nowhere)]
    for (const answer of answers) expect(answer).toMatchObject({ status: 400, body: { fields: { projectId: ['Project not found.'] } } })
    const mine = await givenSpace(house, own)
    const foreignLevel = await outsider('POST', '/api/spaces', { ...theirs, projectId: own.id })
    expect(foreignLevel.body.fields).toEqual({ levelId: ['Level not found.'] })
    const moved = await outsider('PUT', `/api/spaces/${mine.id}`, { ...theirs, projectId: own.id })
    expect(moved.body.fields).toEqual({ levelId: ['Level not found.'] })
    const foreignGroup = await outsider('POST', `/api/spaces/${mine.id}/Equipment`, {
      equipmentId: product.id,
      quantity: 1,
      areaGroupId: room.areaGroups[0].id,
    })
    expect(foreignGroup.body.fields).toEqual({ areaGroupId: ['Area group not found.'] })
    const foreignTarget = await outsider('POST', `/api/spaces/${mine.id}/CloneToProject`, theirs)
    expect(foreignTarget.body.fields).toEqual({ projectId: ['Project not found.'] })
    expect((await outsider('POST', '/api/spaces/BulkDelete', { ids: [mine.id, room.id] })).body.fields).toEqual({
      ids: ['Space not found.'],
    })
    expect((await outsider('GET', `/api/spaces/${mine.id}`)).status, 'all or nothing').toBe(200)
  })

  it('is absent from every list and count', async () => {
    for (const path of [
      `spaces?projectId=${project.id}`,
      `spaces/typeHead?search=${encodeURIComponent(room.name)}`,
      `spaces/Equipment/${product.id}`,
      `projects/typeHead?search=${project.number}`,
    ])
      expect((await outsider('GET', `/api/${path}`)).body.total, path).toBe(0)
    await house.admin('DELETE', `/api/spaces/${room.id}`)
    expect((await outsider('GET', '/api/spaces/deleted')).body.total).toBe(0)
    expect((await outsider('PUT', `/api/spaces/${room.id}/restore`, {})).status).toBe(404)
  })
})
