import { equipmentOfUnit, type RackDevice } from '../../model/spaces/rack-devices.ts'
import { units as unitsModel } from '../../model/spaces/units.ts'
import { filterCondition } from '../kit/list/list.ts'
import type { Context } from '../kit/request/context.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is } from '../kit/sql/row-types.ts'
import { columnName, naturalOrder } from '../kit/sql/table.ts'
import { sql } from '../kit/sql/writes.ts'
import { belowProject, openProject, projects } from '../projects/public.ts'
import { unitNumbersTable, unitsTable } from './rack-tables.ts'

const equipmentParts = Object.fromEntries(Object.keys(equipmentOfUnit).map((key) => [key, `e.${columnName(key)}`]))
const equipmentSql = `json_build_object(${Object.entries(equipmentParts).map(([key, sql]) => `'${key}', ${sql}`)})`
const isPlaced = 'exists (select from rack_placements p where p.unit_id = t.id)'

/** Created and deleted by triggers with the quantity of their line (`unit-triggers.ts`); users only edit labels. */
export const units = serve({
  resource: unitsModel,
  table: unitsTable,
  parent: () => projects,
  open: openProject,
  scope: (actor, p) => `${belowProject(actor, p)} and not s.is_deleted`,
  joins: `left join space_equipment l on l.id = t.line_id
    left join spaces s on s.id = l.space_id
    left join rack_products e on e.id = l.equipment_id`,
  searchIn: (pattern) => `dna_fold(concat_ws(' ', t.label, e.tag, e.model, e.manufacture, s.name, s.space_number)) like ${pattern}`,
  computed: {
    equipment: { sql: equipmentParts, order: null },
    space: `json_build_object('id', s.id, 'name', s.name, 'spaceNumber', s.space_number)`,
    rackId: 'l.rack_id',
    isPlaced,
  },
  orders: {
    label: `t.label collate ${naturalOrder}`,
    equipment: `e.model collate ${naturalOrder}`,
    space: `concat_ws(' ', s.space_number, s.name) collate ${naturalOrder}`,
  },
  filters: {
    lineIds: (values, p) => filterCondition('t.line_id', values, p),
    rackIds: (values, p) => filterCondition('l.rack_id', values, p),
    isPlaced: (placed) => (placed ? isPlaced : `not ${isPlaced}`),
    isForRacks: (forRacks) => `${forRacks ? '' : 'not '}(e.is_rack_mountable or e.rack_accessory is not null)`,
  },
  /** Registers the number of a tag even if a user entered it, so that it is not assigned again. */
  async beforeWrite(ctx, { label }, before, projectId) {
    const [, tag, number] = /^(.+)-(\d{1,6})$/.exec(label ?? '') ?? []
    if (tag && number) {
      const row = { projectId, tag: sql`dna_key(${tag})`, highest: Number(number) }
      const set = { highest: sql`greatest(unit_numbers.highest, excluded.highest)` }
      await ctx.insert(unitNumbersTable, row, { onConflict: { keys: ['projectId', 'tag'], set } })
    }
    return before && label !== undefined && before.label !== label ? { isOwnLabel: true } : undefined
  },
  projectIdOf: (row) => row.projectId,
})

export const servedUnits = withOverrides(units, { typeHead: false })

/** Data racks need of these units; excludes deleted spaces and lines. */
export async function loadDevices(ctx: Context, projectId: number, unitIds: readonly number[]): Promise<Map<number, RackDevice>> {
  const rows = await ctx.rows(
    { unitId: is.number, label: is.text, equipment: is.jsonOfFields(equipmentOfUnit) },
    `select u.id as "unitId", u.label, ${equipmentSql} as equipment
     from units u join space_equipment l on l.id = u.line_id join spaces s on s.id = l.space_id and not s.is_deleted
       join rack_products e on e.id = l.equipment_id
     where u.project_id = $1 and u.id = any($2) and not u.is_deleted`,
    [projectId, unitIds],
  )
  return new Map(rows.map((row) => [row.unitId, row]))
}
