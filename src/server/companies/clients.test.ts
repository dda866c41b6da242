import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createClient, uploadPicture } from '../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { clients } from './clients.ts'

const app = await startApp()
const address = {
  addressLine1: '1 Main Street',
  addressLine2: 'Suite 4',
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
  country: 'US',
}

entityContract(clients, app, {
  valid: {
    name: 'Acme',
    abbreviatedName: 'ACME',
    website: 'https://acme.example',
    phone: '+1 (555) 010-2030 x4',
    email: 'office@acme.example',
    address,
    industryTypes: [1, 7],
    notes: 'Pays on time',
    hubspotCompanyId: '4711',
  },
  prepare: async () => ({ logoUrl: await uploadPicture(app, 'clients'), accountManagerId: app.admin.userId }),
  fresh: (n) => ({ abbreviatedName: `AC${n}` }),
  change: { notes: 'Pays late', industryTypes: [2] },
  invalid: [
    ['name', '', messages.required],
    ['name', ' Acme', messages.whiteSpaces],
    ['abbreviatedName', 'A', messages.abbreviation],
    ['abbreviatedName', 'ABCDEFG', messages.abbreviation],
    ['abbreviatedName', 'acme', messages.abbreviation],
    ['website', 'acme', messages.url],
    ['email', 'office', messages.email],
    ['phone', 'call me', messages.phone],
    ['address.postalCode', '6270', messages.postalCode.US],
    ['address.state', 'Illinois', messages.unknown],
    ['address.country', 'USA', messages.exactLength(2)],
    ['industryTypes[0]', 99, messages.unknown],
  ],
})

it('is found by its abbreviation and city', async () => {
  const client = await createClient(app, { abbreviatedName: 'Q_7.X', address: { ...address, city: 'Zielona Góra' } })
  for (const search of ['q_7.x', 'zielona gora'])
    expect((await app.admin('GET', '/api/clients', undefined, { query: { search } })).body.items[0]).toMatchObject({
      id: client.id,
      city: 'Zielona Góra',
      state: 'IL',
      country: 'US',
    })
})

it('reports a taken abbreviation, except for the same client', async () => {
  const client = await createClient(app, { abbreviatedName: 'TAKEN' })
  const exists = async (query: object) =>
    (await app.admin('GET', '/api/clients/AbbreviatedName/Exist', undefined, { query: query as Record<string, unknown> })).body
  expect(await exists({ abbreviatedName: 'TAKEN' })).toBe(true)
  expect(await exists({ abbreviatedName: 'TAKEN', excludeId: client.id })).toBe(false)
  expect(await exists({ abbreviatedName: 'FREE' })).toBe(false)
  await app.admin('DELETE', `/api/clients/${client.id}`)
  expect(await exists({ abbreviatedName: 'TAKEN' })).toBe(false)
})

it('retires and unretires a client, once each', async () => {
  const client = await createClient(app)
  const step = (name: string) => app.admin('PUT', `/api/clients/${client.id}/${name}`)
  expect(client.isRetired).toBe(false)
  expect((await step('Unretire')).status).toBe(409)
  expect(await step('Retire')).toMatchObject({ status: 200, body: { isRetired: true, rowVersion: 2 } })
  expect(await step('Retire')).toMatchObject({ status: 409, body: { message: `${client.name} is already retired.` } })
  expect(await step('Unretire')).toMatchObject({ status: 200, body: { isRetired: false } })
  const log = await app.admin('GET', `/api/clients/${client.id}/ActivityLogs`)
  expect(log.body.items.map(({ title }: { title: string }) => title)).toEqual(['Unretired', 'Retired', 'Created'])
  const reader = await app.signInAs(['Clients.View'])
  expect((await reader('PUT', `/api/clients/${client.id}/Retire`)).status).toBe(403)
})

it('ignores isRetired in an update', async () => {
  const client = await createClient(app)
  const { body } = await app.admin('PUT', `/api/clients/${client.id}`, { ...client, isRetired: true })
  expect(body.isRetired).toBe(false)
})

it('ranks clients by the projects visible to the caller', async () => {
  const [small, large] = [await createClient(app, { name: 'Ranked B' }), await createClient(app, { name: 'Ranked A' })]
  const projects = []
  for (const clientId of [small.id, large.id, large.id]) projects.push(await createProject(app, { clientId }))
  await createSpace(app, projects[0]!, { complexity: 5 })
  await createSpace(app, projects[1]!, { complexity: 2 })
  const rank = async (query: object, caller = app.admin) => {
    const { body } = await caller('GET', '/api/clients/Ranking', undefined, { query: { count: 200, ...query } })
    const own = body.items.filter(({ id }: { id: number }) => [small.id, large.id].includes(id))
    return own.map(({ id, value }: { id: number; value: number }) => [id, value])
  }
  expect(await rank({ type: 2 })).toEqual([
    [large.id, 2],
    [small.id, 1],
  ])
  expect(await rank({ type: 1 })).toEqual([
    [small.id, 5],
    [large.id, 2],
  ])
  expect(await rank({ type: 2, from: '2100-01-01' })).toEqual([])
  await app.sql(`update projects set stage = ${ProjectStage.Archived} where id = $1`, [projects[0]!.id])
  expect([await rank({ type: 2 }), await rank({ type: 1 })]).toEqual([
    [[large.id, 2]],
    [
      [small.id, 5],
      [large.id, 2],
    ],
  ])
  await app.sql(`update projects set stage = ${ProjectStage.Opportunity} where id = $1`, [projects[0]!.id])
  for (const project of projects.slice(1)) await addToAccessList(app, project, app.admin.userId)
  expect(await rank({ type: 2 }, await app.signInAs(['Clients.View', 'Projects.View']))).toEqual([[small.id, 1]])
  // No contract has revenue yet; users without permission for revenue get an error.
  expect(await rank({ type: 0 })).toEqual([])
  const reader = await app.signInAs(['Clients.View', 'Projects.View'])
  expect((await reader('GET', '/api/clients/Ranking?type=0')).status).toBe(403)
})

it('restores with a new abbreviation if its own is taken', async () => {
  const { body: client } = await app.admin('POST', '/api/clients', { name: uniqueName('Gone'), abbreviatedName: 'GONE' })
  await app.admin('DELETE', `/api/clients/${client.id}`)
  await app.admin('POST', '/api/clients', { name: uniqueName('Here'), abbreviatedName: 'GONE' })
  const restore = (body: object) => app.admin('PUT', `/api/clients/${client.id}/restore`, body)
  expect((await restore({})).body.fields).toEqual({ abbreviatedName: ['This abbreviation is already taken.'] })
  expect((await restore({ abbreviatedName: 'too long' })).status).toBe(400)
  expect((await restore({ abbreviatedName: 'BACK' })).body).toMatchObject({ id: client.id, abbreviatedName: 'BACK', name: client.name })
})
