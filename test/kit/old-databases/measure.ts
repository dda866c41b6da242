import type pg from 'pg'

export interface Measure {
  rows: number
  /** Checksum of each column's values, combined with the row's key. */
  columns: Record<string, string>
}
export type Measures = Record<string, Measure>

const ownTables = `select c.oid, c.relname as name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export async function measured(client: pg.Client): Promise<Measures> {
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'`)
  const { rows: tables } = await client.query(
    `select t.name, array_agg(a.attname::text order by a.attnum) as columns,
       coalesce((select array_agg(k.attname::text order by k.attnum) from pg_index i join pg_attribute k on k.attrelid = t.oid and k.attnum = any(i.indkey)
         where i.indrelid = t.oid and i.indisprimary), '{}') as key
     from (${ownTables}) t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped group by t.oid, t.name order by t.name`,
  )
  const found: Measures = {}
  for (const { name, columns, key } of tables) {
    const sums = (columns as string[]).map((column) => {
      const value = [...(key as string[]), column].map((text) => `coalesce(${quoted(text)}::text, '∅')`).join(` || '|' || `)
      return `sum(('x' || substr(md5(${value}), 1, 15))::bit(60)::bigint)::text`
    })
    const { rows } = await client.query({ text: `select count(*)::int, ${sums.join(', ')} from ${quoted(name)}`, rowMode: 'array' })
    const [count, ...values] = rows[0] as [number, ...string[]]
    found[name] = { rows: count, columns: Object.fromEntries((columns as string[]).map((column, index) => [column, values[index] ?? ''])) }
  }
  return found
}

/** Lists where the second measurement lacks something of the first. Additional content is not a difference. */
export function findLosses(before: Measures, after: Measures): string[] {
  return Object.entries(before).flatMap(([table, { rows, columns }]) => {
    const now = after[table]
    if (!now) return [`table ${table} is gone`]
    if (now.rows !== rows) return [`table ${table} has ${now.rows} rows instead of ${rows}`]
    return Object.entries(columns)
      .filter(([column, sum]) => now.columns[column] !== sum)
      .map(([column]) => `column ${table}.${column} ${column in now.columns ? 'has other values' : 'is gone'}`)
  })
}

const schemaQueries = [
  `select 'column ' || t.name || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
     || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') || case when a.attidentity <> '' then ' identity ' || a.attidentity::text else '' end
     || case when a.attgenerated <> '' then ' generated' else '' end || coalesce(' collate ' || nullif(l.collname, 'default'), '')
   from (${ownTables}) t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
     left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum left join pg_collation l on l.oid = a.attcollation`,
  `select 'constraint ' || t.name || '.' || c.conname || ' ' || pg_get_constraintdef(c.oid) || case when c.convalidated then '' else ' not valid' end
   from (${ownTables}) t join pg_constraint c on c.conrelid = t.oid`,
  `select 'index ' || pg_get_indexdef(i.indexrelid) || case when i.indisvalid then '' else ' invalid' end from (${ownTables}) t join pg_index i on i.indrelid = t.oid`,
  `select 'trigger ' || pg_get_triggerdef(g.oid) || ' ' || g.tgenabled::text from (${ownTables}) t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal`,
  `select 'function ' || pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind <> 'a'
     and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`,
  `select 'sequence ' || c.relname || ' ' || format_type(s.seqtypid, null) || ' from ' || s.seqstart || ' by ' || s.seqincrement || ' to ' || s.seqmax
     || coalesce(' of ' || (select d.refobjid::regclass::text || '.' || d.refobjsubid from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0), '')
   from pg_class c join pg_sequence s on s.seqrelid = c.oid where c.relnamespace = 'public'::regnamespace`,
  `select 'view ' || c.relname || ' ' || pg_get_viewdef(c.oid) from pg_class c where c.relkind in ('v', 'm') and c.relnamespace = 'public'::regnamespace
     and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  `select 'type ' || t.typname || ' ' || t.typtype::text || ' ' || coalesce((select string_agg(e.enumlabel, ',' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid), '')
   from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd', 'r')`,
  `select 'collation ' || collname || ' ' || collprovider::text || ' ' || coalesce(to_jsonb(c) ->> 'colllocale', '') from pg_collation c where collnamespace = 'public'::regnamespace`,
  `select 'extension ' || extname from pg_extension`,
]

export async function readSchema(client: pg.Client): Promise<string[]> {
  const lines: string[] = []
  for (const text of schemaQueries) for (const [line] of (await client.query({ text, rowMode: 'array' })).rows) lines.push(line)
  return lines.sort()
}

/**
 * SQL of the functions, triggers and indexes that are defined in code and omitted from a backup, with the app's record of them. Run on a
 * restored database, it yields the state an in-place update finds.
 */
export async function readDatabaseProgram(client: pg.Client): Promise<string> {
  const lines = await readSchema(client)
  const linesOf = (kind: string) => lines.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1))
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
  const { rows: texts } = await client.query('select table_name, hash from search_definitions order by 1')
  const { rows: programs } = await client.query(`select value from secrets where name = 'database program'`)
  return [
    'CREATE TABLE search_definitions (table_name text PRIMARY KEY, hash text NOT NULL);',
    ...linesOf('function').map((text) => `${text.trimEnd()};`),
    ...linesOf('index').map((text) => `${text.replace(/^(CREATE (?:UNIQUE )?INDEX) /, '$1 IF NOT EXISTS ')};`),
    ...linesOf('trigger').map((text) => `${text.replace(/ O$/, '').replace(/^CREATE TRIGGER/, 'CREATE OR REPLACE TRIGGER')};`),
    `INSERT INTO search_definitions VALUES ${texts.map(({ table_name: name, hash }) => `(${literal(name)}, ${literal(hash)})`).join(', ')};`,
    ...programs.map(({ value }) => `INSERT INTO secrets VALUES ('database program', ${literal(value)});`),
    '',
  ].join('\n')
}
