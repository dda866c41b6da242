import { call, page, row, shape, value } from '../kit/call.ts'
import {
  boolean,
  choice,
  date,
  decimal,
  defaulted,
  id,
  image,
  integer,
  name,
  needing,
  optional,
  pattern,
  text,
  user,
} from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { object, objects } from '../kit/response-fields.ts'
import { messages } from '../kit/rules.ts'
import { statsCall } from '../kit/stats.ts'
import { clientVariable } from './client-variables.ts'
import { companyComputed, companyCounters, companyFields, companyList } from './company.ts'
import { ClientRankingType } from './enums.ts'

/** A client of the firm. The abbreviation is part of project numbers and file names. */
export const clients = resource({
  path: 'clients',
  route: '/clients',
  names: { one: 'Client', many: 'Clients' },
  permission: 'Clients',
  isPickableByStaff: true,
  fields: {
    ...companyFields,
    abbreviatedName: pattern('Abbreviation', /^[A-Z0-9_.-]{2,6}$/, messages.abbreviation),
    accountManagerId: optional(user('Account manager')),
  },
  computed: {
    ...companyComputed,
    /** A retired client keeps its projects and gets no new ones. */
    isRetired: boolean('Retired'),
    variables: objects('Variables', clientVariable),
    projectStats: object('Projects by stage', {
      leadsCount: integer('Leads'),
      opportunitiesCount: integer('Opportunities'),
      activeCount: integer('Active'),
      closedCount: integer('Closed'),
      archivedCount: integer('Archived'),
    }),
  },
  list: { ...companyList('abbreviatedName', 'isRetired'), search: ['name', 'abbreviatedName', 'website'] },
  ref: ['name', 'logoUrl'],
  picker: ['abbreviatedName', 'isRetired'],
  unique: ['abbreviatedName'],
  logs: true,
  recent: true,
  image: true,
  stats: ['projects', 'leads', 'contacts', 'spaces'],
  exportCategory: 120,
})

export const abbreviationExists = call({
  method: 'GET',
  path: '/clients/AbbreviatedName/Exist',
  permission: 'Clients.View',
  summary: 'Check whether a client abbreviation is taken',
  query: { abbreviatedName: text('Abbreviation', { max: 6 }), excludeId: optional(id('Except')) },
  response: value(boolean('Exists')),
})
export const retireClient = call({
  method: 'PUT',
  path: '/clients/:id/Retire',
  permission: 'Clients.Update',
  summary: 'Retire a client',
  response: row(clients),
})
export const unretireClient = call({
  method: 'PUT',
  path: '/clients/:id/Unretire',
  permission: 'Clients.Update',
  summary: 'Unretire a client',
  response: row(clients),
})
export const clientStats = statsCall(clients, {
  leadsCount: integer('Leads'),
  spacesCount: integer('Spaces'),
  /** Counts the visible projects' contracts; absent without permission to view contracts. */
  contractsCount: integer('Contracts'),
  ...companyCounters,
})

/** Ranks clients over the projects visible to the caller (domain: client ranking). */
export const clientRanking = call({
  method: 'GET',
  path: '/clients/Ranking',
  permission: 'Clients.View',
  summary: 'Rank clients by revenue, complexity or number of projects',
  query: {
    type: needing(
      {
        ...defaulted(choice('Type', ClientRankingType), ClientRankingType.ProjectsCount),
        hint: 'Revenue needs the permission',
      },
      'ProjectContracts.ViewRevenueSums',
    ),
    count: defaulted(integer('Count', { min: 1, max: 200 }), 10),
    from: optional(date('From')),
    to: optional(date('To')),
  },
  response: page(
    shape({
      id: id(),
      name: name('Name'),
      abbreviatedName: text('Abbreviation'),
      logoUrl: optional(image('Logo')),
      rank: integer('Rank'),
      value: decimal('Value', {}, 2),
    }),
  ),
})
