import { call, items, shape } from '../kit/call.ts'
import { date, integer, name, pattern } from '../kit/field.ts'
import { messages } from '../kit/rules.ts'

/** Suggests a country's holidays for a year to review and copy; calendars never update automatically. */
export const proposeHolidays = call({
  method: 'GET',
  path: '/holidayCalendars/Proposal',
  permission: { all: ['DNAUsers.View', 'AppSettings.Update'] },
  summary: 'Get the public holidays of a country in a year; only the United States so far',
  query: {
    country: pattern('Country', /^US$/, messages.unknown, { max: 2, hint: 'US' }),
    year: integer('Year', { min: 1972, max: 2148 }),
  },
  response: items(shape({ date: date('Date'), name: name('Holiday') })),
})
