import type { Row } from '../../src/server/kit/request/context.ts'
import { fresh } from './fresh.ts'
import { given } from './given.ts'
import type { House } from './start.ts'

const code = (letter: string) => fresh(letter).replace(' ', '')

export const givenClient = (house: House, more: Row = {}) =>
  given(house, '/api/clients', { name: fresh('Client'), abbreviatedName: code('C'), ...more })

/** An opportunity with its first building and level. */
export async function givenProject(house: House, more: Row = {}): Promise<Row> {
  const clientId = 'clientId' in more ? more.clientId : (await givenClient(house)).id
  return given(house, '/api/projects', { name: fresh('Project'), ...more, clientId })
}

export const firstLevel = (project: Row): Row => project.buildings[0].levels[0]

export const givenSpace = (house: House, project: Row, more: Row = {}) =>
  given(house, '/api/spaces', { projectId: project.id, levelId: firstLevel(project).id, name: fresh('Space'), ...more })

/** A product of a maker of its own; price in dollars. */
export async function givenProduct(house: House, more: Row = {}): Promise<Row> {
  const maker = await given(house, '/api/Manufactures', { name: fresh('Maker') })
  const [category] = await house.sql('select id from categories order by number limit 1')
  return given(house, '/api/equipments', {
    tag: code('T'),
    model: fresh('Model'),
    manufactureId: maker.id,
    categoryId: category!.id,
    msrpPrice: 100,
    ...more,
  })
}

export const givenLine = (house: House, space: Row, product: Row, more: Row = {}) =>
  given(house, `/api/spaces/${space.id}/Equipment`, { equipmentId: product.id, quantity: 1, ...more })

/** Puts somebody on the access list of a project, past every rule. */
export const listed = (house: House, project: Row, userId: string) =>
  house.sql('insert into project_access_entries (project_id, user_id) values ($1, $2)', [project.id, userId])

/** Leads the project through its steps to the stage. */
export async function activate(house: House, project: Row) {
  for (const status of [101, 102, 104]) await house.admin('PUT', `/api/projects/${project.id}/SetStatus`, { status })
  return house.admin('PUT', `/api/projects/${project.id}/Activate`, {})
}
