import { call, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { enumeration, type ValueOf } from '../kit/enumeration.ts'
import { boolean, choice, choices, defaulted, id, integer, optional, set, text } from '../kit/field.ts'
import { namedRef, objects, rowField } from '../kit/response-fields.ts'
import type { Permission } from '../permissions.ts'
import { PortDirection } from './enums.ts'
import { equipments } from './equipment.ts'

/** Entities that use equipment, and the permission needed to replace it there. */
export const PlaceKind = enumeration('PlaceKind', {
  Space: ['space', 'Space', { needs: 'ProjectEquipment.Update' satisfies Permission, many: 'Spaces' }],
  SpaceTemplate: ['spaceTemplate', 'Space template', { needs: 'SpaceTemplates.Update' satisfies Permission, many: 'Space templates' }],
  EquipmentGroup: ['equipmentGroup', 'Equipment group', { needs: 'Equipments.Update' satisfies Permission, many: 'Equipment groups' }],
})
export type PlaceKind = ValueOf<typeof PlaceKind>

const useShape = {
  kind: choice('Kind', PlaceKind),
  id: id(),
  name: text('Name'),
  project: optional(namedRef('Project')),
  href: text('Page'),
  lines: integer('Lines'),
  quantity: integer('Quantity'),
}
export type EquipmentUse = ValuesOf<typeof useShape>
/** Cable end on replaced equipment and the matching port of the new equipment; null if none fits. */
const cableShape = {
  connectionId: id('Connection'),
  number: text('Number'),
  projectId: id('Project'),
  unit: text('Unit'),
  port: text('Port'),
  newPort: optional(text('New port')),
}
export type MovedCable = ValuesOf<typeof cableShape>
const mismatchShape = { what: text('What'), from: text('From'), to: text('To') }
type Mismatch = ValuesOf<typeof mismatchShape>

const counts = {
  spaces: integer('Spaces'),
  lines: integer('Lines'),
  quantity: integer('Quantity'),
  spaceTemplates: integer('Space templates'),
  equipmentGroups: integer('Equipment groups'),
  droppedPlacements: integer('Placements dropped'),
}
const idSet = (label: string) => optional(set(label, id(label), { max: 5000 }))

/**
 * Replaces one piece of equipment by another. A dry run returns the effects and a token that is valid only until one of the usages changes.
 */
export const replaceEquipment = call({
  method: 'POST',
  path: '/equipments/ReplaceEquipment',
  permission: 'Equipments.Update',
  summary: 'Replace equipment everywhere; a dry run lists every use',
  body: {
    equipmentId: id('Equipment'),
    newEquipmentId: id('New equipment'),
    projectIds: idSet('Projects'),
    spaceIds: idSet('Spaces'),
    spaceTemplateIds: idSet('Space templates'),
    equipmentGroupIds: idSet('Equipment groups'),
    everywhere: defaulted(boolean('Everywhere'), false),
    /** Excluded from the replacement, even with `everywhere`. */
    leaveOut: optional(choices('Leave out', PlaceKind)),
    keepProviders: defaulted(boolean('Keep providers and installers'), true),
    deleteOld: defaulted(boolean('Delete the old equipment'), false),
    dryRun: defaulted(boolean('Dry run'), false),
    /** Token of the dry run the user reviewed. If the usages have changed since, the request is rejected. */
    token: optional(text('Token', { max: 100 })),
  },
  response: shape({
    ...counts,
    uses: objects('Uses', useShape),
    mismatches: objects('Mismatches', mismatchShape),
    /** Cable ends without a matching new port are retained and marked. */
    cables: objects('Cable ends', cableShape),
    token: text('Token'),
    changeSetId: optional(id('Change set')),
  }),
})

export const mergeEquipment = call({
  method: 'POST',
  path: '/equipments/:id/Merge',
  permission: { all: ['Equipments.Update', 'Equipments.Delete'] },
  summary: 'Merge duplicates: move every use to one piece of equipment and delete the rest',
  body: { ids: set('Duplicates', id('Equipment'), { min: 1, max: 50 }) },
  response: shape({ ...counts, equipment: rowField('Equipment', () => equipments), changeSetId: optional(id('Change set')) }),
})

export const catalogueHealth = call({
  method: 'GET',
  path: '/equipments/Health',
  permission: 'Equipments.View',
  summary: 'Count equipment that needs attention, by reason',
  response: shape({
    total: integer('Equipment'),
    withoutPrice: integer('Without a price'),
    withoutPower: integer('Without power'),
    withoutImage: integer('Without an image'),
    requireReview: integer('To be reviewed'),
    deprecated: integer('Deprecated'),
    discontinuedInUse: integer('Discontinued and in use'),
    duplicates: integer('Possible duplicates'),
  }),
})

interface Compared {
  msrpPrice: number
  ports: { direction: number; connectorPhysicalTypeId: number; connectorPhysicalType?: { name: string } | null }[]
  watts: number | null
  isRackMountable: boolean
  rackUnits: number | null
}

/** Lists differences to review when one piece of equipment replaces another. Additional ports are not a difference. */
export function findMismatches(old: Compared, next: Compared): Mismatch[] {
  const found: Mismatch[] = []
  const keyOf = ({ direction, connectorPhysicalTypeId }: Compared['ports'][number]) => `${direction} ${connectorPhysicalTypeId}`
  const count = (ports: Compared['ports'], key: string) => ports.filter((port) => keyOf(port) === key).length
  for (const key of new Set(old.ports.map(keyOf))) {
    const port = old.ports.find((item) => keyOf(item) === key)!
    const [before, after] = [count(old.ports, key), count(next.ports, key)]
    const label = `${port.connectorPhysicalType?.name ?? 'Port'}, ${PortDirection.label(port.direction).toLowerCase()}`
    if (after < before) found.push({ what: label, from: String(before), to: String(after) })
  }
  const watts = (value: number | null) => (value === null ? 'unknown' : `${value} W`)
  if (old.watts !== next.watts) found.push({ what: 'Power', from: watts(old.watts), to: watts(next.watts) })
  // A price of zero means unknown.
  const price = (value: number) => (value > 0 ? `$${value.toLocaleString('en-US', { minimumFractionDigits: 2 })}` : 'unknown')
  if (old.msrpPrice !== next.msrpPrice) found.push({ what: 'Price', from: price(old.msrpPrice), to: price(next.msrpPrice) })
  const rack = ({ isRackMountable, rackUnits }: Compared) =>
    isRackMountable ? (rackUnits === null ? 'height unknown' : `${rackUnits} RU`) : 'not rack-mountable'
  if (rack(old) !== rack(next)) found.push({ what: 'Rack', from: rack(old), to: rack(next) })
  return found
}
