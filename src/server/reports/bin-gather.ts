import { NetworkPortType } from '../../model/catalog/enums.ts'
import { groupByKey } from '../../model/kit/keys.ts'
import { computeSpaceBudget, type SpaceBudget } from '../../model/spaces/space-budget.ts'
import type { Context } from '../kit/request/context.ts'
import { is, type RowOfShape } from '../kit/sql/row-types.ts'
import { mapInPieces } from './event-loop-pause.ts'
import { gatherLines, type ReportLine } from './report-lines.ts'
import type { ReportScopeData, ReportSpace } from './report-scope.ts'

const rackShape = { spaceId: is.number, name: is.text, heightRU: is.number }
type PlacedRack = RowOfShape<typeof rackShape>
export interface BinSpace extends ReportSpace {
  /** Racks in the space, because the architect must plan room for them. */
  racks: PlacedRack[]
  lines: ReportLine[]
  needs: SpaceBudget
  ports: { label: string; quantity: number }[]
}

/** Only the rack's location and height matter, not its contents. */
async function racksIn(ctx: Context, { spaceIds, revision }: ReportScopeData): Promise<Map<number, PlacedRack[]>> {
  const inOrder = new Intl.Collator('en', { numeric: true }).compare
  const racks = revision
    ? revision.contents.racks
        .flatMap(({ spaceId, name, heightRU }) => (spaceId === null ? [] : [{ spaceId, name, heightRU }]))
        .toSorted((a, b) => inOrder(a.name, b.name))
    : await ctx.rows(
        rackShape,
        `select r.space_id, r.name, r.height_r_u from project_racks r where r.space_id = any($1)
         order by r.name collate natural_order, r.id`,
        [spaceIds],
      )
  return groupByKey(racks, ({ spaceId }) => spaceId)
}

function countPorts(lines: readonly ReportLine[]): BinSpace['ports'] {
  const ports = new Map<NetworkPortType, number>()
  for (const { product, quantity } of lines)
    for (const port of product.networkPorts)
      ports.set(port.networkPortType, (ports.get(port.networkPortType) ?? 0) + port.quantity * quantity)
  return [...ports].sort(([one], [other]) => one - other).map(([type, quantity]) => ({ label: NetworkPortType.label(type), quantity }))
}

/** Building requirements per space, computed with the function of the space page. Uses a fixed number of statements. */
export async function gatherInfrastructure(ctx: Context, scope: ReportScopeData): Promise<BinSpace[]> {
  const bySpace = groupByKey(await gatherLines(ctx, scope), ({ spaceId }) => spaceId)
  const racks = await racksIn(ctx, scope)
  const rules = { installationFactor: scope.project.installationFactor }
  return mapInPieces(scope.spaces, (space): BinSpace => {
    const lines = bySpace.get(space.id) ?? []
    const needs = computeSpaceBudget(
      lines.map(({ product, amount, ...line }) => ({
        ...line,
        extendedMsrpPrice: amount,
        equipment: { ...product, heatLoadWatts: product.heat },
      })),
      rules,
    )
    return { ...space, racks: racks.get(space.id) ?? [], lines, needs, ports: countPorts(lines) }
  })
}
