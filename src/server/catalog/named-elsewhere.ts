import type { Context } from '../kit/request/context.ts'
import { conflict, inUseConflict } from '../kit/request/errors.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'

/** References from projects: SQL view `view`, condition `names` that a row references id `$1`, and plural `noun` for messages. */
interface Naming {
  noun: string
  view: string
  names: string
}

/** Rejects deletion of a row that projects reference; the message counts only references visible to the caller. */
export async function rejectIfReferenced(ctx: Context, { id, name }: { id: number; name: string }, { noun, view, names }: Naming) {
  const found = await ctx.rows(
    { all: is.number, seen: is.number },
    `select count(*)::int as all, count(*) filter (where visible(p))::int as seen
     from ${view} x join living_projects p on p.id = x.project_id where ${names}`,
    [id],
  )
  const { all, seen } = onlyRow(found)
  if (seen > 0) throw inUseConflict(name, noun, seen)
  if (all > 0) throw conflict(`${name} is used by ${noun} and cannot be deleted.`)
}
