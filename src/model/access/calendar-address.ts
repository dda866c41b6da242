import { call, nothing, shape } from '../kit/call.ts'
import { boolean, instant, optional, text } from '../kit/field.ts'

/** Whether there is an address, and whether anybody reads it; the address itself is told once. */
export const readCalendarAddress = call({
  method: 'GET',
  path: '/account/Calendar',
  permission: 'internal',
  summary: 'Whether my calendar can be read by programs',
  answer: shape({ isMade: boolean('Made'), createDate: optional(instant('Made')), lastReadDate: optional(instant('Last read')) }),
})
export const makeCalendarAddress = call({
  method: 'POST',
  path: '/account/Calendar',
  permission: 'internal',
  summary: 'Make a secret address for my calendar; the former one is dead at once, and the answer is the only one that carries it',
  answer: shape({ url: optional(text('Address')) }),
  status: 201,
  toldOnce: ['url'],
})
export const removeCalendarAddress = call({
  method: 'DELETE',
  path: '/account/Calendar',
  permission: 'internal',
  summary: 'Make the address of my calendar unreadable',
  answer: nothing,
})
