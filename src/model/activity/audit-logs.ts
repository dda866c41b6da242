import { call, fileTaskShape, listQuery, page, shape } from '../kit/call.ts'
import { enumeration, type ValueOf } from '../kit/enumeration.ts'
import { choice, date, id, instant, json, optional, set, text, user, uuid } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { arrayField, personField, recordField } from '../kit/response-fields.ts'

export const AuditAction = enumeration('AuditAction', {
  Create: ['Create', 'Created'],
  Update: ['Update', 'Changed'],
  Delete: ['Delete', 'Deleted'],
  Restore: ['Restore', 'Restored'],
  StateChange: ['StateChange', 'State changed'],
  SignIn: ['SignIn', 'Signed in'],
  SignInFailed: ['SignInFailed', 'Sign-in failed'],
  SignOut: ['SignOut', 'Signed out'],
  PasswordChange: ['PasswordChange', 'Password changed'],
  PasswordReset: ['PasswordReset', 'Password reset'],
  PermissionChange: ['PermissionChange', 'Permissions changed'],
  AccessListChange: ['AccessListChange', 'Access list changed'],
  Export: ['Export', 'Exported'],
  Download: ['Download', 'Downloaded'],
  Import: ['Import', 'Imported'],
  SettingChange: ['SettingChange', 'Setting changed'],
  IntegrationCall: ['IntegrationCall', 'Integration called'],
  ViewAs: ['ViewAs', 'Viewed as an external user'],
})
export type AuditAction = ValueOf<typeof AuditAction>

const permission = 'AuditLog.View'

/** System-wide audit log (domain 14.4). Read-only: entries are never changed or removed. */
export const auditEntries = resource({
  path: 'auditLogs',
  route: '/audit-logs',
  names: { one: 'Audit log entry', many: 'Audit logs' },
  permission: { view: permission },
  fields: {
    date: instant('Date'),
    userId: optional(user('User')),
    action: choice('Action', AuditAction),
    entity: text('Kind'),
    entityId: optional(text('Id')),
    entityName: optional(text('What')),
    ip: optional(text('Address')),
    outcome: text('Outcome'),
  },
  list: {
    columns: ['date', 'user', 'action', 'entityName', 'entity', 'outcome'],
    optionalColumns: ['ip', 'entityId'],
    search: ['entityName', 'entity', 'action'],
    sort: ['-date'],
    filters: {
      from: { label: 'Date', kind: 'dates', endParameter: 'to', isInstant: true },
      userIds: { label: 'User', kind: 'user' },
      action: { label: 'Action', kind: 'choice', options: AuditAction },
    },
  },
  title: 'entityName',
  exportCategory: 163,
})

const { userId: _, ...entryFields } = auditEntries.fields
/** Entries are immutable, so they have no row version and no updating user. */
const entryShape = { id: id(), ...entryFields, user: optional(personField('User')) }

const query = {
  ...listQuery,
  from: optional(date('From')),
  to: optional(date('To')),
  userIds: optional(set('Users', uuid('User'))),
  entity: optional(set('Kinds', text('Kind', { max: 60 }))),
  action: optional(set('Actions', text('Action', { max: 40 }))),
}

export const listAuditLogs = call({
  method: 'GET',
  path: '/auditLogs',
  permission,
  summary: 'List the audit log, newest first',
  query,
  response: page({ ...shape(entryShape), resource: auditEntries }),
})
export const exportAuditLogs = call({
  method: 'GET',
  path: '/auditLogs/Export',
  permission,
  summary: 'Export the audit log',
  query: { ...query, columns: optional(set('Columns', text('Column', { max: 60 }))) },
  response: shape(fileTaskShape),
  status: 202,
})
export const listAuditKinds = call({
  method: 'GET',
  path: '/auditLogs/Kinds',
  permission,
  summary: 'List the kinds of records in the audit log',
  response: shape({ kinds: arrayField('Kinds', text('Kind')) }),
})
export const readAuditLog = call({
  method: 'GET',
  path: '/auditLogs/:id',
  permission,
  summary: 'Get an audit log entry with its changes',
  response: shape({
    ...entryShape,
    before: optional(recordField('Before', json<unknown>('Value'))),
    after: optional(recordField('After', json<unknown>('Value'))),
    requestId: optional(text('Request')),
    userAgent: optional(text('Browser')),
  }),
})
