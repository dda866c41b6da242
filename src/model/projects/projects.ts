import { clients } from '../companies/clients.ts'
import { address } from '../companies/company.ts'
import { ConstructionPhaseType } from '../contracts/enums.ts'
import { linkShape } from '../integrations/project-links.ts'
import { arrayOf, objects } from '../kit/answered.ts'
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
import { ClientState, LeadStatus, ProjectStage, ProjectStatus, ProjectType } from './enums.ts'
import { defaultInstallationFactor } from './money.ts'
import { companyOnProject } from './project-companies.ts'

/** What leads and projects have in common; a lead that is promoted stays the same row. */
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

/** Where a search for a lead or a project looks; both stand in one table. A city finds projects, an associate consultant leads. */
export const projectSearch = ['name', 'client.name', 'client.abbreviatedName'] as const

const levelOfProject = { id: id(), name: text('Name'), shortName: optional(text('Short name')) }
export const levelsOfBuilding = list('Levels', levelOfProject)
const buildingOfProject = { ...levelOfProject, levels: levelsOfBuilding }
export type BuildingOfProject = ValuesOf<typeof buildingOfProject>

const phaseOfProject = { type: choice('Type', ConstructionPhaseType), startDate: date('Start'), endDate: date('End') }
export type PhaseOfProject = ValuesOf<typeof phaseOfProject>

/** Work for a client, or for the firm itself, from the first proposal to the archive. */
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
    /** Where hours are booked; the domain is a setting. */
    tempoUrl: optional(url('Tempo')),
  },
  computed: {
    number: optional(text('Number', { max: 50 })),
    stage: choice('Stage', ProjectStage),
    projectStatus: optional(choice('Status', ProjectStatus)),
    statusBeforePause: optional(integer('Status before the pause')),
    stageBeforeArchive: optional(choice('Stage before the archive', ProjectStage)),
    clientState: choice('Client state', ClientState),
    /** Over the counted spaces; kept by the database with every change of a line. */
    spaceCount: integer('Spaces'),
    equipmentCount: integer('Equipment'),
    totalMsrpPrice: money('Equipment, MSRP'),
    /** With the installation: what the card shows. */
    totalPrice: money('Total'),
    pauseReason: optional(text('Reason of the pause')),
    notAcceptedReason: optional(text('Reason of the refusal')),
    closedDate: optional(instant('Closed')),
    archivedDate: optional(instant('Archived')),
    leadStatus: optional(choice('Lead status', LeadStatus)),
    expectedRevenue: optional(money('Expected revenue')),
    probabilityPercent: optional(percent('Probability')),
    expectedCloseDate: optional(date('Expected close')),
    leadSource: optional(text('Lead source')),
    /** Only in the detail. */
    buildings: list('Buildings', buildingOfProject),
    companies: objects('Companies', companyOnProject),
    /** The phases of its approved contracts in their order, with the first and last day they are planned in; of work that is not paused. */
    phases: { ...optional(objects('Phases', phaseOfProject)), mask: 'ProjectContracts.View' as const },
    /** Projects and teams in products of others. */
    links: objects('Links', linkShape),
    /** The statuses `SetStatus` may lead to from here. */
    nextStatuses: arrayOf('Next statuses', integer('Status')),
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
      clientIds: { label: 'Client', kind: 'reference', field: 'clientId', of: () => clients },
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

/** What the list shows when no stage is asked for. */
export const openStages: readonly ProjectStage[] = [ProjectStage.Opportunity, ProjectStage.Active]
