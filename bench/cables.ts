import type pg from 'pg'
import { PortDirection } from '../src/model/catalog/enums.ts'
import { ProjectStage, ProjectStatus, ProjectType } from '../src/model/projects/enums.ts'

const [rooms, units, wires] = [17, 150, 2]
const ports = 4

export async function growCables(client: pg.Client) {
  const { rows } = await client.query(`select 1 from projects where number = 'BCABLES'`)
  if (rows.length > 0) return
  await client.query(
    `insert into signal_types (name, abbreviation, cable_number_prefix, cable_start_number, length_limit_m, line_style)
     select 'Bench video', 'BNV', 'BV', 1, 100, 'solid' where not exists (select from signal_types where name = 'Bench video')`,
  )
  await client.query(
    `insert into connector_physical_types (name, pin_style, is_network) select 'Bench plug', 1, false where not exists (select from connector_physical_types where name = 'Bench plug')`,
  )
  await client.query(
    `with box as (
       insert into equipments (tag, model, description, manufacture_id, category_id, industry_type, availability, msrp_price, is_rack_mountable)
       select 'BMX', 'Wired matrix', 'Wired by the benchmark', (select min(id) from manufacturers), (select min(id) from categories where number > 90000), 200, 1, 100000, false
       returning id)
     insert into equipment_ports (equipment_id, name, direction, connector_physical_type_id, signal_type_ids, pin_style, marker, "order")
     select box.id, case d when ${PortDirection.Input} then 'IN ' else 'OUT ' end || n, d, k.id, array[g.id], 1, 1, n
     from box, generate_series(1, ${ports}) n, (values (${PortDirection.Input}), (${PortDirection.Output})) x(d),
       connector_physical_types k, signal_types g where k.name = 'Bench plug' and g.name = 'Bench video'`,
  )
  await client.query(
    `with house as (
       insert into projects (number, name, type, stage, project_status, client_id, total_area)
       select 'BCABLES', 'Bench wiring', ${ProjectType.Client}, ${ProjectStage.Opportunity}, ${ProjectStatus.ProposalRequested}, min(id), 90000
       from clients returning id),
     building as (insert into buildings (project_id, name, short_name, "order") select id, 'Tower', 'T', 1 from house returning id, project_id),
     floor as (
       insert into levels (project_id, building_id, name, short_name, "order") select project_id, id, 'Level 1', 'L1', 1 from building
       returning id, project_id, building_id)
     insert into spaces (project_id, building_id, level_id, name, space_number, area, capacity)
     select f.project_id, f.building_id, f.id, 'Wired room ' || n, 'W' || n, 300, 12 from floor f, generate_series(1, ${rooms}) n`,
  )
  await client.query(
    `insert into space_equipment (project_id, space_id, equipment_id, quantity, provider, installer)
     select s.project_id, s.id, e.id, ${units}, 'AVV', 'AVV' from spaces s join projects p on p.id = s.project_id and p.number = 'BCABLES',
       (select max(id) as id from equipments where model = 'Wired matrix') e`,
  )
  await client.query(
    `insert into connections (project_id, from_unit_id, from_port_id, from_port_name, to_unit_id, to_port_id, to_port_name, signal_type_id, number)
     select a.project_id, a.id, o.id, o.name, b.id, i.id, i.name, o.signal_type_ids[1], 'BV' || row_number() over (order by a.id, n)
     from projects p join units a on a.project_id = p.id join units b on b.line_id = a.line_id and b.unit_index = 1 + a.unit_index % ${units}
       join space_equipment l on l.id = a.line_id, generate_series(1, ${wires}) n
       join equipment_ports o on o.name = 'OUT ' || n join equipment_ports i on i.name = 'IN ' || n
     where p.number = 'BCABLES' and o.equipment_id = l.equipment_id and i.equipment_id = l.equipment_id`,
  )
  await client.query(
    `insert into connection_numbers (project_id, prefix, highest) select project_id, dna_key('BV'), count(*) from connections c
     join projects p on p.id = c.project_id and p.number = 'BCABLES' group by 1`,
  )
  await client.query('vacuum (analyze)')
}

export async function wiredRoom(client: pg.Client): Promise<{ id: number; projectId: number }> {
  const { rows } = await client.query(
    `select s.id::int, s.project_id::int as "projectId" from spaces s join projects p on p.id = s.project_id and p.number = 'BCABLES' order by s.id limit 1`,
  )
  return rows[0]
}
