import type { FileStore } from '../../tools/file-store.ts'
import type { Context } from '../request/context.ts'
import { is } from '../sql/row-types.ts'
import { removeFile } from './files.ts'

const days = 30
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
/** The log stores texts but no files, and idempotent responses are deleted after two days. */
const notOwners = ['files', 'audit_log', 'idempotency', 'sessions']

/**
 * Deletes files that nothing has referenced for 30 days (domain 1.3), such as replaced images and unsaved uploads. Any column, URL, or
 * document with the id counts as a reference, also in deleted or undoable rows, so new columns need no change here. Returns the number of
 * deleted files.
 */
export async function removeUnownedFiles(ctx: Context): Promise<number> {
  const old = await ctx.rows({ id: is.uuid }, `select id from files where create_date < now() - $1 * interval '1 day'`, [days])
  if (old.length === 0) return 0
  const unowned = new Set(old.map(({ id }) => id))
  const tables = await ctx.rows(
    { name: is.text, columns: is.texts },
    `select c.relname as name, array_agg(quote_ident(a.attname)) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all($1)
      and a.attnum > 0 and not a.attisdropped and a.atttypid in ('uuid'::regtype, 'text'::regtype, 'jsonb'::regtype, 'text[]'::regtype, 'uuid[]'::regtype)
      and a.attname not in ('search_text', 'created_by_id', 'updated_by_id', 'deleted_by_id')
    group by c.relname order by c.relname`,
    [notOwners],
  )
  for (const { name, columns } of tables) {
    const values = columns.map((column) => `(t.${column}::text)`).join(', ')
    const owned = await ctx.rows(
      { id: is.text },
      `select distinct found[1] as id from "${name}" t, lateral (values ${values}) v(value), regexp_matches(v.value, $1, 'g') found
      where v.value like '%-%-%-%-%'`,
      [`(${uuid})`],
    )
    for (const { id } of owned) unowned.delete(id)
  }
  for (const id of unowned) await removeFile(ctx, id)
  return unowned.size
}

/**
 * Deletes stored contents without a row, left by a crash between storing and committing or between committing and removing. Contents being
 * stored right now look the same, so they must be found twice: call again a day later with the result.
 */
export async function removeStrayContents(ctx: Context, store: FileStore, foundBefore: ReadonlySet<string>): Promise<Set<string>> {
  const strays = new Set<string>()
  for await (const keys of inParts(store.list())) {
    const known = await ctx.rows({ key: is.text }, 'select key from files where key = any($1)', [keys])
    const isKnown = new Set(known.map(({ key }) => key))
    for (const key of keys) if (!isKnown.has(key)) strays.add(key)
  }
  for (const key of strays) {
    if (!foundBefore.has(key)) continue
    await store.remove(key)
    strays.delete(key)
  }
  return strays
}

async function* inParts(keys: AsyncIterable<string>): AsyncIterable<string[]> {
  let part: string[] = []
  for await (const key of keys) {
    part.push(key)
    if (part.length < 1000) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
