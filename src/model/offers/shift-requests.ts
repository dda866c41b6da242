import { LaborType } from '../access/enums.ts'
import { clients } from '../companies/clients.ts'
import { boolean, choice, hours, id, instant, list, longText, name, optional, reference, text, user } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { ResourceShiftRequestState } from '../planning/enums.ts'
import { ProjectStage } from '../projects/enums.ts'
import { projects } from '../projects/projects.ts'
import { mostLines, movedBoard, movedHours, planningMonth } from './moved-hours.ts'

const fields = {
  name: name('Name'),
  projectId: reference('Project', () => projects),
  /** Defaults to the author. */
  requesterUserId: optional(user('For')),
  reason: optional(longText('Reason')),
  lines: list(
    'Hours',
    { phaseRecordId: id('Hours of'), fromMonth: planningMonth('From'), toMonth: planningMonth('To'), hours: movedHours },
    { min: 1, max: mostLines },
  ),
}
const computed = {
  state: choice('State', ResourceShiftRequestState),
  hours: hours('Hours'),
  fromMonths: text('From'),
  toMonths: text('To'),
  submittedDate: optional(instant('Submitted')),
  decidedById: optional(user('Decided by')),
  decidedDate: optional(instant('Decided')),
  rejectReason: optional(longText('Why it was rejected')),
  contractId: optional(id('Contract')),
  board: movedBoard,
  /** All parties see the project's name; only users who may view the project get a link. */
  isProjectSeen: boolean('Project visible'),
  projectStage: choice('Project stage', ProjectStage),
}
const listWords = {
  columns: ['name', 'requesterUser', 'hours', 'fromMonths', 'toMonths', 'state'],
  optionalColumns: [
    'project',
    'updateDate',
    'contractId',
    'submittedDate',
    'decidedDate',
    'decidedBy',
    'createDate',
    'createdBy',
    'updatedBy',
  ],
  search: ['name', 'project.name', 'project.number', 'requesterUser.firstName', 'requesterUser.lastName'],
  sort: ['-updateDate'],
  filters: {
    userIds: { label: 'Person', kind: 'user', field: 'requesterUserId' },
    clientIds: { label: 'Client', kind: 'reference', resource: () => clients },
    laborTypes: { label: 'Labor type', kind: 'choice', options: LaborType },
    states: { label: 'State', kind: 'choice', field: 'state', options: ResourceShiftRequestState },
    projectIds: { label: 'Project', kind: 'reference', field: 'projectId', resource: () => projects },
  },
} as const
const names = { one: 'Shift request', many: 'Shift requests' }

/** Request to move project hours to another month (domain 6.10). */
export const shiftRequests = resource({
  path: 'resourceShiftRequests',
  route: '/shift-requests',
  names,
  permission: 'ResourceShiftRequests',
  hasSteps: true,
  fields,
  computed,
  list: listWords,
  ref: ['name'],
  picker: ['state'],
  logs: true,
  exportCategory: 143,
})

export const managedShiftRequests = resource({
  path: 'resourceShiftRequests/Management',
  entity: 'resourceShiftRequests',
  route: '/manage-shift-requests',
  names,
  permission: { view: 'ResourceShiftRequests.Manage' },
  fields,
  computed,
  list: listWords,
  ref: ['name'],
  picker: ['state'],
  hasSteps: true,
  exportCategory: 143,
})
