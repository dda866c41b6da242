import { PortDirection } from '../../model/catalog/enums.ts'
import { CadIntegrationResult, IntegrationAction } from '../../model/integrations/enums.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { type CadFacts, cadFacts, placedDevices } from '../../model/wire-cad/cad-items.ts'
import type { ComparedField } from '../../model/wire-cad/cad-matching.ts'
import { type CadEquipment, cadEquipment, type listCadItems } from '../../model/wire-cad/request-calls.ts'
import { Params, searchPatterns } from '../kit/entity/rows.ts'
import { pageSize } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import type { CadRequest } from './cad-requests.ts'

interface Narrowing {
  search: string | null
  results: CadIntegrationResult[] | null
  actions: IntegrationAction[] | null
  isFailed: boolean | null
  isUncategorized: boolean | null
}

/** SQL condition for the selected items; the table is `i`. */
export function meantItems(p: Params, requestId: number, narrowing: Narrowing): string {
  const conditions = [`i.request_id = ${p.add(requestId)}`]
  for (const pattern of searchPatterns(narrowing.search)) {
    const at = p.add(pattern)
    conditions.push(
      `dna_fold(concat_ws(' ', i.cad_manufacturer, i.cad_model, i.facts ->> 'cadDescription', i.facts ->> 'cadType')) like dna_fold(${at})`,
    )
  }
  if (narrowing.results?.length) conditions.push(`i.result = any(${p.add(narrowing.results)}::smallint[])`)
  if (narrowing.actions?.length) conditions.push(`i.action = any(${p.add(narrowing.actions)}::smallint[])`)
  if (narrowing.isFailed !== null) conditions.push(`(i.apply_error is not null) = ${p.add(narrowing.isFailed)}`)
  if (narrowing.isUncategorized !== null)
    conditions.push(`(i.action = ${IntegrationAction.Create} and i.chosen_category_id is null) = ${p.add(narrowing.isUncategorized)}`)
  return conditions.join(' and ')
}

const equipmentSql = `json_build_object('id', c.id, 'tag', c.tag, 'model', c.model, 'manufacturer', c.manufacturer, 'imageUrl', c.image_url)`
const itemShape = {
  id: is.number,
  wireCadId: orNull(is.uuid),
  cadManufacturer: is.text,
  cadModel: is.text,
  facts: is.jsonOfFields(cadFacts),
  cadQuantity: orNull(is.number),
  devices: is.jsonOfField(placedDevices),
  notes: is.listOf(is.text),
  dnaQuantity: orNull(is.number),
  result: is.choice(CadIntegrationResult),
  equipment: orNull(is.jsonOfFields(cadEquipment)),
  matches: is.listOf(is.jsonOfFields(cadEquipment)),
  differences: is.listOf(is.jsonOf({ field: is.name<ComparedField>(), cad: is.text, dna: is.text })),
  action: is.choice(IntegrationAction),
  chosenEquipmentId: orNull(is.number),
  chosenCategoryId: orNull(is.number),
  chosenCategory: orNull(is.jsonOf({ id: is.number, name: is.text, number: is.number })),
  isApplied: is.boolean,
  applyError: orNull(is.text),
}

export async function listItems(
  ctx: Context,
  request: CadRequest,
  narrowing: Narrowing & { page: number; itemsPerPage: number },
): Promise<ResponseOf<typeof listCadItems>> {
  const p = new Params()
  const where = meantItems(p, request.id, narrowing)
  const counted = await ctx.rows({ total: is.number }, `select count(*)::int as total from wire_cad_items i where ${where}`, p.values)
  const projectId = request.project?.id ?? null
  // The quantity comes from lines, which need a permission to view.
  const seen = projectId !== null && ctx.actor.held.has('ProjectEquipment.View')
  const quantity = seen
    ? `(select coalesce(sum(l.quantity), 0)::int from living_lines l where l.project_id = ${p.add(projectId)} and l.equipment_id = i.equipment_id)`
    : 'null::int'
  const limit = pageSize({ itemsPerPage: narrowing.itemsPerPage })
  const rows = await ctx.rows(
    itemShape,
    `select i.id, i.wire_cad_id, i.cad_manufacturer, i.cad_model, i.facts,
       i.cad_quantity, i.devices, i.notes, ${quantity} as "dnaQuantity", i.result,
       (select ${equipmentSql} from cad_products c where c.id = i.equipment_id) as equipment,
       (select coalesce(json_agg(${equipmentSql} order by array_position(i.match_ids, c.id)), '[]') from cad_products c where c.id = any(i.match_ids)) as matches,
       i.differences, i.action, i.chosen_equipment_id, i.chosen_category_id,
       (select json_build_object('id', g.id, 'name', g.name, 'number', g.number) from numbered_categories g where g.id = i.chosen_category_id) as "chosenCategory",
       i.is_applied, i.apply_error
     from wire_cad_items i where ${where} order by i.place limit ${p.add(limit)} offset ${p.add((Math.max(1, narrowing.page) - 1) * limit)}`,
    p.values,
  )
  const shown = <E extends CadEquipment | null>(equipment: E): E =>
    equipment ? { ...equipment, imageUrl: ctx.addresses.stripSignature(equipment.imageUrl) } : equipment
  const items = rows.map(({ facts, ...row }) => ({
    ...row,
    ...facts,
    equipment: shown(row.equipment),
    matches: row.matches.map(shown),
  }))
  return { items, total: onlyRow(counted).total }
}

/** "IN 1 (HDMI A), OUT Link", for sheets. */
export const formatPorts = ({ cadPorts }: CadFacts) =>
  cadPorts
    .map(({ direction, name, connector }) => `${PortDirection.label(direction)} ${name}${connector ? ` (${connector})` : ''}`)
    .join(', ')
