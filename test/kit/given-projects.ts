import type { AnyRow } from '../../src/server/kit/request/context.ts'
import { uniqueName } from './fresh.ts'
import { createRow } from './given.ts'
import type { TestApp } from './start.ts'

const code = (letter: string) => uniqueName(letter).replace(' ', '')

export const createProjectClient = (house: TestApp, more: AnyRow = {}) =>
  createRow(house, '/api/clients', { name: uniqueName('Client'), abbreviatedName: code('C'), ...more })

export async function createProject(house: TestApp, more: AnyRow = {}): Promise<AnyRow> {
  const clientId = 'clientId' in more ? more.clientId : (await createProjectClient(house)).id
  return createRow(house, '/api/projects', { name: uniqueName('Project'), ...more, clientId })
}

export const firstLevel = (project: AnyRow): AnyRow => project.buildings[0].levels[0]

export const createSpace = (house: TestApp, project: AnyRow, more: AnyRow = {}) =>
  createRow(house, '/api/spaces', { projectId: project.id, levelId: firstLevel(project).id, name: uniqueName('Space'), ...more })

export async function createProduct(house: TestApp, more: AnyRow = {}): Promise<AnyRow> {
  const maker = await createRow(house, '/api/Manufactures', { name: uniqueName('Maker') })
  const [category] = await house.sql('select id from categories order by number limit 1')
  return createRow(house, '/api/equipments', {
    tag: code('T'),
    model: uniqueName('Model'),
    manufactureId: maker.id,
    categoryId: category!.id,
    msrpPrice: 100,
    ...more,
  })
}

export const createLine = (house: TestApp, space: AnyRow, product: AnyRow, more: AnyRow = {}) =>
  createRow(house, `/api/spaces/${space.id}/Equipment`, { equipmentId: product.id, quantity: 1, ...more })

/** Adds a user to a project's access list directly in the database. */
export const addToAccessList = (house: TestApp, project: AnyRow, userId: string) =>
  house.sql('insert into project_access_entries (project_id, user_id) values ($1, $2)', [project.id, userId])

export async function activateProject(house: TestApp, project: AnyRow) {
  for (const status of [101, 102, 104]) await house.admin('PUT', `/api/projects/${project.id}/SetStatus`, { status })
  return house.admin('PUT', `/api/projects/${project.id}/Activate`, {})
}
