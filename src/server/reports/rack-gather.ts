import { groupByKey } from '../../model/kit/keys.ts'
import type { RackDevice } from '../../model/spaces/rack-devices.ts'
import type { DrawnFrame } from '../../model/spaces/rack-drawing.ts'
import { type RackFigures, type RatedFrame, rackFigures } from '../../model/spaces/rack-figures.ts'
import type { PlacedUnit } from '../../model/spaces/rack-placing.ts'
import { spaceLabel } from '../../model/spaces/space-names.ts'
import type { Context } from '../kit/request/context.ts'
import { devicesOf, racks, units } from '../spaces/public.ts'
import type { StoredRevision } from './report-revision.ts'
import type { ReportScopeData } from './report-scope.ts'

type Devices = ReadonlyMap<number, RackDevice>
interface FoundRack extends DrawnFrame, RatedFrame {
  id: number
  name: string
  spaceId: number | null
  placements: readonly PlacedUnit[]
}
export interface ReportRack extends FoundRack {
  space: string | null
  devices: Devices
  figures: RackFigures
  unplaced: readonly RackDevice[]
}
interface Found {
  racks: readonly FoundRack[]
  devices: Devices
  unplacedOf(rackId: number): readonly RackDevice[]
}

/** Limits no project has ever reached. */
const [mostRacks, mostUnits] = [1000, 20_000]

async function racksNow(ctx: Context, parentId: number): Promise<Found> {
  const { items } = await racks.list(ctx, {}, { parentId, limit: mostRacks })
  const rackIds = items.map(({ id }) => id)
  const open = await units.list(ctx, { rackIds, isPlaced: false, sortBy: ['label'] }, { parentId, limit: mostUnits })
  const waiting = groupByKey(rackIds.length > 0 ? open.items : [], ({ rackId }) => rackId)
  return {
    racks: items.map(({ space, ...rack }) => ({ ...rack, spaceId: space?.id ?? null })),
    devices: await devicesOf(
      ctx,
      parentId,
      items.flatMap(({ placements }) => placements.map(({ unitId }) => unitId)),
    ),
    unplacedOf: (rackId) => (waiting.get(rackId) ?? []).map(({ id, label, equipment }) => ({ unitId: id, label, equipment })),
  }
}

function racksThen({ contents: { racks, units, lines, products } }: StoredRevision): Found {
  const productOf = new Map(products.map((product) => [product.id, product]))
  const lineOf = new Map(lines.map((line) => [line.id, line]))
  const known = units.flatMap(({ id, lineId, label }) => {
    const line = lineOf.get(lineId)
    const product = line && productOf.get(line.equipmentId)
    if (!product) return []
    const equipment = { ...product, manufacture: product.manufacturer, imageUrl: null, watts: product.heat, category: undefined }
    return [{ rackId: line.rackId, device: { unitId: id, label, equipment } }]
  })
  const placedIds = new Set(racks.flatMap(({ placements }) => placements.map(({ unitId }) => unitId)))
  const waiting = groupByKey(
    known.filter(({ device }) => !placedIds.has(device.unitId)),
    ({ rackId }) => rackId,
  )
  return {
    racks,
    devices: new Map(known.map(({ device }) => [device.unitId, device])),
    unplacedOf: (rackId) => (waiting.get(rackId) ?? []).map(({ device }) => device),
  }
}

/** Racks in the scope's spaces, in walking order. A scope of all spaces also includes racks without a space, at the end. */
export async function gatherRacks(ctx: Context, { project, spaces, isAll, revision }: ReportScopeData): Promise<ReportRack[]> {
  const found = revision ? racksThen(revision) : await racksNow(ctx, project.id)
  const placeOf = new Map(spaces.map((space, index) => [space.id, { at: index, name: spaceLabel(space) }]))
  const inOrder = new Intl.Collator('en', { numeric: true }).compare
  return found.racks
    .flatMap((rack) => {
      const place = rack.spaceId === null ? undefined : placeOf.get(rack.spaceId)
      return place || (rack.spaceId === null && isAll) ? [{ rack, at: place?.at ?? spaces.length, space: place?.name ?? null }] : []
    })
    .toSorted((a, b) => a.at - b.at || inOrder(a.rack.name, b.rack.name))
    .map(({ rack, space }) => ({
      ...rack,
      space,
      devices: found.devices,
      figures: rackFigures(rack, found.devices, rack.placements),
      unplaced: found.unplacedOf(rack.id),
    }))
}

export const hasRacks = async (ctx: Context, projectId: number) => (await racks.list(ctx, {}, { parentId: projectId, limit: 1 })).total > 0
