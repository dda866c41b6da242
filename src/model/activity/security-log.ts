import { call, fileTaskShape, listQuery, page, shape } from '../kit/call.ts'
import { enumeration, type ValueOf } from '../kit/enumeration.ts'
import { choice, date, id, instant, optional, set, text, user, uuid } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { personField } from '../kit/response-fields.ts'

export const SecurityEvent = enumeration('SecurityEvent', {
  SignIn: ['SignIn', 'Signed in'],
  SignInFailed: ['SignInFailed', 'Sign-in failed'],
  SignOut: ['SignOut', 'Signed out'],
  BreakGlass: ['BreakGlass', 'Password despite single sign-on'],
  SecondFactorFailed: ['SecondFactorFailed', 'Second factor failed'],
  SecondFactorAdded: ['SecondFactorAdded', 'Second factor added'],
  SecondFactorRemoved: ['SecondFactorRemoved', 'Second factor removed'],
  SecondFactorReset: ['SecondFactorReset', 'Second factors reset'],
  RecoveryCodesCreated: ['RecoveryCodesCreated', 'Recovery codes created'],
  StepUp: ['StepUp', 'Identity confirmed'],
  PasswordChange: ['PasswordChange', 'Password changed'],
  TokenCreated: ['TokenCreated', 'API token created'],
  SessionsEnded: ['SessionsEnded', 'Sessions ended'],
  AccountLinked: ['AccountLinked', 'Linked to the provider'],
  Provisioned: ['Provisioned', 'Changed by the directory'],
  RequestRefused: ['RequestRefused', 'Request refused'],
})
export type SecurityEvent = ValueOf<typeof SecurityEvent>

const permission = 'AuditLog.View'

/** Security log (domain 33): who, what, from where, and the result. Contains no secrets. */
export const securityEntries = resource({
  path: 'securityLog',
  route: '/security-log',
  names: { one: 'Security event', many: 'Security log' },
  permission: { view: permission },
  fields: {
    date: instant('Date'),
    userId: optional(user('User')),
    event: choice('Event', SecurityEvent),
    result: text('Result'),
    ip: optional(text('Address')),
    userAgent: optional(text('Browser')),
    detail: optional(text('Detail')),
  },
  list: {
    columns: ['date', 'user', 'event', 'result', 'ip', 'detail'],
    optionalColumns: ['userAgent'],
    search: ['detail', 'ip', 'event'],
    sort: ['-date'],
    filters: {
      from: { label: 'Date', kind: 'dates', endParameter: 'to', isInstant: true },
      userIds: { label: 'User', kind: 'user' },
      event: { label: 'Event', kind: 'choice', options: SecurityEvent },
    },
  },
  title: 'detail',
  exportCategory: 163,
})

const { userId: _, ...entryFields } = securityEntries.fields
const query = {
  ...listQuery,
  from: optional(date('From')),
  to: optional(date('To')),
  userIds: optional(set('Users', uuid('User'))),
  event: optional(set('Events', text('Event', { max: 40 }))),
}

export const listSecurityLog = call({
  method: 'GET',
  path: '/securityLog',
  permission,
  summary: 'List the security log, newest first',
  query,
  response: page({ ...shape({ id: id(), ...entryFields, user: optional(personField('User')) }), resource: securityEntries }),
})
export const exportSecurityLog = call({
  method: 'GET',
  path: '/securityLog/Export',
  permission,
  summary: 'Export the security log',
  query: { ...query, columns: optional(set('Columns', text('Column', { max: 60 }))) },
  response: shape(fileTaskShape),
  status: 202,
})
