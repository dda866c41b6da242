import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'

/** The revision with this id, or the latest issued one. Undefined if there is none. */
export async function findRevision(ctx: Context, projectId: number, revisionId: number | null) {
  const [revision] = await ctx.rows(
    { id: is.number, code: is.text },
    `select id, code from revisions where project_id = $1 and not is_deleted and ($2::bigint is null or id = $2)
     order by issue_date desc, id desc limit 1`,
    [projectId, revisionId],
  )
  return revision
}

/** Manufacturers and categories of the new equipment in a revision, with the lines of each. */
export async function loadProductKinds(ctx: Context, revisionId: number) {
  return ctx.rows(
    { manufacturer: is.text, categoryId: is.number, category: is.text, lineIds: is.numbers },
    `select l->>'manufacturer' as manufacturer, (l->>'categoryId')::bigint as "categoryId", max(l->>'category') as category,
       array_agg((l->>'id')::bigint order by (l->>'id')::bigint) as "lineIds"
     from revision_contents c, json_array_elements(c.contents->'lines') l
     where c.revision_id = $1 and l->>'manufacturer' is not null and l->>'categoryId' is not null and not coalesce((l->>'isExisting')::boolean, false)
     group by 1, 2 order by 1, 3, 2`,
    [revisionId],
  )
}
