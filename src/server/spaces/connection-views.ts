import { usualCableRules } from '../../model/spaces/cable-lengths.ts'

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

/** Same formula as `estimatedLength` of the model. */
const estimate = `round(coalesce(d.distance_ft, case when fs.id = ts.id then coalesce(r.inside_ft, ${insideFt}) end)
    * (1 + coalesce(r.slack_percent, ${slackPercent}) / 100) + 2 * coalesce(r.end_length_ft, ${endLengthFt}), 2)`
/** A subquery per displayed row, so that a list of thousands sorts by number without joining distances and ends. */
export const estimatedFt = `(select ${estimate} from (select 1) one ${ruleJoins})`
export const runFt = `coalesce(t.length_ft, ${estimatedFt})`

/** Connections whose ends both exist, for other areas. The port is null if the product no longer has it. */
export const wiredConnections = `select t.id, t.project_id, t.number, t.is_manual, t.state, t.bundle, t.path, t.conduit_id, t.signal_type_id, t.cable_equipment_id, t.notes,
    t.from_unit_id, fu.label as from_unit, fl.id as from_line_id, fl.equipment_id as from_equipment_id, fs.id as from_space_id,
    fp.id as from_port_id, t.from_port_name, coalesce(fp.name, t.from_port_name) as from_port,
    t.to_unit_id, tu.label as to_unit, tl.id as to_line_id, tl.equipment_id as to_equipment_id, ts.id as to_space_id,
    tp.id as to_port_id, t.to_port_name, coalesce(tp.name, t.to_port_name) as to_port,
    t.length_ft, ${estimate} as estimated_ft, coalesce(t.length_ft, ${estimate}) as run_ft,
    (t.length_ft is null and fs.id = ts.id and d.distance_ft is null) as is_length_assumed
  from connections t ${endJoins} ${ruleJoins}
  where not t.is_deleted and not fu.is_deleted and not tu.is_deleted and not fs.is_deleted and not ts.is_deleted`

/** Signal types of all connections, including those with an end in a deleted space. */
export const connectionSignals = 'select c.project_id, c.signal_type_id from connections c where not c.is_deleted'

export const livingUnits = `select u.id, u.project_id, u.label, u.line_id, l.space_id, l.equipment_id
  from units u join space_equipment l on l.id = u.line_id join spaces s on s.id = l.space_id where not u.is_deleted and not s.is_deleted`

export const projectConduits = `select id, project_id, name, from_space_id, to_space_id, trade_size, inner_diameter_in from conduits where not is_deleted`
