import { expect, it } from 'vitest'
import { approveContract, createPlan } from '../../../test/kit/fixtures/boards.ts'
import { createClient, createRole, createRow, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { april, createContractWithHours, march } from '../../../test/kit/fixtures/offers.ts'
import { addToAccessList, createProject } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { LaborType } from '../../model/access/enums.ts'
import type { Match } from '../../model/offers/matches.ts'

const app = await startApp()
const role = await createRole(app)
const { SC, VI } = LaborType
const planner = await app.signInAs(['Projects.View', 'DNAUsers.View', 'ResourceOffers.Create', 'ResourceOffers.CreateForOthers'])
const givenPerson = (more: object = {}) => createUser(app, { roleId: role.id, defaultLaborType: VI, ...more })
const findMatches = (query: object, caller: Caller = planner) =>
  caller('GET', '/api/resourceOffers/Matches', undefined, { query: { ...query } })
const matchOf = (matches: Match[], { id }: { id: string }) => matches.find(({ user }) => user.id === id)

it('finds users with capacity for unassigned hours, with reasons', async () => {
  const client = await createClient(app)
  const project = await createProject(app, { clientId: client.id })
  const [free, busy, other, knows] = [
    await givenPerson(),
    await givenPerson(),
    await givenPerson({ defaultLaborType: SC }),
    await givenPerson(),
  ]
  const { record } = await createContractWithHours(app, [{ laborType: VI, hours: 80, genericName: 'Video' }], project)
  await createPlan(app, await createProject(app), [{ userId: busy.id, laborType: VI, hours: 352 }])
  const earlier = await createPlan(app, await createProject(app, { clientId: client.id }), [{ userId: knows.id, laborType: VI, hours: 24 }])
  await approveContract(app, earlier.contract)
  const { status, body } = await findMatches({ recordId: record.id })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.sought).toMatchObject({ recordId: record.id, user: null, name: 'Video', months: { [march]: 40, [april]: 40 } })
  expect(body.client.id).toBe(client.id)
  expect(matchOf(body.matches, free)).toMatchObject({ fits: 80, free: { [march]: 176, [april]: 176 } })
  expect(matchOf(body.matches, busy)).toMatchObject({ fits: 0, free: { [march]: 0, [april]: 0 } })
  expect(matchOf(body.matches, knows)?.reasons).toContain(`Knows ${client.name}: 24 h in other contracts`)
  expect(matchOf(body.matches, other)).toBeUndefined()
  const order = body.matches.map(({ user }: Match) => user.id)
  expect(order.indexOf(knows.id)).toBeLessThan(order.indexOf(free.id))
  expect(order.indexOf(free.id)).toBeLessThan(order.indexOf(busy.id))
  const item = (await findMatches({ recordId: record.id, month: april, hours: 12.5 })).body
  expect(item.sought.months).toEqual({ [april]: 12.5 })
  expect((await findMatches({ recordId: record.id, month: '2026-05' })).body.fields.month).toEqual([
    'Nothing is left of these hours in May 2026.',
  ])
  expect((await findMatches({ recordId: record.id, hours: 5 })).status).toBe(400)
})

it('prefers the team of the hours, and excludes the person, suspended users and other teams', async () => {
  const [tired, mate, stranger, deletedPerson] = [await givenPerson(), await givenPerson(), await givenPerson(), await givenPerson()]
  const team = await createRow(app, '/api/teams', { name: uniqueName('West'), memberIds: [tired.id, mate.id] })
  await app.admin('PUT', `/api/users/${deletedPerson.id}/Suspend`, {})
  const { record } = await createContractWithHours(app, [{ userId: tired.id, laborType: VI, hours: 20 }])
  const { matches } = (await findMatches({ recordId: record.id })).body
  expect(matchOf(matches, mate)?.reasons).toContain(`Same team: ${team.name}`)
  expect(matchOf(matches, stranger)?.reasons.join()).not.toContain('Same team')
  expect([matchOf(matches, tired), matchOf(matches, deletedPerson)]).toEqual([undefined, undefined])
  const inTeam = (await findMatches({ recordId: record.id, teamIds: [team.id] })).body.matches
  expect(inTeam.map(({ user }: Match) => user.id)).toEqual([mate.id])
  const own = await app.signInAs(['Projects.View', 'DNAUsers.View', 'ResourceOffers.Create'])
  expect((await findMatches({ recordId: record.id }, own)).status).toBe(403)
})

it('hides unseen projects and excludes hours that cannot be moved', async () => {
  const client = await createClient(app)
  const [open, hidden] = [await createProject(app, { clientId: client.id }), await createProject(app, { clientId: client.id })]
  const person = await givenPerson()
  const secret = await createPlan(app, hidden, [{ userId: person.id, laborType: VI, hours: 30 }])
  await approveContract(app, secret.contract)
  await addToAccessList(app, hidden, app.admin.userId)
  const { record } = await createContractWithHours(app, [{ laborType: VI, hours: 8 }], open)
  const match = matchOf((await findMatches({ recordId: record.id })).body.matches, person)
  expect(match?.reasons.join()).not.toContain('Knows')
  expect(match?.free[march]).toBe(176 - 15)
  expect((await findMatches({ recordId: secret.records[0]?.id })).status).toBe(404)
  const draft = await createPlan(app, open, [{ laborType: VI, hours: 8 }])
  expect((await findMatches({ recordId: draft.records[0]?.id })).status).toBe(404)
  expect((await findMatches({ recordId: record.id }, await app.signInAs(['Projects.View', 'ResourceOffers.Create']))).status).toBe(403)
})

it("counts a person's offers and shift requests besides their work", async () => {
  const person = await app.signInAs(['Projects.View'], { isNew: true })
  const { record, project } = await createContractWithHours(app, [{ hours: 20 }])
  const lines = [{ phaseRecordId: record.id, month: march, hours: 2 }]
  expect((await app.admin('POST', '/api/resourceOffers', { projectId: project.id, targetUserId: person.userId, lines })).status).toBe(201)
  const at = `/api/users/${person.userId}/Stats`
  expect((await app.admin('GET', at)).body).toMatchObject({ offersCount: 1, shiftRequestsCount: 0 })
  expect((await app.admin('GET', `${at}/offers`)).body).toMatchObject({ total: 1 })
  expect((await app.admin('GET', `${at}/shiftRequests`)).body).toEqual({ total: 0, items: [] })
  const stranger = await app.signInAs(['DNAUsers.View', 'ResourceOffers.View'], { isNew: true })
  expect((await stranger('GET', at)).body).toMatchObject({ offersCount: 0, shiftRequestsCount: 0 })
})
