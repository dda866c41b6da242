import { beforeAll, describe, expect, it } from 'vitest'
import { addToAccessList, createLine, createProduct, createProject, createSpace, firstLevel } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { Params } from '../kit/entity/rows.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { seeing } from './public.ts'
import { seesProject } from './scope.ts'

const app = await startApp()
const viewing = ['Projects.View', 'ProjectActivityLogs.View', 'Clients.View', 'Equipments.View'] as const
const viewer = () => app.signInAs(viewing, { isNew: true })
/** Checks that every path to a project agrees: page, lists, counts, search, and live events. */
const sees = async (caller: Caller, project: AnyRow) => {
  const get = (path: string, query: AnyRow = {}) => caller('GET', `/api/${path}`, undefined, { query })
  const holds = async (path: string, query: AnyRow = {}) => {
    const { body } = await get(path, { itemsPerPage: -1, ...query })
    return (body.items as AnyRow[]).some(({ id }) => id === project.id)
  }
  const is = async (path: string, status = 200) => (await get(path)).status === status
  const read = await is(`projects/${project.id}`)
  const visibility = {
    list: await holds('projects', { search: project.number }),
    typeHead: await holds('projects/typeHead', { search: project.number }),
    query: await holds('projects/query'),
    recent: await holds('projects/Recent', { mode: 2, count: 50 }),
    stats: await is(`projects/${project.id}/Stats`),
    log: await is(`projects/${project.id}/ActivityLogs`),
    buildings: await is(`projects/${project.id}/Buildings`),
    companies: await is(`projects/${project.id}/Companies`),
    spotlight: (await get('spotlight', { term: `p: ${project.name}` })).body.projects.items.some(({ id }: AnyRow) => id === project.id),
    ofClient: !project.client || (await get(`clients/${project.client.id}/Stats`)).body.projectsCount === 1,
    told: (await app.product.work((ctx) => seeing(ctx, project.id, [caller.userId]))).has(caller.userId),
  }
  const expected = Object.fromEntries(
    Object.keys(visibility).map((readerName) => [readerName, readerName === 'ofClient' && !project.client ? true : read]),
  )
  expect(visibility, 'every way agrees with the page').toEqual(expected)
  return read
}

it('is closed to external users, with any permissions', async () => {
  const project = await createProject(app)
  const seen = (isExternal: boolean) =>
    app.product.work(async (ctx) => {
      const p = new Params()
      const held = new Set(['Projects.View', 'ProjectAccessList.Update'] as const)
      const condition = seesProject({ ...ctx.actor, userId: app.admin.userId, isExternal, held }, p)
      return ctx.rows({ id: is.number }, `select t.id from projects t where t.id = ${p.add(project.id)} and ${condition}`, p.values)
    })
  expect(await seen(false)).toEqual([{ id: project.id }])
  expect(await seen(true)).toEqual([])
})

it('is open to all viewers while its list is empty, and to no others', async () => {
  const project = await createProject(app)
  expect(await sees(await viewer(), project)).toBe(true)
  expect((await (await app.signInAs(['Leads.View'], { isNew: true }))('GET', `/api/projects/${project.id}`)).status).toBe(403)
  expect(await app.product.work((ctx) => seeing(ctx, project.id, []))).toEqual(new Set())
})

it('is closed to viewers who are not on its list', async () => {
  const project = await createProject(app)
  const [inside, outside] = [await viewer(), await viewer()]
  await addToAccessList(app, project, inside.userId)
  expect(await sees(inside, project)).toBe(true)
  expect(await sees(outside, project)).toBe(false)
  await app.sql('update projects set is_deleted = true where id = $1', [project.id])
  expect(await sees(inside, project)).toBe(false)
})

it('is open to members of a listed group, until they leave it', async () => {
  const project = await createProject(app)
  const member = await viewer()
  const [group] = await app.sql(`insert into access_groups (name) values ('Denver') returning id`)
  await app.sql('insert into project_access_entries (project_id, access_group_id) values ($1, $2)', [project.id, group!.id])
  expect(await sees(member, project)).toBe(false)
  await app.sql('insert into access_group_members (access_group_id, user_id) values ($1, $2)', [group!.id, member.userId])
  expect(await sees(member, project)).toBe(true)
  await app.sql('delete from access_group_members')
  expect(await sees(member, project)).toBe(false)
})

it.each(['created_by_id', 'associate_consultant_id', 'project_manager_id'])('is open to its team: %s', async (column) => {
  const project = await createProject(app)
  const person = await viewer()
  await addToAccessList(app, project, app.admin.userId)
  expect(await sees(person, project)).toBe(false)
  await app.sql(`update projects set ${column} = $2 where id = $1`, [project.id, person.userId])
  expect(await sees(person, project)).toBe(true)
})

it('is open to users who manage access lists', async () => {
  const project = await createProject(app)
  await addToAccessList(app, project, app.admin.userId)
  expect(await sees(await app.signInAs([...viewing, 'ProjectAccessList.Update'], { isNew: true }), project)).toBe(true)
  expect(await sees(await app.signInAs([...viewing, 'LeadAccessList.Update'], { isNew: true }), project)).toBe(false)
})

it('follows lead permissions while it is a lead', async () => {
  const project = await createProject(app)
  await app.sql('update projects set stage = -1 where id = $1', [project.id])
  const readAs = async (...permissions: Parameters<typeof app.signInAs>[0] & string[]) => {
    const caller = await app.signInAs(permissions as never, { isNew: true })
    return (await app.product.work((ctx) => seeing(ctx, project.id, [caller.userId]))).size === 1
  }
  expect(await readAs('Projects.View')).toBe(false)
  expect(await readAs('Leads.View')).toBe(true)
  expect((await app.admin('GET', `/api/projects/${project.id}`)).status).toBe(404)
  await addToAccessList(app, project, app.admin.userId)
  expect(await readAs('Leads.View')).toBe(false)
  expect(await readAs('Leads.View', 'LeadAccessList.Update')).toBe(true)
})

/** Tests the table of domain 4.2, except assignment in a contract. */
describe('access list calls', () => {
  const put = async (project: AnyRow, body: object) => {
    const answer = await app.admin('PUT', `/api/projects/${project.id}/AccessList`, body)
    expect(answer.status).toBe(200)
  }

  it('show a project with an empty list, hide one without the user, and count equipment', async () => {
    const project = await createProject(app)
    const product = await createProduct(app)
    await createLine(app, await createSpace(app, project), product, { quantity: 3 })
    const [inside, outside] = [await viewer(), await viewer()]
    const uses = async (caller: Caller) => (await caller('GET', `/api/equipments/${product.id}/Stats`)).body
    expect(await sees(outside, project)).toBe(true)
    expect(await uses(outside)).toMatchObject({ projectsCount: 1, spacesCount: 1, totalQuantity: 3 })
    await put(project, { userIds: [inside.userId] })
    expect([await sees(inside, project), await sees(outside, project)]).toEqual([true, false])
    expect(await uses(inside)).toMatchObject({ projectsCount: 1, totalQuantity: 3 })
    expect(await uses(outside)).toMatchObject({ projectsCount: 0, spacesCount: 0, totalQuantity: 0 })
    expect((await outside('GET', `/api/equipments/${product.id}/Stats/projects`)).body.total).toBe(0)
    await put(project, { userIds: [], opensToEverybody: true })
    expect(await sees(outside, project)).toBe(true)
  })

  it('show a project to group members until the next request after they leave', async () => {
    const project = await createProject(app)
    const member = await viewer()
    const { body: group } = await app.admin('POST', '/api/accessGroups', { name: `Group ${project.id}`, userIds: [member.userId] })
    await put(project, { accessGroupIds: [group.id] })
    expect(await sees(member, project)).toBe(true)
    await app.admin('PUT', `/api/accessGroups/${group.id}`, { name: group.name, userIds: [] })
    expect(await sees(member, project)).toBe(false)
  })

  it('show the project to its creator regardless of the list', async () => {
    const maker = await app.signInAs([...viewing, 'Projects.Create'], { isNew: true })
    const { body: project, status } = await maker('POST', '/api/projects', { name: 'Own work', type: 3 })
    expect(status).toBe(201)
    await put(project, { userIds: [app.admin.userId] })
    expect(await sees(maker, project)).toBe(true)
    expect(await sees(await viewer(), project)).toBe(false)
  })

  it('do not replace the permission', async () => {
    const project = await createProject(app)
    const listedOnly = await app.signInAs(['Leads.View', 'Clients.View'], { isNew: true })
    await put(project, { userIds: [listedOnly.userId] })
    expect((await listedOnly('GET', `/api/projects/${project.id}`)).status).toBe(403)
    expect((await listedOnly('GET', `/api/projects/typeHead?search=${project.number}`)).body.total).toBe(0)
    expect((await listedOnly('GET', `/api/spotlight?term=${project.number}`)).body.projects).toEqual({ total: 0, items: [] })
    expect((await listedOnly('GET', `/api/clients/${project.client.id}/Stats`)).body.projectsCount).toBe(0)
    expect(await app.product.work((ctx) => seeing(ctx, project.id, [listedOnly.userId]))).toEqual(new Set())
  })

  it('hide a lead from users with project permissions only', async () => {
    const { body: lead } = await app.admin('POST', '/api/leads', { name: 'Only a lead' })
    const [ofProjects, ofLeads] = [await viewer(), await app.signInAs(['Leads.View'], { isNew: true })]
    expect((await ofProjects('GET', `/api/leads/${lead.id}`)).status).toBe(403)
    expect((await ofProjects('GET', `/api/projects/${lead.id}`)).status).toBe(404)
    expect((await ofProjects('GET', '/api/leads/typeHead?search=Only%20a%20lead')).status).toBe(403)
    expect((await ofProjects('GET', '/api/spotlight?term=Only%20a%20lead')).body.leads.total).toBe(0)
    expect((await ofLeads('GET', `/api/leads/${lead.id}`)).status).toBe(200)
    expect((await ofLeads('GET', '/api/leads/Recent?mode=1')).body.items.map(({ id }: AnyRow) => id)).toContain(lead.id)
    await app.admin('PUT', `/api/leads/${lead.id}/AccessList`, { userIds: [app.admin.userId] })
    for (const path of [`leads/${lead.id}`, `leads/${lead.id}/ActivityLogs`, `leads/${lead.id}/Companies`])
      expect((await ofLeads('GET', `/api/${path}`)).status, path).toBe(404)
    for (const path of ['leads', 'leads/typeHead', 'leads/query'])
      expect((await ofLeads('GET', `/api/${path}?search=Only%20a%20lead`)).body.total, path).toBe(0)
    expect((await ofLeads('GET', '/api/spotlight?term=Only%20a%20lead')).body.leads.total).toBe(0)
  })
})

describe('routes below an unseen project', () => {
  let project: AnyRow
  let room: AnyRow
  let line: AnyRow
  let product: AnyRow
  let own: AnyRow
  let outsider: Caller
  beforeAll(async () => {
    project = await createProject(app)
    product = await createProduct(app)
    room = await createSpace(app, project, { spaceNumber: '1' })
    line = await createLine(app, room, product, { areaGroupId: room.areaGroups[0].id })
    await addToAccessList(app, project, app.admin.userId)
    own = await createProject(app)
    outsider = await app.signInAs(
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

  it('return 404 as for an unknown id', async () => {
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

  it('reject ids in bodies with the message for unknown ids', async () => {
    const foreignSpace = { projectId: project.id, levelId: firstLevel(project).id, name: 'Mine now' }
    const nowhere = { projectId: 999_999_999, levelId: firstLevel(own).id, name: 'Mine now' }
    const answers = [await outsider('POST', '/api/spaces', foreignSpace), await outsider('POST', '/api/spaces', nowhere)]
    for (const answer of answers) expect(answer).toMatchObject({ status: 400, body: { fields: { projectId: ['Project not found.'] } } })
    const mine = await createSpace(app, own)
    const foreignLevel = await outsider('POST', '/api/spaces', { ...foreignSpace, projectId: own.id })
    expect(foreignLevel.body.fields).toEqual({ levelId: ['Level not found.'] })
    const moved = await outsider('PUT', `/api/spaces/${mine.id}`, { ...foreignSpace, projectId: own.id })
    expect(moved.body.fields).toEqual({ levelId: ['Level not found.'] })
    const foreignGroup = await outsider('POST', `/api/spaces/${mine.id}/Equipment`, {
      equipmentId: product.id,
      quantity: 1,
      areaGroupId: room.areaGroups[0].id,
    })
    expect(foreignGroup.body.fields).toEqual({ areaGroupId: ['Area group not found.'] })
    const foreignTarget = await outsider('POST', `/api/spaces/${mine.id}/CloneToProject`, foreignSpace)
    expect(foreignTarget.body.fields).toEqual({ projectId: ['Project not found.'] })
    expect((await outsider('POST', '/api/spaces/BulkDelete', { ids: [mine.id, room.id] })).body.fields).toEqual({
      ids: ['Space not found.'],
    })
    expect((await outsider('GET', `/api/spaces/${mine.id}`)).status, 'all or nothing').toBe(200)
  })

  it('are absent from every list and count', async () => {
    for (const path of [
      `spaces?projectId=${project.id}`,
      `spaces/typeHead?search=${encodeURIComponent(room.name)}`,
      `spaces/Equipment/${product.id}`,
      `projects/typeHead?search=${project.number}`,
    ])
      expect((await outsider('GET', `/api/${path}`)).body.total, path).toBe(0)
    await app.admin('DELETE', `/api/spaces/${room.id}`)
    expect((await outsider('GET', '/api/spaces/deleted')).body.total).toBe(0)
    expect((await outsider('PUT', `/api/spaces/${room.id}/restore`, {})).status).toBe(404)
  })
})
