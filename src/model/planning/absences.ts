import { call, items, mergePatch, nothing, row } from '../kit/call.ts'
import { choice, date, defaulted, hours, integer, optional, set, text, user, uuid } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { AbsenceKind } from './enums.ts'
import { awayShape } from './working-time.ts'

/**
 * Days a user is absent. Users who may view users see that and how long; the reason is visible only to the user and to user managers. Users
 * edit their own absences.
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

const { userId, ...absenceFields } = absences.fields
const version = { rowVersion: optional(integer('Row version', { min: 1 })) }

/** `workingHours` is the capacity the absence removes in its period. */
const answered = row(absences, { workingHours: hours('Working hours') })

export const readAbsences = call({
  method: 'GET',
  path: '/absences',
  // Users see their own absences; those of others need DNAUsers.View, which shows only the period.
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
  body: { ...absenceFields, userId: optional(userId) },
  response: answered,
  status: 201,
})
export const changeAbsence = mergePatch({
  path: '/absences/:id',
  permission: 'internal',
  summary: 'Update an absence',
  body: { ...absenceFields, ...version },
  response: answered,
})
export const removeAbsence = call({
  method: 'DELETE',
  path: '/absences/:id',
  permission: 'internal',
  summary: 'Delete an absence',
  response: nothing,
})
