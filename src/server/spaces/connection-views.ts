import { PlanKind } from '../../model/plans/enums.ts'
import { usualCableRules } from '../../model/spaces/cable-lengths.ts'
import { LengthSource } from '../../model/spaces/enums.ts'

const { slackPercent, endLengthFt, insideFt } = usualCableRules

/** Joins one end: unit, line, space, product, and the port if the product still has it. */
const endJoinSql = (side: 'from' | 'to', a: string) => `left join units ${a}u on ${a}u.id = t.${side}_unit_id
    left join space_equipment ${a}l on ${a}l.id = ${a}u.line_id
    left join spaces ${a}s on ${a}s.id = ${a}l.space_id
    left join connectable_ports ${a}p on ${a}p.id = t.${side}_port_id and ${a}p.equipment_id = ${a}l.equipment_id`

export const endJoins = `${endJoinSql('from', 'f')}
    ${endJoinSql('to', 't')}`
const ruleJoins = `left join space_distances d on d.project_id = t.project_id and d.from_space_id = least(fs.id, ts.id) and d.to_space_id = greatest(fs.id, ts.id)
    left join cable_rules r on r.project_id = t.project_id`

/**
 * Feet from a device on a plan up to the ceiling of level `l`. Without a height, a device counts as at the ceiling on a ceiling plan, and on
 * the floor otherwise.
 */
export const riseFt = (device: string) =>
  `greatest(0, l.ceiling_height_ft - coalesce(${device}.mounting_height_in / 12, case when ${device}.kind = ${PlanKind.ReflectedCeiling} then l.ceiling_height_ft else 0 end))`
/**
 * Feet along the walls' directions between both ends of a connection `t` on one calibrated plan, and up to the ceiling at each end. A floor
 * plan counts before a ceiling plan.
 */
const planRoute = `(select abs(a.x - b.x) + abs(a.y - b.y) + ${riseFt('a')} + ${riseFt('b')}
    from plan_devices a join plan_devices b on b.plan_id = a.plan_id join levels l on l.id = a.level_id
    where a.unit_id = t.from_unit_id and b.unit_id = t.to_unit_id order by a.kind limit 1)`
/** Same formula as `estimatedLength` of the model. */
const estimate = `round(coalesce(${planRoute}, d.distance_ft, case when fs.id = ts.id then coalesce(r.inside_ft, ${insideFt}) end)
    * (1 + coalesce(r.slack_percent, ${slackPercent}) / 100) + 2 * coalesce(r.end_length_ft, ${endLengthFt}), 2)`
/** A subquery per displayed row, so that a list of thousands sorts by number without joining distances and ends. */
export const estimatedFt = `(select ${estimate} from (select 1) one ${ruleJoins})`
export const runFt = `coalesce(t.length_ft, ${estimatedFt})`
const source = `case when t.length_ft is not null then ${LengthSource.Measured} when ${planRoute} is not null then ${LengthSource.Plan}
    when d.distance_ft is not null then ${LengthSource.Distance} when fs.id = ts.id then ${LengthSource.RoomDefault} end`
export const lengthSource = `(select ${source} from (select 1) one ${ruleJoins})`

/** Connections whose ends both exist, for other areas. The port is null if the product no longer has it. */
export const wiredConnections = `select t.id, t.project_id, t.number, t.is_manual, t.state, t.bundle, t.path, t.conduit_id, t.signal_type_id, t.cable_equipment_id, t.notes,
    t.from_unit_id, fu.label as from_unit, fl.id as from_line_id, fl.equipment_id as from_equipment_id, fs.id as from_space_id,
    fp.id as from_port_id, t.from_port_name, coalesce(fp.name, t.from_port_name) as from_port,
    t.to_unit_id, tu.label as to_unit, tl.id as to_line_id, tl.equipment_id as to_equipment_id, ts.id as to_space_id,
    tp.id as to_port_id, t.to_port_name, coalesce(tp.name, t.to_port_name) as to_port,
    t.length_ft, ${estimate} as estimated_ft, coalesce(t.length_ft, ${estimate}) as run_ft,
    ${source} as length_source, coalesce(${source} = ${LengthSource.RoomDefault}, false) as is_length_assumed
  from connections t ${endJoins} ${ruleJoins}
  where not t.is_deleted and not fu.is_deleted and not tu.is_deleted and not fs.is_deleted and not ts.is_deleted`

/** Signal types of all connections, including those with an end in a deleted space. */
export const connectionSignals = 'select c.project_id, c.signal_type_id from connections c where not c.is_deleted'

export const livingUnits = `select u.id, u.project_id, u.label, u.line_id, l.space_id, l.equipment_id,
    g.name as area_group, g."order" as area_group_order
  from units u join space_equipment l on l.id = u.line_id join spaces s on s.id = l.space_id
    left join area_groups g on g.id = l.area_group_id where not u.is_deleted and not s.is_deleted`

export const projectConduits = `select id, project_id, name, from_space_id, to_space_id, trade_size, inner_diameter_in from conduits where not is_deleted`
