import { clients } from '../companies/clients.ts'
import { manufacturers } from '../companies/manufacturers.ts'
import { padTwo } from '../kit/dates.ts'
import type { ValuesOf } from '../kit/description.ts'
import {
  boolean,
  choice,
  choices,
  date,
  defaulted,
  hours,
  id,
  image,
  instant,
  integer,
  longText,
  money,
  name,
  optional,
  reference,
  richText,
  text,
  url,
  user,
} from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { literalField, namedShape, object, objects, personField } from '../kit/response-fields.ts'
import { messages } from '../kit/rules.ts'
import { ProjectStage } from '../projects/enums.ts'
import { projects } from '../projects/projects.ts'
import { contractStepNames } from './contract-steps.ts'
import { CombinedProposalType, ContractOrigin, ContractStatus, ContractType, ProposalType } from './enums.ts'
import { laborRates } from './labor-rates.ts'
import { moneyMasks } from './masks.ts'
import { shownSums } from './money.ts'

const eventShape = {
  action: literalField('Action', 'Create', ...contractStepNames),
  from: optional(text('From')),
  to: text('To'),
  user: optional(personField('By')),
  date: instant('Date'),
  comment: optional(longText('Comment')),
}
export type ContractEvent = ValuesOf<typeof eventShape>

const fields = {
  name: name('Name'),
  proposalType: defaulted(choice('Proposal type', ProposalType), ProposalType.AV),
  combinedProposalTypes: defaulted(choices('Combined of', CombinedProposalType), []),
  manufacturerId: optional(reference('Manufacturer', () => manufacturers)),
  scope: optional(richText('Scope')),
  validUntilDate: optional(date('Valid until')),
  /** Default to the dates of the phases. */
  startDate: optional(date('Start')),
  endDate: optional(date('End')),
  /** Page for booking hours; its domain is a setting. */
  tempoUrl: optional(url('Tempo')),
}

export const contracts = resource({
  path: 'contracts',
  route: '/manage-contracts',
  names: { one: 'Contract', many: 'Contracts' },
  hasSteps: true,
  permission: 'ProjectContracts',
  owner: 'project',
  fields,
  computed: {
    number: text('Number', { max: 80 }),
    projectId: reference('Project', () => projects),
    client: optional(object('Client', { ...namedShape, logoUrl: optional(image('Logo')) })),
    type: choice('Type', ContractType),
    origin: choice('Origin', ContractOrigin),
    status: choice('Status', ContractStatus),
    isLocked: boolean('Locked'),
    isArchived: boolean('Archived'),
    /** Contracts of a closed or archived project are read-only. */
    isProjectClosed: boolean('Project closed'),
    projectStage: choice('Project stage', ProjectStage),
    laborHours: hours('Labor hours'),
    totalRevenue: money('Total revenue', { mask: moneyMasks.revenueSums }),
    totalCost: money('Total cost', { mask: moneyMasks.costSums }),
    sentForApprovalById: optional(user('Sent for approval by')),
    sentForApprovalDate: optional(instant('Sent for approval')),
    approvedById: optional(user('Approved by')),
    approvedDate: optional(instant('Approved')),
    updateComment: optional(longText('What to update')),
    resourceOfferId: optional(id('Offer')),
    shiftRequestId: optional(id('Shift request')),
    /** Only in the detail response, limited by the reader's permissions. */
    sums: shownSums,
    laborRates,
    statusHistory: objects('Status history', eventShape),
    phasesCount: integer('Phases'),
    directExpensesCount: integer('Direct expenses'),
    documentsCount: integer('Documents'),
  },
  list: {
    columns: ['name', 'number', 'client', 'project', 'type', 'status', 'endDate', 'laborHours', 'totalRevenue'],
    minWindowWidths: { client: 1920, endDate: 1920, laborHours: 1920, number: 1440 },
    optionalColumns: [
      'startDate',
      'totalCost',
      'updateDate',
      'origin',
      'isLocked',
      'isArchived',
      'proposalType',
      'validUntilDate',
      'approvedDate',
      'createDate',
      'createdBy',
      'updatedBy',
    ],
    search: ['number', 'name', 'project.name', 'project.number'],
    sort: ['-updateDate'],
    filters: {
      contractTypes: { label: 'Type', kind: 'choice', field: 'type', options: ContractType },
      contractOrigins: { label: 'Origin', kind: 'choice', field: 'origin', options: ContractOrigin },
      contractStatuses: { label: 'Status', kind: 'choice', field: 'status', options: ContractStatus },
      clientIds: { label: 'Client', kind: 'reference', resource: () => clients },
      projectIds: { label: 'Project', kind: 'reference', field: 'projectId', resource: () => projects },
      isArchived: { label: 'Archived', kind: 'boolean', field: 'isArchived' },
    },
  },
  ref: ['name', 'number'],
  picker: ['number', 'status'],
  logs: true,
  exportCategory: 140,
})

interface ProposalName {
  proposalType?: ProposalType
  combinedProposalTypes?: readonly CombinedProposalType[]
  manufacturerId?: number | null
  startDate?: string | null
  endDate?: string | null
}

/** Field that only proposals of some types have, and need. */
export const fieldOfProposal = ({ proposalType }: { readonly proposalType?: unknown }): keyof ProposalName | undefined =>
  proposalType === ProposalType.Combined
    ? 'combinedProposalTypes'
    : proposalType === ProposalType.RevitFamiliesSOW
      ? 'manufacturerId'
      : undefined

export function proposalProblems({ proposalType, combinedProposalTypes, manufacturerId, startDate, endDate }: ProposalName) {
  const problems: Record<string, string[]> = {}
  const needed = fieldOfProposal({ proposalType })
  if (needed === 'combinedProposalTypes' && !combinedProposalTypes?.length) problems.combinedProposalTypes = [messages.selectOne]
  if (needed === 'manufacturerId' && manufacturerId == null) problems.manufacturerId = [messages.required]
  if (startDate && endDate && endDate < startDate) problems.endDate = ['The end is before the start.']
  return problems
}

const letters = { [ContractType.Proposal]: 'P', [ContractType.Offer]: 'O', [ContractType.Shift]: 'S' } as const
/** `260042-B-P01`: project number, type letter, counter per project and type. */
export const contractNumber = (projectNumber: string, type: ContractType, counter: number) =>
  `${projectNumber}-${letters[type]}${padTwo(counter)}`
