import { createServer } from 'node:http'
import pg from 'pg'
import { bareBoard, personAt } from './bare-board.ts'

/**
 * Hand-written, prepared SQL that returns the same results: one statement per request, writes with entries in both logs. It has no
 * authentication, permissions, validation, or cached totals, so the difference to the app's own statements is the overhead of its
 * framework.
 */
interface Asked {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
}
interface Answer {
  text: string
  values: unknown[]
  shown(rows: unknown[][]): unknown
}

const personColumns = (expression: string) =>
  ['id', 'first_name', 'last_name', 'avatar_url', 'is_suspended', 'is_external_user'].map((name) => `${expression}.${name}`)
const partsAt = (row: unknown[], at: number, names: string[]) =>
  row[at] === null ? null : Object.fromEntries(names.map((name, n) => [name, row[at + n]]))
const headAt = (row: unknown[], at: number) => ({
  id: row[at],
  rowVersion: row[at + 1],
  createDate: row[at + 2],
  updateDate: row[at + 3],
  createdBy: personAt(row, at + 4),
  updatedBy: personAt(row, at + 10),
})
const dollars = (cents: unknown) => (cents === null ? null : Number(cents) / 100)
const toCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const equipmentHead = [
  ...['t.id', 't.row_version', 't.create_date', 't.update_date', ...personColumns('c'), ...personColumns('u')],
  ...['m.id', 'm.name', 'm.logo_url', 'f.id', 'f.name', 'k.id', 'k.name', 'k.number', 'k.icon', 'k.color', 't.msrp_price'],
]
const listed =
  'tag model part_number description industry_type availability price_date default_provider default_installer image_url width_in height_in depth_in weight_lb rack_units watts'.split(
    ' ',
  )
const detailed = [
  ...listed,
  ...'url is_rack_mountable heat_load_watts power_specs network_ports wireless_protocols cable_spec revit_family_name revit_type_name revit_family_file_id wire_cad_link technical_documents notes'.split(
    ' ',
  ),
]
const equipmentJoins = `left join users c on c.id = t.created_by_id left join users u on u.id = t.updated_by_id
  left join manufacturers m on m.id = t.manufacture_id left join product_families f on f.id = t.product_family_id
  left join categories k on k.id = t.category_id`
const equipmentAt = (row: unknown[], at: number, own: string[]) => ({
  ...headAt(row, at),
  manufacture: partsAt(row, at + 16, ['id', 'name', 'logoUrl']),
  productFamily: partsAt(row, at + 19, ['id', 'name']),
  category: partsAt(row, at + 21, ['id', 'name', 'number', 'icon', 'color']),
  msrpPrice: dollars(row[at + 26]),
  ...Object.fromEntries(own.map((name, n) => [toCamelCase(name), row[at + equipmentHead.length + n]])),
})
const ports = `(select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'direction', p.direction, 'gender', p.gender, 'pinStyle', p.pin_style,
    'marker', p.marker, 'label', p.label, 'order', p."order", 'signalTypeIds', p.signal_type_ids, 'connectorPhysicalTypeId', p.connector_physical_type_id,
    'connectorPhysicalType', json_build_object('id', x.id, 'name', x.name, 'code', x.code, 'imageUrl', x.image_url),
    'signalTypes', (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'abbreviation', s.abbreviation, 'color', s.color)
      order by array_position(p.signal_type_ids, s.id)), '[]') from signal_types s where s.id = any(p.signal_type_ids)))
    order by p.direction, p."order", p.id), '[]')
  from equipment_ports p join connector_physical_types x on x.id = p.connector_physical_type_id where p.equipment_id = t.id)`
const equipmentDetail = [...equipmentHead, ...detailed.map((name) => `t.${name}`), ports]
const shownDetail = ([row]: unknown[][]) => ({ ...equipmentAt(row!, 0, detailed), ports: row!.at(-1) })

const byName = 't.manufacture_name collate natural_order, t.model collate natural_order, t.id'
const orders: Record<string, string> = {
  model: 't.model collate natural_order',
  tag: 't.tag collate natural_order',
  updateDate: 't.update_date',
}

function equipmentList(query: URLSearchParams): Answer {
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const conditions = ['not t.is_deleted']
  for (const [parameter, column] of [
    ['categoryIds', 'category_id'],
    ['manufacturerIds', 'manufacture_id'],
  ] as const) {
    const ids = query.getAll(parameter).map(Number)
    if (ids.length === 1) conditions.push(`t.${column} = ${add(ids[0])}`)
    else if (ids.length > 1) conditions.push(`t.${column} = any(${add(ids)})`)
  }
  for (const word of (query.get('search') ?? '').split(' ').filter(Boolean))
    conditions.push(`t.search_text like dna_fold(${add(`%${word}%`)})`)
  const sorted = orders[query.get('sortBy') ?? '']
  const direction = query.get('sortDesc') === 'true' ? ' desc' : ''
  const order = sorted ? `${sorted}${direction}, t.id${direction}` : byName
  const where = conditions.join(' and ')
  const limit = Number(query.get('itemsPerPage'))
  const slice = `limit ${add(limit)} offset ${add((Number(query.get('page') ?? 1) - 1) * limit)}`
  return {
    text: `with page as (select t.id from equipments t where ${where} order by ${order} ${slice})
      select (select count(*)::int from equipments t where ${where}), ${[...equipmentHead, ...listed.map((name) => `t.${name}`)].join(', ')}
      from page join equipments t on t.id = page.id ${equipmentJoins} order by ${order}`,
    values,
    shown: (rows) => ({ items: rows.map((row) => equipmentAt(row, 1, listed)), total: rows[0]?.[0] ?? 0 }),
  }
}

const equipmentUses = [
  `(select count(distinct x.id)::int from space_template_equipment l join space_templates x on x.id = l.space_template_id and not x.is_deleted
    where l.equipment_id = t.id and not l.is_deleted)`,
  `(select json_build_array(count(distinct p.id) filter (where p.stage <> -1), count(distinct l.space_id), coalesce(sum(l.quantity), 0))
    from space_equipment l join spaces s on s.id = l.space_id and not s.is_deleted join projects p on p.id = l.project_id and not p.is_deleted
    where l.equipment_id = t.id and not l.is_deleted)`,
]
const equipmentById = (id: number): Answer => ({
  text: `select ${[...equipmentDetail, ...equipmentUses].join(', ')} from equipments t ${equipmentJoins} where t.id = $1 and not t.is_deleted`,
  values: [id],
  shown: ([row]) => {
    const [ports, templatesCount, used] = row!.slice(equipmentDetail.length - 1)
    const [projectsCount, spacesCount, totalQuantity] = used as number[]
    return { ...equipmentAt(row!, 0, detailed), ports, templatesCount, projectsCount, spacesCount, totalQuantity }
  },
})

const written: Record<string, string> = {
  tag: 'tag',
  model: 'model',
  partNumber: 'part_number',
  description: 'description',
  manufactureId: 'manufacture_id',
  categoryId: 'category_id',
  msrpPrice: 'msrp_price',
  widthIn: 'width_in',
  isRackMountable: 'is_rack_mountable',
  rackUnits: 'rack_units',
}
const columnValues = (body: Record<string, unknown>) =>
  Object.keys(written).map((key) => (key === 'msrpPrice' ? Math.round(Number(body[key]) * 100) : body[key]))
const names = Object.values(written)
const logged = `insert into audit_log (action, entity, entity_id, entity_name, before, after, ip, user_agent, request_id)
    select $AT, 'equipments', t.id::text, t.model, BEFORE, jsonb_build_object('description', t.description, 'model', t.model), '127.0.0.1', 'bare', 'bare'`
const noted = `insert into activity_log (entity, entity_id, type, title, changes)
    select 'equipments', t.id::text, 1, $AT, jsonb_build_array(jsonb_build_object('field', 'description', 'to', t.description))`

function equipmentUpdate(id: number, body: Record<string, unknown>): Answer {
  const values = [...columnValues(body), id, 'Updated']
  const [own, title] = [`$${names.length + 1}`, `$${names.length + 2}`]
  return {
    text: `with old as (select * from equipments where id = ${own} for update),
      t as (update equipments set ${names.map((name, index) => `${name} = $${index + 1}`).join(', ')}, update_date = now(), row_version = equipments.row_version + 1
        from old where equipments.id = old.id returning equipments.*),
      a as (${logged.replace('$AT', title).replace('BEFORE', `jsonb_build_object('description', old.description, 'model', old.model)`)} from t, old),
      l as (${noted.replace('$AT', title)} from t)
      select ${equipmentDetail.join(', ')} from t ${equipmentJoins}`,
    values,
    shown: shownDetail,
  }
}

function equipmentCreate(body: Record<string, unknown>): Answer {
  const title = `$${names.length + 1}`
  return {
    // Fills in the defaults for fields that the request body may omit, like the app does.
    text: `with t as (insert into equipments (${names.join(', ')}, industry_type, availability)
        values (${names.map((_, index) => `$${index + 1}`).join(', ')}, 200, 1) returning *),
      a as (${logged.replace('$AT', title).replace('BEFORE', 'null::jsonb')} from t), l as (${noted.replace('$AT', title)} from t)
      select ${equipmentDetail.join(', ')} from t ${equipmentJoins}`,
    values: [...columnValues(body), 'Created'],
    shown: shownDetail,
  }
}

const projectHead = [
  ...[
    't.id',
    't.row_version',
    't.create_date',
    't.update_date',
    ...personColumns('c'),
    ...personColumns('u'),
    ...personColumns('a'),
    ...personColumns('m'),
  ],
  ...[
    'k.id',
    'k.name',
    'k.logo_url',
    't.total_msrp_price',
    't.total_msrp_price + round(t.total_msrp_price * t.installation_factor)::bigint',
  ],
  'case when t.client_id is null then 4 when k.is_deleted then 3 when k.is_retired then 2 else 1 end',
]
const projectListed =
  'name type image_url installation_factor total_area start_date target_date number stage project_status space_count equipment_count closed_date archived_date'.split(
    ' ',
  )
const projectDetailed = [
  ...projectListed,
  ...'description address tempo_url status_before_pause stage_before_archive pause_reason not_accepted_reason lead_status expected_revenue probability_percent expected_close_date lead_source'.split(
    ' ',
  ),
]
const projectJoins = `left join users c on c.id = t.created_by_id left join users u on u.id = t.updated_by_id
  left join users a on a.id = t.associate_consultant_id left join users m on m.id = t.project_manager_id left join clients k on k.id = t.client_id`
const projectAt = (row: unknown[], at: number, own: string[]) => ({
  ...headAt(row, at),
  associateConsultant: personAt(row, at + 16),
  projectManager: personAt(row, at + 22),
  client: partsAt(row, at + 28, ['id', 'name', 'logoUrl']),
  totalMsrpPrice: dollars(row[at + 31]),
  totalPrice: dollars(row[at + 32]),
  clientState: row[at + 33],
  ...Object.fromEntries(own.map((name, n) => [toCamelCase(name), row[at + projectHead.length + n]])),
})

function projectList(query: URLSearchParams): Answer {
  const limit = Number(query.get('itemsPerPage'))
  return {
    text: `with page as (select t.id from projects t where not t.is_deleted and t.stage in (1, 2) order by t.update_date desc, t.id desc limit $1 offset $2)
      select (select count(*)::int from projects t where not t.is_deleted and t.stage in (1, 2)), ${[...projectHead, ...projectListed.map((name) => `t.${name}`)].join(', ')}
      from page join projects t on t.id = page.id ${projectJoins} order by t.update_date desc, t.id desc`,
    values: [limit, (Number(query.get('page') ?? 1) - 1) * limit],
    shown: (rows) => ({ items: rows.map((row) => projectAt(row, 1, projectListed)), total: rows[0]?.[0] ?? 0 }),
  }
}

const buildings = `(select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'shortName', b.short_name, 'levels',
    (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'shortName', l.short_name) order by l."order", l.id), '[]')
      from levels l where l.building_id = b.id and not l.is_deleted)) order by b."order", b.id), '[]')
  from buildings b where b.project_id = t.id and not b.is_deleted)`
const partnerTables = [
  'engineering_firms',
  'general_contractors',
  'sub_contractors',
  'manufacturers',
  'systems_integrators',
  'representatives',
  'architects',
]
const projectParts = [
  buildings,
  `(select coalesce(json_agg(json_build_object('companyType', k.company_type, 'id', c.id, 'name', c.name, 'logoUrl', c.logo_url, 'role', k.role) order by k."order"), '[]')
    from project_companies k join lateral (${partnerTables.map((table, index) => `select id, name, logo_url from ${table} where ${index + 1} = k.company_type and id = k.company_id and not is_deleted`).join(' union all ')}) c on true
    where k.project_id = t.id)`,
  `(select coalesce(json_agg(json_build_object('system', l.system, 'status', l.status, 'externalKey', l.external_key, 'name', l.name, 'url', l.url) order by l.system), '[]')
    from project_links l where l.project_id = t.id)`,
  '(select d.phases from phases_of_projects d where d.project_id = t.id)',
]
const projectById = (id: number): Answer => ({
  text: `select ${[...projectHead, ...projectDetailed.map((name) => `t.${name}`), ...projectParts].join(', ')} from projects t ${projectJoins} where t.id = $1 and not t.is_deleted`,
  values: [id],
  shown: ([row]) => {
    const [buildingsOf, companies, links, phases] = row!.slice(-projectParts.length)
    return { ...projectAt(row!, 0, projectDetailed), buildings: buildingsOf, companies, links, phases }
  },
})

const shownEnd = (
  f: string,
  side: string,
) => `json_build_object('name', concat_ws(' ', ${f}u.label, coalesce(${f}p.name, t.${side}_port_name)),
    'unit', json_build_object('id', ${f}u.id, 'label', ${f}u.label), 'space', json_build_object('id', ${f}s.id, 'name', ${f}s.name, 'spaceNumber', ${f}s.space_number),
    'equipment', json_build_object('id', ${f}e.id, 'tag', ${f}e.tag, 'model', ${f}e.model),
    'port', json_build_object('id', t.${side}_port_id, 'name', coalesce(${f}p.name, t.${side}_port_name)), 'isPortGone', ${f}p.id is null)`
const endJoins = (f: string, side: string) => `join units ${f}u on ${f}u.id = t.${side}_unit_id and not ${f}u.is_deleted
    join space_equipment ${f}l on ${f}l.id = ${f}u.line_id join spaces ${f}s on ${f}s.id = ${f}l.space_id and not ${f}s.is_deleted
    join equipments ${f}e on ${f}e.id = ${f}l.equipment_id left join equipment_ports ${f}p on ${f}p.id = t.${side}_port_id and ${f}p.equipment_id = ${f}l.equipment_id`
const estimated = `round(coalesce(d.distance_ft, case when fs.id = ts.id then coalesce(r.inside_ft, 25) end)
    * (1 + coalesce(r.slack_percent, 10) / 100) + 2 * coalesce(r.end_length_ft, 6), 2)`
const cableHead = ['t.id', 't.row_version', 't.create_date', 't.update_date', ...personColumns('c'), ...personColumns('u')]
const cableOwn = 'number length_ft state bundle path notes is_manual project_id'.split(' ')

function cableList(projectId: number, query: URLSearchParams): Answer {
  const limit = Number(query.get('itemsPerPage'))
  const own = [
    ...cableHead,
    'g.id',
    'g.name',
    'g.abbreviation',
    'g.color',
    'e.id',
    'e.tag',
    'e.model',
    ...cableOwn.map((name) => `t.${name}`),
  ]
  const from = cableHead.length
  return {
    text: `with page as (select t.id from connections t where not t.is_deleted and t.project_id = $1
        order by t.number collate natural_order, t.id limit ${limit} offset (select $2::int))
      select (select count(*)::int from connections t where not t.is_deleted and t.project_id = $1), ${own.join(', ')},
        ${shownEnd('f', 'from')}, ${shownEnd('t', 'to')}, ${estimated}
      from page join connections t on t.id = page.id ${endJoins('f', 'from')} ${endJoins('t', 'to')}
        left join space_distances d on d.project_id = t.project_id and d.from_space_id = least(fs.id, ts.id) and d.to_space_id = greatest(fs.id, ts.id)
        left join cable_rules r on r.project_id = t.project_id left join signal_types g on g.id = t.signal_type_id
        left join equipments e on e.id = t.cable_equipment_id left join users c on c.id = t.created_by_id left join users u on u.id = t.updated_by_id
      order by t.number collate natural_order, t.id`,
    values: [projectId, (Number(query.get('page') ?? 1) - 1) * limit],
    shown: (rows) => ({
      items: rows.map((row) => {
        const item = row.slice(1)
        const cableFields = Object.fromEntries(cableOwn.map((name, n) => [toCamelCase(name), item[from + 7 + n]]))
        const [fromEnd, toEnd, estimatedFt] = item.slice(from + 7 + cableOwn.length)
        return {
          ...headAt(item, 0),
          signalType: partsAt(item, from, ['id', 'name', 'abbreviation', 'color']),
          cableEquipment: partsAt(item, from + 4, ['id', 'tag', 'model']),
          ...cableFields,
          from: fromEnd,
          to: toEnd,
          estimatedFt,
          runFt: cableFields.lengthFt ?? estimatedFt,
        }
      }),
      total: rows[0]?.[0] ?? 0,
    }),
  }
}

const inboxOf = "n.user_id = (select id from users where email = 'admin@example.com') and n.done_date is null"
const shownFrom = 'coalesce(n.snoozed_until, n.create_date)'
const inboxColumns = 'id kind reason entity entity_id title text link create_date read_date done_date snoozed_until'.split(' ')

function inboxList(query: URLSearchParams): Answer {
  const limit = Number(query.get('itemsPerPage'))
  return {
    text: `with page as (select n.* from notifications n where ${inboxOf} and ${shownFrom} <= now() order by ${shownFrom} desc, n.id desc limit $1 offset $2)
      select (select count(*)::int from notifications n where ${inboxOf} and ${shownFrom} <= now()), ${inboxColumns.map((name) => `n.${name}`).join(', ')},
        p.id, p.name, ${personColumns('b').join(', ')}
      from page n left join projects p on p.id = n.project_id left join users b on b.id = n.by_id order by ${shownFrom} desc, n.id desc`,
    values: [limit, (Number(query.get('page') ?? 1) - 1) * limit],
    shown: (rows) => ({
      items: rows.map((row) => ({
        ...Object.fromEntries(inboxColumns.map((name, n) => [toCamelCase(name), row[1 + n]])),
        project: partsAt(row, 13, ['id', 'name']),
        by: personAt(row, 15),
      })),
      total: rows[0]?.[0] ?? 0,
    }),
  }
}

function answerTo({ method, path, query, body }: Asked): Answer {
  const [, , kind, id, part] = path.split('/')
  if (kind === 'boards') return bareBoard(query)
  if (kind === 'inbox') return inboxList(query)
  if (part === 'Connections') return cableList(Number(id), query)
  if (kind === 'projects') return id ? projectById(Number(id)) : projectList(query)
  if (method === 'PUT') return equipmentUpdate(Number(id), body)
  if (method === 'POST') return equipmentCreate(body)
  return id ? equipmentById(Number(id)) : equipmentList(query)
}

const statementNames = new Map<string, string>()
function statementName(text: string): string {
  const known = statementNames.get(text) ?? `b${statementNames.size}`
  statementNames.set(text, known)
  return known
}

function serveBare(poolConfig: pg.PoolConfig) {
  const types = new pg.TypeOverrides()
  types.setTypeParser(20, Number)
  types.setTypeParser(1700, Number)
  types.setTypeParser(1082, (text: string) => text)
  types.setTypeParser(1184, (text: string) => `${text.replace(' ', 'T').slice(0, 23)}Z`)
  const pool = new pg.Pool({ ...poolConfig, types, max: 12, options: '-c TimeZone=UTC -c jit=off' })
  return createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', async () => {
      try {
        const [path, query] = request.url!.split('?')
        const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString('utf8')) : {}
        const { text, values, shown } = answerTo({ method: request.method!, path: path!, query: new URLSearchParams(query), body })
        const { rows } = await pool.query<unknown[]>({ name: statementName(text), text, values, rowMode: 'array' })
        const answer = JSON.stringify(shown(rows))
        response
          .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(answer) })
          .end(answer)
      } catch (error) {
        response.writeHead(500, { 'content-length': 0 }).end()
        console.error(error)
      }
    })
  })
}

process.once('message', ({ poolConfig }: { poolConfig: pg.PoolConfig }) => {
  const server = serveBare(poolConfig)
  server.keepAliveTimeout = 65_000
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
})
