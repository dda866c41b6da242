import { call, items, nothing, row } from '../kit/call.ts'
import { choice, date, defaulted, hours, integer, optional, set, text, user, uuid } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { AbsenceKind } from './enums.ts'
import { awayShape } from './working-time.ts'

/**
 * Days somebody is away. Colleagues who see people see that they are away and how long; why is told to the person and to who keeps
 * people. Everybody writes their own.
 */
export const absences = resource({
  path: 'absences',
  names: { one: 'Absence', many: 'Absences' },
  permission: { view: 'DNAUsers.View' },
  fields: {
    userId: user('Person'),
    ...awayShape,
    fromHalf: defaulted(awayShape.fromHalf, false),
    toHalf: defaulted(awayShape.toHalf, false),
    kind: choice('Kind', AbsenceKind),
    note: optional(text('Note')),
  },
  list: {
    columns: ['user', 'fromDate', 'toDate', 'kind', 'note'],
    optionalColumns: ['fromHalf', 'toHalf', 'createDate', 'updateDate'],
    search: [],
    sort: ['fromDate'],
  },
  title: 'fromDate',
  ref: ['fromDate', 'toDate'],
})

const { userId, ...said } = absences.fields
const version = { rowVersion: optional(integer('Row version', { min: 1 })) }

/** `workingHours` is what the absence takes off the capacity of its time. */
const answered = row(absences, { workingHours: hours('Working hours') })

export const readAbsences = call({
  method: 'GET',
  path: '/absences',
  // Everybody sees their own; those of others need DNAUsers.View, and that only says that and how long.
  permission: 'internal',
  summary: 'List absences between two dates, of everyone or of some people',
  query: {
    from: optional(date('From')),
    to: optional(date('To')),
    userIds: optional(set('People', uuid('Person'))),
  },
  response: items(answered),
})
export const createAbsence = call({
  method: 'POST',
  path: '/absences',
  permission: 'internal',
  summary: 'Create an absence; for someone else with DNAUsers.Update',
  body: { ...said, userId: optional(userId) },
  response: answered,
  status: 201,
})
export const changeAbsence = call({
  method: 'PUT',
  path: '/absences/:id',
  permission: 'internal',
  summary: 'Update an absence',
  body: { ...said, ...version },
  response: answered,
})
export const removeAbsence = call({
  method: 'DELETE',
  path: '/absences/:id',
  permission: 'internal',
  summary: 'Delete an absence',
  response: nothing,
})
