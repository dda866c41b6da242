import { categories } from '../catalog/categories.ts'
import { equipments } from '../catalog/equipment.ts'
import { CadIntegrationResult, IntegrationAction } from '../integrations/enums.ts'
import { call, fileTaskShape, items, listQuery, page, row, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import {
  boolean,
  choice,
  choices,
  defaulted,
  group,
  id,
  image,
  integer,
  list,
  longText,
  name,
  optional,
  reference,
  set,
  text,
  uuid,
} from '../kit/field.ts'
import { arrayField, namedShape, object, objects } from '../kit/response-fields.ts'
import { cadFacts, mostItems, placedDevices } from './cad-items.ts'
import { differences } from './cad-matching.ts'
import { cadRequests } from './cad-requests.ts'
import { cadStepNames, cadSteps } from './request-steps.ts'

const view = 'WireCadIntegrationRequests.View'
const one = '/wireCad/Requests/:id'

/** Multipart files, several per request, or `{pull: true, wireCadProjectId}` for the bridge. */
export const createCadRequest = call({
  method: 'POST',
  path: '/wireCad/Requests',
  permission: 'WireCadIntegrationRequests.Create',
  summary: 'Create a WireCAD request from files of the CAD tool or from its bridge',
  upload: 'files',
  body: { ...cadRequests.fields, pull: defaulted(boolean('Pull from WireCAD'), false) },
  response: row(cadRequests),
  status: 201,
})

export const cadEquipment = {
  id: id(),
  tag: text('Tag'),
  model: text('Model'),
  manufacturer: text('Manufacturer'),
  imageUrl: optional(image('Picture')),
}
export type CadEquipment = ValuesOf<typeof cadEquipment>

const cadItem = {
  id: id(),
  wireCadId: optional(uuid('WireCAD id')),
  cadManufacturer: text('Manufacturer'),
  cadModel: text('Model'),
  ...cadFacts,
  cadQuantity: optional(integer('Quantity in WireCAD')),
  devices: placedDevices,
  notes: arrayField('Notes', text('Note')),
  dnaQuantity: optional(integer('Quantity in DNA')),
  result: choice('Result', CadIntegrationResult),
  equipment: optional(group('Equipment', cadEquipment)),
  matches: list('Matches', cadEquipment),
  differences,
  action: choice('Action', IntegrationAction),
  chosenEquipmentId: optional(id('Equipment')),
  chosenCategoryId: optional(id('Category')),
  chosenCategory: optional(object('Category', { ...namedShape, number: integer('Number') })),
  isApplied: boolean('Completed'),
  applyError: optional(longText('What went wrong')),
}

const narrowing = {
  search: optional(text('Search', { max: 200 })),
  results: optional(choices('Result', CadIntegrationResult)),
  actions: optional(choices('Action', IntegrationAction)),
  isFailed: optional(boolean('Failed')),
  isUncategorized: optional(boolean('Without category')),
}

export const listCadItems = call({
  method: 'GET',
  path: `${one}/Items`,
  permission: view,
  summary: 'List the items of a WireCAD request with their matches and actions',
  query: { page: listQuery.page, itemsPerPage: listQuery.itemsPerPage, ...narrowing },
  response: page(shape(cadItem)),
})

export const changeCadItems = call({
  method: 'PUT',
  path: `${one}/Items`,
  permission: 'WireCadIntegrationRequests.Update',
  summary: 'Set the actions of items, one by one or for all that match',
  body: {
    items: optional(
      list(
        'Items',
        {
          id: id('Item'),
          action: optional(choice('Action', IntegrationAction)),
          chosenEquipmentId: optional(reference('Equipment', () => equipments)),
          chosenCategoryId: optional(reference('Category', () => categories)),
        },
        { max: mostItems },
      ),
    ),
    /** All items that match the filter; items the action does not apply to stay unchanged. */
    all: optional(
      group('All items', {
        ...narrowing,
        ids: optional(set('Items', id('Item'), { max: mostItems })),
        action: optional(choice('Action', IntegrationAction)),
        chosenCategoryId: optional(reference('Category', () => categories)),
      }),
    ),
    rowVersion: optional(integer('Row version', { min: 1 })),
  },
  response: shape({ changed: integer('Changed'), skipped: integer('Left as they are'), rowVersion: integer('Row version') }),
})

export const cadStepCalls = cadStepNames.map((step) => ({
  step,
  call: call({
    method: 'PUT',
    path: `${one}/${step}`,
    permission: cadSteps[step].permission,
    summary: cadSteps[step].label.replace(/^\w+/, '$& a WireCAD request'),
    body: { comment: optional(longText('Comment')), rowVersion: optional(integer('Row version', { min: 1 })) },
    response: row(cadRequests),
  }),
}))

export const retryCadRequest = call({
  method: 'PUT',
  path: `${one}/Retry`,
  permission: { any: ['WireCadIntegrationRequests.Update', 'WireCadIntegrationRequests.Approve'] },
  summary: 'Retry the failed steps of a WireCAD request',
  response: row(cadRequests),
})

export const exportCadRequest = call({
  method: 'GET',
  path: `${one}/Export`,
  permission: view,
  summary: 'Export the items of a WireCAD request as a workbook',
  response: shape(fileTaskShape),
  status: 202,
})

export const comparedSpace = { id: id(), name: text('Name'), spaceNumber: optional(text('Number')) }
const comparisonShape = {
  itemId: id('Item'),
  cadManufacturer: cadItem.cadManufacturer,
  cadModel: cadItem.cadModel,
  equipment: cadItem.equipment,
  /** Null without a matching space; `location` then contains the CAD location. */
  space: optional(object('Space', comparedSpace)),
  location: optional(text('Location')),
  cadQuantity: integer('Quantity in WireCAD'),
  dnaQuantity: integer('Quantity in DNA'),
}
export type CadComparison = ValuesOf<typeof comparisonShape>
export const compareCadRequest = call({
  method: 'GET',
  path: `${one}/Comparison`,
  permission: { all: [view, 'ProjectEquipment.View'] },
  summary: 'Compare the quantities of a WireCAD request with its project, by space',
  query: { onlyDifferent: optional(boolean('Only where they differ')) },
  response: shape({ rows: objects('Rows', comparisonShape), isWhole: boolean('All rows'), different: integer('Rows that differ') }),
})

export const readCadStatus = call({
  method: 'GET',
  path: '/integrations/WireCad/Status',
  permission: view,
  summary: 'Get whether the WireCAD bridge is configured, and what is missing',
  response: shape({ isConfigured: boolean('Configured'), missing: arrayField('Missing settings', text('Setting')) }),
})

export const listCadProjects = call({
  method: 'GET',
  path: '/wireCad/Projects',
  permission: 'WireCadIntegrationRequests.Create',
  summary: 'List the WireCAD projects from the bridge',
  response: items(shape({ id: uuid('Id'), name: name('Name') })),
  callsExternalService: true,
})
