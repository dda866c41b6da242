import { ConstructionPhaseType } from '../contracts/enums.ts'
import { DocumentState } from '../drawings/enums.ts'
import { call, page, row, standardCalls } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, date, defaulted, id, longText, name, optional, text, user } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { objects } from '../kit/response-fields.ts'
import { TimelineItemType } from './enums.ts'

/** A date or period of a project: a milestone, due date, meeting, or site visit. */
export const timelineItems = resource({
  path: 'projects/:id/Timeline',
  entity: 'timelineItems',
  names: { one: 'Timeline item', many: 'Timeline items' },
  permission: {
    view: 'ProjectTimeline.View',
    create: 'ProjectTimeline.Update',
    update: 'ProjectTimeline.Update',
    delete: 'ProjectTimeline.Update',
  },
  owner: 'project',
  parent: 'projectId',
  fields: {
    title: name('Title', { min: 1 }),
    type: choice('Type', TimelineItemType),
    date: date('Date'),
    endDate: optional(date('End')),
    assignedUserId: optional(user('Assigned to')),
    isDone: defaulted(boolean('Done'), false),
    notes: optional(longText('Notes')),
  },
  computed: { projectId: id('Project') },
  list: {
    columns: ['title', 'type', 'date', 'endDate', 'assignedUser', 'isDone'],
    optionalColumns: ['notes', 'projectId', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['title', 'notes'],
    sort: ['date', 'title'],
    filters: {
      itemTypes: { label: 'Type', kind: 'choice', field: 'type', options: TimelineItemType },
      assignedUserIds: { label: 'Assigned to', kind: 'user', field: 'assignedUserId' },
      isDone: { label: 'Done', kind: 'boolean', field: 'isDone' },
    },
  },
  title: 'title',
  ref: ['title'],
  logs: true,
})

const phaseShape = {
  id: id(),
  contractId: id('Contract'),
  contract: text('Name of the contract'),
  name: text('Name'),
  type: choice('Type', ConstructionPhaseType),
  startDate: date('Start'),
  endDate: date('End'),
}
export type TimelinePhase = ValuesOf<typeof phaseShape>

const dueShape = {
  id: id(),
  number: text('Number'),
  title: text('Title'),
  dueDate: date('Due'),
  state: choice('State', DocumentState),
}
export type DueDocument = ValuesOf<typeof dueShape>

const listed = standardCalls(timelineItems).list
/** Items that overlap the requested period, with contract phases and due dates of documents. */
export const readTimeline = call({
  method: 'GET',
  path: '/projects/:id/Timeline',
  permission: listed.permission,
  summary: 'List the timeline items of a project',
  query: { ...listed.query, from: optional(date('From')), to: optional(date('To')) },
  response: page(row(timelineItems), {
    phases: objects('Phases of contracts', phaseShape),
    documents: objects('Documents that are due', dueShape),
  }),
})
