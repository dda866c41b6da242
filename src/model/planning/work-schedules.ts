import { LaborType } from '../access/enums.ts'
import { call, mergePatch, shape } from '../kit/call.ts'
import { isMonth } from '../kit/dates.ts'
import type { Field } from '../kit/description.ts'
import {
  choice,
  color,
  date,
  defaulted,
  forced,
  hours,
  id,
  integer,
  list,
  needing,
  optional,
  reference,
  set,
  text,
  user,
  uuid,
} from '../kit/field.ts'
import { arrayField, namedRef, namedShape, objects, personField as personRef } from '../kit/response-fields.ts'
import { checkRows, messages } from '../kit/rules.ts'
import { Granularity } from './enums.ts'
import { holidayCalendars } from './holiday-calendars.ts'
import { holidayShape } from './working-time.ts'

const ofOneDay = forced(hours('Hours of a day', { max: 24 }))
/** Hours of Monday to Sunday; a set would drop equal values. */
const week: Field<number[]> = {
  ...set('Hours, Monday to Sunday', ofOneDay),
  check(value, report) {
    const days = checkRows(value, { max: 7 }, ofOneDay.check, report)
    if (Array.isArray(value) && value.length < 7) report(messages.unknown)
    return days
  },
}

export const availability = integer('Availability', { min: 1, max: 100, unit: '%' })
/** Weekly hours from a date on. The latest schedule that has started applies. */
export const workSchedule = {
  fromDate: date('From'),
  hours: week,
  availabilityPercent: defaulted(availability, 100),
}
const schedules = list('Schedules', workSchedule, { max: 200 })

const person = { id: uuid('User') }
const workingTime = {
  userId: optional(user('Person')),
  schedules,
  /** The user's own calendar; null uses the firm's. */
  holidayCalendar: optional(namedRef('Holiday calendar')),
  calendar: optional(namedRef('Calendar')),
  rowVersion: integer('Row version'),
}

export const readWorkSchedules = call({
  method: 'GET',
  path: '/workSchedules',
  // Users see their own schedule and the firm's; those of others need DNAUsers.View.
  permission: 'internal',
  summary: 'Get the work schedules of a person with history, or of the firm when no person is named',
  query: { userId: needing({ ...optional(uuid('Person')), hint: 'My own need no permission' }, 'DNAUsers.View') },
  response: shape(workingTime),
})
const version = { rowVersion: optional(integer('Row version', { min: 1 })) }
export const replaceWorkSchedules = mergePatch({
  path: '/users/:id/WorkSchedules',
  params: person,
  permission: 'DNAUsers.Update',
  summary: 'Replace the work schedules and holiday calendar of a person',
  body: { schedules, holidayCalendarId: optional(reference('Holiday calendar', () => holidayCalendars)), ...version },
  response: shape(workingTime),
})
export const replaceFirmSchedules = call({
  method: 'PUT',
  path: '/workSchedules',
  permission: 'DNAUsers.Update',
  summary: "Set the firm's work schedules, used by everyone without their own",
  body: { schedules, ...version },
  response: shape(workingTime),
})

/** `YYYY-MM`. */
export const monthField = (label: string): Field<string> => {
  const plain = text(label, { max: 7 })
  return {
    ...plain,
    check(value, report) {
      const checked = plain.check(value, report)
      if (checked !== undefined && !isMonth(checked)) report(messages.date)
      return checked
    },
  }
}
const time = {
  from: monthField('First month'),
  to: monthField('Last month'),
  granularity: defaulted(choice('Granularity', Granularity), Granularity.Month),
}
export const mostMonths = 36

export const columnShape = {
  key: text('Month or week'),
  startDate: date('Start'),
  endDate: date('End'),
  /** Weekdays; holidays are excluded because they differ by user. */
  workingDays: integer('Working days'),
}
const columns = objects('Months or weeks', columnShape)
const ofColumns = arrayField('Hours', hours('Hours'))

export const readCapacity = call({
  method: 'GET',
  path: '/users/:id/Capacity',
  params: person,
  permission: 'internal',
  summary: 'Get the capacity of a person by month or week',
  query: time,
  response: shape({ columns, hours: ofColumns, holidays: objects('Holidays', holidayShape) }),
})

export const teamShape = { ...namedShape, color: optional(color('Color')), lead: optional(personRef('Lead')) }
const personCapacity = {
  user: personRef('Person'),
  laborType: optional(choice('Labor type', LaborType)),
  availabilityPercent: availability,
  teamIds: arrayField('Teams', id('Team')),
  hours: ofColumns,
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
  response: shape({
    columns,
    people: objects('People', personCapacity),
    teams: objects('Teams', { ...teamShape, hours: ofColumns }),
    hours: arrayField('Hours of everyone', hours('Hours')),
  }),
})
