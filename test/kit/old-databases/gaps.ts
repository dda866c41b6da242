import type pg from 'pg'

/** Tables without rows and columns without variety that cannot be filled, with the reason. */
const byNature: [RegExp, string][] = [
  [/\.(created_by_id|updated_by_id) is never null$/, 'only people make such rows'],
  [/^(area_groups|space_template_area_groups|buildings|levels)\.order is never null$/, 'what has no place gets the last one'],
  [/^(audit_log|sessions)\.(ip|user_agent|request_id) is never null$/, 'a request always has them'],
  [/^change_sets\.(is_deleted|delete_date|deleted_by_id) is (never true|always null)$/, 'they are never deleted'],
  [/^download_tasks\.(delete_date|deleted_by_id) is always null$/, 'their deletion is in the audit log only'],
  [/^company_contacts\.(external_user_id|invitation_id) is always null$/, 'nothing writes them before there are invitations'],
  [/^idempotency\.(status|answer|is_done) is (never null|always true)$/, 'what is not done is in a transaction that is not over'],
]

/** Lists empty tables, and columns that are never null, always null, or only true or false, except the known ones. */
export async function findDataGaps(client: pg.Client): Promise<string[]> {
  const { rows: columns } = await client.query(
    `select table_name as table, column_name as name, data_type = 'boolean' as truth, is_nullable = 'YES' as optional
     from information_schema.columns where table_schema = 'public' and table_name <> 'search_definitions' order by table_name, ordinal_position`,
  )
  const gaps: string[] = []
  for (const table of new Set<string>(columns.map((column) => column.table))) {
    const own = columns.filter((column) => column.table === table)
    const counts = own.map(({ name, truth }) => `count(*) filter (where "${name}" ${truth ? '' : 'is not null'})::int`)
    const { rows } = await client.query({ text: `select count(*)::int, ${counts.join(', ')} from "${table}"`, rowMode: 'array' })
    const [all, ...filled] = rows[0] as [number, ...number[]]
    if (all === 0) gaps.push(`${table} has no rows`)
    for (const [at, { name, truth, optional }] of all > 0 ? own.entries() : []) {
      if (filled[at] === 0) gaps.push(`${table}.${name} is ${truth ? 'never true' : 'always null'}`)
      if (filled[at] === all && (truth || optional)) gaps.push(`${table}.${name} is ${truth ? 'always true' : 'never null'}`)
    }
  }
  return gaps.filter((gap) => !byNature.some(([pattern]) => pattern.test(gap)))
}
