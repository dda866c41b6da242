import { LaborType } from '../access/enums.ts'
import { call, shape } from '../kit/call.ts'
import { isMonth } from '../kit/dates.ts'
import type { Field, Ref, UserRef } from '../kit/description.ts'
import { choice, date, defaulted, hours, integer, json, list, optional, reference, set, text, user, uuid } from '../kit/field.ts'
import { checkRows, messages } from '../kit/rules.ts'
import { Granularity } from './enums.ts'
import { holidayCalendars } from './holiday-calendars.ts'
import type { Holiday } from './working-time.ts'

const ofOneDay = hours('Hours of a day', { max: 24 })
/** Monday to Sunday, each its own; a set would drop equal days. */
const week: Field<number[]> = {
  ...set('Hours, Monday to Sunday', ofOneDay),
  check(value, report) {
    const days = checkRows(value, { max: 7 }, ofOneDay.check, report)
    if (Array.isArray(value) && value.length < 7) report(messages.unknown)
    return days
  },
}

/** Hours a week holds since a day. The latest that has begun counts. */
export const workSchedule = {
  fromDate: date('From'),
  hours: week,
  availabilityPercent: defaulted(integer('Availability', { min: 1, max: 100, unit: '%' }), 100),
}
const schedules = list('Schedules', workSchedule, { max: 200 })

const person = { id: uuid('User') }
const workingTime = {
  userId: optional(user('Person')),
  schedules,
  /** The calendar of their own; without one the firm's counts. */
  holidayCalendar: json<Ref | null>('Holiday calendar'),
  /** The one that counts. */
  calendar: json<Ref | null>('Calendar'),
  rowVersion: integer('Row version'),
}

export const readWorkSchedules = call({
  method: 'GET',
  path: '/workSchedules',
  // Everybody sees their own and the firm's; those of others need DNAUsers.View.
  permission: 'internal',
  summary: 'Get the work schedules of a person with history, or of the firm when no person is named',
  query: { userId: optional(uuid('Person')) },
  answer: shape(workingTime),
})
const version = { rowVersion: optional(integer('Row version', { min: 1 })) }
export const replaceWorkSchedules = call({
  method: 'PUT',
  path: '/users/:id/WorkSchedules',
  params: person,
  permission: 'DNAUsers.Update',
  summary: 'Replace the work schedules and holiday calendar of a person',
  body: { schedules, holidayCalendarId: optional(reference('Holiday calendar', () => holidayCalendars)), ...version },
  answer: shape(workingTime),
})
export const replaceFirmSchedules = call({
  method: 'PUT',
  path: '/workSchedules',
  permission: 'DNAUsers.Update',
  summary: "Set the firm's work schedules, used by everyone without their own",
  body: { schedules, ...version },
  answer: shape(workingTime),
})

/** `YYYY-MM`. */
export const monthField = (label: string): Field<string> => {
  const plain = text(label, { max: 7 })
  return {
    ...plain,
    check(value, report) {
      const given = plain.check(value, report)
      if (given !== undefined && !isMonth(given)) report(messages.date)
      return given
    },
  }
}
const time = {
  from: monthField('First month'),
  to: monthField('Last month'),
  granularity: defaulted(choice('Granularity', Granularity), Granularity.of.Month),
}
/** As many months as can be requested at once. */
export const mostMonths = 36

const columns = json<{ key: string; startDate: string; endDate: string; workingDays: number }[]>('Months or weeks')

export const readCapacity = call({
  method: 'GET',
  path: '/users/:id/Capacity',
  params: person,
  permission: 'internal',
  summary: 'Get the capacity of a person by month or week',
  query: time,
  answer: shape({ columns, hours: json<number[]>('Hours'), holidays: json<Holiday[]>('Holidays') }),
})

/** What somebody, or a team, can work in each of the columns. */
export interface PersonCapacity {
  user: UserRef
  laborType: LaborType | null
  /** Of the schedule that counts today. */
  availabilityPercent: number
  teamIds: number[]
  hours: number[]
}
export interface TeamCapacity {
  id: number
  name: string
  color: string | null
  lead: UserRef | null
  hours: number[]
}
export const readTeamCapacity = call({
  method: 'GET',
  path: '/workload/Capacity',
  permission: 'DNAUsers.View',
  summary: 'Get the capacity of people and teams by month or week',
  query: {
    ...time,
    teamIds: optional(set('Teams', integer('Team'))),
    laborTypes: optional(set('Labor types', choice('Labor type', LaborType))),
  },
  answer: shape({
    columns,
    people: json<PersonCapacity[]>('People'),
    teams: json<TeamCapacity[]>('Teams'),
    hours: json<number[]>('Hours of everyone'),
  }),
})
