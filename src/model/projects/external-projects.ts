import { InstallerCode, ProviderCode } from '../catalog/enums.ts'
import { address, namedCompany } from '../companies/company.ts'
import { DocumentState, DocumentType } from '../drawings/enums.ts'
import { call, items, page, paging, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, date, decimal, group, id, image, integer, money, optional, quantity, set, text } from '../kit/field.ts'
import { namedRef, namedRefs, namedShape, type ObjectValues, object, objects } from '../kit/response-fields.ts'
import { ConnectionState, SpaceStatus } from '../spaces/enums.ts'
import { ProjectStage, ProjectStatus } from './enums.ts'

export type OpenedPart = 'Equipment' | 'Documents' | 'Reports' | 'Cables' | 'Comments' | 'Approval' | 'Site'

const revisionShape = {
  id: id(),
  code: text('Code'),
  title: text('Title'),
  issueDate: date('Issued'),
  issuedBy: optional(text('Issued by')),
}
const approvable = { fingerprint: text('Fingerprint') }
export type IssuedRevision = ObjectValues<typeof revisionShape, typeof approvable>

const largeSum = (label: string) => money(label, { max: Number.MAX_SAFE_INTEGER })
const projectShape = {
  id: id(),
  name: text('Name'),
  number: optional(text('Number')),
  stage: choice('Stage', ProjectStage),
  projectStatus: optional(choice('Status', ProjectStatus)),
  client: optional(object('Client', namedCompany)),
  address: address(),
  spaceCount: integer('Spaces'),
  /** Data is that of the latest issued revision and empty before the first one, unless the entry is live. */
  revision: optional(object('Revision', revisionShape, approvable)),
  isLive: boolean('Live'),
  opened: set('Opened', text('Part')),
}
const opened = {
  equipmentCount: integer('Equipment'),
  documentCount: integer('Drawings'),
  totalMsrpPrice: largeSum('Total MSRP'),
}

export const spaceOfProject = { id: id(), name: text('Name'), number: optional(text('Number')) }

const permission = 'ExternalProjects.View'
export const externalProjects = call({
  method: 'GET',
  path: '/externalProjects',
  permission,
  summary: 'List the projects shared with me as an external user',
  query: { search: optional(text('Search', { max: 200 })), ...paging },
  response: page(shape(projectShape, opened)),
})
export const externalProject = call({
  method: 'GET',
  path: '/externalProjects/:id',
  permission,
  summary: 'Get a project shared with me, with its buildings and levels',
  response: shape({ ...projectShape, buildings: objects('Buildings', { ...namedShape, levels: namedRefs('Levels') }) }, opened),
})
export const externalSpaces = call({
  method: 'GET',
  path: '/externalProjects/:id/Spaces',
  permission,
  summary: 'List the spaces of a project shared with me, by building and level',
  response: items(
    shape(
      {
        id: id(),
        name: text('Name'),
        spaceNumber: optional(text('Number')),
        building: namedRef('Building'),
        level: namedRef('Level'),
        status: choice('Status', SpaceStatus),
        imageUrl: optional(image()),
      },
      { itemsCount: integer('Items'), openCommentsCount: integer('Open comments') },
    ),
  ),
})
export const externalEquipment = call({
  method: 'GET',
  path: '/externalProjects/:id/Equipment',
  permission,
  summary: 'List the equipment of a project shared with me, where access includes it',
  query: { spaceId: optional(id('Space')), ...paging },
  response: page(
    shape(
      {
        id: id(),
        tag: text('Tag'),
        category: optional(text('Category')),
        manufacturer: optional(text('Manufacturer')),
        productFamily: optional(text('Product family')),
        model: text('Model'),
        description: optional(text('Description')),
        quantity: quantity(),
        provider: choice('Provider', ProviderCode),
        installer: choice('Installer', InstallerCode),
        space: group('Space', spaceOfProject),
        areaGroup: optional(text('Area group')),
      },
      { unitPrice: largeSum('Unit price'), totalPrice: largeSum('Total') },
    ),
  ),
})
export const cableEnd = { space: group('Space', spaceOfProject), unit: text('Unit'), port: text('Port') }
export type CableEnd = ValuesOf<typeof cableEnd>
export const externalCables = call({
  method: 'GET',
  path: '/externalProjects/:id/Cables',
  permission,
  summary: 'Get the cable schedule of a project shared with me, where access includes equipment and cables',
  query: { spaceId: optional(id('Space')), ...paging },
  response: page(
    shape({
      id: id(),
      number: text('Number'),
      from: group('From', cableEnd),
      to: group('To', cableEnd),
      signal: optional(text('Signal')),
      color: optional(text('Color')),
      manufacturer: optional(text('Manufacturer')),
      model: optional(text('Cable')),
      lengthFt: optional(decimal('Length', { unit: 'ft' }, 2)),
      state: choice('State', ConnectionState),
      bundle: optional(text('Bundle')),
    }),
  ),
})
export const externalDocuments = call({
  method: 'GET',
  path: '/externalProjects/:id/Documents',
  permission,
  summary: 'List the drawings of a project shared with me that are in progress or done, where access includes them',
  response: items(
    shape({
      id: id(),
      number: optional(text('Number')),
      title: text('Title'),
      type: choice('Type', DocumentType),
      state: choice('State', DocumentState),
      revision: optional(text('Revision')),
      issueDate: optional(date('Issued')),
      spaceId: optional(id('Space')),
      fileName: optional(text('File')),
      url: optional(text('Address', { max: 2048 })),
    }),
  ),
})
export const externalContacts = call({
  method: 'GET',
  path: '/externalProjects/:id/Contacts',
  permission,
  summary: 'List the shared contacts of a project shared with me',
  response: items(
    shape({
      name: text('Name'),
      company: optional(text('Company')),
      jobTitle: optional(text('Job title')),
      email: optional(text('E-mail')),
      phone: optional(text('Phone')),
    }),
  ),
})
