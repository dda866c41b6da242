import { call, nothing, shape } from '../kit/call.ts'
import { boolean, instant, optional, text } from '../kit/field.ts'

/** Returns if an address exists and if it is in use. The address itself is shown only once, on creation. */
export const readCalendarAddress = call({
  method: 'GET',
  path: '/account/Calendar',
  permission: 'internal',
  summary: 'Get whether my calendar feed is on',
  response: shape({ isMade: boolean('Made'), createDate: optional(instant('Made')), lastReadDate: optional(instant('Last read')) }),
})
export const makeCalendarAddress = call({
  method: 'POST',
  path: '/account/Calendar',
  permission: 'internal',
  summary: 'Create a secret address for my calendar feed; it replaces the old one and is returned only here',
  response: shape({ url: optional(text('Address')) }),
  status: 201,
  shownOnce: ['url'],
})
export const removeCalendarAddress = call({
  method: 'DELETE',
  path: '/account/Calendar',
  permission: 'internal',
  summary: 'Turn off my calendar feed',
  response: nothing,
})
