import { IntegrationRequestState, LinkedProjectStatus } from '../integrations/enums.ts'
import { choice, instant, integer, json, longText, name, optional, reference, user, uuid } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { projects } from '../projects/projects.ts'
import { WireCadSource } from './enums.ts'

/** How many items of a request have which result, how many are to be carried out, and how they went. */
export interface CadCounts {
  total: number
  fullyLinked: number
  partiallyLinked: number
  match: number
  noMatch: number
  toDo: number
  /** To be created, and nobody has said in which category. */
  uncategorized: number
  done: number
  failed: number
}
interface CadSourceFile {
  name: string
  size: number
  url: string
}

/** Equipment of the CAD tool WireCAD that is brought into the catalog, once somebody has agreed (domain 6.16, 7.6, 13.2). */
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
    counts: json<CadCounts>('Results'),
    sources: json<CadSourceFile[]>('Files'),
    readingNotes: json<string[]>('Notes on the files'),
    rejectReason: optional(longText('Why it was rejected')),
    submittedDate: optional(instant('Submitted')),
    decidedById: optional(user('Decided by')),
    decidedDate: optional(instant('Decided')),
    /** How far the work behind it is: the pull of a draft, the items of an approved request. */
    linkStatus: choice('Progress', LinkedProjectStatus),
    linkError: optional(longText('What went wrong')),
    /** When the bridge was told what became of the items; nothing where there is none to tell. */
    linksPostedDate: optional(instant('Links posted')),
  },
  list: {
    columns: ['name', 'project', 'itemsCount', 'counts', 'source', 'state', 'linkStatus'],
    more: ['updateDate', 'note', 'submittedDate', 'decidedDate', 'decidedBy', 'createDate', 'createdBy', 'updatedBy'],
    search: ['name', 'project.name', 'project.number'],
    sort: ['-updateDate'],
    filters: {
      states: { label: 'State', kind: 'choice', field: 'state', options: IntegrationRequestState },
      sources: { label: 'Source', kind: 'choice', field: 'source', options: WireCadSource },
      linkStatuses: { label: 'Progress', kind: 'choice', field: 'linkStatus', options: LinkedProjectStatus },
      projectIds: { label: 'Project', kind: 'reference', field: 'projectId', of: () => projects },
    },
  },
  ref: ['name'],
  picker: ['state'],
  logs: true,
})
