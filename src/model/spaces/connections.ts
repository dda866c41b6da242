import { PortDirection } from '../catalog/enums.ts'
import { equipments } from '../catalog/equipment.ts'
import { signalTypes } from '../catalog/signal-types.ts'
import { call, mergePatch, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import {
  boolean,
  choice,
  decimal,
  defaulted,
  forced,
  group,
  id,
  integer,
  list,
  longText,
  optional,
  reference,
  set,
  text,
} from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { arrayField, literalField, namedRef, namedShape, object, objects } from '../kit/response-fields.ts'
import { cableToBuyShape } from './cable-lengths.ts'
import { conduits } from './conduits.ts'
import { connectionFinding, figureOfFinding } from './connection-checks.ts'
import { ConnectionState, LengthSource } from './enums.ts'
import { productShape, spaceShape } from './space-equipment.ts'
import { spaces } from './spaces.ts'

const endOfConnection = {
  name: text('Name'),
  unit: object('Unit', { id: id(), label: text('Label') }),
  space: object('Space', spaceShape),
  equipment: object('Equipment', productShape),
  port: namedRef('Port'),
  /** The product no longer has this port: it was replaced, or the port was removed. */
  isPortGone: boolean('Port no longer exists'),
}
export type EndOfConnection = ValuesOf<typeof endOfConnection>

/** A cable from a port of one unit to a port of another (domain 22). */
export const connections = resource({
  path: 'projects/:id/Connections',
  entity: 'connections',
  names: { one: 'Connection', many: 'Connections' },
  permission: {
    view: 'ProjectEquipment.View',
    create: 'ProjectEquipment.Update',
    update: 'ProjectEquipment.Update',
    delete: 'ProjectEquipment.Update',
    restore: 'ProjectEquipment.Update',
  },
  owner: 'project',
  parent: 'projectId',
  fields: {
    fromUnitId: id('From'),
    fromPortId: id('From port'),
    toUnitId: id('To'),
    toPortId: id('To port'),
    /** Defaults to the primary signal both ports carry. */
    signalTypeId: optional(reference('Signal', () => signalTypes)),
    /** Defaults to the default cable of the signal type. */
    cableEquipmentId: optional(reference('Cable', () => equipments)),
    /** Defaults to the next number of the signal type. */
    number: optional(text('Number', { max: 40 })),
    /** Manual length; if empty, the estimate applies. */
    lengthFt: optional(decimal('Length', { max: 100_000, unit: 'ft' }, 2)),
    state: defaulted(choice('State', ConnectionState), ConnectionState.Designed),
    bundle: optional(text('Bundle', { max: 60 })),
    /** Number shared by the segments of a path through patch panels. */
    path: optional(text('Path', { max: 36 })),
    conduitId: optional(reference('Conduit', () => conduits)),
    notes: optional(longText('Notes')),
  },
  computed: {
    projectId: id('Project'),
    isManual: boolean('Numbered by hand'),
    from: object('From', endOfConnection),
    to: object('To', endOfConnection),
    /**
     * Computed from the route between both ends on a calibrated plan, or else from the distance of the spaces, with the project's allowances;
     * null if neither is known.
     */
    estimatedFt: optional(decimal('Estimated length', { unit: 'ft' }, 2)),
    runFt: optional(decimal('Length', { unit: 'ft' }, 2)),
    /** Null if the length is unknown. */
    lengthSource: optional(choice('Length from', LengthSource)),
    isOrphaned: boolean('Port no longer exists'),
  },
  list: {
    columns: ['number', 'from', 'to', 'signalType', 'cableEquipment', 'runFt', 'lengthSource', 'state'],
    minWindowWidths: { lengthSource: 1920 },
    optionalColumns: [
      'bundle',
      'lengthFt',
      'estimatedFt',
      'isManual',
      'isOrphaned',
      'path',
      'conduit',
      'notes',
      'projectId',
      'createDate',
      'updateDate',
      'createdBy',
      'updatedBy',
    ],
    search: [],
    sort: ['number'],
    filters: {
      spaceIds: { label: 'Space', kind: 'reference', resource: () => spaces },
      signalTypeIds: { label: 'Signal', kind: 'reference', field: 'signalTypeId', resource: () => signalTypes },
      cableEquipmentIds: { label: 'Cable', kind: 'reference', field: 'cableEquipmentId', resource: () => equipments },
      states: { label: 'State', kind: 'choice', field: 'state', options: ConnectionState },
      conduitIds: { label: 'Conduit', kind: 'reference', field: 'conduitId', resource: () => conduits },
      unitIds: { label: 'Unit', kind: 'reference' },
      hasLength: { label: 'Length known', kind: 'boolean' },
      isOrphaned: { label: 'Port no longer exists', kind: 'boolean' },
    },
  },
  title: 'number',
  ref: ['number'],
  logs: true,
  exportCategory: 116,
})

const done = { changeSetId: optional(integer('Change set')) }
const ids = optional(set('Connections', id('Connection'), { max: 5000 }))

const endFields = {
  fromUnitId: id('From'),
  fromPortId: id('From port'),
  toUnitId: id('To'),
  toPortId: id('To port'),
  signalTypeId: optional(id('Signal')),
  cableEquipmentId: optional(id('Cable')),
  lengthFt: optional(decimal('Length', { max: 100_000, unit: 'ft' }, 2)),
}

const findings = objects('Findings', connectionFinding, figureOfFinding)
const checkedConnection = { connectionId: optional(id('Connection')), number: optional(text('Number')), findings }

export const checkConnections = call({
  method: 'GET',
  path: '/projects/:id/Connections/Check',
  permission: 'ProjectEquipment.View',
  summary: 'Check the connections of a project',
  query: { spaceId: optional(id('Space')) },
  response: shape({
    checked: integer('Connections checked'),
    connections: list('Connections', checkedConnection),
    withoutDistance: objects('Without distance', { from: namedRef('From'), to: namedRef('To'), count: integer('Cables') }),
  }),
})

export const checkThought = call({
  method: 'POST',
  path: '/projects/:id/Connections/Check',
  permission: 'ProjectEquipment.View',
  summary: 'Check a connection without saving it',
  body: { ...endFields, connectionId: optional(id('Connection')) },
  response: shape({
    isTurned: boolean('Direction is reversed'),
    signalTypeId: optional(id('Signal')),
    cableEquipmentId: optional(id('Cable')),
    estimatedFt: optional(decimal('Estimated length', { unit: 'ft' }, 2)),
    findings,
  }),
})

export const numberConnections = call({
  method: 'PUT',
  path: '/projects/:id/Connections/Number',
  permission: 'ProjectEquipment.Update',
  summary: 'Renumber connections in order; manual numbers are kept and numbers stay unique',
  body: { ids, prefix: optional(text('Prefix', { max: 20 })), start: optional(integer('First number', { min: 0, max: 9_999_999 })) },
  response: shape({ changed: integer('Changed'), ...done }),
})

/** Bulk changes to cables; omitted values stay unchanged. */
const changes = group('Changes', {
  lengthFt: optional(decimal('Length', { max: 100_000, unit: 'ft' }, 2)),
  isEstimated: optional(boolean('Estimated length')),
  state: optional(choice('State', ConnectionState)),
  bundle: optional(text('Bundle', { max: 60 })),
  isUnbundled: optional(boolean('No bundle')),
  cableEquipmentId: optional(id('Cable')),
  conduitId: optional(id('Conduit')),
})
export type ConnectionChanges = ReturnType<typeof changes.check>

export const changeConnections = call({
  method: 'PUT',
  path: '/projects/:id/Connections/Bulk',
  permission: 'ProjectEquipment.Update',
  summary: 'Update many connections at once; fields not named are kept',
  body: {
    ids: set('Connections', id('Connection'), { min: 1, max: 5000 }),
    set: changes,
  },
  response: shape({ updated: integer('Updated'), ...done }),
})

export const changeEachConnection = call({
  method: 'PUT',
  path: '/projects/:id/Connections/Each',
  permission: 'ProjectEquipment.Update',
  summary: 'Update many connections at once, each with separate changes; fields not named are kept',
  body: { rows: list('Connections', { connectionId: id('Connection'), set: changes }, { min: 1, max: 5000 }) },
  response: shape({ updated: integer('Updated'), ...done }),
})

const portOfUnit = {
  ...namedShape,
  direction: choice('Direction', PortDirection),
  connector: text('Connector'),
  signals: objects('Signals', { ...namedShape, color: optional(text('Color')) }),
  usedBy: arrayField('Used by', text('Cable')),
}
export type PortOfUnit = ValuesOf<typeof portOfUnit>
export const portsOfUnit = call({
  method: 'GET',
  path: '/projects/:id/Connections/Ports',
  permission: 'ProjectEquipment.View',
  summary: 'List the ports of a unit with the cables on them',
  query: { unitId: id('Unit') },
  response: shape({ ports: objects('Ports', portOfUnit) }),
})

const cableLabel = {
  connectionId: id('Connection'),
  end: literalField('End', 'from', 'to'),
  /** Text of the label: this end, the number, the other end. */
  lines: arrayField('Lines', text('Line')),
}
export type CableLabel = ValuesOf<typeof cableLabel>
export const cableLabels = call({
  method: 'GET',
  path: '/projects/:id/Connections/Labels',
  permission: 'ProjectEquipment.View',
  summary: 'List the labels of both cable ends: this end, the number, the other end',
  query: { ids, spaceIds: optional(set('Spaces', id('Space'), { max: 1000 })), bothEnds: defaulted(boolean('Both ends'), true) },
  response: shape({ labels: objects('Labels', cableLabel) }),
})

const totalOfCable = {
  ...cableToBuyShape,
  cable: optional(object('Cable', { ...productShape, manufacture: text('Manufacturer') })),
}
export const cableTotals = call({
  method: 'GET',
  path: '/projects/:id/Connections/Totals',
  permission: 'ProjectEquipment.View',
  summary: 'Get cable lengths with stock lengths and remainders; unknown lengths are counted',
  query: { spaceIds: optional(set('Spaces', id('Space'), { max: 1000 })) },
  response: shape({ totals: objects('Totals', totalOfCable) }),
})

const distanceFields = {
  fromSpaceId: id('From'),
  toSpaceId: id('To'),
  distanceFt: forced(decimal('Distance', { max: 100_000, unit: 'ft' }, 2)),
}
const cableRuleFields = {
  slackPercent: decimal('Slack', { max: 500, unit: '%' }, 2),
  endLengthFt: decimal('At each end', { max: 1000, unit: 'ft' }, 2),
  insideFt: decimal('Inside a space', { max: 100_000, unit: 'ft' }, 2),
}
const rulesAndDistances = shape({ ...cableRuleFields, distances: list('Distances', distanceFields) })
export const readDistances = call({
  method: 'GET',
  path: '/projects/:id/Distances',
  permission: 'ProjectEquipment.View',
  summary: 'Get what cable lengths are estimated from: slack, end allowances and distances between spaces',
  response: rulesAndDistances,
})
export const writeDistances = mergePatch({
  path: '/projects/:id/Distances',
  permission: 'ProjectEquipment.Update',
  summary: 'Replace what cable lengths are estimated from; a space paired with itself is the run inside it',
  body: { ...cableRuleFields, distances: list('Distances', distanceFields, { max: 5000 }) },
  response: rulesAndDistances,
})
