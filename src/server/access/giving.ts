import { isPermission, neededToGive } from '../../model/permissions.ts'
import type { Actor, Context } from '../kit/request/context.ts'
import { forbidden } from '../kit/request/errors.ts'
import { is } from '../kit/sql/row-types.ts'

/** Nobody gives what he does not hold: otherwise whoever may make a person or a role makes an administrator. */
export function checkGiven(actor: Actor, names: string[]) {
  const held: ReadonlySet<string> = actor.held
  // A name of an older version opens nothing any more.
  const missing = names
    .filter(isPermission)
    .map(neededToGive)
    .filter((name) => !held.has(name))
  if (missing.length > 0) throw forbidden([...new Set(missing)].sort().join(', '))
}

/** Roles that are given, held until the commit: one that gains names or is deleted meanwhile does not slip past the checks. */
export function rolesToGive(ctx: Context, roleIds: unknown[], isHeld = true) {
  return ctx.rows(
    { id: is.number, isExternal: is.boolean, permissions: is.texts },
    `select id, is_external as "isExternal", permissions from roles where id = any($1::bigint[]) and not is_deleted order by id${isHeld ? ' for share' : ''}`,
    [roleIds.filter((id) => id !== undefined)],
  )
}
