import { expect, it } from 'vitest'
import { createProduct } from '../../../test/kit/fixtures/projects.ts'
import { createSpaceTemplate } from '../../../test/kit/fixtures/templates.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import { internalPermissions } from '../../model/permissions.ts'

const app = await startApp()
const { admin } = app
const start = (body: object, caller = admin) => caller('POST', '/api/projects/QuickStart', body)

const screen = await createProduct(app, { msrpPrice: 1000 })
const camera = await createProduct(app, { msrpPrice: 200 })
const old = await createProduct(app, { availability: EquipmentAvailability.Deprecated })
const twin = 'QUICK-TWIN'
await createProduct(app, { tag: twin })
const second = await createProduct(app, { tag: twin })
const template = await createSpaceTemplate(app, { Wall: [{ product: screen, quantity: 2 }] })

it('creates a project with client, building, level, and priced rooms, and lists what was not found', async () => {
  const clientName = uniqueName('Harbor City Library')
  const { status, body } = await start({
    name: 'Library renewal',
    clientName,
    rooms: [
      {
        name: 'Boardroom',
        templateId: template.id,
        lines: [
          { model: screen.model.toLowerCase(), quantity: 1 },
          { tag: camera.tag, quantity: 3, unitPrice: 150.5 },
          { model: 'No such thing', quantity: 2 },
          { model: old.model, quantity: 1 },
          { tag: twin, quantity: 1 },
          { tag: twin, manufacturer: second.manufacture.name, quantity: 1 },
        ],
      },
      { name: 'Store', templateId: 999_999 },
    ],
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({ name: 'Library renewal', client: { name: clientName } })
  const [boardroom, store] = body.rooms
  expect(boardroom).toMatchObject({ name: 'Boardroom', equipmentCount: 7, totalMsrpPrice: 3000 + 451.5 + second.msrpPrice })
  expect(boardroom.notFound).toEqual([
    { row: 3, text: 'No such thing', reason: 'unknown' },
    { row: 4, text: old.model, reason: 'deprecated' },
    { row: 5, text: twin, reason: 'ambiguous' },
  ])
  expect(store).toMatchObject({ equipmentCount: 0, notFound: [{ row: null, reason: 'template' }] })
  const project = (await admin('GET', `/api/projects/${body.id}`)).body
  expect(project).toMatchObject({ spaceCount: 2, buildings: [{ name: 'Main Building', levels: [{ name: 'Level 1' }] }] })
  const client = (await admin('GET', `/api/clients/${body.client.id}`)).body
  expect(client.abbreviatedName).toMatch(/^HCL/)

  const again = await start({
    name: uniqueName('Second'),
    clientName: clientName.toUpperCase(),
    buildingName: 'Annex',
    levelName: 'Roof',
    rooms: [],
  })
  expect(again.body.client.id).toBe(body.client.id)
  const annex = (await admin('GET', `/api/projects/${again.body.id}`)).body
  expect(annex.buildings).toMatchObject([{ name: 'Annex', shortName: null, levels: [{ name: 'Roof' }] }])

  expect((await admin('POST', `/api/changeSets/${body.changeSetId}/Undo`)).status).toBe(201)
  expect((await admin('GET', `/api/projects/${body.id}`)).status).toBe(404)
})

it('creates nothing from a request that is not valid', async () => {
  const name = uniqueName('Refused')
  const count = async () => (await admin('GET', '/api/projects', undefined, { query: { search: name } })).body.total
  const twice = await start({ name, clientName: 'Someone', rooms: [{ name: 'A' }, { name: 'a' }] })
  expect([twice.status, twice.body.fields]).toMatchObject([400, { 'rooms[1].name': ['Another room has this name.'] }])
  const unnamed = await start({ name, clientName: 'Someone', rooms: [{ name: 'A', lines: [{ quantity: 1 }] }] })
  expect([unnamed.status, unnamed.body.fields]).toMatchObject([400, { 'rooms[0].lines[0].model': ['A tag or a model is required.'] }])
  expect((await start({ name, rooms: [] })).status).toBe(400)
  expect((await start({ name, clientId: 999_999, rooms: [] })).status).toBe(400)
  expect((await start({ name, clientName: 'Someone', rooms: [{ name: 'A', lines: [{ model: screen.model, quantity: 0 }] }] })).status).toBe(
    400,
  )
  const clientsBefore = (await admin('GET', '/api/clients', undefined, { query: { search: 'Someone' } })).body.total
  expect([await count(), clientsBefore]).toEqual([0, 0])
})

it('needs the permission to create a client only for a new one', async () => {
  const without = internalPermissions.filter((permission) => permission !== 'Clients.Create')
  const caller = await app.signInAs(without)
  const refused = await start({ name: uniqueName('New'), clientName: uniqueName('Unknown'), rooms: [] }, caller)
  expect(refused.status).toBe(403)
  const name = uniqueName('Known')
  expect((await admin('POST', '/api/clients', { name, abbreviatedName: 'KNWN' })).status).toBe(201)
  expect((await start({ name, clientName: name, rooms: [] }, caller)).status).toBe(201)
  const reader = await app.signInAs(['Projects.View', 'Projects.Create'])
  expect((await start({ name: 'x', rooms: [] }, reader)).status).toBe(403)
})
