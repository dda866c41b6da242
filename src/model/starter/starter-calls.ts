import { call, fileTaskShape, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, defaulted, id, integer, list, money, name, optional, quantity, text } from '../kit/field.ts'
import { literalField, namedRef, objects } from '../kit/response-fields.ts'
import { ProjectType } from '../projects/enums.ts'
import { projects } from '../projects/projects.ts'

const loadNeeds = { all: ['Equipments.Create', 'SpaceTemplates.Create'] } as const

export const readStarterCatalog = call({
  method: 'GET',
  path: '/starterCatalog',
  permission: loadNeeds,
  summary: 'Count what the starter catalog contains, and tell if it has been loaded',
  response: shape({
    products: integer('Products'),
    manufacturers: integer('Manufacturers'),
    families: integer('Product families'),
    templates: integer('Space templates'),
    cables: integer('Cable types'),
    isLoaded: boolean('Loaded'),
    /** Change set of the last load; null if there is none, it has been undone, or the user may not undo it. */
    changeSetId: optional(id('Change set')),
  }),
})

export const loadStarterCatalog = call({
  method: 'POST',
  path: '/starterCatalog',
  permission: loadNeeds,
  summary: 'Create the products and templates of the starter catalog that do not exist yet',
  body: {},
  response: shape(fileTaskShape),
  status: 202,
})

/** Most rooms and lines of one quick start. */
export const mostQuickRooms = 50
const mostQuickLines = 500

const quickLine = {
  tag: optional(text('Tag')),
  model: optional(text('Model')),
  manufacturer: optional(text('Manufacturer')),
  quantity: quantity(),
  /** Agreed unit price of the line; the catalog price if left out. */
  unitPrice: optional(money('Unit price')),
}
const quickRoom = {
  name: name('Room'),
  templateId: optional(id('Space template')),
  lines: optional(list('Equipment', quickLine, { max: mostQuickLines })),
}
export type QuickLine = ValuesOf<typeof quickLine>
export type QuickRoom = ValuesOf<typeof quickRoom>

/** Row of the request that was not found, and why. `row` starts at 1; null is the template. */
const notFoundShape = {
  row: optional(integer('Row')),
  text: text('Text'),
  reason: literalField('Reason', 'template', 'unknown', 'ambiguous', 'deprecated'),
}

export type NotFound = ValuesOf<typeof notFoundShape>

export const quickStart = call({
  method: 'POST',
  path: '/projects/QuickStart',
  permission: { all: ['Projects.View', 'Projects.Create', 'Projects.Update'] },
  summary: 'Create a project with its client, building, level, and rooms; equipment that is not found is listed, and the rest is created',
  body: {
    name: projects.fields.name,
    clientId: projects.fields.clientId,
    /** A client with this name, which is created if it does not exist. */
    clientName: optional(name('Client name')),
    type: defaulted(choice('Type', ProjectType), ProjectType.Client),
    buildingName: optional(name('Building')),
    levelName: optional(name('Level')),
    rooms: list('Rooms', quickRoom, { max: mostQuickRooms }),
  },
  response: shape({
    id: id(),
    name: text('Name'),
    number: optional(text('Number')),
    client: optional(namedRef('Client')),
    rooms: objects('Rooms', {
      id: id(),
      name: text('Name'),
      equipmentCount: integer('Equipment'),
      totalMsrpPrice: money('Equipment, MSRP'),
      notFound: objects('Not found', notFoundShape),
    }),
    changeSetId: optional(id('Change set')),
  }),
  status: 201,
})
