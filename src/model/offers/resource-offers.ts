import { LaborType } from '../access/enums.ts'
import { clients } from '../companies/clients.ts'
import { ConstructionPhaseType } from '../contracts/enums.ts'
import { boolean, choice, hours, id, instant, list, longText, name, optional, reference, text, user } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { ResourceOfferState } from '../planning/enums.ts'
import { ProjectStage } from '../projects/enums.ts'
import { projects } from '../projects/projects.ts'
import { mostLines, movedBoard, movedHours, planningMonth } from './moved-hours.ts'

const fields = {
  /** Defaults to a name such as "Ana Ruiz on Waterfront hotel". */
  name: optional(name('Name')),
  projectId: reference('Project', () => projects),
  /** Defaults to the author. */
  sourceUserId: optional(user('From')),
  targetUserId: user('To'),
  /** With a record, its hours move and its contract, phase, and labor type apply. Without one, hours are added at the contract's rates. */
  lines: list(
    'Hours',
    {
      phaseRecordId: optional(id('Hours of')),
      contractId: optional(id('Contract')),
      phaseType: optional(choice('Phase', ConstructionPhaseType)),
      laborType: optional(choice('Labor type', LaborType)),
      month: planningMonth('Month'),
      hours: movedHours,
    },
    { min: 1, max: mostLines },
  ),
  note: optional(longText('Note')),
}
const computed = {
  state: choice('State', ResourceOfferState),
  hours: hours('Hours'),
  firstMonth: text('First month'),
  lastMonth: text('Last month'),
  submittedDate: optional(instant('Submitted')),
  targetDecisionDate: optional(instant('Answered')),
  decidedById: optional(user('Decided by')),
  decidedDate: optional(instant('Decided')),
  declineReason: optional(longText('Why it was declined')),
  rejectReason: optional(longText('Why it was rejected')),
  contractId: optional(id('Contract')),
  board: movedBoard,
  /** All parties see the project's name; only users who may view the project get a link. */
  isProjectSeen: boolean('Project visible'),
  projectStage: choice('Project stage', ProjectStage),
}
const listWords = {
  columns: ['name', 'sourceUser', 'targetUser', 'hours', 'firstMonth', 'state'],
  optionalColumns: [
    'project',
    'lastMonth',
    'updateDate',
    'contractId',
    'submittedDate',
    'decidedDate',
    'decidedBy',
    'createDate',
    'createdBy',
    'updatedBy',
  ],
  search: [
    'name',
    'project.name',
    'project.number',
    'sourceUser.firstName',
    'sourceUser.lastName',
    'targetUser.firstName',
    'targetUser.lastName',
  ],
  sort: ['-updateDate'],
  filters: {
    userIds: { label: 'Person', kind: 'user' },
    clientIds: { label: 'Client', kind: 'reference', resource: () => clients },
    laborTypes: { label: 'Labor type', kind: 'choice', options: LaborType },
    states: { label: 'State', kind: 'choice', field: 'state', options: ResourceOfferState },
    projectIds: { label: 'Project', kind: 'reference', field: 'projectId', resource: () => projects },
  },
} as const
const names = { one: 'Offer', many: 'Offers' }

/** Project hours offered to a user; they and management must agree (domain 6.9). */
export const resourceOffers = resource({
  path: 'resourceOffers',
  route: '/offers',
  names,
  permission: 'ResourceOffers',
  hasSteps: true,
  fields,
  computed,
  list: listWords,
  ref: ['name'],
  picker: ['state'],
  logs: true,
  exportCategory: 142,
})

export const managedOffers = resource({
  path: 'resourceOffers/Management',
  entity: 'resourceOffers',
  route: '/manage-offers',
  names,
  permission: { view: 'ResourceOffers.Manage' },
  fields,
  computed,
  list: listWords,
  ref: ['name'],
  picker: ['state'],
  hasSteps: true,
  exportCategory: 142,
})
