import { createHash } from 'node:crypto'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { is, type Queryable, queryRows } from '../sql/row-types.ts'
import { columnName } from '../sql/table.ts'
import type { Served } from './served.ts'

/**
 * Maintains `search_text` of every table with a trigger that combines the searched texts of the row and its referenced rows. One trigram
 * index lookup then covers all searched fields, and all write paths (bulk, import, restore).
 */
export async function createSearchTextTriggers(client: Queryable, entities: Served[]) {
  await client.query('create table if not exists search_definitions (table_name text primary key, hash text not null)')
  const rows = await queryRows(client, { table_name: is.text, hash: is.text }, 'select table_name, hash from search_definitions')
  const known = new Map(rows.map((row) => [row.table_name, row.hash]))
  for (const entity of entities) {
    const { resource, table, definition } = entity
    const columns = getTableColumns(table)
    if (!('searchText' in columns)) continue
    const name = getTableName(table)
    const { text, sources, copies } = searchExpression(entity)
    const fold = definition.searchText
      ? `concat_ws(' ', ${text}, ${definition.searchText.replaceAll('t.', 'new.')})`
      : `concat_ws(' ', ${text})`
    const touching = [
      ...resource.list.search.filter((path) => !path.includes('.')).map(columnName),
      ...sources.map(({ pointer }) => pointer),
      ...[...(definition.searchText ?? '').matchAll(/\bt\.(\w+)/g)].map(([, column]) => column!),
    ]
    const touched = [...new Set(touching)].map((column) => `"${column}"`)
    // Setting `search_text` to an empty string forces a rebuild.
    const changed = [...touched.map((column) => `old.${column} is distinct from new.${column}`), `new.search_text = ''`].join(' or ')
    // Connections plan on each execution, which here would cost ten times the lookups themselves.
    const settings = 'set plan_cache_mode = force_generic_plan set enable_seqscan = off'
    const statements = [
      `create or replace function search_text_of_${name}() returns trigger language plpgsql ${settings} as $f$ begin ${copies}new.search_text := dna_fold(${fold}); return new; end $f$`,
      `create or replace trigger search_text_of_${name} before insert on ${name} for each row execute function search_text_of_${name}()`,
      // An update lists all columns but changes few of them.
      `create or replace trigger search_text_of_${name}_again before update of ${[...touched, 'search_text'].join(', ')} on ${name} for each row when (${changed}) execute function search_text_of_${name}()`,
      ...sources.flatMap(({ table: source, pointer, columns }) => {
        const trigger = `search_text_of_${name}_by_${pointer}`
        const differs = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')
        return [
          `create or replace function ${trigger}() returns trigger language plpgsql as $f$ begin update ${name} set search_text = '' where ${pointer} = new.id; return null; end $f$`,
          `create or replace trigger ${trigger} after update on ${source} for each row when (${differs}) execute function ${trigger}()`,
        ]
      }),
    ]
    const hash = createHash('sha256').update(statements.join(';')).digest('hex')
    if (known.get(name) === hash) continue
    for (const statement of statements) await client.query(statement)
    await client.query(`update ${name} set search_text = ''`)
    await client.query('insert into search_definitions values ($1, $2) on conflict (table_name) do update set hash = excluded.hash', [
      name,
      hash,
    ])
  }
}

function searchExpression({ resource, shape, definition }: Served) {
  const texts: string[] = []
  const sources = new Map<string, { table: string; pointer: string; columns: string[] }>()
  const sourceOf = (path: string, first: string, part: string) => {
    const pointer = columnName(`${first}Id`)
    const table = shape.joins.match(new RegExp(`left join (\\w+) [ru]_${pointer} on`))?.[1]
    if (!table) throw new Error(`${resource.path} searches ${path}, but points to no such row`)
    const source = sources.get(pointer) ?? { table, pointer, columns: [] }
    if (!source.columns.includes(columnName(part))) source.columns.push(columnName(part))
    sources.set(pointer, source)
    return source
  }
  for (const path of resource.list.search) {
    const [first, part] = path.split('.') as [string, string?]
    if (part) sourceOf(path, first, part)
    else texts.push(`new.${columnName(first)}::text`)
  }
  for (const { table, pointer, columns } of sources.values())
    texts.push(`(select concat_ws(' ', ${columns.join(', ')}) from ${table} where id = new.${pointer})`)
  const copied: Readonly<Record<string, string>> = definition.copies ?? {}
  const copies = Object.entries(copied).map(([property, path]) => {
    const [first, part] = path.split('.') as [string, string]
    const { table, pointer } = sourceOf(path, first, part)
    return `new.${columnName(property)} := (select ${columnName(part)} from ${table} where id = new.${pointer}); `
  })
  return { text: texts.length ? texts.join(', ') : `''`, sources: [...sources.values()], copies: copies.join('') }
}
