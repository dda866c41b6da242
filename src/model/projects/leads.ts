import { accessListCalls } from '../access/access-lists.ts'
import { clients } from '../companies/clients.ts'
import { call, row } from '../kit/call.ts'
import type { Fields, ResponseShape } from '../kit/description.ts'
import { boolean, choice, date, integer, longText, money, optional, percent, text } from '../kit/field.ts'
import { typedKeys } from '../kit/keys.ts'
import { type RowOf, resource, responseFields } from '../kit/resource.ts'
import { arrayField } from '../kit/response-fields.ts'
import { ClientState, LeadStatus } from './enums.ts'
import { commonProjectFields, projectSearch, projects } from './projects.ts'
import { type LeadStepName, leadSteps } from './stages.ts'

/** A potential project. Promoting it keeps the same row. */
export const leads = resource({
  path: 'leads',
  route: '/leads',
  names: { one: 'Lead', many: 'Leads' },
  hasSteps: true,
  permission: 'Leads',
  owner: 'project',
  fields: {
    ...commonProjectFields,
    expectedRevenue: optional(money('Expected value')),
    probabilityPercent: optional(percent('Probability')),
    expectedCloseDate: optional(date('Expected close')),
    leadSource: optional(text('Source')),
  },
  computed: {
    leadStatus: choice('Status', LeadStatus),
    isArchived: boolean('Archived'),
    ageDays: integer('Age', { unit: 'days' }),
    clientState: choice('Client state', ClientState),
    statusBeforePause: optional(integer('Status before the pause')),
    lostReason: optional(text('Why it was lost')),
    pauseReason: optional(text('Reason for the pause')),
    /** Only in the detail response: possible targets of `SetStatus`. */
    nextStatuses: arrayField('Next statuses', integer('Status')),
  },
  list: {
    columns: [
      'name',
      'client',
      'type',
      'associateConsultant',
      'leadStatus',
      'expectedRevenue',
      'probabilityPercent',
      'expectedCloseDate',
      'ageDays',
    ],
    minWindowWidths: { type: 1920, probabilityPercent: 1920, expectedCloseDate: 1440, ageDays: 1440 },
    optionalColumns: ['leadSource', 'isArchived', 'clientState', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: projectSearch,
    sort: ['-createDate'],
    filters: {
      clientIds: { label: 'Client', kind: 'reference', field: 'clientId', resource: () => clients },
      leadStatuses: { label: 'Lead Status', kind: 'choice', field: 'leadStatus', options: LeadStatus },
      userIds: { label: 'Associate consultant', kind: 'user', field: 'associateConsultantId' },
      isArchived: { label: 'Archived', kind: 'boolean', field: 'isArchived' },
    },
  },
  picker: ['leadStatus'],
  logs: true,
  recent: true,
  image: true,
  exportCategory: 110,
})

const version = { rowVersion: optional(integer('Row version', { min: 1 })) }

/** A user who may not view the resulting project gets the lead as the response. */
const ofLeadsOnly: Fields = Object.fromEntries(
  Object.entries(responseFields(leads)).flatMap(([key, field]) => (key in responseFields(projects) ? [] : [[key, optional(field)]])),
)
const stepResponse = (step: LeadStepName): ResponseShape<RowOf<typeof leads> | RowOf<typeof projects>> =>
  step === 'Promote' ? { ...row(projects), fields: ofLeadsOnly } : row(leads)

/** `PUT leads/{id}/{Action}`; promoting returns the project. */
export const leadStepCalls = typedKeys(leadSteps).map((step) => {
  const { permission, label } = leadSteps[step]
  return {
    step,
    call: call({
      method: 'PUT',
      path: `/leads/:id/${step}`,
      permission: typeof permission === 'string' ? permission : { all: permission },
      summary: `${label} a lead`,
      body: { comment: optional(longText('Comment')), ...version },
      response: stepResponse(step),
    }),
  }
})

export const setLeadStatus = call({
  method: 'PUT',
  path: '/leads/:id/SetStatus',
  permission: 'Leads.Update',
  summary: 'Set the status of a lead',
  body: { status: integer('Status'), comment: optional(longText('Comment')), ...version },
  response: row(leads),
})

export const leadAccessList = accessListCalls('leads/:id/AccessList', 'a lead', 'LeadAccessList')
