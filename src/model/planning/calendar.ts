import { call, file } from '../kit/call.ts'
import { text } from '../kit/field.ts'

/** The secret URL grants access, because calendar programs cannot sign in. */
export const readCalendar = call({
  method: 'GET',
  path: '/calendar/:key.ics',
  permission: 'anyone',
  params: { key: text('Calendar', { max: 100 }) },
  summary: "Get a person's board months, due dates and absences as iCalendar",
  response: file,
  secretParameter: 'key',
})
