import { describe, expect, it } from 'vitest'
import { createRole, createRow, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { addDays } from '../../model/kit/dates.ts'
import { messages } from '../../model/kit/rules.ts'

const app = await startApp()
const role = await createRole(app)
const today = new Date().toISOString().slice(0, 10)
const [week, shorter] = [
  [8, 8, 8, 8, 8, 0, 0],
  [8, 8, 8, 8, 0, 0, 0],
]
const givenPerson = () => createUser(app, { roleId: role.id })
const schedule = (fromDate: string, hours = week, availabilityPercent = 100) => ({ fromDate, hours, availabilityPercent })
const requestWorkingTime = async (userId: string, caller = app.admin) =>
  caller('GET', '/api/workSchedules', undefined, { query: { userId } })
const writeSchedules = (userId: string, schedules: unknown[], more: object = {}, caller = app.admin) =>
  caller('PUT', `/api/users/${userId}/WorkSchedules`, { schedules, ...more })
const capacity = async (userId: string, from: string, to = from, granularity = 'month', caller = app.admin) =>
  caller('GET', `/api/users/${userId}/Capacity`, undefined, { query: { from, to, granularity } })
const readCapacityHours = async (userId: string, from: string, to?: string, granularity?: string) =>
  (await capacity(userId, from, to, granularity)).body.hours
const givenCalendar = (days: unknown[], more: object = {}) =>
  createRow(app, '/api/holidayCalendars', { name: uniqueName('Calendar'), days, ...more })
const memorialDay = { date: '2026-05-25', name: 'Memorial Day', share: 1 }
const away = (userId: string, fromDate: string, toDate: string, more: object = {}) =>
  app.admin('POST', '/api/absences', { userId, fromDate, toDate, kind: 1, ...more })

describe('examples of the design', () => {
  it('match the hours of people in May 2026', async () => {
    const { id } = await givenPerson()
    const calendar = await givenCalendar([memorialDay])
    expect(await readCapacityHours(id, '2026-05')).toEqual([168])
    await writeSchedules(id, [], { holidayCalendarId: calendar.id })
    expect(await readCapacityHours(id, '2026-05')).toEqual([160])
    await writeSchedules(id, [schedule('2026-01-01', week, 80)], { holidayCalendarId: calendar.id })
    expect(await readCapacityHours(id, '2026-05')).toEqual([128])
    expect((await away(id, '2026-05-11', '2026-05-15')).body).toMatchObject({ workingHours: 32 })
    expect(await readCapacityHours(id, '2026-05')).toEqual([96])
    // The weeks of April 27 to May 25; the first and last extend beyond the month, and the last has the holiday.
    expect(await readCapacityHours(id, '2026-05', '2026-05', 'week')).toEqual([32, 32, 0, 32, 25.6])
  })

  it('apply a new schedule from its start date', async () => {
    const { id } = await givenPerson()
    await writeSchedules(id, [schedule('2026-05-16', shorter), schedule('2025-01-01', [6, 6, 6, 6, 6, 0, 0])])
    expect(await readCapacityHours(id, '2026-04', '2026-06')).toEqual([22 * 6, 11 * 6 + 8 * 8, 18 * 8])
    expect((await requestWorkingTime(id)).body.schedules.map(({ fromDate }: { fromDate: string }) => fromDate)).toEqual([
      '2025-01-01',
      '2026-05-16',
    ])
  })
})

describe('schedules', () => {
  it('reject duplicate start dates, malformed weeks and too many hours a day', async () => {
    const { id } = await givenPerson()
    const refused = async (schedules: unknown[]) => {
      const { status, body } = await writeSchedules(id, schedules)
      return [status, body.fields]
    }
    expect(await refused([schedule('2026-01-01'), schedule('2026-01-01')])).toEqual([
      400,
      { 'schedules[1].fromDate': ['Another schedule starts on this day.'] },
    ])
    expect(await refused([schedule('2026-01-01', [8, 8])])).toEqual([400, { 'schedules[0].hours': [messages.unknown] }])
    expect(await refused([schedule('2026-01-01', [25, 8, 8, 8, 8, 0, 0])])).toEqual([
      400,
      { 'schedules[0].hours[0]': [messages.maximum(24)] },
    ])
    expect(await refused([schedule('2026-01-01', week, 0)])).toEqual([400, { 'schedules[0].availabilityPercent': [messages.minimum(1)] }])
    expect(await refused([schedule('2026-02-30')])).toEqual([400, { 'schedules[0].fromDate': [messages.date] }])
    const unknown = await writeSchedules(id, [], { holidayCalendarId: 999_999 })
    expect([unknown.status, unknown.body.fields]).toEqual([400, { holidayCalendarId: ['Holiday calendar not found.'] }])
    expect((await requestWorkingTime(id)).body.schedules).toEqual([])
  })

  it('reject a stale write and lose no data', async () => {
    const { id, lastName } = await givenPerson()
    const { rowVersion } = (await requestWorkingTime(id)).body
    expect((await writeSchedules(id, [schedule('2026-01-01', shorter)], { rowVersion })).status).toBe(200)
    const stale = await writeSchedules(id, [], { rowVersion })
    expect(stale).toMatchObject({ status: 409, body: { detail: 'stale', current: { schedules: [{ fromDate: '2026-01-01' }] } } })
    expect(stale.body.message).toBe(`The working time of A ${lastName} has been changed by someone else.`)
    expect((await requestWorkingTime(id)).body.schedules).toHaveLength(1)
  })

  it('are logged for the person, once per change', async () => {
    const { id } = await givenPerson()
    const body = [schedule('2026-01-01', shorter, 80)]
    await writeSchedules(id, body)
    await writeSchedules(id, body)
    const { items } = (await app.admin('GET', `/api/users/${id}/ActivityLogs`)).body
    const logEntries = items.filter(({ title }: { title: string }) => title === 'Working time changed')
    expect(logEntries).toHaveLength(1)
    expect(logEntries[0].changes).toEqual([
      { field: 'schedules', label: 'Working time', from: null, to: 'from 2026/01/01 32 h: Mon to Thu 8, at 80%' },
    ])
  })

  it('are updated by user managers, and visible to the person and users who see people', async () => {
    const [own, viewer, keeper] = await Promise.all([
      app.signInAs([], { isNew: true }),
      app.signInAs(['DNAUsers.View']),
      app.signInAs(['DNAUsers.View', 'DNAUsers.Update']),
    ])
    const { id } = await givenPerson()
    expect((await requestWorkingTime(own.userId, own)).status).toBe(200)
    expect((await capacity(own.userId, '2026-05', '2026-05', 'month', own)).body.hours).toEqual([168])
    expect((await requestWorkingTime(id, own)).status).toBe(403)
    expect((await capacity(id, '2026-05', '2026-05', 'month', own)).status).toBe(403)
    expect((await requestWorkingTime(id, viewer)).status).toBe(200)
    expect((await writeSchedules(own.userId, [], {}, own)).status).toBe(403)
    expect((await writeSchedules(id, [], {}, viewer)).status).toBe(403)
    expect((await writeSchedules(id, [], {}, keeper)).status).toBe(200)
    const unknownUserId = '00000000-0000-4000-8000-000000000000'
    expect((await requestWorkingTime(unknownUserId)).status).toBe(404)
    expect((await writeSchedules(unknownUserId, [])).status).toBe(404)
    const outside = await app.signInAs(['ExternalProjects.View'], { external: true })
    expect((await writeSchedules(outside.userId, [])).status).toBe(404)
  })

  it('reject too long or reversed capacity ranges', async () => {
    const fieldErrors = async (from: string, to: string) => (await capacity(app.admin.userId, from, to)).body.fields
    expect(await fieldErrors('2026-05', '2026-04')).toEqual({ to: ['The last month is before the first.'] })
    expect(await fieldErrors('2020-01', '2026-04')).toEqual({ to: ['At most 36 months can be requested at once.'] })
    expect(await fieldErrors('2026-13', '2026-14')).toMatchObject({ from: [messages.date] })
  })
})

describe('weekly hours of a person', () => {
  const weekly = async (id: string) => (await app.admin('GET', `/api/users/${id}`)).body.weeklyCapacityHours
  const give = async (id: string, weeklyCapacityHours: number | undefined) => {
    const { email, firstName, lastName, role } = (await app.admin('GET', `/api/users/${id}`)).body
    return app.admin('PUT', `/api/users/${id}`, { email, firstName, lastName, roleId: role.id, weeklyCapacityHours })
  }

  it('follow the current schedule; a new value starts a week of five equal days today', async () => {
    const { id } = await givenPerson()
    expect(await weekly(id)).toBe(40)
    await writeSchedules(id, [schedule('2020-01-01', shorter, 80), schedule(addDays(today, 1))])
    expect(await weekly(id)).toBe(32)
    expect((await give(id, 37)).body.weeklyCapacityHours).toBe(37)
    const { schedules } = (await requestWorkingTime(id)).body
    expect(schedules[1]).toEqual({ fromDate: today, hours: [7.4, 7.4, 7.4, 7.4, 7.4, 0, 0], availabilityPercent: 80 })
    expect(schedules).toHaveLength(3)
    expect((await give(id, 36)).body.weeklyCapacityHours).toBe(36)
    expect((await requestWorkingTime(id)).body.schedules).toHaveLength(3)
  })

  it('change nothing when unchanged or omitted', async () => {
    const { id } = await givenPerson()
    await give(id, 40)
    await give(id, undefined)
    expect((await requestWorkingTime(id)).body.schedules).toEqual([])
    const other = await createUser(app, { roleId: role.id, weeklyCapacityHours: 20 })
    expect(other.weeklyCapacityHours).toBe(20)
    expect((await requestWorkingTime(other.id)).body.schedules).toEqual([
      { fromDate: today, hours: [4, 4, 4, 4, 4, 0, 0], availabilityPercent: 100 },
    ])
    await give(other.id, undefined)
    expect(await weekly(other.id)).toBe(20)
  })
})

describe('firm', () => {
  it('provides a schedule for users without their own, and can change it', async () => {
    const [own, other] = [await givenPerson(), await givenPerson()]
    await writeSchedules(own.id, [schedule('2026-04-01', shorter)])
    const { status, body } = await app.admin('PUT', '/api/workSchedules', { schedules: [schedule('2026-03-01', [7, 7, 7, 7, 7, 0, 0])] })
    expect([status, body.userId]).toEqual([200, null])
    // 20 weekdays of 8 h in February, 22 of 7 h in March; April has the person's own or the firm's hours.
    expect(await readCapacityHours(other.id, '2026-02', '2026-04')).toEqual([160, 154, 154])
    expect(await readCapacityHours(own.id, '2026-02', '2026-04')).toEqual([160, 154, 18 * 8])
    expect((await app.admin('GET', `/api/users/${other.id}`)).body.weeklyCapacityHours).toBe(35)
    const keeper = await app.signInAs(['DNAUsers.View'])
    expect((await keeper('PUT', '/api/workSchedules', { schedules: [] })).status).toBe(403)
    expect((await app.admin('PUT', '/api/workSchedules', { schedules: [] })).status).toBe(200)
    expect(await readCapacityHours(other.id, '2026-03')).toEqual([176])
  })
})

describe('team capacity', () => {
  it('sums its active members to the hundredth', async () => {
    const [a, b, deletedPerson] = [await givenPerson(), await givenPerson(), await givenPerson()]
    await writeSchedules(a.id, [schedule('2026-01-01', [7.33, 7.33, 7.33, 7.33, 7.33, 0, 0], 33)])
    const team = await createRow(app, '/api/teams', {
      name: uniqueName('Team'),
      leadUserId: a.id,
      memberIds: [a.id, b.id, deletedPerson.id],
    })
    expect((await app.admin('PUT', `/api/users/${deletedPerson.id}/Suspend`)).status).toBe(200)
    const { body } = await app.admin('GET', '/api/workload/Capacity', undefined, {
      query: { from: '2026-05', to: '2026-06', teamIds: team.id },
    })
    // 21 and 22 weekdays of 7.33 h at 33%: 50.7969 and 53.2158 h.
    expect(body.people.map(({ user, hours }: { user: { id: string }; hours: number[] }) => [user.id, hours])).toEqual([
      [a.id, [50.8, 53.22]],
      [b.id, [168, 176]],
    ])
    expect(body.people[0]).toMatchObject({ availabilityPercent: 33, teamIds: [team.id], laborType: null })
    expect(body.teams).toEqual([
      { id: team.id, name: team.name, color: null, lead: expect.objectContaining({ id: a.id }), hours: [218.8, 229.22] },
    ])
    expect(body.hours).toEqual([218.8, 229.22])
    expect(body.columns).toEqual([
      { key: '2026-05', startDate: '2026-05-01', endDate: '2026-05-31', workingDays: 21 },
      { key: '2026-06', startDate: '2026-06-01', endDate: '2026-06-30', workingDays: 22 },
    ])
    const none = await app.admin('GET', '/api/workload/Capacity', undefined, {
      query: { from: '2026-05', to: '2026-05', teamIds: team.id, laborTypes: 3 },
    })
    expect(none.body).toMatchObject({ people: [], hours: [0] })
  })
})
