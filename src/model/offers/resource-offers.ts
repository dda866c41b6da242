import { LaborType } from '../access/enums.ts'
import { clients } from '../companies/clients.ts'
import { ConstructionPhaseType } from '../contracts/enums.ts'
import { boolean, choice, hours, id, instant, list, longText, name, optional, reference, text, user } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { ResourceOfferState } from '../planning/enums.ts'
import { projects } from '../projects/projects.ts'
import { month, mostLines, movedBoard, movedHours } from './moved-hours.ts'

const fields = {
  /** "Ana Ruiz on Waterfront hotel" unless somebody says another. */
  name: optional(name('Name')),
  projectId: reference('Project', () => projects),
  /** Whoever writes the offer unless they offer hours of others. */
  sourceUserId: optional(user('From')),
  targetUserId: user('To'),
  /** With a record its hours move, and contract, phase and labor type are the record's; without one they are added at the contract's rates. */
  lines: list(
    'Hours',
    {
      phaseRecordId: optional(id('Hours of')),
      contractId: optional(id('Contract')),
      phaseType: optional(choice('Phase', ConstructionPhaseType)),
      laborType: optional(choice('Labor type', LaborType)),
      month: month('Month'),
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
  /** Made on approval. */
  contractId: optional(id('Contract')),
  /** Only in the detail. */
  board: movedBoard,
  /** Its project is named to all who have part in it; only who sees it is led there. */
  isProjectSeen: boolean('Project visible'),
}
const listWords = {
  columns: ['name', 'sourceUser', 'targetUser', 'hours', 'firstMonth', 'state'],
  more: [
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
    clientIds: { label: 'Client', kind: 'reference', of: () => clients },
    laborTypes: { label: 'Labor type', kind: 'choice', options: LaborType },
    states: { label: 'State', kind: 'choice', field: 'state', options: ResourceOfferState },
    projectIds: { label: 'Project', kind: 'reference', field: 'projectId', of: () => projects },
  },
} as const
const names = { one: 'Offer', many: 'Offers' }

/** Hours of a project that somebody is offered; they and the management have to agree (domain 6.9). */
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

/** The same for whoever looks after those of everybody. */
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
  exportCategory: 142,
})
