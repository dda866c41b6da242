import type pg from 'pg'
import { EquipmentAvailability } from '../src/model/catalog/enums.ts'
import { IndustryType } from '../src/model/companies/enums.ts'
import { ProjectStage, ProjectStatus, ProjectType } from '../src/model/projects/enums.ts'

export interface Size {
  equipment: number
  projects: number
  spaces: number
  lines: number
}

export const makers = 200
export const categories = 60
export const clients = 300
export const makerNames = [
  'Sonara',
  'Lumetric',
  'Crestwell',
  'Harmon',
  'Polycast',
  'Extrona',
  'Biamper',
  'Shurewell',
  'Panatec',
  'Logiview',
]
export const kinds = [
  'Display',
  'Speaker',
  'Amplifier',
  'Camera',
  'Microphone',
  'Switcher',
  'Processor',
  'Mount',
  'Touch Panel',
  'Receiver',
]
export const words = ['ceiling', 'wireless', 'rack', 'network', 'outdoor', 'compact', 'dual', 'matrix', 'ultra', 'short-throw']

const chunk = 50_000
const sqlArray = (texts: readonly string[]) => `(array[${texts.map((text) => `'${text}'`).join(', ')}])`
/** Pseudo-random number below `limit` for row n, uncorrelated between `salt` values. */
const randomSql = (salt: number, limit: number | string) => `((hashint8extended(n, ${salt}) & 1073741823) % ${limit})::int`
const randomChoiceSql = (salt: number, options: readonly string[]) => `${sqlArray(options)}[1 + ${randomSql(salt, options.length)}]`

/**
 * Grows the tables to this size and leaves existing rows untouched. Row n is identical on every machine. The app's triggers run, so search
 * texts and totals are realistic.
 */
export async function grow(client: pg.Client, size: Size) {
  await client.query('set synchronous_commit = off')
  // Deletes rows that an earlier run wrote into retained data. The app never hard-deletes equipment, so no index exists for the foreign key
  // check; create one temporarily.
  await client.query('create index if not exists bench_lines on space_equipment (equipment_id)')
  await client.query(`delete from equipments where model like 'Bench ~%'`)
  await client.query('drop index bench_lines')
  await client.query(
    `insert into manufacturers (name) select ${sqlArray(makerNames)}[1 + n % ${makerNames.length}] || ' ' || n from generate_series(1, ${makers}) n
     where not exists (select from manufacturers where name like 'Sonara %')`,
  )
  await client.query(
    `insert into categories (number, name, complexity_weight, is_cable, is_rack, "order")
     select 90000 + n, 'Bench ' || ${sqlArray(kinds)}[1 + n % ${kinds.length}] || ' ' || n, 1, false, false, n from generate_series(1, ${categories}) n
     where not exists (select from categories where number > 90000)`,
  )
  await client.query(
    `insert into clients (name, abbreviated_name) select 'Bench client ' || n, 'B' || n from generate_series(1, ${clients}) n
     where not exists (select from clients where abbreviated_name = 'B1')`,
  )
  await growBy(client, 'equipments', size.equipment, (from, to) => [
    `insert into equipments (tag, model, part_number, description, manufacture_id, category_id, industry_type, availability, msrp_price,
       is_rack_mountable, rack_units, watts, width_in, height_in, depth_in, weight_lb, default_provider, default_installer)
     select upper(left(${randomChoiceSql(1, kinds)}, 3)) || '-' || n % 997, upper(substr(md5(n::text), 1, 4)) || '-' || lpad(n::text, 7, '0'),
       'PN' || n * 7919 % 10000019, initcap(${randomChoiceSql(2, words)}) || ' ' || lower(${randomChoiceSql(1, kinds)}) || ' for ' || ${randomChoiceSql(3, words)} || ' rooms',
       m.ids[1 + ${randomSql(4, makers)}], c.ids[1 + ${randomSql(5, categories)}], ${IndustryType.Undefined}, ${EquipmentAvailability.Available}, 1000 + n * 7919 % 2000000,
       n % 3 = 0, case when n % 3 = 0 then 1 + n % 4 end, n % 400, 10 + n % 30, 2 + n % 9, 8 + n % 14, 3 + n % 50, 'AVV', 'AVV'
     from generate_series(${from}::bigint, ${to}) n,
       (select array_agg(id order by id) as ids from manufacturers) m, (select array_agg(id order by id) as ids from categories where number > 90000) c`,
  ])
  await growBy(client, 'projects', size.projects, (from, to) => [
    `insert into projects (number, name, type, stage, project_status, client_id, total_area, project_manager_id)
     select 'B' || lpad(n::text, 6, '0'), ${randomChoiceSql(6, words)} || ' headquarters ' || n, ${ProjectType.Client}, ${ProjectStage.Opportunity},
       ${ProjectStatus.ProposalRequested}, c.ids[(1 + n % ${clients})::int], 1000 + n % 90000, u.id
     from generate_series(${from}::bigint, ${to}) n, (select array_agg(id order by id) as ids from clients) c, (select id from users order by create_date limit 1) u`,
    `insert into buildings (project_id, name, short_name, "order") select id, 'Main building', 'MB', 1 from projects p
     where not exists (select from buildings b where b.project_id = p.id)`,
    `insert into levels (project_id, building_id, name, short_name, "order") select b.project_id, b.id, 'Level ' || n, 'L' || n, n
     from buildings b, generate_series(1, 2) n where not exists (select from levels l where l.building_id = b.id)`,
  ])
  await growBy(client, 'spaces', size.spaces, (from, to) => [
    `insert into spaces (project_id, building_id, level_id, name, space_number, area, capacity)
     select l.project_id, l.building_id, l.id, 'Meeting room ' || n, 'R' || n, 100 + n % 900, 4 + n % 30
     from generate_series(${from}::bigint, ${to}) n
       join (select row_number() over (order by id) - 1 as at, l.* from levels l) l on l.at = n % ${2 * size.projects}`,
  ])
  const numbered = (table: string, columns: string, limit = '') =>
    `(select row_number() over (order by id) - 1 as at, ${columns} from (select * from ${table} order by id ${limit}) t)`
  await growBy(client, 'space_equipment', size.lines, (from, to) => [
    `insert into space_equipment (project_id, space_id, equipment_id, quantity, provider, installer)
     select s.project_id, s.id, e.id, 1 + n % 5, 'AVV', 'AVV'
     from generate_series(${from}::bigint, ${to}) n
       join ${numbered('spaces', 'id, project_id')} s on s.at = n % ${size.spaces}
       join ${numbered('equipments', 'id', `limit ${size.equipment}`)} e on e.at = n * 7919 % ${size.equipment}`,
  ])
  await createFitOutProject(client)
  // Matches the state autovacuum leaves when no rows were added recently.
  await client.query('vacuum (analyze)')
}

async function createFitOutProject(client: pg.Client) {
  await client.query(
    `with house as (
       insert into projects (number, name, type, stage, project_status, client_id, total_area)
       select 'BFITOUT', 'Bench fit-out', ${ProjectType.Client}, ${ProjectStage.Opportunity}, ${ProjectStatus.ProposalRequested}, min(id), 90000
       from clients having not exists (select from projects where number = 'BFITOUT') returning id),
     building as (insert into buildings (project_id, name, short_name, "order") select id, 'Tower', 'T', 1 from house returning id, project_id),
     floors as (
       insert into levels (project_id, building_id, name, short_name, "order")
       select project_id, id, 'Level ' || n, 'L' || n, n from building, generate_series(1, 3) n returning id, project_id, building_id, "order"),
     rooms as (
       insert into spaces (project_id, building_id, level_id, name, space_number, area, capacity)
       select f.project_id, f.building_id, f.id, 'Fit-out room ' || n, 'F' || n, 300, 12
       from generate_series(0, 40) n join floors f on f."order" = 1 + n % 3 returning id, project_id, name)
     insert into area_groups (project_id, space_id, name, "order")
     select project_id, id, g.name, g.place from rooms, (values ('Front wall', 1), ('Lectern', 2), ('Rack', 3)) g(name, place)`,
  )
  await client.query(
    `insert into space_equipment (project_id, space_id, area_group_id, equipment_id, quantity, provider, installer)
     select s.project_id, s.id, g.id, e.id, 1 + n % 5, 'AVV', 'AVV'
     from spaces s join projects p on p.id = s.project_id and p.number = 'BFITOUT'
       cross join lateral generate_series(0, case when s.name = 'Fit-out room 0' then 299 else 116 + (s.name = 'Fit-out room 1')::int * 20 end) n
       join area_groups g on g.space_id = s.id and g."order" = 1 + n % 3
       join lateral (select id from equipments where not is_deleted order by id offset (n * 37) % 900 limit 1) e on true
     where not exists (select from space_equipment l where l.project_id = p.id)`,
  )
}

async function growBy(client: pg.Client, table: string, to: number, statements: (from: number, to: number) => string[]) {
  const { rows } = await client.query(`select count(*)::int as present from ${table}`)
  for (let from = rows[0].present + 1; from <= to; from += chunk)
    for (const statement of statements(from, Math.min(to, from + chunk - 1))) await client.query(statement)
}

export async function largeRoom(client: pg.Client): Promise<{ id: number; projectId: number }> {
  const { rows } = await client.query(
    `select s.id::int, s.project_id::int as "projectId" from spaces s join projects p on p.id = s.project_id and p.number = 'BFITOUT'
     where not s.is_deleted order by s.id limit 1`,
  )
  return rows[0]
}
