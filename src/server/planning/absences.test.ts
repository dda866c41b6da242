import { describe, expect, it } from 'vitest'
import { createRole, createRow, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'

const app = await startApp()
const role = await createRole(app)
const givenPerson = () => createUser(app, { roleId: role.id })
const vacation = { fromDate: '2026-05-11', toDate: '2026-05-15', kind: 1 }
const enter = (body: object, caller: Caller = app.admin) => caller('POST', '/api/absences', body)
const listed = async (query: object, caller: Caller = app.admin) => caller('GET', '/api/absences', undefined, { query: { ...query } })
const readAbsences = async (query: object, caller?: Caller) => (await listed(query, caller)).body.items

describe('absence', () => {
  it('rejects an end before the start, an empty or too long period, and a missing kind', async () => {
    const { id: userId } = await givenPerson()
    const refused = async (more: object) => {
      const { status, body } = await enter({ ...vacation, userId, ...more })
      return [status, body.fields]
    }
    expect(await refused({ toDate: '2026-05-10' })).toEqual([400, { toDate: ['The last day is before the first.'] }])
    expect(await refused({ toDate: '2026-05-11', fromHalf: true, toHalf: true })).toEqual([
      400,
      { toHalf: ['An absence from noon to noon of the same day has no time.'] },
    ])
    expect(await refused({ toDate: '2031-05-12' })).toEqual([400, { toDate: ['An absence can last 5 years at most.'] }])
    expect(await refused({ kind: 6 })).toEqual([400, { kind: [messages.unknown] }])
    expect(await refused({ kind: null, fromDate: '' })).toEqual([400, { fromDate: [messages.required], kind: [messages.required] }])
    expect(await refused({ userId: '00000000-0000-4000-8000-000000000000' })).toEqual([400, { userId: ['Person not found.'] }])
    const outside = await app.signInAs(['ExternalProjects.View'], { external: true })
    expect(await refused({ userId: outside.userId })).toEqual([400, { userId: ['Person not found.'] }])
    expect(await readAbsences({ userIds: userId })).toEqual([])
  })

  it("does not overlap the same person's absences, by half days", async () => {
    const [{ id: userId }, other] = [await givenPerson(), await givenPerson()]
    expect((await enter({ ...vacation, userId, toHalf: true })).status).toBe(201)
    const tried = async (more: object) => (await enter({ ...vacation, userId, ...more })).body.fields ?? 'entered'
    const conflict = { fromDate: ['There is already an absence: 2026/05/11 to 2026/05/15 until noon.'] }
    expect(await tried({ fromDate: '2026-05-15', toDate: '2026-05-18' })).toEqual(conflict)
    expect(await tried({ fromDate: '2026-05-15', toDate: '2026-05-15', toHalf: true })).toEqual(conflict)
    expect(await tried({ fromDate: '2026-05-08', toDate: '2026-05-11' })).toEqual(conflict)
    expect(await tried({ fromDate: '2026-05-15', toDate: '2026-05-18', fromHalf: true })).toBe('entered')
    expect((await enter({ ...vacation, userId: other.id })).status).toBe(201)
    const both = await Promise.all([1, 2, 3].map(() => enter({ fromDate: '2026-07-01', toDate: '2026-07-02', kind: 1, userId })))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400, 400])
  })

  it('can be changed without conflicting with itself, and rejects a stale write', async () => {
    const { id: userId } = await givenPerson()
    const { id, rowVersion } = (await enter({ ...vacation, userId })).body
    const change = (body: object) => app.admin('PUT', `/api/absences/${id}`, { ...vacation, ...body })
    expect(await change({ toDate: '2026-05-18', note: 'Longer', rowVersion })).toMatchObject({
      status: 200,
      body: { toDate: '2026-05-18', note: 'Longer', workingHours: 48, user: { id: userId } },
    })
    expect(await change({ rowVersion })).toMatchObject({ status: 409, body: { detail: 'stale' } })
    expect((await app.admin('DELETE', `/api/absences/${id}`)).status).toBe(204)
    expect((await change({})).status).toBe(404)
    expect((await enter({ ...vacation, userId })).status).toBe(201)
  })

  it('returns the working hours it uses, without holidays, days off and unscheduled days', async () => {
    const { id: userId } = await givenPerson()
    const calendar = await createRow(app, '/api/holidayCalendars', {
      name: uniqueName('Calendar'),
      days: [{ date: '2026-05-25', name: 'Memorial Day', share: 1 }],
    })
    await app.admin('PUT', `/api/users/${userId}/WorkSchedules`, {
      schedules: [{ fromDate: '2026-01-01', hours: [8, 8, 8, 8, 0, 0, 0], availabilityPercent: 50 }],
      holidayCalendarId: calendar.id,
    })
    const long = await enter({ userId, fromDate: '2026-05-22', toDate: '2026-05-28', kind: 2, toHalf: true })
    expect(long.body.workingHours).toBe(4 + 4 + 2)
  })
})

describe('absence list', () => {
  it('is filtered by days and people, both ends inclusive', async () => {
    const [a, b] = [await givenPerson(), await givenPerson()]
    for (const userId of [a.id, b.id]) await enter({ ...vacation, userId })
    const found = async (query: object) => (await readAbsences({ userIds: [a.id, b.id], ...query })).length
    expect(await found({})).toBe(2)
    expect(await found({ userIds: [a.id] })).toBe(1)
    expect(await found({ from: '2026-05-15' })).toBe(2)
    expect(await found({ from: '2026-05-16' })).toBe(0)
    expect(await found({ to: '2026-05-11' })).toBe(2)
    expect(await found({ to: '2026-05-10' })).toBe(0)
    expect((await listed({ from: 'May' })).status).toBe(400)
  })

  it('shows absences to users who see people, the reason only to the person and managers', async () => {
    const [own, viewer, keeper, stranger] = await Promise.all([
      app.signInAs(['Clients.View'], { isNew: true }),
      app.signInAs(['DNAUsers.View']),
      app.signInAs(['DNAUsers.View', 'DNAUsers.Update']),
      app.signInAs([]),
    ])
    const { id } = (await enter({ ...vacation, kind: 2, note: 'Knee surgery' }, own)).body
    const seen = async (caller: Caller) => (await readAbsences({ userIds: own.userId }, caller))[0]
    const fullAbsence = { id, kind: 2, note: 'Knee surgery', workingHours: 40, user: { id: own.userId } }
    expect(await seen(own)).toMatchObject(fullAbsence)
    expect(await seen(keeper)).toMatchObject(fullAbsence)
    const outside = await seen(viewer)
    expect(outside).toMatchObject({ id, fromDate: '2026-05-11', toDate: '2026-05-15', workingHours: 40 })
    expect(outside).not.toHaveProperty('kind')
    expect(outside).not.toHaveProperty('note')
    expect(JSON.stringify((await listed({}, viewer)).body)).not.toContain('Knee')
    expect((await listed({ userIds: own.userId }, stranger)).status).toBe(403)
    expect(await readAbsences({}, stranger)).toEqual([])
    expect((await readAbsences({}, own)).map((absence: { id: number }) => absence.id)).toEqual([id])
  })

  it('allows writes by the person and by user managers', async () => {
    const [own, viewer, keeper] = await Promise.all([
      app.signInAs([], { isNew: true }),
      app.signInAs(['DNAUsers.View']),
      app.signInAs(['DNAUsers.View', 'DNAUsers.Update']),
    ])
    const { id } = (await enter(vacation, own)).body
    const change = (caller: Caller) => caller('PUT', `/api/absences/${id}`, { ...vacation, toDate: '2026-05-12' })
    expect((await enter({ ...vacation, userId: own.userId }, viewer)).status).toBe(403)
    expect((await change(viewer)).status).toBe(403)
    expect((await viewer('DELETE', `/api/absences/${id}`)).status).toBe(403)
    const stranger = await app.signInAs([])
    expect((await change(stranger)).status).toBe(404)
    expect((await stranger('DELETE', `/api/absences/${id}`)).status).toBe(404)
    expect((await change(keeper)).body).toMatchObject({ toDate: '2026-05-12', user: { id: own.userId } })
    expect((await own('DELETE', `/api/absences/${id}`)).status).toBe(204)
    expect((await enter({ ...vacation, userId: own.userId }, keeper)).status).toBe(201)
  })
})
