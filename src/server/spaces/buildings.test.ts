import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { addToAccessList, createProject, createSpace, firstLevel } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Permission } from '../../model/permissions.ts'
import { servedBuildings } from './buildings.ts'
import { levels } from './levels.ts'

const app = await startApp()
const { admin } = app
const shared = await createProject(app)
await addToAccessList(app, shared, admin.userId)
const as = (permissions: readonly Permission[]) =>
  app.signInAs(permissions.length < 10 ? [...new Set([...permissions, 'Projects.View', 'ProjectAccessList.Update'] as const)] : permissions)
const outsider = () => app.signInAs(['Projects.View', 'Projects.Update'])

const address = {
  addressLine1: '1 Main Street',
  addressLine2: 'Suite 4',
  city: 'Denver',
  state: 'CO',
  postalCode: '80014',
  country: 'US',
}
entityContract(servedBuildings, app, {
  parentId: async () => shared.id,
  valid: { name: 'Annex', shortName: 'AX', order: 3, notes: 'Behind the garden', address },
  invalid: [
    ['name', '', messages.required],
    ['shortName', 'x'.repeat(21), messages.maxLength(20)],
    ['address.country', 'XX', messages.unknown],
  ],
  as,
  outsider,
})

entityContract(levels, app, {
  parentId: async () => shared.buildings[0].id,
  valid: { name: 'Roof', shortName: 'R', order: 9, elevation: -12.5, ceilingHeightFt: 12.5 },
  invalid: [
    ['name', 'Level  9', messages.whiteSpaces],
    ['elevation', 'high', messages.number],
  ],
  as,
  outsider,
})

it('cannot be deleted while in use', async () => {
  const project = await createProject(app)
  const space = await createSpace(app, project)
  const [building, level] = [project.buildings[0], firstLevel(project)]
  expect((await admin('DELETE', `/api/projects/${project.id}/Buildings/${building.id}`)).body.message).toBe(
    'Main Building is used by 1 space and cannot be deleted.',
  )
  expect((await admin('DELETE', `/api/buildings/${building.id}/Levels/${level.id}`)).body.message).toBe(
    'Level 1 is used by 1 space and cannot be deleted.',
  )
  await admin('DELETE', `/api/spaces/${space.id}`)
  const deleting = (levelsCount?: number) =>
    admin('DELETE', `/api/projects/${project.id}/Buildings/${building.id}`, undefined, { query: { levelsCount } })
  expect(await deleting(3)).toMatchObject({ status: 409, body: { detail: 'stale', message: expect.stringMatching(/ has 1 level now\.$/) } })
  expect((await deleting(1)).status).toBe(204)
  expect((await admin('GET', `/api/spaces/deleted/${space.id}`)).body.conflicts).toEqual(['level'])
  expect((await admin('PUT', `/api/spaces/${space.id}/restore`, {})).body.message).toBe('The level Level 1 is deleted.')
})

it('keeps the saved order', async () => {
  const project = await createProject(app)
  const path = `/api/projects/${project.id}/Buildings`
  const createdBuildings = [
    project.buildings[0],
    ...(await Promise.all(['Annex', 'Gate'].map(async (name) => (await admin('POST', path, { name })).body))),
  ]
  const ids = createdBuildings.map(({ id }) => id)
  const turned = [ids[2], ids[0], ids[1]]
  const answer = await admin('PUT', `${path}/Order`, { ids: turned })
  expect(answer.body.map(({ id }: { id: number }) => id)).toEqual(turned)
  expect((await admin('GET', `/api/spaces/BuildingsAndLevels/Project/${project.id}`)).body.map(({ id }: { id: number }) => id)).toEqual(
    turned,
  )
  expect((await admin('PUT', `${path}/Order`, { ids: [shared.buildings[0].id] })).body.fields).toEqual({ ids: ['Building not found.'] })

  const floors = `/api/buildings/${ids[0]}/Levels`
  const roof = (await admin('POST', floors, { name: 'Roof' })).body
  expect(roof.order).toBe(2)
  await admin('PUT', `${floors}/Order`, { ids: [roof.id] })
  const page = (await admin('GET', `${path}/${ids[0]}`)).body
  expect(page).toMatchObject({
    levelsCount: 2,
    levels: [
      { name: 'Roof', order: 1 },
      { name: 'Level 1', order: 2 },
    ],
  })
})
