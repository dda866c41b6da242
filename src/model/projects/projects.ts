import { clients } from '../companies/clients.ts'
import { address } from '../companies/company.ts'
import { ConstructionPhaseType } from '../contracts/enums.ts'
import { linkShape } from '../integrations/project-links.ts'
import type { ValuesOf } from '../kit/description.ts'
import {
  choice,
  date,
  decimal,
  defaulted,
  factor,
  id,
  image,
  instant,
  integer,
  list,
  money,
  name,
  optional,
  percent,
  reference,
  richText,
  text,
  url,
  user,
} from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { arrayField, objects } from '../kit/response-fields.ts'
import { ClientState, LeadStatus, ProjectStage, ProjectStatus, ProjectType } from './enums.ts'
import { defaultInstallationFactor } from './money.ts'
import { companyOnProject } from './project-companies.ts'

/** Fields shared by leads and projects; promoting a lead keeps the same row. */
export const commonProjectFields = {
  name: name('Name'),
  type: defaulted(choice('Type', ProjectType), ProjectType.Client),
  clientId: optional(reference('Client', () => clients)),
  description: optional(richText('Description')),
  imageUrl: optional(image()),
  address: address(),
  associateConsultantId: optional(user('Associate consultant')),
  projectManagerId: optional(user('Project manager')),
}

/** Only internal projects have no client. */
export const needsClient = ({ type }: { readonly type?: unknown }) => type !== ProjectType.Internal

/** Search fields of leads and projects, which share a table. Projects are also found by city, leads by associate consultant. */
export const projectSearch = ['name', 'client.name', 'client.abbreviatedName'] as const

const levelOfProject = { id: id(), name: text('Name'), shortName: optional(text('Short name')) }
export const levelsOfBuilding = list('Levels', levelOfProject)
const buildingOfProject = { ...levelOfProject, levels: levelsOfBuilding }
export type BuildingOfProject = ValuesOf<typeof buildingOfProject>

const phaseOfProject = { type: choice('Type', ConstructionPhaseType), startDate: date('Start'), endDate: date('End') }
export type PhaseOfProject = ValuesOf<typeof phaseOfProject>

export const projects = resource({
  path: 'projects',
  route: '/projects',
  names: { one: 'Project', many: 'Projects' },
  hasSteps: true,
  permission: 'Projects',
  isPickableByStaff: true,
  owner: 'project',
  fields: {
    ...commonProjectFields,
    installationFactor: defaulted(factor('Installation factor'), defaultInstallationFactor),
    totalArea: defaulted(decimal('Total area', { unit: 'sq ft' }, 2), 0),
    startDate: optional(date('Start')),
    targetDate: optional(date('Target')),
    /** Page for booking hours; its domain is a setting. */
    tempoUrl: optional(url('Tempo')),
  },
  computed: {
    number: optional(text('Number', { max: 50 })),
    stage: choice('Stage', ProjectStage),
    projectStatus: optional(choice('Status', ProjectStatus)),
    statusBeforePause: optional(integer('Status before the pause')),
    stageBeforeArchive: optional(choice('Stage before archiving', ProjectStage)),
    clientState: choice('Client state', ClientState),
    /** Totals of the counted spaces, updated by the database on every change of a line. */
    spaceCount: integer('Spaces'),
    equipmentCount: integer('Equipment'),
    totalMsrpPrice: money('Equipment, MSRP'),
    /** Equipment with installation, as displayed on the card. */
    totalPrice: money('Total'),
    pauseReason: optional(text('Reason for the pause')),
    notAcceptedReason: optional(text('Reason for the refusal')),
    closedDate: optional(instant('Closed')),
    archivedDate: optional(instant('Archived')),
    leadStatus: optional(choice('Lead status', LeadStatus)),
    expectedRevenue: optional(money('Expected revenue')),
    probabilityPercent: optional(percent('Probability')),
    expectedCloseDate: optional(date('Expected close')),
    leadSource: optional(text('Lead source')),
    buildings: list('Buildings', buildingOfProject),
    companies: objects('Companies', companyOnProject),
    /** Phases of approved contracts in order, with their first and last planned day; pauses are excluded. */
    phases: { ...optional(objects('Phases', phaseOfProject)), mask: 'ProjectContracts.View' as const },
    links: objects('Links', linkShape),
    /** Possible targets of `SetStatus`. */
    nextStatuses: arrayField('Next statuses', integer('Status')),
  },
  list: {
    columns: [
      'name',
      'number',
      'client',
      'projectStatus',
      'associateConsultant',
      'projectManager',
      'spaceCount',
      'equipmentCount',
      'totalMsrpPrice',
      'totalPrice',
      'updateDate',
    ],
    optionalColumns: [
      'type',
      'stage',
      'clientState',
      'installationFactor',
      'imageUrl',
      'phases',
      'totalArea',
      'startDate',
      'targetDate',
      'closedDate',
      'archivedDate',
      'createDate',
      'createdBy',
      'updatedBy',
    ],
    search: projectSearch,
    sort: ['-updateDate'],
    filters: {
      stages: { label: 'Stage', kind: 'choice', field: 'stage', options: ProjectStage },
      clientIds: { label: 'Client', kind: 'reference', field: 'clientId', resource: () => clients },
      projectStatuses: { label: 'Status', kind: 'choice', field: 'projectStatus', options: ProjectStatus },
      userIds: { label: 'Associate consultant', kind: 'user', field: 'associateConsultantId' },
    },
  },
  ref: ['name', 'number'],
  picker: ['stage', 'imageUrl'],
  logs: true,
  recent: true,
  image: true,
  stats: ['spaces', 'equipment', 'buildings'],
  exportCategory: 112,
})

export const openStages: readonly ProjectStage[] = [ProjectStage.Opportunity, ProjectStage.Active]
