import { IntegrationRequestState, LinkedProjectStatus } from '../integrations/enums.ts'
import type { ValuesOf } from '../kit/description.ts'
import { choice, image, instant, integer, longText, name, optional, reference, text, user, uuid } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { arrayField, object, objects } from '../kit/response-fields.ts'
import { projects } from '../projects/projects.ts'
import { WireCadSource } from './enums.ts'

const countsShape = {
  total: integer('Items'),
  fullyLinked: integer('Fully linked'),
  partiallyLinked: integer('Partially linked'),
  match: integer('Match'),
  noMatch: integer('No match'),
  toDo: integer('To do'),
  uncategorized: integer('Without category'),
  done: integer('Done'),
  failed: integer('Failed'),
}
export type CadCounts = ValuesOf<typeof countsShape>
const sourceShape = { name: text('Name'), size: integer('Size'), url: image('Address') }

/** Equipment imported from the CAD tool WireCAD into the catalog after approval (domain 6.16, 7.6, 13.2). */
export const cadRequests = resource({
  path: 'wireCad/Requests',
  entity: 'wireCadRequests',
  route: '/integrations/wire-cad',
  names: { one: 'WireCAD request', many: 'WireCAD requests' },
  permission: 'WireCadIntegrationRequests',
  owner: 'project',
  hasSteps: true,
  fields: {
    name: name('Name'),
    projectId: optional(reference('Project', () => projects)),
    wireCadProjectId: optional(uuid('WireCAD project')),
    note: optional(longText('Note')),
  },
  computed: {
    source: choice('Source', WireCadSource),
    state: choice('State', IntegrationRequestState),
    itemsCount: integer('Items'),
    counts: object('Results', countsShape),
    sources: objects('Files', sourceShape),
    readingNotes: arrayField('Notes on the files', text('Note')),
    rejectReason: optional(longText('Why it was rejected')),
    submittedDate: optional(instant('Submitted')),
    decidedById: optional(user('Decided by')),
    decidedDate: optional(instant('Decided')),
    /** Progress of the background job: the pull of a draft, or the items of an approved request. */
    linkStatus: choice('Progress', LinkedProjectStatus),
    linkError: optional(longText('What went wrong')),
    /** Time the result was posted to the bridge; null if there is none to post. */
    linksPostedDate: optional(instant('Links posted')),
  },
  list: {
    columns: ['name', 'project', 'itemsCount', 'counts', 'source', 'state', 'linkStatus'],
    optionalColumns: ['updateDate', 'note', 'submittedDate', 'decidedDate', 'decidedBy', 'createDate', 'createdBy', 'updatedBy'],
    search: ['name', 'project.name', 'project.number'],
    sort: ['-updateDate'],
    filters: {
      states: { label: 'State', kind: 'choice', field: 'state', options: IntegrationRequestState },
      sources: { label: 'Source', kind: 'choice', field: 'source', options: WireCadSource },
      linkStatuses: { label: 'Progress', kind: 'choice', field: 'linkStatus', options: LinkedProjectStatus },
      projectIds: { label: 'Project', kind: 'reference', field: 'projectId', resource: () => projects },
    },
  },
  ref: ['name'],
  picker: ['state'],
  logs: true,
})
