import { InstallerCode, NetworkPortType, ProviderCode } from '../../model/catalogue/enums.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import { type BudgetLine, budgetOf, type SpaceBudget } from '../../model/spaces/space-budget.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull, type RowIn } from '../kit/sql/row-types.ts'
import { asWalked, specsOf } from '../spaces/public.ts'
import { grouped } from './grouped.ts'
import type { ReportScopeData } from './report-scope.ts'

const placeShape = {
  id: is.number,
  building: is.text,
  level: is.text,
  levelId: is.number,
  number: orNull(is.text),
  name: is.text,
  description: orNull(is.text),
}
const lineShape = {
  spaceId: is.number,
  equipmentId: is.number,
  quantity: is.number,
  provider: is.choice(ProviderCode),
  installer: is.choice(InstallerCode),
  isExisting: is.boolean,
  cents: is.number,
  tag: is.text,
  manufacturer: is.text,
  model: is.text,
  notes: orNull(is.text),
}

export interface BinLine extends RowIn<typeof lineShape> {
  weightLb: number | null
}
const rackShape = { spaceId: orNull(is.number), name: is.text, heightRU: is.number }
export interface BinSpace extends RowIn<typeof placeShape> {
  /** Racks that stand in the space, as the architect has to find room for them. */
  racks: RowIn<typeof rackShape>[]
  lines: BinLine[]
  needs: SpaceBudget
  /** How many network ports of each kind, in the order of their kinds. */
  ports: { label: string; quantity: number }[]
}

type Port = NonNullable<BudgetLine['equipment']['networkPorts']>[number] & { networkPortType?: NetworkPortType }
type Equipment = Omit<BudgetLine['equipment'], 'networkPorts'> & { networkPorts?: readonly Port[] }

/** What each space asks of the house, by the function that adds up the page of a space. Four statements, whatever the size. */
export async function gatherInfrastructure(ctx: Context, scope: ReportScopeData): Promise<BinSpace[]> {
  const places = await ctx.rows(
    placeShape,
    `select s.id, s.building, s.level, s.level_id as "levelId", s.space_number as number, s.name, s.description from placed_spaces s
     where s.id = any($1) order by ${asWalked('s')}`,
    [scope.spaceIds],
  )
  const lines = await ctx.rows(
    lineShape,
    `select l.space_id as "spaceId", l.equipment_id as "equipmentId", l.quantity, l.provider, l.installer, l.is_existing as "isExisting",
       l.amount as cents, e.tag, e.manufacturer, e.model, l.notes
     from line_amounts l join products e on e.id = l.equipment_id where l.space_id = any($1)
     order by e.category_number, e.manufacturer collate natural_order, e.model collate natural_order, l.provider, l.id`,
    [scope.spaceIds],
  )
  const racks = await ctx.rows(
    rackShape,
    `select r.space_id as "spaceId", r.name, r.height_r_u as "heightRU" from project_racks r where r.space_id = any($1)
     order by r.name collate natural_order, r.id`,
    [scope.spaceIds],
  )
  const specs = await specsOf(
    ctx,
    lines.map(({ equipmentId }) => equipmentId),
  )
  const rules = { installationFactor: scope.project.installationFactor }
  const bySpace = grouped(lines, ({ spaceId }) => spaceId)
  const racksIn = grouped(racks, ({ spaceId }) => spaceId)
  return places.map((place) => {
    const own = bySpace.get(place.id) ?? []
    const ports = new Map<NetworkPortType, number>()
    const budgetLines = own.map(({ equipmentId, cents, ...line }): BudgetLine => {
      const equipment: Equipment = specs.get(equipmentId) ?? {}
      for (const { networkPortType, quantity } of equipment.networkPorts ?? [])
        if (networkPortType !== undefined) ports.set(networkPortType, (ports.get(networkPortType) ?? 0) + quantity * line.quantity)
      return { ...line, extendedMsrpPrice: dollarsOf(cents), equipment }
    })
    return {
      ...place,
      racks: racksIn.get(place.id) ?? [],
      lines: own.map((line) => ({ ...line, weightLb: specs.get(line.equipmentId)?.weightLb ?? null })),
      needs: budgetOf(budgetLines, rules),
      ports: [...ports].sort(([one], [other]) => one - other).map(([type, quantity]) => ({ label: NetworkPortType.label(type), quantity })),
    }
  })
}
