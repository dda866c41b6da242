import { call, listQuery, page, shape } from '../kit/call.ts'
import { id, instant, json, optional, set, text, uuid } from '../kit/field.ts'

/** Who did what in the whole system (domain 14.4). Read only; nothing changes or removes an entry. */
export const auditEntryShape = {
  id: id(),
  date: instant('Date'),
  user: json<{ id: string; firstName: string; lastName: string } | null>('User'),
  action: text('Action'),
  entity: text('Kind'),
  entityId: optional(text('Id')),
  entityName: optional(text('Name')),
  ip: optional(text('Address')),
  outcome: text('Outcome'),
}

const permission = 'AuditLog.View'
export const listAuditLogs = call({
  method: 'GET',
  path: '/auditLogs',
  permission,
  summary: 'The audit log, newest first',
  query: {
    ...listQuery,
    from: optional(text('From', { max: 10 })),
    to: optional(text('To', { max: 10 })),
    userIds: optional(set('Users', uuid('User'))),
    entity: optional(set('Kinds', text('Kind', { max: 60 }))),
    action: optional(set('Actions', text('Action', { max: 40 }))),
  },
  answer: page(shape(auditEntryShape)),
})
export const readAuditLog = call({
  method: 'GET',
  path: '/auditLogs/:id',
  permission,
  summary: 'One entry with what changed',
  answer: shape({
    ...auditEntryShape,
    before: json<unknown>('Before'),
    after: json<unknown>('After'),
    requestId: optional(text('Request')),
    userAgent: optional(text('Browser')),
  }),
})
