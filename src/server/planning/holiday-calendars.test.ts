import { expect, it } from 'vitest'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRole, createRow, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { messages } from '../../model/kit/rules.ts'
import { holidayCalendars } from './holiday-calendars.ts'

const app = await startApp()
const memorialDay = { date: '2026-05-25', name: 'Memorial Day', share: 1 }

entityContract(holidayCalendars, app, {
  valid: { name: 'New York', isDefault: false, days: [memorialDay, { date: '2026-12-24', name: 'Christmas Eve', share: 0.5 }] },
  invalid: [
    ['name', '', messages.required],
    ['days[0].date', 'soon', messages.date],
    ['days[0].name', '', messages.required],
    ['days[0].share', 0.25, messages.unknown],
  ],
  without: { isDefault: 'only one is, and it cannot be deleted; shown below' },
})

const firmOnes = async () => {
  const { items } = (await app.admin('GET', '/api/holidayCalendars', undefined, { query: { itemsPerPage: -1 } })).body
  return items.filter(({ isDefault }: { isDefault: boolean }) => isDefault).map(({ name }: { name: string }) => name)
}

it('keeps its days in order, each once, whole by default', async () => {
  const calendar = await createRow(app, '/api/holidayCalendars', {
    name: uniqueName('Calendar'),
    days: [
      { date: '2026-12-24', name: 'Christmas Eve', share: 0.5 },
      { date: '2026-05-25', name: 'Memorial Day' },
    ],
  })
  expect(calendar.days).toEqual([memorialDay, { date: '2026-12-24', name: 'Christmas Eve', share: 0.5 }])
  expect(calendar).toMatchObject({ daysCount: 2, usersCount: 0, isDefault: false })
  const twice = await app.admin('POST', '/api/holidayCalendars', { name: uniqueName('Calendar'), days: [memorialDay, memorialDay] })
  expect(twice).toMatchObject({ status: 400, body: { fields: { 'days[1].date': ['This day is listed twice.'] } } })
})

it('has one default calendar: it can be replaced, but not unset or deleted', async () => {
  expect(await firmOnes()).toEqual(['Company holidays'])
  const calendar = await createRow(app, '/api/holidayCalendars', { name: uniqueName('Calendar'), isDefault: true, days: [memorialDay] })
  expect(await firmOnes()).toEqual([calendar.name])
  const path = `/api/holidayCalendars/${calendar.id}`
  const given_up = await app.admin('PUT', path, { name: calendar.name, isDefault: false, days: [] })
  expect(given_up).toMatchObject({
    status: 409,
    body: { message: `${calendar.name} is the firm's calendar. Make another calendar the firm's instead.` },
  })
  expect(await app.admin('DELETE', path)).toMatchObject({
    status: 409,
    body: { message: `${calendar.name} is the firm's calendar and cannot be deleted.` },
  })
  const log = await app.admin('GET', '/api/auditLogs', undefined, { query: { search: 'Company holidays', itemsPerPage: 5 } })
  expect(log.body.items[0]).toMatchObject({ action: 'Update', entity: 'holidayCalendars', entityName: 'Company holidays' })
})

it('applies to users without their own, and cannot be deleted while assigned', async () => {
  const role = await createRole(app)
  const [own, other] = [await createUser(app, { roleId: role.id }), await createUser(app, { roleId: role.id })]
  const firm = await createRow(app, '/api/holidayCalendars', { name: uniqueName('Calendar'), isDefault: true, days: [memorialDay] })
  const calendar = await createRow(app, '/api/holidayCalendars', { name: uniqueName('Calendar'), days: [{ ...memorialDay, share: 0.5 }] })
  const keep = (holidayCalendarId: number | null) =>
    app.admin('PUT', `/api/users/${own.id}/WorkSchedules`, { schedules: [], holidayCalendarId })
  expect((await keep(calendar.id)).body).toMatchObject({ holidayCalendar: { id: calendar.id }, calendar: { id: calendar.id } })
  const capacity = async (id: string) =>
    (await app.admin('GET', `/api/users/${id}/Capacity`, undefined, { query: { from: '2026-05', to: '2026-05' } })).body
  expect(await capacity(own.id)).toMatchObject({ hours: [164], holidays: [{ ...memorialDay, share: 0.5 }] })
  expect(await capacity(other.id)).toMatchObject({ hours: [160], holidays: [memorialDay] })
  const path = `/api/holidayCalendars/${calendar.id}`
  expect((await app.admin('GET', path)).body.usersCount).toBe(1)
  expect(await app.admin('DELETE', path)).toMatchObject({
    status: 409,
    body: { message: `${calendar.name} is used by 1 user and cannot be deleted.` },
  })
  expect((await keep(null)).body).toMatchObject({ holidayCalendar: null, calendar: { id: firm.id } })
  expect((await app.admin('DELETE', path)).status).toBe(204)
})

it('proposes public holidays of a year to calendar managers and saves none', async () => {
  const propose = (query: object, caller = app.admin) => caller('GET', '/api/holidayCalendars/Proposal', undefined, { query: { ...query } })
  const before = await firmOnes()
  const { status, body } = await propose({ country: 'US', year: 2026 })
  expect([status, body.items.length, body.items[3]]).toEqual([200, 11, { date: '2026-05-25', name: 'Memorial Day' }])
  expect(await firmOnes()).toEqual(before)
  expect((await propose({ country: 'CH', year: 2026 })).status).toBe(400)
  expect((await propose({ country: 'US', year: 1900 })).status).toBe(400)
  expect((await propose({ country: 'US', year: 2026 }, await app.signInAs(['DNAUsers.View']))).status).toBe(403)
})
