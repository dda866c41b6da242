import { call, fileTaskShape, row, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import {
  boolean,
  choice,
  choices,
  decimal,
  defaulted,
  forced,
  group,
  id,
  integer,
  list,
  name,
  optional,
  reference,
  set,
  text,
} from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { arrayField, literalField, object, objects } from '../kit/response-fields.ts'
import { levels } from '../spaces/levels.ts'
import { spaceShape } from '../spaces/space-equipment.ts'
import { PlanKind, PlanOverlay, PlanSymbol } from './enums.ts'

const feet = (label: string) => decimal(label, { min: -100_000, max: 100_000, unit: 'ft' }, 4)
const points = (label: string) => decimal(label, { min: -1_000_000, max: 1_000_000, unit: 'pt' }, 4)
/** Point of the page: 72 per inch from its upper left corner after rotation. */
const pagePoint = { x: forced(points('X')), y: forced(points('Y')) }
const feetPoint = { x: forced(feet('X')), y: forced(feet('Y')) }

const calibrationShape = {
  a: optional(object('First point', pagePoint)),
  b: optional(object('Second point', pagePoint)),
  feet: optional(decimal('Distance', { unit: 'ft' }, 4)),
  scale: optional(text('Scale')),
}

/** A drawing of the architect below devices. Created with its file; lengths are unknown until it is calibrated. */
export const plans = resource({
  path: 'projects/:id/Plans',
  entity: 'plans',
  names: { one: 'Plan', many: 'Plans' },
  permission: { view: 'DrawingDocuments.View', update: 'DrawingDocuments.Update', delete: 'DrawingDocuments.Delete' },
  owner: 'project',
  parent: 'projectId',
  fields: {
    name: name('Name'),
    levelId: reference('Level', () => levels),
    kind: choice('Kind', PlanKind),
  },
  computed: {
    projectId: id('Project'),
    /** Building of the level. */
    building: text('Building'),
    fileName: text('File'),
    contentType: text('Type'),
    url: text('Address', { max: 2048 }),
    page: integer('Page'),
    pages: integer('Pages of the file'),
    /** Degrees clockwise that the page of a PDF is turned by. */
    rotation: integer('Rotation', { unit: '°' }),
    widthPt: decimal('Width on paper', { unit: 'pt' }, 4),
    heightPt: decimal('Height on paper', { unit: 'pt' }, 4),
    calibration: optional(object('Calibration', calibrationShape)),
    /** Null until the plan is calibrated, as are the three below. */
    feetPerPoint: optional(decimal('Feet per point', {}, 10)),
    widthFt: optional(decimal('Width', { unit: 'ft' }, 4)),
    heightFt: optional(decimal('Height', { unit: 'ft' }, 4)),
    scale: optional(text('Scale')),
    outlinesCount: integer('Outlines'),
    placementsCount: integer('Devices'),
  },
  list: {
    columns: ['name', 'level', 'kind', 'scale', 'outlinesCount', 'placementsCount'],
    optionalColumns: [
      'building',
      'fileName',
      'contentType',
      'url',
      'page',
      'pages',
      'rotation',
      'widthPt',
      'heightPt',
      'feetPerPoint',
      'widthFt',
      'heightFt',
      'calibration',
      'projectId',
      'createDate',
      'updateDate',
      'createdBy',
      'updatedBy',
    ],
    search: ['name'],
    sort: ['name'],
    filters: {
      levelIds: { label: 'Level', kind: 'reference', field: 'levelId' },
      kinds: { label: 'Kind', kind: 'choice', field: 'kind', options: PlanKind },
    },
  },
  logs: true,
})

const params = { itemId: id('Id') }
const update = 'DrawingDocuments.Update'
const view = 'DrawingDocuments.View'
const place = 'ProjectEquipment.Update'
const version = { rowVersion: optional(integer('Row version', { min: 1 })) }

/** Pages of one file; a set of drawings is uploaded as the page that is needed. */
export const mostPlanPages = 200
const page = defaulted(integer('Page', { min: 1, max: 10_000 }), 1)

export const createPlan = call({
  method: 'POST',
  path: '/projects/:id/Plans',
  permission: 'DrawingDocuments.Create',
  summary: 'Create a plan from a page of a PDF, a PNG, a JPEG, or an SVG',
  upload: 'file',
  body: {
    levelId: plans.fields.levelId,
    kind: defaulted(plans.fields.kind, PlanKind.FloorPlan),
    /** The name of the file unless given. */
    name: optional(text('Name', { max: 200 })),
    page,
  },
  response: row(plans),
  status: 201,
})
export const replacePlanFile = call({
  method: 'PUT',
  path: '/projects/:id/Plans/:itemId/File',
  params,
  permission: update,
  summary: 'Replace the drawing of a plan; outlines and devices stay, and the calibration if the size is the same',
  upload: 'file',
  body: { page, ...version },
  response: row(plans),
})
export const calibratePlan = call({
  method: 'PUT',
  path: '/projects/:id/Plans/:itemId/Calibrate',
  params,
  permission: update,
  summary: 'Set the scale of a plan by two points and their distance, or by the scale that is written on it',
  body: {
    a: optional(group('First point', pagePoint)),
    b: optional(group('Second point', pagePoint)),
    feet: optional(decimal('Distance', { min: 0, max: 100_000, unit: 'ft' }, 4)),
    scale: optional(text('Scale', { max: 40 })),
    ...version,
  },
  response: row(plans),
})

const spaceOnPlan = object('Space', spaceShape)
const outlineShape = {
  spaceId: id('Space'),
  space: spaceOnPlan,
  points: objects('Points', feetPoint),
  areaFt2: decimal('Area', { unit: 'ft²' }, 2),
  enteredFt2: optional(decimal('Entered area', { unit: 'ft²' }, 2)),
  differencePercent: optional(decimal('Difference', { unit: '%' }, 2)),
}
export type PlanOutline = ValuesOf<typeof outlineShape>
const outlinesResponse = shape({ items: objects('Outlines', outlineShape), total: integer('Outlines') })
export const readOutlines = call({
  method: 'GET',
  path: '/projects/:id/Plans/:itemId/Outlines',
  params,
  permission: view,
  summary: 'List the outlines of spaces on a plan',
  response: outlinesResponse,
})
export const writeOutlines = {
  ...call({
    method: 'PUT',
    path: '/projects/:id/Plans/:itemId/Outlines',
    params,
    permission: update,
    summary: 'Replace the outlines of spaces on a plan',
    body: {
      outlines: list('Outlines', { spaceId: id('Space'), points: list('Points', feetPoint, { min: 3, max: 500 }) }, { max: 2000 }),
    },
    response: outlinesResponse,
  }),
  listBody: 'outlines',
}

const deviceShape = {
  unitId: id('Device'),
  label: text('Label'),
  tag: text('Tag'),
  model: text('Model'),
  manufacture: text('Manufacturer'),
  category: optional(text('Category')),
  symbol: choice('Symbol', PlanSymbol),
  space: spaceOnPlan,
  areaGroup: optional(text('Area group')),
  equipmentId: id('Equipment'),
  lineId: id('Line'),
}
const placementShape = {
  ...deviceShape,
  planId: id('Plan'),
  ...feetPoint,
  rotation: decimal('Rotation', { unit: '°' }, 2),
  mountingHeightIn: optional(decimal('Mounting height', { unit: 'in' }, 2)),
  rowVersion: integer('Row version'),
}
export type PlanDevice = ValuesOf<typeof deviceShape>
export type PlanPlacement = ValuesOf<typeof placementShape>
const done = { changeSetId: optional(integer('Change set')) }
const placements = objects('Devices', placementShape)

export const placementInput = {
  unitId: id('Device'),
  ...feetPoint,
  rotation: defaulted(decimal('Rotation', { min: -360, max: 360, unit: '°' }, 2), 0),
  mountingHeightIn: optional(decimal('Mounting height', { max: 100_000, unit: 'in' }, 2)),
}

export const readPlacements = call({
  method: 'GET',
  path: '/projects/:id/Plans/:itemId/Placements',
  params,
  permission: view,
  summary: 'List the devices on a plan',
  response: shape({ items: placements, total: integer('Devices') }),
})
export const writePlacements = {
  ...call({
    method: 'PUT',
    path: '/projects/:id/Plans/:itemId/Placements',
    params,
    permission: place,
    summary: 'Update the devices on a plan as one change: place or move those named',
    body: { placements: list('Devices', placementInput, { max: 5000 }) },
    response: shape({ items: placements, total: integer('Devices'), ...done }),
  }),
  listBody: 'placements',
}
export const removePlacements = call({
  method: 'DELETE',
  path: '/projects/:id/Plans/:itemId/Placements',
  params,
  permission: place,
  summary: 'Remove devices from a plan',
  body: { unitIds: set('Devices', id('Device'), { min: 1, max: 5000 }) },
  response: shape({ removed: integer('Removed'), ...done }),
  status: 200,
})

/** Devices of the spaces of the level that stand on no plan of this kind. */
export const readPlanTray = call({
  method: 'GET',
  path: '/projects/:id/Plans/:itemId/Tray',
  params,
  permission: view,
  summary: 'List the devices of the level that stand on no plan of this kind, by space and area group',
  response: shape({ items: objects('Devices', deviceShape), total: integer('Devices') }),
})

export const copyLayout = call({
  method: 'POST',
  path: '/projects/:id/Plans/:itemId/CopyLayout',
  params,
  permission: place,
  summary: 'Copy the places of devices of one space to other spaces, mirrored or turned',
  body: {
    fromSpaceId: id('From'),
    toSpaceIds: set('To', id('Space'), { min: 1, max: 500 }),
    mirror: defaulted(boolean('Mirror'), false),
    rotation: defaulted(decimal('Rotation', { min: -360, max: 360, unit: '°' }, 2), 0),
  },
  response: shape({
    placed: integer('Placed'),
    left: objects('Left', { spaceId: id('Space'), unitId: id('Device'), reason: text('Reason') }),
    ...done,
  }),
  status: 200,
})

const overlayShape = {
  kind: choice('Overlay', PlanOverlay),
  unitId: id('Device'),
  label: text('Label'),
  shape: literalField('Shape', 'circle', 'sector'),
  x: feet('X'),
  y: feet('Y'),
  radiusFt: decimal('Radius', { unit: 'ft' }, 4),
  /** Whole angle, and the direction of its middle, clockwise from the top of the plan. */
  angleDegrees: decimal('Angle', { unit: '°' }, 2),
  rotation: decimal('Direction', { unit: '°' }, 2),
}
export type OverlayShape = ValuesOf<typeof overlayShape>
export const readOverlays = call({
  method: 'GET',
  path: '/projects/:id/Plans/:itemId/Overlays',
  params,
  permission: view,
  summary: 'Get what devices cover, as shapes in feet',
  query: { kinds: optional(choices('Overlays', PlanOverlay)) },
  response: shape({
    items: objects('Shapes', overlayShape),
    total: integer('Shapes'),
    kinds: arrayField('Overlays', choice('Overlay', PlanOverlay)),
  }),
})

export const exportPlanDevices = call({
  method: 'GET',
  path: '/projects/:id/Plans/Devices/Export',
  permission: view,
  summary: 'Export the devices on plans with their positions as CSV',
  response: shape(fileTaskShape),
  status: 202,
})
